"""A house with real parts, a model server on loopback, and a person whose answers are written down beforehand."""

from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from bot.console import Console
from bot.words.localise import Speech
from engine.llm.attempt import CallResources
from engine.llm.discovery import LLAMA_CPP, OLLAMA, ServerAddress
from engine.llm.http import Http
from engine.service.house import HouseService
from engine.values.models.models import Endpoint, RoleName
from engine.web.providers import BRAVE
from engine.work.clock import SystemClock
from engine.work.restoring import Restoring
from engine.work.tasks import Tasks
from engine.work.vault import Vault
from tests.servers.model import ModelServer

MIGRATIONS = Path(__file__).parents[2] / "migrations"
SPEECH = Speech()
NOBODY = "http://127.0.0.1:9"

OLLAMA_TAGS = {
    "models": [
        {"name": "qwen3:4b", "details": {"family": "qwen3"}},
        {"name": "nomic-embed-text:latest", "details": {"family": "nomic-bert"}},
    ]
}
LLAMA_PROPS = {"default_generation_settings": {"n_ctx": 8192}}

MakeHouse = Callable[..., HouseService]


@dataclass
class Person:
    """Answers in order, then leaves. ``heard`` is all that was said, ``hidden`` the questions whose answers hide."""

    answers: deque[str] = field(default_factory=deque)
    said: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)

    @property
    def heard(self) -> str:
        return "".join(self.said)

    async def answer(self, question: str, hidden: bool) -> str:
        self.said.append(question + "\n")
        if hidden:
            self.hidden.append(question)
        if not self.answers:
            raise EOFError
        return self.answers.popleft()

    def console(self, language: str = "en") -> Console:
        return Console(SPEECH.speaker(language), self.said.append, self.answer)


def person(*answers: str) -> Person:
    """Somebody at a terminal who types these lines."""
    return Person(deque(answers))


@pytest.fixture
async def models() -> AsyncIterator[ModelServer]:
    """A model server whose only model is ``m``."""
    async with ModelServer() as server:
        yield server


@pytest.fixture
async def make_house(tmp_path: Path) -> AsyncIterator[MakeHouse]:
    """Builds a house. By default nothing answers on the ports of local model servers."""
    http, tasks = Http(), Tasks()

    def make(
        ollama: str = NOBODY,
        llama_cpp: str = NOBODY,
        endpoints: Mapping[RoleName, Sequence[Endpoint]] | None = None,
        database_url: str | None = None,
        brave: str = BRAVE,
    ) -> HouseService:
        vault = Vault(tmp_path / "backups", SystemClock())
        url = SecretStr(database_url) if database_url else None
        return HouseService(
            safe=Restoring(vault, url, tmp_path / "database", tmp_path / "instances", MIGRATIONS),
            resources=CallResources(http, tasks, SystemClock()),
            places=(ServerAddress(OLLAMA, ollama), ServerAddress(LLAMA_CPP, llama_cpp)),
            endpoints=endpoints or {},
            database_url=url,
            database_folder=tmp_path / "database",
            migrations=MIGRATIONS,
            brave=brave,
        )

    yield make
    await tasks.stop()
    await http.aclose()


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """What this machine has configured is not part of a test."""
    chat = ("OMOIDE_CHAT__URL", "OMOIDE_CHAT__MODEL", "OMOIDE_CHAT__KEY")
    for name in (*chat, "OMOIDE_SEARCH__URL", "OMOIDE_SEARCH__KEY", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)


def others(server: ModelServer, **paths: Any) -> str:
    """Let ``server`` answer more paths (``api_tags`` is ``/api/tags``); its address without a path."""
    server.others.update({f"/{path.replace('_', '/')}": body for path, body in paths.items()})
    return server.gemini_url

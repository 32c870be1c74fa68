"""``python -m bot import``: nobody is asked, so nothing runs that was not seen."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot import app
from bot.words.localise import Speech
from engine.config import Config, Language
from engine.values.chats.incoming import Here
from engine.values.transfers.transfers import FileKind, Looked, Offer
from tests.bot.fake_scene import TOKEN, FakeFiles
from tests.bot.fakes import FakeEngine

OFFERS = {
    FileKind.CHARACTER: (Offer.BRING, Offer.CALM),
    FileKind.WORLD: (Offer.CHARACTER, Offer.CHAT, Offer.BRING),
    FileKind.CHAT: (Offer.BRING,),
    FileKind.SCRIPTS: (Offer.CHARACTER, Offer.BRING),
    FileKind.BACKUP: (Offer.CALM, Offer.BRING),
}


class _Files(FakeFiles):
    """Offers what the engine offers."""

    async def look(self, here: Here, data: bytes, filename: str = "") -> Looked:
        looked = await super().look(here, data, filename)
        self.waiting[TOKEN] = replace(looked, offers=OFFERS[looked.kind])
        return self.waiting[TOKEN]


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> FakeEngine:
    """What every command opens."""
    fake = FakeEngine()
    fake.files = _Files(fake.files.view)

    @asynccontextmanager
    async def opened(*_: Any, **__: Any) -> AsyncIterator[FakeEngine]:
        yield fake

    monkeypatch.setattr(app, "open_engine", opened)
    return fake


@pytest.mark.parametrize(
    ("kind", "sure", "done"),
    [
        ("character", False, ("bring", TOKEN, Offer.CALM)),
        ("character", True, ("bring", TOKEN, Offer.BRING)),
        ("backup", False, ("bring", TOKEN, Offer.CALM)),
        ("backup", True, ("bring", TOKEN, Offer.BRING)),
        ("scripts", False, ("drop", TOKEN)),
        ("scripts", True, ("bring", TOKEN, Offer.CHARACTER)),
        ("world", False, ("bring", TOKEN, Offer.CHARACTER)),
        ("world", True, ("bring", TOKEN, Offer.CHARACTER)),
        ("chat", False, ("bring", TOKEN, Offer.BRING)),
    ],
)
async def test_scripts_run_only_for_somebody_who_is_sure(
    engine: FakeEngine, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str, sure: bool, done: tuple[Any, ...]
) -> None:
    """A folder of cards is imported in a loop, and their scripts rewrite every message from then on."""
    file = tmp_path / "file"
    file.write_text(kind)
    code = await app.bring_in(Config(language=Language.EN), Speech(), str(file), sure=sure)
    said = capsys.readouterr().out
    assert engine.files.calls[1:] == [done]
    assert code == (1 if done[0] == "drop" else 0)
    assert "newer version of the card format" in said.splitlines()[1]
    assert ("--yes" in said) is (Offer.CALM in done or done[0] == "drop")

"""Asking to be forgotten, and for one's own data."""

from pathlib import Path

import pytest

from engine.values.chats.incoming import Here
from engine.values.people.rights import PersonalData, Receipt
from engine.values.transfers.transfers import Document
from tests.bot.conftest import Type
from tests.bot.fakes import FakeEngine

ALL = PersonalData(messages=12, memories=7, facts=1, personas=2, chats=3, places=2)


class FakeRights:
    """Somebody about whom there is something; ``forgotten`` once they said yes."""

    def __init__(self) -> None:
        self.forgotten = False

    async def holdings(self, here: Here) -> PersonalData:
        return ALL

    async def forget_me(self, here: Here) -> Receipt:
        self.forgotten = True
        return Receipt(ALL, done=True)

    async def own_data(self, here: Here, readme: tuple[str, str]) -> Document:
        return Document("omoide-2026.zip", "application/zip", "\n".join(readme).encode())


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeEngine:
    monkeypatch.chdir(tmp_path)
    made = FakeEngine()
    made.rights = FakeRights()  # type: ignore[attr-defined] - the part that these tests are about
    return made


async def test_exact_counts_before_a_yes(piped: Type, engine: FakeEngine) -> None:
    """Somebody asks what /me forget does, and is forgotten, or is not told how much goes."""
    text = await piped(engine, "/me forget", "no")
    assert "12 messages in 3 chats in 2 servers, groups and private chats, 7 memories, 1 fact" in text
    assert "1 fact about you and 2 personas" in text
    assert not engine.rights.forgotten  # type: ignore[attr-defined] - as above


async def test_after_a_yes_a_receipt(piped: Type, engine: FakeEngine) -> None:
    """Who has been forgotten is not told what went, or goes on talking in a place that is nobody's."""
    text = await piped(engine, "/me forget", "yes", "/me language zh")
    assert "Deleted: 12 messages" in text
    assert engine.rights.forgotten  # type: ignore[attr-defined] - as above
    assert "语言" not in text


async def test_in_chinese(piped: Type) -> None:
    """Somebody who writes Chinese has to answer a question in English."""
    engine = FakeEngine(language="zh")
    engine.rights = FakeRights()  # type: ignore[attr-defined] - as above
    assert "12 条消息" in await piped(engine, "/我 忘掉我", "否")


async def test_one_s_own_data_as_a_file(piped: Type, engine: FakeEngine, tmp_path: Path) -> None:
    """The file is announced and nowhere to be found."""
    text = await piped(engine, "/me export")
    assert "omoide-2026.zip" in text
    assert "facts.json" in (tmp_path / "omoide-2026.zip").read_text("utf-8")

"""The commands by which several characters play in one chat."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from bot.commands.framework.table import table_for
from engine.values.characters.casts import Absence, CastMember
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import View
from tests.bot.conftest import Type
from tests.bot.fakes import FakeEngine, spoken, view


@dataclass
class FakeCasts:
    """Aki, who talks, and Ren, who is muted."""

    calls: list[tuple[Any, ...]] = field(default_factory=list)
    members: tuple[CastMember, ...] = (
        CastMember(1, "Aki", 50, muted=False, own_talk=False),
        CastMember(2, "Ren", 80, muted=True, own_talk=True),
    )

    async def list(self, here: Here) -> list[CastMember]:
        return [*self.members]

    async def add(self, here: Here, character: int, name: str) -> View:
        self.calls.append(("add", character))
        return view(replace(spoken("I am here."), character=character))

    async def remove(self, here: Here, character: int) -> CastMember:
        self.calls.append(("remove", character))
        return self.members[character - 1]

    async def mute(self, here: Here, character: int, muted: bool = True) -> CastMember:
        self.calls.append(("mute", character, muted))
        return self.members[character - 1]

    async def talk(self, here: Here, character: int, percent: int | None) -> CastMember:
        self.calls.append(("talk", character, percent))
        return replace(self.members[character - 1], talk=percent or 50)

    async def speak(self, here: Here, character: int) -> None:
        self.calls.append(("speak", character))


async def test_who_plays_is_seen_and_changed(piped: Type) -> None:
    """Nobody could bring a second character in, or keep one quiet."""
    engine = FakeEngine()
    engine.casts = FakeCasts()  # type: ignore[attr-defined]  # the tiny engine has none of its own
    said = await piped(
        engine,
        "/scene cast",
        "/scene cast add ren",
        "/scene cast mute Aki",
        "/场景 登场 取消静音 2",
        "/scene cast talk ren 30",
        "/scene cast talk Aki",
        "/scene cast talk Aki 101",
        "/scene cast speak ren",
        "/scene cast remove ren",
    )
    assert "Aki · joins in 50 % of the time" in said
    assert "Ren · muted · joins in 80 % of the time, set here" in said
    assert "Ren joined." in said
    assert "I am here." in said
    assert "Please give a number from 0 to 100." in said
    assert engine.casts.calls == [  # type: ignore[attr-defined]
        ("add", 2),
        ("mute", 1, True),
        ("mute", 2, False),
        ("talk", 2, 30),
        ("talk", 1, None),
        ("speak", 2),
        ("remove", 2),
    ]


async def test_who_cannot_play_is_seen(piped: Type) -> None:
    """A character that lies in the trash stands among those who play, and nobody sees why it is silent."""
    engine = FakeEngine()
    members = (
        CastMember(1, "Aki", 50, muted=False, own_talk=False, absent=Absence.TRASH),
        CastMember(2, "Ren", 80, muted=True, own_talk=True, absent=Absence.CARD),
    )
    engine.casts = FakeCasts(members=members)  # type: ignore[attr-defined]  # the tiny engine has none of its own
    said = await piped(engine, "/scene cast", "/场景 登场")
    assert "Aki · in the trash" in said
    assert "Ren · its card is missing" in said
    assert "joins in" not in said


@pytest.mark.parametrize("platform", ["discord", "telegram", "terminal"])
def test_every_platform_has_the_commands(platform: str) -> None:
    """People on one platform would have to play with one character."""
    scene = table_for(platform).find("scene")
    assert scene is not None
    assert {it.name for it in scene.actions} >= {"cast", "cast add", "cast remove", "cast talk", "cast speak"}

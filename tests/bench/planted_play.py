"""A story with planted facts, lived through by an engine with a scribe behind the turns; what it then knows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from engine.actions.house import settings as settings_actions
from engine.db.chats import sessions
from engine.db.house import work
from engine.rules.recall.remembering.sources import CHRONICLE
from engine.values.house.setting_scopes import SettingScope
from tests.bench.planted import Fact, Tale
from tests.servers.model import say
from tests.servers.scribe import scribe
from tests.turns.remembering import WordEmbedder, at, past
from tests.turns.room import Room

BEGAN: Final = datetime(2026, 1, 5, 9, tzinfo=UTC)
A_TURN: Final = timedelta(minutes=20)
AT_ONCE: Final = 50
"""Turns that are written before what is due is done."""

EVERYTHING: Final[Mapping[str, str]] = {
    "mode": "story",
    "story_pages": "on",
    "summary": "auto",
    "facts": "on",
    "evolve": "on",
    "recall": "on",
    "background_tokens": "100000000",
}
NOTHING: Final[Mapping[str, str]] = {
    "mode": "story",
    "story_pages": "off",
    "summary": "off",
    "facts": "off",
    "evolve": "off",
    "recall": "off",
}
CLASSIC: Final[Mapping[str, str]] = {**NOTHING, "summary": "classic"}


@dataclass(frozen=True, slots=True)
class Answers:
    """Which facts could be answered from the prompts in which they were asked, and which could not."""

    found: tuple[Fact, ...]
    lost: tuple[Fact, ...]


async def put(room: Room, settings: Mapping[str, str]) -> None:
    """Settings of the room's space."""
    for name, value in settings.items():
        await settings_actions.put(room.engine.ctx, room.here, SettingScope.SPACE, name, value)


async def lived(room: Room, told: Tale, settings: Mapping[str, str]) -> None:
    """Everything in the story was said, and what was due meanwhile is done."""
    await put(room, {"language": told.language, "debounce": "0", **settings})
    room.change(embedder=WordEmbedder())
    room.model.answer = lambda _: say("嗯。" if told.language == "zh" else "Well.")
    room.model.notes = scribe
    for first in range(0, len(told.turns), AT_ONCE):
        await past(room, *told.turns[first : first + AT_ONCE], since=BEGAN + first * A_TURN, every=A_TURN)
        await mark_told(room)
        await room.drain()
    at(room, BEGAN + (len(told.turns) + 1) * A_TURN)


async def mark_told(room: Room) -> None:
    """What follows from something said is due, and the chronicle is to be looked at."""
    channel_head = await sessions.current(room.db, room.here.key)
    assert channel_head is not None, "a session has begun"
    await work.mark_said(room.db, channel_head.session_key)
    await work.mark_due(room.db, channel_head.session_key, CHRONICLE)


async def answers(room: Room, facts: Sequence[Fact]) -> Answers:
    """Each fact is asked for once."""
    found: list[Fact] = []
    lost: list[Fact] = []
    for it in facts:
        await room.say(it.question)
        prompt = "\n".join(text for _, text in room.prompt()).casefold()
        (found if it.key.casefold() in prompt else lost).append(it)
    return Answers(tuple(found), tuple(lost))

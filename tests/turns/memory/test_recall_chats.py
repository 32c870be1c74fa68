"""In a private place to chat, the character remembers the person's other chats with it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from engine.actions.characters import characters
from engine.actions.chats import sessions
from engine.actions.house import settings
from engine.turns.intake.accept import resolve
from engine.values.house.setting_scopes import SettingScope
from tests.turns.remembering import asked, past, remembering
from tests.turns.room import Room

MARCH = datetime(2026, 3, 2, 9, tzinfo=UTC)
LATER = datetime(2026, 3, 20, 9, tzinfo=UTC)
SAID = "My sister Tamsin breeds falcons."


async def private(room: Room, mode: str) -> None:
    """The room is read by one person alone; in its first chat something was said, and a second chat has begun."""
    await remembering(room, now=LATER)
    room.origin = replace(room.origin, private=True)
    room.here = await resolve(room.ctx, room.origin)
    for name, value in {"budget_tokens": "2000", "facts": "off", "mode": mode}.items():
        await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, name, value)
    await past(room, (SAID, "How lovely."), since=MARCH)
    info = next(it for it in await characters.listed(room.engine.ctx, room.here) if it.name == "Mira")
    await sessions.new(room.engine.ctx, room.engine.runner, room.here, "Ann", info.id)


async def test_a_private_chat_remembers_the_person_s_other_chats(room: Room) -> None:
    """A companion knows nothing any more of what it was told, as soon as somebody begins a new chat."""
    await private(room, "chat")
    assert SAID in await asked(room, "What does Tamsin breed?")


async def test_a_private_story_stays_to_itself(room: Room) -> None:
    """What was said in one story turns up in another that has nothing to do with it."""
    await private(room, "story")
    assert SAID not in await asked(room, "What does Tamsin breed?")


async def test_a_third_chat_remembers_the_second_as_well(room: Room) -> None:
    """Only the newest or only the oldest of somebody's chats is remembered."""
    await private(room, "chat")
    await past(room, ("My brother Corwin mends clocks.", "Clever."), since=MARCH + timedelta(days=1))
    info = next(it for it in await characters.listed(room.engine.ctx, room.here) if it.name == "Mira")
    await sessions.new(room.engine.ctx, room.engine.runner, room.here, "Ann", info.id)
    lines = await asked(room, "What does Tamsin breed, and what does Corwin mend?")
    assert SAID in lines
    assert "Corwin mends clocks" in lines

"""What was thrown away is gone."""

from datetime import timedelta

import pytest

from engine.actions.characters import characters, presets, worlds
from engine.actions.chats import savepoints, undoing
from engine.actions.chats import sessions as sessions_actions
from engine.actions.memory import garden
from engine.db.chats import sessions
from engine.values.chats.sessions import SessionStatus
from tests.servers.model import fail, say
from tests.turns.files import CARD, PRESET, WORLD, as_json, bring, meet
from tests.turns.room import Room

SECRET = "where the lamp is hidden"


@pytest.mark.calendar
async def test_emptying_the_trash_leaves_no_word(room: Room) -> None:
    """Somebody throws a conversation away, and its messages can still be read in the database years later."""
    room.model.answer = lambda _: say(f"Nobody knows {SECRET}.")
    await room.say(f"I know {SECRET}.")
    await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    await room.say(f"I know {SECRET}.")
    room.model.script(*[fail(503)] * 3)
    await room.say(f"Tell me {SECRET}.")
    assert await room.due()
    await savepoints.save(room.engine.ctx, room.here, SECRET)
    await sessions_actions.put_away(room.engine.ctx, room.engine.runner, room.here, None, SessionStatus.TRASHED)
    await room.sql("UPDATE session SET trashed_at = now() - interval '31 days' WHERE space_id = $1", room.here.space)
    assert await _tables_with(room, SECRET)
    assert await sessions.empty_trash(room.db, timedelta(days=30)) == 1
    assert await _tables_with(room, SECRET) == []
    assert not await room.due()


async def _tables_with(room: Room, words: str) -> list[str]:
    tables = await room.sql(
        "SELECT table_name AS name FROM information_schema.columns "
        "WHERE table_schema = current_schema AND column_name = 'space_id' ORDER BY 1"
    )
    found = "SELECT 1 FROM {} AS it WHERE it.space_id = $1 AND it::text LIKE $2 LIMIT 1"
    return [it["name"] for it in tables if await room.sql(found.format(it["name"]), room.here.space, f"%{words}%")]


async def test_what_is_deleted_is_written_down_without_words(room: Room) -> None:
    """Something is gone from a server, and whoever looks after it cannot see who did it; or reads what it said."""
    room.model.answer = lambda _: say(f"Nobody knows {SECRET}.")
    engine, here = room.engine, room.here
    card = {**CARD, "data": {**CARD["data"], "name": SECRET}}
    character = await meet(room, as_json(card))
    book, preset = await bring(room, as_json(WORLD), f"{SECRET}.json"), await bring(room, as_json(PRESET), "mine.json")
    await room.say("Who is there?")
    written = [await garden.add(engine.ctx, engine.runner, here, f"{SECRET} {n}") for n in range(3)]
    await garden.delete(engine.ctx, engine.runner, here, (written[0],))
    await garden.delete(engine.ctx, engine.runner, here, (written[1], written[2]))
    await savepoints.delete_save(engine.ctx, here, (await savepoints.save(engine.ctx, here, SECRET)).id)
    await worlds.delete(engine.ctx, here, book.id)
    await presets.delete(engine.ctx, here, preset.id)
    await characters.throw_away(engine.ctx, here, character)
    await sessions_actions.put_away(engine.ctx, engine.runner, here, None, SessionStatus.TRASHED)
    rows = await room.sql("SELECT person_id, act, body FROM audit WHERE space_id = $1 ORDER BY id", here.space)
    noted = [(it["person_id"], it["body"]["kind"], it["body"]["count"]) for it in rows if it["act"] == "delete"]
    kinds = [("memories", 2), ("save", 1), ("book", 1), ("preset", 1), ("character", 1), ("chat", 1)]
    assert noted == [(here.person, *it) for it in kinds]
    assert SECRET not in str([it["body"] for it in rows])

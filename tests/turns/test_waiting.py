"""When what arrived is taken up: after a burst, after catching up, by one process, and never where nobody is."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions.house import settings
from engine.turns.intake.burst import LONGEST
from engine.values.chats.places import Address
from engine.values.house.setting_scopes import SettingScope
from tests.servers.model import Finish, Gate, ModelServer, Script, fail, say
from tests.turns.room import Room, config_for, enter, new_origin, opened


async def test_nothing_is_answered_while_catching_up(room: Room) -> None:
    """After an outage each of thirty missed messages gets a reply of its own."""
    room.model.answer = lambda _: say("To all.")
    with room.engine.turns.catching_up([room.here.key]):
        for text in ("One.", "Two.", "Three."):
            await room.accept(text)
        await room.runner.sweep()
        await room.idle()
        assert not room.model.generations
    await room.idle()
    assert len(room.model.generations) == 1
    assert [text for role, text in room.prompt() if role == "user"] == ["One.", "Two.", "Three."]


async def test_what_runs_while_catching_up(room: Room) -> None:
    """A reply is begun anew, or followed by another, for each message that is read from the history."""
    gate = Gate()
    room.model.script(Script(["First.", Finish()], before=gate), say("Second."))
    await room.accept("One.")
    await gate.reached()
    with room.engine.turns.catching_up([room.here.key]):
        await room.accept("Two.")
        gate.open()
        await room.idle()
        assert [it.text for it in room.ended] == ["First."]
    await room.idle()
    assert [it.text for it in room.ended] == ["First.", "Second."]


async def test_a_turn_that_is_followed_waits_for_the_burst(room: Room) -> None:
    """Who writes three lines while the character speaks gets an answer to the first of them."""
    gate = Gate()
    room.model.script(Script(["First.", gate, Finish()]), say("Second."))
    await room.accept("One.")
    await room.grew("First")
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "debounce", "0.3")
    await room.accept("Two.")
    gate.open()
    await room.shown.until(lambda it: len(room.ended) == 1)
    await room.accept("Three.")
    await room.idle()
    assert [it.text for it in room.ended] == ["First.", "Second."]
    assert [text for role, text in room.prompt() if role == "user"] == ["One.", "Two.", "Three."]


async def test_typing_is_waited_for(room: Room) -> None:
    """Somebody is answered in the middle of their second sentence."""
    room.model.answer = lambda _: say("To both.")
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "debounce", "0.4")
    await room.accept("One")
    (service,) = room.runner._serving.values()
    assert service.burst is not None
    before = service.burst.settled
    room.engine.turns.typing(room.origin)
    assert service.burst.settled == pytest.approx(before + (LONGEST - 1) * 0.4)
    room.engine.turns.typing(replace(room.origin, channel="elsewhere"))
    await room.idle()
    assert len(room.model.generations) == 1


@pytest.fixture
async def rooms(database_url: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[tuple[Room, Room]]:
    """The same channel as two processes see it."""
    origin = new_origin()
    config = config_for(database_url, tmp_path, model)
    async with opened(config, origin.platform) as one, opened(config, origin.platform) as two:
        yield await enter(one, model, origin), await enter(two, model, origin, card=None)


async def test_another_process_waits_for_the_burst_too(rooms: tuple[Room, Room]) -> None:
    """With two daemons every burst is torn into pieces."""
    first, second = rooms
    first.model.answer = lambda _: say("To both.")
    await settings.put(first.engine.ctx, first.here, SettingScope.SPACE, "debounce", "0.5")
    await first.accept("One.")
    await second.runner.sweep()
    await second.idle()
    assert not second.model.generations
    await first.accept("Two.")
    await first.idle()
    assert [text for role, text in first.prompt() if role == "user"] == ["One.", "Two."]
    assert len(first.model.generations) == 1


async def test_what_a_dead_process_waited_for(rooms: tuple[Room, Room]) -> None:
    """A message that came just before a crash is never answered."""
    first, second = rooms
    second.model.answer = lambda _: say("I am here.")
    await settings.put(first.engine.ctx, first.here, SettingScope.SPACE, "debounce", "15")
    await first.accept("Anybody?")
    await first.sql("UPDATE inbox SET received_at = now() - interval '61 s' WHERE space_id = $1", first.here.space)
    await second.runner.sweep()
    await second.idle()
    assert [it.text for it in second.ended] == ["I am here."]


async def test_leaving_a_channel(room: Room) -> None:
    """In a channel that was deleted the character writes on, and what it wrote turns up later."""
    gate = Gate()
    room.model.script(Script(["Half a ", gate, "reply.", Finish()]))
    await room.accept("One.")
    await room.grew("Half")
    await room.accept("Two.")
    origin = room.origin
    await room.engine.turns.leave(Address(origin.platform, origin.space, ""))
    await asyncio.wait_for(room.model.generations[0].closed.wait(), 1.0)
    assert room.model.generations[0].left
    await room.idle()
    before = await _all(room)
    gate.open()
    await room.ctx.saver.flush()
    await room.runner.sweep()
    await room.idle()
    assert await _all(room) == before, "a late write"
    assert not room.ended
    assert [(it["state"], it["outcome"]) for it in await room.turns()] == [("interrupted", "left")]
    assert {state for _, _, state, _, _ in await room.outbox()} <= {"unknown"}
    room.model.script(say("Back again."))
    await room.say("Three.")
    assert room.ended[-1].text == "Back again."


async def _all(room: Room) -> list[str]:
    tables = ("entry", "inbox", "outbox", "turn", "draft", "due")
    found: list[str] = []
    for table in tables:
        rows = await room.sql(f"SELECT it::text AS row FROM {table} AS it WHERE space_id = $1", room.here.space)
        found += sorted(it["row"] for it in rows)
    return found


async def test_late_answers_of_two_channels(room: Room, model: ModelServer) -> None:
    """When the model fails in two channels that play one story, only one of them is answered later."""
    thread = await enter(room.engine, model, replace(room.origin, channel="thread"), card=None)
    (channel_head,) = await room.sql("SELECT * FROM stand WHERE space_id = $1", room.here.space)
    await room.sql(
        "INSERT INTO branch (space_id, session_id, id, parent, forked_at, reason) VALUES ($1, $2, 9, 1, 2, 'branch')",
        room.here.space,
        channel_head["session_id"],
    )
    await room.sql(
        "WITH made AS (INSERT INTO stand (space_id, session_id, channel_id, branch_id) VALUES ($1, $2, $3, 9) "
        "RETURNING id) UPDATE channel SET stand_id = made.id FROM made WHERE channel.space_id = $1 AND channel.id = $3",
        room.here.space,
        channel_head["session_id"],
        thread.here.channel,
    )
    for each in (room, thread):
        model.script(*[fail(503)] * 3)
        await each.say(f"Hello {each.origin.channel}?")
    stands = [it["body"]["stand"] for it in await room.due() if it["kind"].startswith("answer.")]
    assert len(set(stands)) == 2

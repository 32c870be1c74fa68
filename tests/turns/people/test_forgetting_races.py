"""Work behind the turns that had read what goes, and stores after it has gone: nothing comes back, whoever is first."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from engine.actions.house import settings
from engine.actions.people import forgetting
from engine.db.memory import memories
from engine.db.postgres.pool import Statements
from engine.jobs.memory.diary import due_pages
from engine.values.chats.incoming import Incoming, IncomingKind
from engine.values.house.setting_scopes import SettingScope
from engine.values.ids import SessionKey
from engine.values.memory.memories import NewMemory
from tests.servers.model import NEW_FACT, Gate, Script, Seen, nothing_to_note, say
from tests.turns.people.test_forgetting import everything, now, say_as
from tests.turns.remembering import WordEmbedder, at
from tests.turns.room import Room

pytestmark = pytest.mark.share(2)

BIRD = "Rosalind"
Going = Callable[[Room], Coroutine[Any, Any, object]]


async def _forgotten(room: Room) -> None:
    who = await room.engine.places.resolve(replace(room.origin, person="Ysolde", person_name="Ysolde"))
    await forgetting.forget_me(room.engine.ctx, room.engine.runner, who)


async def _deleted(room: Room) -> None:
    origin = replace(room.origin, person="Ysolde", person_name="Ysolde")
    room.changes += 1
    gone = Incoming(origin, f"gone{room.changes}", "", await now(room), room.position, IncomingKind.DELETE, target="y1")
    await room.engine.turns.accept(gone)
    await room.idle()


BOTH = pytest.mark.parametrize("going", [_forgotten, _deleted], ids=["forgotten", "deleted"])


async def _told(room: Room) -> None:
    """Ysolde tells of her bird, and nothing has been made of it."""
    room.model.answer = lambda _: say("I see.")
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "mode", "chat")
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "debounce", "0")
    await say_as(room, "Ysolde", f"My bird is called {BIRD}.", "y1")
    await say_as(room, "Ben", "Is it a parrot?", "b1")


async def _meanwhile(room: Room, gate: Gate, going: Going) -> None:
    """All that is due is done; while some of it waits behind the gate, something is erased."""
    async with asyncio.TaskGroup() as both:
        both.create_task(room.drain())
        await gate.reached()
        await going(room)
        gate.open()
    await room.drain()


async def _left(room: Room) -> list[str]:
    return [it for it in await everything(room, BIRD) if f'"space_id":{room.here.space},' in it]


@BOTH
async def test_notes_that_are_being_taken(room: Room, going: Going) -> None:
    """The model is asked what to note, the message goes, and the note about it is stored."""
    await _told(room)
    gate, asked = Gate(), []

    def notes(seen: Seen) -> Script:
        if seen.errand != {"topics", "facts"}:
            return nothing_to_note(seen)
        lines = [json.loads(it) for it in seen.prompt.splitlines() if it.startswith('{"n"')]
        facts = [
            {
                "about": about,
                "scope": scope,
                "text": f"The bird is {BIRD}.",
                "sources": [it["n"]],
                **NEW_FACT,
            }
            for it in lines
            if BIRD in it["text"]
            for about, scope in ((it["id"], "person"), ("nobody", "story"))
        ]
        topics = [{"message": it["n"], "topic": f"bird {BIRD}"} for it in lines if BIRD in it["text"]]
        asked.append(len(facts))
        return replace(say(json.dumps({"topics": topics, "facts": facts})), before=gate if len(asked) == 1 else None)

    room.model.notes = notes
    await _meanwhile(room, gate, going)
    assert asked[0] == 2
    assert await _left(room) == []


@BOTH
async def test_a_page_that_is_being_written(room: Room, going: Going) -> None:
    """The model writes of a day, a message of it goes, and the page tells it."""
    evening = datetime(2040, 3, 5, 13, 0, tzinfo=UTC)
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "diary_turns", "1")
    room.stand_still(evening)
    await _told(room)
    await room.sql("UPDATE entry SET said_at = $2 WHERE space_id = $1", room.here.space, evening)
    await room.drain()
    at(room, evening + timedelta(hours=14))
    gate, written = Gate(), []

    def notes(seen: Seen) -> Script:
        if seen.errand != {"page"}:
            return nothing_to_note(seen)
        written.append(BIRD in seen.prompt)
        told = BIRD if written[-1] else "nothing"
        return replace(
            say(json.dumps({"page": f"They told me of {told}."})), before=gate if len(written) == 1 else None
        )

    room.model.notes = notes
    await due_pages(room.ctx)
    await _meanwhile(room, gate, going)
    assert written[0]
    assert await _left(room) == []


class SlowEmbedder(WordEmbedder):
    """Stands at a gate with the texts it was given."""

    def __init__(self, gate: Gate) -> None:
        super().__init__()
        self.gate = gate
        self.waited = False

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        made = await super().embed(texts)
        if any(BIRD in it for it in texts) and not self.waited:
            self.waited = True
            await self.gate.stand()
        return made


@BOTH
async def test_vectors_that_are_being_made(room: Room, going: Going) -> None:
    """A vector of what was erased is stored, or one of the next message that was made with its words."""
    await _told(room)
    gate = Gate()
    embedder = SlowEmbedder(gate)
    room.change(embedder=embedder)
    await _meanwhile(room, gate, going)
    assert await _left(room) == []
    rows = await room.sql(
        """
        SELECT derived.text, memory.derived_id IS NULL AS orphan, it.v FROM memory_vector AS it
        JOIN derived ON derived.space_id = it.space_id AND derived.id = it.derived_id
        LEFT JOIN memory ON memory.space_id = it.space_id AND memory.derived_id = it.derived_id
        WHERE it.space_id = $1
        """,
        room.here.space,
    )
    assert {it["text"] for it in rows} >= {"Is it a parrot?"}
    (fresh,) = await embedder.embed(["Is it a parrot?"])
    behind = [it["v"].to_list() for it in rows if it["text"] == "Is it a parrot?"]
    likeness = [sum(a * b for a, b in zip(it, fresh, strict=True)) for it in behind]
    assert all(it > 0.99 for it in likeness), "made with the words before it"


@BOTH
async def test_messages_that_become_memories(room: Room, going: Going) -> None:
    """A message that goes in the very moment in which it becomes a memory stays one."""
    await _told(room)
    gate = Gate()

    async def stored(on: Statements, key: SessionKey, rows: Sequence[NewMemory]) -> list[int | None]:
        made = await memories.remember(on, key, rows)
        if any(BIRD in it.text for it in rows):
            await gate.stand()
        return made

    async with asyncio.TaskGroup() as both:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("engine.jobs.memory.remember.memories", SimpleNamespace(remember=stored))
            both.create_task(room.drain())
            await gate.reached()
            erasing = both.create_task(going(room))  # waits for the transaction that remembers
            await _until_somebody_waits(room)
            assert not erasing.done()
            gate.open()
            await erasing
    await room.drain()
    assert await _left(room) == []


async def _until_somebody_waits(room: Room) -> None:
    waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    while not await room.sql(waits):
        pass

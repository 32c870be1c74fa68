"""What is said becomes memory: every message once, where it was said, and nothing that came of it outlives it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from engine.actions.chats import replies
from engine.actions.story import notes
from engine.db.chats import arrivals
from engine.db.house import work
from engine.db.postgres.pool import Database, Transaction, open_database
from engine.erase import erase
from engine.jobs.memory.embed import Embedding
from engine.jobs.memory.remember import BATCH, remember
from engine.rules.recall.remembering.sources import EMBED, REMEMBER
from engine.work.clock import SystemClock
from engine.work.due import Alone, DueWork
from engine.work.tasks import Tasks
from tests.servers.model import ModelServer, say
from tests.turns.files import CHAT, as_lines, bring
from tests.turns.remembered import append, claimed, is_exact, memories, number_replies, session, texts
from tests.turns.room import Room, config_for, enter, new_origin, opened


async def test_messages_are_remembered_where_they_were_said(room: Room) -> None:
    """A character forgets what was said, or mixes up who said it and when."""
    number_replies(room)
    await room.say("My boat is called Tern.", "ok", "She leaks.")
    await room.drain()
    rows = await memories(room)
    said = [(it["nth"], it["tag"], it["person_id"] is not None, it["text"]) for it in rows]
    assert said == [
        (2, "user_input", True, "My boat is called Tern."),
        (3, "ai_output", False, "Reply 1."),
        (5, "ai_output", False, "Reply 2."),
        (6, "user_input", True, "She leaks."),
        (7, "ai_output", False, "Reply 3."),
    ]
    entries = {(it["branch_id"], it["seq"]): it for it in await room.log()}
    (character,) = {it["holder"] for it in rows}
    for row in rows:
        entry = entries[row["branch_id"], row["seq"]]
        assert (row["text"], row["person_id"], row["character_id"]) == (
            entry["text"],
            entry["person_id"],
            entry["character_id"],
        )
        assert (row["from_seq"], row["to_seq"], row["source_branch"]) == (row["seq"], row["seq"], row["branch_id"])
        assert (row["people"], row["characters"], row["n"]) == ([room.here.person], [character], 0)
        assert row["occurred_at"] == row["until"]
    await is_exact(room)
    assert [it for it in await room.due() if it["kind"] in ("remember", "embed")] == []


async def test_what_is_said_later_is_remembered_once(room: Room) -> None:
    """Everything is remembered again with each message, and recalled so many times."""
    number_replies(room)
    for text in ("One boat.", "Two boats.", "Three boats."):
        await room.say(text)
        await room.drain()
        await is_exact(room)
    await work.mark_said(room.db, await session(room))
    await room.drain()
    await is_exact(room)
    assert [it["nth"] for it in await memories(room)] == [2, 3, 4, 5, 6, 7]


async def test_another_reply_is_remembered_beside_the_first(room: Room) -> None:
    """The reply that nobody wanted is recalled, or the one in its place is not."""
    answers = iter(["At noon.", "At dusk."])
    room.model.answer = lambda _: say(next(answers))
    await room.say("When do we sail?")
    await room.drain()
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    await room.drain()
    rows = [(it["branch_id"], it["nth"], it["text"]) for it in await memories(room)]
    assert rows == [(1, 2, "When do we sail?"), (1, 3, "At noon."), (2, 3, "At dusk.")]


async def test_an_edit_ends_the_old_text(room: Room) -> None:
    """What somebody took back is recalled for ever, or what they meant is not."""
    number_replies(room)
    await room.say("My boat is called Tern.", "Is it late?")
    await room.drain()
    await room.edit("m1", "My boat is called Gull.")
    await room.idle()
    await room.drain()
    assert "My boat is called Gull." in await texts(room)
    assert "My boat is called Tern." not in await texts(room)
    old, new = (it for it in await memories(room) if it["text"].startswith("My boat"))
    assert (new["nth"], new["occurred_at"], new["from_seq"]) == (old["nth"], old["occurred_at"], old["from_seq"])
    assert (new["n"], new["seq"]) == (new["seq"], new["seq"])
    assert new["seq"] > old["seq"]
    await room.edit("m1", "ok")
    await room.idle()
    await room.drain()
    assert not any(it.startswith("My boat") for it in await texts(room))


async def test_an_edit_before_the_old_text_was_remembered(room: Room) -> None:
    """An edit right after the message leaves both texts in memory."""
    number_replies(room)
    await room.say("My boat is called Tern.")
    await room.edit("m1", "My boat is called Gull.")
    await room.idle()
    await room.edit("m1", "My boat is called Skua.")
    await room.idle()
    await room.drain()
    assert [it for it in await texts(room) if it.startswith("My boat")] == ["My boat is called Skua."]


async def test_a_deleted_message_is_not_remembered(room: Room) -> None:
    """What somebody deletes stays in the memory of the character, in words or in vectors."""
    number_replies(room)
    await room.say("My secret is 4711.", "Is it late?")
    await room.drain()
    await room.delete("m1")
    await room.idle()
    await room.drain()
    assert "My secret is 4711." not in await texts(room, live=False)
    await work.mark_said(room.db, await session(room))
    await room.sql("DELETE FROM remembered WHERE space_id = $1", room.here.space)
    await room.drain()
    assert "My secret is 4711." not in await texts(room, live=False), "nor when all is read anew"


async def test_hidden_messages_are_not_recalled(room: Room) -> None:
    """What was hidden from the model comes back as a memory; or what is shown again does not."""
    number_replies(room)
    await room.say("My boat is called Tern.", "It is late.")
    await room.drain()
    others = ["It is late.", "Reply 1.", "Reply 2."]
    for name in ("Gull", "Skua"):
        await notes.hide(room.engine.ctx, room.engine.runner, room.here, (4, 4))
        await room.drain()
        assert sorted(await texts(room)) == others
        await room.edit("m1", f"My boat is called {name}.")
        await room.idle()
        await room.drain()
        assert sorted(await texts(room)) == others, "an edit does not show it"
        await notes.hide(room.engine.ctx, room.engine.runner, room.here, (4, 1), hidden=False)
        await room.drain()
        assert sorted(await texts(room)) == [*others[:1], f"My boat is called {name}.", *others[1:]]
    shown = next(it for it in await memories(room, live=True) if "Skua" in it["text"])
    assert (shown["nth"], shown["vectors"]) == (2, 1)


async def test_an_imported_chat_is_remembered(room: Room) -> None:
    """People who move here from another program start with a character who remembers nothing."""
    await bring(room, as_lines(CHAT), "chat.jsonl")
    await room.drain()
    live = [(it["branch_id"], it["nth"], it["text"]) for it in await memories(room, live=True)]
    assert (1, 3, "Light it again.") in live
    assert (1, 4, "It burns.") in live
    assert {"No oil.", "Wait."} <= {text for branch, _, text in live if branch > 1}
    assert "A secret." not in [text for _, _, text in live], "it was hidden there"
    assert {it["occurred_at"].year for it in await memories(room)} == {2024}


@pytest.mark.share(2)
async def test_a_long_chat_is_read_in_parts(room: Room) -> None:
    """A chat of years is read in one go that blocks everything, or its parts overlap or leave gaps."""
    await append(room, 2 * BATCH + 50)
    await room.drain()
    await is_exact(room)
    assert [it["nth"] for it in await memories(room)] == list(range(2, 2 * BATCH + 52))


@pytest.mark.share(2)
async def test_two_processes_remember_once(database_url: str, model: ModelServer, tmp_path: Path) -> None:
    """Two processes on one database double memories, or lose some of them."""
    origin, tasks = new_origin(), Tasks()
    async with (
        opened(config_for(database_url, tmp_path, model), origin.platform) as engine,
        _second_door(database_url) as other,
    ):
        rooms = [await enter(engine, model, replace(origin, space=f"space{n}")) for n in range(4)]
        workers = [_worker(rooms[0], db, name, tasks) for db, name in ((rooms[0].db, "one"), (other, "two"))]
        for one in workers:
            tasks.start(one.run(), "due")
        for _ in range(50):
            for room in rooms:
                await append(room, 2)
                for one in workers:
                    one.wake()
        for one in workers:
            await one.stop()
        for room in rooms:
            await room.drain()
            await is_exact(room)
            assert len(await memories(room)) == 100
        await tasks.stop()


def _worker(room: Room, db: Database, owner: str, tasks: Tasks) -> DueWork:
    ctx = replace(room.ctx, db=db)
    return DueWork(db, owner, {REMEMBER: partial(remember, ctx), EMBED: Alone(Embedding(ctx))}, SystemClock(), tasks)


@asynccontextmanager
async def _second_door(database_url: str) -> AsyncIterator[Database]:
    database = await open_database(database_url, min_size=1, max_size=4)
    yield database
    await database.close()


class _Held:
    """A database whose transactions wait before they commit. ``written``: everything in one has been done."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.written, self.go = asyncio.Event(), asyncio.Event()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        async with self._db.transaction() as on:
            yield on
            self.written.set()
            await self.go.wait()


async def _somebody_waits(room: Room, text: str) -> None:
    """Return when a statement with ``text`` in it waits for a lock."""
    query = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%' || $1 || '%'"
    while not await room.sql(query, text):
        pass


async def test_deleted_while_it_is_remembered(room: Room) -> None:
    """A message that is deleted just while the job reads it stays in memory for good."""
    number_replies(room)
    await room.say("My secret is 4711.", "Is it late?")
    held = _Held(room.db)
    job = asyncio.ensure_future(remember(replace(room.ctx, db=held), await claimed(room, REMEMBER)))  # type: ignore[arg-type] — all that the job asks of a database
    await held.written.wait()
    await room.delete("m1")
    await _somebody_waits(room, "UPDATE entry SET text = ''")
    held.go.set()
    await job
    await room.idle()
    assert "My secret is 4711." not in await texts(room, live=False)
    assert "Is it late?" in await texts(room)


async def test_remembered_while_it_is_deleted(room: Room) -> None:
    """The same, the other way round: the job reads what is being deleted just then."""
    number_replies(room)
    await room.say("My secret is 4711.", "Is it late?")
    due = await claimed(room, REMEMBER)
    target = (await arrivals.targets(room.db, room.here.key, ["m1"]))["m1"]
    async with room.db.transaction() as on:
        await erase(on, room.here.key, target)
        job = asyncio.ensure_future(remember(room.ctx, due))
        await _somebody_waits(room, "WITH first AS MATERIALIZED")
    await job
    assert "My secret is 4711." not in await texts(room, live=False)
    assert "Is it late?" in await texts(room)


async def test_edited_while_it_is_remembered(room: Room) -> None:
    """A message that is edited just while the job reads it is remembered with both texts."""
    number_replies(room)
    await room.say("My boat is called Tern.")
    held = _Held(room.db)
    job = asyncio.ensure_future(remember(replace(room.ctx, db=held), await claimed(room, REMEMBER)))  # type: ignore[arg-type] — all that the job asks of a database
    await held.written.wait()
    await room.edit("m1", "My boat is called Gull.")
    await _somebody_waits(room, "INSERT INTO due")
    held.go.set()
    await job
    await room.idle()
    await room.drain()
    assert [it for it in await texts(room) if it.startswith("My boat")] == ["My boat is called Gull."]

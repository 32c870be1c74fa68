"""Memories are stored once, with their words counted, and go with what they were made from."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from engine.db.chats import sessions
from engine.db.memory import derivations, memories, progress, vectors
from engine.db.people import erasure, personas
from engine.db.postgres.pool import Database, Statements
from engine.errors import DatabaseConstraint
from engine.rules.recall.words.words import hashed, terms
from engine.values.chats.entries import NewDerived, Place, Range, Retirement
from engine.values.chats.row_bodies import RowMarks
from engine.values.chats.sessions import SessionStatus
from engine.values.memory.memories import Memory, MemoryKind, Tag
from engine.values.memory.memory_bodies import MemoryBody
from engine.values.story.notes import UserPersona
from tests.conftest import Sql
from tests.stores.memory_room import FORK, NOON, MemoryRoom, memory_room

BODY = MemoryBody(page=3, marks=RowMarks(was="boat", more=(("kept", [1]),)))
TABLES = ("derived", "source", "memory", "memory_vector", "word", "word_count", "remembered")


@pytest.fixture
async def room(db: Database) -> MemoryRoom:
    return await memory_room(db)


async def counts(room: MemoryRoom, sql: Sql) -> dict[int, tuple[int, int]]:
    """What is counted of each word: memories, times."""
    rows = await sql("SELECT term, memories, times FROM word_count WHERE session_id = $1", room.key.session)
    return {row["term"]: (row["memories"], row["times"]) for row in rows}


async def recounted(room: MemoryRoom, sql: Sql) -> dict[int, tuple[int, int]]:
    """The same from the words themselves."""
    rows = await sql(
        "SELECT term, count(*) AS memories, sum(times) AS times FROM word WHERE session_id = $1 GROUP BY term "
        "UNION ALL SELECT 0, count(*), sum(words) FROM memory WHERE session_id = $1 HAVING count(*) > 0",
        room.key.session,
    )
    return {row["term"]: (row["memories"], row["times"]) for row in rows}


async def test_everything_of_a_memory_comes_back(room: MemoryRoom) -> None:
    """What was remembered would be told with another time, another speaker, or without its source."""
    new = room.said(
        2,
        "the boat 小船",
        about=(7, 9),
        characters=(room.character,),
        pinned=True,
        body=BODY,
        sources=(Range(1, 2, 2), Range(1, 1, 1)),
        until=NOON + timedelta(days=3),
    )
    (number,) = await room.keep(new)
    await derivations.derive(room.db, room.key, NewDerived("topic", new.place, new.holder, new.sources, "boats"))
    assert await memories.read(room.db, room.scope, [number]) == [
        Memory(
            id=number,
            session=room.key,
            kind=MemoryKind.SAID,
            tag=Tag.USER_INPUT,
            place=Place(1, 2),
            holder=room.character,
            text="the boat 小船",
            occurred_at=NOON + timedelta(days=2),
            until=NOON + timedelta(days=3),
            from_seq=1,
            to_seq=2,
            nth=2,
            person=room.here.person,
            speaker="Mo",
            topic="boats",
            about=(7, 9),
            pinned=True,
            body=BODY,
            sources=(Range(1, 1, 1), Range(1, 2, 2)),
        )
    ]


async def test_speakers_are_called_what_they_are_called_now(room: MemoryRoom, sql: Sql) -> None:
    """The character would quote a person under a name they no longer go by, or itself as nobody."""
    made = await sql(
        "INSERT INTO person (platform, external, name) VALUES ('test', gen_random_uuid(), 'Bo') RETURNING id"
    )
    person = made[0]["id"]
    mine, its = await room.keep(
        room.said(1, "one", person=person),
        room.said(2, "two", person=None, character=room.character, tag=Tag.AI_OUTPUT),
    )
    assert [it.speaker for it in await memories.read(room.db, room.scope, [its, mine])] == ["Ada", "Bo"]
    persona = await personas.add(room.db, replace(room.here, person=person), UserPersona("Captain"))
    await personas.be(room.db, person, persona)
    assert [it.speaker for it in await memories.read(room.db, room.scope, [its, mine])] == ["Ada", "Captain"]


async def test_remembering_again_changes_nothing(room: MemoryRoom, sql: Sql) -> None:
    """A job that was killed and runs again would make every word look twice as common as it is."""
    rows = [room.said(1, "red boat boat"), room.said(2, "blue boat")]
    first = await memories.remember(room.db, room.key, rows)
    again = await asyncio.gather(
        *(memories.remember(room.db, room.key, [*rows, room.said(3, "lamp")]) for _ in range(4))
    )
    assert None not in first
    assert all(it[:2] == [None, None] for it in again)
    assert len([it for it in again if it[2] is not None]) == 1
    assert len(await room.all()) == 3
    found = await counts(room, sql)
    assert found == await recounted(room, sql)
    assert found[hashed("boat")] == (2, 3)
    assert found[0] == (3, 6)


async def test_a_memory_twice_in_one_batch_is_one(room: MemoryRoom, sql: Sql) -> None:
    """An entry that two branches bring up would be remembered twice."""
    made = await memories.remember(room.db, room.key, [room.said(1, "boat"), room.said(1, "boat")])
    assert [it is None for it in made] == [False, True]
    assert await counts(room, sql) == await recounted(room, sql)


async def test_a_batch_is_stored_whole_or_not_at_all(room: MemoryRoom, sql: Sql) -> None:
    """Half a batch would be taken for the whole, and the rest never be remembered."""
    with pytest.raises(DatabaseConstraint):
        await memories.remember(room.db, room.key, [room.said(1, "boat"), room.said(2, "x", place=Place(9, 2))])
    assert await counts(room, sql) == {}
    assert await room.all() == []
    assert await memories.remember(room.db, room.key, []) == []


async def test_two_writers_count_all_words(room: MemoryRoom, sql: Sql) -> None:
    """Two processes that remember at once would lose counts, or wait for each other for ever."""
    text = " ".join(f"w{n}" for n in range(60))
    backwards = dict(reversed(terms(text).items()))
    writers = [room.said(n, text, terms=backwards if n % 2 else terms(text)) for n in range(1, 9)]
    await asyncio.gather(*(memories.remember(room.db, room.key, [it]) for it in writers))
    assert (await counts(room, sql))[hashed("w0")] == (8, 8)


async def test_nothing_is_made_from_what_has_been_erased(room: MemoryRoom, sql: Sql) -> None:
    """Somebody deletes a message, and a job that had read it before brings it back."""
    await erasure.empty_entries(room.db, room.key, [Place(1, 2)])
    rows = [
        room.said(1, "one"),
        room.said(2, "two"),
        room.said(3, "three", sources=(Range(2, 1, 5),), place=Place(2, 5)),
    ]
    made = await memories.remember(room.db, room.key, [*rows, room.said(3, "after", sources=(Range(2, 3, 5),))])
    assert [it is None for it in made] == [False, True, True, False]
    assert await counts(room, sql) == await recounted(room, sql)


@pytest.mark.parametrize("first", ["erase", "remember"])
async def test_who_erases_and_who_remembers_wait_for_each_other(room: MemoryRoom, first: str) -> None:
    """A message that is deleted in the very moment in which it becomes a memory would stay one."""

    async def erase(on: Statements) -> None:
        await erasure.empty_entries(on, room.key, [Place(1, 2)])
        made = await erasure.made_from(on, room.key, [Place(1, 2)])
        await erasure.remove_derived(on, room.key, [it.id for it in made])

    async def remember(on: Statements) -> None:
        await memories.remember(on, room.key, [room.said(2, "two")])

    async with asyncio.TaskGroup() as both, room.db.transaction() as on:
        await (erase if first == "erase" else remember)(on)
        both.create_task((remember if first == "erase" else erase)(room.db))
        await _until_somebody_waits(room)
    assert await room.all() == []


async def test_forgetting_counts_the_words_no_more(room: MemoryRoom, sql: Sql) -> None:
    """A deleted message would go on deciding which words are rare, and show that they were said."""
    first, second = await room.keep(room.said(1, "red boat"), room.said(2, "blue boat"))
    await erasure.remove_derived(room.db, room.key, [first])
    found = await counts(room, sql)
    assert found == await recounted(room, sql) == {hashed("blue"): (1, 1), hashed("boat"): (1, 1), 0: (1, 2)}
    await erasure.remove_derived(room.db, room.key, [first, second, 0])
    assert await counts(room, sql) == await recounted(room, sql) == {}
    for table in TABLES:
        assert not await sql(f"SELECT FROM {table} WHERE session_id = $1", room.key.session)


async def test_forgetting_and_remembering_at_once_keep_the_counts(room: MemoryRoom, sql: Sql) -> None:
    """What is counted would drift away from what is there, for ever."""
    text = " ".join(f"w{n}" for n in range(40))
    ids = await room.keep(*(room.said(n, text) for n in range(1, 5)))
    await asyncio.gather(
        *(erasure.remove_derived(room.db, room.key, [it]) for it in ids),
        *(memories.remember(room.db, room.key, [room.said(n, text)]) for n in range(5, 9)),
    )
    assert await counts(room, sql) == await recounted(room, sql)
    assert (await counts(room, sql))[0] == (4, 160)


@pytest.mark.calendar
async def test_a_session_goes_with_all_its_memories(room: MemoryRoom, sql: Sql) -> None:
    """A conversation that was thrown away would live on in its memories."""
    await room.keep(room.said(1, "red boat"), room.said(2, "blue boat"))
    await progress.advance(room.db, room.key, "remember", 1, 2)
    assert all([await sql(f"SELECT FROM {table} WHERE session_id = $1", room.key.session) for table in TABLES])
    await sessions.put(room.db, room.key, SessionStatus.TRASHED)
    await sql("UPDATE session SET trashed_at = now() - interval '31 days' WHERE id = $1", room.key.session)
    await sessions.empty_trash(room.db, timedelta(days=30))
    for table in TABLES:
        assert not await sql(f"SELECT FROM {table} WHERE session_id = $1", room.key.session)


async def test_a_new_version_takes_the_place_of_the_old(room: MemoryRoom, sql: Sql) -> None:
    """A corrected memory would be told beside the wrong one, or a restore would not bring the old one back."""
    (old,) = await room.keep(room.said(1, "boat"))
    new = room.said(1, "ship", place=Place(1, 6), kind=MemoryKind.MANUAL, tag=Tag.MANUAL, n=6)
    async with room.db.transaction() as on:
        number = await memories.version(on, room.key, old, new, "edited")
    assert await memories.version(room.db, room.key, old, new, "edited") == number
    assert [it.text for it in await room.all()] == ["ship"]
    assert [it.text for it in await room.all(room.along(FORK))] == ["boat"]
    ends = await sql("SELECT branch_id, seq, by_id, reason FROM retired WHERE derived_id = $1", old)
    assert [tuple(it) for it in ends] == [(1, 6, number, "edited")]
    assert await vectors.lacking(room.db, room.key, room.model, 9) == [vectors.Lacking(number, "ship")]


async def test_pinning_needs_no_new_vector(room: MemoryRoom) -> None:
    """A memory that was pinned could not be found by meaning until the embedder was there again."""
    (old,) = await room.keep(room.said(1, "boat"))
    pinned = room.said(1, "boat", place=Place(1, 6), kind=MemoryKind.MANUAL, pinned=True, n=6)
    number = await memories.version(room.db, room.key, old, pinned, "pinned")
    assert await vectors.lacking(room.db, room.key, room.model, 9) == []
    found = await memories.near(room.db, room.scope, room.model, [1, 1, 0.5], 9)
    assert [(it.id, it.pinned) for it in found] == [(number, True)]
    assert found[0].cosine == pytest.approx(1, abs=0.001)


async def test_vectors_of_what_is_gone_are_passed_over(room: MemoryRoom, sql: Sql) -> None:
    """An embedding that comes back after a message was deleted would keep what it meant, or stop all others."""
    first, second = await room.keep(room.said(1, "one"), room.said(2, "two"))
    other = await vectors.Models().number(room.db, "another", 3)
    assert {it.id for it in await vectors.lacking(room.db, room.key, other, 9)} == {first, second}
    assert room.key in await vectors.sessions_lacking(room.db, other, 100_000)
    await erasure.remove_derived(room.db, room.key, [first])
    for _ in range(2):
        await vectors.put(room.db, room.key, other, {first: [1, 0, 0], second: [0, 2, 0]})
    found = await sql("SELECT derived_id, v::text FROM memory_vector WHERE model_id = $1", other)
    assert [tuple(it) for it in found] == [(second, "[0,1,0]")]
    assert await vectors.lacking(room.db, room.key, other, 9) == []


async def test_models_never_meet(room: MemoryRoom) -> None:
    """After a change of model, questions would be compared with vectors that mean something else."""
    models = vectors.Models()
    other = await models.number(room.db, "a third", 3)
    assert other == await models.number(room.db, "a third", 3) == await vectors.Models().number(room.db, "a third", 3)
    await room.keep(room.said(1, "one"))
    assert await memories.near(room.db, room.scope, other, [1, 0, 0], 9) == []


async def test_progress_never_goes_back(room: MemoryRoom) -> None:
    """A slow worker that finishes late would have everything read again."""
    for branch, seq in ((1, 5), (1, 3), (2, 6)):
        await progress.advance(room.db, room.key, "remember", branch, seq)
    assert await progress.progress(room.db, room.key, "remember") == {1: 5, 2: 6}
    assert await progress.progress(room.db, room.key, "facts") == {}


async def test_retired_is_not_removed(room: MemoryRoom) -> None:
    """Going back to before a memory was deleted would not bring it back."""
    (number,) = await room.keep(room.said(1, "one"))
    await derivations.retire(room.db, room.key, Retirement(number, Place(1, 6), "deleted"))
    assert await room.all() == []
    assert [it.id for it in await room.all(room.along(FORK))] == [number]


async def _until_somebody_waits(room: MemoryRoom) -> None:
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    async with room.db.connection() as connection:
        while not await connection.fetchval(waiting):
            pass


async def test_a_model_of_another_size_is_another_model(room: MemoryRoom) -> None:
    """An endpoint serves another model under the same name: its vectors meet the old ones, and every search fails."""
    names = [("endpoint", 3), ("endpoint", 4), ("endpoint", 3)]
    first = [await vectors.Models().number(room.db, *it) for it in names]
    models = vectors.Models()
    assert [await models.number(room.db, *it) for it in names] == first
    assert first[0] == first[2] != first[1]

"""What is derived: stored once, ended by a row, alive only where it lies."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from engine.db.chats import log, sessions
from engine.db.memory import derivations
from engine.db.postgres.pool import Database
from engine.errors import DatabaseConstraint
from engine.rules.lines import line_of
from engine.values.chats.bodies import MessageBody
from engine.values.chats.entries import Branch, Derived, NewDerived, NewEntry, Place, Range, Retirement
from engine.values.chats.row_bodies import NOTHING_SAID, RowMarks
from engine.values.chats.sessions import ForkReason
from engine.values.ids import SessionKey
from engine.values.story.chronicle_bodies import SummaryBody
from tests.conftest import Sql
from tests.story.places import fresh_character, fresh_place

NOW = datetime(2026, 3, 1, tzinfo=UTC)
BRANCHES = {1: Branch(1), 2: Branch(2, 1, 4)}
TRUNK, FORK = line_of(BRANCHES, 1, 6), line_of(BRANCHES, 2, 5)


@pytest.fixture
async def stored(db: Database) -> tuple[SessionKey, int]:
    """Six messages on a branch, one on a fork behind the fourth; the character that remembers."""
    here = await fresh_place(db)
    character = await fresh_character(db, here)
    channel_head = await sessions.create(db, here.key, seed=1, person=here.person)
    said = [NewEntry(MessageBody(), NOW, f"m{n}") for n in range(6)]
    await log.append(db, channel_head.session_key, 1, 0, said)
    await log.fork(db, channel_head.session_key, 1, 4, ForkReason.BRANCH)
    await log.append(db, channel_head.session_key, 2, 4, said[:1])
    return channel_head.session_key, character


BODY = SummaryBody(until="2026-03-01T09:00:00", marks=RowMarks(was="row -1", more=(("kept", ["安静"]),)))


def row(holder: int, *ranges: Range) -> NewDerived:
    return NewDerived("summary", Place(1, 4), holder, ranges or (Range(1, 1, 4),), "row 0", BODY)


async def texts(db: Database, key: SessionKey) -> tuple[list[str], list[str]]:
    """What is live on the trunk and on the fork."""
    trunk, fork = [await derivations.live(db, key, it, ["summary"]) for it in (TRUNK, FORK)]
    return [it.text for it in trunk], [it.text for it in fork]


async def test_everything_of_a_row_comes_back(db: Database, sql: Sql, stored: tuple[SessionKey, int]) -> None:
    """A memory would forget what it was made from."""
    key, holder = stored
    new = row(holder, Range(1, 3, 4), Range(1, 1, 2))
    number = await derivations.derive(db, key, new)
    assert number is not None
    wanted = Derived(number, "summary", Place(1, 4), holder, "row 0", BODY, 1, 4)
    assert await derivations.live(db, key, TRUNK, ["summary"]) == [wanted]
    sources = await sql("SELECT branch_id, from_seq, to_seq FROM source WHERE derived_id = $1 ORDER BY 2", number)
    assert [tuple(it) for it in sources] == [(1, 1, 2), (1, 3, 4)]


async def test_the_same_derivation_is_stored_once(db: Database, sql: Sql, stored: tuple[SessionKey, int]) -> None:
    """A summary that was made twice, by two processes or after a crash, would be told to the model twice."""
    key, holder = stored
    made = await asyncio.gather(*(derivations.derive(db, key, row(holder)) for _ in range(6)))
    assert len([it for it in made if it is not None]) == 1
    assert await derivations.derive(db, key, replace(row(holder), text="later words")) is None
    assert await texts(db, key) == (["row 0"], ["row 0"])
    assert len(await sql("SELECT FROM source WHERE space_id = $1 AND session_id = $2", key.space, key.session)) == 1


async def test_other_derivations_stand_beside_it(db: Database, stored: tuple[SessionKey, int]) -> None:
    """The second memory of one passage, another character's, or the fork's own would be taken for the first."""
    key, holder = stored
    first = row(holder)
    others = [
        replace(first, n=1),
        replace(first, kind="core", body=NOTHING_SAID),
        replace(first, sources=(Range(1, 2, 4),)),
        replace(first, place=Place(2, 5), sources=(Range(2, 1, 4),)),
    ]
    numbers = [await derivations.derive(db, key, it) for it in (first, *others)]
    assert None not in numbers
    assert len(set(numbers)) == 5


async def test_an_end_counts_where_it_lies(db: Database, stored: tuple[SessionKey, int]) -> None:
    """Forgetting on one branch would forget on the other too, or be undone by going back a little."""
    key, holder = stored
    number = await derivations.derive(db, key, row(holder))
    assert number is not None
    for _ in range(2):
        await derivations.retire(db, key, Retirement(number, Place(1, 5), "superseded"))
    assert await texts(db, key) == ([], ["row 0"])
    assert await derivations.made_from(db, key, TRUNK, 2) == []
    assert [it.id for it in await derivations.made_from(db, key, FORK, 2)] == [number]
    before = line_of(BRANCHES, 1, 4)
    assert [it.id for it in await derivations.live(db, key, before, ["summary"])] == [number]
    await derivations.retire(db, key, Retirement(number, Place(1, 4), "deleted"))
    assert await texts(db, key) == ([], [])


async def test_made_from_means_the_ranges_not_the_gap(db: Database, stored: tuple[SessionKey, int]) -> None:
    """Mending a message would cost memories that never used it."""
    key, holder = stored
    number = await derivations.derive(db, key, row(holder, Range(1, 1, 1), Range(1, 3, 4)))
    made = {seq: [it.id for it in await derivations.made_from(db, key, TRUNK, seq)] for seq in range(1, 7)}
    assert made == {1: [number], 2: [], 3: [number], 4: [number], 5: [], 6: []}


async def test_nothing_is_made_from_nothing(db: Database, sql: Sql, stored: tuple[SessionKey, int]) -> None:
    """A memory with an unknown source could never be found when its source is forgotten."""
    key, holder = stored
    for ranges in ((Range(9, 1, 4),), (Range(1, 4, 1),)):
        with pytest.raises(DatabaseConstraint):
            await derivations.derive(db, key, row(holder, *ranges))
    with pytest.raises(DatabaseConstraint):
        await derivations.retire(db, key, Retirement(1, Place(9, 1), "deleted"))
    assert not await sql("SELECT FROM derived WHERE space_id = $1 AND session_id = $2", key.space, key.session)


async def test_sessions_do_not_see_each_other(db: Database, stored: tuple[SessionKey, int]) -> None:
    """A character would tell in one chat what was said in another."""
    key, holder = stored
    assert await derivations.derive(db, key, row(holder)) is not None
    here = await fresh_place(db)
    other = (await sessions.create(db, here.key, seed=1, person=here.person)).session_key
    assert await texts(db, other) == ([], [])
    assert await derivations.made_from(db, other, TRUNK, 2) == []
    assert await log.entries(db, SessionKey(other.space, key.session), TRUNK) == []

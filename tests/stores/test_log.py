"""The log's own rules: one place, one entry; nothing half; the last messages however many acts lie between them."""

import asyncio
from datetime import UTC, datetime

import pytest

from engine.db.chats import branches, log, sessions
from engine.db.postgres.pool import Database
from engine.errors import DatabaseConstraint
from engine.rules.lines import line_of
from engine.values.chats.bodies import MessageBody, NoteBody, RevisionBody
from engine.values.chats.entries import Branch, EntryStatus, Line, NewEntry, Place
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import ChannelHead, ForkReason
from tests.conftest import Sql
from tests.story.places import fresh_character, fresh_place

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
async def here(db: Database) -> Here:
    return await fresh_place(db)


@pytest.fixture
async def channel_head(db: Database, here: Here) -> ChannelHead:
    return await sessions.create(db, here.key, seed=1, person=here.person)


def message(text: str) -> NewEntry:
    return NewEntry(MessageBody(), NOW, text)


def note(text: str) -> NewEntry:
    return NewEntry(NoteBody(), NOW, text)


def trunk(head: int) -> Line:
    """The line of the first branch."""
    return line_of({1: Branch(1)}, 1, head)


async def test_everything_of_an_entry_comes_back(db: Database, here: Here, channel_head: ChannelHead) -> None:
    """A reply would lose its speaker, its raw text or its tags on the way through the database."""
    character = await fresh_character(db, here)
    said = NewEntry(
        body=MessageBody(emotions=("平静",), more=(("deep", {"n": [1, None, 2.5]}),)),
        said_at=NOW,
        text="安静点。\n“Shh.”",
        person=here.person,
        character=character,
        turn=7,
        status=EntryStatus.INTERRUPTED,
        raw="<calm>安静点。",
        target_seq=3,
    )
    assert await log.append(db, channel_head.session_key, 1, 0, [said]) == 1
    (entry,) = await log.entries(db, channel_head.session_key, trunk(1))
    assert entry.place == Place(1, 1)
    assert entry.person_name == "Mo"
    for name in ("kind", "said_at", "text", "person", "character", "turn", "status", "raw", "target_seq", "body"):
        assert getattr(entry, name) == getattr(said, name), name
    assert await log.messages(db, channel_head.session_key, trunk(1), 1) == [entry]


async def test_a_place_is_taken_once(db: Database, channel_head: ChannelHead) -> None:
    """Two writers would tear a conversation into two that look like one."""
    key = channel_head.session_key
    assert await log.append(db, key, 1, 0, [message("one"), message("two")]) == 2
    with pytest.raises(DatabaseConstraint):
        await log.append(db, key, 1, 1, [message("another two"), message("three")])
    assert [it.text for it in await log.entries(db, key, trunk(2))] == ["one", "two"]
    assert await log.append(db, key, 1, 2, []) == 2


async def test_forks_at_once_get_numbers_of_their_own(db: Database, channel_head: ChannelHead) -> None:
    """Two channels that fork one story at the same moment would share a branch."""
    key = channel_head.session_key
    await log.append(db, key, 1, 0, [message("one")])
    made = await asyncio.gather(*(log.fork(db, key, 1, 1, ForkReason.BRANCH) for _ in range(6)))
    assert sorted(made) == [2, 3, 4, 5, 6, 7]
    assert await log.branches(db, key) == {1: Branch(1)} | {it: Branch(it, 1, 1) for it in made}
    assert await log.head(db, key, 4) == 1


@pytest.mark.parametrize(("parent", "forked_at"), [(None, 3), (1, 0), (9, 1)], ids=["no parent", "no place", "unknown"])
async def test_a_branch_begins_somewhere(
    db: Database, channel_head: ChannelHead, parent: int | None, forked_at: int
) -> None:
    """A branch without a beginning would show a conversation with a hole, or none."""
    with pytest.raises(DatabaseConstraint):
        await log.fork(db, channel_head.session_key, parent, forked_at, ForkReason.BRANCH)


@pytest.mark.parametrize("acts", [0, 5, 40, 300])
async def test_the_last_messages_are_found_behind_many_acts(db: Database, channel_head: ChannelHead, acts: int) -> None:
    """After a night of changed settings a character would have forgotten what was said before."""
    key = channel_head.session_key
    said = [message(f"m{n}") for n in range(4)]
    head = await log.append(db, key, 1, 0, [*said[:2], *(note("n") for _ in range(acts)), *said[2:]])
    for limit in (1, 3, 4, 9):
        read = await log.messages(db, key, trunk(head), limit)
        assert [it.text for it in read] == [it.text for it in said][-limit:]


async def test_a_revision_counts_from_its_place_on(db: Database, channel_head: ChannelHead) -> None:
    """Going back before an edit would show the edited text."""
    key = channel_head.session_key
    revision = NewEntry(RevisionBody(), NOW, "mended", target_seq=1)
    await log.append(db, key, 1, 0, [NewEntry(MessageBody(), NOW, "old", raw="<raw>old"), revision, message("on")])
    for head, text, raw in ((1, "old", "<raw>old"), (2, "mended", None), (3, "mended", None)):
        first = (await log.messages(db, key, trunk(head), 9))[0]
        assert (first.text, first.raw, first.revised) == (text, raw, head > 1)


async def test_branches_are_listed_with_their_own_words(db: Database, channel_head: ChannelHead) -> None:
    """Nobody would know which branch of a story is which."""
    key = channel_head.session_key
    await log.append(db, key, 1, 0, [message("one"), message("two"), note("act")])
    await log.fork(db, key, 1, 1, ForkReason.AGAIN)
    await log.fork(db, key, 1, 2, ForkReason.UNDO)
    await log.append(db, key, 2, 1, [message("other two")])
    told = [
        (it.id, it.parent, it.forked_at, it.reason, it.messages, it.preview, it.current)
        for it in await branches.listed(db, key, 2)
    ]
    assert told == [
        (1, None, 0, ForkReason.START, 2, "two", False),
        (2, 1, 1, ForkReason.AGAIN, 1, "other two", True),
        (3, 1, 2, ForkReason.UNDO, 0, "", False),
    ]


async def test_a_session_ends_whole(db: Database, sql: Sql, here: Here, channel_head: ChannelHead) -> None:
    """What somebody threw away for good would still lie in some table."""
    key = channel_head.session_key
    await log.append(db, key, 1, 0, [message("one")])
    branch = await log.fork(db, key, 1, 1, ForkReason.BRANCH)
    await log.append(db, key, branch, 1, [message("two")])
    await sql("DELETE FROM session WHERE space_id = $1 AND id = $2", key.space, key.session)
    assert await sessions.current(db, here.key) is None
    for table in ("entry", "branch", "stand"):
        assert not await sql(f"SELECT FROM {table} WHERE space_id = $1 AND session_id = $2", key.space, key.session)

"""Sessions, stands and savepoints: what is played where, and named places."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from engine.db.chats import log, saves, sessions
from engine.db.postgres.pool import Database
from engine.errors import DatabaseConstraint
from engine.values.chats.bodies import MemberBody, MessageBody
from engine.values.chats.entries import NewEntry, Place
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import ChannelHead, ForkReason, NewSave, SessionStatus
from engine.values.ids import ChannelHeadKey, SessionKey
from tests.conftest import Sql
from tests.story.places import fresh_character, fresh_place

NOW = datetime(2026, 3, 1, tzinfo=UTC)
EVERY = tuple(SessionStatus)


@pytest.fixture
async def here(db: Database) -> Here:
    return await fresh_place(db)


async def create(db: Database, here: Here, title: str = "") -> ChannelHead:
    return await sessions.create(db, here.key, seed=1, person=here.person, title=title)


async def save(db: Database, key: SessionKey, name: str, kind: str = "manual") -> int:
    saved = await saves.save(db, key, Place(1, 1), NewSave(name, "words", kind))
    assert saved is not None
    return saved.id


async def test_the_newest_session_is_played(db: Database, here: Here) -> None:
    """After /new people would go on in the old story."""
    assert await sessions.current(db, here.key) is None
    first, second = await create(db, here, "First"), await create(db, here)
    assert await sessions.current(db, here.key) == second
    assert await sessions.turn_to(db, here.key, first.session)
    assert await sessions.current(db, here.key) == first
    assert first == await sessions.head_in(db, here.key, first.session)
    assert await sessions.title(db, first.session_key) == "First"


async def test_what_stands_elsewhere_cannot_be_played_here(db: Database, here: Here) -> None:
    """Anyone who guesses a number would read another server's story."""
    elsewhere = await fresh_place(db)
    foreign = await create(db, elsewhere)
    own = await create(db, here)
    assert not await sessions.turn_to(db, here.key, foreign.session)
    assert await sessions.current(db, here.key) == own
    assert await sessions.head_in(db, here.key, foreign.session) is None
    assert [it.key.session for it in await sessions.listed(db, here.key, EVERY)] == [own.session]


async def test_the_list_tells_who_and_how_much(db: Database, here: Here) -> None:
    """A list of stories would not say which is which."""
    ada, bo = await fresh_character(db, here), await fresh_character(db, here, "Bo")
    old = await create(db, here, "Old")
    await create(db, here, "New")
    cast = [NewEntry(MemberBody(), NOW, character=it) for it in (ada, bo)]
    said = [NewEntry(MessageBody(), NOW, "Hello.", character=ada)] * 3
    await log.append(db, old.session_key, 1, 0, [*cast, *said])
    listed = await sessions.listed(db, here.key, [SessionStatus.ACTIVE])
    assert [(it.title, set(it.characters), it.messages, it.current) for it in listed] == [
        ("New", set(), 0, True),
        ("Old", {"Ada", "Bo"}, 3, False),
    ]


@pytest.mark.parametrize("status", [SessionStatus.ARCHIVED, SessionStatus.TRASHED])
async def test_what_is_put_away_is_no_longer_played(db: Database, here: Here, status: SessionStatus) -> None:
    """Messages would go on into a story that nobody can see; or it could not be taken out again."""
    channel_head, other = await create(db, here, "Kept"), await create(db, here)
    await sessions.put(db, channel_head.session_key, status)
    assert await sessions.current(db, here.key) == other
    await sessions.turn_to(db, here.key, channel_head.session)
    await sessions.put(db, channel_head.session_key, status)
    assert await sessions.current(db, here.key) is None
    assert [it.title for it in await sessions.listed(db, here.key, [status])] == ["Kept"]
    assert await sessions.turn_to(db, here.key, channel_head.session)
    assert await sessions.listed(db, here.key, [status]) == []
    assert await sessions.current(db, here.key) == channel_head


@pytest.mark.calendar
async def test_only_old_trash_is_removed(db: Database, sql: Sql, here: Here) -> None:
    """What somebody threw away by mistake would be gone at once, or never."""
    old, fresh, _ = [await create(db, here, it) for it in ("old", "fresh", "kept")]
    for it in (old, fresh):
        await sessions.put(db, it.session_key, SessionStatus.TRASHED)
    long_ago = "UPDATE session SET trashed_at = now() - interval '31 days' WHERE space_id = $1 AND id = ANY ($2)"
    await sql(long_ago, here.space, [old.session])
    assert await sessions.empty_trash(db, timedelta(days=30)) == 1
    assert {it.title for it in await sessions.listed(db, here.key, EVERY)} == {"fresh", "kept"}
    await sql(long_ago, here.space, [fresh.session])
    await sessions.put(db, fresh.session_key, SessionStatus.ACTIVE)
    assert await sessions.empty_trash(db, timedelta(days=30)) == 0


async def test_two_stands_never_share_a_branch(db: Database, sql: Sql, here: Here) -> None:
    """Two channels would write one after the other on one branch, each surprised by the other."""
    channel_head = await create(db, here)
    key = channel_head.session_key
    await log.append(db, key, 1, 0, [NewEntry(MessageBody(), NOW, "one")])
    branch = await log.fork(db, key, 1, 1, ForkReason.BRANCH)
    channel = (await sql("INSERT INTO channel (space_id, external) VALUES ($1, 'thread') RETURNING id", here.space))[0]
    second = (
        await sql(
            "INSERT INTO stand (space_id, session_id, channel_id, branch_id) VALUES ($1, $2, $3, $4) RETURNING id",
            *(here.space, key.session, channel["id"], branch),
        )
    )[0]["id"]
    with pytest.raises(DatabaseConstraint):
        await sessions.move(db, channel_head.key, branch)
    with pytest.raises(DatabaseConstraint):
        await sessions.move(db, ChannelHeadKey(here.space, second), 1)
    with pytest.raises(DatabaseConstraint):
        await sessions.move(db, channel_head.key, 9)
    assert await sessions.head_in(db, here.key, channel_head.session) == channel_head


async def test_savepoints_come_newest_first(db: Database, here: Here) -> None:
    """Somebody would go back to another place than the one they named."""
    key = (await create(db, here)).session_key
    other = (await create(db, here)).session_key
    numbers = [await save(db, key, name) for name in ("one", "two", "three")]
    assert [(it.id, it.name) for it in await saves.savepoints(db, key)] == [
        *zip(reversed(numbers), ("three", "two", "one"), strict=True)
    ]
    assert await saves.rename(db, key, numbers[0], "first", here.person)
    assert await saves.delete(db, key, numbers[1])
    assert [it.name for it in await saves.savepoints(db, key)] == ["three", "first"]
    assert not await saves.delete(db, key, numbers[1])
    assert not await saves.rename(db, key, numbers[1], "two", here.person)
    assert not await saves.delete(db, other, numbers[0]), "another story's"
    assert await saves.savepoints(db, other) == []


async def test_only_automatic_savepoints_are_trimmed(db: Database, here: Here) -> None:
    """A place that somebody named would disappear by itself."""
    key = (await create(db, here)).session_key
    for number in range(4):
        await save(db, key, f"auto {number}", "before_load")
        await save(db, key, f"mine {number}")
    await saves.trim(db, key, "before_load", 2)
    names = [it.name for it in await saves.savepoints(db, key)]
    assert names == ["mine 3", "auto 3", "mine 2", "auto 2", "mine 1", "mine 0"]


async def test_sessions_made_at_once_are_several(db: Database, here: Here) -> None:
    """Two people who begin a story in the same second would get one that belongs to neither."""
    made = await asyncio.gather(*(create(db, here) for _ in range(4)))
    assert len({it.session for it in made}) == 4
    assert await sessions.current(db, here.key) in made

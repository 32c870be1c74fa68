"""Sessions, stands and savepoints in Postgres."""

from collections.abc import Sequence
from datetime import timedelta

from engine.db.driver import Row
from engine.db.log import arrays
from engine.db.pool import Statements
from engine.values.entries import Line, Place
from engine.values.ids import ChannelKey, SessionKey, StandKey
from engine.values.sessions import Savepoint, SessionInfo, SessionStatus, Stand


async def create(on: Statements, channel: ChannelKey, *, seed: int, person: int | None, title: str = "") -> Stand:
    """A session on its first branch, played in ``channel`` from now on."""
    row = await on.fetchrow("new_session", channel.space, channel.channel, seed, person, title)
    assert row is not None
    return Stand(StandKey(channel.space, row["stand_id"]), row["session_id"], channel.channel, 1)


async def current(on: Statements, channel: ChannelKey) -> Stand | None:
    """Where people play now in ``channel``."""
    row = await on.fetchrow("current_stand", channel.space, channel.channel)
    return stand(channel.space, row) if row else None


async def read_stand(on: Statements, key: StandKey) -> Stand | None:
    """One stand as it is now."""
    row = await on.fetchrow("stand", key.space, key.stand)
    return stand(key.space, row) if row else None


async def stand_in(on: Statements, channel: ChannelKey, session: int) -> Stand | None:
    """Where ``session`` stands in ``channel``; None when it does not."""
    row = await on.fetchrow("stand_in", channel.space, channel.channel, session)
    return stand(channel.space, row) if row else None


async def newest_turn(on: Statements, key: SessionKey) -> int | None:
    """The newest turn of a session, running or not."""
    row = await on.fetchrow("newest_turn", key.space, key.session)
    return row["id"] if row else None


async def title(on: Statements, key: SessionKey) -> str:
    """A session's title."""
    return await on.fetchval("title", key.space, key.session) or ""


async def messages_on(on: Statements, key: SessionKey, line: Line) -> int:
    """How many messages lie on ``line``."""
    return await on.fetchval("messages_on", key.space, key.session, *arrays(line))


async def move(on: Statements, key: StandKey, branch: int) -> None:
    """Stand on ``branch``; the caller took the next fence in the same transaction."""
    await on.execute("move_stand", key.space, key.stand, branch)


async def turn_to(on: Statements, channel: ChannelKey, session: int) -> bool:
    """Play ``session`` in ``channel`` from now on; False when it does not stand there."""
    return await on.fetchval("turn_channel", channel.space, session, channel.channel) is not None


async def listed(on: Statements, channel: ChannelKey, statuses: Sequence[SessionStatus]) -> list[SessionInfo]:
    """The sessions that stand in ``channel``, most recently played first."""
    rows = await on.fetch("session_list", channel.space, channel.channel, list(statuses))
    return [
        SessionInfo(
            key=SessionKey(channel.space, row["id"]),
            title=row["title"],
            status=SessionStatus(row["status"]),
            characters=tuple(row["characters"]),
            cast=tuple(row["ids"]),
            messages=row["messages"],
            touched_at=row["touched_at"],
            current=row["current"],
        )
        for row in rows
    ]


async def rename(on: Statements, key: SessionKey, title: str) -> None:
    """Give a session a title."""
    await on.execute("rename_session", key.space, key.session, title)


async def put(on: Statements, key: SessionKey, status: SessionStatus) -> None:
    """Keep a session in ``status``; one that is put away is no longer played anywhere."""
    await on.execute("put_session", key.space, key.session, status)
    if status is not SessionStatus.ACTIVE:
        await on.execute("leave_channel", key.space, key.session)


async def save(
    on: Statements, key: SessionKey, place: Place, *, name: str, preview: str, person: int | None, kind: str
) -> Savepoint:
    """Name ``place``."""
    row = await on.fetchrow("save", key.space, key.session, place.branch, place.seq, kind, name, preview, person)
    assert row is not None
    return _savepoint(row)


async def savepoints(on: Statements, key: SessionKey) -> list[Savepoint]:
    """The savepoints of a session, newest first."""
    return [_savepoint(row) for row in await on.fetch("savepoints", key.space, key.session)]


async def trim(on: Statements, key: SessionKey, kind: str, keep: int) -> None:
    """Keep only the newest ``keep`` automatic savepoints of ``kind``."""
    await on.execute("trim_savepoints", key.space, key.session, kind, keep)


async def rename_savepoint(on: Statements, key: SessionKey, savepoint: int, name: str) -> bool:
    """Give a savepoint another name; False when there is none."""
    return await on.fetchval("rename_savepoint", key.space, key.session, savepoint, name) is not None


async def delete_savepoint(on: Statements, key: SessionKey, savepoint: int) -> bool:
    """Forget a savepoint; False when there is none."""
    return await on.fetchval("delete_savepoint", key.space, key.session, savepoint) is not None


def stand(space: int, row: Row) -> Stand:
    """A stand from a row with id, session_id, channel_id and branch_id."""
    return Stand(StandKey(space, row["id"]), row["session_id"], row["channel_id"], row["branch_id"])


def _savepoint(row: Row) -> Savepoint:
    return Savepoint(
        id=row["id"],
        place=Place(row["branch_id"], row["seq"]),
        name=row["name"],
        preview=row["preview"],
        kind=row["kind"],
        created_at=row["created_at"],
    )


async def empty_trash(on: Statements, older_than: timedelta) -> int:
    """Remove what has lain in the trash for longer than that, one session a statement; how many."""
    removed = 0
    while await on.execute("empty_trash", older_than):
        removed += 1
    return removed

"""Sessions and stands in Postgres."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from engine.db.chats.log import arrays
from engine.db.postgres.driver import DriverRow
from engine.db.postgres.paging import part_of, turn_columns
from engine.db.postgres.patterns import folds_simply, holding
from engine.db.postgres.pool import Statements
from engine.values.chats.entries import Line
from engine.values.chats.sessions import ChannelHead, SessionInfo, SessionName, SessionSize, SessionStatus
from engine.values.ids import ChannelHeadKey, ChannelKey, SessionKey
from engine.values.paging import Paged, Wanted, mark_of, moment_of, number_of


async def create(on: Statements, channel: ChannelKey, *, seed: int, person: int | None, title: str = "") -> ChannelHead:
    """A session on its first branch, played in ``channel`` from now on."""
    row = await on.fetchrow("new_session", channel.space, channel.channel, seed, person, title)
    assert row is not None
    return ChannelHead(ChannelHeadKey(channel.space, row["stand_id"]), row["session_id"], channel.channel, 1)


async def current(on: Statements, channel: ChannelKey) -> ChannelHead | None:
    """Where people play now in ``channel``."""
    row = await on.fetchrow("current_stand", channel.space, channel.channel)
    return head_from(channel.space, row) if row else None


async def head_in(on: Statements, channel: ChannelKey, session: int) -> ChannelHead | None:
    """Where ``session`` stands in ``channel``; None when it does not."""
    row = await on.fetchrow("stand_in", channel.space, channel.channel, session)
    return head_from(channel.space, row) if row else None


async def newest_turn(on: Statements, key: SessionKey) -> int | None:
    """The newest turn of a session, running or not."""
    row = await on.fetchrow("newest_turn", key.space, key.session)
    return row["id"] if row else None


async def title(on: Statements, key: SessionKey) -> str:
    """A session's title."""
    return await on.fetchval("title", key.space, key.session) or ""


async def titled(on: Statements, channel_head: ChannelHead) -> tuple[str, frozenset[int]]:
    """The title of what a head plays, and the clauses that each reader meets where it stands."""
    row = await on.fetchrow("titled", channel_head.key.space, channel_head.session, channel_head.channel)
    return (row["title"], frozenset(row["covered"])) if row else ("", frozenset())


async def title_told(on: Statements, key: SessionKey, covered: Collection[int]) -> str:
    """The same, told where everybody meets the clauses ``covered``; "" where not all of them may know."""
    return await on.fetchval("title_told", key.space, key.session, sorted(covered)) or ""


async def messages_on(on: Statements, key: SessionKey, line: Line) -> int:
    """How many messages lie on ``line``."""
    return await on.fetchval("messages_on", key.space, key.session, *arrays(line))


async def move(on: Statements, key: ChannelHeadKey, branch: int) -> None:
    """Stand on ``branch``; the caller took the next fence in the same transaction."""
    await on.execute("move_stand", key.space, key.channel_head, branch)


async def turn_to(on: Statements, channel: ChannelKey, session: int) -> bool:
    """Play ``session`` in ``channel`` from now on; False when it does not stand there."""
    return await on.fetchval("turn_channel", channel.space, session, channel.channel) is not None


async def page(
    on: Statements, channel: ChannelKey, statuses: Sequence[SessionStatus], wanted: Wanted
) -> Paged[SessionInfo]:
    """A page of the sessions that stand in ``channel``, most recently played first."""
    rows = await on.fetch(
        "session_list", *_meant(channel, statuses, wanted.words), *turn_columns(wanted, 2), *_marked(wanted)
    )
    return part_of(
        rows, wanted, lambda row: _info(channel, row), lambda row: mark_of(number_of(row["touched_at"]), row["id"])
    )


async def listed(on: Statements, channel: ChannelKey, statuses: Sequence[SessionStatus]) -> list[SessionInfo]:
    """The thousand sessions that stand in ``channel`` and were most recently played."""
    return list((await page(on, channel, statuses, Wanted(size=1_000))).items)


async def called(
    on: Statements, channel: ChannelKey, statuses: Sequence[SessionStatus], number: int | None, title: str, limit: int
) -> list[SessionName]:
    """Which sessions may be meant: the one of that number, those of that title, those that have it in their title."""
    rows = await on.fetch("sessions_called", *_meant(channel, statuses, title), limit, number, title)
    return [
        SessionName(
            SessionKey(channel.space, row["id"]),
            row["title"],
            SessionStatus(row["status"]),
            current=row["current"],
            number=row["number"],
        )
        for row in rows
    ]


async def info(on: Statements, channel: ChannelKey, session: int) -> SessionInfo | None:
    """One session that stands in ``channel``; None when it does not."""
    row = await on.fetchrow("session_info", channel.space, channel.channel, session)
    return _info(channel, row) if row else None


async def holdings(on: Statements, key: SessionKey) -> SessionSize:
    """How much a session holds on all its branches."""
    row = await on.fetchrow("session_holdings", key.space, key.session)
    assert row is not None
    return SessionSize(row["messages"], row["branches"], row["saves"], row["memories"], row["places"])


async def last_said_by(on: Statements, key: SessionKey, line: Line, person: int) -> tuple[int, datetime] | None:
    """Where and when a person last said something on ``line``, under any of their names; None where they never did."""
    row = await on.fetchrow("last_said_by", key.space, key.session, *arrays(line), person)
    return (row["seq"], row["said_at"]) if row else None


async def last_before(on: Statements, key: SessionKey, line: Line, moment: datetime) -> tuple[int, datetime] | None:
    """Where and when the last message of ``line`` before ``moment`` was said; None for none."""
    row = await on.fetchrow("last_before", key.space, key.session, *arrays(line), moment)
    return (row["seq"], row["said_at"]) if row else None


def _meant(channel: ChannelKey, statuses: Sequence[SessionStatus], words: str) -> tuple[int, int, list[str], str, bool]:
    return channel.space, channel.channel, list(statuses), holding(words), folds_simply(words)


def _marked(wanted: Wanted) -> tuple[datetime | None, int | None]:
    """When the marked session was played, and its number."""
    played, number = wanted.numbers if len(wanted.numbers) == 2 else (None, None)
    return (None if played is None else moment_of(played)), number


def _info(channel: ChannelKey, row: DriverRow) -> SessionInfo:
    return SessionInfo(
        key=SessionKey(channel.space, row["id"]),
        title=row["title"],
        status=SessionStatus(row["status"]),
        characters=tuple(row["characters"]),
        cast=tuple(row["ids"]),
        messages=row["messages"],
        touched_at=row["touched_at"],
        current=row["current"],
        number=row["number"],
        trashed_at=row["trashed_at"],
    )


async def rename(on: Statements, key: SessionKey, title: str, person: int | None) -> None:
    """Give a session a title, in the words of ``person``."""
    await on.execute("rename_session", key.space, key.session, title, person)


async def put(on: Statements, key: SessionKey, status: SessionStatus) -> None:
    """Keep a session in ``status``; one that is put away is no longer played anywhere."""
    await on.execute("put_session", key.space, key.session, status)
    if status is not SessionStatus.ACTIVE:
        await on.execute("leave_channel", key.space, key.session)


def head_from(space: int, row: DriverRow) -> ChannelHead:
    """A channel head from a row with id, session_id, channel_id and branch_id."""
    return ChannelHead(ChannelHeadKey(space, row["id"]), row["session_id"], row["channel_id"], row["branch_id"])


async def empty_trash(on: Statements, older_than: timedelta) -> int:
    """Remove what has lain in the trash for longer than that, one session a statement; how many."""
    removed = 0
    while await on.execute("empty_trash", older_than):
        removed += 1
    return removed

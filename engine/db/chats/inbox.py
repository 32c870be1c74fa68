"""What arrives, in Postgres: stored once, changed and withdrawn by those who said it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.db.chats.sessions import head_from
from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements
from engine.values.chats.incoming import Here, Incoming
from engine.values.chats.places import SpaceAccess
from engine.values.chats.sessions import ChannelHead
from engine.values.ids import ChannelKey


@dataclass(frozen=True, slots=True)
class Received:
    """What became of a message, and the row that its door can be read from.

    ``id``: its number, if it was stored now. ``again``: it had been stored before. ``channel_head`` is where the
    channel plays, None where it plays nothing.
    """

    door: DriverRow
    id: int | None
    again: bool
    quiet: bool
    channel_head: ChannelHead | None

    @property
    def digest(self) -> str:
        return self.door["digest"]


@dataclass(frozen=True, slots=True)
class InboxChange:
    """What became of an edit or a deletion. ``done``: it was taken in now, else its message moved on meanwhile.

    ``waiting``: its message had not been taken up yet. ``channel_head`` is where that is or was played,
    None where nothing is.
    """

    done: bool
    waiting: bool
    quiet: bool
    channel_head: ChannelHead | None


async def receive(
    on: Statements, here: Here, incoming: Incoming, digest: str, *, quiet: bool, answered_within: timedelta
) -> Received:
    """Store a message if ``digest`` is that of the door as it is now, and if it is quiet or a session is played.

    What is older than ``answered_within`` is stored quietly.
    """
    row = await on.fetchrow(
        "receive",
        here.space,
        here.channel,
        here.person,
        digest,
        incoming.external,
        incoming.position,
        incoming.text,
        dict(incoming.body),
        incoming.sent_at,
        quiet,
        incoming.kind,
        answered_within,
        incoming.replied,
    )
    assert row is not None
    return Received(row, row["inbox_id"], row["again"], row["quiet"], _head(here, row))


async def receive_edit(on: Statements, here: Here, incoming: Incoming) -> InboxChange | None:
    """Take in a message's new text; None when it is nobody's, somebody else's, or no news."""
    row = await on.fetchrow(
        "receive_edit",
        here.space,
        here.channel,
        here.person,
        incoming.external,
        incoming.target,
        incoming.text,
        dict(incoming.body),
        incoming.sent_at,
    )
    return InboxChange(row["done"], row["waiting"], row["quiet"], _head(here, row)) if row else None


async def hold(on: Statements, here: Here, incoming: Incoming, tongue: str, most: int) -> SpaceAccess:
    """Keep what somebody says who may not talk yet, unless it is decided who may: what was decided.

    ``tongue`` is the language that they were spoken to in. Of one person in a channel the newest ``most`` are kept.
    """
    access = await on.fetchval(
        "hold",
        here.space,
        here.channel,
        here.person,
        incoming.external,
        incoming.kind,
        incoming.position,
        incoming.text,
        incoming.sent_at,
        tongue,
        most,
        dict(incoming.body),
    )
    return SpaceAccess(access)


async def edit_held(on: Statements, here: Here, incoming: Incoming) -> bool:
    """Take in the new text of a message that is held; False when it is none, or no news."""
    target = incoming.target
    changed = await on.fetchval(
        "edit_held", here.space, here.channel, here.person, target, incoming.text, incoming.sent_at
    )
    return changed is not None


async def receive_deletion(on: Statements, here: Here, external: str, target: str, at: datetime) -> InboxChange | None:
    """Take in that a message is gone; None when it is none that is kept."""
    row = await on.fetchrow("receive_deletion", here.space, here.channel, external, target, at)
    if row is None:
        return None
    done = row["emptied"] if row["waiting"] else row["stored"]
    return InboxChange(done, row["waiting"], row["quiet"], _head(here, row))


async def attach(on: Statements, space: int, inbox: int, files: Sequence[tuple[str, str]]) -> None:
    """Name the kept files (sha256, name) of a message."""
    await on.execute("attach", space, inbox, [digest for digest, _ in files], [name for _, name in files])


async def first_time(on: Statements, here: Here, incoming: Incoming, call: str) -> bool:
    """Store a command or a button without its words; False when it had been stored by another ``call``."""
    stored = await on.fetchval(
        "first_time",
        here.space,
        here.channel,
        incoming.external,
        incoming.kind,
        here.person,
        incoming.position,
        call,
        incoming.sent_at,
    )
    return stored is not None


async def lock_channel(on: Statements, channel: ChannelKey) -> None:
    """Keep others from beginning a session in ``channel`` until the transaction ends."""
    await on.execute("lock_channel", channel.space, channel.channel)


def _head(here: Here, row: DriverRow) -> ChannelHead | None:
    return head_from(here.space, row) if row["id"] is not None else None

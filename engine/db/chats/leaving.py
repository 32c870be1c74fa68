"""Channels that are no longer there for us, in Postgres."""

from engine.db.chats.sessions import head_from
from engine.db.postgres.pool import Statements
from engine.values.chats.places import Address
from engine.values.chats.sessions import ChannelHead
from engine.values.ids import ChannelKey


async def channels_at(on: Statements, at: Address) -> list[ChannelKey]:
    """The channel of these names; every channel of the space when it names none."""
    rows = await on.fetch("channels_at", at.platform, at.space, at.channel)
    return [ChannelKey(row["space_id"], row["id"]) for row in rows]


async def busy_heads(on: Statements, channel: ChannelKey) -> list[ChannelHead]:
    """The heads of ``channel`` where a turn runs, and the one that is played."""
    return [head_from(channel.space, row) for row in await on.fetch("busy_stands", channel.space, channel.channel)]


async def abandon(on: Statements, channel: ChannelKey, late: str) -> None:
    """Nothing of ``channel`` waits: what arrived, what was to be delivered, and the marks of the family ``late``."""
    await on.execute("absorb_waiting", channel.space, channel.channel)
    await on.execute("give_up_sendings", channel.space, channel.channel)
    await on.execute("drop_late", channel.space, channel.channel, late)

"""Where buttons of replies stand, in Postgres."""

from dataclasses import replace

from engine.db.house.work import as_sending
from engine.db.postgres.pool import Statements
from engine.values.chats.outgoing import Sending
from engine.values.chats.places import Address
from engine.values.ids import ChannelKey


async def with_buttons(on: Statements, at: Address) -> list[Sending]:
    """The parts under whose messages buttons of a reply stand in a channel, the newest first."""
    rows = await on.fetch("controls_standing", at.platform, at.space, at.channel)
    return [replace(as_sending(row["space_id"], row), controls=True) for row in rows]


async def planned_lately(on: Statements, at: Address, most: int) -> list[Sending]:
    """The newest parts, ``most`` at most, that were planned for a channel, delivered or not, the newest first."""
    rows = await on.fetch("planned_lately", at.platform, at.space, at.channel, most)
    return [as_sending(row["space_id"], row) for row in rows]


async def left(on: Statements, platform: str) -> list[Address]:
    """The channels of a platform where buttons stand under more than one reply."""
    rows = await on.fetch("controls_left", platform)
    return [Address(platform, row["space_name"], row["channel_name"], row["private"]) for row in rows]


async def shown_below(on: Statements, channel: ChannelKey, message: str) -> bool:
    """Whether the story is shown, or planned to be, in a newer message of a channel than this one of the platform."""
    return await on.fetchval("shown_below", channel.space, channel.channel, message)

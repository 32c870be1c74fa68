"""Booths in Postgres: which thread a person has in a lounge."""

from engine.db.postgres.pool import Statements
from engine.values.chats.booths import KeptBooth
from engine.values.chats.incoming import Here
from engine.values.chats.places import Address
from engine.values.ids import ChannelKey


async def thread(on: Statements, here: Here) -> str:
    """The thread that the person has in this lounge, as the platform calls it; "" for none."""
    return await on.fetchval("booth_of", here.space, here.channel, here.person) or ""


async def kept(on: Statements, platform: str) -> list[KeptBooth]:
    """Every booth on a platform, and whose it is."""
    rows = await on.fetch("booths_on", platform)
    return [KeptBooth(Address(platform, row["space"], row["thread"]), row["person"]) for row in rows]


async def keep(on: Statements, here: Here, channel: int) -> None:
    """The person has this thread from now on, in place of any other."""
    await on.execute("keep_booth", here.space, here.channel, here.person, channel)


async def drop(on: Statements, channel: ChannelKey) -> None:
    """A channel is gone: nobody has a booth in it, and it is nobody's booth."""
    await on.execute("drop_booths", channel.space, channel.channel)

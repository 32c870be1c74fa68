"""Audiences in Postgres: who can read a channel now, and which clauses that covers."""

from collections.abc import Collection, Sequence

from engine.db.postgres.pool import Database, Statements
from engine.values.chats.audiences import Audience
from engine.values.ids import ChannelKey, SessionKey
from engine.values.memory.memories import TellingPlace


async def put(db: Database, channel: ChannelKey, audience: Audience | None, age_restricted: bool) -> None:
    """Say who can read ``channel`` now (None: that is not known), and whether adults alone can.

    What was said there before anybody knew gets this audience too.
    """
    if audience is None:
        await db.execute("put_age_restricted", channel.space, channel.channel, age_restricted)
        return
    async with db.transaction() as on:
        readers = [list(it) for it in audience]
        first = await on.fetchval("put_audience", channel.space, channel.channel, readers, age_restricted)
        if first and audience:
            await on.execute("heard_before", channel.space, channel.channel)


async def clause_of(on: Statements, space: int, readers: Sequence[str]) -> int:
    """The number of the clause that readers meet by being one of ``readers``, which are in order."""
    return await on.fetchval("clause_of", space, list(readers))


async def covered(on: Statements, channel: ChannelKey) -> frozenset[int]:
    """The clauses, by number, that each reader of ``channel`` meets."""
    return frozenset(await on.fetchval("covered", channel.space, channel.channel) or ())


async def covers(on: Statements, channel: ChannelKey, other: ChannelKey) -> bool:
    """Whether everybody who can read ``channel`` can read the ``other`` of its space."""
    return bool(await on.fetchval("covers", channel.space, channel.channel, other.channel))


async def covered_by(on: Statements, space: int, audience: Collection[int]) -> frozenset[int]:
    """The same of everybody who meets the clauses ``audience``."""
    return frozenset(await on.fetchval("covered_by", space, sorted(audience)) or ())


async def telling_place(on: Statements, channel: ChannelKey) -> TellingPlace:
    """The same, for facts about people."""
    return TellingPlace(channel.space, await covered(on, channel))


async def read_there(on: Statements, key: SessionKey, channel: int, *, whole: bool) -> None:
    """From now on a session is for those who read ``channel``: the ``whole`` of it, or what not all of them could."""
    await on.execute("read_there", key.space, key.session, channel, whole)

"""People's reactions as they arrive, in Postgres: one row for a person and a message, with what is there now."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.db.chats.sessions import head_from
from engine.db.postgres.pool import Statements
from engine.rules.bodies.arrived import kept_json, kept_of
from engine.values.chats.incoming import Here, Incoming
from engine.values.chats.places import Address
from engine.values.chats.reactions import KeptReactions
from engine.values.chats.sessions import ChannelHead


@dataclass(frozen=True, slots=True)
class ReactedMessage:
    """Which message somebody reacted to, when, and where that stands in the platform's order."""

    target: str
    at: datetime
    position: int


@dataclass(frozen=True, slots=True)
class Reacted:
    """What a reaction is about. ``channel_head`` plays its session; ``waiting``: the message is in no log yet.

    ``kept`` is what is kept of the person's reactions on it.
    """

    channel_head: ChannelHead
    waiting: bool
    kept: KeptReactions


async def channel_of(on: Statements, at: Address, message: str) -> str | None:
    """The channel in whose sessions a message of the platform may be; None where it is in none."""
    return await on.fetchval("channel_of_message", at.platform, at.space, message)


async def reacted(on: Statements, here: Here, target: str, external: str, session: int | None) -> Reacted | None:
    """What a reaction on ``target`` is about; None when that is no message of a session that is played there."""
    row = await on.fetchrow("reacted", here.space, here.channel, target, external, session)
    return Reacted(head_from(here.space, row), row["waiting"], kept_of(row["body"] or {})) if row else None


async def keep(
    on: Statements, here: Here, at: ReactedMessage, external: str, now: KeptReactions, about: Reacted
) -> None:
    """Keep what is there now, until whoever holds the lease makes an act of it."""
    await on.execute(
        "keep_reactions",
        here.space,
        here.channel,
        external,
        here.person,
        at.position,
        kept_json(now),
        at.at,
        at.target,
        about.channel_head.session,
        about.waiting,
    )


async def clear(on: Statements, here: Here, incoming: Incoming, sign: str | None) -> ChannelHead | None:
    """Everybody's reactions of a kind, or all of them, are gone from a message; the head that has to look at it."""
    row = await on.fetchrow("clear_reactions", here.space, here.channel, incoming.target, incoming.position, sign)
    return head_from(here.space, row) if row else None


async def finish(on: Statements, space: int, ids: Sequence[int]) -> None:
    """These have been taken in."""
    await on.execute("finish_reactions", space, list(ids))

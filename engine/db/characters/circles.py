"""The characters of circles in Postgres: who is in one, how often each posts, until when that is planned."""

from collections.abc import Collection
from datetime import date

from engine.db.postgres.pool import Statements
from engine.values.characters.circle_members import CircleMember, PostFrequency
from engine.values.ids import ChannelKey, SessionKey

PLAN = "circle_plan"
"""The kind of mark that has the posts of a session's circles planned."""


async def members(on: Statements, channel: ChannelKey) -> list[CircleMember]:
    """The characters of a circle, in the order in which they came; none where there is no circle."""
    rows = await on.fetch("circle_members", channel.space, channel.channel)
    return [
        CircleMember(
            channel,
            row["character_id"],
            row["name"],
            PostFrequency(row["frequency"]),
            row["interests"],
            row["tone"],
            row["planned_until"],
        )
        for row in rows
    ]


async def join(
    on: Statements, channel: ChannelKey, character: int, person: int, frequency: PostFrequency | None = None
) -> None:
    """Bring a character into a circle, or change how often it posts there; its posts are planned anew."""
    await on.execute("come_into_circle", channel.space, channel.channel, character, frequency, person)


async def leave(on: Statements, channel: ChannelKey, character: int) -> bool:
    """Take a character out of a circle; False where it was not in it."""
    return await on.fetchval("go_from_circle", channel.space, channel.channel, character) is not None


async def describe(
    on: Statements, channel: ChannelKey, character: int, interests: str | None = None, tone: str | None = None
) -> bool:
    """Say what a character posts about, and how; None leaves it. False where it is not in the circle."""
    where = (channel.space, channel.channel, character)
    return await on.fetchval("describe_circle_member", *where, interests, tone) is not None


async def planned(on: Statements, member: CircleMember, until: date) -> bool:
    """Say that its posts are planned until a day; False where somebody else has said so."""
    at = member.channel
    return await on.fetchval("planned_in_circle", at.space, at.channel, member.character, until) is not None


async def unplanned(on: Statements, platforms: Collection[str], until: date) -> list[SessionKey]:
    """The sessions of circles of which some posts are not planned until a day."""
    return await _played(on, platforms, until, waiting=False)


async def waiting(on: Statements, platforms: Collection[str], today: date) -> list[SessionKey]:
    """The sessions of circles in which somebody has written something that no character has seen."""
    return await _played(on, platforms, today, waiting=True)


async def _played(on: Statements, platforms: Collection[str], day: date, *, waiting: bool) -> list[SessionKey]:
    rows = await on.fetch("circles_played", sorted(platforms), day, waiting)
    return [SessionKey(row["space_id"], row["session_id"]) for row in rows]

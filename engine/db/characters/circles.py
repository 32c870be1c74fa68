"""The characters of circles in Postgres: who is in one, how often each posts, until when that is planned."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta

from engine.db.chats.log import arrays
from engine.db.memory.memory_rows import by_space, scope_columns
from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements
from engine.values.characters.circle_members import CircleMember, PassedPost, PostFrequency, SeenBy
from engine.values.characters.circle_subjects import LivedMemory, TakenSubject
from engine.values.chats.entries import Line
from engine.values.chats.incoming import Here
from engine.values.chats.turns import SAID_BEFORE
from engine.values.ids import ChannelKey, SessionKey
from engine.values.memory.memories import MemoryKind, RecallScope

PLAN = "circle_plan"
"""The kind of mark that has the posts of a session's circles planned."""


@dataclass(frozen=True, slots=True)
class PlayedCircle:
    """A channel with members of a circle, and the session that is played there."""

    here: Here
    session: SessionKey


async def members(on: Statements, channel: ChannelKey) -> list[CircleMember]:
    """The characters of a circle, in the order in which they came; none where there is no circle."""
    return [_member(row) for row in await on.fetch("circle_members", channel.space, channel.channel)]


async def posting_to(on: Statements, person: int, character: int) -> list[tuple[CircleMember, Here]]:
    """Where a character posts for a person alone, under any of their names, each with the channel of that circle."""
    rows = await on.fetch("posting_to_person", person, character)
    return [(_member(it), Here(it["space_id"], it["channel_id"], 0, it["platform"], it["private"])) for it in rows]


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


async def show(on: Statements, channel: ChannelKey, character: int, seen_by: SeenBy, person: int | None = None) -> bool:
    """Say who sees what a character posts; ``person`` alone where that is so. False where it is not in the circle."""
    where = (channel.space, channel.channel, character)
    return await on.fetchval("show_circle_posts", *where, seen_by, person) is not None


async def planned(on: Statements, member: CircleMember, until: date, zone: str) -> bool:
    """Say that its posts are planned until a day of a zone; False where somebody else has said so."""
    where = (member.channel.space, member.channel.channel, member.character)
    return await on.fetchval("planned_in_circle", *where, until, zone) is not None


async def played(on: Statements, platforms: Collection[str], *, waiting: bool = False) -> list[PlayedCircle]:
    """Where circles may be played; ``waiting``: only where somebody has written what no character has seen.

    What is no circle now keeps its members for the day when it is one again: the settings there tell.
    """
    rows = await on.fetch("circles_played", sorted(platforms), waiting)
    return [
        PlayedCircle(
            Here(row["space_id"], row["id"], 0, row["platform"], row["private"]),
            SessionKey(row["space_id"], row["session_id"]),
        )
        for row in rows
    ]


async def passed_over(on: Statements, channel: ChannelKey, within: timedelta) -> list[PassedPost]:
    """The posts of a circle that said what was said before and were left out, within a while, in order."""
    rows = await on.fetch("posts_passed_over", channel.space, channel.channel, SAID_BEFORE, within)
    return [PassedPost(row["character_id"], row["started_at"]) for row in rows]


async def subjects_taken(on: Statements, key: SessionKey, line: Line, after: int, limit: int) -> list[TakenSubject]:
    """What the posts on ``line`` behind seq ``after`` were about, the newest first."""
    rows = await on.fetch("subjects_taken", key.space, key.session, *arrays(line), after, limit)
    return [TakenSubject(row["character_id"], row["subject"], row["said_at"]) for row in rows]


async def lived_lately(on: Statements, scope: RecallScope, limit: int) -> list[LivedMemory]:
    """What a character may tell of in the circle that is the first sight of ``scope``, the newest first.

    At most ``limit`` pages, pictures and other memories of each session. Nothing of another space.
    """
    rows = await on.fetch("lived_lately", *scope_columns(by_space(scope)[0]), limit)
    return [
        LivedMemory(
            row["derived_id"],
            MemoryKind(row["kind"]),
            row["session_id"],
            row["occurred_at"],
            row["elsewhere"],
            row["picture"],
        )
        for row in rows
    ]


def _member(row: DriverRow) -> CircleMember:
    return CircleMember(
        ChannelKey(row["space_id"], row["channel_id"]),
        row["character_id"],
        row["name"],
        PostFrequency(row["frequency"]),
        row["interests"],
        row["tone"],
        row["planned_until"],
        row["planned_zone"],
        SeenBy(row["seen_by"]),
        row["seen_by_person"],
    )

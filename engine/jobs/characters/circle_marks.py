"""Due work of circles: the marks by which posts, rounds and comments of a channel are told apart, and that channel."""

from collections.abc import AsyncGenerator, Collection
from datetime import datetime
from typing import Final

from engine.context import EngineContext
from engine.db.characters import circles
from engine.db.characters.circles import PlayedCircle
from engine.db.postgres.pool import Statements, Transaction
from engine.jobs.context import JobContext, job_contexts
from engine.rules.circle.planning import LATE, is_waking, posts_of
from engine.turns.load import settings_here
from engine.utility.day_share import is_left
from engine.values.characters.circle_members import CircleMember
from engine.values.house.setting_choices import Mode
from engine.values.house.settings import Settings
from engine.values.house.shares import DayShare
from engine.values.house.work import Due
from engine.values.ids import ChannelKey

_BEHIND: Final = "/"
_PART: Final = "."


def post_kind(platform: str) -> str:
    """The family of marks of posts on a platform: whoever serves it writes them."""
    return f"circle_post{_PART}{platform}"


def round_kind(platform: str) -> str:
    """The family of marks of rounds on a platform, one a channel."""
    return f"circle_round{_PART}{platform}"


def comment_kind(platform: str) -> str:
    """The family of marks of comments on a platform."""
    return f"circle_comment{_PART}{platform}"


def answer_kind(platform: str) -> str:
    """The family of marks of what rounds on a platform came to."""
    return f"circle_answer{_PART}{platform}"


def mark_in(family: str, channel: ChannelKey, *parts: object) -> str:
    """The mark of one piece of work in a channel: a session may be played in several."""
    return f"{family}{_BEHIND}{_PART.join(str(it) for it in (channel.channel, *parts))}"


async def circle_of(ctx: EngineContext, due: Due) -> JobContext | None:
    """The circle that a mark is about; None where its session is no longer played there, or the channel is none now."""
    channel = due.kind.partition(_BEHIND)[2].partition(_PART)[0]
    for it in await job_contexts(ctx, due.key):
        if str(it.played.channel_head.channel) == channel and it.settings.mode is Mode.CIRCLE:
            return it
    return None


def channel_of(job: JobContext) -> ChannelKey:
    """The channel of a circle."""
    return job.played.channel_head.channel_key


async def circles_here(
    ctx: EngineContext, platforms: Collection[str], *, waiting: bool = False
) -> AsyncGenerator[tuple[PlayedCircle, Settings]]:
    """Each circle with the settings of its channel; ``waiting``: only where somebody has written something."""
    for it in await circles.played(ctx.db, platforms, waiting=waiting):
        settings = await settings_here(ctx.db, ctx.defaults, it.here)
        if settings.mode is Mode.CIRCLE:
            yield it, settings


def may_post(member: CircleMember, at: datetime, now: datetime, job: JobContext) -> bool:
    """Whether a post that was planned for ``at`` may be written now."""
    day = at.astimezone(job.zone).date()
    planned = any(it.at == at for it in posts_of(member, day, job.zone))  # it may post less often by now
    return planned and member.character in job.cast and is_waking(now, job.zone) and now - at <= LATE


async def is_left_in(ctx: EngineContext, on: Transaction, channel: ChannelKey) -> bool:
    """Whether anything is left of what circles may take today."""
    return await is_left(ctx, on, DayShare.CIRCLE, ctx.spending.spender(channel.space, channel.channel, None))


async def member_of(on: Statements, job: JobContext, character: int) -> CircleMember | None:
    """A character of the circle; None where it is not in it."""
    return next((it for it in await circles.members(on, channel_of(job)) if it.character == character), None)

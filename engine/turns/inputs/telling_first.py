"""What a character might write to somebody by itself, and what speaks against it, as things are now."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from zoneinfo import ZoneInfo

from engine.context import EngineContext
from engine.db.characters import circles
from engine.db.chats import log, sessions
from engine.db.people import dates, writing_first
from engine.db.people.writing_first import HeldConsent
from engine.db.postgres.pool import Statements
from engine.errors import InputError, StateError
from engine.rules.circle.planning import MOST_POSTS
from engine.rules.circle.subjects import usual_about
from engine.rules.writing_first.hours import local_day
from engine.rules.writing_first.threads import left_open
from engine.turns.inputs.cast import may_speak
from engine.turns.load import settings_here
from engine.values.chats.incoming import Here
from engine.values.chats.occasions import Occasion, OccasionKind
from engine.values.chats.sessions import ChannelHead
from engine.values.house.setting_choices import Mode
from engine.values.ids import ChannelKey
from engine.values.people.dates import ComingDate, DateKind, DateWish, FactDate
from engine.values.people.writing_first import FirstConsent, LeftOpen, Obstacle, Telling, TellingDay, TellingMoment

PLANNING: Final = "plan_first"
"""The family of marks that the days ahead are to be planned."""
DATE: Final = "date:"
"""How the ref of a plan about a date begins."""
_MOMENT: Final = "circle:"
_PROMISES: Final = frozenset({DateKind.PROMISE, DateKind.PROMISED})
LOOK_BACK: Final = 24
"""Messages in which something may be left open."""
REMEMBERED: Final = timedelta(days=40)
"""For so long it is known what was written; nothing that was left open is older."""


def first_mark(platform: str, plan: int | None = None) -> str:
    """The mark that a plan is to be written, by who serves the platform; without a plan the family of these marks."""
    return f"first.{platform}" if plan is None else f"first.{platform}/{plan}"


def moment_ref(circle: ChannelKey, number: int) -> str:
    """The ref of a plan about a post for the person alone: where it was planned, which of its day."""
    return f"{_MOMENT}{circle.space}.{circle.channel}.{number}"


@dataclass(frozen=True, slots=True)
class TellingHere:
    """What there is to tell, in whose zone, and the channel head on which it would be told, if there is one."""

    telling: Telling
    zone: ZoneInfo
    channel_head: ChannelHead | None


async def telling_of(ctx: EngineContext, on: Statements, held: HeldConsent, plan: int | None = None) -> TellingHere:
    """What a character whose consent is held might write of. ``plan`` is looked at anew: as if it were not there."""
    consent, at = held.consent, held.address
    here = Here(consent.channel.space, consent.channel.channel, consent.person, at.platform, at.private)
    zone = ZoneInfo((await settings_here(on, ctx.defaults, here, consent.character)).timezone)
    today = local_day(ctx.clock.now(), zone)
    channel_head = await sessions.current(on, consent.channel)
    shut = await _shut(ctx, on, here)
    obstacle, thread = (shut, None) if shut or channel_head is None else await _played(ctx, on, consent, channel_head)
    if channel_head is None:
        obstacle = shut or Obstacle.ELSEWHERE
    telling = Telling(
        days=await _days(ctx, on, consent, zone),
        left_open=thread,
        talked_at=await writing_first.last_said(on, consent.channel),
        lately=await writing_first.lately(on, consent, today - REMEMBERED, plan),
        busy=await writing_first.busy(on, consent.person, today),
        obstacle=obstacle,
        moments=await _moments(ctx, on, consent),
    )
    return TellingHere(telling, zone, channel_head)


async def _shut(ctx: EngineContext, on: Statements, here: Here) -> Obstacle | None:
    """Whether nobody is written to there: it is no private chat, closed, or paused, or the person is blocked."""
    admission = (await ctx.doors.door(on, here)).admission
    return None if here.private and admission.may_talk and not admission.paused else Obstacle.SHUT


async def _played(
    ctx: EngineContext, on: Statements, consent: FirstConsent, channel_head: ChannelHead
) -> tuple[Obstacle | None, LeftOpen | None]:
    """Whether the character does not play there, and what was left open in the talk."""
    line = await ctx.lines.current(on, channel_head.session_key, channel_head.branch)
    try:
        plays = consent.character in await may_speak(ctx, on, channel_head, line)
    except (StateError, InputError):
        plays = False
    if not plays:
        return Obstacle.ELSEWHERE, None
    said = await log.messages(on, channel_head.session_key, line, LOOK_BACK)
    return None, left_open(said, consent.character, channel_head.session)


async def _days(ctx: EngineContext, on: Statements, consent: FirstConsent, zone: ZoneInfo) -> tuple[TellingDay, ...]:
    """What falls on today and tomorrow, as far as the person wants to be written to about it.

    A promise is kept unless it is to be left alone; of any other day a character writes where that was asked for.
    """
    today = ctx.clock.now().astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
    coming = await dates.near(on, (consent.person, consent.character), today, 1, private_too=True)
    return tuple(_telling_day(it) for it in coming if _is_wanted(it.date))


def _is_wanted(day: FactDate) -> bool:
    wanted = (DateWish.REMIND, DateWish.MENTION) if day.kind in _PROMISES else (DateWish.REMIND,)
    return day.wish in wanted


def _telling_day(it: ComingDate) -> TellingDay:
    why = OccasionKind.PROMISE if it.date.kind in _PROMISES else OccasionKind.DUE
    clock = it.at.time() if it.date.minute is not None else None
    return TellingDay(f"{DATE}{it.fact.id}", it.at.date(), Occasion(why, it.fact.text), clock)


async def _moments(ctx: EngineContext, on: Statements, consent: FirstConsent) -> tuple[TellingMoment, ...]:
    """What the character posts in circles for the person alone, as long as the circles are there."""
    found: list[TellingMoment] = []
    for member, circle in await circles.posting_to(on, consent.person, consent.character):
        here = await settings_here(on, ctx.defaults, circle)
        if here.mode is Mode.CIRCLE:
            now = ctx.clock.now().astimezone(ZoneInfo(here.timezone))
            subjects = (usual_about(member, now, here.language, it) for it in range(MOST_POSTS))
            found += [TellingMoment(moment_ref(member.channel, it), about) for it, about in enumerate(subjects)]
    return tuple(found)

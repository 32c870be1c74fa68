"""Posts of a circle: planned a day ahead as marks of due work, each written when its time has come."""

from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta
from functools import partial
from zoneinfo import ZoneInfo

import structlog

from engine.context import EngineContext
from engine.db.characters import circles
from engine.db.house import work
from engine.db.people import writing_first
from engine.db.postgres.pool import Transaction
from engine.errors import LeaseLost
from engine.jobs.characters.circle_backstage import write_backstage
from engine.jobs.characters.circle_life import life_of
from engine.jobs.characters.circle_marks import (
    channel_of,
    circle_of,
    circles_here,
    is_left_in,
    mark_in,
    may_post,
    member_of,
    post_kind,
    round_kind,
)
from engine.jobs.chats.unasked import Unasked, is_waited_for, write_unasked
from engine.jobs.context import JobContext, job_contexts
from engine.jobs.put_off import finish
from engine.rules.bodies.due import post_mark_json, post_mark_of
from engine.rules.circle.planning import LATE, around, is_waking, posts_of
from engine.rules.circle.subjects import about_of, subject_of
from engine.rules.writing_first.hours import local_day
from engine.turns.inputs.telling_first import first_mark, moment_ref, telling_of
from engine.turns.load import settings_here
from engine.turns.runner import Runner
from engine.values.characters.circle_members import CircleMember, PostFrequency, SeenBy
from engine.values.chats.entries import Entry
from engine.values.chats.incoming import Here
from engine.values.chats.occasions import Occasion, OccasionKind
from engine.values.chats.turns import HeadState
from engine.values.house.due_bodies import PostMark
from engine.values.house.setting_choices import Mode
from engine.values.house.work import Due
from engine.values.ids import SessionKey
from engine.values.people.writing_first import NewPlan
from engine.work.crashpoints import maybe_crash

READ_AFTER = timedelta(minutes=4)
"""About so long after a post others have read it."""
AHEAD = timedelta(days=1)

_log = structlog.get_logger(__name__)


async def due_plans(ctx: EngineContext, platforms: Collection[str]) -> None:
    """Mark the circles where tomorrow's posts are not planned, by the clock that is theirs now."""
    found: dict[SessionKey, None] = {}
    async for it, settings in circles_here(ctx, platforms):
        tomorrow = ctx.clock.now().astimezone(ZoneInfo(settings.timezone)).date() + AHEAD
        members = await circles.members(ctx.db, it.here.key)
        posting = [one for one in members if one.frequency is not PostFrequency.OFF]
        if not all(one.is_planned(tomorrow, settings.timezone) for one in posting):
            found[it.session] = None
    if found:
        await work.mark_each_due(ctx.db, list(found), circles.PLAN)
        ctx.due_bell.set()


async def plan_posts(ctx: EngineContext, due: Due) -> None:
    """Plan what the characters of a session's circles post today, as far as that is to come, and tomorrow."""
    for job in await job_contexts(ctx, due.key):
        if job.settings.mode is Mode.CIRCLE:
            for it in await circles.members(ctx.db, channel_of(job)):
                await _plan(ctx, job, it)
    await finish(ctx, due)


async def _plan(ctx: EngineContext, job: JobContext, member: CircleMember) -> None:
    """The marks of a member and until when they are made, together: whoever is second makes none."""
    now, zone = ctx.clock.now(), job.settings.timezone
    today = now.astimezone(job.zone).date()
    tomorrow = today + AHEAD
    days = (tomorrow,) if member.is_planned(today, zone) else (today, tomorrow)
    async with ctx.db.transaction() as on:
        if not await circles.planned(on, member, tomorrow, zone):
            return
        for it in (post for day in days for post in posts_of(member, day, job.zone)):
            if it.at > now:
                kind = mark_in(post_kind(job.played.platform), member.channel, it.character, it.at.date(), it.number)
                body = post_mark_json(PostMark(it.character, it.number, it.at))
                await work.mark_due(on, job.key, kind, after=it.at - now, body=body)
        maybe_crash("in_circle_plan")


async def write_post(ctx: EngineContext, runner: Runner, platform: str, due: Due) -> None:
    """Write a post whose time has come; none that is late, at night, or of a character that is to post no more.

    One for a person alone is theirs to write who write first: by what the person allows, in their own chat. One for the
    cast is shown nowhere.
    """
    mark = post_mark_of(due.body)
    job = await circle_of(ctx, due)
    if mark is None or job is None:
        await finish(ctx, due)
        return
    member = await member_of(ctx.db, job, mark.character)
    if member is not None and member.seen_by is SeenBy.PERSON:
        await _plan_moment(ctx, due, job, mark)
        return
    if member is not None and member.seen_by is SeenBy.CAST:
        await write_backstage(ctx, runner, platform, due, job, mark)
        return
    choose = partial(_chosen, ctx, job, mark, platform)
    await write_unasked(ctx, runner, platform, due, job.played.channel_head.key, choose)


async def _chosen(
    ctx: EngineContext, job: JobContext, mark: PostMark, platform: str, on: Transaction, found: HeadState
) -> Unasked | None:
    """What the post is about; others read it a while later. None where nothing is worth telling, too."""
    now = ctx.clock.now()
    member = await member_of(on, job, mark.character)
    if member is None or member.seen_by is not SeenBy.EVERYBODY or not may_post(member, mark.at, now, job):
        return None
    if not await is_left_in(ctx, on, channel_of(job)):
        return None
    head = found.channel_head
    job = replace(job, line=await ctx.lines.line(on, head.session_key, head.branch, found.head))
    here, language = now.astimezone(job.zone), job.settings.language
    subject = subject_of(member, await life_of(ctx, on, job, member), here, language, mark.number)
    if subject is None:
        _log.info("post left out", why="nothing to tell", character=member.character, action="/circle likes")
        return None
    after = around(READ_AFTER, "post", job.key.session, job.line.head)
    await work.mark_due(on, job.key, mark_in(round_kind(platform), channel_of(job)), after=after)
    about = about_of(member, subject, here, language)
    why = Occasion(OccasionKind.POST, about, subject.target, subject.name, subject.memories)
    return Unasked(mark.character, why)


async def may_still_post(ctx: EngineContext, on: Transaction, found: HeadState, occasion: Entry) -> bool:
    """Whether a post that could not be written at once may be written now: the circle is there, the member, the day."""
    at, now = found.address, ctx.clock.now()
    channel = found.channel_head.channel_key
    here = Here(channel.space, channel.channel, 0, at.platform, at.private)
    settings = await settings_here(on, ctx.defaults, here)
    member = next((it for it in await circles.members(on, channel) if it.character == occasion.character), None)
    if settings.mode is not Mode.CIRCLE or member is None or member.frequency is PostFrequency.OFF:
        return False
    if member.seen_by is not SeenBy.EVERYBODY:
        return False
    if not is_waking(now, ZoneInfo(settings.timezone)) or not await is_left_in(ctx, on, channel):
        return False
    return await is_waited_for(ctx, on, found, None, occasion.said_at)


async def _plan_moment(ctx: EngineContext, due: Due, job: JobContext, mark: PostMark) -> None:
    """A post for a person alone becomes a plan to write to them now, if they let the character. Raises LeaseLost."""
    now = ctx.clock.now()
    async with ctx.db.transaction() as on:
        member = await member_of(on, job, mark.character)
        if member is not None and member.person is not None and may_post(member, mark.at, now, job):
            consents = await writing_first.consents(on, member.person, member.character)
            held = await writing_first.hold(on, consents[0][0].person, member.character) if consents else None
            if held is not None and held.consent.holds:
                day = local_day(now, (await telling_of(ctx, on, held)).zone)
                ref = moment_ref(member.channel, mark.number)
                new = NewPlan(day, OccasionKind.MOMENT, ref, now, mark.at + LATE)
                for number, _ in await writing_first.add(on, held.consent, [new]):
                    kind = first_mark(held.address.platform, number)
                    await writing_first.mark(on, held.consent.channel.space, kind, timedelta())
        if not await work.finish_due(on, due):
            raise LeaseLost
    ctx.due_bell.set()

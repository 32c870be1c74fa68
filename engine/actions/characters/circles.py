"""A social circle: a channel in which characters post, and who of them does so how often, what about."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from engine.actions.characters import casts
from engine.actions.chats.head_moves import current_head
from engine.actions.house import settings
from engine.context import EngineContext
from engine.db.characters import circles
from engine.db.chats import log, sessions
from engine.db.house import shares, work
from engine.db.memory import garden
from engine.db.people import links, writing_first
from engine.errors import LastOfCast, NoCircle, NotAllowedToWrite, NotInCircle, PlaysAlready
from engine.rules.circle.backstage import posts_among
from engine.rules.circle.planning import RARE_DAYS, posts_of
from engine.rules.text.clean import clean_text
from engine.turns import opening
from engine.turns.load import settings_here
from engine.turns.runner import Runner
from engine.utility.day_share import is_left, share_use
from engine.values.characters.circle_members import CircleMember, PassedPost, PlannedPost, PostFrequency, SeenBy
from engine.values.chats.entries import EntryKind
from engine.values.chats.incoming import Here
from engine.values.house.setting_choices import Mode
from engine.values.house.setting_scopes import SettingScope
from engine.values.house.settings import Settings
from engine.values.house.shares import DayShare, ShareUse

LONGEST = 200
A_POST = 5_400
"""Tokens that a post usually takes with all that follows: who reads it, what is noted of it and of what people say."""
ENOUGH_POSTS = 10
"""So many posts make an average."""
_MEASURED = timedelta(days=30)
_POSTS = {PostFrequency.OFF: 0.0, PostFrequency.RARE: 1 / RARE_DAYS, PostFrequency.DAILY: 1.0, PostFrequency.OFTEN: 3.0}
"""How many posts a day each character writes."""
_DAYS = 2
_A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class CircleView:
    """The circle of a channel. ``posts`` are those of today that are to come and of tomorrow, in order.

    ``tokens`` is about what a day of it takes. ``spent``: nothing is left today of what circles may take, as ``share``
    tells, so that nobody posts before tomorrow. ``passed``: the posts of the last day that were left out. ``names`` are
    those of who looks; posts that they will not see are not among these.
    """

    members: tuple[CircleMember, ...]
    posts: tuple[PlannedPost, ...]
    tokens: int
    share: ShareUse
    spent: bool
    passed: tuple[PassedPost, ...] = ()
    names: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class BackstagePost:
    """A post of the character called ``name`` that the cast alone saw; who liked it, and who commented what."""

    name: str
    at: datetime
    text: str
    likes: tuple[str, ...]
    comments: tuple[tuple[str, str], ...]


async def circle(ctx: EngineContext, here: Here) -> CircleView:
    """Who is in the circle here, and what is planned. Raises NoCircle where the channel is none."""
    known = await _settings(ctx, here)
    members = await circles.members(ctx.db, here.key)
    now = ctx.clock.now()
    zone = ZoneInfo(known.timezone)
    today = now.astimezone(zone).date()
    days = [today + timedelta(days=it) for it in range(_DAYS)]
    spender = ctx.spending.spender(here.space, here.channel, None)
    spent = not await is_left(ctx, ctx.db, DayShare.CIRCLE, spender)
    first = max(now, ctx.spending.day_began() + timedelta(days=1)) if spent else now
    names = frozenset(it.id for it in await links.circle(ctx.db, here.person)) if here.person else frozenset[int]()
    seen = [it for it in members if it.seen_by is SeenBy.EVERYBODY or it.person in names]
    posts = [it for member in seen for day in days for it in posts_of(member, day, zone) if it.at > first]
    share = await share_use(ctx, DayShare.CIRCLE)
    here_now = {it.character for it in members}
    passed = tuple(it for it in await circles.passed_over(ctx.db, here.key, _A_DAY) if it.character in here_now)
    in_order = tuple(sorted(posts, key=lambda it: it.at)) if share.percent else ()
    return CircleView(tuple(members), in_order, await daily_tokens(ctx, members), share, spent, passed, names)


async def close(ctx: EngineContext, here: Here) -> None:
    """What the place usually is holds here again; members are kept for the day when it is a circle once more.

    Raises NoCircle.
    """
    await _settings(ctx, here)
    await settings.clear(ctx, here, SettingScope.CHANNEL, ["mode"])
    if (await settings_here(ctx.db, ctx.defaults, here)).mode is Mode.CIRCLE:
        await settings.put(ctx, here, SettingScope.CHANNEL, "mode", Mode.CHAT)


async def daily_tokens(ctx: EngineContext, members: Sequence[CircleMember]) -> int:
    """About how many tokens a day of these characters takes, with all that follows from what they post.

    By what the circles of the house took in the last month, if there were enough posts; else by what is usual.
    """
    took, posts = await shares.usage_of_circles(ctx.db, _MEASURED)
    each = took / posts if posts >= ENOUGH_POSTS else A_POST
    return round(sum(_POSTS[it.frequency] for it in members) * each)


async def join(
    ctx: EngineContext, runner: Runner, here: Here, character: int, name: str, frequency: PostFrequency | None
) -> CircleMember:
    """A character comes into the circle here, or posts so often from now on. ``name`` is what the person is called.

    Raises NoCircle, NoSuchCharacter, CardMissing, AdultElsewhere, CastFull.
    """
    await _settings(ctx, here)
    if await sessions.current(ctx.db, here.key) is None:
        player = await opening.choose(ctx, here, character)
        async with ctx.db.transaction() as on:
            await opening.begin(ctx, on, here, player, opening.nothing_said)
    else:
        with suppress(PlaysAlready):  # it posts more or less often
            await casts.add(ctx, runner, here, character, name)
    played = await sessions.current(ctx.db, here.key)
    async with ctx.db.transaction() as on:
        await circles.join(on, here.key, character, here.person, frequency)
        if played is not None:
            await work.mark_due(on, played.session_key, circles.PLAN)
    ctx.due_bell.set()
    return await _member(ctx, here, character)


async def leave(ctx: EngineContext, runner: Runner, here: Here, character: int) -> CircleMember:
    """A character leaves the circle; what it wrote stays. Raises NoCircle, NotInCircle."""
    await _settings(ctx, here)
    gone = await _member(ctx, here, character)
    await circles.leave(ctx.db, here.key, character)
    with suppress(LastOfCast):  # an empty circle is silent
        await casts.remove(ctx, runner, here, character)
    return gone


async def describe(
    ctx: EngineContext, here: Here, character: int, interests: str | None = None, tone: str | None = None
) -> CircleMember:
    """Say what a character posts about, or in which tone; "" for nothing in particular.

    Raises NoCircle, NotInCircle, TextTooLong.
    """
    await _settings(ctx, here)
    about = None if interests is None else " ".join(clean_text(interests, LONGEST).split())
    how = None if tone is None else " ".join(clean_text(tone, LONGEST).split())
    if not await circles.describe(ctx.db, here.key, character, about, how):
        raise NotInCircle
    return await _member(ctx, here, character)


async def show(ctx: EngineContext, here: Here, character: int, seen_by: SeenBy) -> CircleMember:
    """Say who sees what a character posts from now on: everybody here, the cast, or whoever says so, alone.

    Nobody can have it post for somebody else alone. Raises NoCircle, NotInCircle, NotAllowedToWrite where the person
    does not let it write first.
    """
    await _settings(ctx, here)
    member = await _member(ctx, here, character)
    alone = seen_by is SeenBy.PERSON
    async with ctx.db.transaction() as on:
        if alone and not any(it.holds for it, _ in await writing_first.consents(on, here.person, character)):
            raise NotAllowedToWrite(name=member.name)
        await circles.show(on, here.key, character, seen_by, here.person if alone else None)
    return await _member(ctx, here, character)


async def backstage(ctx: EngineContext, here: Here) -> list[BackstagePost]:
    """What the characters of the circle here have written among themselves, the newest first.

    It is for whoever looks after the channel alone. Raises NoCircle, SessionMissing.
    """
    await _settings(ctx, here)
    head = await current_head(ctx, here)
    line = await ctx.lines.current(ctx.db, head.session_key, head.branch)
    acts = await log.acts(ctx.db, head.session_key, line, [EntryKind.BACKSTAGE])
    posts = posts_among(acts, here.key)
    wanted = {it.character for _, body in posts for it in body.replies} | {act.character for act, _ in posts}
    names = await garden.names(ctx.db, [it for it in wanted if it is not None])
    return [
        BackstagePost(
            names.get(act.character or 0, "?"),
            act.said_at,
            body.text,
            tuple(names.get(it.character, "?") for it in body.replies if not it.text),
            tuple((names.get(it.character, "?"), it.text) for it in body.replies if it.text),
        )
        for act, body in reversed(posts)
    ]


async def _settings(ctx: EngineContext, here: Here) -> Settings:
    known = await settings_here(ctx.db, ctx.defaults, here)
    if known.mode is not Mode.CIRCLE:
        raise NoCircle
    return known


async def _member(ctx: EngineContext, here: Here, character: int) -> CircleMember:
    found = next((it for it in await circles.members(ctx.db, here.key) if it.character == character), None)
    if found is None:
        raise NotInCircle
    return found

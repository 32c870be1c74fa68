"""One person's names on several platforms, joined a day after both have said that they are one.

Rows keep the name that they were made under, and are read by all. Who looks after the house is decided name by name: a
link gives nobody a right.
"""

from datetime import timedelta
from hashlib import sha256
from secrets import randbits
from typing import Final

from engine.actions.house.tries import MOST_TRIES, Tries, new_code, plain_code
from engine.context import EngineContext
from engine.db.house import settings, work
from engine.db.people import consents, links, writing_first
from engine.db.postgres.pool import Statements
from engine.errors import (
    LeaseLost,
    LinkCodeOld,
    LinkCodeOwn,
    LinkCodeTries,
    LinkCodeWrong,
    LinkError,
    LinkKnown,
    LinkNone,
    LinkNotAsked,
    LinkShared,
    LinkTaken,
)
from engine.rules.recall.questions.local_time import needs_local_time
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Noticed
from engine.values.house.setting_scopes import SettingScope
from engine.values.house.work import Due, NewSending
from engine.values.ids import SessionKey
from engine.values.people.people import AskedLink, LinkRequest, PlatformName

LASTS: Final = timedelta(minutes=10)
ASKS: Final = timedelta(hours=1)
"""So long two are asked whether both are one person."""
WAITS: Final = timedelta(days=1)
"""So long nothing is joined behind the second yes: who was talked into it can still part."""
LINK: Final = "link"
HOUSE: Final = SessionKey(0, 0)
ASKED: Final = "link-asked"
AGREED: Final = "link-agreed"
JOINED: Final = "link-joined"
PARTED: Final = "link-parted"


async def names(ctx: EngineContext, here: Here) -> list[PlatformName]:
    """The person under all their names, the one that they go by here first."""
    return await links.circle(ctx.db, here.person)


async def code(ctx: EngineContext, here: Here) -> str:
    """A code for the other platform, instead of any before. Raises LinkShared."""
    made = new_code()
    if not await links.put_code(ctx.db, _digest(made), here.person):
        raise LinkShared
    return made


async def link(ctx: EngineContext, tries: Tries, here: Here, text: str) -> LinkRequest:
    """Ask whose code this is, and who sends it, whether both are them; nothing is joined.

    Raises the leaves of LinkError.
    """
    if tries.spent(here.person):
        raise LinkCodeTries(tries=MOST_TRIES)
    digest = _digest(text)
    async with ctx.db.transaction() as on:
        await links.lock(on)
        found = await links.code(on, digest, LASTS)
        if found is not None:
            await _may_join(on, here.person, *found)
            await links.drop_code(on, digest)
            await links.ask(on, found[0], here.person, (randbits(40), randbits(40)), ctx.clock.now())
    if found is None:
        tries.wrong(here.person)
        raise LinkCodeWrong
    await _tell(ctx, found[0], here.person, ASKED)
    return await _request(ctx, here.person)


async def asked(ctx: EngineContext, here: Here) -> LinkRequest | None:
    """What the person is asked, or has agreed to; None where nothing is under way."""
    found = await links.asked(ctx.db, here.person, ctx.clock.now() - ASKS)
    return await _request(ctx, here.person) if found else None


async def agree(ctx: EngineContext, here: Here, token: int) -> LinkRequest:
    """Say by the button that both are them. When both did, they are one after a day. Raises LinkNotAsked."""
    now = ctx.clock.now()
    async with ctx.db.transaction() as on:
        await links.lock(on)
        found = await links.asked(on, here.person, now - ASKS)
        if found is None or found.token != token:
            raise LinkNotAsked
        await links.agree(on, here.person, now + WAITS)
        both = await links.asked(on, here.person, now - ASKS)
        if both is not None and both.joined_at is not None:
            await work.mark_due(on, HOUSE, f"{LINK}/{both.maker}", after=WAITS)
    request = await _request(ctx, here.person)
    if request.asked.joined_at is not None and found.joined_at is None:
        await _tell(ctx, request.other.id, here.person, AGREED)
    return request


async def settle(ctx: EngineContext, due: Due) -> None:
    """Join two who both said so a day ago, and tell each; nothing where one of them has taken it back since."""
    maker = int(due.kind.partition("/")[2])
    async with ctx.db.transaction() as on:
        await links.lock(on)
        found = await links.asked(on, maker, ctx.clock.now())
        early = found.joined_at - ctx.clock.now() if found and found.joined_at else timedelta()
        joined = False
        if early > timedelta():
            left = await work.postpone_due(on, due, early)
        else:
            joined = found is not None and found.joined_at is not None and await _join(on, found.maker, found.other)
            left = await work.finish_due(on, due)
        if not left:
            raise LeaseLost
    if found is not None and joined:
        ctx.doors.forget()
        await _tell(ctx, found.maker, found.other, JOINED)
        await _tell(ctx, found.other, found.maker, JOINED)


async def unlink(ctx: EngineContext, here: Here) -> list[PlatformName]:
    """The person's name here stands alone again, or stays so; the names it was or would be joined with.

    Raises LinkNone.
    """
    async with ctx.db.transaction() as on:
        await links.lock(on)
        under_way = await links.asked(on, here.person, ctx.clock.now() - ASKS)
        if under_way is not None:
            await links.drop_asked(on, here.person)
            others = (await links.circle(on, under_way.other))[:1]
        else:
            others = await _part(on, here.person)
    ctx.doors.forget()
    for it in others:
        await _tell(ctx, it.id, here.person, PARTED)
    return others


async def _part(on: Statements, person: int) -> list[PlatformName]:
    [_, *others] = await links.circle(on, person)
    if not others:
        raise LinkNone
    staying = [it.id for it in others] if len(others) > 1 else []
    leaving = [person] if staying else [person, others[0].id]
    await links.leave(on, leaving, staying)
    return others


async def _request(ctx: EngineContext, person: int) -> LinkRequest:
    found = await links.asked(ctx.db, person, ctx.clock.now() - ASKS)
    if found is None:
        raise LinkNotAsked
    [mine, *_], [other, *_] = await links.circle(ctx.db, person), await links.circle(ctx.db, found.other)
    return LinkRequest(mine, other, found)


def saying(message: str, mine: PlatformName, other: PlatformName, asked: AskedLink | None) -> Notice:
    """A message about two accounts, with what its button holds."""
    names = {"mine": mine.name, "mine_on": mine.platform.capitalize()}
    names |= {"other": other.name, "other_on": other.platform.capitalize()}
    return Notice(message, names | ({"token": asked.token} if asked else {}))


async def _tell(ctx: EngineContext, person: int, with_: int, message: str) -> None:
    """Tell somebody in their private chat, where they have one, what becomes of them and another account."""
    [mine, *_], [other, *_] = await links.circle(ctx.db, person), await links.circle(ctx.db, with_)
    found = await links.asked(ctx.db, person, ctx.clock.now() - ASKS)
    notice = saying(message, mine, other, found)
    home = await consents.home(ctx.db, person, [mine.platform]) if ctx.limits.get(mine.platform) else None
    if home is None:
        return
    [sending] = await work.plan(ctx.db, home.key, None, None, [NewSending("notice", notice=notice)])
    ctx.shows.addresses.learn(home.key, home.address)
    ctx.shows.tell(home.key, Noticed(notice, sending, person))


async def _may_join(on: Statements, taker: int, maker: int, fresh: bool) -> tuple[list[int], list[int]]:
    """The names of both. Raises the leaves of LinkError where they cannot be one."""
    if maker == taker:
        raise LinkCodeOwn
    if not fresh:
        raise LinkCodeOld
    if await links.is_shared(on, taker):
        raise LinkShared
    first, second = await links.circle(on, maker), await links.circle(on, taker)
    if maker in {it.id for it in second}:
        raise LinkKnown
    if twice := {it.platform for it in first} & {it.platform for it in second}:
        raise LinkTaken(platform=min(twice))
    return [it.id for it in first], [it.id for it in second]


async def _join(on: Statements, maker: int, taker: int) -> bool:
    """Join two; False where something else was joined meanwhile that they cannot both be."""
    await links.drop_asked(on, maker)
    try:
        first, second = await _may_join(on, taker, maker, fresh=True)
    except LinkError:
        return False
    await links.join(on, first, second)
    await writing_first.join(on, [*first, *second])
    return True


def _digest(text: str) -> str:
    return sha256(plain_code(text).encode()).hexdigest()


async def ask_behind(ctx: EngineContext, runner: Runner, here: Here, question: Notice) -> None:
    """Ask the person something once what they have said is answered. It outlives a crash."""
    planned = NewSending("notice", notice=question)
    [sending] = await work.plan(ctx.db, here.key, None, None, [planned])
    runner.tell_behind(here.key, Noticed(question, sending, here.person, behind=True))


async def ask_zone(ctx: EngineContext, here: Here, text: str) -> bool:
    """Whether the person is to be asked now for their zone: once, when ``text`` depends on it and none is set."""
    if not needs_local_time(text, ctx.clock.now()):
        return False
    if any(
        (scope, name) == (SettingScope.PERSON, "timezone") for scope, _, name, _ in await settings.stored(ctx.db, here)
    ):
        return False
    asked = await links.ask_once(ctx.db, here.person)
    if asked:
        ctx.doors.forget()
    return asked

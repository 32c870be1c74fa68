"""One person's names on several platforms, joined by a code that is used once.

Rows keep the name that they were made under, and are read by all. Who looks after the house is decided name by name: a
link gives nobody a right.
"""

from datetime import timedelta
from hashlib import sha256
from typing import Final

from engine.actions.house.tries import MOST_TRIES, Tries, new_code, plain_code
from engine.context import EngineContext
from engine.db.house import settings, work
from engine.db.people import links
from engine.db.postgres.pool import Statements
from engine.errors import (
    LinkCodeOld,
    LinkCodeOwn,
    LinkCodeTries,
    LinkCodeWrong,
    LinkKnown,
    LinkNone,
    LinkShared,
    LinkTaken,
)
from engine.rules.recall.questions.local_time import needs_local_time
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import Noticed
from engine.values.chats.turns import Notice
from engine.values.house.settings import SettingScope
from engine.values.house.work import NewSending
from engine.values.people.people import PlatformName

LASTS: Final = timedelta(minutes=10)


async def names(ctx: EngineContext, here: Here) -> list[PlatformName]:
    """The person under all their names, the one that they go by here first."""
    return await links.circle(ctx.db, here.person)


async def code(ctx: EngineContext, here: Here) -> str:
    """A code for the other platform, instead of any before. Raises LinkShared."""
    made = new_code()
    if not await links.put_code(ctx.db, _digest(made), here.person):
        raise LinkShared
    return made


async def link(ctx: EngineContext, tries: Tries, here: Here, text: str) -> list[PlatformName]:
    """Join whose code this is and who sends it. Raises the leaves of LinkError."""
    if tries.spent(here.person):
        raise LinkCodeTries(tries=MOST_TRIES)
    digest = _digest(text)
    async with ctx.db.transaction() as on:
        await links.lock(on)
        found = await links.code(on, digest, LASTS)
        if found is not None:
            await _join(on, here, *found)
            await links.drop_code(on, digest)
    if found is None:
        tries.wrong(here.person)
        raise LinkCodeWrong
    ctx.doors.forget()
    return await names(ctx, here)


async def unlink(ctx: EngineContext, here: Here) -> list[PlatformName]:
    """The person's name here stands alone again; the names it was joined with. Raises LinkNone."""
    async with ctx.db.transaction() as on:
        await links.lock(on)
        [_, *others] = await links.circle(on, here.person)
        if not others:
            raise LinkNone
        staying = [it.id for it in others] if len(others) > 1 else []
        leaving = [here.person] if staying else [here.person, others[0].id]
        await links.leave(on, leaving, staying)
    ctx.doors.forget()
    return others


async def _join(on: Statements, here: Here, maker: int, fresh: bool) -> None:
    if maker == here.person:
        raise LinkCodeOwn
    if not fresh:
        raise LinkCodeOld
    if await links.is_shared(on, here.person):
        raise LinkShared
    first, second = await links.circle(on, maker), await links.circle(on, here.person)
    if maker in {it.id for it in second}:
        raise LinkKnown
    if twice := {it.platform for it in first} & {it.platform for it in second}:
        raise LinkTaken(platform=min(twice))
    await links.join(on, [it.id for it in first], [it.id for it in second])


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

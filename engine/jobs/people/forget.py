"""Forgetting people goes on here when it takes long, when a process died over it, and when a backup was put back."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

import structlog

from engine.context import EngineContext
from engine.db.house import work
from engine.db.people import forgetting
from engine.db.postgres.pool import Transaction
from engine.errors import DatabaseError, LeaseLost
from engine.forgetting.forget import Leaver, forget
from engine.forgetting.forget_marks import TAKEN_OVER_AFTER, holdings_of, leaver_of, mark, part
from engine.turns.runner import Runner
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Noticed, Sending
from engine.values.house.work import Due, NewSending
from engine.values.ids import ChannelKey
from engine.values.people.rights import PersonalData, Tombstone
from engine.work.crashpoints import maybe_crash
from engine.work.tombstones import KEY_FILE, StoneKey

DONE = "forget-done"
_NEVER: Final = datetime.min.replace(tzinfo=UTC)

_log = structlog.get_logger(__name__)


async def forget_person(ctx: EngineContext, runner: Runner, due: Due) -> None:
    """Erase what is left of a person, say so where they asked, and look once more a little later.

    What was on its way when they asked may have arrived under their old number since.
    """
    leaver, holdings = leaver_of(due), holdings_of(due)
    await forget(ctx, runner, leaver)
    if not leaver.names:  # the last look
        await _free(ctx)
    async with ctx.db.transaction() as on:
        told = await _plan(on, leaver, holdings) if holdings else ()
        if leaver.names:
            await mark(on, replace(leaver, names=()), None, after=TAKEN_OVER_AFTER)
        if not await work.finish_due(on, due):
            raise LeaseLost
        maybe_crash("in_forget")
    if holdings:
        notice = Notice(DONE, _data(holdings))
        ctx.shows.tell(ChannelKey(leaver.space, leaver.channel), Noticed(notice, told[0] if told else None))


async def _free(ctx: EngineContext) -> None:
    """Free what the erased words lie in. Postgres does so by itself where this cannot, only later."""
    try:
        await ctx.db.vacuum()
    except DatabaseError as error:
        _log.warning("erased rows not freed yet", error=str(error), action="Postgres does it by itself in a while")


async def keep_forgotten(ctx: EngineContext) -> None:
    """At the start: who asked to be forgotten, and was brought back by a backup, is forgotten again."""
    on_disk, before = await ctx.tombstones.read(), await forgetting.tombstones(ctx.db)
    if not (on_disk or before):
        return
    key = await ctx.tombstones.key()
    stored = [key.keyed(it) for it in before]
    async with ctx.db.transaction() as on:
        await forgetting.bury(on, [*on_disk, *stored])
        await forgetting.lift(on, [it for it in before if it not in stored])
    known = {(it.platform, it.stands_for): it.at for it in on_disk}
    missing = [it for it in stored if (at := known.get((it.platform, it.stands_for))) is None or at < it.at]
    if missing:
        await ctx.tombstones.append(missing)
    for person in await _returned(ctx, key, [*on_disk, *stored]):
        await part(ctx, person, 0, 0)
    ctx.due_bell.set()


async def _returned(ctx: EngineContext, key: StoneKey, stones: Sequence[Tombstone]) -> list[int]:
    """People who are there again although they asked to be forgotten since."""
    asked: dict[tuple[str, str], datetime] = {}
    for it in filter(key.knows, stones):
        asked[it.platform, it.stands_for] = max(it.at, asked.get((it.platform, it.stands_for), it.at))
    if unknown := sum(not key.knows(it) for it in stones):
        _log.warning("tombstones of another key", count=unknown, action=f"put back the {KEY_FILE} that they came with")
    if not asked:
        return []
    there = await forgetting.came_by(ctx.db, sorted({platform for platform, _ in asked}), max(asked.values()))
    return [it.id for it in there if it.at <= asked.get((it.platform, key.stone(it.platform, it.external)), _NEVER)]


async def _plan(on: Transaction, leaver: Leaver, holdings: PersonalData) -> tuple[Sending, ...]:
    """What is said in a group outlives a crash; a private place has no name any more that it could be found by."""
    if leaver.space in leaver.private:
        return ()
    notice = NewSending("notice", notice=Notice(DONE, _data(holdings)))
    return await work.plan(on, ChannelKey(leaver.space, leaver.channel), None, None, [notice])


def _data(holdings: PersonalData) -> dict[str, int]:
    return {name: getattr(holdings, name) for name in PersonalData.__slots__}

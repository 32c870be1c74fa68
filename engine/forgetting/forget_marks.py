"""The mark of somebody who is forgotten: from its commit on they are nobody; whoever does due work does the rest."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from engine.context import EngineContext
from engine.db.house import work
from engine.db.people import deletions, forgetting
from engine.db.postgres.pool import Statements
from engine.forgetting.forget import Leaver
from engine.rules.bodies.due import forget_json, forget_of
from engine.values.house.due_bodies import ForgetMark
from engine.values.house.work import Due
from engine.values.ids import SessionKey
from engine.values.people.rights import PersonalData, Tombstone

FORGET: Final = "forget"
TAKEN_OVER_AFTER: Final = timedelta(seconds=60)
"""So long the process that was asked has for itself; and what was on its way meanwhile is looked for then."""


async def part(ctx: EngineContext, person: int, space: int, channel: int) -> tuple[Leaver, PersonalData]:
    """Write down, on the disk and in the database, that somebody is to be forgotten; how much there is of them.

    ``space`` and ``channel`` are where they asked, 0 where nobody did.
    """
    [leaver], holdings = await part_all(ctx, [person], space, channel)
    return leaver, holdings


async def part_all(
    ctx: EngineContext, people: Sequence[int], space: int, channel: int
) -> tuple[Sequence[Leaver], PersonalData]:
    """The same for somebody under all their names, at once; the first is the one that they asked under."""
    known = [await forgetting.known(ctx.db, person) for person in people]
    key = await ctx.tombstones.key()
    stones = [Tombstone(it.platform, key.stone(it.platform, it.external), it.now) for it in known if it is not None]
    assert len(stones) == len(people)
    await ctx.tombstones.append(stones)
    leavers: list[Leaver] = []
    async with ctx.db.transaction() as on:
        holdings = await counted(on, people, space)
        await forgetting.bury(on, stones)
        for number, (person, it) in enumerate(zip(people, known, strict=True)):
            asked = (space, channel) if number == 0 else (0, 0)
            private = await forgetting.private_spaces(on, person, asked[0])
            leavers.append(Leaver(person, it.names if it else (), tuple(private), *asked))
        if channel:
            alone = space in leavers[0].private
            await deletions.note_forgetting(on, 0 if alone else space, holdings.messages)
        for leaver in leavers:
            await forgetting.detach(on, leaver.person, leaver.private)
            told = holdings if leaver.channel else None
            await mark(on, leaver, told, after=TAKEN_OVER_AFTER if channel else None)
    ctx.places.forget()
    ctx.doors.forget()
    ctx.held.forget()
    return leavers, holdings


async def counted(on: Statements, people: Sequence[int], space: int) -> PersonalData:
    """How much there is of somebody under all their names; they are in ``space`` under the first."""
    found: list[PersonalData] = []
    for number, person in enumerate(people):
        private = await forgetting.private_spaces(on, person, space if number == 0 else 0)
        found.append(await forgetting.holdings(on, person, private))
    return PersonalData(**{name: sum(getattr(it, name) for it in found) for name in PersonalData.__slots__})


async def mark(
    on: Statements, leaver: Leaver, holdings: PersonalData | None, *, after: timedelta | None = None
) -> None:
    """Have somebody forgotten by whoever does due work. ``holdings`` is told at the end; None: nobody waits for it."""
    it = ForgetMark(leaver.person, leaver.names, leaver.private, leaver.channel, holdings)
    key = SessionKey(leaver.space, 0)
    await work.mark_due(on, key, f"{FORGET}/{leaver.person}", after=after or timedelta(), body=forget_json(it))


def leaver_of(due: Due) -> Leaver:
    """Whom a mark is about."""
    it = forget_of(due.body)
    return Leaver(it.person, it.names, it.private, due.key.space, it.channel)


def holdings_of(due: Due) -> PersonalData | None:
    """What is to be told at the end."""
    return forget_of(due.body).holdings

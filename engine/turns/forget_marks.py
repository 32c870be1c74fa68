"""The mark of somebody who is forgotten: from its commit on they are nobody; whoever does due work does the rest."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from engine.db import forgetting, work
from engine.db.pool import Statements, Transaction
from engine.turns.forget import Leaver
from engine.turns.needs import Needs
from engine.values.ids import SessionKey
from engine.values.rights import Holdings, Tombstone
from engine.values.work import Due
from engine.work.tombstones import hash_of

FORGET: Final = "forget"
TAKEN_OVER_AFTER: Final = timedelta(seconds=60)
"""So long the process that was asked has for itself; and what was on its way meanwhile is looked for then."""


async def part(needs: Needs, person: int, space: int, channel: int) -> tuple[Leaver, Holdings]:
    """Write down, on the disk and in the database, that somebody is to be forgotten; how much there is of them.

    ``space`` and ``channel`` are where they asked, 0 where nobody did.
    """
    known = await forgetting.known(needs.db, person)
    assert known is not None
    stone = Tombstone(known.platform, hash_of(known.platform, known.external), known.now)
    await needs.tombstones.append([stone])
    async with needs.db.transaction() as on:
        private = await forgetting.private_spaces(on, person, space)
        leaver = Leaver(person, known.names, tuple(private), space, channel)
        holdings = await forgetting.holdings(on, person, private)
        await forgetting.bury(on, [stone])
        await _detach(on, leaver, holdings)
    needs.places.forget()
    needs.doors.forget()
    return leaver, holdings


async def _detach(on: Transaction, leaver: Leaver, holdings: Holdings) -> None:
    await forgetting.detach(on, leaver.person, leaver.private)
    await mark(on, leaver, holdings if leaver.channel else None, after=TAKEN_OVER_AFTER if leaver.channel else None)


async def mark(on: Statements, leaver: Leaver, holdings: Holdings | None, *, after: timedelta | None = None) -> None:
    """Have somebody forgotten by whoever does due work. ``holdings`` is told at the end; None: nobody waits for it."""
    counts = {"counts": {name: getattr(holdings, name) for name in Holdings.__slots__}} if holdings else {}
    body: dict[str, Any] = {
        "person": leaver.person,
        "names": list(leaver.names),
        "private": list(leaver.private),
        "channel": leaver.channel,
        **counts,
    }
    key = SessionKey(leaver.space, 0)
    await work.mark_due(on, key, f"{FORGET}/{leaver.person}", after=after or timedelta(), body=body)


def leaver_of(due: Due) -> Leaver:
    """Whom a mark is about."""
    body = due.body
    return Leaver(body["person"], tuple(body["names"]), tuple(body["private"]), due.key.space, body["channel"])


def holdings_of(due: Due) -> Holdings | None:
    """What is to be told at the end."""
    counts: Mapping[str, int] | None = due.body.get("counts")
    return Holdings(**counts) if counts else None

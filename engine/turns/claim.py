"""Second step: take the stand's lease, and make what waits there a turn of ours."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.db import log, sessions, turns, work
from engine.db.pool import Transaction
from engine.db.repeat import repeat
from engine.errors import SessionMissing
from engine.turns.cast import who_plays
from engine.turns.needs import Needs
from engine.turns.recover import Remedy, close, remedy
from engine.values.entries import EntryKind, Line, NewEntry
from engine.values.ids import StandKey, TurnKey
from engine.values.outgoing import Ended
from engine.values.turns import Claimed, Found, Turn, TurnKind, Waiting
from engine.work.crashpoints import maybe_crash

MOST_AT_ONCE = 100
TITLE_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Taken:
    """What claiming came to: a turn to run, and a turn found running that was closed on the way. Either may be None."""

    claimed: Claimed | None
    closed: Ended | None = None


async def claim(needs: Needs, stand: StandKey, fence: int | None = None) -> Taken:
    """Take the lease of ``stand`` (or go on under ``fence``) and begin a turn for what waits.

    Nothing is claimed when another instance holds the lease or nothing waits; the lease is given back then.
    """

    async def once() -> Taken:
        async with needs.db.transaction() as on:
            held = await needs.leases.take(on, stand) if fence is None else fence
            if held is None or (fence is not None and not await work.hold(on, stand, fence)):
                return Taken(None)
            found = await turns.look(on, stand, MOST_AT_ONCE)
            if found is None:
                raise SessionMissing
            taken = await _take_up(needs, on, found, held)
            maybe_crash("in_claim")
            if taken.claimed is None:
                await work.give_back(on, stand, held)
        return taken

    taken = await repeat(once, key=f"claim:{stand.stand}", clock=needs.clock)
    maybe_crash("after_claim")
    return taken


async def _take_up(needs: Needs, on: Transaction, found: Found, fence: int) -> Taken:
    """A turn left running is resumed if nobody saw any of it, and ended if somebody did; then comes what waits."""
    left = found.leftover
    closed: Ended | None = None
    if left is not None:
        if remedy(left) is Remedy.RESUME:
            line = await needs.lines.line(on, found.stand.session_key, found.stand.branch, found.head)
            turn = replace(left.turn, fence=fence)
            await turns.resume(on, turn)
            return Taken(Claimed(turn, line, found.head))
        head, closed = await close(needs, on, found, "crash")
        found = replace(found, head=head, leftover=None)
    if not found.waiting:
        return Taken(None, closed)
    return Taken(await _answer(needs, on, found, fence), closed)


async def _answer(needs: Needs, on: Transaction, found: Found, fence: int) -> Claimed:
    """A turn that answers everything that waits."""
    key = found.stand.session_key
    said = [_message(it) for it in found.waiting]
    head = await log.append(on, key, found.stand.branch, found.head, said)
    line = await needs.lines.line(on, key, found.stand.branch, head)
    turn = await begin(
        on, found, line, TurnKind.REPLY, found.waiting[-1].person, fence, [it.id for it in found.waiting]
    )
    if found.untitled:
        await sessions.rename(on, key, title_from(found.waiting[0].text))
    return Claimed(turn, line, head)


async def begin(
    on: Transaction,
    found: Found,
    line: Line,
    kind: TurnKind,
    person: int,
    fence: int,
    consumed: Sequence[int] = (),
) -> Turn:
    """Begin a turn on ``found.stand`` that answers what lies at the end of ``line``. Raises NobodyPlays."""
    stand = found.stand
    turn = Turn(
        key=TurnKey(stand.key.space, stand.session, 0),
        stand=stand.key,
        channel=stand.channel,
        branch=stand.branch,
        after_seq=line.head,
        kind=kind,
        character=await who_plays(on, stand.session_key, line),
        fence=fence,
        person=person,
    )
    number, free = await turns.begin(on, turn, consumed)
    if free != len(consumed):
        raise RuntimeError("an inbox row was consumed twice")
    return replace(turn, key=replace(turn.key, turn=number))


def title_from(text: str) -> str:
    """A session's title from its first words."""
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return first if len(first) <= TITLE_LENGTH else first[: TITLE_LENGTH - 1].rstrip() + "…"


def _message(waiting: Waiting) -> NewEntry:
    return NewEntry(
        kind=EntryKind.MESSAGE,
        said_at=waiting.sent_at,
        text=waiting.text,
        person=waiting.person,
        body=waiting.body,
    )

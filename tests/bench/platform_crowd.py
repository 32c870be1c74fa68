"""Many channels at once: who finishes, how late, how far people are behind the model, and what the platform refuses."""

import asyncio
import time
from contextlib import suppress
from itertools import pairwise

from tests.bench.figures import Figure, percentile
from tests.bench.platform_daemon import Ground, peak_memory

CHUNKS, RATE = 200, 20
PATIENCE = 90.0
_PROBE_EVERY = 0.2
_QUIET = 8.0
"""Seconds in which what the step before left behind is tidied up."""
_BOUNDLESS = 1_000_000
_BUDGET = {"discord": 40, "telegram": 25}
"""Changes a second that all growing replies of a platform share."""


async def crowd(here: Ground, count: int, *, budgets: bool = False, asking: bool = False) -> list[Figure]:
    """After a quiet while, a reply of 200 chunks at 20/s in so many rooms at once.

    ``budgets``: the platform's own per channel are on.
    """
    name = f"{count} at once{' with budgets' if budgets else ''}"
    seat, memory, delays = here.seat, [0.0], list[float]()
    await asyncio.sleep(_QUIET)
    await seat.limits(on=budgets, overall=_BOUNDLESS)
    before = seat.remote.statuses.copy()
    since = await here.model.plan(CHUNKS, 1 / RATE, stamped="short")
    spent, started = here.spent(), time.monotonic()
    async with peak_memory(here, memory):
        said = dict(zip(seat.rooms, await asyncio.gather(*map(here.says, seat.rooms[:count])), strict=False))
        probing = asyncio.ensure_future(_probe(here, delays)) if asking else None
        with suppress(TimeoutError):
            await here.answered(said, CHUNKS, PATIENCE)
        if probing:
            probing.cancel()
            await asyncio.wait({probing})
    cpu = (here.spent().daemon - spent.daemon) / (time.monotonic() - started)
    await seat.limits(on=False)
    own = [_stream(here, room, message, since) for room, message in said.items()]
    ends = [_lateness(here, room, message, since) for room, message in said.items()]
    finished = [it for it in ends if it is not None]
    gaps = [gap for room, message in said.items() if (gap := _gap(here, room, message, since)) is not None]
    refused = seat.remote.statuses - before
    return [
        Figure(f"{name}: not finished", count - len(finished), "", 0.0),
        Figure(f"  the model's own stream, at most ({CHUNKS / RATE:g} s if it keeps pace)", max(own), "s"),
        Figure(f"{name}: lateness p50", percentile(finished, 0.5), "s"),
        Figure(f"{name}: lateness p99", percentile(finished, 0.99), "s", 2.0),
        Figure(f"{name}: biggest gap", max(gaps, default=0.0), "s", max(2.0, count / _BUDGET[seat.platform])),
        Figure(f"{name}: memory at most", max(memory), "MiB", 200.0),
        Figure(f"{name}: CPU", cpu * 100, "% of a core"),
        Figure(f"{name}: 429", refused[429], "", 0.0 if budgets else None),
        Figure(f"{name}: other 4xx", sum(refused[it] for it in refused if 400 <= it < 500 and it != 429), "", 0.0),
        *_asked(name, delays, asking=asking),
    ]


async def crowded(here: Ground, count: int) -> list[float]:
    """A reply of 200 chunks at 20/s in so many rooms at once: of those that were finished, how late, in seconds."""
    since = await here.model.plan(CHUNKS, 1 / RATE, stamped="short")
    rooms = here.seat.rooms[:count]
    said = dict(zip(rooms, await asyncio.gather(*map(here.says, rooms)), strict=True))
    with suppress(TimeoutError):
        await here.answered(said, CHUNKS, PATIENCE)
    ends = [_lateness(here, room, message, since) for room, message in said.items()]
    return [it for it in ends if it is not None]


def _asked(name: str, delays: list[float], *, asking: bool) -> list[Figure]:
    if not asking:
        return []
    shown = [Figure(f"{name}: commands answered", len(delays), "")]
    return [*shown, Figure(f"{name}: command → answer p99", percentile(delays, 0.99) * 1000, "ms", 300.0)]


async def _probe(here: Ground, delays: list[float]) -> None:
    """Use commands in one room after another, until cancelled."""
    used: list[tuple[int, float]] = []
    try:
        for room in here.seat.rooms:
            used.append((room, time.monotonic()))
            await here.seat.asks(room)
            await asyncio.sleep(_PROBE_EVERY)
    finally:
        found = (((here.seat.heard_at(*it)), it[1]) for it in used)
        delays += [heard - asked for heard, asked in found if heard is not None]


def _stamps(text: str, since: float) -> list[float]:
    return [since + int(word, 36) / 1000 for word in text.split()]


def _replies(here: Ground, room: int, message: int, since: float) -> list[tuple[float, list[float]]]:
    """When people saw a reply grow, and the stamps of what they saw."""
    seen = here.seat.seen(room, message)
    return [(it["at"], _stamps(it["text"], since)) for it in seen if _is_stamped(it["text"])]


def _is_stamped(text: str) -> bool:
    return all(len(word) == 4 and word.isalnum() and word.isascii() for word in text.split())


def _lateness(here: Ground, room: int, message: int, since: float) -> float | None:
    """Seconds from the last chunk to the whole text; None when it never came."""
    return next((at - it[-1] for at, it in _replies(here, room, message, since) if len(it) == CHUNKS), None)


def _stream(here: Ground, room: int, message: int, since: float) -> float:
    """Seconds from the first to the last chunk that people saw."""
    shown = _replies(here, room, message, since)
    return shown[-1][1][-1] - shown[-1][1][0] if shown else 0.0


def _gap(here: Ground, room: int, message: int, since: float) -> float | None:
    """The most seconds that a chunk was not to be seen yet."""
    shown = _replies(here, room, message, since)
    if not shown:
        return None
    whole = shown[-1][1]
    steps = [(0.0, list[float]()), *shown]
    unseen = [at - whole[len(before)] for (_, before), (at, _) in pairwise(steps) if len(before) < len(whole)]
    return max(unseen, default=None)

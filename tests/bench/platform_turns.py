"""Turns one after another: how long each step between people and the model takes, and what a turn costs."""

import asyncio
from dataclasses import dataclass, field

from tests.bench.figures import Figure, percentile, spread
from tests.bench.platform_daemon import Ground, cost

CHUNKS, LONG, PACE = 20, 200, 0.02
REST = 0.1
"""Seconds between two turns: the next message finds everything done."""


@dataclass(slots=True)
class Times:
    """Seconds between what people and the model saw, turn by turn."""

    asked: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)

    def add(self, others: "Times") -> None:
        """Take in what was seen of other turns."""
        self.asked += others.asked
        self.shown += others.shown
        self.whole += others.whole


async def turns_apart(here: Ground, count: int, long: int) -> list[Figure]:
    """Delays of ``count`` turns of 20 chunks, and the processor time of a turn of 20 and of 200 chunks."""
    await timed_turns(here, 10, CHUNKS)
    before = here.spent()
    times = await timed_turns(here, count, CHUNKS)
    short = cost(f"{CHUNKS} chunks", before, here.spent(), count, 40.0)
    before = here.spent()
    await timed_turns(here, long, LONG)
    return [
        *spread("message → model request", times.asked, (20.0, 40.0)),
        *spread("last chunk → final text", times.whole, (8.0, 20.0)),
        Figure("first chunk → first text, p50", percentile(times.shown, 0.5) * 1000, "ms", 10.0),
        Figure("  first chunk → first text, p99", percentile(times.shown, 0.99) * 1000, "ms"),
        *short,
        *cost(f"{LONG} chunks", before, here.spent(), long, 170.0),
    ]


async def timed_turns(here: Ground, count: int, chunks: int, pace: float = PACE, room: int = 0) -> Times:
    """One turn after another, each in another room, from that number on; ``pace``: seconds between two chunks."""
    await here.model.plan(chunks, pace)
    said: list[tuple[int, int]] = []
    for number in range(count):
        place = here.seat.rooms[(room + number) % len(here.seat.rooms)]
        said.append((place, await here.says(place)))
        await here.answered(dict(said[-1:]), chunks)
        await asyncio.sleep(REST)
    model, times = await here.model.all_times(), Times()
    for (place, message), asked, began, ended in zip(
        said, *(model[it] for it in ("asked", "began", "ended")), strict=True
    ):
        seen = here.seat.seen(place, message)
        whole = here.whole(place, message, chunks)
        times.asked.append(asked - here.seat.sent_at(place, message))
        times.shown.append(seen[0]["at"] - began)
        times.whole.append((whole or 0.0) - ended)
    return times

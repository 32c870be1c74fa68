"""What Omoide adds to the model's own time in one turn, on an idle machine."""

import asyncio
import time
from pathlib import Path

from engine.app import Engine
from engine.db.postgres.pool import Counts
from tests.bench.figures import Figure, Part, percentile, spread
from tests.bench.house import Model, Talker, engine_on, model_process, needs_of
from tests.bench.probes import STEPS, Durations, statement_times, step_times

CHUNKS, PACE = 20, 0.01
REST = 0.05
"""Seconds between two turns: the next message finds everything done."""

WARM, MEASURED = 10, 20
"""Turns of one session: its history is 20 to 60 rows long while it is measured."""

LONG_SESSION = 300
BACKGROUND = {"save_drafts", "move_sending", "beat", "unfinished", "claim_due"}
"""Statements of the process, not of a turn."""


async def run(folder: Path, *, quick: bool) -> Part:
    """The overhead before and after the model, its steps, its statements; the same in a long session."""
    async with model_process() as model, engine_on(folder, model) as engine:
        talker = Talker(engine, 1)
        await talker.open()
        await _turns(talker, model, WARM)
        usual = await _usual(engine, talker, model, sessions=2 if quick else 15)
        await talker.anew()
        await model.plan(1)
        for _ in range(40 if quick else LONG_SESSION):
            await talker.say()
        steps = Durations(list)
        with step_times(steps):
            before, after = await _turns(talker, model, 10 if quick else 50)
        rows = 2 * (40 if quick else LONG_SESSION)
        long = spread(f"the same in a session of {rows} messages", _sums(before, after))
    return Part(usual.title, (*usual.figures, *long), (*usual.notes, f"{rows} messages: {_steps(steps)}"))


async def _usual(engine: Engine, talker: Talker, model: Model, *, sessions: int) -> Part:
    before: list[float] = []
    after: list[float] = []
    counts = Counts()
    cpu = 0.0
    steps, statements = Durations(list), Durations(list)
    for _ in range(sessions):
        await talker.anew()
        await _turns(talker, model, WARM)
        counted, used = needs_of(engine).db.counts.copy(), time.process_time()
        with step_times(steps), statement_times(statements):
            halves = await _turns(talker, model, MEASURED)
        cpu += time.process_time() - used
        counts = _sum(counts, needs_of(engine).db.counts.since(counted))
        before += halves[0]
        after += halves[1]
    turns = len(before)
    figures = [
        *spread("overhead of a turn", _sums(before, after), (10.0, 25.0)),
        *spread("  message received → request at the model", before),
        *spread("  last token → final text out", after),
        *_counted(counts, turns),
        Figure("CPU of a turn with 20 tokens", cpu * 1000 / turns, "ms"),
    ]
    notes = [_steps(steps), _statements(statements, counts, turns)]
    return Part(f"Overhead, {turns} turns, {CHUNKS} tokens each", tuple(figures), tuple(notes))


async def _turns(talker: Talker, model: Model, count: int) -> tuple[list[float], list[float]]:
    """Seconds before the model and after it, turn by turn."""
    await model.plan(CHUNKS, PACE)
    seen: list[tuple[float, float]] = []
    for _ in range(count):
        seen.append(await talker.say())
        await talker.idle()
        await asyncio.sleep(REST)
    asked, ended = await model.times()
    before = [at - said for at, (said, _) in zip(asked, seen, strict=True)]
    after = [shown - at for at, (_, shown) in zip(ended, seen, strict=True)]
    return before, after


def _sums(before: list[float], after: list[float]) -> list[float]:
    return [first + last for first, last in zip(before, after, strict=True)]


def _sum(one: Counts, other: Counts) -> Counts:
    by_name = one.by_name + other.by_name
    return Counts(one.statements + other.statements, one.trips + other.trips, one.commits + other.commits, by_name)


def _counted(counts: Counts, turns: int) -> list[Figure]:
    background = sum(counts.by_name[name] for name in BACKGROUND)
    writing = background - counts.by_name["unfinished"]
    return [
        Figure("statements of a turn", (counts.statements - background) / turns, ""),
        Figure("round trips of a turn", (counts.trips - background) / turns, ""),
        Figure("commits of a turn", (counts.commits - writing) / turns, "", 3.0),
    ]


def _steps(steps: Durations) -> str:
    told = (f"{name} {percentile(steps[name], 0.5) * 1000:.2f}" for name in STEPS if name != "generate")
    return f"steps, p50 ms: {', '.join(told)}"


def _statements(statements: Durations, counts: Counts, turns: int) -> str:
    told = (
        f"{name} {percentile(found, 0.5) * 1000:.2f} ×{counts.by_name[name] / turns:.1f}"
        for name, found in sorted(statements.items(), key=lambda it: -percentile(it[1], 0.5))
        if found
    )
    return f"statements, p50 ms × times a turn: {', '.join(told)}"

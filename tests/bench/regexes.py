"""What scripts and keys take that RE2 cannot run, in a chat as people have it and at the worst; no database, no model.

Alone: ``python -m tests.bench.regexes [--quick]``.
"""

import argparse
import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.rules.framework.scripts.scripts import at_work, run_scripts
from engine.rules.regexes.search_time import SearchTime
from engine.rules.world.activate import Scan, ScanLine, activate
from engine.values.characters.lore_timers import LoreTimers
from engine.values.characters.scripts import Placement, RegexScript
from engine.values.characters.worlds import Binding, BoundBook, WorldBook, WorldEntry
from engine.values.models.stage import WorldRules
from tests.bench.figures import Figure, Part, percentile, table

MESSAGES = 100
KEYS = 1_000
TIMES = 50
ORDINARY = 2.0
WORST = 50.0
"""Milliseconds of processor time: of one script on one message, and of all that takes too long in one prompt."""

SAID = 'The dragon looked at the lamp and said: *well*, "nobody knows". 龙在山上睡觉。 ' * 15
BLOCK = "<Update>\n_.set('lamp', 'lit');\n</Update>"
SCRIPTS = {
    "block": r"/<(\w+)>[\s\S]*?<\/\1>/g",
    "stars": r"/(?<!\*)\*(?!\*)(.+?)(?<!\*)\*(?!\*)/g",
    "quotes": r"/(['\"])(.*?)(?<!\\)\1/g",
    "lines": r"/^(?!.*Status)(.+)$/gm",
    "thoughts": r"/<think>(?:(?!<\/think>)[\s\S])*<\/think>/g",
}
KNOTS = "abcdefghijklmnop"


async def run(folder: Path, *, quick: bool) -> Part:
    """One script on one message, five on a chat, a book of keys, and sixteen scripts that never end."""
    del folder
    times = TIMES // 10 if quick else TIMES
    said = [SAID + BLOCK * (at % 2) for at in range(MESSAGES)]
    scripts = [_script(name, find) for name, find in SCRIPTS.items()]
    alone = max(percentile(_timed(lambda one=one: _scripted([one], said[1:2]), times), 0.5) for one in scripts)
    knots = [_script(letter, rf"/(x+x+)+y\1{letter}$/g") for letter in KNOTS]
    tied = [f"{'x' * 5_000}y{letter}" for letter in KNOTS]
    book = _book()
    first = _seconds(lambda: _looked(book))
    figures = (
        Figure("a script on a message, the slowest of five", alone * 1000, "ms", ORDINARY),
        Figure(
            f"five on {MESSAGES} messages, p50",
            1000 * percentile(_timed(lambda: _scripted(scripts, said), times // 5), 0.5),
            "ms",
        ),
        Figure("of it beyond RE2", 1000 * _beyond(scripts, said), "ms"),
        Figure(f"{KEYS} keys in four messages, the first time", first * 1000, "ms"),
        Figure("and then, p50", 1000 * percentile(_timed(lambda: _looked(book), times), 0.5), "ms"),
        Figure(
            "sixteen scripts without an end, p50",
            1000 * percentile(_timed(lambda: _scripted(knots, tied), 5), 0.5),
            "ms",
            WORST,
        ),
    )
    return Part("Scripts and keys that RE2 cannot run, processor time", figures)


def _script(name: str, find: str) -> RegexScript:
    return RegexScript(name, find, "", placements=frozenset(Placement), prompt_only=True)


def _scripted(scripts: Sequence[RegexScript], said: Sequence[str], spent: SearchTime | None = None) -> None:
    work = at_work(scripts, spent)
    for text in said:
        run_scripts(work, text, Placement.AI_OUTPUT, depth=0, for_display=False, expand=str)


class _Stopwatch(SearchTime):
    """More than anybody has, to see what was taken of it."""

    def __init__(self) -> None:
        super().__init__(60)

    @property
    def taken(self) -> float:
        return 60 - self._left


def _beyond(scripts: Sequence[RegexScript], said: Sequence[str]) -> float:
    spent = _Stopwatch()
    _scripted(scripts, said, spent)
    return spent.taken


def _book() -> BoundBook:
    keys = (rf"/(?<!no )\bword{number}\b(?! more)(?=\W)/i" for number in range(KEYS))
    return BoundBook("1", WorldBook("World", tuple(WorldEntry(key, "told", keys=(key,)) for key in keys)), Binding.CHAT)


def _looked(book: BoundBook) -> None:
    lines = tuple(ScanLine(at, "Ann", f"{SAID} word{at} and") for at in range(4))
    activate([book], Scan(lines, budget=10_000, messages=4), WorldRules(), LoreTimers(), str)


def _timed(work: Callable[[], object], times: int) -> list[float]:
    """Seconds of processor time of each run; the first is not counted."""
    work()
    return [_seconds(work) for _ in range(max(times, 3))]


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.regexes", description=__doc__)
    parser.add_argument("--quick", action="store_true")
    print(table([asyncio.run(run(Path(), quick=parser.parse_args().quick))]))  # noqa: T201 — its output


if __name__ == "__main__":
    main()

"""What scripts and keys take that RE2 cannot run, in a chat as people have it and at the worst; no database, no model.

Alone: ``python -m tests.bench.regexes [--quick]``.
"""

import argparse
import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
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
    scripts = [_script(name, find) for name, find in SCRIPTS.items()]
    knots = [_script(letter, rf"/(x+x+)+y\1{letter}$/g") for letter in KNOTS]
    tied = [f"{'x' * 5_000}y{letter}" for letter in KNOTS]
    numbers = count()
    alone = [_timed(lambda one=one: _scripted([one], _said(numbers, 1)), times) for one in scripts]
    chat = _said(numbers, MESSAGES)
    spent = _Stopwatch()
    new = _seconds(lambda: _scripted(scripts, chat, spent))
    again = _timed(lambda: _scripted(scripts, chat), times // 5)
    book = _book()
    first = _seconds(lambda: _looked(book))
    looked = _timed(lambda: _looked(book), times)
    endless = _timed(lambda: _scripted(knots, tied), 5)
    figures = (
        Figure("a script on a new message, p50, the slowest of five", max(map(_middle, alone)), "ms", ORDINARY),
        Figure(f"five on {MESSAGES} new messages", 1000 * new, "ms"),
        Figure("of it beyond RE2", 1000 * spent.taken, "ms"),
        Figure("the same messages once more, p50", _middle(again), "ms"),
        Figure(f"{KEYS} keys in four messages, the first time", 1000 * first, "ms"),
        Figure("and then, p50", _middle(looked), "ms"),
        Figure("sixteen scripts without an end, p50", _middle(endless), "ms", WORST),
    )
    return Part("Scripts and keys that RE2 cannot run, processor time", figures)


def _said(numbers: Iterator[int], messages: int) -> list[str]:
    """Messages that nobody has said before; every second one ends with a block."""
    return [f"{next(numbers)}. {SAID}{BLOCK * (at % 2)}" for at in range(1, messages + 1)]


def _middle(seconds: Sequence[float]) -> float:
    """In milliseconds."""
    return 1000 * percentile(seconds, 0.5)


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

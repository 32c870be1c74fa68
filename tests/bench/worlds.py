"""What entries of a large world book a turn is told: pure rules, no database and no model.

Alone: ``python -m tests.bench.worlds [--quick]``.
"""

import argparse
import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.rules.world.activate import Activation, Scan, ScanLine, activate
from engine.rules.world.chance import chance
from engine.values.characters.lore_timers import LoreTimers
from engine.values.characters.worlds import BoundBook, WorldBook, WorldEntry
from engine.values.models.stage import WorldRules
from tests.bench.figures import Figure, Part, percentile, table

ENTRIES = 1_000
REGEXES = 100
MESSAGES = 200
CHARACTERS = 170
TIMES = 200
GOAL = 15.0
"""Milliseconds of processor time for one call, once the book is compiled."""

RULES = WorldRules(scan_depth=MESSAGES, recursive=True)
WHOLE_WORDS = WorldRules(scan_depth=MESSAGES, recursive=True, whole_words=True)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
IDEOGRAPHS = "".join(map(chr, range(0x4E00, 0x4E00 + 2_500)))


async def run(folder: Path, *, quick: bool) -> Part:
    """The processor time of one call with a book that is compiled, and of the first call."""
    del folder
    times = TIMES // 10 if quick else TIMES
    lines, book = _lines(), _book()
    outcome = _activated(book, lines, RULES)
    figures = [
        *_spread("a call", _timed(lambda: _activated(book, lines, RULES), times), GOAL),
        *_spread("a call, by whole words", _timed(lambda: _activated(book, lines, WHOLE_WORDS), times), GOAL),
        *_spread("the first call, which compiles", [_seconds(_fresh(lines)) for _ in range(max(times // 20, 3))]),
    ]
    calls = sum(bool(it.origin) for it in outcome.active)
    notes = (
        f"{ENTRIES} entries, {REGEXES} with a regex, {MESSAGES} messages",
        f"told are {len(outcome.active)} entries, {calls} of them called by others",
    )
    return Part("A large world book, processor time", tuple(figures), notes)


def _activated(book: WorldBook, lines: tuple[ScanLine, ...], rules: WorldRules) -> Activation:
    scan = Scan(lines, budget=1_000_000, messages=len(lines), seed="bench")
    return activate([BoundBook("1", book)], scan, rules, LoreTimers(), str)


def _fresh(lines: tuple[ScanLine, ...]) -> Callable[[], object]:
    book = _book()
    return lambda: _activated(book, lines, RULES)


def _book() -> WorldBook:
    return WorldBook("World", tuple(_entry(number) for number in range(ENTRIES)))


def _entry(number: int) -> WorldEntry:
    """Every tenth has a regex, every fifth a second condition; every third names another entry in its text."""
    first, second, third = (_lore(number * 3 + it) for it in range(3))
    keys = (first, second)
    if number % (ENTRIES // REGEXES) == 0:
        keys = (rf"/\b{first}(?:s|ed)?\b/i" if first.isascii() else f"/{first[0]}.{{0,4}}{first[1]}/",)
    called = _lore(_drawn(ENTRIES * 3, "called", number)) if number % 3 == 0 else ""
    text = " ".join(_common(_drawn(2_000, "content", number, it)) for it in range(40))
    secondary = (third,) if number % 5 == 0 else ()
    return WorldEntry(str(number), f"{text} {called}", keys=keys, secondary_keys=secondary)


def _lines() -> tuple[ScanLine, ...]:
    """Messages of common words in two languages; one in two names something that the book knows."""
    lines: list[ScanLine] = []
    for seq in range(1, MESSAGES + 1):
        words = [_lore(_drawn(ENTRIES * 3, "lore", seq))] if seq % 2 else []
        while sum(map(len, words)) < CHARACTERS:
            word = _common(_drawn(2_000, "word", seq, len(words)))
            words.append(f"{word} " if word.isascii() else word)
        lines.append(ScanLine(seq, "Alice" if seq % 2 else "小明", "".join(words)))
    return tuple(lines)


def _lore(number: int) -> str:
    return _word("lore", number, 4, 9) if number % 2 else _chinese("lore", number, 2, 4)


def _common(number: int) -> str:
    return _word("common", number, 2, 8) if number % 2 else _chinese("common", number, 1, 3)


def _word(kind: str, number: int, least: int, most: int) -> str:
    length = least + _drawn(most - least + 1, kind, "length", number)
    return "".join(LETTERS[_drawn(26, kind, number, it)] for it in range(length))


def _chinese(kind: str, number: int, least: int, most: int) -> str:
    length = least + _drawn(most - least + 1, kind, "length", number)
    return "".join(IDEOGRAPHS[_drawn(len(IDEOGRAPHS), kind, number, it)] for it in range(length))


def _drawn(below: int, *names: object) -> int:
    return int(chance("bench", *map(str, names)) * below)


def _timed(work: Callable[[], object], times: int) -> list[float]:
    """Seconds of processor time of each run; the first few are not counted."""
    for _ in range(3):
        work()
    return [_seconds(work) for _ in range(times)]


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _spread(name: str, seconds: Sequence[float], goal: float | None = None) -> list[Figure]:
    return [
        Figure(f"{name}, least", min(seconds) * 1000, "ms", goal),
        Figure(f"{name}, p50", percentile(seconds, 0.5) * 1000, "ms", goal),
    ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.worlds", description=__doc__)
    parser.add_argument("--quick", action="store_true")
    print(table([asyncio.run(run(Path(), quick=parser.parse_args().quick))]))  # noqa: T201 — its output


if __name__ == "__main__":
    main()

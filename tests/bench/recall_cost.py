"""What remembering costs, beside mem0: searches and additions with 1,000 and 10,000 memories, without the embedding.

The vectors are made up and known beforehand, on both sides. Alone: ``python -m tests.bench.recall_cost [--quick]``.
"""

import asyncio
import time
import zlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from engine.wiring.opening import open_engine
from tests.bench import mem0
from tests.bench.alone import alone
from tests.bench.figures import Figure, Part, percentile
from tests.bench.house import config_for
from tests.bench.recall_door import PLATFORM, Door
from tests.bench.year import UNTIL, Said, chatter, words, year

LANGUAGE: Final = "en"
SIZES: Final = (1_000, 10_000)
ASKED: Final = 200
DIMS: Final = 512
_WANTED: Final = 10
_NOW: Final = f"{UNTIL}T12:00:00"


class MadeUp:
    """An embedding model that takes no time: a direction for each text."""

    model = "made-up"
    dims = DIMS
    at_hand = True

    def __init__(self) -> None:
        self._known: dict[str, list[float]] = {}

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [self.direction(it) for it in texts]

    def direction(self, text: str) -> list[float]:
        if text not in self._known:
            made = np.random.default_rng(zlib.crc32(text.encode())).normal(size=DIMS) + 0.3
            self._known[text] = (made / np.linalg.norm(made)).tolist()
        return self._known[text]

    def scale(self, cosine: float) -> float:
        return max(cosine, 0.0)


async def run(folder: Path, *, quick: bool) -> Part:
    """Both memories with the same texts, and asked the same."""
    made = MadeUp()
    questions = [it.text for it in year(LANGUAGE, 1).asked if it.kind not in ("a day", "a topic in a month")]
    asked = [questions[number % len(questions)] for number in range(ASKED // 10 if quick else ASKED)]
    rival = await asyncio.to_thread(mem0.installed)
    figures: list[Figure] = []
    for size in SIZES[:1] if quick else SIZES:
        said = _said(size)
        figures += await _ours(folder / f"house-{size}", said, asked, made)
        if rival:
            figures += await asyncio.to_thread(_theirs, folder / f"mem0-{size}", said, asked, made)
    return Part("What remembering costs", tuple(figures), (mem0.ABOUT if rival else "mem0 could not be installed",))


def _said(size: int) -> list[Said]:
    """So many messages with texts of their own: as many years as that takes, one after another."""
    said: list[Said] = []
    while len(said) < size:
        said += chatter(LANGUAGE, len(said), _people(), UNTIL, ())
    ordered = sorted(said[:size], key=lambda it: it.at)
    return [replace(it, id=f"m{number}", text=f"{it.text} {number}") for number, it in enumerate(ordered)]


def _people() -> tuple[str, ...]:
    return tuple(words(LANGUAGE)["people"][:4])


async def _ours(folder: Path, said: Sequence[Said], asked: Sequence[str], made: MadeUp) -> list[Figure]:
    """Recall as a whole: the reach, both searches, the order, the texts. Storing is durable, with words and vectors."""
    people = _people()
    config = config_for(folder, None)
    async with open_engine(config, name="door", platforms={PLATFORM: None}, background=False) as engine:
        door = Door(engine)
        _give(door, made)
        await door.reset(people, LANGUAGE)
        rows = [
            {"id": it.id, "ts": f"{it.at:%Y-%m-%dT%H:%M:%S}", "speaker": it.speaker, "text": it.text} for it in said
        ]
        for row in rows:
            made.direction(row["text"])
        began = time.perf_counter()
        await door.ingest(rows)
        stored = len(rows) / (time.perf_counter() - began)
        seconds = await _each(asked, lambda it: door.query(it, _NOW, people[0], _WANTED))
    return _figures("Omoide", len(said), seconds, stored)


def _give(door: Door, made: MadeUp) -> None:
    runner = door.engine.runner
    runner._ctx = door.ctx = replace(runner._ctx, embedder=made)


async def _each(asked: Sequence[str], ask: Callable[[str], Awaitable[object]]) -> list[float]:
    seconds: list[float] = []
    for text in (*asked[:5], *asked):
        began = time.perf_counter()
        await ask(text)
        seconds.append(time.perf_counter() - began)
    return seconds[5:]


def _theirs(folder: Path, said: Sequence[Said], asked: Sequence[str], made: MadeUp) -> list[Figure]:
    vectors = {it: made.direction(it) for it in (*(one.text for one in said), *asked)}
    memory = mem0.Mem0(folder, vectors)
    began = time.perf_counter()
    for it in said:
        memory.add(it.text)
    stored = len(said) / (time.perf_counter() - began)
    seconds = [mem0.timed(lambda text=text: memory.search(text, _WANTED)) for text in (*asked[:5], *asked)]
    memory.close()
    return _figures("mem0", len(said), seconds[5:], stored)


def _figures(name: str, size: int, seconds: Sequence[float], stored: float) -> list[Figure]:
    return [
        Figure(f"{name}, {size:,}: search, p50", percentile(seconds, 0.5) * 1000, "ms"),
        Figure(f"{name}, {size:,}: search, p95", percentile(seconds, 0.95) * 1000, "ms"),
        Figure(f"{name}, {size:,}: stored", stored, "/s"),
    ]


if __name__ == "__main__":
    alone("recall_cost", run, __doc__, quick="1,000 memories only")

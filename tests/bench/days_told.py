"""Is what a day was about told, where there is no room for all that was said? Made-up days are asked for as a whole.

Through the store, the retrievers and the build, as a turn does it. Alone:
``python -m tests.bench.days_told [--quick]``.
"""

import argparse
import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Final

from engine.recall.fan_out import retrieve
from engine.rules.framework.build import build
from engine.values.models.prompts import PromptLimits
from tests.bench.days import LANGUAGES, Day, days, missing
from tests.bench.figures import Figure, Part, percentile, table
from tests.bench.recall_door import Door, opened
from tests.rules.framework.table import stage, talk, user

ROOMS: Final = {1_000: 98.0, 400: 90.0}
"""Tokens for what is recalled, and of how many days in a hundred every matter has to be told in them."""
QUICKLY: Final = 5
"""A short run takes every fifth day."""
_ASKED: Final = {"en": "What did we talk about yesterday?", "zh": "我们昨天聊了什么？"}
_QUOTED: Final = re.compile(r"<(memory[^<>]*)>\n(.*?)\n</\1>", re.DOTALL)
_AFTER: Final = 100_000
"""The seq of the question, behind everything that was said."""
_LIMITS: Final = PromptLimits(budget_tokens=20_000, reply_max_tokens=500)

Lost = Mapping[int, Mapping[int, int]]
"""For each room: how many matters of each day are not told."""


async def run(folder: Path, *, quick: bool) -> Part:
    """Both languages at both budgets; the days whose words were held out are told apart."""
    del folder
    figures: list[Figure] = []
    seconds: list[float] = []
    async with opened() as door:
        for language in LANGUAGES:
            every = days(language)[:: QUICKLY if quick else 1]
            lost = await _lost(door, every, seconds)
            figures += _figures(language, every, lost)
    figures.append(Figure("one reading, p95", percentile(seconds, 0.95) * 1000, "ms"))
    return Part("A day in short: is each of its matters told", tuple(figures))


async def _lost(door: Door, every: Sequence[Day], seconds: list[float]) -> Lost:
    lost: dict[int, dict[int, int]] = {room: {} for room in ROOMS}
    for day in every:
        await kept(door, day)
        for room in ROOMS:
            lines = await told(door, day, room, seconds)
            lost[room][day.number] = len(missing(day.matters, lines))
    return lost


async def kept(door: Door, day: Day) -> None:
    """Say and remember a day in a chat of its own."""
    await door.reset(list(dict.fromkeys(it.speaker for it in day.said)), day.language)
    rows = [
        {"id": str(n), "ts": it.at.replace(tzinfo=None).isoformat(), "speaker": it.speaker, "text": it.text}
        for n, it in enumerate(day.said)
    ]
    await door.ingest(rows)


async def told(door: Door, day: Day, room: int, seconds: list[float]) -> list[str]:
    """The lines that a prompt of the next day has of it."""
    now = (day.said[-1].at + timedelta(days=1)).replace(hour=12)
    began = asyncio.get_running_loop().time()
    door.changed = {"recall_tokens": room}
    ask = await door.ask(_ASKED[day.language], now, None)
    try:
        found = await retrieve([it for it in door.ctx.retrievers if it.name in ("diary", "episodic")], ask)
    finally:
        ask.close()
    seconds.append(asyncio.get_running_loop().time() - began)
    asked = user(_AFTER, _ASKED[day.language])  # nothing of the day stands in the history
    built = build(stage(talk=talk(asked), parts=found.parts, limits=_LIMITS))
    blocks = (match for it in built.prompt.messages for match in _QUOTED.finditer(it.text))
    return [line for match in blocks for line in match[2].splitlines()]


def _figures(language: str, every: Sequence[Day], lost: Lost) -> Iterator[Figure]:
    held_out = [it for it in every if it.held_out]
    for room, share in ROOMS.items():
        name = f"{language}, {len(every)} days in {room:,} tokens: a matter is missing"
        yield Figure(name, _share(every, lost[room]), "% of days", 100 - share)
        name = f"{language}, {len(held_out)} of them made of words held out"
        yield Figure(name, _share(held_out, lost[room]), "% of days", 100 - share)
        matters = sum(len(it.matters) for it in every)
        yield Figure(f"{language}, {matters:,} matters", 100 * sum(lost[room].values()) / matters, "% missing")


def _share(every: Sequence[Day], lost: Mapping[int, int]) -> float:
    return 100 * sum(lost[it.number] > 0 for it in every) / len(every)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.days_told")
    parser.add_argument("--quick", action="store_true")
    print(table([asyncio.run(run(Path(), quick=parser.parse_args().quick))]))  # noqa: T201 — its output

"""What a look into the web costs: until the first words, in the rule that decides, and for the text of a large page.

Alone: ``python -m tests.bench.searching [--quick]``.
"""

import asyncio
import json
import time
from pathlib import Path
from typing import Any, Final

import psutil
from aiohttp import web

from engine.db.postgres import embedded
from engine.rules.search.intent import search_intent
from engine.web.extracting import TextExtractor
from engine.web.pages import MOST_BYTES, WebPage
from engine.work.clock import SystemClock
from engine.work.tasks import Tasks
from tests.bench.alone import alone
from tests.bench.figures import Figure, Part, percentile, spread
from tests.faults.platform_town import Town, town
from tests.servers.model import Finish, Pause, Script, Seen, Tokens, say
from tests.servers.pages import SENTENCES
from tests.servers.search import SearXngServer, found, row

WORDS: Final = 0.3
"""Seconds in which the utility model chooses the words."""
DELAYS: Final = (0.2, 1.0)
"""Seconds that a search takes."""
SILENT: Final = 60.0
MOST_ADDED: Final = 20.0
"""Milliseconds that a search may add besides its own time."""
WORST: Final = 6_500.0
LONG: Final = 2_000


async def run(folder: Path, *, quick: bool) -> Part:
    """The whole daemon with a search engine that answers so late, then the rule, then the process that reads pages."""
    figures = [*await _first_words(folder, 6 if quick else 25), *_rule(200 if quick else 2_000), *await _extraction()]
    notes = (f"the utility model takes {WORDS:g} s for the words; they are chosen before anything is searched",)
    return Part("Web search", tuple(figures), notes)


class SlowSearXng(SearXngServer):
    """Answers after ``seconds``."""

    seconds = 0.0

    async def handle(self, request: web.Request) -> web.StreamResponse:
        await asyncio.sleep(self.seconds)
        return await super().handle(request)


async def _first_words(folder: Path, count: int) -> list[Figure]:
    server = await embedded.start(folder / "database", grace=0.2)
    try:
        async with SlowSearXng() as near:
            near.answer = found(*(row(f"Report {n}", f"http://10.0.0.{n}/", "Rain. " * 100) for n in range(1, 6)))
            made = town(
                "discord",
                server.dsn,
                folder / "data",
                SEARCH__URL=near.url,
                DEFAULTS__SEARCH="auto",
                DEFAULTS__SEARCH_DAILY="1000",
            )
            async with made as one:
                return await _asked(one, near, count)
    finally:
        await server.stop()


async def _asked(here: Town, near: SlowSearXng, count: int) -> list[Figure]:
    here.model.notes = _words
    here.model.answer = lambda _: Script(["Well, ", "rain.", Finish(), Tokens(10, 4)])
    room = await here.room()
    await here.settle_in()
    plain = [await _wait(here, room, f"I like it here, it is evening number {n}.") for n in range(count)]
    usual = percentile(plain, 0.5)
    figures = spread("no search, message → first text", plain)
    numbers = iter(range(1, 1_000_000))
    for seconds in DELAYS:
        near.seconds = seconds
        waits = [await _wait(here, room, _question(next(numbers))) for _ in range(count)]
        figures += spread(f"search of {seconds:g} s, message → first text", waits)
        added = 1_000 * (percentile(waits, 0.5) - usual - seconds - WORDS)
        figures.append(Figure("  added to search and words, p50", added, "ms", MOST_ADDED))
    near.seconds = SILENT
    late = [await _wait(here, room, _question(next(numbers))) for _ in range(max(2, count // 8))]
    return [*figures, Figure("a search that never answers, worst", 1_000 * max(late), "ms", WORST)]


def _question(number: int) -> str:
    return f"What's the weather in district {number} today?"


def _words(seen: Seen) -> Script:
    """The utility model takes its time for the words, and for nothing else."""
    if "queries" not in seen.schema.get("properties", {}):
        return say("none")
    number = "".join(it for it in seen.prompt.rpartition("district")[2][:8] if it.isdigit())
    return Script([Pause(WORDS), json.dumps({"queries": [f"weather district {number}"]}), Finish()])


async def _wait(here: Town, room: Any, text: str) -> float:
    began = time.monotonic()
    message = here.seat.says(here.owner_of(room), room, text)
    await here.seat.reads(room, "Well", message.id)
    took = time.monotonic() - began
    await here.rest()
    return took


def _rule(count: int) -> list[Figure]:
    """The rule on long messages of every kind, each once. Its processor time: other processes are none of it."""
    chat = "I walked along the shore and thought of you, and then it rained. "
    question = "What is the price of a flight to Lisbon today? "
    chinese = "我今天沿着海边走了很久，一直在想你。今天里斯本的天气怎么样？"
    figures: list[Figure] = []
    for name, piece in (("English talk", chat), ("English questions", question), ("Chinese", chinese)):
        texts = [f"{number} {piece * (LONG // len(piece) + 1)}"[:LONG] for number in range(count)]
        search_intent(texts[0], ("Mira", "Ann"))
        took: list[float] = []
        for text in texts:
            began = time.thread_time()
            search_intent(text, ("Mira", "Ann"))
            took.append(time.thread_time() - began)
        told = f"rule on {LONG} characters, {name}, processor, p99"
        figures.append(Figure(told, 1_000 * percentile(took, 0.99), "ms", 0.3))
    return figures


async def _extraction() -> list[Figure]:
    """Processor time and memory of the process that takes the text out of 1 MiB, which is read once it is warm."""
    tasks = Tasks()
    extractor = TextExtractor(tasks, SystemClock(), seconds=60.0)
    small, large = _page(1 << 12), _page(MOST_BYTES)
    await extractor.text(small)
    process = psutil.Process(extractor.pid)
    before = process.memory_info().rss
    took: list[float] = []
    for _ in range(5):
        began = sum(process.cpu_times()[:2])
        await extractor.text(large)
        took.append(sum(process.cpu_times()[:2]) - began)
    peak = await asyncio.to_thread(_peak, process.pid)
    await tasks.stop()
    return [
        Figure("text of a page of 1 MiB, processor, worst of 5", 1_000 * max(took), "ms", 300.0),
        Figure("  the process before", before / (1 << 20), "MB"),
        Figure("  the process at most", peak, "MB", 64.0),
    ]


def _peak(pid: int) -> float:
    """The most memory that a process has held, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text("utf-8").splitlines()
    return next(int(it.split()[1]) for it in lines if it.startswith("VmHWM")) / 1024


def _page(size: int) -> WebPage:
    paragraph = "".join(f"<p>{it}</p>" for it in SENTENCES)
    body = f"<html><body><article>{paragraph * (size // len(paragraph) + 1)}"[:size]
    return WebPage(body.encode(), "utf-8", plain=False)


if __name__ == "__main__":
    alone("searching", run, __doc__)

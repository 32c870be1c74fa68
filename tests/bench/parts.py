"""The parts of the benchmark by name, and how one is run: in a process of its own, on the daemon's event loop."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import uvloop

from bot.logs import start_logging
from tests.bench import (
    assembly,
    background,
    backups,
    cards,
    chat_cost,
    circle_plans,
    days_told,
    drafts,
    facts,
    first_words,
    footprint,
    lists,
    log,
    long_story,
    memories,
    overhead,
    platforms,
    prefix,
    question_wordings,
    recall_cost,
    recall_sets,
    regexes,
    searching,
    side,
    story_cost,
    streams,
    swipes,
    times,
    tokenizers,
    worlds,
)
from tests.bench.figures import Part
from tests.bench.machine import Pace

PARTS: dict[str, Callable[..., Awaitable[Part]]] = {
    "overhead": overhead.run,
    "streams": streams.run,
    "drafts": drafts.run,
    "footprint": footprint.run,
    "first": first_words.run,
    "search": searching.run,
    "log": log.run,
    "platforms": platforms.run,
    "side": side.run,
    "cards": cards.run,
    "circle": circle_plans.run,
    "worlds": worlds.run,
    "regexes": regexes.run,
    "assembly": assembly.run,
    "prefix": prefix.run,
    "chat": chat_cost.run,
    "long": long_story.run,
    "tokenizers": tokenizers.run,
    "memories": memories.run,
    "memory": recall_sets.run,
    "mem0": recall_cost.run,
    "times": times.run,
    "questions": question_wordings.run,
    "days": days_told.run,
    "background": background.run,
    "backup": backups.run,
    "facts": facts.run,
    "story": story_cost.run,
    "lists": lists.run,
    "swipes": swipes.run,
}


def run_apart(name: str, folder: Path, *, quick: bool) -> Part:
    """The figures of a part; one that fails is told and does not end the others."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        try:
            with Pace() as pace:
                part = processes.submit(_measure, name, folder, quick=quick).result()
        except Exception as error:
            return Part(name, notes=(f"failed: {type(error).__name__}: {error}",))
    return replace(part, notes=(*part.notes, pace.told()))


def _measure(name: str, folder: Path, *, quick: bool) -> Part:
    """With the daemon's log, which is part of the cost of a turn."""
    start_logging("info", (), file=folder.with_suffix(".log"), as_json=True)
    started = time.monotonic()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        part = runner.run(_awaited(PARTS[name](folder, quick=quick)))
    return Part(part.title, part.figures, (*part.notes, f"took {time.monotonic() - started:.0f} s"))


async def _awaited(part: Awaitable[Any]) -> Any:
    return await part

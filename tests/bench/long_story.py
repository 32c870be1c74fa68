"""A story of 10,000 turns: how long its prompts are, how much of them a prefix cache serves, what planning them costs.

The messages and all rows of the chronicle stand in a real database, written down without a model. What a turn reads of
them there is what its prompt is built from. Alone: ``python -m tests.bench.long_story [--quick]``.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from engine.db.chats import log
from engine.db.postgres import embedded
from engine.db.postgres.migrate import migrate
from engine.db.postgres.pool import Database, open_database
from engine.db.story import chronicle, settled
from engine.rules.framework.build import build
from engine.rules.framework.history.windows import spare_for, window
from engine.rules.lines import cut
from engine.rules.text.tokens import message_tokens
from engine.shipped import house_preset, prompt_texts
from engine.values.characters.characters import Card
from engine.values.chats.entries import Entry
from engine.values.house.setting_choices import Language
from engine.values.models.prompts import HistoryLine, PromptLimits, PromptMessage, PromptPart, PromptSlot, Role, Talk
from engine.values.models.stage import PromptMoment, PromptStage, StoryRules, StoryWords
from engine.values.story.chronicle import Chronicle
from engine.wiring.database import MIGRATIONS
from tests.bench.figures import Figure, table
from tests.bench.figures import Part as Table
from tests.bench.prose import Prose
from tests.story.long_chronicle import Long, long_chronicle
from tests.story.places import fresh_character, fresh_place

TURNS = (200, 1_000, 5_000, 10_000)
WINDOW = 100
"""Turns that a mean is taken over."""
LOADED = 500
"""Messages that a turn loads."""
BUDGET = 24_000
RULES = StoryRules(spare=spare_for(BUDGET))
FLAT = 15.0
SERVED = 85.0
PLANNED = 5.0
READ = 4.0

_TEXTS = """
UPDATE entry SET text = it.text FROM unnest($3::bigint[], $4::text[]) AS it (seq, text)
WHERE entry.space_id = $1 AND entry.session_id = $2 AND entry.seq = it.seq AND entry.kind = 'message'
"""


@dataclass(frozen=True, slots=True)
class Look:
    """What a turn reads: its chronicle and the last messages, the newest of which is answered."""

    turn: int
    chronicle: Chronicle
    lines: tuple[HistoryLine, ...]


@dataclass(slots=True)
class Bill:
    """What the prompts of a stretch of turns came to, in tokens."""

    sent: int = 0
    cached: int = 0
    turns: int = 0

    @property
    def mean(self) -> float:
        return self.sent / self.turns

    @property
    def missed(self) -> float:
        """Percent that a prefix cache does not serve."""
        return 100 - 100 * self.cached / self.sent


async def run(folder: Path, *, quick: bool) -> Table:
    """Prompts around some turns of the story, with what is found anew in each turn and without."""
    turns = tuple(it for it in TURNS if it <= (1_000 if quick else TURNS[-1]))
    figures: list[Figure] = []
    async with _story(folder, 2 * turns[-1]) as (db, long):
        looks = {turn: [await _look(db, long, it) for it in range(turn - WINDOW, turn)] for turn in turns}
        figures += await _reading(db, long, turns[-1])
    for found, name in ((True, "pages, dossiers and recall"), (False, "index and summary alone")):
        bills = {turn: _bill(looks[turn], found=found) for turn in turns}
        figures += [Figure(f"{name}: a prompt around turn {it}", bills[it].mean, "tokens") for it in turns]
        means = [it.mean for it in bills.values()]
        figures.append(
            Figure(f"{name}: longest mean over the shortest", 100 * max(means) / min(means) - 100, "%", FLAT)
        )
        missed = max(it.missed for it in bills.values())
        figures.append(Figure(f"{name}: not served by a prefix cache", missed, "%", 100 - SERVED))
    figures += [*_planning(looks[turns[-1]][-1], turns[-1])]
    return Table("A long story", tuple(figures), (f"budget {BUDGET}, means of {WINDOW} turns, pages of 5 messages",))


@asynccontextmanager
async def _story(folder: Path, messages: int) -> AsyncIterator[tuple[Database, Long]]:
    server = await embedded.start(folder / "database", grace=0.2)
    try:
        await migrate(server.dsn, MIGRATIONS)
        db = await open_database(server.dsn, min_size=1, max_size=2)
        here = await fresh_place(db)
        character = await fresh_character(db, here)
        prose = Prose(11, chinese=False)
        texts = [prose.message() for _ in range(messages + 1)]
        async with db.connection() as connection:
            long = await long_chronicle(connection, here, character, messages)
            await connection.execute(_TEXTS, long.key.space, long.key.session, list(range(messages + 1)), texts)
            await connection.execute("VACUUM ANALYZE")
        for head in range(settled.EVERY, messages, settled.EVERY):
            await settled.settle(db, long.key, cut(long.line, upto=head))
        yield db, long
        await db.close()
    finally:
        await server.stop()


async def _look(db: Database, long: Long, turn: int) -> Look:
    line = cut(long.line, upto=2 * turn - 1)
    said = await log.messages(db, long.key, line, LOADED)
    return Look(turn, await chronicle.chronicle(db, long.key, line), tuple(map(_line, said)))


def _line(entry: Entry) -> HistoryLine:
    role, name = (Role.USER, "Ann") if entry.person is not None else (Role.ASSISTANT, "Mia")
    return HistoryLine(entry.place.seq, role, entry.text, name, name)


def _bill(looks: Sequence[Look], *, found: bool) -> Bill:
    bill, before = Bill(), tuple[PromptMessage, ...]()
    for look in looks:
        messages = build(_stage(look, found=found)).prompt.messages
        sizes = [message_tokens(it) for it in messages]
        same = next((at for at, it in enumerate(messages) if before[at : at + 1] != (it,)), len(messages))
        if before:
            bill.sent += sum(sizes)
            bill.cached += sum(sizes[:same])
            bill.turns += 1
        before = messages
    return bill


def _stage(look: Look, *, found: bool) -> PromptStage:
    prose = Prose(7, chinese=False)
    card = Card(2.0, "Mia", description=prose.notes(6), personality=prose.notes(1), scenario=prose.notes(2))
    texts = prompt_texts()[Language.EN]
    now = datetime(2026, 3, 1, tzinfo=UTC)
    return PromptStage(
        card,
        house_preset(Language.EN),
        PromptMoment("Ann", now, Language.EN, seed=str(look.turn), stable_seed="talk"),
        Talk(look.lines[:-1], look.lines[-1:], whole=len(look.lines) < LOADED),
        PromptLimits(budget_tokens=BUDGET, reply_max_tokens=1_024),
        parts=(*(_found(look) if found else ()), _part(PromptSlot.TIME, "time", [f"It is turn {look.turn}."])),
        chronicle=look.chronicle,
        story=RULES,
        words=StoryWords("memory-bench", texts.summary, texts.chapter, texts.index, texts.timeline, texts.items),
    )


def _found(look: Look) -> tuple[PromptPart, ...]:
    """Other pages, another dossier and other recalled lines in every turn."""
    turn, prose = look.turn, Prose(look.turn, chinese=False)
    pages = [look.chronicle.pages[(turn + 7 * it) % len(look.chronicle.pages)].text for it in range(3)]
    dossiers = [look.chronicle.dossiers[turn % len(look.chronicle.dossiers)].text] if look.chronicle.dossiers else []
    return (
        _part(PromptSlot.RECALLED, "pages", pages, depth=2),
        _part(PromptSlot.RECALLED, "dossiers", dossiers, depth=2),
        _part(PromptSlot.RECALLED, "episodic", [prose.notes(2)]),
    )


def _part(slot: PromptSlot, origin: str, texts: Sequence[str], depth: int | None = None) -> PromptPart:
    return PromptPart(slot, origin, (PromptMessage(Role.SYSTEM, "\n".join(texts)),), depth=depth)


async def _reading(db: Database, long: Long, turn: int) -> list[Figure]:
    seconds: list[float] = []
    for it in range(turn - WINDOW, turn):
        started = time.perf_counter()
        await chronicle.chronicle(db, long.key, cut(long.line, upto=2 * it))
        seconds.append(time.perf_counter() - started)
    name, ordered = f"reading the chronicle at turn {turn}", sorted(seconds)
    return [
        Figure(f"{name}, least", ordered[0] * 1000, "ms", READ),
        Figure(f"{name}, p50", ordered[WINDOW // 2] * 1000, "ms", READ),
    ]


def _planning(look: Look, turns: int) -> list[Figure]:
    """The processor time of the window alone: of what a turn loads, and where it is to load every message."""
    every = tuple(HistoryLine(seq, Role.USER if seq % 2 else Role.ASSISTANT, "x") for seq in range(1, 2 * turns))
    return [
        Figure(f"planning the window of {len(lines)} messages, least", _cpu(lines, look.chronicle), "ms", goal)
        for lines, goal in ((look.lines, PLANNED), (every, None))
    ]


def _cpu(lines: Sequence[HistoryLine], story: Chronicle) -> float:
    seconds: list[float] = []
    for _ in range(20):
        started = time.process_time()
        window(lines[:-1], lines[-1:], story, RULES)
        seconds.append(time.process_time() - started)
    return min(seconds) * 1000


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.long_story", description=run.__doc__)
    parser.add_argument("--quick", action="store_true")
    with tempfile.TemporaryDirectory(prefix="omoide-bench-", ignore_cleanup_errors=True) as made:
        print(table([asyncio.run(run(Path(made), quick=parser.parse_args().quick))]))  # noqa: T201 — its output

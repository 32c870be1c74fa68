"""How much of a prompt is the same as in the turn before: what a prefix cache serves. Pure rules, no model.

Alone: ``python -m tests.bench.prefix [--quick]``.
"""

import argparse
import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.rules.formats.presets.presets import read_preset
from engine.rules.framework.build import build
from engine.rules.text.tokens import message_tokens
from engine.values.characters.characters import Card
from engine.values.characters.worlds import BoundBook, Position, WorldBook, WorldEntry
from engine.values.house.setting_choices import Language
from engine.values.models.prompts import HistoryLine, PromptLimits, PromptMessage, PromptPart, PromptSlot, Role, Talk
from engine.values.models.stage import PromptMoment, PromptStage
from tests.bench.figures import Figure, table
from tests.bench.figures import Part as Table
from tests.bench.prose import Prose

TURNS = 200
CACHED = 0.1
"""What a cached token costs, in tokens."""

PRESETS = Path(__file__).parents[2] / "config" / "presets"
NAMES = {
    False: ("Mia", "Reyes", "Yuki", "Seraphina", "Bartholomew", "Nyx"),
    True: ("林婉儿", "阿澈", "苏墨白", "小七", "艾琳娜", "赵铁柱"),
}
"""What the book's entries are called by: some of it comes up in many messages, and goes again."""

ENTRY_LINES = 2
STEADY_TURNS = 25
"""So long the stand-in for stable memory stays as it is."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One way of talking for 200 turns. ``goals``: what a cache may miss (%), the longest prompt, weighted tokens."""

    name: str
    budget: int
    position: Position
    chinese: bool
    goals: tuple[float | None, float | None, float | None] = (None, None, None)


@dataclass(slots=True)
class Bill:
    """What the prompts of a talk came to, in tokens."""

    sent: int = 0
    cached: int = 0
    longest: int = 0
    turns: int = 0

    @property
    def weighted(self) -> float:
        return self.sent - self.cached * (1 - CACHED)


TRIALS = (
    Trial("budget 24,000, book at depth, English", 24_000, Position.AT_DEPTH, False, (10, None, None)),
    Trial("budget 24,000, book at depth, Chinese", 24_000, Position.AT_DEPTH, True, (10, None, None)),
    Trial("budget 4,000, book at depth, English", 4_000, Position.AT_DEPTH, False, (None, 4_000, 200_000)),
    Trial("budget 4,000, book at depth, Chinese", 4_000, Position.AT_DEPTH, True, (None, 4_000, 200_000)),
    Trial("budget 24,000, book before the character, English", 24_000, Position.BEFORE_CHARACTER, False),
    Trial("budget 24,000, book before the character, Chinese", 24_000, Position.BEFORE_CHARACTER, True),
)


async def run(folder: Path, *, quick: bool) -> Table:
    """Talk for 200 turns in each way, and count what each prompt shares with the one before."""
    del folder
    figures: list[Figure] = []
    for trial in TRIALS[:4] if quick else TRIALS:
        bill = _bill(trial)
        missed, longest, weighted = trial.goals
        figures += [
            Figure(f"{trial.name}: not served by a prefix cache", 100 - 100 * bill.cached / bill.sent, "%", missed),
            Figure(f"{trial.name}: a prompt", bill.sent / bill.turns, "tokens"),
            Figure(f"{trial.name}: the longest prompt", bill.longest, "tokens", longest),
            Figure(f"{trial.name}: {bill.turns} turns, weighted", bill.weighted, "tokens", weighted),
        ]
    notes = (
        "cached tokens count a tenth",
        f"stand-in memory: two recalled lines anew each turn, six lines that change every {STEADY_TURNS} turns",
    )
    return Table("What stays the same at the front of prompts", tuple(figures), notes)


def _bill(trial: Trial) -> Bill:
    bill = Bill()
    before: tuple[PromptMessage, ...] = ()
    for stage in _stages(trial):
        messages = build(stage).prompt.messages
        shared = 0
        for earlier, now in zip(before, messages, strict=False):
            if earlier != now:
                break
            shared += message_tokens(now)
        sent = sum(message_tokens(it) for it in messages)
        bill.sent += sent
        bill.cached += shared
        bill.longest = max(bill.longest, sent)
        bill.turns += 1
        before = messages
    return bill


def _stages(trial: Trial) -> Iterator[PromptStage]:
    """The talk, turn by turn: a greeting, then one person and the character by turns."""
    prose = Prose(7, chinese=trial.chinese)
    language = Language.ZH if trial.chinese else Language.EN
    preset = read_preset((PRESETS / f"{language}.json").read_bytes())
    card = Card(2.0, "Mia", description=prose.notes(6), personality=prose.notes(1), scenario=prose.notes(2))
    book = BoundBook("book", _book(trial, prose))
    said = [HistoryLine(1, Role.ASSISTANT, prose.message(), "Mia", "c1")]
    steady = ""
    for turn in range(TURNS):
        steady = prose.notes(6) if turn % STEADY_TURNS == 0 else steady
        asked = HistoryLine(len(said) + 1, Role.USER, prose.message(), "Ann", "p1")
        yield PromptStage(
            card,
            preset,
            PromptMoment("Ann", language=language, seed=str(turn), stable_seed="talk"),
            Talk(tuple(said), (asked,), from_people=turn + 1, from_characters=turn + 1),
            PromptLimits(budget_tokens=trial.budget, reply_max_tokens=1_024),
            books=(book,),
            parts=(
                _memory(PromptSlot.STABLE_MEMORY, "core", steady),
                _memory(PromptSlot.RECALLED, "diary", prose.notes(2)),
            ),
        )
        said += [asked, HistoryLine(asked.seq + 1, Role.ASSISTANT, prose.message(), "Mia", "c1")]


def _book(trial: Trial, prose: Prose) -> WorldBook:
    entries = tuple(
        WorldEntry(name, prose.notes(ENTRY_LINES), keys=(name,), position=trial.position, depth=1 + number % 4)
        for number, name in enumerate(NAMES[trial.chinese])
    )
    return WorldBook("Aldermere", entries)


def _memory(slot: PromptSlot, origin: str, text: str) -> PromptPart:
    return PromptPart(slot, origin, (PromptMessage(Role.SYSTEM, text),))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.prefix", description=run.__doc__)
    parser.add_argument("--quick", action="store_true")
    print(table([asyncio.run(run(Path(), quick=parser.parse_args().quick))]))  # noqa: T201 — its output

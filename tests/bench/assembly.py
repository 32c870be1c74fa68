"""The prompt of a very long talk put together: pure rules, no database and no model.

Alone: ``python -m tests.bench.assembly [--quick]``.
"""

import argparse
import asyncio
import time
from pathlib import Path

from engine.rules.framework.build import build
from engine.rules.text.tokens import PER_MESSAGE, estimate
from engine.rules.world.chance import chance
from engine.values.characters.characters import Card
from engine.values.characters.presets import Preset, PresetPrompt, PromptOrderEntry
from engine.values.characters.worlds import BoundBook, Position, WorldBook, WorldEntry
from engine.values.models.prompts import HistoryLine, PromptLimits, PromptSlot, Role, Talk
from engine.values.models.stage import PromptMoment, PromptStage
from tests.bench.figures import Figure, Part, percentile, table

HISTORY = 100_000
"""Tokens of what was said, as they are estimated."""

TIMES = 100
GOAL = 25.0
"""Milliseconds of processor time for one prompt."""

LETTERS = "etaoinshrdlucmfwypvbgkjqxz"
IDEOGRAPHS = "".join(map(chr, range(0x4E00, 0x4E00 + 2_500)))
ORDER = ("main", "charDescription", "dialogueExamples", "chatHistory", "jailbreak")


async def run(folder: Path, *, quick: bool) -> Part:
    """The processor time of one prompt, in two languages."""
    del folder
    times = TIMES // 10 if quick else TIMES
    figures: list[Figure] = []
    notes: list[str] = []
    for language in ("English", "Chinese"):
        stage = _stage(chinese=language == "Chinese")
        prompt = build(stage).prompt
        said = sum(line.tokens for line in prompt.ledger if line.slot is PromptSlot.HISTORY)
        seconds = [_seconds(stage) for _ in range(times)]
        figures += [
            Figure(f"a prompt in {language}, least", min(seconds) * 1000, "ms", GOAL),
            Figure(f"a prompt in {language}, p50", percentile(seconds, 0.5) * 1000, "ms", GOAL),
        ]
        notes.append(f"{language}: {len(prompt.messages)} messages, {said} tokens were said")
    return Part("The prompt of a long talk, processor time", tuple(figures), tuple(notes))


def _stage(*, chinese: bool) -> PromptStage:
    prompts = tuple(PresetPrompt(name, marker=name[0] in "cd", text=f"{{{{char}}}}: {name}.") for name in ORDER)
    card = Card(2.0, "Mia", description="{{char}} bakes bread.", mes_example="{{user}}: Hi\n{{char}}: Morning!")
    entries = tuple(WorldEntry(str(it), f"Lore {it}.", constant=True, position=Position(it % 7)) for it in range(20))
    history = _history(chinese=chinese)
    talk = Talk(history, (HistoryLine(len(history) + 1, Role.USER, "So?", "Ann", "p1"),), from_people=len(history) // 2)
    return PromptStage(
        card,
        Preset("Bench", prompts, tuple(map(PromptOrderEntry, ORDER))),
        PromptMoment("Ann", seed="bench"),
        talk,
        PromptLimits(budget_tokens=150_000, reply_max_tokens=1_000, total_tokens=200_000),
        books=(BoundBook("1", WorldBook("World", entries)),),
    )


def _history(*, chinese: bool) -> tuple[HistoryLine, ...]:
    """Messages of some 50 tokens until there are enough."""
    lines: list[HistoryLine] = []
    tokens = 0
    while tokens < HISTORY:
        seq = len(lines) + 1
        size = 20 + int(chance("bench", "size", str(seq)) * 60)
        text = _chinese(seq, size) if chinese else _english(seq, size)
        role, name = (Role.USER, "Ann") if seq % 2 else (Role.ASSISTANT, "Mia")
        lines.append(HistoryLine(seq, role, text, name, f"{name[0]}1"))
        tokens += estimate(text) + PER_MESSAGE
    return tuple(lines)


def _english(seq: int, tokens: int) -> str:
    letters = (LETTERS[int(chance("bench", str(seq), str(at)) ** 2 * 26)] for at in range(tokens * 4))
    return "".join(letter + (" " if at % 5 == 4 else "") for at, letter in enumerate(letters))


def _chinese(seq: int, tokens: int) -> str:
    return "".join(IDEOGRAPHS[int(chance("bench", str(seq), str(at)) * 2_500)] for at in range(tokens))


def _seconds(stage: PromptStage) -> float:
    started = time.process_time()
    build(stage)
    return time.process_time() - started


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.assembly", description=__doc__)
    parser.add_argument("--quick", action="store_true")
    print(table([asyncio.run(run(Path(), quick=parser.parse_args().quick))]))  # noqa: T201 — its output


if __name__ == "__main__":
    main()

"""Recalled memories as the lines that stand in a prompt."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from engine.recall.fan_out import Ask
from engine.rules.recall.ranking.pool import folded
from engine.rules.recall.telling.quoting import dated_line, framed, harmless, said_line, shortened
from engine.values.memory.memories import Memory, MemoryKind, Recalled
from engine.values.models.prompts import PromptPart, PromptSlot, Quote

ECHO: Final = timedelta(seconds=3)
_DIGITS: Final = 4


def part(
    ask: Ask, origin: str, heading: str, quotes: Iterable[Quote], *, items: int = 0, tokens: int = 0
) -> list[PromptPart]:
    """The part that tells ``quotes``; none when there are none."""
    frame = framed(ask.present.mark, items=items, tokens=tokens)
    found = tuple(quotes)
    return (
        [PromptPart(PromptSlot.RECALLED, origin, (), heading=heading.strip(), quotes=found, frame=frame)]
        if found
        else []
    )


def fresh(ask: Ask, recalled: Sequence[Recalled]) -> list[Recalled]:
    """What is worth telling: not what was just said or is kept from the model; of what one says twice the newest."""
    newest = sorted((it.memory for it in recalled), key=lambda it: it.occurred_at, reverse=True)
    said = {folded(it) for it in ask.question.said}
    seen: set[tuple[str, int | None, int | None]] = set()
    kept: set[int] = set()
    for memory in newest:
        words = folded(memory.text)
        by = words, memory.person, memory.character
        if words not in said and by not in seen and not _is_hidden(ask, memory) and not _is_echo(ask, memory):
            kept.add(memory.id)
            seen.add(by)
    return [it for it in recalled if it.memory.id in kept]


def quote(ask: Ask, recalled: Recalled, *, longest: int, place: float | None = None, dated: bool = True) -> Quote:
    """The line of one memory; ``longest`` is in characters. Without a ``place`` lines stand in the order of time.

    Not ``dated``: with the hour alone.
    """
    memory = recalled.memory
    text = harmless(shortened(memory.text, longest), ask.present.mark)
    at = local(ask, memory.occurred_at)
    said = partial(said_line, at, _speaker(ask, memory), text, ask.settings.language, dated=dated)
    return Quote(
        text=dated_line(at, text) if memory.kind in _DATED else said(),
        seqs=_seqs(ask, memory),
        store=memory.kind,
        id=memory.id,
        place=memory.occurred_at.timestamp() if place is None else place,
        scores=tuple(it and round(it, _DIGITS) for it in (recalled.score, recalled.likeness, recalled.bm25)),
    )


def local(ask: Ask, at: datetime) -> datetime:
    """``at`` in the zone of whoever is answered."""
    return at.astimezone(ZoneInfo(ask.settings.timezone))


_DATED: Final = frozenset({MemoryKind.CORE, MemoryKind.DIARY, MemoryKind.EVENT, MemoryKind.PLOT})
_REPEATS: Final = frozenset({MemoryKind.SAID, MemoryKind.EVENT, MemoryKind.PLOT})


def _speaker(ask: Ask, memory: Memory) -> str:
    name = memory.speaker
    if memory.kind is MemoryKind.MANUAL:
        name = ask.texts.manual.strip()
    elif memory.session.space != ask.session.space and memory.person is not None:
        name = ask.present.people.get(memory.person, name)  # what they are called here
    return harmless(name, ask.present.mark)


def _seqs(ask: Ask, memory: Memory) -> frozenset[int]:
    """The messages of this story that a quote repeats, word for word or told."""
    if memory.session != ask.session or memory.kind not in _REPEATS:
        return frozenset()
    return frozenset(seq for it in memory.sources for seq in range(it.from_seq, it.to_seq + 1))


def _is_hidden(ask: Ask, memory: Memory) -> bool:
    if memory.session != ask.session or memory.kind is MemoryKind.MANUAL:
        return False
    sources = memory.sources
    return bool(sources) and all(ask.present.hidden(seq) for it in sources for seq in range(it.from_seq, it.to_seq + 1))


def _is_echo(ask: Ask, memory: Memory) -> bool:
    close = abs(ask.now - memory.occurred_at) < ECHO
    return close and any(memory.text.strip() == it.strip() for it in ask.question.said)

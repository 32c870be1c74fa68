"""The house's own parts of a prompt: what it remembers, found, and reminds of. They are proposed, never expanded."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.rules.framework.depth import AtDepth
from engine.rules.framework.history.quotes import quote_block
from engine.rules.framework.pieces import Block, PromptPiece, Scrap
from engine.rules.macros.context import MacroContext
from engine.rules.macros.expand import expand
from engine.values.house.setting_choices import MemoryPosition
from engine.values.models.prompts import (
    LedgerLine,
    PartVerdict,
    PromptMessage,
    PromptPart,
    PromptSlot,
    PromptTexts,
    Reason,
    Role,
)

_ABOVE: Final = -1.0
"""The order of what was found among the texts of one depth."""


@dataclass(frozen=True, slots=True)
class OwnParts:
    """The parts as messages, by where they stand.

    ``head`` is behind who plays, ``stable`` is the memory that changes in steps, ``before_history`` stands right
    before the chat, ``recent`` before the newest words, ``last`` at the end, ``at_depth`` counted from the end of the
    chat.
    """

    head: tuple[Block, ...] = ()
    stable: tuple[Block, ...] = ()
    before_history: tuple[Block, ...] = ()
    recent: tuple[Block, ...] = ()
    last: tuple[Block, ...] = ()
    at_depth: tuple[AtDepth, ...] = ()
    missing: tuple[LedgerLine, ...] = ()


def time_part(context: MacroContext, texts: PromptTexts, away: str = "") -> PromptPart:
    """What time it is for the person, in their language; ``away``: how long nobody had said anything."""
    told = "\n".join(it for it in (expand(texts.time, context).strip(), away) if it)
    return PromptPart(PromptSlot.TIME, "time", (PromptMessage(Role.SYSTEM, told),))


def own_parts(parts: Sequence[PromptPart], position: MemoryPosition, lore: tuple[Block, ...] = ()) -> OwnParts:
    """Each part at its place, by slot; what has no text leaves nothing, its heading neither.

    ``lore``: the world entries that stand with what is recalled, in front of it.
    """
    early = position is MemoryPosition.BEFORE_HISTORY
    proposed = [(PromptSlot.RECALLED, lore), *((part.slot, _blocks(part)) for part in parts if part.depth is None)]
    found = sorted(proposed, key=lambda it: it[0])

    def between(first: int, end: int, *, recalled: bool = True) -> tuple[Block, ...]:
        chosen = (it for slot, it in found if first <= slot < end and (recalled or slot is not PromptSlot.RECALLED))
        return _flat(chosen)

    return OwnParts(
        head=between(0, PromptSlot.EXAMPLES),
        stable=between(PromptSlot.EXAMPLES, PromptSlot.HISTORY),
        before_history=between(PromptSlot.RECALLED, PromptSlot.RECALLED + 1) if early else (),
        recent=between(PromptSlot.HISTORY, PromptSlot.POST_HISTORY, recalled=not early),
        last=between(PromptSlot.POST_HISTORY, 2**31),
        at_depth=tuple(text for number, part in enumerate(parts) for text in _deep(part, number)),
        missing=tuple(
            LedgerLine(part.slot, part.origin, 0, PartVerdict.EMPTY, Reason.NO_TEXT)
            for part in parts
            if not part.meant and not _blocks(part)
        ),
    )


def _blocks(part: PromptPart) -> tuple[Block, ...]:
    """The part's messages without blank ones, its heading above the first; of one that quotes, the quotes."""
    if part.quotes:
        return quote_block(part)
    piece = PromptPiece(part.slot, part.origin, part.required)
    messages = [message for message in part.messages if message.text.strip()]
    headings = [f"{part.heading}\n" if part.heading and at == 0 else "" for at in range(len(messages))]
    return tuple(
        Block(sent.role, (Scrap(piece, f"{heading}{sent.text}"),), sent.name, sent.spoken_as)
        for heading, sent in zip(headings, messages, strict=True)
    )


def _deep(part: PromptPart, number: int) -> Iterator[AtDepth]:
    """The part at its depth, above what people, cards and books have there. ``number`` keeps the order of the parts."""
    if part.depth is not None:
        for block in _blocks(part):
            yield AtDepth(part.depth, block.role, block.scraps, _ABOVE, id=f"{number:04}")


def _flat(groups: Iterable[tuple[Block, ...]]) -> tuple[Block, ...]:
    return tuple(block for group in groups for block in group)

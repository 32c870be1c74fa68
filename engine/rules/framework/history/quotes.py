"""Lines of recalled memory in a prompt: which of them are told, and how they stand there.

A line is told once, and not where the prompt shows what it quotes anyway. How much of the talk is shown depends on how
long everything else is; so the longest lines are measured first, and what is told is chosen when the talk is cut.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from typing import Final

from engine.rules.framework.pieces import GAP, Block, PromptPiece, Scrap
from engine.rules.text.tokens import estimate
from engine.values.models.prompts import LedgerLine, PartVerdict, PromptPart, Quote, Reason, Role
from engine.values.models.tokens import TokenFactor

_LIKENESS: Final = 1
"""Where it stands in ``Quote.scores``."""
_PAGE: Final = "diary"
"""Where pages come from, which are no lines of the talk."""


def have_quotes(parts: Iterable[PromptPart]) -> bool:
    """Whether anything recalled is proposed."""
    return any(part.quotes for part in parts)


def at_most(parts: Sequence[PromptPart], factor: TokenFactor) -> tuple[PromptPart, ...]:
    """The parts with as many quotes, and as long ones, as may be told of them in the end."""
    return tuple(
        replace(part, quotes=_within(part, sorted(part.quotes, key=lambda quote: -len(quote.text)), factor))
        if part.quotes
        else part
        for part in parts
    )


def chosen(parts: Sequence[PromptPart], shown: Set[int], factor: TokenFactor) -> tuple[PromptPart, ...]:
    """The parts with the best quotes of each that fit it; none that ``shown`` messages say, none twice."""
    told: set[tuple[str, int]] = set()
    found: list[PromptPart] = []
    for part in parts:
        fresh = [it for it in part.quotes if not _is_shown(it, shown) and _key(it) not in told]
        quotes = _within(part, fresh, factor)
        told.update(_key(it) for it in quotes)
        if quotes or not part.quotes:
            found.append(replace(part, quotes=quotes))
    return tuple(found)


def quote_block(part: PromptPart) -> tuple[Block, ...]:
    """The quotes as one message: each a piece of its own, the least good goes first."""
    if not part.quotes:
        return ()
    selection = part.frame.selection.replace("{all}", str(part.frame.lines))
    heading = "".join(f"{it}\n" for it in (part.heading, selection) if it)
    frame = f"{heading}{part.frame.above}\n{GAP}\n{part.frame.below}" if part.frame.above else f"{heading}{GAP}"
    ranks = {_key(it): -float(at) for at, it in enumerate(part.quotes)}
    lines = sorted(part.quotes, key=lambda it: it.place)
    why = Reason.SELECTION if selection else Reason.NONE
    scraps = tuple(
        Scrap(
            PromptPiece(part.slot, part.origin, False, ranks[_key(quote)], why, _told(quote)),
            quote.text,
            frame,
            counts=int(quote.store != _PAGE) if selection else None,
        )
        for quote in lines
    )
    return (Block(Role.SYSTEM, scraps),)


def told_quotes(parts: Iterable[PromptPart], dropped: Iterable[PromptPiece]) -> tuple[Quote, ...]:
    """The quotes that are told in the end."""
    gone = {it.detail for it in dropped}
    return tuple(it for part in parts for it in part.quotes if _told(it) not in gone)


def shown_lines(parts: Iterable[PromptPart], shown: Set[int]) -> Iterator[LedgerLine]:
    """What was recalled, but stands in the history of the prompt."""
    for part in parts:
        left = [it for it in part.quotes if _is_shown(it, shown)]
        if left:
            detail = ", ".join(map(_told, left))
            yield LedgerLine(part.slot, part.origin, 0, PartVerdict.OUT, Reason.SHOWN, detail)


def joined(lines: Iterable[LedgerLine], recalled: Set[str]) -> Iterator[LedgerLine]:
    """The ledger with one line for neighbouring quotes of a part (``recalled`` are origins), their details in a row."""
    before: LedgerLine | None = None
    for line in lines:
        if before is not None and line.origin in recalled and _is_same(before, line):
            before = replace(before, tokens=before.tokens + line.tokens, detail=f"{before.detail}, {line.detail}")
            continue
        if before is not None:
            yield before
        before = line
    if before is not None:
        yield before


def _is_same(one: LedgerLine, other: LedgerLine) -> bool:
    return (one.slot, one.origin, one.verdict, one.reason) == (other.slot, other.origin, other.verdict, other.reason)


def _within(part: PromptPart, quotes: Iterable[Quote], factor: TokenFactor) -> tuple[Quote, ...]:
    """The first of ``quotes`` that fit the part; a shorter one may take the place of one that is too long."""
    items, room = part.frame.items, part.frame.tokens
    fitting: list[Quote] = []
    for quote in quotes:
        tokens = estimate(quote.text, factor) if part.frame.tokens else 0
        if tokens <= room:
            fitting.append(quote)
            room -= tokens
        if items and len(fitting) == items:
            break
    return tuple(fitting)


def _is_shown(quote: Quote, shown: Set[int]) -> bool:
    return bool(quote.seqs) and quote.seqs <= shown


def _key(quote: Quote) -> tuple[str, int]:
    return quote.store, quote.id


def _told(quote: Quote) -> str:
    """``said:123 .71``, for the ledger: which row, and how like the question it is."""
    name = f"{quote.store}:{quote.id}"
    likeness = quote.scores[_LIKENESS] if len(quote.scores) > _LIKENESS else None
    return name if likeness is None else f"{name} {likeness:.2f}".replace(" 0.", " .")

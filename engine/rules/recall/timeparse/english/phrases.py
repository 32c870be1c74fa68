"""Composes parts that stand together: coarse ones first, finer ones inside them; then ranges, sides and distances."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import Final

from engine.rules.recall.timeparse.english.counts import Amount, amount, shifted_back
from engine.rules.recall.timeparse.english.edges import EDGE_GRAIN
from engine.rules.recall.timeparse.english.pieces import EnglishGrain, Place, Stance, TimePiece, Tokens
from engine.rules.recall.timeparse.english.words import JOINTS, TokenKind
from engine.values.memory.recall import TimeRange

Resolve = Callable[[TimeRange | None, datetime], TimeRange | None]
_GAP: Final = 3


@dataclass(frozen=True, slots=True)
class EnglishPhrase:
    """An expression of time: tokens ``first`` to ``last`` (not included), its finest and coarsest part, its range."""

    first: int
    last: int
    fine: int
    coarse: int
    stance: Stance
    resolve: Resolve
    vague: bool = False
    doubtful: bool = False
    pieces: tuple[TimePiece, ...] = ()
    outer: tuple[tuple[int, int], ...] = ()  # the tokens of what it was placed inside of


def compose(pieces: Sequence[TimePiece], within: TimeRange | None, now: datetime) -> TimeRange | None:
    """The range of parts that belong together."""
    for piece in sorted(pieces, key=lambda piece: -piece.grain):
        found = piece.place(within, now)
        if found is None and piece.stance is Stance.INNER and piece.grain == EnglishGrain.PART and within is not None:
            continue  # "one morning last week" says no more than the week
        if found is None:
            return None
        within = found
    return within


def phrases(tokens: Tokens, pieces: Sequence[TimePiece]) -> list[EnglishPhrase]:
    """Groups of parts that stand together, in order."""
    found: list[EnglishPhrase] = []
    group: list[TimePiece] = []
    for piece in pieces:
        if group and not _joins(tokens, group, piece):
            found.append(phrase(tokens, group))
            group = []
        group.append(piece)
    if group:
        found.append(phrase(tokens, group))
    return found


def _joins(tokens: Tokens, group: Sequence[TimePiece], piece: TimePiece) -> bool:
    before = group[-1]
    gap = range(before.last, piece.first)
    if len(gap) > _GAP or len(group) > 4:
        return False
    words = [tokens[index].word for index in gap]
    inner = piece.grain == EnglishGrain.CLOCK and piece.stance is not Stance.PAST
    if not all(word in JOINTS or (inner and word in ("from", "between", "like")) for word in words):
        return False
    if EDGE_GRAIN in (piece.grain, before.grain):
        return not any(word == "," for word in words)
    if any(piece.grain == other.grain for other in group):
        return _pairs(tokens, before, piece)
    if _ago(tokens, before) and piece.grain == EnglishGrain.DAY:
        return True
    return Stance.FUTURE in (piece.stance, before.stance) or not (piece.stance == before.stance == Stance.PAST)


def _ago(tokens: Tokens, piece: TimePiece) -> bool:
    return tokens[piece.last - 1].word == "ago"


def _pairs(tokens: Tokens, before: TimePiece, piece: TimePiece) -> bool:
    """A weekday with its date, or a day that is counted from another one."""
    if _ago(tokens, before) and piece.first == before.last:
        return True
    weekday = tokens[before.first].kind is TokenKind.WEEKDAY and before.last - before.first <= 2
    dated = tokens[piece.first].kind in (TokenKind.MONTH, TokenKind.ORDINAL, TokenKind.NUMBER, TokenKind.DATE)
    return before.grain == EnglishGrain.DAY and weekday and dated


def phrase(tokens: Tokens, group: Sequence[TimePiece]) -> EnglishPhrase:
    """One expression of parts that belong together."""
    parts = _counted_from(tokens, _edged(_without_weekday(tokens, group)))
    grains = [part.grain for part in parts]
    return EnglishPhrase(
        group[0].first,
        group[-1].last,
        min(grains),
        max(grains),
        max(part.stance for part in parts),
        lambda within, now: compose(parts, within, now),
        any(part.vague for part in parts),
        len(parts) == 1 and parts[0].doubtful,
        tuple(parts),
    )


def _without_weekday(tokens: Tokens, group: Sequence[TimePiece]) -> list[TimePiece]:
    days = [piece for piece in group if piece.grain == EnglishGrain.DAY]
    extra = len(days) > 1 and tokens[days[0].first].kind is TokenKind.WEEKDAY
    return [piece for piece in group if not (extra and piece is days[0])]


def _edged(group: Sequence[TimePiece]) -> list[TimePiece]:
    """Edges get the size just below what they are edges of."""
    found: list[TimePiece] = []
    for index, piece in enumerate(group):
        rest = [other.grain for other in group[index + 1 :] if other.grain != EDGE_GRAIN]
        if piece.grain == EDGE_GRAIN:
            target = EnglishGrain.PART if EnglishGrain.PART in rest[:2] else rest[0] if rest else 0
            piece = replace(piece, grain=target - 1)  # noqa: PLW2901  the same part with its size
        found.append(piece)
    return found


def _counted_from(tokens: Tokens, group: Sequence[TimePiece]) -> list[TimePiece]:
    """ "A week ago yesterday", "two weeks ago Friday": the day, moved back."""
    for piece, day in pairwise(group):
        if not _ago(tokens, piece) or day.first != piece.last or day.grain != EnglishGrain.DAY:
            continue
        counted = amount(tokens, piece.first)
        if counted is not None:
            moved = TimePiece(piece.first, day.last, EnglishGrain.DAY, _shifted(day, counted), Stance.PAST)
            return [*(other for other in group if other not in (piece, day)), moved]
    return list(group)


def _shifted(day: TimePiece, counted: Amount) -> Place:
    def place(within: TimeRange | None, now: datetime) -> TimeRange | None:
        whole = day.place(within, now)
        return None if whole is None else shifted_back(whole, counted, now)

    return place


def inside(outer: EnglishPhrase, inner: EnglishPhrase) -> EnglishPhrase:
    """``inner``, placed inside of ``outer`` that stands elsewhere in the sentence."""

    def resolve(within: TimeRange | None, now: datetime) -> TimeRange | None:
        whole = outer.resolve(within, now)
        return None if whole is None else inner.resolve(whole, now)

    return replace(
        inner,
        stance=outer.stance,
        resolve=resolve,
        vague=inner.vague or outer.vague,
        outer=(*outer.outer, (outer.first, outer.last)),
    )


def word_before(tokens: Tokens, index: int) -> tuple[str, int]:
    """The word before an expression and where it stands, articles left out."""
    index -= 1
    for _ in range(2):
        if tokens[index].word in ("the", "my", "our", "your", "that", "about", "around", "just", "on"):
            if tokens[index].word == "on" and tokens[index - 1].kind is not TokenKind.BOUND:
                break
            index -= 1
    return tokens[index].word, index

"""Sets of characters as JavaScript's regexes know them, and how RE2 writes them.

JavaScript's ``\\d`` and ``\\w`` are ASCII, its ``\\s`` is all of Unicode's white space, its line ends are four. Halves
of characters above U+FFFF, which are characters of their own there, stand for the whole characters here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

Ranges = tuple[tuple[int, int], ...]

LAST: Final = 0x10FFFF
DIGITS: Final[Ranges] = ((0x30, 0x39),)
WORD: Final[Ranges] = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
SPACES: Final[Ranges] = (
    *((0x09, 0x0D), (0x20, 0x20), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029)),
    *((0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF)),
)
LINE_ENDS: Final[Ranges] = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))
_HIGH: Final = (0xD800, 0xDBFF)
_LOW: Final = (0xDC00, 0xDFFF)
_FOLDING_TO_ASCII: Final = (0x17F, 0x212A)  # only RE2 takes these for s and k
_MOST_PAIRS: Final = 64


@dataclass(frozen=True, slots=True)
class Chars:
    """One character out of ``ranges`` and of RE2's Unicode ``properties``; or, ``negated``, any other."""

    ranges: Ranges
    properties: tuple[str, ...] = ()
    negated: bool = False

    def opposite(self) -> "Chars":
        """Any other character."""
        return Chars(self.ranges, self.properties, not self.negated)

    def text(self, *, folded: bool = False, halves: bool = False) -> str:
        """As RE2 writes it. ``folded``: where letter case is ignored, without what only RE2 takes for ASCII letters.

        ``halves``: the first half of a character above U+FFFF stands for all that begin with it; else for none.
        """
        ranges = _without(self.ranges, _FOLDING_TO_ASCII) if folded else self.ranges
        inner = "".join(self.properties) + "".join(_range(start, end) for start, end in _whole(ranges, halves=halves))
        if not inner:
            return _range_set(negated=self.negated)
        return f"[{'^' if self.negated else ''}{inner}]"

    def is_half(self, *, high: bool) -> bool:
        """Nothing but first (``high``) or second halves of characters above U+FFFF."""
        low, top = _HIGH if high else _LOW
        if self.negated or self.properties or not self.ranges:
            return False
        return all(low <= start and end <= top for start, end in self.ranges)


def one(code: int) -> Chars:
    """Just this character."""
    return Chars(((code, code),))


def complement(ranges: Ranges) -> Ranges:
    """Every character that ``ranges``, which are in order, leave out."""
    found: list[tuple[int, int]] = []
    after = 0
    for start, end in ranges:
        if start > after:
            found.append((after, start - 1))
        after = end + 1
    if after <= LAST:
        found.append((after, LAST))
    return tuple(found)


def paired(first: Chars, second: Chars) -> Chars:
    """The whole characters that begin with a half of ``first`` and end with one of ``second``."""
    found: list[tuple[int, int]] = []
    for start, end in first.ranges:
        if second.ranges == (_LOW,) or end - start >= _MOST_PAIRS:
            found.append((_joined(start, second.ranges[0][0]), _joined(end, second.ranges[-1][1])))
        else:
            for high in range(start, end + 1):
                found.extend((_joined(high, low), _joined(high, top)) for low, top in second.ranges)
    return Chars(tuple(found))


def joined_halves(high: int, low: int) -> int | None:
    """The character that two halves make, or None when they are no pair."""
    if _HIGH[0] <= high <= _HIGH[1] and _LOW[0] <= low <= _LOW[1]:
        return _joined(high, low)
    return None


def _joined(high: int, low: int) -> int:
    return 0x10000 + ((high - _HIGH[0]) << 10) + (low - _LOW[0])


def _whole(ranges: Ranges, *, halves: bool) -> Iterable[tuple[int, int]]:
    for start, end in ranges:
        if end < _HIGH[0] or start > _LOW[1]:
            yield start, end
            continue
        if start < _HIGH[0]:
            yield start, _HIGH[0] - 1
        if halves and start <= _HIGH[1]:
            yield _joined(max(start, _HIGH[0]), _LOW[0]), _joined(min(end, _HIGH[1]), _LOW[1])
        if end > _LOW[1]:
            yield _LOW[1] + 1, end


def _without(ranges: Ranges, codes: tuple[int, ...]) -> Ranges:
    for code in codes:
        halved = (part for start, end in ranges for part in ((start, min(end, code - 1)), (max(start, code + 1), end)))
        ranges = tuple((start, end) for start, end in halved if start <= end)
    return ranges


def _range(start: int, end: int) -> str:
    return f"\\x{{{start:X}}}" if start == end else f"\\x{{{start:X}}}-\\x{{{end:X}}}"


def _range_set(*, negated: bool) -> str:
    """No character at all, or, ``negated``, any."""
    return f"[{'' if negated else '^'}{_range(0, LAST)}]"

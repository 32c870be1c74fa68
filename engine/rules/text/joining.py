"""How what is written further stands behind what was there: without words said twice, a word or a paragraph apart."""

import re
from typing import Final

LONG: Final = 20
"""Characters. Words of which so many are said once more are said once more, whatever stands behind them."""
_LOOKED_BACK: Final = 200
"""Characters before the seam, besides the whole text, of which the beginning of what follows may be the same."""
_PHRASE: Final = 8
_WIDE: Final = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
"""Chinese, Japanese and Korean, with their punctuation: nothing stands between these."""
_CLOSING: Final = re.compile(r"[,.;:!?…)\]}”’»%]|'\w")
_OPENING: Final = re.compile(r"[(\[{“‘«]$")
_NEVER_TWICE: Final = frozenset("我你您他她它的地得在是了就也都和与把被这那，、；：,;:")
"""What no sentence says twice in a row, so that the second one is what was said before."""
_PART: Final = 4
"""Letters; a shorter beginning of a word may be a word."""


def attached(before: str, more: str, raw: str) -> str:
    """``more`` behind ``before``. ``raw`` is ``more`` as a ``Seam`` gave it, with the gap that stands there."""
    first, second = before.rstrip(), more.strip()
    if not first or not second:
        return first or second
    gap = raw[: len(raw) - len(raw.lstrip())]
    return first + (gap or before[len(first) :]) + second


class Seam:
    """What a model writes further behind ``before``, in pieces of any size.

    Some models begin with the last words, or with all of it: what was there is left out. A gap is put in where two
    words would run into one. ``exact``: the model was given ``before`` as the beginning of its own answer, so that it
    goes on from the very letter.
    """

    def __init__(self, before: str, *, exact: bool = False) -> None:
        self._before = before
        self._exact = exact
        self._letters = "".join(before.split())
        self._starts = _starts(before, self._letters)
        self._live = [(start, start) for start in self._starts]
        self._ended: list[tuple[int, int]] = []
        """Where in the letters what is said again begins, and where it ends in what is held back."""
        self._held: list[str] = []
        self._length = 0
        self._read = 0  # characters of it, up to the last letter
        self._over = False

    def feed(self, piece: str) -> str:
        """What of ``piece``, and of what was held back, stands behind the text."""
        if self._over:
            return piece
        self._held.append(piece)
        for letter in piece:
            self._length += 1
            if not letter.isspace():
                self._look(letter)
        return "" if self._live or self._waits() else self._told()

    def flush(self) -> str:
        """What is still held back when nothing more comes."""
        return "" if self._over else self._told()

    def _look(self, letter: str) -> None:
        live: list[tuple[int, int]] = []
        for start, at in self._live:
            if self._letters[at] != letter:
                continue
            if at + 1 == len(self._letters):
                self._ended.append((start, self._length))
            else:
                live.append((start, at + 1))
        self._live, self._read = live, self._length

    def _waits(self) -> bool:
        """Whether the next character decides."""
        if not self._read or (self._ended and self._ended[-1][1] == self._read):
            return True
        return self._length < _PHRASE and "".join(self._held).strip() == "'"  # it may be the "'s" of a word

    def _told(self) -> str:
        self._over = True
        held = "".join(self._held)
        again = next((end for start, end in sorted(self._ended) if self._is_again(start, held[end : end + 1])), None)
        if again is not None:
            rest = held[again:]
        elif self._live and self._live[0][0] == 0 and len(held.strip()) >= LONG:
            return ""  # it ended before it came to anything new
        elif self._exact:
            return held
        else:
            more = held.lstrip()
            return gap(self._before, more, held[: len(held) - len(more)]) + more if more else ""
        return rest.lstrip(" ") if self._before[-1:].isspace() else rest

    def _is_again(self, start: int, following: str) -> bool:
        """Whether what equals the text from ``start`` on, with ``following`` behind it, was said before."""
        said = self._letters[start:]
        if len(said) >= LONG:
            return True
        if self._exact:
            return False
        if len(said) == 1 and said in _NEVER_TWICE:
            return True
        if _WIDE.search(said):
            return len(said) > 1
        if any(start < other for other in self._starts) or len(said) >= _PHRASE:
            return said[0].isalnum()
        return said.isalnum() and (len(said) >= _PART or not following.isalnum())


def gap(before: str, more: str, written: str = "") -> str:
    """What stands between two texts. ``written`` is the white space with which the second one came."""
    if lines := written.count("\n"):
        return "\n\n" if lines > 1 else "\n"
    if not before or before[-1].isspace():
        return ""
    close = _WIDE.match(before[-1]) or _WIDE.match(more) or _OPENING.search(before) or _CLOSING.match(more)
    return "" if close else " "


def _starts(before: str, letters: str) -> list[int]:
    """Where in ``letters``, which are ``before`` without white space, it begins, and words near its end do."""
    found, at, previous = [0] if letters else [], 0, " "
    for letter in before:
        if not letter.isspace():
            inside = previous.isalnum() and letter.isalnum() and not (_WIDE.match(previous) or _WIDE.match(letter))
            if at and not inside and at >= len(letters) - _LOOKED_BACK:
                found.append(at)
            at += 1
        previous = letter
    return found

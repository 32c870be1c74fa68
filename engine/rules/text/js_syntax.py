"""JavaScript's regex syntax, read piece by piece. What comes out has RE2's syntax and JavaScript's meaning.

Both dialects of JavaScript are read: the strict one of the flags ``u`` and ``v``, and the older one in which
``\\u{41}`` is forty-one u and a lone ``{`` is itself.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.errors import RegexRefused
from engine.rules.text.js_chars import LINE_ENDS, Chars, one, paired
from engine.rules.text.js_classes import ClassReader, wrong

MAX_PATTERN: Final = 20_000
"""Characters of a pattern that is read."""

_MAX_DEPTH: Final = 60
_MAX_REPEAT: Final = 1_000
_QUANTIFIER: Final = re.compile(r"([*+?]|\{(\d+)(?:(,)(\d*))?\})(\??)", re.ASCII)
_NAME: Final = re.compile(r"[^\W\d][\w$]*|\$[\w$]*")
_GROUP: Final = re.compile(r"\\.|\[|\]|\((?!\?)|\(\?<(?![=!])", re.DOTALL)
_MODIFIERS: Final = re.compile(r"([ims]*)(?:-([ims]*))?:")
_RUN: Final = re.compile("[^\\\\^$.|?*+()\\[\\]{}\ud800-\udfff]+(?![*+?{])")
"""Letters that stand for themselves."""

_DIGITS: Final = re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True)
class LookAround:
    """A look ahead or behind. ``body`` is what is looked for, in its alternatives; it opens so many ``groups``."""

    ahead: bool
    negative: bool
    body: "list[list[PatternTerm]]"
    groups: int


@dataclass(frozen=True, slots=True)
class PatternTerm:
    """One term. ``width`` is in characters, None where it varies.

    ``chars`` where the term is one out of a set; ``opposite`` is then any other character.
    """

    text: str
    width: int | None
    chars: Chars | None = None
    opposite: str = ""
    look: LookAround | None = None


@dataclass(frozen=True, slots=True)
class Read:
    """A whole pattern: its alternatives, how many groups each of them opens, and the groups' names."""

    alternatives: list[list[PatternTerm]]
    groups: tuple[int, ...]
    names: dict[str, int]


def read_pattern(pattern: str, flags: str) -> Read:
    """Read a JavaScript pattern; ``flags`` are known to be valid. Raises ``RegexRefused``."""
    if len(pattern) > MAX_PATTERN:
        raise RegexRefused(reason="long", detail=str(MAX_PATTERN))
    return _Reader(pattern, flags).read()


def plain(alternatives: list[list[PatternTerm]]) -> str:
    """The text of alternatives none of which looks around. Raises ``RegexRefused`` where one does."""
    if any(piece.look for pieces in alternatives for piece in pieces):
        raise RegexRefused(reason="lookaround", detail="")
    return "|".join("".join(piece.text for piece in pieces) for pieces in alternatives)


class _Reader(ClassReader):
    """One pass over a pattern. ``_groups`` counts groups that were opened, ``_total`` all there are."""

    def __init__(self, pattern: str, flags: str) -> None:
        super().__init__(pattern, strict="u" in flags or "v" in flags, sets="v" in flags)
        self._flags = frozenset(flags) & {"i", "m", "s"}
        self._groups = 0
        self._total, self._named = _count_groups(pattern)
        self._names: dict[str, int] = {}
        self._depth = 0

    def read(self) -> Read:
        alternatives: list[list[PatternTerm]] = []
        counts: list[int] = []
        while True:
            before = self._groups
            alternatives.append(self._alternative())
            counts.append(self._groups - before)
            if not self._take("|"):
                break
        if self._at < len(self._text):
            wrong(")")
        return Read(alternatives, tuple(counts), self._names)

    def _inside(self) -> list[list[PatternTerm]]:
        """The alternatives up to the closing bracket of a group, which is taken too."""
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise RegexRefused(reason="deep", detail=str(_MAX_DEPTH))
        alternatives = [self._alternative()]
        while self._take("|"):
            alternatives.append(self._alternative())
        if not self._take(")"):
            wrong("(")
        self._depth -= 1
        return alternatives

    def _alternative(self) -> list[PatternTerm]:
        pieces: list[PatternTerm] = []
        while self._at < len(self._text) and self._text[self._at] not in "|)":
            if run := _RUN.match(self._text, self._at):
                pieces += self._letters(run[0])
                self._at = run.end()
                continue
            piece = self._quantified(self._term())
            last = pieces[-1].chars if pieces else None
            if last and piece.chars and last.is_half(high=True) and piece.chars.is_half(high=False):
                pieces[-1] = self._of(paired(last, piece.chars))
            else:
                pieces.append(piece)
        return pieces

    def _letters(self, run: str) -> list[PatternTerm]:
        folded, halves = "i" in self._flags, not self._strict
        return [_letter(char, folded=folded, halves=halves) for char in run]

    def _of(self, chars: Chars) -> PatternTerm:
        return _piece(chars, folded="i" in self._flags, halves=not self._strict)

    def _term(self) -> PatternTerm:
        char = self._next()
        match char:
            case "^":
                return PatternTerm("(?m:^)" if "m" in self._flags else "\\A", 0)
            case "$":
                return PatternTerm("(?m:$)" if "m" in self._flags else "\\z", 0)
            case ".":
                return self._of(Chars(() if "s" in self._flags else LINE_ENDS, negated=True))
            case "(":
                return self._group()
            case "[":
                return self._of(self._class())
            case "\\":
                return self._escape()
            case _:
                if _QUANTIFIER.match(self._text, self._at - 1) or (self._strict and char in "{}]"):
                    wrong(char)
                return self._of(one(ord(char)))

    def _quantified(self, piece: PatternTerm) -> PatternTerm:
        match = _QUANTIFIER.match(self._text, self._at)
        if match is None:
            if self._strict and self._text.startswith("{", self._at):
                wrong("{")
            return piece
        self._at = match.end()
        if piece.look:
            raise RegexRefused(reason="lookaround", detail="")
        if piece.width == 0 and piece.text in ("\\A", "\\z", "\\b", "\\B", "(?m:^)", "(?m:$)"):
            wrong(match[1])
        fixed = _bounded(match) if match[2] else None
        width = piece.width * fixed if piece.width is not None and fixed is not None else None
        return PatternTerm(piece.text + match[1] + match[5], width)

    # --- groups ---

    def _group(self) -> PatternTerm:
        if self._take("?:"):
            return self._bare(self._inside())
        for opening, ahead, negative in (("?=", 1, 0), ("?!", 1, 1), ("?<=", 0, 0), ("?<!", 0, 1)):
            if self._take(opening):
                before = self._groups
                body = self._inside()
                return PatternTerm("", 0, look=LookAround(bool(ahead), bool(negative), body, self._groups - before))
        if self._take("?<"):
            self._name_group()
        elif self._take("?"):
            return self._modified()
        else:
            self._groups += 1
        alternatives = self._inside()
        return PatternTerm(f"({plain(alternatives)})", _width(alternatives))

    def _bare(self, alternatives: list[list[PatternTerm]], flags: str = "") -> PatternTerm:
        return PatternTerm(f"(?{flags}:{plain(alternatives)})", _width(alternatives))

    def _name_group(self) -> None:
        match = _NAME.match(self._text, self._at)
        if match is None or not self._text.startswith(">", match.end()) or match[0] in self._names:
            wrong("(?<")
        self._at = match.end() + 1
        self._groups += 1
        self._names[match[0]] = self._groups

    def _modified(self) -> PatternTerm:
        match = _MODIFIERS.match(self._text, self._at)
        on, off = (match[1], match[2] or "") if match else ("", "")
        if match is None or not on + off or len(set(on + off)) < len(on + off):
            wrong("(?")
        self._at = match.end()
        outside = self._flags
        self._flags = (outside | set(on)) - set(off)
        alternatives = self._inside()
        self._flags = outside
        return self._bare(alternatives, ("i" if "i" in on else "") + ("-i" if "i" in off else ""))

    # --- escapes ---

    def _escape(self) -> PatternTerm:
        char = self._next()
        if char in "bB":
            return PatternTerm(f"\\{char}", 0)
        if char in "123456789":
            self._refuse_backreference()
        if char == "k" and (self._strict or self._named):
            raise RegexRefused(reason="backreference", detail="")
        found = self._set(char)
        return self._of(found if isinstance(found, Chars) else one(self._code(char)))

    def _refuse_backreference(self) -> None:
        digits = _DIGITS.match(self._text, self._at - 1)
        number = int(digits[0][:9]) if digits else 0
        if self._strict or number <= self._total:
            raise RegexRefused(reason="backreference", detail="")


@lru_cache(maxsize=4096)
def _piece(chars: Chars, *, folded: bool, halves: bool) -> PatternTerm:
    """The term of one character. Kept, because patterns are mostly letters, and the same ones."""
    opposite = chars.opposite().text(folded=folded, halves=halves)
    return PatternTerm(chars.text(folded=folded, halves=halves), 1, chars, opposite)


@lru_cache(maxsize=4096)
def _letter(char: str, *, folded: bool, halves: bool) -> PatternTerm:
    return _piece(one(ord(char)), folded=folded, halves=halves)


def _count_groups(pattern: str) -> tuple[int, bool]:
    count, named, in_class = 0, False, False
    for match in _GROUP.finditer(pattern):
        mark = match[0]
        if mark in "[]":
            in_class = mark == "["
        elif mark.startswith("(") and not in_class:
            count += 1
            named = named or mark == "(?<"
    return count, named


def _bounded(match: re.Match[str]) -> int | None:
    """How often a counted quantifier repeats, None where that varies."""
    if len(match[2]) > 9 or len(match[4] or "") > 9:
        raise RegexRefused(reason="repeat", detail=str(_MAX_REPEAT))
    least, most = int(match[2]), int(match[4]) if match[4] else None
    if most is not None and most < least:
        wrong(match[1])
    if max(least, most or 0) > _MAX_REPEAT:
        raise RegexRefused(reason="repeat", detail=str(_MAX_REPEAT))
    return least if match[3] is None or most == least else None


def _width(alternatives: list[list[PatternTerm]]) -> int | None:
    widths = {_sum_width(pieces) for pieces in alternatives}
    return widths.pop() if len(widths) == 1 else None


def _sum_width(pieces: list[PatternTerm]) -> int | None:
    widths = [piece.width for piece in pieces]
    return sum(width for width in widths if width is not None) if None not in widths else None

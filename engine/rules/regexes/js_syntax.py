"""JavaScript's regex syntax, read piece by piece. What comes out has RE2's syntax and JavaScript's meaning.

Both dialects of JavaScript are read: the strict one of the flags ``u`` and ``v``, and the older one in which
``\\u{41}`` is forty-one u and a lone ``{`` is itself.

Looking around and referring back, which RE2 cannot do, is written as the second engine takes it (js_backtracking).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.errors import RegexRefused
from engine.rules.regexes.js_chars import LINE_ENDS, Chars, one, paired
from engine.rules.regexes.js_classes import ClassReader, wrong
from engine.rules.regexes.js_properties import beyond_re2

MAX_PATTERN: Final = 20_000
"""Characters of a pattern that is read."""

_MAX_DEPTH: Final = 60
_MAX_REPEAT: Final = 1_000
"""As often may RE2 repeat something."""

_MOST_REPEAT: Final = 100_000
_QUANTIFIER: Final = re.compile(r"([*+?]|\{(\d+)(?:(,)(\d*))?\})(\??)", re.ASCII)
_NAME: Final = re.compile(r"[^\W\d][\w$]*|\$[\w$]*")
_GROUP: Final = re.compile(r"\\.|\[|\]|\((?!\?)|\(\?<(?![=!])([^>]*)", re.DOTALL)
_MODIFIERS: Final = re.compile(r"([ims]*)(?:-([ims]*))?:")
_RUN: Final = re.compile("[^\\\\^$.|?*+()\\[\\]{}\ud800-\udfff]+(?![*+?{])")
"""Letters that stand for themselves."""

_ANY: Final = "(?s:.)"
_ANYTHING: Final = "(?s:.*)"
_PROPERTY: Final = 8  # nodes
_REFERENCE: Final = 3  # nodes

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

    ``chars`` where the term is one out of a set; ``opposite`` is then any other character. ``beyond``: what of it RE2
    cannot do, as the reason of a refusal; ``loose`` is then a pattern for RE2 that matches wherever the term does.
    ``weight``: how many nodes the second engine makes of it, which writes out what is repeated.
    """

    text: str
    width: int | None
    chars: Chars | None = None
    opposite: str = ""
    look: LookAround | None = None
    beyond: str = ""
    loose: str | None = None
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Read:
    """A whole pattern: its alternatives, how many groups each of them opens, and the groups' names."""

    alternatives: list[list[PatternTerm]]
    groups: tuple[int, ...]
    names: dict[str, int]

    def full(self) -> str:
        """The whole of it, which RE2 may not take."""
        return _joined(self.alternatives, lambda piece: piece.text)

    def loose(self) -> str:
        """A pattern for RE2 that matches in every text in which this one does."""
        return _joined(self.alternatives, _loosely)

    def weight(self) -> int:
        """How many nodes the second engine makes of it."""
        return _weight(self.alternatives)


def read_pattern(pattern: str, flags: str) -> Read:
    """Read a JavaScript pattern; ``flags`` are known to be valid. Raises ``RegexRefused``."""
    if len(pattern) > MAX_PATTERN:
        raise RegexRefused(reason="long", detail=str(MAX_PATTERN))
    return _Reader(pattern, flags).read()


def plain(alternatives: list[list[PatternTerm]]) -> str:
    """The text of alternatives for RE2. Raises ``RegexRefused`` where they are beyond it."""
    if reason := _beyond(alternatives):
        raise RegexRefused(reason=reason, detail="")
    return _joined(alternatives, lambda piece: piece.text)


class _Reader(ClassReader):
    """One pass over a pattern. ``_groups`` counts groups that were opened, ``_total`` all there are."""

    def __init__(self, pattern: str, flags: str) -> None:
        super().__init__(pattern, strict="u" in flags or "v" in flags, sets="v" in flags)
        self._flags = frozenset(flags) & {"i", "m", "s"}
        self._groups = 0
        self._total, self._known = _groups_of(pattern)
        self._names: dict[str, int] = {}
        self._open: list[int] = []
        self._backwards = False
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
                return PatternTerm("(?m:^)", 0, loose="") if "m" in self._flags else PatternTerm("\\A", 0)
            case "$":
                return PatternTerm("(?m:$)", 0, loose="") if "m" in self._flags else PatternTerm("\\z", 0)
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
            return self._repeated_look(piece, match)
        if piece.width == 0 and piece.text in ("\\A", "\\z", "\\b", "\\B", "(?m:^)", "(?m:$)"):
            wrong(match[1])
        fixed = _bounded(match) if match[2] else None
        width = piece.width * fixed if piece.width is not None and fixed is not None else None
        weight = piece.weight * (_least(match) + 1)
        text = piece.text + match[1] + match[5]
        if match[2] and max(int(match[2]), int(match[4] or 0)) > _MAX_REPEAT:
            loose = f"(?:{_loosely(piece)}){{{min(int(match[2]), _MAX_REPEAT)},}}"
            return PatternTerm(text, width, beyond=piece.beyond or "repeat", loose=loose, weight=weight)
        loose = None if piece.loose is None else f"(?:{piece.loose}){match[1]}"
        return PatternTerm(text, width, beyond=piece.beyond, loose=loose, weight=weight)

    def _repeated_look(self, piece: PatternTerm, match: re.Match[str]) -> PatternTerm:
        """Looking ahead as often as it must be, which is once; where it may be never, JavaScript does not look."""
        if self._strict or not (piece.look and piece.look.ahead):
            wrong(match[1])
        if match[2]:
            _bounded(match)
        text = piece.text if _least(match) else f"(?:{piece.text}){{0}}"
        return PatternTerm(text, 0, beyond=piece.beyond, loose="", weight=piece.weight)

    # --- groups ---

    def _group(self) -> PatternTerm:
        if self._take("?:"):
            return self._bare(self._inside())
        if opening := next(filter(self._take, ("?=", "?!", "?<=", "?<!")), ""):
            return self._look(opening)
        if self._take("?<"):
            self._name_group()
        elif self._take("?"):
            return self._modified()
        else:
            self._groups += 1
        self._open.append(self._groups)
        alternatives = self._inside()
        self._open.pop()
        return _grouped("(", alternatives)

    def _look(self, opening: str) -> PatternTerm:
        before, outside, self._backwards = self._groups, self._backwards, "<" in opening
        body = self._inside()
        look = LookAround(not self._backwards, "!" in opening, body, self._groups - before)
        self._backwards = outside
        text = f"({opening}{_joined(body, lambda piece: piece.text)})"
        return PatternTerm(text, 0, look=look, beyond="lookaround", loose="", weight=1 + _weight(body))

    def _bare(self, alternatives: list[list[PatternTerm]], flags: str = "") -> PatternTerm:
        return _grouped(f"(?{flags}:", alternatives)

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
        if char in "123456789" and (number := self._numbered()):
            return self._backreference(number)
        if char == "k" and (self._strict or self._known):
            return self._backreference(self._named())
        found = self._set(char)
        return self._of(found if isinstance(found, Chars) else one(self._code(char)))

    def _numbered(self) -> int:
        """The group that a number refers to; 0 where it is no reference but a character by its code."""
        digits = _DIGITS.match(self._text, self._at - 1)
        number = int(digits[0][:9]) if digits else 0
        if digits is None or number > self._total:
            return wrong("\\") if self._strict else 0
        self._at = digits.end()
        return number

    def _named(self) -> int:
        end = self._text.find(">", self._at)
        if not self._take("<") or end < 0 or self._text[self._at : end] not in self._known:
            wrong("\\k")
        name, self._at = self._text[self._at : end], end + 1
        return self._known[name]

    def _backreference(self, number: int) -> PatternTerm:
        """What a group has matched, and nothing where it has matched nothing yet, as it cannot have from inside or from
        in front of it; going backwards, what stands behind is matched first.
        """
        if number in self._open or (number > self._groups and not self._backwards):
            return PatternTerm("(?:)", 0, beyond="backreference", loose="")
        return PatternTerm(
            f"(?({number})\\g<{number}>)", None, beyond="backreference", loose=_ANYTHING, weight=_REFERENCE
        )


@lru_cache(maxsize=4096)
def _piece(chars: Chars, *, folded: bool, halves: bool) -> PatternTerm:
    """The term of one character. Kept, because patterns are mostly letters, and the same ones."""
    opposite = chars.opposite().text(folded=folded, halves=halves)
    weight = max(1, len(chars.ranges)) + _PROPERTY * len(chars.properties)
    text = chars.text(folded=folded, halves=halves)
    if beyond_re2(chars):
        return PatternTerm(text, 1, chars, beyond="property", loose=_ANY, weight=weight)
    return PatternTerm(text, 1, chars, opposite, weight=weight)


@lru_cache(maxsize=4096)
def _letter(char: str, *, folded: bool, halves: bool) -> PatternTerm:
    return _piece(one(ord(char)), folded=folded, halves=halves)


def _groups_of(pattern: str) -> tuple[int, dict[str, int]]:
    """How many groups there are, and the numbers of those that have names."""
    count, known, in_class = 0, dict[str, int](), False
    for match in _GROUP.finditer(pattern):
        mark = match[0]
        if mark in "[]":
            in_class = mark == "["
        elif mark.startswith("(") and not in_class:
            count += 1
            if mark != "(":
                known[match[1]] = count
    return count, known


def _grouped(opening: str, alternatives: list[list[PatternTerm]]) -> PatternTerm:
    """Alternatives in brackets, of which ``opening`` is the first."""
    beyond = _beyond(alternatives)
    loosens = any(piece.loose is not None for pieces in alternatives for piece in pieces)
    loose = f"{opening}{_joined(alternatives, _loosely)})" if loosens else None
    text = f"{opening}{_joined(alternatives, lambda piece: piece.text)})"
    return PatternTerm(text, _width(alternatives), beyond=beyond, loose=loose, weight=1 + _weight(alternatives))


def _joined(alternatives: list[list[PatternTerm]], text: Callable[[PatternTerm], str]) -> str:
    return "|".join("".join(map(text, pieces)) for pieces in alternatives)


def _loosely(piece: PatternTerm) -> str:
    return piece.text if piece.loose is None else piece.loose


def _beyond(alternatives: list[list[PatternTerm]]) -> str:
    return next((piece.beyond for pieces in alternatives for piece in pieces if piece.beyond), "")


def _weight(alternatives: list[list[PatternTerm]]) -> int:
    return sum(piece.weight for pieces in alternatives for piece in pieces) + len(alternatives)


def _least(match: re.Match[str]) -> int:
    """How often a quantifier repeats at least."""
    return int(match[2]) if match[2] else int(match[1] == "+")


def _bounded(match: re.Match[str]) -> int | None:
    """How often a counted quantifier repeats, None where that varies."""
    if len(match[2]) > 9 or len(match[4] or "") > 9:
        raise RegexRefused(reason="repeat", detail=str(_MOST_REPEAT))
    least, most = int(match[2]), int(match[4]) if match[4] else None
    if most is not None and most < least:
        wrong(match[1])
    if max(least, most or 0) > _MOST_REPEAT:
        raise RegexRefused(reason="repeat", detail=str(_MOST_REPEAT))
    return least if match[3] is None or most == least else None


def _width(alternatives: list[list[PatternTerm]]) -> int | None:
    widths = {_sum_width(pieces) for pieces in alternatives}
    return widths.pop() if len(widths) == 1 else None


def _sum_width(pieces: list[PatternTerm]) -> int | None:
    widths = [piece.width for piece in pieces]
    return sum(width for width in widths if width is not None) if None not in widths else None

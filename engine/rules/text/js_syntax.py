"""JavaScript's regex syntax, read piece by piece. What comes out has RE2's syntax and JavaScript's meaning.

Both dialects of JavaScript are read: the strict one of the flags ``u`` and ``v``, and the older one in which
``\\u{41}`` is forty-one u and a lone ``{`` is itself.
"""

import re
from dataclasses import dataclass
from typing import Final, Never

from engine.errors import RegexRefused
from engine.rules.text.js_chars import (
    DIGITS,
    LAST,
    LINE_ENDS,
    SPACES,
    WORD,
    Chars,
    complement,
    joined_halves,
    one,
    paired,
)
from engine.rules.text.js_properties import property_chars

MAX_PATTERN: Final = 20_000
"""Characters of a pattern that is read."""

_MAX_DEPTH: Final = 60
_MAX_REPEAT: Final = 1_000
_QUANTIFIER: Final = re.compile(r"([*+?]|\{(\d+)(?:(,)(\d*))?\})(\??)", re.ASCII)
_NAME: Final = re.compile(r"[^\W\d][\w$]*|\$[\w$]*")
_GROUP: Final = re.compile(r"\\.|\[|\]|\((?!\?)|\(\?<(?![=!])", re.DOTALL)
_MODIFIERS: Final = re.compile(r"([ims]*)(?:-([ims]*))?:")
_OCTAL: Final = re.compile(r"[0-3][0-7]{0,2}|[4-7][0-7]?")
_DIGITS: Final = re.compile(r"[0-9]+")
_CONTROLS: Final = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_SETS: Final = {"d": DIGITS, "w": WORD, "s": SPACES}
_SYNTAX: Final = frozenset("^$\\.*+?()[]{}|/")
_SET_OPERATORS: Final = ("&&", "--", "[")


@dataclass(frozen=True, slots=True)
class Look:
    """A look ahead or behind. ``body`` is what is looked for, in its alternatives."""

    ahead: bool
    negative: bool
    body: "list[list[Piece]]"


@dataclass(frozen=True, slots=True)
class Piece:
    """One term. ``width`` is in characters, None where it varies; ``chars`` where the term is one out of a set."""

    text: str
    width: int | None
    chars: Chars | None = None
    look: Look | None = None


@dataclass(frozen=True, slots=True)
class Read:
    """A whole pattern: its alternatives, how many groups each of them opens, and the groups' names."""

    alternatives: list[list[Piece]]
    groups: tuple[int, ...]
    names: dict[str, int]


def read_pattern(pattern: str, flags: str) -> Read:
    """Read a JavaScript pattern; ``flags`` are known to be valid. Raises ``RegexRefused``."""
    if len(pattern) > MAX_PATTERN:
        raise RegexRefused(reason="long", detail=str(MAX_PATTERN))
    return _Reader(pattern, flags).read()


def plain(alternatives: list[list[Piece]]) -> str:
    """The text of alternatives none of which looks around. Raises ``RegexRefused`` where one does."""
    if any(piece.look for pieces in alternatives for piece in pieces):
        raise RegexRefused(reason="lookaround", detail="")
    return "|".join("".join(piece.text for piece in pieces) for pieces in alternatives)


def _wrong(detail: str) -> Never:
    raise RegexRefused(reason="syntax", detail=detail)


class _Reader:
    """One pass over a pattern. ``_groups`` counts groups that were opened, ``_total`` all there are."""

    def __init__(self, pattern: str, flags: str) -> None:
        self._text = pattern
        self._at = 0
        self._strict = "u" in flags or "v" in flags
        self._sets = "v" in flags
        self._flags = frozenset(flags) & {"i", "m", "s"}
        self._groups = 0
        self._total, self._named = _count_groups(pattern)
        self._names: dict[str, int] = {}
        self._depth = 0

    def read(self) -> Read:
        alternatives: list[list[Piece]] = []
        counts: list[int] = []
        while True:
            before = self._groups
            alternatives.append(self._alternative())
            counts.append(self._groups - before)
            if not self._take("|"):
                break
        if self._at < len(self._text):
            _wrong(")")
        return Read(alternatives, tuple(counts), self._names)

    def _take(self, literal: str) -> bool:
        if not self._text.startswith(literal, self._at):
            return False
        self._at += len(literal)
        return True

    def _next(self) -> str:
        if self._at >= len(self._text):
            _wrong("\\" if self._text.endswith("\\") else "[")
        self._at += 1
        return self._text[self._at - 1]

    def _inside(self) -> list[list[Piece]]:
        """The alternatives up to the closing bracket of a group, which is taken too."""
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise RegexRefused(reason="deep", detail=str(_MAX_DEPTH))
        alternatives = [self._alternative()]
        while self._take("|"):
            alternatives.append(self._alternative())
        if not self._take(")"):
            _wrong("(")
        self._depth -= 1
        return alternatives

    def _alternative(self) -> list[Piece]:
        pieces: list[Piece] = []
        while self._at < len(self._text) and self._text[self._at] not in "|)":
            piece = self._quantified(self._term())
            last = pieces[-1].chars if pieces else None
            if last and piece.chars and last.is_half(high=True) and piece.chars.is_half(high=False):
                pieces[-1] = self._of(paired(last, piece.chars))
            else:
                pieces.append(piece)
        return pieces

    def _of(self, chars: Chars) -> Piece:
        folded = "i" in self._flags and not self._strict
        return Piece(chars.text(folded=folded, halves=not self._strict), 1, chars)

    def _term(self) -> Piece:
        char = self._next()
        match char:
            case "^":
                return Piece("(?m:^)" if "m" in self._flags else "\\A", 0)
            case "$":
                return Piece("(?m:$)" if "m" in self._flags else "\\z", 0)
            case ".":
                return self._of(Chars(() if "s" in self._flags else LINE_ENDS, negated=True))
            case "(":
                return self._group()
            case "[":
                return self._of(self._class())
            case "\\":
                return self._escape()
            case "*" | "+" | "?":
                _wrong(char)
            case "{" | "}" | "]" if self._strict or _QUANTIFIER.match(self._text, self._at - 1):
                _wrong(char)
            case _:
                return self._of(one(ord(char)))

    def _quantified(self, piece: Piece) -> Piece:
        match = _QUANTIFIER.match(self._text, self._at)
        if match is None:
            if self._strict and self._text.startswith("{", self._at):
                _wrong("{")
            return piece
        self._at = match.end()
        if piece.look:
            raise RegexRefused(reason="lookaround", detail="")
        if piece.width == 0 and piece.text in ("\\A", "\\z", "\\b", "\\B", "(?m:^)", "(?m:$)"):
            _wrong(match[1])
        fixed = _bounded(match) if match[2] else None
        width = piece.width * fixed if piece.width is not None and fixed is not None else None
        return Piece(piece.text + match[1] + match[5], width)

    # --- groups ---

    def _group(self) -> Piece:
        if self._take("?:"):
            return self._bare(self._inside())
        for opening, ahead, negative in (("?=", 1, 0), ("?!", 1, 1), ("?<=", 0, 0), ("?<!", 0, 1)):
            if self._take(opening):
                return Piece("", 0, look=Look(bool(ahead), bool(negative), self._inside()))
        if self._take("?<"):
            self._name_group()
        elif self._take("?"):
            return self._modified()
        else:
            self._groups += 1
        alternatives = self._inside()
        return Piece(f"({plain(alternatives)})", _width(alternatives))

    def _bare(self, alternatives: list[list[Piece]], flags: str = "") -> Piece:
        return Piece(f"(?{flags}:{plain(alternatives)})", _width(alternatives))

    def _name_group(self) -> None:
        match = _NAME.match(self._text, self._at)
        if match is None or not self._text.startswith(">", match.end()) or match[0] in self._names:
            _wrong("(?<")
        self._at = match.end() + 1
        self._groups += 1
        self._names[match[0]] = self._groups

    def _modified(self) -> Piece:
        match = _MODIFIERS.match(self._text, self._at)
        on, off = (match[1], match[2] or "") if match else ("", "")
        if match is None or not on + off or len(set(on + off)) < len(on + off):
            _wrong("(?")
        self._at = match.end()
        outside = self._flags
        self._flags = (outside | set(on)) - set(off)
        alternatives = self._inside()
        self._flags = outside
        return self._bare(alternatives, ("i" if "i" in on else "") + ("-i" if "i" in off else ""))

    # --- escapes ---

    def _escape(self) -> Piece:
        char = self._next()
        if char in "bB":
            return Piece(f"\\{char}", 0)
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

    def _set(self, char: str) -> Chars | None:
        """``\\d`` and its like; None where the escape is one character."""
        if char in "dws":
            return Chars(_SETS[char])
        if char in "DWS":
            return Chars(complement(_SETS[char.lower()]))
        if char in "pP" and self._strict:
            end = self._text.find("}", self._at)
            if not self._take("{") or end < 0:
                _wrong("\\p")
            name, self._at = self._text[self._at : end], end + 1
            return property_chars(name, negated=char == "P")
        return None

    def _code(self, char: str) -> int:
        """The character that the escape which begins with ``char`` stands for."""
        if char in _CONTROLS:
            return _CONTROLS[char]
        if char in "ux":
            return self._hexadecimal(char)
        if char == "c":
            return self._control()
        if char in "01234567":
            return self._octal()
        if self._strict and char not in _SYNTAX:
            _wrong(f"\\{char}")
        return ord(char)

    def _octal(self) -> int:
        match = _OCTAL.match(self._text, self._at - 1)
        if match is None or (self._strict and (match[0] != "0" or self._text[self._at : self._at + 1] in ("8", "9"))):
            _wrong("\\0")
        self._at += len(match[0]) - 1
        return int(match[0], 8)

    def _control(self) -> int:
        if self._at < len(self._text) and self._text[self._at].isascii() and self._text[self._at].isalpha():
            return ord(self._next()) % 32
        if self._strict:
            _wrong("\\c")
        self._at -= 1
        return ord("\\")

    def _hexadecimal(self, char: str) -> int:
        if char == "u" and self._strict and self._take("{"):
            end = self._text.find("}", self._at)
            code = _hex(self._text[self._at : end]) if 0 < end - self._at <= 16 else None
            if code is None or code > LAST:
                _wrong("\\u")
            self._at = end + 1
            return code
        code = self._hex_digits(4 if char == "u" else 2)
        if code is None:
            if self._strict:
                _wrong(f"\\{char}")
            return ord(char)
        return code if char == "x" else self._whole(code)

    def _hex_digits(self, count: int) -> int | None:
        code = _hex(self._text[self._at : self._at + count]) if self._at + count <= len(self._text) else None
        if code is not None:
            self._at += count
        return code

    def _whole(self, code: int) -> int:
        """``code``, or the character that it and the half written after it make."""
        if self._text.startswith("\\u", self._at):
            low = _hex(self._text[self._at + 2 : self._at + 6])
            whole = joined_halves(code, low) if low is not None else None
            if whole is not None:
                self._at += 6
                return whole
        return code

    # --- classes ---

    def _class(self) -> Chars:
        negated = self._take("^")
        ranges: list[tuple[int, int]] = []
        properties: list[str] = []
        while not self._take("]"):
            first = self._class_atom()
            if self._text.startswith("-", self._at) and not self._text.startswith("-]", self._at):
                self._at += 1
                last = self._class_atom()
                if isinstance(first, int) and isinstance(last, int):
                    if first > last:
                        _wrong("-")
                    ranges.append((first, last))
                    continue
                if self._strict:
                    _wrong("-")
                self._add(last, ranges, properties)
                ranges.append((0x2D, 0x2D))
            self._add(first, ranges, properties)
        return Chars(tuple(ranges), tuple(properties), negated)

    def _add(self, atom: int | Chars, ranges: list[tuple[int, int]], properties: list[str]) -> None:
        if isinstance(atom, int):
            ranges.append((atom, atom))
        else:
            ranges.extend(atom.ranges)
            properties.extend(atom.properties)

    def _class_atom(self) -> int | Chars:
        if self._sets and (
            self._text[self._at : self._at + 2] in _SET_OPERATORS or self._text.startswith("[", self._at)
        ):
            raise RegexRefused(reason="sets", detail="")
        char = self._next()
        if char != "\\":
            return ord(char)
        char = self._next()
        if char == "b":
            return 8
        if char == "-":
            return 0x2D
        return self._set(char) or self._code(char)


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
        _wrong(match[1])
    if max(least, most or 0) > _MAX_REPEAT:
        raise RegexRefused(reason="repeat", detail=str(_MAX_REPEAT))
    return least if match[3] is None or most == least else None


def _width(alternatives: list[list[Piece]]) -> int | None:
    widths = {_sum_width(pieces) for pieces in alternatives}
    return widths.pop() if len(widths) == 1 else None


def _sum_width(pieces: list[Piece]) -> int | None:
    widths = [piece.width for piece in pieces]
    return sum(width for width in widths if width is not None) if None not in widths else None


def _hex(digits: str) -> int | None:
    if not digits or any(digit not in "0123456789abcdefABCDEF" for digit in digits):
        return None
    return int(digits, 16)

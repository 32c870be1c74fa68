"""The escapes and the classes of JavaScript's regexes: ``\\d``, ``\\u{1F600}``, ``[^a-z]``."""

import re
from typing import Final, Never

from engine.errors import RegexRefused
from engine.rules.regexes.js_chars import DIGITS, LAST, SPACES, WORD, Chars, complement, joined_halves
from engine.rules.regexes.js_properties import property_chars

_OCTAL: Final = re.compile(r"[0-3][0-7]{0,2}|[4-7][0-7]?")
_CONTROLS: Final = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_SETS: Final = {"d": DIGITS, "w": WORD, "s": SPACES}
_SYNTAX: Final = frozenset("^$\\.*+?()[]{}|/")
_SET_OPERATORS: Final = ("&&", "--", "[")


def wrong(detail: str) -> Never:
    """Refuse a pattern that JavaScript refuses; ``detail`` is what is wrong in it."""
    raise RegexRefused(reason="syntax", detail=detail)


class ClassReader:
    """A place in a pattern. ``strict``: as the flags ``u`` and ``v`` read it; ``sets``: the flag ``v``."""

    def __init__(self, text: str, *, strict: bool, sets: bool) -> None:
        self._text = text
        self._at = 0
        self._strict = strict
        self._sets = sets

    def _take(self, literal: str) -> bool:
        if not self._text.startswith(literal, self._at):
            return False
        self._at += len(literal)
        return True

    def _next(self) -> str:
        if self._at >= len(self._text):
            wrong("\\" if self._text.endswith("\\") else "[")
        self._at += 1
        return self._text[self._at - 1]

    def _set(self, char: str) -> Chars | None:
        """``\\d`` and its like; None where the escape is one character."""
        if char in "dws":
            return Chars(_SETS[char])
        if char in "DWS":
            return Chars(complement(_SETS[char.lower()]))
        if char in "pP" and self._strict:
            end = self._text.find("}", self._at)
            if not self._take("{") or end < 0:
                wrong("\\p")
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
            wrong(f"\\{char}")
        return ord(char)

    def _octal(self) -> int:
        match = _OCTAL.match(self._text, self._at - 1)
        if match is None or (self._strict and (match[0] != "0" or self._text[self._at : self._at + 1] in ("8", "9"))):
            wrong("\\0")
        self._at += len(match[0]) - 1
        return int(match[0], 8)

    def _control(self) -> int:
        if self._at < len(self._text) and self._text[self._at].isascii() and self._text[self._at].isalpha():
            return ord(self._next()) % 32
        if self._strict:
            wrong("\\c")
        self._at -= 1
        return ord("\\")

    def _hexadecimal(self, char: str) -> int:
        if char == "u" and self._strict and self._take("{"):
            end = self._text.find("}", self._at)
            code = _hex(self._text[self._at : end]) if 0 < end - self._at <= 16 else None
            if code is None or code > LAST:
                wrong("\\u")
            self._at = end + 1
            return code
        code = self._hex_digits(4 if char == "u" else 2)
        if code is None:
            if self._strict:
                wrong(f"\\{char}")
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
                        wrong("-")
                    ranges.append((first, last))
                    continue
                if self._strict:
                    wrong("-")
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


def _hex(digits: str) -> int | None:
    if not digits or any(digit not in "0123456789abcdefABCDEF" for digit in digits):
        return None
    return int(digits, 16)

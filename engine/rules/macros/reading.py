"""Macros found in a text, before anything is expanded. Reading is linear in the text."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from engine.rules.macros.table import MACROS

MAX_DEPTH: Final = 16
"""Macros inside macros, and blocks inside blocks, that are read; deeper ones stay as they are."""

IF: Final = "if"
ELSE: Final = "else"
COMMENT: Final = "//"
_MARKS: Final = re.compile(
    r"\{\{(?!\{)|\}\}|\\\{\\\{|\\\}\\\}|\\\{(?!\{(?!\{))|\\\}(?!\})|<(?:user|bot|char|group|charifnotgroup)>",
    re.IGNORECASE,
)
_MARKS_OF_ARGUMENTS: Final = re.compile(rf"\\?\||{_MARKS.pattern}", re.IGNORECASE)
_LOOKED_AT: Final = 8_000
MAX_MARKS: Final = 20_000
"""Braces of one text that are looked at; what is behind them stays as it is."""

MAX_ARGUMENTS: Final = 10_000
"""Arguments of one macro; what is behind them belongs to the last one."""

_ARGUED: Final = re.compile(r"(?:[\s!?~>#]|/(?!/))*(?://|[a-z][\w-]*(?=[\s:|]))", re.IGNORECASE | re.ASCII)
_FILTER: Final = re.compile(r"\|[^a-z]*(?:[a-z][\w-]*[^\s:|}]*)?", re.IGNORECASE | re.ASCII)
"""From a ``|`` to behind the next name, which SillyTavern takes for that of a filter, whatever stands between."""

_CLOSE: Final = re.compile(r"\{\{[\s!?~>#]*/", re.ASCII)
_HEAD: Final = re.compile(
    r"(?P<flags>(?:[\s!?~>#]|/(?!/))*)(?P<name>//|time_UTC(?=[+-])|[a-z][\w-]*)(?P<rest>\s*::|\s*:|\s+|(?=[+-])|$)?",
    re.IGNORECASE | re.ASCII,
)


@dataclass(slots=True)
class MacroNode:
    """One ``{{…}}``: where it begins in the text, and what is between its braces.

    ``argued``: a ``|`` in it stands between arguments, not in a shorthand.
    """

    at: int
    pieces: "list[Piece]"
    argued: bool = False
    _head: "Head | None" = field(default=None)
    _looked: bool = False

    def leave(self) -> None:
        """Take it for no macro."""
        self._looked, self._head = True, None

    def head(self) -> "Head | None":
        """How it begins; None when that is not as macros begin, or when a ``|`` stands in its arguments."""
        if not self._looked:
            self._looked = True
            self._head = _head_of(self.pieces)
        return self._head


Piece = str | MacroNode


@dataclass(frozen=True, slots=True)
class Head:
    """A macro's name in lower case, whether it closes a block, and its arguments as they are written.

    ``lead`` is everything before the arguments. ``keeps``: what a block holds keeps its blanks.
    """

    name: str
    lead: str
    closes: bool
    keeps: bool
    arguments: "list[Argument]"

    def opens(self) -> bool:
        """Whether a block may follow."""
        if self.name == IF:
            return len(self.arguments) == 1
        macro = MACROS.get(self.name)
        return macro is not None and macro.takes_block(len(self.arguments))


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument without the blanks around it, which are ``left`` and ``right``."""

    pieces: list[Piece]
    left: str = ""
    right: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """The pieces from ``start`` up to ``end``, and the ``blocks`` among all of them: where each opens and ends."""

    pieces: Sequence[Piece]
    start: int
    end: int
    blocks: Mapping[int, int]

    def part(self, start: int, end: int) -> "Span":
        """A shorter span of the same pieces."""
        return Span(self.pieces, start, end, self.blocks)


class MacroReader:
    """One pass over one text. ``_open`` holds the pieces of each macro that is still open, outermost first."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._open: list[MacroNode] = [MacroNode(0, [])]
        self._too_deep = 0

    def read(self) -> list[Piece]:
        """The pieces of the text, macros among them. Old names in ``<>`` are macros too."""
        at = 0
        for _ in range(MAX_MARKS):
            marks = _MARKS_OF_ARGUMENTS if self._open[-1].argued else _MARKS
            mark = marks.search(self._text, at)
            if mark is None:
                break
            self._open[-1].pieces.append(self._text[at : mark.start()])
            at = mark.end()
            if mark.group().endswith("|"):
                at = self._pipe(mark.start(), at)
            else:
                self._take(mark.group(), mark.start())
        self._open[-1].pieces.append(self._text[at:])
        flat = self._open[0].pieces
        for node in self._open[1:]:
            flat.append("{{")
            flat.extend(node.pieces)
        return flat

    def _take(self, mark: str, at: int) -> None:
        if mark == "{{":
            self._begin(at)
        elif mark == "}}":
            self._end()
        elif mark.startswith("\\"):
            self._open[-1].pieces.append(mark.replace("\\", ""))
        else:
            name = {"<user>": "user", "<bot>": "char", "<char>": "char"}.get(mark.lower(), "group")
            self._open[-1].pieces.append(MacroNode(at, [name]))

    def _pipe(self, at: int, end: int) -> int:
        """Where reading goes on behind a ``|`` or ``\\|`` from ``at`` to ``end``."""
        found = _FILTER.match(self._text, at)
        end = found.end() if found else end
        self._open[-1].leave()
        self._open[-1].pieces.append(self._text[at:end])
        return end

    def _begin(self, at: int) -> None:
        if len(self._open) > MAX_DEPTH:
            self._too_deep += 1
            self._open[-1].pieces.append("{{")
        else:
            self._open.append(MacroNode(at, [], argued=_ARGUED.match(self._text, at + 2) is not None))

    def _end(self) -> None:
        if self._too_deep or len(self._open) == 1:
            self._too_deep = max(0, self._too_deep - 1)
            self._open[-1].pieces.append("}}")
            return
        node = self._open.pop()
        self._open[-1].pieces.append(node)


def blocks(pieces: Sequence[Piece]) -> dict[int, int]:
    """Where blocks are: the place of each opening macro, and that of its ``{{/…}}``. Only the first macros have any."""
    nodes = ((index, piece) for index, piece in enumerate(pieces) if isinstance(piece, MacroNode))
    found: dict[int, int] = {}
    opened: list[tuple[str, int]] = []
    counts: Counter[str] = Counter()
    for index, node in islice(nodes, _LOOKED_AT):
        head = node.head()
        if head is None:
            continue
        if not head.closes:
            if head.opens():
                opened.append((head.name, index))
                counts[head.name] += 1
            continue
        while counts[head.name]:
            name, begun = opened.pop()
            counts[name] -= 1
            if name == head.name:
                found[begun] = index
                break
    return found


def has_blocks(text: str) -> bool:
    """Whether anything in ``text`` may close a block."""
    return _CLOSE.search(text) is not None


def place_of_else(span: Span) -> int:
    """Where the block's own ``{{else}}`` is; where it ends when it has none."""
    index = span.start
    while index < span.end:
        piece = span.pieces[index]
        head = piece.head() if isinstance(piece, MacroNode) else None
        if head and head.name == ELSE and not head.closes:
            return index
        index = span.blocks.get(index, index) + 1
    return span.end


def raw(piece: Piece) -> str:
    """The piece as it was written."""
    return piece if isinstance(piece, str) else f"{{{{{''.join(raw(inner) for inner in piece.pieces)}}}}}"


def _head_of(pieces: list[Piece]) -> Head | None:
    first = pieces[0] if pieces else ""
    match = _HEAD.match(first) if isinstance(first, str) else None
    if not isinstance(first, str) or match is None:
        return None
    name, separator = match["name"].lower(), match["rest"]
    lead, flags = first[: match.end()], match["flags"]
    rest: list[Piece] = [first[match.end() :], *pieces[1:]]
    if name == COMMENT:
        return Head(name, lead, first.startswith("/", match.end()), "#" in flags, _arguments(rest) if any(rest) else [])
    if separator is None or (separator == "" and any(rest) and name != "time_utc"):
        return None
    return Head(name, lead, "/" in flags, "#" in flags, _arguments_of(name, separator.strip(), rest))


def _arguments_of(name: str, separator: str, rest: list[Piece]) -> list[Argument]:
    """What is written behind the name: behind a colon or a blank it is one argument, except for a condition."""
    if not separator and not any(rest):
        return []
    return _arguments(rest) if separator == "::" or name == IF else [_stripped(rest)]


def _arguments(pieces: list[Piece]) -> list[Argument]:
    """``pieces`` split at ``::``."""
    found: list[list[Piece]] = [[]]
    for piece in pieces:
        if isinstance(piece, MacroNode):
            found[-1].append(piece)
            continue
        first, *others = piece.split("::", MAX_ARGUMENTS - len(found))
        found[-1].append(first)
        found.extend([other] for other in others)
    return [_stripped(argument) for argument in found]


def _stripped(pieces: list[Piece]) -> Argument:
    left = right = ""
    if len(pieces) == 1 and isinstance(pieces[0], str) and pieces[0] == pieces[0].strip():
        return Argument(pieces)  # most are this plain, and one macro may have thousands
    if pieces and isinstance(first := pieces[0], str):
        pieces[0] = first.lstrip()
        left = first[: len(first) - len(pieces[0])]
    if pieces and isinstance(last := pieces[-1], str):
        pieces[-1] = last.rstrip()
        right = last[len(pieces[-1]) :]
    return Argument(pieces, left, right)

"""The macros of cards and prompts: ``{{char}}``, ``{{random::a::b}}``, ``<USER>``.

Only texts of cards and of the house are expanded, never what people wrote; and what a macro stands for is not read
again. Names are case-insensitive, arguments follow ``::`` (also ``:`` or a blank), inner macros come first, unknown
ones stay as they are, ``\\{\\{`` and ``\\}\\}`` are plain braces. The work is linear in the text, the output bounded.
A new macro is a function in ``MACROS``.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Final

from engine.rules.text.names import on_one_line
from engine.values.characters import Card
from engine.values.settings import Language

MAX_PRODUCED: Final = 200_000
"""Characters that the macros of one text may produce; once they are spent, macros stay as they are."""

MAX_MACROS: Final = 4_000
"""Macros of one text that are replaced; those after them stay as they are."""

MAX_DEPTH: Final = 16
_MAX_DICE: Final = 100
_TRIM: Final = "\ufdd0"  # not a character of any text; marks where line ends are to go
_MARKS: Final = re.compile(r"\{\{(?!\{)|\}\}|\\\{\\\{|\\\}\\\}|<(?:user|bot|char)>", re.IGNORECASE)
_NAME: Final = re.compile(r"(//|\w+)(::|:|\s+|$)?(.*)", re.DOTALL)
_DICE: Final = re.compile(r"(\d{0,3})d?(\d{1,6})([+-]\d{1,6})?", re.IGNORECASE)
_ESCAPED_COMMA: Final = re.compile(r"(?<!\\),")
_WEEKDAYS: Final[Mapping[Language, tuple[str, ...]]] = {
    Language.EN: ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    Language.ZH: ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"),
}
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


@dataclass(frozen=True, slots=True)
class MacroContext:
    """What macros stand for. ``now`` is aware and in the person's own zone.

    ``seed`` changes with the turn and decides {{random}} and {{roll}}; ``stable_seed`` stays with the session and
    decides {{pick}}. ``place`` names the text that is expanded, so that equal macros in two texts differ.
    """

    user: str
    now: datetime = datetime(1970, 1, 1, tzinfo=UTC)
    language: Language = Language.EN
    char: str = ""
    description: str = ""
    personality: str = ""
    scenario: str = ""
    persona: str = ""
    original: str = ""
    seed: str = ""
    stable_seed: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """One macro in a text: its arguments split at ``::``, all of them as written, and its number in the text."""

    arguments: tuple[str, ...]
    written: str
    number: int


Macro = Callable[[Call, MacroContext], str | None]
"""What the macro stands for; None when it cannot be understood and stays as it is."""


def with_card(context: MacroContext, card: Card) -> MacroContext:
    """The context in which ``card``'s own texts, greetings too, are expanded."""
    bare = replace(context, char=card.called, user=on_one_line(context.user))
    return replace(
        bare,
        description=expand(card.description, replace(bare, place="description")),
        personality=expand(card.personality, replace(bare, place="personality")),
        scenario=expand(card.scenario, replace(bare, place="scenario")),
    )


def expand(text: str, context: MacroContext) -> str:
    """``text`` with its macros replaced. At most ``MAX_PRODUCED`` characters longer than ``text``."""
    if "{{" not in text and "<" not in text and "\\" not in text:
        return text
    return _Expansion(context).run(text)


class _Expansion:
    """One pass over one text. ``_open`` holds the pieces of each macro that is still open, outermost first."""

    def __init__(self, context: MacroContext) -> None:
        self._context = context
        self._open: list[list[str]] = [[]]
        self._too_deep = 0
        self._number = 0
        self._left = MAX_PRODUCED

    def run(self, text: str) -> str:
        at = 0
        for mark in _MARKS.finditer(text):
            self._open[-1].append(text[at : mark.start()])
            self._take(mark.group())
            at = mark.end()
        self._open[-1].append(text[at:])
        flat = "{{".join("".join(pieces) for pieces in self._open)
        return _without_line_ends(flat) if _TRIM in flat else flat

    def _take(self, mark: str) -> None:
        if mark == "{{":
            self._begin()
        elif mark == "}}":
            self._end()
        elif mark.startswith("\\"):
            self._open[-1].append(mark.replace("\\", ""))
        else:
            name = self._context.user if mark.casefold() == "<user>" else self._context.char
            self._open[-1].append(self._spend(name, mark))

    def _begin(self) -> None:
        if len(self._open) > MAX_DEPTH:
            self._too_deep += 1
            self._open[-1].append("{{")
        else:
            self._open.append([])

    def _end(self) -> None:
        if self._too_deep or len(self._open) == 1:
            self._too_deep = max(0, self._too_deep - 1)
            self._open[-1].append("}}")
            return
        body = "".join(self._open.pop())
        self._open[-1].append(self._evaluate(body))

    def _evaluate(self, body: str) -> str:
        written = f"{{{{{body}}}}}"
        if self._number >= MAX_MACROS:
            return written
        match = _NAME.fullmatch(body.strip())
        macro = MACROS.get(match[1].casefold()) if match else None
        if match is None or macro is None:
            return written
        self._number += 1
        arguments = tuple(match[3].split("::")) if match[3] else ()
        value = macro(Call(arguments, match[3], self._number), self._context)
        return written if value is None else self._spend(value, written)

    def _spend(self, value: str, written: str) -> str:
        if len(value) > self._left:
            return written
        self._left -= len(value)
        return value


def _without_line_ends(text: str) -> str:
    pieces = text.split(_TRIM)
    trimmed = [piece.strip("\n") for piece in pieces[1:-1]]
    return "".join([pieces[0].rstrip("\n"), *trimmed, pieces[-1].lstrip("\n")])


def _plain(value: Callable[[MacroContext], str]) -> Macro:
    """A macro without arguments."""

    def macro(call: Call, context: MacroContext) -> str | None:
        return None if call.arguments else value(context)

    return macro


def _date(context: MacroContext) -> str:
    now = context.now
    if context.language is Language.ZH:
        return f"{now.year}年{now.month}月{now.day}日"
    return f"{_MONTHS[now.month - 1]} {now.day}, {now.year}"


def _choices(call: Call) -> list[str]:
    if len(call.arguments) > 1:
        return list(call.arguments)
    return [choice.strip().replace("\\,", ",") for choice in _ESCAPED_COMMA.split(call.written)]


def _chance(seed: str, call: Call, context: MacroContext, sides: int) -> int:
    """A number from 0 to ``sides`` - 1 that only the seed, the text and the macro in it decide."""
    key = "\x1f".join((seed, context.place, str(call.number), call.written))
    return int.from_bytes(blake2b(key.encode(errors="replace"), digest_size=8).digest()) % sides


def _random(call: Call, context: MacroContext) -> str:
    choices = _choices(call)
    return choices[_chance(context.seed, call, context, len(choices))]


def _pick(call: Call, context: MacroContext) -> str:
    choices = _choices(call)
    return choices[_chance(context.stable_seed, call, context, len(choices))]


def _roll(call: Call, context: MacroContext) -> str | None:
    """``2d6+1``, ``d20`` or ``6``, which is one die with six sides."""
    dice = _DICE.fullmatch(call.written.replace(" ", ""))
    if dice is None:
        return None
    is_dice = "d" in call.written.casefold()
    count = int(dice[1] or 1) if is_dice else 1
    sides = int(dice[2]) if is_dice else int(dice[1] + dice[2])
    if not (0 < count <= _MAX_DICE and sides > 0):
        return None
    rolls = (_chance(f"{context.seed}\x1e{die}", call, context, sides) + 1 for die in range(count))
    return str(sum(rolls) + int(dice[3] or 0))


MACROS: Final[Mapping[str, Macro]] = {
    "char": _plain(lambda context: context.char),
    "user": _plain(lambda context: context.user),
    "description": _plain(lambda context: context.description),
    "personality": _plain(lambda context: context.personality),
    "scenario": _plain(lambda context: context.scenario),
    "persona": _plain(lambda context: context.persona),
    "original": _plain(lambda context: context.original),
    "newline": _plain(lambda _: "\n"),
    "noop": _plain(lambda _: ""),
    "trim": _plain(lambda _: _TRIM),
    "//": lambda _call, _context: "",
    "comment": lambda _call, _context: "",
    "time": _plain(lambda context: f"{context.now:%H:%M}"),
    "date": _plain(_date),
    "weekday": _plain(lambda context: _WEEKDAYS[context.language][context.now.weekday()]),
    "isotime": _plain(lambda context: f"{context.now:%H:%M}"),
    "isodate": _plain(lambda context: f"{context.now:%Y-%m-%d}"),
    "random": _random,
    "pick": _pick,
    "roll": _roll,
}
"""Every macro by its name in lower case."""

"""A macro where it stands, and what a macro is."""

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from engine.rules.macros.context import MacroContext
from engine.rules.macros.store import VariableStore

TRIM: Final = "\ufdd0"
"""Marks where line ends are to go. Not a character of any text."""

STOP: Final = "\ufdd1"
"""Marks where line ends are to stay; it is taken out at last."""


@dataclass(frozen=True, slots=True)
class MacroCall:
    """One macro in a text: its expanded arguments and its place in the text. ``scoped``: the last one is a block's."""

    arguments: tuple[str, ...]
    at: int
    scoped: bool = False


@dataclass(slots=True)
class MacroScene:
    """What macros of one text see, and the state that they change. ``text`` is the text itself.

    ``unfilled`` are the macros that stood for nothing because there is nothing of the kind here, ``filled`` those of
    that kind that stood for something.
    """

    context: MacroContext
    variables: VariableStore
    text: str
    unfilled: set[str] = field(default_factory=set[str])
    filled: set[str] = field(default_factory=set[str])
    original_used: bool = False
    _digest: str = ""

    def digest(self) -> str:
        """The text in short."""
        if not self._digest:
            self._digest = blake2b(self.text.encode(errors="replace"), digest_size=8).hexdigest()
        return self._digest


Meaning = Callable[[MacroCall, MacroScene], str | None]
"""What the macro stands for; None when it cannot be understood and stays as it is."""


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro: what it stands for, and how many arguments it takes; ``most`` None is any number.

    ``joins``: arguments beyond ``most`` are the rest of the last one, which holds ``::``.
    """

    meaning: Meaning
    least: int = 0
    most: int | None = 0
    joins: bool = False

    def takes_block(self, count: int) -> bool:
        """Whether a block after it can be the argument after the ``count`` it has."""
        return self.most is None or count < self.most

    def arguments(self, given: list[str]) -> tuple[str, ...] | None:
        """``given`` as it takes them; None when there are too few or too many."""
        if self.joins and self.most and len(given) > self.most:
            given = [*given[: self.most - 1], "::".join(given[self.most - 1 :])]
        fits = self.least <= len(given) and (self.most is None or len(given) <= self.most)
        return tuple(given) if fits else None


def plain(value: Callable[[MacroContext], str | int | None]) -> Macro:
    """A macro without arguments; nothing known is an empty text."""

    def meaning(_: MacroCall, scene: MacroScene) -> str:
        known = value(scene.context)
        return "" if known is None else str(known)

    return Macro(meaning)


def known(name: str, value: Callable[[MacroContext], str | int | None]) -> Macro:
    """A macro without arguments; ``name`` is noted as one that stood for something, or for nothing."""

    def meaning(_: MacroCall, scene: MacroScene) -> str:
        found = value(scene.context)
        if found is None or found == "":
            scene.unfilled.add(name)
            return ""
        scene.filled.add(name)
        return str(found)

    return Macro(meaning)


def on_text(value: Callable[[str], str | None]) -> Macro:
    """A macro whose one argument is a text."""
    return Macro(lambda call, _: value(call.arguments[0]), least=1, most=1)

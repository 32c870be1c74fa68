"""Variables by their signs: ``{{.name}}``, ``{{$name++}}``, ``{{.name = text}}``, ``{{.name ?? text}}``.

``.`` is a variable of the chat, ``$`` a shared one. What sets or adds stands for nothing; ``++`` and ``--`` for the new
value; ``||`` and ``??`` for the value, or for the text where the value is false or there is none (with ``=`` behind
they store the text too); a comparison for ``true`` or ``false``. The text is expanded only where it is needed.
"""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.rules.macros.js_numbers import number, written
from engine.rules.macros.reading import Piece
from engine.rules.macros.store import VariableStore

_NAME: Final = r"(?P<scope>[.$])\s*(?P<name>[a-zA-Z](?:[\w-]*\w)?)"
_BARE: Final = re.compile(_NAME.replace(r"\s*", ""), re.ASCII)
_EXPRESSION: Final = re.compile(
    rf"[\s!?~>#/]*{_NAME}\s*(?P<operator>\+\+|--|\?\?=|\?\?|\|\|=|\|\||[-+=!<>]=|[=<>])?\s*", re.ASCII
)
_FALSE: Final = frozenset({"false", "off", "0"})
_SHARED: Final = "$"
_COMPARED: Final[Mapping[str, Callable[[float, float], bool]]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}


@dataclass(frozen=True, slots=True)
class Shorthand:
    """One of them as it is written. ``lead`` is everything before ``text``, the pieces behind the operator."""

    lead: str
    name: str
    shared: bool
    operator: str
    text: Sequence[Piece]


def shorthand_of(pieces: Sequence[Piece]) -> Shorthand | None:
    """What is between two braces as a shorthand; None when it is none."""
    first = pieces[0] if pieces else ""
    match = _EXPRESSION.match(first) if isinstance(first, str) else None
    if match is None or not isinstance(first, str):
        return None
    rest = (first[match.end() :], *pieces[1:])
    sign = match["operator"] or ""
    if sign in ("", "++", "--") and any(rest):
        return None
    return Shorthand(first[: match.end()], match["name"], match["scope"] == _SHARED, sign, rest)


def variable_named(text: str, variables: VariableStore) -> str | None:
    """The value of the variable that ``text`` names, as ``.name`` or ``$name``; None when it names none."""
    match = _BARE.fullmatch(text)
    return variables.get(match["name"], shared=match["scope"] == _SHARED) if match else None


def is_false(value: str) -> bool:
    """Whether a condition does not hold: nothing, ``false``, ``off`` or ``0``."""
    return not value or value.strip().lower() in _FALSE


def result(of: Shorthand, variables: VariableStore, text: Callable[[], str]) -> str | None:
    """What it stands for, after it has changed its variable; None when the value finds no room."""
    return _MEANINGS[of.operator](of, variables, text)


def _value(of: Shorthand, variables: VariableStore, _: Callable[[], str]) -> str:
    return variables.get(of.name, shared=of.shared)


def _step(of: Shorthand, variables: VariableStore, _: Callable[[], str]) -> str | None:
    stored = variables.add(of.name, "1" if of.operator == "++" else "-1", shared=of.shared)
    return variables.get(of.name, shared=of.shared) if stored else None


def _set(of: Shorthand, variables: VariableStore, text: Callable[[], str]) -> str | None:
    return "" if variables.put(of.name, text(), shared=of.shared) else None


def _add(of: Shorthand, variables: VariableStore, text: Callable[[], str]) -> str | None:
    return "" if variables.add(of.name, text(), shared=of.shared) else None


def _subtract(of: Shorthand, variables: VariableStore, text: Callable[[], str]) -> str | None:
    """What is no number takes nothing away."""
    count = number(text())
    if count is None:
        return ""
    return "" if variables.add(of.name, written(-count), shared=of.shared) else None


def _otherwise(of: Shorthand, variables: VariableStore, text: Callable[[], str]) -> str | None:
    value = variables.get(of.name, shared=of.shared)
    stays = not is_false(value) if of.operator.startswith("|") else variables.has(of.name, shared=of.shared)
    if stays:
        return value
    other = text()
    if of.operator.endswith("=") and not variables.put(of.name, other, shared=of.shared):
        return None
    return other


def _equal(of: Shorthand, variables: VariableStore, text: Callable[[], str]) -> str:
    same = variables.get(of.name, shared=of.shared) == text()
    return _told(same == (of.operator == "=="))


def _compared(of: Shorthand, variables: VariableStore, text: Callable[[], str]) -> str:
    left, right = number(variables.get(of.name, shared=of.shared)), number(text())
    return _told(left is not None and right is not None and _COMPARED[of.operator](left, right))


def _told(holds: bool) -> str:
    return "true" if holds else "false"


_MEANINGS: Final[Mapping[str, Callable[[Shorthand, VariableStore, Callable[[], str]], str | None]]] = {
    "": _value,
    **dict.fromkeys(("++", "--"), _step),
    "=": _set,
    "+=": _add,
    "-=": _subtract,
    **dict.fromkeys(("||", "||=", "??", "??="), _otherwise),
    **dict.fromkeys(("==", "!="), _equal),
    **dict.fromkeys(_COMPARED, _compared),
}

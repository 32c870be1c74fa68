"""Macros that make or change plain text."""

from collections.abc import Mapping
from typing import Final

from engine.rules.macros.calls import STOP, TRIM, Macro, MacroCall, MacroScene, on_text

_MOST_REPEATED: Final = 1_000


def _repeated(sign: str) -> Macro:
    def meaning(call: MacroCall, _: MacroScene) -> str | None:
        count = call.arguments[0] if call.arguments else "1"
        if not (count.isascii() and count.isdigit() and len(count) < 5 and int(count) <= _MOST_REPEATED):
            return None
        return sign * int(count)

    return Macro(meaning, most=1)


def _trim(call: MacroCall, _: MacroScene) -> str:
    return call.arguments[0] if call.scoped else TRIM


_NOTHING: Final = Macro(lambda _call, _scene: "", most=1, joins=True)

TEXTS: Final[Mapping[str, Macro]] = {
    "newline": _repeated("\n"),
    "space": _repeated(" "),
    "noop": Macro(lambda _call, _scene: STOP),
    "trim": Macro(_trim, most=1),
    "reverse": on_text(lambda text: text[::-1]),
    "//": _NOTHING,
    "comment": _NOTHING,
    "hidden_key": _NOTHING,
    "banned": Macro(lambda _call, _scene: "", most=1),
    "else": Macro(lambda _call, _scene: ""),
}

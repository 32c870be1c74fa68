"""Macros that store texts and numbers, in the chat or shared, and those that give them back."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from engine.rules.macros.calls import Macro, MacroCall, MacroScene


def _get(call: MacroCall, scene: MacroScene, *, shared: bool) -> str:
    return scene.variables.get(call.arguments[0], shared=shared)


def _has(call: MacroCall, scene: MacroScene, *, shared: bool) -> str:
    return "true" if scene.variables.has(call.arguments[0], shared=shared) else "false"


def _set(call: MacroCall, scene: MacroScene, *, shared: bool) -> str | None:
    stored = scene.variables.put(call.arguments[0], call.arguments[1], shared=shared)
    return "" if stored else None


def _add(call: MacroCall, scene: MacroScene, *, shared: bool) -> str | None:
    stored = scene.variables.add(call.arguments[0], call.arguments[1], shared=shared)
    return "" if stored else None


def _delete(call: MacroCall, scene: MacroScene, *, shared: bool) -> str:
    scene.variables.remove(call.arguments[0], shared=shared)
    return ""


def _step(call: MacroCall, scene: MacroScene, amount: str, *, shared: bool) -> str | None:
    if not scene.variables.add(call.arguments[0], amount, shared=shared):
        return None
    return scene.variables.get(call.arguments[0], shared=shared)


def _increase(call: MacroCall, scene: MacroScene, *, shared: bool) -> str | None:
    return _step(call, scene, "1", shared=shared)


def _decrease(call: MacroCall, scene: MacroScene, *, shared: bool) -> str | None:
    return _step(call, scene, "-1", shared=shared)


_STORED: Final[Mapping[str, tuple[Callable[..., str | None], int]]] = {
    "get": (_get, 1),
    "has": (_has, 1),
    "set": (_set, 2),
    "add": (_add, 2),
    "inc": (_increase, 1),
    "dec": (_decrease, 1),
    "delete": (_delete, 1),
    "flush": (_delete, 1),
}

_BY_VERB: Final[Mapping[str, Macro]] = {
    f"{verb}{scope}": Macro(partial(meaning, shared=scope == "globalvar"), count, count)
    for verb, (meaning, count) in _STORED.items()
    for scope in ("var", "globalvar")
}

VARIABLES: Final[Mapping[str, Macro]] = {
    **_BY_VERB,
    "varexists": _BY_VERB["hasvar"],
    "globalvarexists": _BY_VERB["hasglobalvar"],
}

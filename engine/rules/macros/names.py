"""Macros for who is there."""

from collections.abc import Mapping
from typing import Final

from engine.rules.macros.calls import Macro, plain
from engine.rules.macros.context import MacroContext


def group(context: MacroContext) -> str:
    """The names of all characters, or of the one there is."""
    return ", ".join(context.group) or context.char


def _speaking(context: MacroContext) -> str:
    return ", ".join(name for name in context.group if name not in context.muted) or context.char


def _others(context: MacroContext) -> str:
    return ", ".join([*(name for name in context.group if name != context.char), context.user])


NAMES: Final[Mapping[str, Macro]] = {
    "user": plain(lambda context: context.user),
    "char": plain(lambda context: context.char),
    "group": plain(group),
    "charifnotgroup": plain(group),
    "groupnotmuted": plain(_speaking),
    "notchar": plain(_others),
}

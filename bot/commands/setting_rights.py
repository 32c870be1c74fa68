"""Whom a setting is set for, and who may do that. Pure."""

from collections.abc import Mapping
from typing import Final

from bot.commands.abilities import allowed
from bot.commands.declared import Call
from engine.values.setting_fields import FIELDS
from engine.values.settings import Group, Scope

OWN: Final = frozenset({"language", "timezone"})
"""What everybody sets for themselves, unless they say otherwise."""
WORDS: Final[Mapping[Scope, str]] = {
    Scope.PERSON: "me",
    Scope.CHANNEL: "here",
    Scope.CHARACTER: "character",
    Scope.SPACE: "space",
}
"""What is typed for a scope, the nearest first."""
WHOSE: Final = tuple(WORDS.values())
WHOSE_ZH: Final = ("我", "这里", "角色", "全局")


def usual(name: str) -> Scope:
    """Whom a setting is set for where nobody says so: oneself, this chat, else the whole server."""
    if name in OWN:
        return Scope.PERSON
    about = FIELDS.get(name)
    return Scope.CHANNEL if about is None or about.may_be_set(Scope.CHANNEL) else Scope.SPACE


def ability(name: str, scope: Scope) -> str:
    """The row of the matrix that says who may set it for ``scope``."""
    if scope is Scope.PERSON:
        return "settings"
    if scope in (Scope.SPACE, Scope.CHARACTER):
        return f"settings {WORDS[scope]}"
    about = FIELDS.get(name)
    return "mode" if about is not None and about.about.group is Group.PLACE else "settings here"


def may_set(call: Call, name: str, scope: Scope) -> bool:
    """Whether whoever asks may set it for ``scope``."""
    return allowed(ability(name, scope), call.standings)


def others(call: Call, name: str, scope: Scope) -> tuple[Scope, ...]:
    """For whom else they may set it. A place of one's own is no server besides its chat."""
    about = FIELDS[name]
    here = call.here.private and about.may_be_set(Scope.CHANNEL)
    return tuple(
        it
        for it in WORDS
        if it is not scope and about.may_be_set(it) and may_set(call, name, it) and not (here and it is Scope.SPACE)
    )


def line(name: str, scope: Scope) -> str:
    """The command that shows a setting for ``scope``; with a value behind it, sets it there."""
    return f"/settings {name}" if scope is usual(name) else f"/settings {WORDS[scope]} {name}"

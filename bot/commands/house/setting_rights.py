"""Whom a setting is set for, and who may do that. Pure."""

from collections.abc import Mapping
from typing import Final

from bot.commands.framework.abilities import allowed
from bot.commands.framework.declared import CommandCall
from engine.values.house.setting_about import SettingGroup
from engine.values.house.setting_fields import FIELDS
from engine.values.house.setting_scopes import SettingScope

OWN: Final = frozenset({"language", "timezone"})
"""What everybody sets for themselves, unless they say otherwise."""
WORDS: Final[Mapping[SettingScope, str]] = {
    SettingScope.PERSON: "me",
    SettingScope.CHANNEL: "here",
    SettingScope.CHARACTER: "character",
    SettingScope.SPACE: "space",
}
"""What is typed for a scope, the nearest first."""
WHOSE: Final = tuple(WORDS.values())
WHOSE_ZH: Final = ("我", "这里", "角色", "全局")


def usual(name: str) -> SettingScope:
    """Whom a setting is set for where nobody says so: oneself, this chat, else the whole server."""
    if name in OWN:
        return SettingScope.PERSON
    about = FIELDS.get(name)
    return SettingScope.CHANNEL if about is None or about.may_be_set(SettingScope.CHANNEL) else SettingScope.SPACE


def is_own(call: CommandCall, name: str, scope: SettingScope) -> bool:
    """Whether a value that was given for ``scope`` tells others of whoever asks. Their language everybody hears."""
    return scope is SettingScope.PERSON and name != "language" and not call.here.private


def ability(name: str, scope: SettingScope) -> str:
    """The row of the matrix that says who may set it for ``scope``."""
    if scope is SettingScope.PERSON:
        return "settings"
    if name in FIELDS and FIELDS[name].about.group is SettingGroup.LIMITS:
        return "admin budget set"  # who is alone in a place does not look after the house's disk
    if name in FIELDS and FIELDS[name].about.group is SettingGroup.WEB:
        return "mode"  # what is said goes to others then: whoever looks after the place decides, not who began the chat
    if scope in (SettingScope.SPACE, SettingScope.CHARACTER):
        return f"settings {WORDS[scope]}"
    about = FIELDS.get(name)
    return "mode" if about is not None and about.about.group is SettingGroup.PLACE else "settings here"


def may_set(call: CommandCall, name: str, scope: SettingScope) -> bool:
    """Whether whoever asks may set it for ``scope``."""
    return allowed(ability(name, scope), call.access_roles)


def others(call: CommandCall, name: str, scope: SettingScope) -> tuple[SettingScope, ...]:
    """For whom else they may set it. A place of one's own is no server besides its chat."""
    about = FIELDS[name]
    here = call.here.private and about.may_be_set(SettingScope.CHANNEL)
    return tuple(
        other
        for other in WORDS
        if other is not scope
        and about.may_be_set(other)
        and may_set(call, name, other)
        and not (here and other is SettingScope.SPACE)
    )


def line(name: str, scope: SettingScope, came: str = "") -> str:
    """The command that shows a setting for ``scope``; with a value behind it, sets it there.

    ``came``: the page of a list that it is opened from, whose line takes no value.
    """
    start = f"/settings from {came}" if came else "/settings"
    return f"{start} {name}" if scope is usual(name) else f"{start} {WORDS[scope]} {name}"

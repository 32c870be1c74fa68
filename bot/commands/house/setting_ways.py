"""The ways between pages of settings: to the lists, and back to the one that somebody came from. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.commands.framework.declared import Table
from bot.commands.framework.reply import PAGE_SIZE, ReplyChoice
from bot.commands.house import setting_rights
from bot.commands.house.setting_places import those_of
from bot.commands.house.setting_words import run_choice, whose_word
from bot.words.localise import Speaker
from engine.values.house.setting_about import SettingGroup
from engine.values.house.setting_fields import FIELDS, SettingField
from engine.values.house.setting_scopes import SettingScope

ADVANCED: Final = "advanced"
_LONGEST: Final = 4


@dataclass(frozen=True, slots=True)
class ListPage:
    """A page of a list of settings. ``of``: a group, or ADVANCED; "" for those that most people need."""

    of: str = ""
    page: int = 1

    @property
    def mark(self) -> str:
        """How the lines of its buttons tell where they stand: "2", "recall.2"."""
        return f"{self.of}.{self.page}" if self.of else str(self.page)

    @property
    def names(self) -> Iterable[str]:
        """The settings of the list, on any platform."""
        return (name for name, about in FIELDS.items() if self._has(about))

    def _has(self, about: SettingField) -> bool:
        if self.of in ("", ADVANCED):
            return about.about.front == (self.of == "")
        return about.about.group.value == self.of

    def opened(self, speak: Speaker) -> str:
        """The command that shows the first page of the list."""
        match self.of:
            case "":
                return "/settings"
            case "advanced":
                return "/settings advanced"
            case group:
                return group_line(SettingGroup(group), speak)

    def line(self, speak: Speaker) -> str:
        """The command that shows this page."""
        first = self.opened(speak)
        return first if self.page == 1 else f"{first} {self.page}"

    def back(self, speak: Speaker) -> ReplyChoice:
        """The button that leads to it."""
        match self.of:
            case "":
                label = speak.say("settings-all-button")
            case "advanced":
                label = speak.say("settings-back-button", group=speak.say("settings-advanced-button"))
            case group:
                label = speak.say("settings-back-button", group=speak.say(f"settings-group-{group}"))
        return run_choice(self.line(speak), label)


def list_page(mark: str) -> ListPage | None:
    """The page that a line tells of; None where it tells of none."""
    of, dot, number = mark.partition(".") if "." in mark else ("", "", mark)
    known = of in ("", ADVANCED, *SettingGroup) and not (dot and not of)
    if not (known and number.isascii() and number.isdecimal() and len(number) <= _LONGEST):
        return None
    return ListPage(of, int(number))


def list_with(about: SettingField, table: Table) -> ListPage:
    """The page that a setting is on which nobody came to from a list: of those that most people need, or its group."""
    of = "" if about.about.front else about.about.group.value
    listed = those_of(ListPage(of).names, table)
    return ListPage(of, listed.index(about.name) // PAGE_SIZE + 1 if about.name in listed else 1)


def group_line(group: SettingGroup, speak: Speaker) -> str:
    """The command that shows a group."""
    word = speak.say(f"settings-group-{group.value}")
    return f"/settings {group.value if ' ' in word else word}"


def to_groups(speak: Speaker) -> tuple[ReplyChoice, ...]:
    """The buttons that open the groups."""
    return tuple(
        run_choice(group_line(group, speak), speak.say(f"settings-group-{group.value}")) for group in SettingGroup
    )


def to_others(
    about: SettingField, scopes: Iterable[SettingScope], table: Table, speak: Speaker, came: ListPage | None = None
) -> tuple[ReplyChoice, ...]:
    """The buttons that show a setting as it is for ``scopes``, and the list that one ``came`` from, else its own."""
    mark = came.mark if came else ""
    whose = tuple(
        run_choice(
            setting_rights.line(about.name, scope, mark),
            speak.say("settings-whose-button", whose=whose_word(scope, speak)),
        )
        for scope in scopes
    )
    return (*whose, (came or list_with(about, table)).back(speak))

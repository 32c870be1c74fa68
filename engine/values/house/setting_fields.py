"""The fields of ``Settings`` as commands and help see them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, cast

from annotated_types import Ge, Le

from engine.values.house.setting_about import About
from engine.values.house.setting_scopes import GIVEN_BY_THE_HOUSE, SettingScope, SettingValue
from engine.values.house.settings import Settings


class ValueKind(StrEnum):
    """How a value is typed and shown."""

    WHOLE = "whole"
    NUMBER = "number"
    SWITCH = "switch"
    CHOICE = "choice"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class SettingField:
    """One field of ``Settings`` as commands and help see it. ``low`` and ``high`` are both in the range."""

    name: str
    kind: ValueKind
    about: About
    default: SettingValue | None
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The Fluent id of the name people read; the one-line help is at ``help``."""
        return f"setting-{self.name.replace('_', '-')}"

    @property
    def help(self) -> str:
        """The Fluent id of the one-line help."""
        return f"{self.label}-help"

    def choice_label(self, choice: str) -> str:
        """The Fluent id of one choice."""
        return f"{self.label}-is-{choice.replace('_', '-')}"

    def may_be_set(self, scope: SettingScope) -> bool:
        """The house gives any value; people only where the field says so."""
        return scope in GIVEN_BY_THE_HOUSE or scope in self.about.scopes


_KINDS: Final[Mapping[object, ValueKind]] = {
    bool: ValueKind.SWITCH,
    int: ValueKind.WHOLE,
    float: ValueKind.NUMBER,
    float | None: ValueKind.NUMBER,
    str: ValueKind.TEXT,
}


def _read_field(name: str) -> SettingField:
    info = Settings.model_fields[name]
    about = next(fact for fact in info.metadata if isinstance(fact, About))
    low = next((cast("float", fact.ge) for fact in info.metadata if isinstance(fact, Ge)), None)
    high = next((cast("float", fact.le) for fact in info.metadata if isinstance(fact, Le)), None)
    kind = _KINDS.get(info.annotation, ValueKind.CHOICE)
    choices = tuple(cast("type[StrEnum]", info.annotation)) if kind is ValueKind.CHOICE else ()
    return SettingField(name, kind, about, cast("SettingValue | None", info.default), low, high, choices)


FIELDS: Final[Mapping[str, SettingField]] = {name: _read_field(name) for name in Settings.model_fields}

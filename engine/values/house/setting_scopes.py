"""For whom a setting is given, and what a value may be."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

SettingValue = bool | int | float | str


class SettingScope(StrEnum):
    """Where a value was given, weakest first. APP, WRITTEN and NAMED are heard from a person: the language of their
    app, of what they write, and of the commands they type.
    """

    DEFAULT = "default"
    MODE = "mode"
    APP = "app"
    SPACE = "space"
    CHARACTER = "character"
    CHANNEL = "channel"
    WRITTEN = "written"
    NAMED = "named"
    PERSON = "person"


PLACES: Final = frozenset({SettingScope.SPACE, SettingScope.CHARACTER, SettingScope.CHANNEL})
HOUSES: Final = frozenset({SettingScope.SPACE, SettingScope.CHANNEL})
PEOPLE_AND_PLACES: Final = frozenset({SettingScope.SPACE, SettingScope.CHANNEL, SettingScope.PERSON})
HEARD: Final[Mapping[SettingScope, str]] = {
    SettingScope.APP: "language_app",
    SettingScope.WRITTEN: "language_written",
    SettingScope.NAMED: "language_named",
}
"""What nobody sets, since it is heard from a person: by which name it is kept among what they have set."""
GIVEN_BY_THE_HOUSE: Final = frozenset({SettingScope.DEFAULT, SettingScope.MODE})

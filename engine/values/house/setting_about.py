"""What a setting is besides its type and range: its group, where it may be set, its unit and words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.values.house.setting_scopes import PLACES, SettingScope


class SettingGroup(StrEnum):
    """What a setting is about; people reset a group at once."""

    PLACE = "place"
    PEOPLE = "people"
    MEMORY = "memory"
    RECALL = "recall"
    STORY = "story"
    PROMPT = "prompt"
    WORLD = "world"
    WEB = "web"
    REPLY = "reply"
    PACE = "pace"
    LIMITS = "limits"


class SettingUnit(StrEnum):
    """What a number counts."""

    MESSAGES = "messages"
    BUBBLES = "bubbles"
    TOKENS = "tokens"
    SECONDS = "seconds"
    MINUTES = "minutes"
    CHARACTERS = "characters"
    PERCENT = "percent"
    DAYS = "days"
    MEGABYTES = "megabytes"


@dataclass(frozen=True, slots=True)
class About:
    """What a setting is besides its type and range.

    ``front``: shown first, the rest stands under advanced. ``tightens``: once a place set it, a lower scope may only
    lower it. ``words``: what people may type for a choice, in lower case, besides the choice itself. ``example``:
    what a text looks like, when the default does not show it.
    """

    group: SettingGroup
    scopes: frozenset[SettingScope] = PLACES
    unit: SettingUnit | None = None
    front: bool = True
    tightens: bool = False
    words: Mapping[str, str] = field(default_factory=dict[str, str])
    example: str = ""

"""What each mode of a channel sets by itself; anything that people set is stronger."""

from collections.abc import Mapping
from typing import Final

from engine.values.house.setting_choices import Mode
from engine.values.house.setting_scopes import SettingValue

MODES: Final[Mapping[Mode, Mapping[str, SettingValue]]] = {
    Mode.CHAT: {"debounce": 4.0, "bubbles": 3, "controls": False, "recall": True, "recall_replies": True},
    Mode.STORY: {"debounce": 1.2, "controls": True, "story_pages": True},
    Mode.LOUNGE: {"debounce": 1.2, "speaks": "called", "controls": False},
    Mode.CIRCLE: {"debounce": 1.2, "speaks": "called", "listen": True, "controls": False, "budget_tokens": 4_000},
}

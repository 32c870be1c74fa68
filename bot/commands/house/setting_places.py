"""Which settings do something on which platform: one that does nothing there is neither listed nor set. Pure."""

from collections.abc import Iterable, Mapping, Set
from typing import Final

from bot.commands.framework.declared import Table

ONLY_ON: Final[Mapping[str, str]] = {
    "webhooks": "discord",
    "proxies": "discord",
    "drafts": "telegram",
    "feelings": "telegram",
}
"""What one platform alone can do."""
NOTHING_ON: Final[Mapping[str, Set[str]]] = {
    "terminal": frozenset({"speaks", "chance", "listen", "undo_by", "controls", "bubbles", "pictures", "voice"}),
}
"""What needs other people, buttons, several messages or files of a chat, where there are none."""


NEED_BUTTONS: Final = frozenset({"controls"})
"""What does nothing on a platform without any."""


def does_something(name: str, table: Table) -> bool:
    """Whether anything would be different on the platform of ``table``."""
    if name in NEED_BUTTONS and not table.buttons:
        return False
    platform = table.platform
    return ONLY_ON.get(name, platform) == platform and name not in NOTHING_ON.get(platform, frozenset())


def those_of(names: Iterable[str], table: Table) -> list[str]:
    """The settings that do something on the platform of ``table``."""
    return [it for it in names if does_something(it, table)]

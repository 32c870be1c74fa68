"""Buttons that are being pressed, or were and are used up: a second tap, before they go, does nothing twice."""

from contextlib import suppress
from typing import Final

from engine.values.chats.incoming import Incoming

_REMEMBERED: Final = 1_000

Press = tuple[str, str, str, str]


class Presses:
    """The latest of them, in this process. A button is known by its message and what it says."""

    def __init__(self) -> None:
        self._taken: dict[Press, None] = {}

    def takes(self, incoming: Incoming) -> bool:
        """Whether the button is still to be pressed; it is not any more, unless ``gives_back`` follows."""
        press = _press(incoming)
        if press is None:
            return True
        if press in self._taken:
            return False
        self._taken[press] = None
        if len(self._taken) > _REMEMBERED:
            del self._taken[next(iter(self._taken))]
        return True

    def gives_back(self, incoming: Incoming) -> None:
        """It was not used up: it may be pressed again."""
        if (press := _press(incoming)) is not None:
            with suppress(KeyError):
                del self._taken[press]


def _press(incoming: Incoming) -> Press | None:
    """None where it is not known under which message it stands."""
    message, origin = incoming.target or incoming.replied, incoming.origin
    return (origin.platform, origin.channel, message, incoming.text) if message else None

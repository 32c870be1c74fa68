"""Numbers in place of buttons, where a platform has none: what may be typed under a message, and what it means."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from bot.delivery.surface import Button, SurfaceMessage
from engine.values.chats.places import Address

_REMEMBERED: Final = 1_000
_LONGEST: Final = 15


class OfferedNumbers:
    """What the newest message with buttons offers in each place, until something else is said there."""

    def __init__(self) -> None:
        self._offered: OrderedDict[Address, Mapping[int, Button]] = OrderedDict()

    def written(self, at: Address, part: SurfaceMessage) -> str:
        """The text of a message with a line for each button; from now on these can be typed."""
        buttons = [it for row in part.buttons for it in row]
        if not buttons:
            return part.text
        found = _numbered(buttons)
        self._offered[at] = found
        self._offered.move_to_end(at)
        if len(self._offered) > _REMEMBERED:
            self._offered.popitem(last=False)
        lines = [f"[{number}] {it.alone or it.label}" for number, it in found.items() if it.label != str(number)]
        return "\n".join([part.text, *lines])

    def offered(self, at: Address) -> Mapping[int, Button]:
        """What may be typed in a place now."""
        return self._offered.get(at, {})

    def picked(self, at: Address, text: str) -> str:
        """The control that ``text`` means, "" where it means none. What was offered is offered no more."""
        found = self._offered.pop(at, {})
        word = text.strip().removeprefix("#")
        typed = word.isascii() and word.isdecimal() and len(word) <= _LONGEST
        chosen = found.get(int(word)) if typed else None
        return chosen.control if chosen else ""


def _numbered(buttons: list[Button]) -> dict[int, Button]:
    """Those that are called by a number keep it, as it stands in the list above them; the rest follow."""
    made = {int(it.label): it for it in buttons if it.label.isascii() and it.label.isdecimal()}
    others = [it for it in buttons if it not in made.values()]
    return made | dict(enumerate(others, max(made, default=0) + 1))

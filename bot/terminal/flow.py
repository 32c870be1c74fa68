"""A growing text as rows of a terminal, each printed once. Pure."""

from dataclasses import dataclass

from bot.delivery.stage import grown
from bot.words.rows import first_row


@dataclass(frozen=True, slots=True)
class FlowStep:
    """What to print now, and the unfinished row that may still grow. ``replaced``: all printed before is void."""

    rows: tuple[str, ...]
    tail: str
    replaced: bool = False


class Flow:
    """Follows one growing text and gives out each row once, as soon as nothing can change it."""

    def __init__(self) -> None:
        self._text = ""
        self._tail = ""
        self._printed = 0

    def grow(self, text: str, width: int) -> FlowStep:
        """``text`` is the whole text so far."""
        replaced = grown(self._text, text).replaced
        if replaced:
            self._printed = 0
        self._text = text
        rows: list[str] = []
        while True:
            left = text[self._printed :]
            row, end = first_row(left, max(width, 2))
            if end >= len(left) and not left[:end].endswith("\n"):
                self._tail = row
                return FlowStep(tuple(rows), row, replaced)
            rows.append(row)
            self._printed += end

    def rest(self) -> str:
        """The unfinished row, when the text is whole."""
        return self._tail

"""What parts two lines of a story: where people stand, and another branch or a save."""

from dataclasses import dataclass
from enum import StrEnum


class Part(StrEnum):
    """What may lie on one line and not on the other."""

    MESSAGES = "messages"
    MEMORIES = "memories"
    FACTS = "facts"
    DIARY = "diary"
    PAGES = "pages"
    SUMMARIES = "summaries"
    TIMELINE = "timeline"
    ITEMS = "items"
    PEOPLE = "people"


class State(StrEnum):
    """What both lines have one of."""

    PLOT = "plot"
    PERSONA = "persona"
    NOTE = "note"
    PRESET = "preset"
    BACKGROUND = "background"


@dataclass(frozen=True, slots=True)
class Apart:
    """What of one part lies on one line only: how many ``here`` and ``there``, and how the first of them begin."""

    part: Part
    here: int
    there: int
    here_lines: tuple[str, ...] = ()
    there_lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Changed:
    """A state that is another ``there`` than ``here``; "" where there is none."""

    state: State
    here: str
    there: str


@dataclass(frozen=True, slots=True)
class Differences:
    """Only what differs. ``common`` is how many messages both lines share, None where nobody counted them."""

    common: int | None
    apart: tuple[Apart, ...] = ()
    changed: tuple[Changed, ...] = ()

    @property
    def none(self) -> bool:
        """Whether the two are the same."""
        return not self.apart and not self.changed

    def of(self, part: Part) -> Apart:
        """What differs in one part; nothing where it does not."""
        return next((it for it in self.apart if it.part is part), Apart(part, 0, 0))

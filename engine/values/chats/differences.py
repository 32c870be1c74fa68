"""What parts two lines of a story: where people stand, and another branch or a save."""

from dataclasses import dataclass
from enum import StrEnum


class DifferencePart(StrEnum):
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


class LineState(StrEnum):
    """What both lines have one of."""

    PLOT = "plot"
    PERSONA = "persona"
    NOTE = "note"
    PRESET = "preset"
    BACKGROUND = "background"


@dataclass(frozen=True, slots=True)
class PartDifference:
    """What of one part lies on one line only: how many ``here`` and ``there``, and how the first of them begin."""

    part: DifferencePart
    here: int
    there: int
    here_lines: tuple[str, ...] = ()
    there_lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StateDifference:
    """A state that is another ``there`` than ``here``; "" where there is none."""

    state: LineState
    here: str
    there: str


@dataclass(frozen=True, slots=True)
class Differences:
    """Only what differs. ``common`` is how many messages both lines share, None where nobody counted them."""

    common: int | None
    apart: tuple[PartDifference, ...] = ()
    changed: tuple[StateDifference, ...] = ()

    @property
    def none(self) -> bool:
        """Whether the two are the same."""
        return not self.apart and not self.changed

    def of(self, part: DifferencePart) -> PartDifference:
        """What differs in one part; nothing where it does not."""
        return next((it for it in self.apart if it.part is part), PartDifference(part, 0, 0))

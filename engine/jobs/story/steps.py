"""What one step of keeping the chronicle is. Planners propose steps, the keeper takes them one by one, in story order.

A planner knows nothing of the others. It looks at the line and at the rows on it and says what is lacking first; the
place where that will be stored follows from them alone, not from when somebody looks. So a story that is kept late, or
again after a restore, comes to the same chronicle.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.context import EngineContext
from engine.jobs.context import JobContext
from engine.jobs.memory.reading import ReadingBatch
from engine.values.chats.entries import Entry, EntryKind, NewDerived, Place
from engine.values.chats.notices import Notice
from engine.values.memory.memories import NewMemory
from engine.values.story.chronicle import ChronicleKind, Recorded

PAGED: Final = (ChronicleKind.PAGE, ChronicleKind.TIMELINE, ChronicleKind.ITEM, ChronicleKind.DOSSIER)
"""What comes with pages: thousands of rows, nearly all of which have ended."""


ASKING: Final = (EntryKind.CHRONICLE, EntryKind.PERSONA, EntryKind.HIDE)
"""The acts by which people say what is to be kept and told, and what is not."""


@dataclass(frozen=True, slots=True)
class ChronicleState:
    """What planners look at, read once for all of them: ``rows`` of the chronicle, and acts of ``ASKING``, in order.

    Of what comes with pages, the rows that had ended where the line was ``settled``, a seq or 0, are left out.
    ``again``: something may have ended behind it that is to be told again.
    """

    rows: Sequence[Recorded]
    asked: Sequence[Entry]
    settled: int
    again: bool

    def acts(self, kind: EntryKind) -> list[Entry]:
        """The acts of a kind of ``ASKING`` on the line, first to last."""
        return [it for it in self.asked if it.kind is kind]


@dataclass(frozen=True, slots=True)
class StepEnding:
    """What a step ends: derived row ``row``, and which of the step's new rows takes its place, if one does."""

    row: int
    reason: str
    by: int | None = None


@dataclass(frozen=True, slots=True)
class StepResult:
    """What came of a step. Everything in it is stored together, at places that the step has named, or nothing is.

    ``notice`` is said where the line is played, once it is stored; where it tells the progress ``of`` something, in
    place of what was said of that before.
    """

    rows: tuple[NewDerived, ...] = ()
    memories: tuple[NewMemory, ...] = ()
    ends: tuple[StepEnding, ...] = ()
    notice: Notice | None = None
    of: str = ""


@dataclass(frozen=True, slots=True)
class ChronicleStep:
    """The next thing that is lacking: its ``kind`` for logs and status, and the place where it is stored.

    ``reading`` holds the messages that it reads; when one of them has changed until it is stored, nothing is. ``make``
    asks the model, if one is needed; None: it has nothing to say. ``passed`` is stored then, and where no model has an
    answer time and again, so that the step is not lacking any more; with it ``before``, rows that are to be told again,
    as far as they may stand as they were. ``rows`` are those that it is made from besides what it ends: when one of
    them is no more, nothing is stored. ``waited_for``: somebody waits for it, so it goes first, wherever it lies;
    ``beside``: it goes last.
    """

    kind: str
    place: Place
    reading: ReadingBatch
    make: Callable[[], Awaitable[StepResult | None]]
    passed: StepResult = StepResult()
    before: tuple[Recorded, ...] = ()
    rows: tuple[int, ...] = ()
    waited_for: bool = False
    beside: bool = False


Planner = Callable[[EngineContext, JobContext, ChronicleState], Awaitable[ChronicleStep | None]]
"""What is lacking first on a line, given how its chronicle stands; None for nothing."""

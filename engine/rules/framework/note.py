"""The author's note: when it is there, and what stands above and below it in the same message."""

from dataclasses import dataclass

from engine.rules.framework.pieces import PromptPiece, Scrap
from engine.values.models.prompts import PromptSlot, Reason
from engine.values.story.notes import AuthorsNote, NotePosition

NOTE_ID = "2_floating_prompt"
"""What the note is called among the texts of one depth; they stand in the order of their ids."""


@dataclass(frozen=True, slots=True)
class NoteSurroundings:
    """What stands above the note, and below it, outermost first and last."""

    above: tuple[Scrap, ...] = ()
    below: tuple[Scrap, ...] = ()


def absent(note: AuthorsNote | None, from_people: int) -> Reason:
    """Why the note is not in this prompt; no reason when it is. ``from_people``: messages of people so far."""
    if note is None or not note.text.strip():
        return Reason.NO_NOTE
    if note.interval <= 0 or note.position is NotePosition.NOWHERE:
        return Reason.DISABLED
    due = note.interval == 1 or (from_people > 0 and from_people % note.interval == 0)
    return Reason.NONE if due else Reason.NOT_SCHEDULED


def note_scraps(text: str, around: NoteSurroundings) -> tuple[Scrap, ...]:
    """The note's message; ``text`` has its macros expanded."""
    own = (Scrap(PromptPiece(PromptSlot.DEPTH, "note"), text.strip()),) if text.strip() else ()
    return (*around.above, *own, *around.below)

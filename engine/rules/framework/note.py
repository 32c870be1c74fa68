"""The author's note: when it is there, and what stands above and below it in the same message.

A chat without a note has an empty one at the usual place: what stands around it is told all the same.
"""

from dataclasses import dataclass, replace
from typing import Final

from engine.rules.framework.pieces import PromptPiece, Scrap
from engine.values.models.prompts import PromptSlot, Reason
from engine.values.story.notes import AuthorsNote, NotePosition

NOTE_ID = "2_floating_prompt"
"""What the note is called among the texts of one depth; they stand in the order of their ids."""

NO_NOTE: Final = AuthorsNote("")


@dataclass(frozen=True, slots=True)
class NoteSurroundings:
    """What stands above the note, and below it, outermost first and last."""

    above: tuple[Scrap, ...] = ()
    below: tuple[Scrap, ...] = ()


def absent(note: AuthorsNote, from_people: int) -> Reason:
    """Why the note and what stands around it are not in this prompt; no reason when they are.

    ``from_people``: messages of people so far.
    """
    if note.interval <= 0 or note.position is NotePosition.NOWHERE:
        return Reason.DISABLED
    due = note.interval == 1 or (from_people > 0 and from_people % note.interval == 0)
    return Reason.NONE if due else Reason.NOT_SCHEDULED


def note_scraps(text: str, around: NoteSurroundings) -> tuple[Scrap, ...]:
    """The note's message; ``text`` has its macros expanded. Where it is empty, an empty line parts its surroundings."""
    if text.strip():
        return (*around.above, Scrap(PromptPiece(PromptSlot.DEPTH, "note"), text), *around.below)
    if not (around.above and around.below):
        return (*around.above, *around.below)
    *above, last = around.above
    return (*above, replace(last, text=f"{last.text}\n"), *around.below)

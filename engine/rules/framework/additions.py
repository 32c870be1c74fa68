"""What people, files and books add to a prompt besides the preset's texts: at a depth, or around the main prompt."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.rules.framework.depth import AtDepth
from engine.rules.framework.lore import FiredLore, Lore, unplaced
from engine.rules.framework.note import NO_NOTE, NOTE_ID, NoteSurroundings, absent, note_scraps
from engine.rules.framework.pieces import Block, PromptPiece, Scrap
from engine.rules.macros.expand import Expander
from engine.values.characters.worlds import Position
from engine.values.models.prompts import LedgerLine, PartVerdict, PromptSlot, Reason, Role
from engine.values.models.stage import PromptStage
from engine.values.story.notes import NotePosition, PersonaPosition

_ROLE_NUMBERS: Final = {Role.SYSTEM: 0, Role.USER: 1, Role.ASSISTANT: 2}
_AT_NOTE: Final = (PersonaPosition.NOTE_TOP, PersonaPosition.NOTE_BOTTOM)


@dataclass(frozen=True, slots=True)
class Additions:
    """Messages before and after the main prompt, texts with a depth, and what is not there for a reason."""

    before_main: tuple[Block, ...]
    after_main: tuple[Block, ...]
    in_chat: tuple[AtDepth, ...]
    missing: tuple[LedgerLine, ...]


@dataclass(frozen=True, slots=True)
class _Addition:
    """One text, its place, and its name among the texts of one depth."""

    id: str
    scraps: tuple[Scrap, ...]
    position: NotePosition
    depth: int
    role: Role


def additions(stage: PromptStage, lore: Lore, expander: Expander) -> Additions:
    """All of them, expanded in this order: the note, injected texts, the card's own, the persona's, world entries."""
    reason = absent(stage.note or NO_NOTE, stage.talk.from_people)
    found = [it for it in (*_note(stage, lore, reason, expander), *_injects(stage, expander)) if it.scraps]
    in_main = {position: [_block(it) for it in found if it.position is position] for position in NotePosition}
    return Additions(
        before_main=tuple(reversed(in_main[NotePosition.BEFORE_MAIN])),  # each goes in front of those before it
        after_main=tuple(in_main[NotePosition.AFTER_MAIN]),
        in_chat=(
            *(AtDepth(it.depth, it.role, it.scraps, id=it.id) for it in found if it.position is NotePosition.IN_CHAT),
            *_card_s_own(stage, expander),
            *_persona(stage, expander.context.persona),
            *(_entry(told) for told in lore.at(Position.AT_DEPTH)),
        ),
        missing=tuple(_missing(stage, expander.context.persona, lore, reason)),
    )


def _note(stage: PromptStage, lore: Lore, reason: Reason, expander: Expander) -> Iterator[_Addition]:
    note = stage.note or NO_NOTE
    if reason:
        return
    persona = _persona_scrap(expander.context.persona)
    position = stage.persona.position if stage.persona else PersonaPosition.NOWHERE
    around = NoteSurroundings(
        (*lore.scraps(Position.NOTE_TOP), *(persona if position is PersonaPosition.NOTE_TOP else ())),
        (*(persona if position is PersonaPosition.NOTE_BOTTOM else ()), *lore.scraps(Position.NOTE_BOTTOM)),
    )
    scraps = note_scraps(expander.expand(note.text, "note"), around)
    yield _Addition(NOTE_ID, scraps, note.position, note.depth, note.role)


def _injects(stage: PromptStage, expander: Expander) -> Iterator[_Addition]:
    for inject in stage.injects:
        if inject.position is NotePosition.NOWHERE:
            continue
        text = inject.text if inject.filled else expander.expand(inject.text, f"inject:{inject.id}")
        scraps = (Scrap(PromptPiece(PromptSlot.DEPTH, f"inject:{inject.id}"), text),) if text.strip() else ()
        yield _Addition(f"script_inject_{inject.id}", scraps, inject.position, inject.depth, inject.role)


def _card_s_own(stage: PromptStage, expander: Expander) -> Iterator[AtDepth]:
    wanted = stage.card.depth_prompt
    text = expander.expand(wanted.text, "depth_prompt") if wanted else ""
    if wanted and text.strip():
        scrap = Scrap(PromptPiece(PromptSlot.DEPTH, "card:depth_prompt"), text)
        yield AtDepth(wanted.depth, wanted.role, (scrap,), id="DEPTH_PROMPT")


def _persona(stage: PromptStage, text: str) -> Iterator[AtDepth]:
    persona = stage.persona
    if persona and persona.position is PersonaPosition.AT_DEPTH and text:
        yield AtDepth(persona.depth, persona.role, _persona_scrap(text), id="PERSONA_DESCRIPTION")


def _persona_scrap(text: str) -> tuple[Scrap, ...]:
    return (Scrap(PromptPiece(PromptSlot.USER_PERSONA, "persona"), text),) if text else ()


def _entry(told: FiredLore) -> AtDepth:
    entry = told.active.entry
    name = f"customDepthWI-{entry.depth}-{_ROLE_NUMBERS[entry.role]}"
    return AtDepth(entry.depth, entry.role, (told.scrap,), id=name, reverse=entry.reverse_depth)


def _missing(stage: PromptStage, text: str, lore: Lore, reason: Reason) -> Iterator[LedgerLine]:
    persona = stage.persona
    if reason:
        if stage.note and stage.note.text.strip():
            yield LedgerLine(PromptSlot.DEPTH, "note", 0, PartVerdict.OUT, reason)
        yield from unplaced((*lore.at(Position.NOTE_TOP), *lore.at(Position.NOTE_BOTTOM)), Reason.NO_NOTE)
        if persona and persona.position in _AT_NOTE and text:
            yield LedgerLine(PromptSlot.USER_PERSONA, "persona", 0, PartVerdict.OUT, Reason.NO_NOTE)
    if persona and persona.position is PersonaPosition.NOWHERE and text:
        yield LedgerLine(PromptSlot.USER_PERSONA, "persona", 0, PartVerdict.OUT, Reason.DISABLED)
    for inject in stage.injects:
        if inject.position is NotePosition.NOWHERE:
            yield LedgerLine(PromptSlot.DEPTH, f"inject:{inject.id}", 0, PartVerdict.OUT, Reason.DISABLED)


def _block(addition: _Addition) -> Block:
    return Block(addition.role, addition.scraps)

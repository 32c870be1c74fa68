"""What world books tell in this prompt: the talk is scanned, and what fired becomes texts for its places."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.rules.framework.pieces import Block, PromptPiece, Scrap
from engine.rules.framework.scripts.script_work import ScriptWork
from engine.rules.framework.scripts.scripts import at_work, run_scripts
from engine.rules.macros.context import MacroContext
from engine.rules.macros.expand import Expander
from engine.rules.regexes.search_time import SearchTime
from engine.rules.world.activate import activate
from engine.rules.world.budget import world_budget
from engine.rules.world.outcome import Activation, Active, LeftOut, Why
from engine.rules.world.scan import Scan, ScanLine
from engine.values.characters.scripts import Placement
from engine.values.characters.worlds import MAX_DEPTH, Position, ScanSource
from engine.values.models.prompts import HistoryLine, LedgerLine, PartVerdict, PromptSlot, Reason, Role
from engine.values.models.stage import PromptStage
from engine.values.story.notes import PersonaPosition

SLOTS: Final = {
    Position.BEFORE_CHARACTER: PromptSlot.WORLD_BEFORE,
    Position.AFTER_CHARACTER: PromptSlot.WORLD_AFTER,
    Position.EXAMPLES_TOP: PromptSlot.EXAMPLES,
    Position.EXAMPLES_BOTTOM: PromptSlot.EXAMPLES,
    Position.OUTLET: PromptSlot.PERSONA,
}


@dataclass(frozen=True, slots=True)
class FiredLore:
    """An entry that is told, and its line of the ledger."""

    active: Active
    piece: PromptPiece
    text: str

    @property
    def scrap(self) -> Scrap:
        return Scrap(self.piece, self.text)


@dataclass(frozen=True, slots=True)
class Lore:
    """All that is told, and what became of the entries that fired and are not."""

    told: tuple[FiredLore, ...]
    activation: Activation

    def at(self, position: Position) -> tuple[FiredLore, ...]:
        """The entries of one place, in the order in which they are joined."""
        found = {id(it.active): it for it in self.told}
        return tuple(found[id(active)] for active in self.activation.at(position) if id(active) in found)

    def meant(self, frame: str) -> tuple[Block, ...]:
        """The entries that are told for what they mean: one message, wherever they would stand otherwise."""
        found = [it for it in self.told if it.active.meant]
        return (Block(Role.SYSTEM, tuple(Scrap(it.piece, it.text, frame) for it in found)),) if found else ()

    def scraps(self, position: Position) -> tuple[Scrap, ...]:
        """Their texts."""
        return tuple(it.scrap for it in self.at(position))

    def outlets(self) -> dict[str, str]:
        """What ``{{outlet::name}}`` stands for."""
        texts: dict[str, list[str]] = {}
        for it in self.at(Position.OUTLET):
            texts.setdefault(it.active.entry.outlet.strip(), []).append(it.text)
        return {name: "\n".join(found) for name, found in texts.items() if name}


def find_lore(
    stage: PromptStage, lines: Sequence[HistoryLine], budget: int, expander: Expander, time: SearchTime
) -> Lore:
    """Scan ``lines`` (what the model may read, oldest first). ``budget`` is the size of the prompt in tokens."""

    def expand(text: str) -> str:
        return expander.expand(text, f"world:{text}")  # equal macros of two entries fall differently

    scan = Scan(
        lines=tuple(ScanLine(line.seq, line.name, line.text) for line in lines[-MAX_DEPTH:]) if stage.books else (),
        budget=world_budget(budget, stage.world),
        injected=tuple(_injected(stage, expander.context.persona, expand)),
        sources=_sources(stage, expander.context),
        generation=stage.generation,
        names=tuple(dict.fromkeys((stage.card.name, stage.card.called))),
        tags=stage.card.tags,
        messages=stage.talk.from_people + stage.talk.from_characters - stage.talk.hidden,
        replies=stage.talk.from_characters,
        greeting=_greeting(stage, lines, expand),
        factor=stage.limits.factor,
        seed=stage.moment.seed,
        meant=tuple(it for part in stage.parts for it in part.meant),
    )
    activation = activate(stage.books, scan, stage.world, stage.timers, expand, time)
    work = at_work(stage.scripts, time)
    told = (_told(work, active, expand) for active in (*activation.active, *activation.meant))
    return Lore(tuple(it for it in told if it.text.strip()), activation)


def left_out(lore: Lore) -> Iterator[LedgerLine]:
    """The entries that fired and are not told, and why."""
    for it in lore.activation.left_out:
        yield LedgerLine(_slot(it), _origin(it), 0, PartVerdict.OUT, it.reason.value, it.key)


def outlet_lines(lore: Lore, texts: Iterable[str]) -> Iterator[LedgerLine]:
    """The entries of outlets: they stand inside the texts that pull them, whose tokens they are."""
    told = lore.at(Position.OUTLET)
    pulled = "\n".join(texts) if told else ""
    for it in told:
        verdict, reason = (PartVerdict.IN, Reason.NONE) if it.text in pulled else (PartVerdict.OUT, Reason.NOT_IN_ORDER)
        yield LedgerLine(it.piece.slot, it.piece.origin, 0, verdict, reason, it.piece.detail)


def unplaced(told: Iterable[FiredLore], reason: Reason) -> Iterator[LedgerLine]:
    """Entries whose place is not in this prompt."""
    for it in told:
        yield LedgerLine(it.piece.slot, it.piece.origin, 0, PartVerdict.OUT, reason, it.piece.detail)


def _injected(stage: PromptStage, persona: str, expand: Callable[[str], str]) -> Iterator[str]:
    if stage.persona and stage.persona.position is PersonaPosition.AT_DEPTH and persona:
        yield persona
    for inject in sorted(stage.injects, key=lambda it: it.id):
        if inject.scan and inject.text.strip():
            yield inject.text if inject.filled else expand(inject.text)


def _sources(stage: PromptStage, scene: MacroContext) -> dict[ScanSource, str]:
    return {
        ScanSource.PERSONA: scene.persona,
        ScanSource.DESCRIPTION: scene.description,
        ScanSource.PERSONALITY: scene.personality,
        ScanSource.DEPTH_PROMPT: scene.char_depth_prompt,
        ScanSource.SCENARIO: scene.scenario,
        ScanSource.CREATOR_NOTES: stage.card.creator_notes,
    }


def _greeting(stage: PromptStage, lines: Sequence[HistoryLine], expand: Callable[[str], str]) -> int | None:
    """Which greeting the talk began with. Where the talk does not say and an entry asks, its first line tells."""
    asked = any(entry.greeting is not None for bound in stage.books for entry in bound.book.entries)
    if stage.talk.greeting is not None or not (asked and lines and stage.talk.whole):
        return stage.talk.greeting
    greetings = (stage.card.first_greeting, *stage.card.alternate_greetings)
    first = lines[0].text.strip()
    return next((at for at, text in enumerate(greetings) if text and expand(text).strip() == first), None)


def _told(work: ScriptWork, active: Active, expand: Callable[[str], str]) -> FiredLore:
    entry = active.entry
    depth = entry.depth if entry.position is Position.AT_DEPTH and not active.meant else None
    text = active.content
    if work.scripts:
        where = Placement.WORLD_INFO
        text = run_scripts(work, text, where, depth=depth, for_display=False, expand=expand, said_here=False)
    slot, rank = (PromptSlot.RECALLED, active.meant.similarity) if active.meant else (_slot(active), entry.order)
    piece = PromptPiece(slot, _origin(active), required=False, rank=rank, detail=_detail(active))
    return FiredLore(active, piece, text)


def _slot(it: Active | LeftOut) -> PromptSlot:
    return SLOTS.get(it.entry.position, PromptSlot.DEPTH)


def _origin(it: Active | LeftOut) -> str:
    return f"world:{it.book}/{it.entry.comment.strip() or it.entry.uid}"


def _detail(active: Active) -> str:
    """``dragon @ 17``: the key, and the message it fired in; ``meaning .71 @ sentence 2``."""
    if active.meant:
        like = f"{active.meant.similarity:.2f}".removeprefix("0")
        return f"{active.why.value} {like} @ sentence {active.meant.sentence}"
    if active.why not in (Why.KEY, Why.RECURSION) or not active.key:
        return active.why.value
    where = f" @ {active.seq}" if active.seq is not None else f" < {active.origin}" if active.origin else ""
    return f"{active.key}{where}"

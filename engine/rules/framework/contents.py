"""What stands at the places of a preset: the card's texts, world entries, and the preset's own texts."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.rules.framework.examples import ExampleSpeakers, dialogue_blocks, dialogues, example_piece, is_silent
from engine.rules.framework.ledger import out_line
from engine.rules.framework.lore import Lore
from engine.rules.framework.order import EXAMPLES, LAST, MAIN
from engine.rules.framework.pieces import Block, PromptPiece, Scrap
from engine.rules.macros.expand import Expander
from engine.values.characters.presets import PresetPrompt
from engine.values.characters.worlds import Position
from engine.values.models.prompts import LedgerLine, PartVerdict, PromptSlot, Reason
from engine.values.models.stage import PromptStage
from engine.values.story.notes import PersonaPosition

_WORLD: Final = {"worldInfoBefore": Position.BEFORE_CHARACTER, "worldInfoAfter": Position.AFTER_CHARACTER}
_ORIGINS: Final = {
    "personaDescription": (PromptSlot.USER_PERSONA, "persona"),
    "charDescription": (PromptSlot.PERSONA, "card:description"),
    "charPersonality": (PromptSlot.PERSONA, "card:personality"),
    "scenario": (PromptSlot.PERSONA, "card:scenario"),
}
_OVERRIDES: Final = {MAIN: "card:system_prompt", LAST: "card:post_history_instructions"}
_IN_PROMPT: Final = (PersonaPosition.IN_PROMPT, PersonaPosition.AFTER_CHARACTER)


@dataclass(frozen=True, slots=True)
class PlaceContents:
    """Everything that stands at places. Texts of presets are expanded when they are asked for, so ask in order."""

    stage: PromptStage
    lore: Lore
    expander: Expander

    def filled(self, marker: str) -> bool:
        """Whether anything stands at this marker."""
        return bool(self.pieces(marker))

    def pieces(self, marker: str) -> tuple[PromptPiece, ...]:
        """Whose texts stand at this marker."""
        if marker in _WORLD:
            return tuple(it.piece for it in self.lore.at(_WORLD[marker]))
        if marker == EXAMPLES:
            return tuple(piece for piece, _ in self._dialogues(self.stage.card.mes_example, Reason.NONE))
        return (PromptPiece(*_ORIGINS[marker]),) if self._card_s(marker) else ()

    def marker(self, marker: str, reason: Reason) -> tuple[Scrap, ...]:
        """The texts of a marker that is one message."""
        if marker in _WORLD:
            frame = self.expander.expand(self.stage.preset.texts.world_format, marker)
            told = self.lore.at(_WORLD[marker])
            return tuple(Scrap(replace(it.piece, reason=reason), it.text, frame) for it in told)
        return _scraps(PromptPiece(*_ORIGINS[marker], reason=reason), self._formatted(marker))

    def examples(self, reason: Reason) -> tuple[tuple[Block, ...], tuple[LedgerLine, ...]]:
        """The example dialogues: entries above, the card's, entries below; and those in which nobody speaks."""
        own = self.expander.expand(self.stage.card.mes_example, "mes_example")
        found = tuple(self._dialogues(own, reason))
        heading = self.expander.expand(self.stage.preset.texts.new_example_chat, EXAMPLES) if found else ""
        card, others = self.stage.card, self.stage.others
        names = (card.called, card.name, *(it.called for it in others))
        speakers = ExampleSpeakers(self.expander.context.user, names, shown=bool(others))
        blocks = tuple(it for piece, text in found for it in dialogue_blocks(piece, text, heading, speakers))
        return blocks, tuple(out_line(piece, Reason.NO_SPEAKER) for piece, text in found if is_silent(text, speakers))

    def text(self, prompt: PresetPrompt, slot: PromptSlot) -> tuple[tuple[Scrap, ...], tuple[LedgerLine, ...]]:
        """The text of a prompt, or the card's instead of it; and what was overridden."""
        name = prompt.identifier
        house = self.expander.expand(prompt.text, f"prompt:{name}")
        piece = PromptPiece(slot, f"prompt:{name}", detail=prompt.name)
        own = self.override(name)
        if own and not prompt.forbid_overrides:
            text = self.expander.expand(own, _OVERRIDES[name], house)
            missing = (out_line(piece, Reason.OVERRIDDEN),) if house.strip() else ()
            return _scraps(PromptPiece(slot, _OVERRIDES[name]), text), missing
        missing = (out_line(PromptPiece(slot, _OVERRIDES[name]), Reason.OVERRIDDEN),) if own else ()
        return _scraps(piece, house), missing

    def override(self, identifier: str) -> str:
        """What the card has to say at this place instead of the preset; empty when nothing."""
        own = {MAIN: self.stage.card.system_prompt, LAST: self.stage.card.post_history_instructions}
        text = own.get(identifier, "")
        return text.strip()

    def absent(self, identifier: str, prompt: PresetPrompt | None, reason: Reason) -> Iterator[LedgerLine]:
        """The ledger of a place that is not in this prompt."""
        if identifier in _WORLD or identifier in _ORIGINS or identifier == EXAMPLES:
            yield from (out_line(piece, reason) for piece in self.pieces(identifier))
            return
        if prompt and prompt.text.strip():
            yield out_line(PromptPiece(PromptSlot.PERSONA, f"prompt:{identifier}", detail=prompt.name), reason)
        if self.override(identifier):
            yield out_line(PromptPiece(PromptSlot.PERSONA, _OVERRIDES[identifier]), reason)

    def empty(self, marker: str) -> Iterator[LedgerLine]:
        """The ledger of a card's field in which nothing is."""
        origin = "card:mes_example" if marker == EXAMPLES else _ORIGINS[marker][1] if marker in _ORIGINS else ""
        if origin.startswith("card:"):
            slot = PromptSlot.EXAMPLES if marker == EXAMPLES else PromptSlot.PERSONA
            yield LedgerLine(slot, origin, 0, PartVerdict.EMPTY, Reason.NO_TEXT)

    def _card_s(self, marker: str) -> str:
        scene, persona = self.expander.context, self.stage.persona
        texts = {
            "personaDescription": scene.persona if persona and persona.position in _IN_PROMPT else "",
            "charDescription": scene.description,
            "charPersonality": scene.personality,
            "scenario": scene.scenario,
        }
        return texts[marker]

    def _formatted(self, marker: str) -> str:
        text, texts = self._card_s(marker), self.stage.preset.texts
        formats = {"charPersonality": texts.personality_format, "scenario": texts.scenario_format}
        return self.expander.expand(formats[marker], marker) if text and marker in formats else text

    def _dialogues(self, own: str, reason: Reason) -> Iterator[tuple[PromptPiece, str]]:
        """Each dialogue with its line of the ledger. An entry's go together, the card's one by one."""
        yield from self._entries(Position.EXAMPLES_TOP, reason)
        found = dialogues(own)
        for number, text in enumerate(found, 1):
            yield replace(example_piece("card:mes_example", number, len(found)), reason=reason), text
        yield from self._entries(Position.EXAMPLES_BOTTOM, reason)

    def _entries(self, position: Position, reason: Reason) -> Iterator[tuple[PromptPiece, str]]:
        told = self.lore.at(position)
        for it in told[::-1] if position is Position.EXAMPLES_TOP else told:  # each goes in front of those before it
            piece = replace(it.piece, reason=reason)
            yield from ((piece, text) for text in dialogues(it.text))


def _scraps(piece: PromptPiece, text: str) -> tuple[Scrap, ...]:
    return (Scrap(piece, text),) if text.strip() else ()

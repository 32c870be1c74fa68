"""The places of a preset's order, each with what stands there."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.rules.framework.contents import PlaceContents
from engine.rules.framework.depth import AtDepth
from engine.rules.framework.order import CHAT, EXAMPLES, LAST, MAIN, PresetPlace, places
from engine.rules.framework.pieces import Block, Scrap
from engine.values.characters.presets import BUILT_IN_MARKERS, PresetPrompt
from engine.values.models.prompts import LedgerLine, PromptSlot, Reason
from engine.values.models.stage import PromptStage

_UNTOLD: Final = PresetPrompt("")
"""How a marker stands of which the preset says nothing."""


@dataclass(frozen=True, slots=True)
class PresetRow:
    """One place of the order: its messages, or its text with a depth; else why neither is there."""

    identifier: str
    blocks: tuple[Block, ...] = ()
    at_depth: tuple[AtDepth, ...] = ()
    missing: tuple[LedgerLine, ...] = ()
    enabled: bool = True


def rows(stage: PromptStage, contents: PlaceContents) -> tuple[PresetRow, ...]:
    """The preset's places with what stands there, in order: macros of one text may use what an earlier one stored."""
    prompts = {prompt.identifier: prompt for prompt in stage.preset.prompts}
    order = places(stage.preset, contents.filled, strict=stage.strict_order)
    behind = False
    found: list[PresetRow] = []
    for place in order:
        behind = behind or place.identifier == CHAT
        found.append(_row(stage, contents, place, prompts.get(place.identifier), behind=behind))
    named = {place.identifier for place in order}
    return (*found, PresetRow("", missing=tuple(_unnamed(contents, prompts, named))))


def _row(
    stage: PromptStage, contents: PlaceContents, place: PresetPlace, prompt: PresetPrompt | None, *, behind: bool
) -> PresetRow:
    """``behind``: the place is behind the chat."""
    name = place.identifier
    reason = _why_not(stage, place, prompt)
    if reason:
        return PresetRow(name, missing=tuple(contents.absent(name, prompt, reason)), enabled=False)
    added = Reason.ADDED_TO_ORDER if place.added else Reason.NONE
    if name == EXAMPLES:
        blocks, silent = contents.examples(added)
        return PresetRow(name, blocks, missing=silent if blocks or silent else tuple(contents.empty(name)))
    if name in BUILT_IN_MARKERS and name != CHAT:
        scraps = contents.marker(name, added)
        missing = () if scraps else tuple(contents.empty(name))
        return _placed(name, prompt or _UNTOLD, scraps, missing)
    if prompt is None or prompt.marker:
        return PresetRow(name)
    slot = PromptSlot.DEPTH if prompt.depth is not None else PromptSlot.POST_HISTORY if behind else PromptSlot.PERSONA
    return _placed(name, prompt, *contents.text(prompt, slot))


def _placed(name: str, form: PresetPrompt, scraps: tuple[Scrap, ...], missing: tuple[LedgerLine, ...]) -> PresetRow:
    """The text as one message of the form's role, here or at its depth."""
    if not scraps:
        return PresetRow(name, missing=missing)
    if form.depth is None:
        return PresetRow(name, (Block(form.role, scraps),), missing=missing)
    return PresetRow(name, at_depth=(AtDepth(form.depth, form.role, scraps, form.depth_order),), missing=missing)


def _why_not(stage: PromptStage, place: PresetPlace, prompt: PresetPrompt | None) -> Reason:
    if not place.enabled:
        return Reason.NOT_IN_ORDER if place.added else Reason.DISABLED
    if prompt and prompt.unsent:
        return Reason.UNSENT
    if prompt and prompt.triggers and stage.generation not in prompt.triggers:
        return Reason.TRIGGER
    return Reason.NONE


def _unnamed(contents: PlaceContents, prompts: dict[str, PresetPrompt], named: set[str]) -> Iterator[LedgerLine]:
    """What the order does not name is not sent."""
    for name in dict.fromkeys((*prompts, *BUILT_IN_MARKERS, MAIN, LAST)):
        if name not in named:
            yield from contents.absent(name, prompts.get(name), Reason.NOT_IN_ORDER)

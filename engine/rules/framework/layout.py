"""Where everything but the chat stands: before it, after it, or at a depth in it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.rules.framework.additions import Additions
from engine.rules.framework.contents import Contents
from engine.rules.framework.depth import AtDepth
from engine.rules.framework.order import CHAT, DEFINITIONS, EXAMPLES, LAST, MAIN, Place, places
from engine.rules.framework.own_parts import OwnParts
from engine.rules.framework.pieces import Block
from engine.values.presets import BUILT_IN_MARKERS, PresetPrompt
from engine.values.prompts import LedgerLine, Reason, Slot
from engine.values.stage import Stage

_NOTHING: Final = PresetPrompt("")


@dataclass(frozen=True, slots=True)
class Row:
    """One place of the order: its messages, or its text with a depth; else why neither is there."""

    identifier: str
    blocks: tuple[Block, ...] = ()
    at_depth: tuple[AtDepth, ...] = ()
    missing: tuple[LedgerLine, ...] = ()
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Layout:
    """What stands before the chat and after it, and what has a depth in it. ``history``: the chat is in the order."""

    before: tuple[Block, ...]
    after: tuple[Block, ...]
    at_depth: tuple[AtDepth, ...]
    history: bool
    missing: tuple[LedgerLine, ...]


def rows(stage: Stage, contents: Contents) -> tuple[Row, ...]:
    """The preset's places with what stands there, in order: macros of one text may use what an earlier one stored."""
    prompts = {prompt.identifier: prompt for prompt in stage.preset.prompts}
    order = places(stage.preset, contents.filled, strict=stage.strict_order)
    behind = False
    found: list[Row] = []
    for place in order:
        prompt = prompts.get(place.identifier)
        behind = behind or place.identifier == CHAT
        found.append(_row(stage, contents, place, prompt, behind=behind))
    named = {place.identifier for place in order}
    return (*found, Row("", missing=tuple(_unnamed(contents, prompts, named))))


def lay_out(rows: Sequence[Row], added: Additions, own: OwnParts) -> Layout:
    """Put the rows, what people added, and the house's own parts together."""
    chat = next(at for at, row in enumerate(rows) if row.identifier == CHAT)
    head = max((at for at, row in enumerate(rows[:chat]) if row.identifier in DEFINITIONS), default=chat - 1)
    examples = max((at for at, row in enumerate(rows[:chat]) if row.identifier == EXAMPLES), default=head)
    around = {MAIN: (added.before_main, added.after_main)}
    behind = {head: own.head} | {max(head, examples): own.stable}
    if head == max(head, examples):
        behind = {head: (*own.head, *own.stable)}
    messages: list[tuple[Block, ...]] = []
    for at, row in enumerate(rows):
        above, below = around.get(row.identifier, ((), ()))
        messages.append((*above, *row.blocks, *below, *behind.get(at, ())))
    start = () if any(row.identifier == MAIN for row in rows) else (*added.before_main, *added.after_main)
    start = (*start, *behind.get(-1, ()))
    return Layout(
        before=(*start, *_flat(messages[:chat]), *own.before_history),
        after=(*_flat(messages[chat + 1 :]), *own.last),
        at_depth=(*(text for row in rows for text in row.at_depth), *added.in_chat),
        history=rows[chat].enabled,
        missing=(*(line for row in rows for line in row.missing), *added.missing, *own.missing),
    )


def _row(stage: Stage, contents: Contents, place: Place, prompt: PresetPrompt | None, *, behind: bool) -> Row:
    name = place.identifier
    reason = _why_not(stage, place, prompt)
    if reason:
        return Row(name, missing=tuple(contents.absent(name, prompt, reason)), enabled=False)
    if name == CHAT:
        return Row(name)
    added = Reason.ADDED_TO_ORDER if place.added else Reason.NONE
    if name == EXAMPLES:
        blocks = contents.examples(added)
        return Row(name, blocks, missing=() if blocks else tuple(contents.empty(name)))
    if name in BUILT_IN_MARKERS:
        scraps, missing = contents.marker(name, added), ()
        missing = () if scraps else tuple(contents.empty(name))
    elif prompt is None or prompt.marker:
        return Row(name)
    else:
        slot = Slot.DEPTH if prompt.depth is not None else Slot.POST_HISTORY if behind else Slot.PERSONA
        scraps, missing = contents.text(prompt, slot)
    form = prompt or _NOTHING
    if not scraps:
        return Row(name, missing=missing)
    if form.depth is None:
        return Row(name, (Block(form.role, scraps),), missing=missing)
    return Row(name, at_depth=(AtDepth(form.depth, form.role, scraps, form.depth_order),), missing=missing)


def _why_not(stage: Stage, place: Place, prompt: PresetPrompt | None) -> Reason:
    if not place.enabled:
        return Reason.NOT_IN_ORDER if place.added else Reason.DISABLED
    if prompt and prompt.triggers and stage.generation not in prompt.triggers:
        return Reason.TRIGGER
    return Reason.NONE


def _unnamed(contents: Contents, prompts: dict[str, PresetPrompt], named: set[str]) -> Iterator[LedgerLine]:
    """What the order does not name is not sent."""
    for name in dict.fromkeys((*prompts, *BUILT_IN_MARKERS, MAIN, LAST)):
        if name not in named:
            yield from contents.absent(name, prompts.get(name), Reason.NOT_IN_ORDER)


def _flat(messages: Sequence[tuple[Block, ...]]) -> tuple[Block, ...]:
    return tuple(block for row in messages for block in row)

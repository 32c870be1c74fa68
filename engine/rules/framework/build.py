"""Everything that a prompt is made of in, the prompt out. The same stage always gives the same prompt.

World books are asked first. Then each text is expanded, in the order in which it will stand. Then the budget decides
what is left out. Only then there are messages: the preset's order around the chat, and in the chat whatever has a
depth, placed anew.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.rules.framework.additions import additions
from engine.rules.framework.budget import Fit, Sized, fit, room_of
from engine.rules.framework.chat import chat
from engine.rules.framework.chat_words import ChatWords, chat_words
from engine.rules.framework.contents import Contents
from engine.rules.framework.depth import Layer, layers
from engine.rules.framework.layout import Layout, lay_out
from engine.rules.framework.ledger import in_lines, said_lines, sizes, trimmed_lines, unsaid_lines
from engine.rules.framework.lore import Lore, find_lore, left_out, outlet_lines
from engine.rules.framework.own_parts import OwnParts, own_parts
from engine.rules.framework.pieces import Block, Piece, keep
from engine.rules.framework.quotes import at_most, chosen, have_quotes, joined, shown_lines, told_quotes
from engine.rules.framework.rows import rows
from engine.rules.framework.said import Said, heard, said
from engine.rules.framework.scene import open_scene
from engine.rules.framework.squash import Sent, messages_of, squash
from engine.values.prompts import LedgerLine, Part, Prompt, Reason, Slot, Verdict
from engine.values.stage import Built, Stage

_MIDDLE = frozenset({Slot.HISTORY, Slot.RECALLED, Slot.REMINDER})


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything that is proposed for the prompt, before the budget decides."""

    said: Said
    layout: Layout
    deep: tuple[Layer, ...]
    own: OwnParts
    words: ChatWords
    lore: Lore

    @property
    def blocks(self) -> Iterator[Block]:
        """Every message that is not something said."""
        yield from self.layout.before
        yield from (block for layer in self.deep for block in layer.blocks)
        yield from (*self.own.recent, *self.words.opening, *self.words.instead, *self.words.closing)
        yield from (*self.layout.after, *self.words.ending)


def build(stage: Stage) -> Built:
    """The prompt for one reply, and the state that building it leaves. Raises PromptTooLong."""
    history, current = heard(stage)
    expander = open_scene(stage, (*history, *current))
    lore = find_lore(stage, (*history, *current), room_of(stage.limits).budget, expander)
    expander.context = replace(expander.context, outlets=lore.outlets())
    found = rows(stage, Contents(stage, lore, expander))
    meant = lore.meant(expander.expand(stage.preset.texts.world_format, "meant")) if lore.activation.meant else ()
    added = additions(stage, lore, expander)
    talk = said(stage, history, current)
    words = chat_words(stage, talk.messages[-1] if talk.messages else None, expander)

    def draft(parts: Sequence[Part]) -> Draft:
        own = own_parts(parts, stage.limits.memory_position, meant)
        layout = lay_out(found, added, own)
        return Draft(talk, layout, tuple(layers(layout.at_depth)), own, words, lore)

    return Built(_prompt(stage, draft), expander.variables, lore.activation.timers)


def _prompt(stage: Stage, draft_of: Callable[[Sequence[Part]], Draft]) -> Prompt:
    parts, first, shown = stage.parts, 0, frozenset[int]()
    if have_quotes(parts):  # which of them are told depends on where the talk is cut
        draft = draft_of(at_most(parts, stage.limits.factor))
        first = _fit(stage, draft, sizes(draft.blocks, stage.limits.factor)).start
        shown = frozenset(line.seq for line in draft.said.lines[first:])
        parts = chosen(parts, shown, stage.limits.factor)
    draft = draft_of(parts)
    costs = sizes(draft.blocks, stage.limits.factor)
    decision = _fit(stage, draft, costs)
    start = max(first, decision.start)
    dropped = {piece for index, piece in enumerate(costs) if index in decision.dropped}
    sent = _sent(stage, draft, start, dropped)
    ledger = (
        *_in(stage, draft, sent, start),
        *trimmed_lines((piece, costs[piece]) for piece in costs if piece in dropped),
        *shown_lines(stage.parts, shown),
        *_not_in(stage, draft, start),
    )
    paid = [line for line in ledger if line.verdict is Verdict.IN]
    middle = sum(line.tokens for line in paid if line.slot in _MIDDLE)
    told = told_quotes(parts, dropped)
    recalled = frozenset(part.origin for part in parts if part.quotes)
    tokens = sum(line.tokens for line in paid)
    return Prompt(messages_of(sent), tokens, tuple(joined(ledger, recalled)), middle, told)


def _fit(stage: Stage, draft: Draft, costs: dict[Piece, int]) -> Fit:
    """What stays. The pieces' indexes are their places in ``costs``."""
    talk = draft.said
    first = 0 if draft.layout.history else talk.answered
    lines, answered = talk.sizes[first : talk.answered], sum(talk.sizes[talk.answered :])
    parts = [Sized(piece.slot, tokens, piece.required, piece.rank) for piece, tokens in costs.items()]
    parts.append(Sized(Slot.CURRENT, answered, required=True))
    seqs = [line.seq for line in talk.lines[first : talk.answered]]
    whole = stage.limits.history_load_all and draft.layout.history
    decision = fit(parts, seqs, lines, room_of(stage.limits), whole_history=whole)
    return replace(decision, start=first + decision.start)


def _sent(stage: Stage, draft: Draft, start: int, dropped: set[Piece]) -> tuple[Sent, ...]:
    """The messages in order, those that are said from ``start`` on."""
    words = draft.words
    middle = chat(stage, draft.said.messages[start:], draft.deep, draft.own.recent, words)
    everything: tuple[Sent, ...] = (
        *draft.layout.before,
        *middle.sent,
        *draft.layout.after,
        *words.ending,
        *middle.begun,
    )
    if dropped:
        everything = keep(everything, lambda piece: piece not in dropped)
    return squash(everything) if stage.preset.squash else everything


def _in(stage: Stage, draft: Draft, sent: tuple[Sent, ...], start: int) -> Iterator[LedgerLine]:
    """What is sent, in the order of the prompt; what was said is told where its first message stands."""
    first = next((at for at, it in enumerate(sent) if not isinstance(it, Block)), len(sent))
    above = sizes((it for it in sent[:first] if isinstance(it, Block)), stage.limits.factor)
    below = sizes((it for it in sent[first:] if isinstance(it, Block)), stage.limits.factor)
    for piece in above.keys() & below.keys():
        above[piece] += below.pop(piece)
    yield from in_lines(above)
    yield from said_lines(draft.said, start)
    yield from in_lines(below)
    yield from outlet_lines(draft.lore, (it.text for it in sent if isinstance(it, Block)))


def _not_in(stage: Stage, draft: Draft, start: int) -> Iterator[LedgerLine]:
    yield from draft.layout.missing
    yield from left_out(draft.lore)
    why = Reason.BUDGET if draft.layout.history else Reason.DISABLED
    yield from unsaid_lines(stage.talk, draft.said, start, why)

"""Everything that a prompt is made of in, the prompt out. The same stage always gives the same prompt.

World books are asked first. Then each text is expanded, in the order in which it will stand. Then the budget decides
what is left out. Only then there are messages: the preset's order around the chat, and in the chat whatever has a
depth, placed anew.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from engine.rules.framework.additions import additions
from engine.rules.framework.budget import SizedPart, fit, room_of
from engine.rules.framework.contents import PlaceContents
from engine.rules.framework.depth import DepthLayer, layers
from engine.rules.framework.history.chat import ShownChat, chat
from engine.rules.framework.history.chat_words import ChatWords, chat_words, without_chat
from engine.rules.framework.history.quotes import at_most, chosen, have_quotes, joined, shown_lines, told_quotes
from engine.rules.framework.history.said import ProposedHistory, heard, newest_as_stored, said
from engine.rules.framework.history.squash import Sent, messages_of, squash
from engine.rules.framework.layout import Layout, lay_out
from engine.rules.framework.ledger import (
    in_lines,
    late_lines,
    said_lines,
    sizes,
    trimmed_lines,
    unfilled_lines,
    unsaid_lines,
)
from engine.rules.framework.lore import Lore, find_lore, left_out, outlet_lines
from engine.rules.framework.own_parts import OwnParts, own_parts
from engine.rules.framework.pieces import Block, PromptPiece, keep
from engine.rules.framework.rows import rows
from engine.rules.framework.scene import open_scene
from engine.rules.framework.story import StoryParts, telling
from engine.rules.regexes.search_time import SearchTime
from engine.values.models.prompts import LedgerLine, PartVerdict, Prompt, PromptPart, PromptSlot, Reason
from engine.values.models.stage import Built, PromptStage

_MIDDLE = frozenset({PromptSlot.HISTORY, PromptSlot.RECALLED, PromptSlot.REMINDER})


@dataclass(frozen=True, slots=True)
class PromptDraft:
    """Everything that is proposed for the prompt, before the budget decides.

    ``unfilled``: the macros in its texts for which there is nothing here. ``late``: the scripts that took too long.
    """

    said: ProposedHistory
    layout: Layout
    deep: tuple[DepthLayer, ...]
    own: OwnParts
    words: ChatWords
    lore: Lore
    told: StoryParts
    unfilled: tuple[str, ...] = ()
    late: tuple[str, ...] = ()

    @property
    def blocks(self) -> Iterator[Block]:
        """Every message that is not something said."""
        yield from self.layout.before
        yield from (block for layer in self.deep for block in layer.blocks)
        yield from (it.block for it in self.told.anchored)
        yield from (*self.own.recent, *self.words.opening, *self.words.instead, *self.words.closing)
        yield from (*self.layout.after, *self.words.ending)


def build(stage: PromptStage, time: SearchTime | None = None) -> Built:
    """The prompt for one reply, and the state that building it leaves. Raises PromptTooLong.

    ``time`` is what regexes that only backtracking finds may take; what it was too short for, the ledger tells.
    """
    time = time or SearchTime()
    history, current = heard(stage, time)
    expander = open_scene(stage, newest_as_stored(stage, time))
    lore = find_lore(stage, (*history, *current), room_of(stage.limits).budget, expander, time)
    expander.context = replace(expander.context, outlets=lore.outlets())
    found = rows(stage, PlaceContents(stage, lore, expander))
    meant = lore.meant(expander.expand(stage.preset.texts.world_format, "meant")) if lore.activation.meant else ()
    added = additions(stage, lore, expander)
    talk = said(stage, history, current)
    told = telling(stage, talk)
    words = chat_words(stage, talk.messages[-1] if talk.messages else None, expander)

    def draft(parts: Sequence[PromptPart]) -> PromptDraft:
        own = own_parts((*told.parts, *parts), stage.limits.memory_position, meant)
        layout = lay_out(found, added, own, strict=stage.strict_order)
        shown = told if layout.history else replace(told, anchored=())
        deep = tuple(layers(layout.at_depth))
        unfilled = tuple(sorted(expander.unfilled))
        around = without_chat(words) if layout.silent else words
        return PromptDraft(talk, layout, deep, own, around, lore, shown, unfilled, tuple(time.late))

    return Built(_prompt(stage, draft), expander.variables, lore.activation.timers)


@dataclass(frozen=True, slots=True)
class KeptPieces:
    """What stays of a draft: the runs of the talk, the last one from ``start`` on, and all but ``dropped`` pieces."""

    start: int
    runs: tuple[range, ...]
    dropped: frozenset[PromptPiece]


def _prompt(stage: PromptStage, draft_of: Callable[[Sequence[PromptPart]], PromptDraft]) -> Prompt:
    parts, first, shown = stage.parts, 0, frozenset[int]()
    if have_quotes(parts):  # which of them are told depends on where the talk is cut
        draft = draft_of(at_most(parts, stage.limits.factor))
        longest = _fit(stage, draft, sizes(draft.blocks, stage.limits.factor))
        first = longest.start
        shown = frozenset(draft.said.lines[at].seq for run in longest.runs for at in run)
        parts = chosen(parts, shown, stage.limits.factor)
    draft = draft_of(parts)
    costs = sizes(draft.blocks, stage.limits.factor)
    kept = _fit(stage, draft, costs, first)
    sent = _sent(stage, draft, kept)
    ledger = (
        *_in(stage, draft, sent, kept.runs),
        *trimmed_lines((piece, costs[piece]) for piece in costs if piece in kept.dropped),
        *shown_lines(stage.parts, shown),
        *_not_in(stage, draft, kept.runs),
    )
    paid = [line for line in ledger if line.verdict is PartVerdict.IN]
    middle = sum(line.tokens for line in paid if line.slot in _MIDDLE)
    told = told_quotes(parts, kept.dropped)
    recalled = frozenset(part.origin for part in parts if part.quotes)
    tokens = sum(line.tokens for line in paid)
    return Prompt(messages_of(sent), tokens, tuple(joined(ledger, recalled)), middle, told)


def _fit(stage: PromptStage, draft: PromptDraft, costs: dict[PromptPiece, int], earliest: int = 0) -> KeptPieces:
    """What stays when everything costs so much; of the talk, nothing between its head and index ``earliest``."""
    talk, history = draft.said, draft.layout.history
    answered = len(talk.lines) if draft.layout.silent else talk.answered
    first = talk.head if history else answered
    lines = talk.sizes[first:answered]
    parts = [SizedPart(piece.slot, tokens, piece.required, piece.rank) for piece, tokens in costs.items()]
    parts.append(SizedPart(PromptSlot.HISTORY, sum(talk.sizes[: talk.head]) if history else 0, required=False))
    parts.append(SizedPart(PromptSlot.CURRENT, sum(talk.sizes[answered:]), required=True))
    seqs = [line.seq for line in talk.lines[first:answered]]
    decision = fit(parts, seqs, lines, room_of(stage.limits), whole_history=stage.limits.history_load_all and history)
    start = max(earliest, first + decision.start)
    head = history and len(costs) not in decision.dropped
    dropped = frozenset(piece for index, piece in enumerate(costs) if index in decision.dropped)
    return KeptPieces(start, talk.runs(start, head=head), dropped)


def _sent(stage: PromptStage, draft: PromptDraft, kept: KeptPieces) -> tuple[Sent, ...]:
    """The messages in order."""
    words, talk = draft.words, draft.said
    shown = [at for run in kept.runs for at in run]
    seqs = [talk.lines[at].seq for at in shown]
    told: dict[int, tuple[Block, ...]] = {}
    for it in draft.told.anchored:
        index = bisect_left(seqs, it.before)
        told[index] = (*told.get(index, ()), it.block)
    middle = chat(stage, ShownChat([talk.messages[at] for at in shown], told), draft.deep, draft.own.recent, words)
    everything: tuple[Sent, ...] = (
        *draft.layout.before,
        *middle.sent,
        *draft.layout.after,
        *words.ending,
        *middle.begun,
    )
    if kept.dropped:
        everything = keep(everything, lambda piece: piece not in kept.dropped)
    return squash(everything) if stage.preset.squash else everything


def _in(stage: PromptStage, draft: PromptDraft, sent: tuple[Sent, ...], runs: Sequence[range]) -> Iterator[LedgerLine]:
    """What is sent, in the order of the prompt; what was said is told where the first message of its run stands."""
    said = [at for at, it in enumerate(sent) if not isinstance(it, Block)]
    firsts = accumulate(map(len, runs[:-1]), initial=0)
    bounds = (0, *(said[number] for number in firsts if said), len(sent))
    groups = [
        sizes((it for it in sent[start:end] if isinstance(it, Block)), stage.limits.factor)
        for start, end in pairwise(bounds)
    ]
    for earlier, later in ((it, other) for at, it in enumerate(groups) for other in groups[at + 1 :]):
        for piece in earlier.keys() & later.keys():
            earlier[piece] += later.pop(piece)
    yield from in_lines(groups[0])
    for run, group in zip(runs, groups[1:], strict=True):
        yield from said_lines(draft.said, run)
        yield from in_lines(group)
    yield from outlet_lines(draft.lore, (it.text for it in sent if isinstance(it, Block)))


def _not_in(stage: PromptStage, draft: PromptDraft, runs: Sequence[range]) -> Iterator[LedgerLine]:
    yield from draft.layout.missing
    yield from draft.told.missing
    yield from draft.words.missing
    yield from left_out(draft.lore)
    why = Reason.BUDGET if draft.layout.history else Reason.DISABLED
    yield from unsaid_lines(stage.talk, draft.said, runs, why)
    yield from unfilled_lines(draft.unfilled)
    yield from late_lines(draft.late)

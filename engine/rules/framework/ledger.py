"""The record of a prompt: what is in it and what it costs, in the order of the prompt, then what is not, and why."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from engine.rules.framework.history.said import ProposedHistory
from engine.rules.framework.history.windows import is_spoken
from engine.rules.framework.pieces import Block, PromptPiece
from engine.values.models.prompts import HistoryLine, LedgerLine, PartVerdict, PromptSlot, Reason, Talk
from engine.values.models.tokens import TokenFactor


def sizes(blocks: Iterable[Block], factor: TokenFactor) -> dict[PromptPiece, int]:
    """What each piece costs in these messages, in tokens; in the order of the messages."""
    costs: dict[PromptPiece, int] = {}
    for block in blocks:
        for piece, tokens in block.sizes(factor):
            costs[piece] = costs.get(piece, 0) + tokens
    return costs


def out_line(piece: PromptPiece, reason: Reason) -> LedgerLine:
    """The piece, which is not sent."""
    return LedgerLine(piece.slot, piece.origin, 0, PartVerdict.OUT, reason, piece.detail)


def in_lines(costs: dict[PromptPiece, int]) -> Iterator[LedgerLine]:
    """The pieces that are sent."""
    for piece, tokens in costs.items():
        yield LedgerLine(piece.slot, piece.origin, tokens, PartVerdict.IN, piece.reason, piece.detail)


def trimmed_lines(costs: Iterable[tuple[PromptPiece, int]]) -> Iterator[LedgerLine]:
    """The pieces for which there was no room."""
    for piece, tokens in costs:
        yield LedgerLine(piece.slot, piece.origin, tokens, PartVerdict.TRIMMED, Reason.BUDGET, piece.detail)


def said_lines(said: ProposedHistory, run: range) -> Iterator[LedgerLine]:
    """A run of the talk that is sent."""
    answered = min(max(said.answered, run.start), run.stop)
    if run.start < answered:
        yield _run("history", PromptSlot.HISTORY, said, range(run.start, answered), PartVerdict.IN, Reason.NONE)
    if answered < run.stop:
        yield _run("current", PromptSlot.CURRENT, said, range(answered, run.stop), PartVerdict.IN, Reason.NONE)


def unsaid_lines(talk: Talk, said: ProposedHistory, sent: Sequence[range], why: Reason) -> Iterator[LedgerLine]:
    """What of the talk is not ``sent``: told by summaries or pages, beyond the limit of messages, cut (``why``),
    hidden, not said.
    """
    told = {Reason.SUMMARISED: said.window.summarised, Reason.PAGED: said.window.paged}
    known = {line.seq for lines in (*told.values(), said.lines) for line in lines}
    first = said.lines[said.head].seq if said.head < len(said.lines) else 0
    older = [it for it in talk.history if it.seq < first and is_spoken(it) and not it.hidden and it.seq not in known]
    if older:
        yield LedgerLine(PromptSlot.HISTORY, _origin("history", older), 0, PartVerdict.TRIMMED, Reason.HISTORY_LIMIT)
    shown = [said.lines[at].seq for run in sent for at in run]
    for reason, lines in told.items():
        for _, run in groupby(lines, key=lambda line: bisect_left(shown, line.seq)):
            yield LedgerLine(PromptSlot.HISTORY, _origin("history", list(run)), 0, PartVerdict.OUT, reason)
    kept = {at for run in sent for at in run}
    answered = range(said.answered, len(said.lines))
    for part in (range(said.head), range(said.head, said.answered), answered):
        left = [at for at in part if at not in kept]
        if left:
            name, slot = ("current", PromptSlot.CURRENT) if part is answered else ("history", PromptSlot.HISTORY)
            verdict = PartVerdict.TRIMMED if why is Reason.BUDGET else PartVerdict.OUT
            yield _run(name, slot, said, range(left[0], left[-1] + 1), verdict, why)
    yield from (
        LedgerLine(PromptSlot.HISTORY, f"history:{seq}", tokens, PartVerdict.TRIMMED, Reason.SHORTENED)
        for seq, tokens in said.shortened
        if seq in shown
    )
    for line in (*talk.history, *talk.current):
        if line.hidden:
            yield LedgerLine(PromptSlot.HISTORY, f"history:{line.seq}", 0, PartVerdict.OUT, Reason.HIDDEN)
        elif not is_spoken(line):
            yield LedgerLine(PromptSlot.HISTORY, f"history:{line.seq}", 0, PartVerdict.EMPTY, Reason.NOT_SPOKEN)


def unfilled_lines(names: Iterable[str]) -> Iterator[LedgerLine]:
    """The macros in whose place nothing stands, because there is nothing of the kind here."""
    for name in names:
        yield LedgerLine(PromptSlot.PERSONA, f"macro:{name}", 0, PartVerdict.EMPTY, Reason.NOTHING_HERE)


def late_lines(names: Iterable[str]) -> Iterator[LedgerLine]:
    """The scripts that did nothing from some message on, because their regexes took too long."""
    for name in names:
        yield LedgerLine(PromptSlot.HISTORY, f"script:{name}", 0, PartVerdict.OUT, Reason.TOO_SLOW)


def _run(
    name: str, slot: PromptSlot, said: ProposedHistory, run: range, verdict: PartVerdict, reason: Reason
) -> LedgerLine:
    tokens = sum(said.sizes[run.start : run.stop])
    return LedgerLine(slot, _origin(name, said.lines[run.start : run.stop]), tokens, verdict, reason)


def _origin(name: str, lines: Sequence[HistoryLine]) -> str:
    """``history:17-42``, by seq."""
    first, last = lines[0].seq, lines[-1].seq
    return f"{name}:{first}" if first == last else f"{name}:{first}-{last}"

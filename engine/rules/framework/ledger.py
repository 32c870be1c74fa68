"""The record of a prompt: what is in it and what it costs, in the order of the prompt, then what is not, and why."""

from collections.abc import Iterable, Iterator, Sequence

from engine.rules.framework.pieces import Block, Piece
from engine.rules.framework.said import Said
from engine.rules.framework.windows import is_spoken
from engine.values.prompts import HistoryLine, LedgerLine, Reason, Slot, Talk, Verdict
from engine.values.tokens import TokenFactor


def sizes(blocks: Iterable[Block], factor: TokenFactor) -> dict[Piece, int]:
    """What each piece costs in these messages, in tokens; in the order of the messages."""
    costs: dict[Piece, int] = {}
    for it in blocks:
        for piece, tokens in it.sizes(factor):
            costs[piece] = costs.get(piece, 0) + tokens
    return costs


def in_lines(costs: dict[Piece, int]) -> Iterator[LedgerLine]:
    """The pieces that are sent."""
    for piece, tokens in costs.items():
        yield LedgerLine(piece.slot, piece.origin, tokens, Verdict.IN, piece.reason, piece.detail)


def trimmed_lines(costs: Iterable[tuple[Piece, int]]) -> Iterator[LedgerLine]:
    """The pieces for which there was no room."""
    for piece, tokens in costs:
        yield LedgerLine(piece.slot, piece.origin, tokens, Verdict.TRIMMED, Reason.BUDGET, piece.detail)


def said_lines(said: Said, start: int) -> Iterator[LedgerLine]:
    """What of the talk is sent, from index ``start`` on."""
    if start < said.answered:
        yield _run("history", Slot.HISTORY, said, start, said.answered, Verdict.IN, Reason.NONE)
    if said.answered < len(said.lines):
        yield _run("current", Slot.CURRENT, said, said.answered, len(said.lines), Verdict.IN, Reason.NONE)


def unsaid_lines(talk: Talk, said: Said, start: int, why: Reason) -> Iterator[LedgerLine]:
    """What of the talk is not sent: beyond the limit of messages, cut before ``start`` (``why``), hidden, not said."""
    first = said.lines[0].seq if said.lines else 0
    older = [line for line in talk.history if line.seq < first and is_spoken(line) and not line.hidden]
    if older:
        yield LedgerLine(Slot.HISTORY, _origin("history", older), 0, Verdict.TRIMMED, Reason.HISTORY_LIMIT)
    if start:
        verdict = Verdict.TRIMMED if why is Reason.BUDGET else Verdict.OUT
        yield _run("history", Slot.HISTORY, said, 0, start, verdict, why)
    for line in (*talk.history, *talk.current):
        if line.hidden:
            yield LedgerLine(Slot.HISTORY, f"history:{line.seq}", 0, Verdict.OUT, Reason.HIDDEN)
        elif not is_spoken(line):
            yield LedgerLine(Slot.HISTORY, f"history:{line.seq}", 0, Verdict.EMPTY, Reason.NOT_SPOKEN)


def _run(name: str, slot: Slot, said: Said, start: int, end: int, verdict: Verdict, reason: Reason) -> LedgerLine:
    return LedgerLine(slot, _origin(name, said.lines[start:end]), sum(said.sizes[start:end]), verdict, reason)


def _origin(name: str, lines: Sequence[HistoryLine]) -> str:
    """``history:17-42``, by seq."""
    first, last = lines[0].seq, lines[-1].seq
    return f"{name}:{first}" if first == last else f"{name}:{first}-{last}"

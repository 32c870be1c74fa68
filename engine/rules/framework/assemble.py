"""Parts and talk in, a prompt with its ledger out. The order is the slots'; what changes least stands first."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.rules.framework.budget import Sized, fit, room_of
from engine.rules.framework.windows import is_spoken, propose, spoken
from engine.rules.text.names import on_one_line
from engine.rules.text.tokens import message_tokens
from engine.values.prompts import (
    HistoryLine,
    LedgerLine,
    Limits,
    Message,
    Part,
    Prompt,
    Reason,
    Role,
    Slot,
    Talk,
    Verdict,
)
from engine.values.settings import MemoryPosition

_JUST_BEFORE_HISTORY: Final = Slot.HISTORY - 1


@dataclass(frozen=True, slots=True)
class _Measured:
    """A part with its size in tokens."""

    part: Part
    tokens: int


@dataclass(frozen=True, slots=True)
class _Window:
    """The proposed history as messages, with its lines and their sizes in tokens."""

    lines: tuple[HistoryLine, ...]
    messages: tuple[Message, ...]
    sizes: tuple[int, ...]


def assemble(parts: Sequence[Part], talk: Talk, limits: Limits) -> Prompt:
    """The prompt for one reply. ``parts`` is everything but the talk, in any order; inside a slot their order stays.

    Messages of a part stay messages of their own, never mixed into what somebody said. Of the talk, only what somebody
    said goes in, with names before the words when more than one person speaks. Raises PromptTooLong.
    """
    window, current = _talk_messages(talk, limits)
    proposed = [_with_heading(part) for part in (*parts, current)]
    full = [_Measured(part, _size(part.messages, limits)) for part in proposed if part.messages]
    decision = fit(
        [Sized(each.part.slot, each.tokens, each.part.required) for each in full],
        [line.seq for line in window.lines],
        window.sizes,
        room_of(limits),
    )
    kept = [each.part for index, each in enumerate(full) if index not in decision.dropped]
    kept.append(Part(Slot.HISTORY, "history", window.messages[decision.start :]))
    ledger = [
        *(_fate(each, dropped=index in decision.dropped) for index, each in enumerate(full)),
        *(_empty(part) for part in proposed if not part.messages),
        *_history_fates(talk, window, decision.start),
    ]
    position = limits.memory_position
    ordered = sorted(kept, key=lambda part: _rank(part.slot, position))
    return Prompt(
        tuple(message for part in ordered for message in part.messages),
        sum(line.tokens for line in ledger if line.verdict is Verdict.IN),
        tuple(sorted(ledger, key=lambda line: _rank(line.slot, position))),
    )


def _talk_messages(talk: Talk, limits: Limits) -> tuple[_Window, Part]:
    lines = propose(spoken(talk.history), limits.history_limit, whole=talk.whole)
    current = spoken(talk.current)
    named = len({line.speaker or line.name for line in (*lines, *current) if line.role is Role.USER}) > 1
    messages = tuple(_message(line, named=named) for line in lines)
    sizes = tuple(message_tokens(message, limits.factor) for message in messages)
    answered = tuple(_message(line, named=named) for line in current)
    return _Window(lines, messages, sizes), Part(Slot.CURRENT, _origin("current", current), answered, required=True)


def _message(line: HistoryLine, *, named: bool) -> Message:
    name = on_one_line(line.name) if named and line.role is Role.USER else ""
    return Message(line.role, f"{name}: {line.text}" if name else line.text, line.speaker)


def _with_heading(part: Part) -> Part:
    """The part without blank messages, its heading above the first one; nothing when all were blank."""
    messages = [message for message in part.messages if message.text.strip()]
    if messages and part.heading:
        messages[0] = replace(messages[0], text=f"{part.heading}\n{messages[0].text}")
    return replace(part, messages=tuple(messages), heading="")


def _rank(slot: Slot, position: MemoryPosition) -> int:
    if slot is Slot.RECALLED and position is MemoryPosition.BEFORE_HISTORY:
        return _JUST_BEFORE_HISTORY
    return slot


def _size(messages: Iterable[Message], limits: Limits) -> int:
    return sum(message_tokens(message, limits.factor) for message in messages)


def _fate(each: _Measured, *, dropped: bool) -> LedgerLine:
    verdict, reason = (Verdict.TRIMMED, Reason.BUDGET) if dropped else (Verdict.IN, Reason.NONE)
    return LedgerLine(each.part.slot, each.part.origin, each.tokens, verdict, reason)


def _empty(part: Part) -> LedgerLine:
    return LedgerLine(part.slot, part.origin, 0, Verdict.EMPTY, Reason.NO_TEXT)


def _history_fates(talk: Talk, window: _Window, start: int) -> Iterator[LedgerLine]:
    """What became of the history: not proposed, cut for room, sent, and what nobody said."""
    first = window.lines[0].seq if window.lines else 0
    older = tuple(line for line in talk.history if is_spoken(line) and line.seq < first)
    if older:
        yield LedgerLine(Slot.HISTORY, _origin("history", older), 0, Verdict.TRIMMED, Reason.HISTORY_LIMIT)
    if start:
        size, origin = sum(window.sizes[:start]), _origin("history", window.lines[:start])
        yield LedgerLine(Slot.HISTORY, origin, size, Verdict.TRIMMED, Reason.BUDGET)
    if start < len(window.lines):
        size, origin = sum(window.sizes[start:]), _origin("history", window.lines[start:])
        yield LedgerLine(Slot.HISTORY, origin, size, Verdict.IN)
    for line in (*talk.history, *talk.current):
        if not is_spoken(line):
            yield LedgerLine(Slot.HISTORY, f"history:{line.seq}", 0, Verdict.EMPTY, Reason.NOT_SPOKEN)


def _origin(name: str, lines: Sequence[HistoryLine]) -> str:
    """``history:17-42``, by seq."""
    if not lines:
        return name
    first, last = lines[0].seq, lines[-1].seq
    return f"{name}:{first}" if first == last else f"{name}:{first}-{last}"

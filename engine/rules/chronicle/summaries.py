"""When the middle of a talk is told by a summary, and which messages that covers.

Both questions are answered from the messages alone, walked from where the last summary ended. So whoever looks late, or
again after a restore, comes to the same summaries at the same places as somebody who looked after each message.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.rules.chronicle.again import AGAIN
from engine.rules.chronicle.by_hand import EDITED, REDONE
from engine.rules.chronicle.cheapest import cheapest_window
from engine.rules.text.stops import ends_sentence
from engine.rules.text.tokens import estimate
from engine.values.chats.entries import Derived
from engine.values.house.setting_choices import SummaryMode
from engine.values.house.settings import Settings
from engine.values.story.chronicle import Recorded

FOLDED: Final = "folded"
"""Why a summary ends that a later one has taken in."""
CORRECTED: Final = "corrected"

SUM_UP: Final = "summary"
"""The act by which people have a talk summed up at once."""

_GONE: Final = AGAIN | {EDITED}
"""Why summaries end in whose place another one is to be made, or stands in other words."""

LEAST_STAYING: Final = 10
"""Messages that stay in the mode ``auto``."""
MOST_UNCOVERED: Final = 400
"""Messages after which a talk is summed up even if they are short: a turn reads hardly more of them."""
BACKLOG: Final = 1_000
_STEP: Final = 500
"""More messages than a backlog are summed up at once, to a multiple of this: a call for each stretch costs too much."""
_QUARTER: Final = 4
_SENTENCE: Final = re.compile(r"[。！？!?…；;]+[”’\"')）」』】]*|\.(?=[\s”’\"')]|$)[”’\"')]*|\n")


@dataclass(frozen=True, slots=True)
class Rule:
    """A talk that is longer than ``trigger`` is summed up.

    The ``first`` messages stay, and at the end at least ``last`` of them, more where they are no longer than ``room``.
    Lengths are in tokens, estimated, or else in characters.
    """

    trigger: int
    first: int
    last: int
    room: int = 0
    tokens: bool = False

    def size(self, text: str) -> int:
        """How long a message is."""
        return estimate(text) if self.tokens else len(text)


def rule_of(settings: Settings, context: int | None = None) -> Rule | None:
    """When a talk is summed up; None for never. ``context``: how many tokens the model takes in; None for unknown."""
    match settings.summary:
        case SummaryMode.OFF:
            return None
        case SummaryMode.CLASSIC:
            return Rule(settings.summary_trigger, settings.summary_first, settings.summary_last)
        case SummaryMode.AUTO:
            most = _most(settings, context)
            return Rule(most, 0, LEAST_STAYING, most // _QUARTER, tokens=True)


def _most(settings: Settings, context: int | None) -> int:
    """The tokens of talk that no summary tells: at most half of a prompt.

    Where people have said how long a prompt is, that much; so where pages tell what leaves, or not all that leaves can
    be recalled, whoever said it. Else what costs least.
    """
    half = min(settings.budget_tokens, context or settings.budget_tokens) // 2
    recalled = settings.recall and settings.recall_replies
    if settings.story_pages or not recalled or "budget_tokens" in settings.model_fields_set:
        return half
    return min(half, cheapest_window(settings.cached_percent / 100, LEAST_STAYING))


@dataclass(frozen=True, slots=True)
class SizedMessage:
    """A message and how long it is."""

    seq: int
    size: int


@dataclass(frozen=True, slots=True)
class SummaryPlan:
    """The messages from seq ``first`` to ``last`` are to be summed up; that was so from seq ``at`` on."""

    first: int
    last: int
    at: int


def plan(
    said: Sequence[SizedMessage], rule: Rule, *, beginning: bool = True, floor: int = 0, asked: int | None = None
) -> SummaryPlan | None:
    """What is summed up next of ``said``, which no summary covers; None while it is short.

    ``beginning``: the talk, or its chapter, begins with it, so that its first messages stay. ``floor``: a seq before
    which nothing more is decided. ``asked``: the seq where somebody asked for a summary of what had been said by then.
    """
    skipped = rule.first if beginning else 0
    if len(said) > BACKLOG:
        floor = max(floor, said[len(said) // _STEP * _STEP - 1].seq)
    total = 0
    for end, message in enumerate(said, 1):
        total += message.size
        if end < len(said) and said[end].seq <= floor:
            continue
        if asked is not None and (end == len(said) or said[end].seq > asked):
            if (last := end - rule.last) > skipped:
                return SummaryPlan(said[skipped].seq, said[last - 1].seq, max(floor, message.seq, asked))
        elif total > rule.trigger or end > MOST_UNCOVERED:
            last = end - _staying(said, end, rule)
            if _worth_it(said[skipped:last], rule) or (end > MOST_UNCOVERED and last > skipped):
                return SummaryPlan(said[skipped].seq, said[last - 1].seq, max(floor, message.seq))
    return None


def _staying(said: Sequence[SizedMessage], end: int, rule: Rule) -> int:
    """How many of the first ``end`` messages stay, counted from the last of them."""
    kept = size = 0
    most = max(rule.last, MOST_UNCOVERED // _QUARTER)
    while kept < min(end, most):
        size += said[end - 1 - kept].size
        if kept >= rule.last and size > rule.room:
            break
        kept += 1
    return kept


def _worth_it(covered: Sequence[SizedMessage], rule: Rule) -> bool:
    """Where a few long messages stay, a call for each message that leaves them would bring nothing."""
    return sum(it.size for it in covered) > rule.trigger // _QUARTER


@dataclass(frozen=True, slots=True)
class SummaryStart:
    """What the next summary goes on from. ``after``: the last seq that is covered; ``floor`` as ``plan`` takes it.

    ``base`` are the summaries that it takes in, in order, and ``ends`` those that live.
    """

    after: int
    floor: int = 0
    base: tuple[Derived, ...] = ()
    ends: tuple[int, ...] = ()


def summary_start(written: Sequence[Recorded], start: int, stale: Collection[int] = ()) -> SummaryStart:
    """How it stands with the summaries behind seq ``start``, where the chapter began.

    Where a summary has ended that is to be made again, the one that it had taken in is gone on from; not from those
    that are ``stale``, for a message was changed since, nor from any from before something was put right. One without
    text, which nobody could write, counts no more where another has ended since.
    """
    here = [it for it in written if it.row.from_seq > start]
    again = [it for it in here if it.reason in AGAIN]
    ended = max((it.ended_at or 0 for it in again), default=0)
    corrected = max((it.ended_at or 0 for it in again if it.reason == CORRECTED), default=0)
    kept = [
        recorded
        for recorded in here
        if recorded.reason not in _GONE
        and (recorded.row.text or recorded.row.place.seq >= ended)
        and recorded.row.id not in stale
        and not (recorded.reason == FOLDED and recorded.row.place.seq < corrected)
    ]
    live = sorted((it.row for it in kept if it.ended_at is None), key=lambda it: (it.from_seq, it.place.seq, it.id))
    newest = max(kept, key=lambda it: (it.row.to_seq, it.row.place.seq, it.row.id), default=None)
    after = newest.row.to_seq if newest else start
    floors = [it.ended_at or 0 for it in again if it.row.to_seq > after]
    return SummaryStart(
        after=after,
        floor=max(newest.row.place.seq if newest else 0, *floors, 0),
        base=(newest.row,) if newest and newest.reason == FOLDED else tuple(live),
        ends=tuple(it.id for it in live),
    )


def redone_behind(written: Sequence[Recorded], after: int) -> Recorded | None:
    """The summary that people want written again of what lies behind seq ``after``, where nobody has done so yet."""
    newest = max((it.row.place.seq for it in written if it.row.text), default=0)
    found = [it for it in written if it.reason == REDONE and it.row.to_seq > after and (it.ended_at or 0) > newest]
    return max(found, key=lambda it: (it.ended_at or 0, it.row.to_seq), default=None)


def asked_for(acts: Iterable[int], written: Iterable[Recorded], start: int) -> int | None:
    """Where somebody asked for a summary (``acts``: the seqs) behind seq ``start`` that has not been written yet."""
    newest = max((it for it in acts if it > start), default=None)
    if newest is None or any(it.row.place.seq >= newest and it.reason not in _GONE for it in written):
        return None
    return newest


def cut_at_sentence(text: str, longest: int) -> str:
    """``text`` in at most ``longest`` characters, up to the end of a sentence where one ends in its second half."""
    text = text.strip()
    if len(text) <= longest:
        return text
    ends = [it.end() for it in _SENTENCE.finditer(text, longest // 2, longest) if _ends(text, it)]
    return text[: ends[-1]].rstrip() if ends else f"{text[: longest - 1].rstrip()}…"


def _ends(text: str, found: re.Match[str]) -> bool:
    at = found.start()
    return text[at] != "." or ends_sentence(text, at, at + 1)

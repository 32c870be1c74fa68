"""What of a talk is shown in a prompt, and what stands in its place.

A long story is told by several things that know nothing of each other: summaries, chapters, pages. ``window`` alone
puts them together. A message that a live summary covers leaves; so does, in steps, one that a page tells. What nothing
tells stays, and the budget decides.

The front of a prompt should stay the same from turn to turn, because that is what a model's cache keeps. So the window
does not slide: its start is chosen among the lines of the first quarter (of a small prompt, half) that could go, and
the line that crosses the roundest seq wins. As the talk grows, that choice stays for many turns and then jumps. Nothing
has to be remembered for it, and it is the same after a restart, on a fork, and however much of the history was loaded.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.values.chats.entries import EntryStatus
from engine.values.house.setting_choices import ChapterOrder, SummaryMode
from engine.values.models.prompts import HistoryLine, Role
from engine.values.models.stage import StoryRules
from engine.values.story.chronicle import Chronicle, Summary

_SPOKEN = frozenset({EntryStatus.COMPLETE, EntryStatus.INTERRUPTED})

QUARTER: Final = 4
HALF: Final = 2
SMALL_PROMPT: Final = 16_000
"""Tokens. Below it the window jumps by halves: there a jump costs little memory and a cache miss much of the bill."""

SPARES: Final = (64, 32, 16)
"""How many messages more than must stay are shown at most. Of so many one is rounder than the others."""

TOKENS_A_SPARE: Final = 375
"""A message may be spared for so many tokens of the prompt, which is several times what one takes."""

VERBATIM: Final = 10
"""Messages. So many stay in mode ``auto`` whatever tells them besides."""


@dataclass(frozen=True, slots=True)
class PlacedSummary:
    """A summary that stands before the first shown message with a seq of at least ``before``."""

    summary: Summary
    before: int


@dataclass(frozen=True, slots=True)
class Window:
    """What of a talk is proposed. ``head``: so many of the first ``lines`` are not cut with the others.

    ``whole``: nothing unknown lies right before the lines behind the head. ``told`` stand in order. ``summarised`` and
    ``paged`` are the lines that are told by those. ``front``: messages before this seq are no news any more.
    """

    lines: tuple[HistoryLine, ...]
    head: int = 0
    whole: bool = True
    told: tuple[PlacedSummary, ...] = ()
    summarised: tuple[HistoryLine, ...] = ()
    paged: tuple[HistoryLine, ...] = ()
    front: int = 0


def share_for(limit: int) -> int:
    """Which part of the room, as a divisor, may go at once in a prompt of at most ``limit`` tokens."""
    return HALF if limit < SMALL_PROMPT else QUARTER


def spare_for(budget: int) -> int:
    """How many messages more than must stay are shown, in a prompt of so many tokens, before what pages tell leaves.

    The more, the more seldom the front jumps: the prompt is longer, but cheaper where a cache serves its front.
    """
    return next((it for it in SPARES if it * TOKENS_A_SPARE <= budget), SPARES[-1])


def is_spoken(line: HistoryLine) -> bool:
    """Whether a line is something somebody said; errors and "(no reply)" are not."""
    return line.status in _SPOKEN and bool(line.text.strip())


def spoken(lines: Iterable[HistoryLine]) -> tuple[HistoryLine, ...]:
    """The lines that a model may read: said, and not hidden from it."""
    return tuple(line for line in lines if not line.hidden and is_spoken(line))


def propose(
    lines: Sequence[HistoryLine], history_limit: int, *, whole: bool, characters: int = 0
) -> tuple[HistoryLine, ...]:
    """The newest lines, at most ``history_limit`` of them (0 = no limit) and at least three quarters of that.

    ``whole`` says that no older line was left unloaded; otherwise the limit is at most what was loaded. What is then
    longer than ``characters`` (0 = no limit) is cut once more.
    """
    room = history_limit or len(lines)
    start = cut([line.seq for line in lines], [1] * len(lines), room, whole=whole)
    rest = lines[start:]
    if characters:
        rest = rest[cut([line.seq for line in rest], [len(line.text) for line in rest], characters) :]
    return tuple(rest)


def cut(
    seqs: Sequence[int], weights: Sequence[int], room: int, *, whole: bool = True, share: int = QUARTER, least: int = 0
) -> int:
    """The index of the first line kept, so that the weights from there on are at most ``room``.

    ``seqs`` ascend. When something has to go, at most another ``share``-th of the room goes with it, and ``least``
    stays if the room holds it.
    """
    total = sum(weights)
    if whole and total <= room:
        return 0
    full = min(room, total)
    first, rest = 0, total
    while first < len(seqs) and rest > full:
        rest -= weights[first]
        first += 1
    if not whole and first == 0 and len(seqs) > 1:  # what came before the first line is unknown
        first, rest = 1, rest - weights[0]
    return _roundest(seqs, weights, first, rest - max(full - full // share, least))


def _roundest(seqs: Sequence[int], weights: Sequence[int], first: int, spare: int) -> int:
    """The line from ``first`` on that crosses the roundest seq, ``spare`` being what may still go."""
    best, level = first, -1
    for index in range(first, len(seqs)):
        if index > first and spare < 0:
            break
        before = seqs[index - 1] if index else 0
        crossed = (before ^ seqs[index]).bit_length()
        if crossed > level:
            best, level = index, crossed
        spare -= weights[index]
    return best


def window(
    history: Sequence[HistoryLine], current: Sequence[HistoryLine], chronicle: Chronicle, rules: StoryRules
) -> Window:
    """What of ``history`` is shown and what is told in its place; ``current``, what is answered, is always shown.

    A chapter covers everything up to its act but the last turns before it, an automatic summary its range. In mode
    ``classic`` the first messages stay before the first summary.
    """
    lines = (*history, *current)
    chapters, summaries = _live(chronicle, rules)
    closed = chapters[-1].at if chapters else 0
    front = _front(lines, chronicle.processed, rules, closed=bool(chapters))
    kept = _last_turns(lines, closed, rules.chapter_turns) if closed and not summaries else closed + 1
    began = summaries[0].first if summaries else 0
    head: list[HistoryLine] = []
    rest: list[HistoryLine] = []
    summarised: list[HistoryLine] = []
    paged: list[HistoryLine] = []
    for line in history:
        seq = line.seq
        if seq < kept or any(it.first <= seq <= it.last for it in summaries):
            summarised.append(line)
        elif seq < began and rules.summary is SummaryMode.CLASSIC and len(head) < rules.first:
            head.append(line)
        elif rules.hide_processed and seq < front:
            paged.append(line)
        else:
            rest.append(line)
    return Window(
        lines=(*head, *rest),
        head=len(head),
        whole=not rest or any(it and it[-1].seq < rest[0].seq for it in (summarised, paged)),
        told=_told(chapters, summaries, rules),
        summarised=tuple(summarised),
        paged=tuple(paged),
        front=front,
    )


def opening(chronicle: Chronicle, rules: StoryRules) -> tuple[int, int] | None:
    """Between which seqs, themselves not meant, the messages lie that stay before the first summary; None for none."""
    chapters, summaries = _live(chronicle, rules)
    if not summaries or rules.summary is not SummaryMode.CLASSIC or not rules.first:
        return None
    return (chapters[-1].at if chapters else 0), summaries[0].first


def _live(chronicle: Chronicle, rules: StoryRules) -> tuple[list[Summary], list[Summary]]:
    """The chapters in order, and the summaries of what was said since the last one ended."""
    chapters = sorted((it for it in chronicle.summaries if it.chapter), key=lambda it: it.at)
    closed = chapters[-1].at if chapters else 0
    if rules.summary is SummaryMode.OFF:
        return chapters, []
    later = (it for it in chronicle.summaries if not it.chapter and it.last > closed)
    return chapters, sorted(later, key=lambda it: it.first)


def _told(chapters: Iterable[Summary], summaries: Iterable[Summary], rules: StoryRules) -> tuple[PlacedSummary, ...]:
    last_first = rules.chapter_order is ChapterOrder.LAST_FIRST
    closed = max((it.at for it in chapters), default=0)
    return (
        *(PlacedSummary(it, closed + 1 if last_first else 0) for it in chapters),
        *(PlacedSummary(it, it.last + 1) for it in summaries),
    )


def _front(lines: Sequence[HistoryLine], processed: int, rules: StoryRules, *, closed: bool) -> int:
    """The seq from which on messages stay although pages tell them; 0 where all do.

    So that it jumps seldom, it is the line that crosses the roundest seq of those that could be it.
    """
    seqs = [line.seq for line in lines]
    least = max(rules.visible, _least(rules))
    latest = min(bisect_right(seqs, processed), len(lines) - least)
    if closed:
        latest = min(latest, bisect_left(seqs, _last_turns(lines, seqs[-1] if seqs else 0, rules.chapter_turns)))
    if latest <= rules.spare:
        return 0
    return seqs[_roundest(seqs, [1] * len(seqs), latest - rules.spare, rules.spare)]


def _least(rules: StoryRules) -> int:
    if rules.summary is SummaryMode.AUTO:
        return VERBATIM
    return rules.last if rules.summary is SummaryMode.CLASSIC else 0


def _last_turns(lines: Sequence[HistoryLine], upto: int, turns: int) -> int:
    """The seq of the first line of the last ``turns`` turns up to seq ``upto``; a turn is a reply and its question."""
    at = bisect_right(lines, upto, key=lambda line: line.seq)
    found = 0
    first = at
    while first and (found < turns or lines[first - 1].role is not Role.ASSISTANT):
        first -= 1
        found += lines[first].role is Role.ASSISTANT
    return lines[first].seq if first < at else upto + 1

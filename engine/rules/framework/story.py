"""What tells a long story besides its messages: summaries in their place, and the index of the story.

All of it was written by models from what people wrote. So it stands between marks, as data.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from engine.rules.framework.budget import room_of
from engine.rules.framework.history.said import ProposedHistory
from engine.rules.framework.history.windows import PlacedSummary
from engine.rules.framework.pieces import GAP, Block, PromptPiece, Scrap
from engine.rules.recall.telling.quoting import harmless
from engine.rules.text.tokens import estimate
from engine.values.models.prompts import LedgerLine, PartVerdict, PromptMessage, PromptPart, PromptSlot, Reason, Role
from engine.values.models.stage import PromptStage, StoryWords
from engine.values.models.tokens import TokenFactor
from engine.values.story.chronicle import ChronicleItem, Summary, TimelineLine

SUMMARY: Final = "story:summary"
CHAPTER: Final = "story:chapter"
INDEX: Final = "story:index"

CHAPTERS: Final = 4
"""So much of the budget, as a divisor, the chapters may take together; the oldest are left out first."""

THINGS: Final = 2
"""So much of the index, as a divisor, is for things at most."""

Entry = TypeVar("Entry", TimelineLine, ChronicleItem)


@dataclass(frozen=True, slots=True)
class Anchored:
    """A message that stands before the first shown line with a seq of at least ``before``."""

    before: int
    block: Block


@dataclass(frozen=True, slots=True)
class StoryParts:
    """What stands in place of messages, in order, the parts with the stable memory, and what had no room."""

    anchored: tuple[Anchored, ...] = ()
    parts: tuple[PromptPart, ...] = ()
    missing: tuple[LedgerLine, ...] = ()


def telling(stage: PromptStage, talk: ProposedHistory) -> StoryParts:
    """The summaries of the window of ``talk``, and the index of the story."""
    factor = stage.limits.factor
    told, forgotten = _fitting(talk.window.told, room_of(stage.limits).budget // CHAPTERS, factor)
    index, left_out = _index(stage, talk)
    return StoryParts(
        tuple(Anchored(it.before, _block(it.summary, stage.words, rank)) for rank, it in enumerate(told, 1)),
        index,
        (*(_no_room(CHAPTER, _range(it.summary)) for it in forgotten), *left_out),
    )


def _fitting(
    told: Sequence[PlacedSummary], room: int, factor: TokenFactor
) -> tuple[list[PlacedSummary], list[PlacedSummary]]:
    """What is told, and the oldest chapters, for which there is no room. The newest one always is."""
    kept: list[PlacedSummary] = []
    forgotten: list[PlacedSummary] = []
    newest = max((it.summary.at for it in told), default=0)
    for it in reversed(told):
        room -= estimate(it.summary.text, factor) if it.summary.chapter else 0
        optional = it.summary.chapter and it.summary.at < newest
        (forgotten if optional and room < 0 else kept).append(it)
    return kept[::-1], forgotten[::-1]


def _block(summary: Summary, words: StoryWords, rank: int) -> Block:
    heading, origin = (words.chapter, CHAPTER) if summary.chapter else (words.summary, SUMMARY)
    piece = PromptPiece(PromptSlot.STABLE_MEMORY, origin, False, rank, detail=_range(summary))
    title = [f"{summary.chapter}. {summary.title}"] if summary.title.strip() else []
    text = _data((*title, *summary.text.splitlines()), words.mark)
    return Block(Role.SYSTEM, (Scrap(piece, text, f"{heading.strip()}\n{GAP}".lstrip()),))


def _index(stage: PromptStage, talk: ProposedHistory) -> tuple[tuple[PromptPart, ...], tuple[LedgerLine, ...]]:
    """The index in as many tokens as it may have: the newest lines of it, and what changed last of the things."""
    words, factor, room = stage.words, stage.limits.factor, stage.story.index_tokens
    timeline, items = _as_of_front(stage, talk)
    things, costs = _newest(items, _item, room // THINGS, factor)
    lines, _ = _newest(timeline, _line, room - costs, factor)
    texts = (*_section(words.timeline, map(_line, lines)), *_section(words.items, map(_item, things)))
    left = [f"timeline:{it.id}" for it in timeline[: len(timeline) - len(lines)]]
    left += [f"item:{it.id}" for it in items[: len(items) - len(things)]]
    message = PromptMessage(Role.SYSTEM, _data(texts, words.mark))
    part = (PromptPart(PromptSlot.STABLE_MEMORY, INDEX, (message,), heading=words.index.strip()),) if texts else ()
    return part, (_no_room(INDEX, ", ".join(left)),) if left else ()


def _as_of_front(stage: PromptStage, talk: ProposedHistory) -> tuple[Sequence[TimelineLine], Sequence[ChronicleItem]]:
    """The timeline and the things as they were where the talk that is shown begins: what came then is told by it.

    So the index changes when the front of the talk does, and not with every page. A young story, which is shown whole,
    has everything at once; so has one that somebody has put right since.
    """
    story = stage.chronicle
    shown = [it.seq for it in talk.lines[talk.head :]]
    front = max(talk.window.front, shown[0]) if talk.window.front and shown else 0
    if front <= story.lately.since or story.lately.mended >= front:
        return story.timeline, story.items
    merged = {it.until for it in story.lately.timeline}
    dated = [
        event
        for event in (*story.timeline, *_ended(story.lately.timeline, front))
        if event.place.seq < front
        or not (_is_news(event, shown, front) or (event.merged and event.place.seq in merged))
    ]
    changed = {(it.name, it.until) for it in story.lately.items}
    things = [
        item
        for item in (*story.items, *_ended(story.lately.items, front))
        if item.place.seq < front or not (_is_news(item, shown, front) or (item.name, item.place.seq) in changed)
    ]
    dated.sort(key=lambda it: (it.first, it.last))
    things.sort(key=lambda it: (it.place.seq, it.id))
    return dated, things


def _ended(entries: Iterable[Entry], front: int) -> Iterator[Entry]:
    """What was live at the front."""
    return (it for it in entries if it.until >= front)


def _is_news(it: TimelineLine | ChronicleItem, shown: Sequence[int], front: int) -> bool:
    """Whether the messages that it tells of are shown."""
    at = bisect_left(shown, it.first)
    return it.first >= front and at < len(shown) and shown[at] <= it.last


def _newest(
    entries: Sequence[Entry], as_text: Callable[[Entry], str], room: int, factor: TokenFactor
) -> tuple[Sequence[Entry], int]:
    """The last of ``entries`` that fit, in their order, and what they cost."""
    used = 0
    for at in range(len(entries) - 1, -1, -1):
        tokens = estimate(as_text(entries[at]) + "\n", factor)
        if used + tokens > room:
            return entries[at + 1 :], used
        used += tokens
    return entries, used


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    found = list(lines)
    if found:
        yield title.strip()
        yield from found


def _line(line: TimelineLine) -> str:
    return f"{line.when}: {line.text}" if line.when.strip() else line.text


def _item(item: ChronicleItem) -> str:
    return f"{item.name}: {item.text}"


def _data(lines: Iterable[str], mark: str) -> str:
    """Lines between marks that nothing in them can forge."""
    safe = (harmless(it, mark) for it in lines)
    return "\n".join((f"<{mark}>", *(it for it in safe if it), f"</{mark}>"))


def _range(summary: Summary) -> str:
    return f"{summary.first}–{summary.last}"


def _no_room(origin: str, detail: str) -> LedgerLine:
    return LedgerLine(PromptSlot.STABLE_MEMORY, origin, 0, PartVerdict.TRIMMED, Reason.BUDGET, detail)

"""How the line that is played differs from a branch or a save. Nothing is changed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.actions.chats.head_moves import current_head
from engine.actions.memory.finding import one_branch, one_save
from engine.context import EngineContext
from engine.db.chats import branches, log, sessions
from engine.db.chats.branches import Parted
from engine.db.story import chronicle
from engine.db.story.chronicle import ChronicleReader
from engine.errors import InputError
from engine.rules.acts import Acts, note_of, plot_in, preset_of
from engine.rules.director.plot import as_seen
from engine.rules.lines import cut, parted_at
from engine.rules.text.titles import at_word
from engine.turns.load import background_in
from engine.values.chats.differences import DifferencePart, Differences, LineState, PartDifference, StateDifference
from engine.values.chats.entries import EntryKind, Line
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import ChannelHead
from engine.values.ids import SessionKey
from engine.values.memory.memories import MemoryKind
from engine.values.story.chronicle import ChronicleKind

FIRST: Final = 8
"""So many of what differs are quoted."""
LONGEST: Final = 120

_STATED: Final = (EntryKind.PLOT, EntryKind.NOTE, EntryKind.PRESET, EntryKind.BACKGROUND)
"""The acts that change a state."""
_PARTS: Final[Mapping[str, DifferencePart]] = {
    MemoryKind.MANUAL: DifferencePart.MEMORIES,
    MemoryKind.CORE: DifferencePart.FACTS,
    MemoryKind.DIARY: DifferencePart.DIARY,
    ChronicleKind.PAGE: DifferencePart.PAGES,
    ChronicleKind.SUMMARY: DifferencePart.SUMMARIES,
    ChronicleKind.CHAPTER: DifferencePart.SUMMARIES,
    ChronicleKind.TIMELINE: DifferencePart.TIMELINE,
    ChronicleKind.ITEM: DifferencePart.ITEMS,
    ChronicleKind.DOSSIER: DifferencePart.PEOPLE,
}


async def with_save(ctx: EngineContext, here: Here, number: int, *, counted: bool = True) -> Differences:
    """How the place of a save differs from where people play. Raises NoSuchSavepoint, SessionMissing.

    ``counted``: with how many messages both share, for which the whole story is gone through.
    """
    channel_head = await current_head(ctx, here)
    saved = await one_save(ctx.db, channel_head, number)
    line = await ctx.lines.line(ctx.db, channel_head.session_key, saved.place.branch, saved.place.seq)
    return await _between(ctx, channel_head, line, counted=counted)


async def with_branch(ctx: EngineContext, here: Here, branch: int) -> Differences:
    """How the end of another branch differs from where people play. Raises NoSuchBranch, SessionMissing."""
    channel_head = await current_head(ctx, here)
    await one_branch(ctx.db, channel_head, branch)
    there = await ctx.lines.current(ctx.db, channel_head.session_key, branch)
    return await _between(ctx, channel_head, there, counted=True)


async def _between(ctx: EngineContext, channel_head: ChannelHead, there: Line, *, counted: bool) -> Differences:
    """Reads what lies behind the place where the lines part, and of what both share only what that changed."""
    key = channel_head.session_key
    here = await ctx.lines.current(ctx.db, key, channel_head.branch)
    common = parted_at(here, there)
    shared = await sessions.messages_on(ctx.db, key, cut(here, upto=common)) if counted else None
    tails = [cut(it, after=common) for it in (here, there)]
    if not any(it.segments for it in tails):
        return Differences(shared)
    who = await chronicle.readers_of(ctx.db, channel_head.channel_key)
    mine = await branches.only_on(ctx.db, key, here, there, common, who.covered or ())
    theirs = await branches.only_on(ctx.db, key, there, here, common, who.covered or ())
    apart = [await _messages(ctx, key, tails, common, who), *_derived(mine, theirs)]
    grown = any(it.kind == ChronicleKind.EVOLUTION for it in (*mine, *theirs))
    acted = [await log.acts(ctx.db, key, it, _STATED) for it in tails if it.segments]
    changed = await _states(ctx, channel_head, here, there, who) if grown or any(acted) else []
    return Differences(shared, tuple(it for it in apart if it.here or it.there), tuple(changed))


async def _messages(
    ctx: EngineContext, key: SessionKey, tails: Sequence[Line], common: int, who: ChronicleReader
) -> PartDifference:
    (mine, first), (theirs, other) = [await _said(ctx, key, it, common, who) for it in tails]
    return PartDifference(DifferencePart.MESSAGES, mine, theirs, first, other)


async def _said(
    ctx: EngineContext, key: SessionKey, tail: Line, common: int, who: ChronicleReader
) -> tuple[int, tuple[str, ...]]:
    """How many messages lie behind the place where the lines part, and how the first of them begin."""
    count = await sessions.messages_on(ctx.db, key, tail) if tail.segments else 0
    said = await chronicle.messages(ctx.db, key, tail, (common, tail.head + 1), FIRST) if count else []
    return count, tuple(_line(it.text) for it in said if who.may_hear(it.audience))


def _derived(mine: Sequence[Parted], theirs: Sequence[Parted]) -> list[PartDifference]:
    """By part. What both have in the same words, as acts that were done again on the other line, parts nothing."""
    both = Counter(map(_same, mine)) & Counter(map(_same, theirs))
    here, there = _left(mine, both), _left(theirs, both)
    return [
        PartDifference(part, len(here[part]), len(there[part]), tuple(here[part][:FIRST]), tuple(there[part][:FIRST]))
        for part in dict.fromkeys(_PARTS.values())
    ]


def _same(row: Parted) -> tuple[str, str, str]:
    return row.kind, row.name, row.text


def _left(rows: Sequence[Parted], both: Counter[tuple[str, str, str]]) -> dict[DifferencePart, list[str]]:
    found: dict[DifferencePart, list[str]] = {it: [] for it in _PARTS.values()}
    spent = Counter(both)
    for row in rows:
        part = _PARTS.get(row.kind)
        if part is None:
            continue
        if spent[_same(row)] > 0:
            spent[_same(row)] -= 1
            continue
        found[part].append(_line(f"{row.name}: {row.text}" if row.name else row.text))
    return found


def _line(text: str) -> str:
    return at_word(" ".join(text.split()), LONGEST)


async def _states(
    ctx: EngineContext, channel_head: ChannelHead, here: Line, there: Line, who: ChronicleReader
) -> list[StateDifference]:
    mine, theirs = await _all_states(ctx, channel_head, here, who), await _all_states(ctx, channel_head, there, who)
    return [StateDifference(it, mine[it], theirs[it]) for it in LineState if mine[it] != theirs[it]]


async def _all_states(
    ctx: EngineContext, channel_head: ChannelHead, line: Line, who: ChronicleReader
) -> dict[LineState, str]:
    key = channel_head.session_key
    acts = await log.newest_acts(ctx.db, key, line, channel_head.channel)
    grown = (await chronicle.chronicle(ctx.db, key, line, [ChronicleKind.EVOLUTION], who)).persona
    note = note_of(acts)
    background = await background_in(ctx, ctx.db, acts)
    return {
        LineState.PLOT: _plot(acts, len(background.outline)) if background and background.outline else "",
        LineState.PERSONA: str(grown.number) if grown else "",
        LineState.NOTE: _line(note.text) if note else "",
        LineState.PRESET: await _preset(ctx, acts),
        LineState.BACKGROUND: background.name if background else "",
    }


def _plot(acts: Acts, points: int) -> str:
    plot = as_seen(plot_in(acts), None, points)
    return f"{plot.point}/{points}"


async def _preset(ctx: EngineContext, acts: Acts) -> str:
    chosen = preset_of(acts)
    if chosen is None:
        return ""
    try:
        found = await ctx.presets.preset(ctx.db, *chosen)
    except InputError:  # one that cannot be read any more: it differs all the same
        found = None
    return found.name if found else f"#{chosen[0]}"


_NOTHING: Final[Mapping[str, Any]] = {}

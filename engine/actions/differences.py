"""What parts the line that is played from a branch or a save; nothing changes by looking."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.actions.finding import one_branch, one_save
from engine.actions.head_moves import current_stand
from engine.db import branches, chronicle, log, sessions
from engine.db.branches import Parted
from engine.errors import InputError
from engine.rules.acts import Acts, note_of, preset_of
from engine.rules.director.plot import as_seen, plot_of
from engine.rules.lines import cut, parted_at
from engine.turns.load import background_in
from engine.turns.needs import Needs
from engine.values.chronicle import ChronicleKind
from engine.values.differences import Apart, Changed, Differences, Part, State
from engine.values.entries import EntryKind, Line
from engine.values.ids import SessionKey
from engine.values.incoming import Here
from engine.values.memories import MemoryKind
from engine.values.sessions import Stand

FIRST: Final = 8
"""So many of what differs are quoted."""
LONGEST: Final = 120

_STATED: Final = (EntryKind.PLOT, EntryKind.NOTE, EntryKind.PRESET, EntryKind.BACKGROUND)
"""The acts that change a state."""
_PARTS: Final[Mapping[str, Part]] = {
    MemoryKind.MANUAL: Part.MEMORIES,
    MemoryKind.CORE: Part.FACTS,
    MemoryKind.DIARY: Part.DIARY,
    ChronicleKind.PAGE: Part.PAGES,
    ChronicleKind.SUMMARY: Part.SUMMARIES,
    ChronicleKind.CHAPTER: Part.SUMMARIES,
    ChronicleKind.TIMELINE: Part.TIMELINE,
    ChronicleKind.ITEM: Part.ITEMS,
    ChronicleKind.DOSSIER: Part.PEOPLE,
}


async def with_save(needs: Needs, here: Here, number: int, *, counted: bool = True) -> Differences:
    """What parts the place of a save from where people stand. Raises NoSuchSavepoint, SessionMissing.

    ``counted``: with how many messages both share, for which the whole story is gone through.
    """
    stand = await current_stand(needs, here)
    saved = await one_save(needs.db, stand, number)
    line = await needs.lines.line(needs.db, stand.session_key, saved.place.branch, saved.place.seq)
    return await _between(needs, stand, line, counted=counted)


async def with_branch(needs: Needs, here: Here, branch: int) -> Differences:
    """What parts the end of another branch from where people stand. Raises NoSuchBranch, SessionMissing."""
    stand = await current_stand(needs, here)
    await one_branch(needs.db, stand, branch)
    there = await needs.lines.current(needs.db, stand.session_key, branch)
    return await _between(needs, stand, there, counted=True)


async def _between(needs: Needs, stand: Stand, there: Line, *, counted: bool) -> Differences:
    """Reads what lies behind the place where the lines part, and of what both share only what that changed."""
    key = stand.session_key
    here = await needs.lines.current(needs.db, key, stand.branch)
    common = parted_at(here, there)
    shared = await sessions.messages_on(needs.db, key, cut(here, upto=common)) if counted else None
    tails = [cut(it, after=common) for it in (here, there)]
    if not any(it.segments for it in tails):
        return Differences(shared)
    mine = await branches.only_on(needs.db, key, here, there, common)
    theirs = await branches.only_on(needs.db, key, there, here, common)
    apart = [await _messages(needs, key, tails, common), *_derived(mine, theirs)]
    grown = any(it.kind == ChronicleKind.EVOLUTION for it in (*mine, *theirs))
    acted = [await log.acts(needs.db, key, it, _STATED) for it in tails if it.segments]
    changed = await _states(needs, key, here, there) if grown or any(acted) else []
    return Differences(shared, tuple(it for it in apart if it.here or it.there), tuple(changed))


async def _messages(needs: Needs, key: SessionKey, tails: Sequence[Line], common: int) -> Apart:
    (mine, first), (theirs, other) = [await _said(needs, key, it, common) for it in tails]
    return Apart(Part.MESSAGES, mine, theirs, first, other)


async def _said(needs: Needs, key: SessionKey, tail: Line, common: int) -> tuple[int, tuple[str, ...]]:
    """How many messages lie behind the place where the lines part, and how the first of them begin."""
    count = await sessions.messages_on(needs.db, key, tail) if tail.segments else 0
    said = await chronicle.messages(needs.db, key, tail, (common, tail.head + 1), FIRST) if count else []
    return count, tuple(_line(it.text) for it in said)


def _derived(mine: Sequence[Parted], theirs: Sequence[Parted]) -> list[Apart]:
    """By part. What both have in the same words, as acts that were done again on the other line, parts nothing."""
    both = Counter(map(_same, mine)) & Counter(map(_same, theirs))
    here, there = _left(mine, both), _left(theirs, both)
    return [
        Apart(part, len(here[part]), len(there[part]), tuple(here[part][:FIRST]), tuple(there[part][:FIRST]))
        for part in dict.fromkeys(_PARTS.values())
    ]


def _same(row: Parted) -> tuple[str, str, str]:
    return row.kind, row.name, row.text


def _left(rows: Sequence[Parted], both: Counter[tuple[str, str, str]]) -> dict[Part, list[str]]:
    found: dict[Part, list[str]] = {it: [] for it in _PARTS.values()}
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
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


async def _states(needs: Needs, key: SessionKey, here: Line, there: Line) -> list[Changed]:
    mine, theirs = await _all_states(needs, key, here), await _all_states(needs, key, there)
    return [Changed(it, mine[it], theirs[it]) for it in State if mine[it] != theirs[it]]


async def _all_states(needs: Needs, key: SessionKey, line: Line) -> dict[State, str]:
    acts = await log.newest_acts(needs.db, key, line)
    grown = (await chronicle.chronicle(needs.db, key, line, [ChronicleKind.EVOLUTION])).persona
    note = note_of(acts)
    background = await background_in(needs, needs.db, acts)
    return {
        State.PLOT: _plot(acts, len(background.outline)) if background and background.outline else "",
        State.PERSONA: str(grown.number) if grown else "",
        State.NOTE: _line(note.text) if note else "",
        State.PRESET: await _preset(needs, acts),
        State.BACKGROUND: background.name if background else "",
    }


def _plot(acts: Acts, points: int) -> str:
    plot = as_seen(plot_of(acts.get(EntryKind.PLOT, _NOTHING)), None, points)
    return f"{plot.point}/{points}"


async def _preset(needs: Needs, acts: Acts) -> str:
    chosen = preset_of(acts)
    if chosen is None:
        return ""
    try:
        found = await needs.presets.preset(needs.db, *chosen)
    except InputError:  # one that cannot be read any more: it differs all the same
        found = None
    return found.name if found else f"#{chosen[0]}"


_NOTHING: Final[Mapping[str, Any]] = {}

"""Messages that people delete from a story: neither they nor the character read them there, until they are restored.

They stay in the log: an act says that they are gone, as one says that they are hidden.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from engine.actions.chats.carry_over import origin
from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.showing import show_newest, show_restored
from engine.actions.chats.undoing import judge
from engine.actions.chats.views import view_of
from engine.actions.story.notes import end_made, hide_seqs, tell_again
from engine.context import EngineContext
from engine.db.chats import log, swipes, turns
from engine.db.house import work
from engine.db.memory import facts
from engine.db.postgres.pool import Statements
from engine.errors import DatabaseError, MessagesGone, TooFarBack, TooManyMessages
from engine.rules.acts import deleted_by, is_hidden
from engine.rules.bodies.due import stretch_json
from engine.rules.lines import cut, lies_on, place_at
from engine.rules.recall.remembering.sources import (
    CHRONICLE,
    FACT,
    FACTS,
    PAGES,
    REMEMBER,
    TOPIC,
    again_mark,
    again_marks,
    jobs_for,
)
from engine.turns.runner import Runner
from engine.values.chats.bodies import HideBody
from engine.values.chats.entries import Entry, EntryKind, Line, NewEntry, Place
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import View
from engine.values.chats.undoing import Undoer
from engine.values.ids import SessionKey
from engine.values.memory.memories import MemoryKind
from engine.values.memory.memory_bodies import FactBody
from engine.values.story.chronicle import ChronicleKind

MOST: Final = 200
"""So many messages are deleted at once."""
_EVERY: Final = 1_000_000
_MADE: Final = (*ChronicleKind, MemoryKind.EVENT, MemoryKind.PLOT, MemoryKind.CORE, MemoryKind.DIARY, TOPIC, FACT)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Messages of a session, from the first to the last: where these two lie, how many there are, how they begin."""

    session: int
    first: Place
    last: Place
    count: int
    begins: str
    ends: str


@dataclass(frozen=True, slots=True)
class Deletion:
    """Messages that were deleted: by the act at ``place``, when, and what a channel shows without them.

    ``gone``: the platform's messages that showed them.
    """

    stretch: Stretch
    place: Place
    at: datetime
    view: View | None = None
    gone: tuple[str, ...] = ()


async def look(ctx: EngineContext, here: Here, numbers: tuple[int, int]) -> Stretch:
    """The messages with these numbers, in any order, counted back from the newest, which is 1.

    Raises SessionMissing, TooFarBack, TooManyMessages.
    """
    newest, oldest = sorted(numbers)
    if oldest - newest >= MOST:
        raise TooManyMessages(most=MOST)
    channel_head = await current_head(ctx, here)
    key = channel_head.session_key
    line = await ctx.lines.current(ctx.db, key, channel_head.branch)
    said = await log.messages(ctx.db, key, line, max(oldest, 1))
    if newest < 1 or oldest > len(said):
        raise TooFarBack(messages=len(said))
    return _stretch(key, said[len(said) - oldest : len(said) - newest + 1])


async def delete(
    ctx: EngineContext, runner: Runner, here: Here, meant: tuple[int, Place, Place], by: Undoer
) -> Deletion:
    """Delete what was said from one place of a session to another.

    Raises SessionMissing, MessagesGone, TooManyMessages, TurnsOfOthers, OnlyHostsUndo.
    """
    channel_head = await current_head(ctx, here)
    with suppress(DatabaseError):
        await ctx.saver.flush()  # which messages show a reply may be known and not written down yet

    async def act(move: HeadMove) -> Deletion:
        said = await _between(move.on, move.key, move.line, meant)
        await judge(move.on, ctx, here, by, said)
        gone = await _showing(move, said)
        seqs = [it.place.seq for it in said]
        now = ctx.clock.now()
        body = HideBody(hidden=True, upto=seqs[-1], gone=True)
        await move.append(NewEntry(body, now, person=here.person, target_seq=seqs[0]))
        place = Place(move.found.channel_head.branch, move.head)
        await _forget(move, seqs)
        view = await view_of(ctx, move.on, move.found.channel_head, move.line)
        await show_newest(move, view)
        return Deletion(_stretch(move.key, said), place, now, view, gone)

    return await move_head(ctx, runner, here, channel_head, act)


@dataclass(frozen=True, slots=True)
class Uncut:
    """Messages that are in the story again, what a channel shows of it, and how many of their last it shows anew."""

    stretch: Stretch
    view: View
    shown: int


async def restore(ctx: EngineContext, runner: Runner, here: Here, meant: tuple[int, Place]) -> Uncut:
    """Restore what an act at a place of a session has deleted; what was hidden before is hidden again.

    Raises SessionMissing, MessagesGone.
    """
    channel_head = await current_head(ctx, here)
    session, place = meant

    async def act(move: HeadMove) -> Uncut:
        acts = await log.acts(move.on, move.key, move.line, [EntryKind.HIDE])
        found = next((it for it in acts if place in (it.place, origin(it))), None)
        owners = deleted_by(acts)
        seqs = sorted(it for it, owner in owners.items() if found is not None and owner == found.place)
        if not seqs or found is None or session != move.key.session:
            raise MessagesGone
        before = [it for it in acts if it.place.seq < found.place.seq]
        hidden = [it for it in seqs if is_hidden(before, it)]
        await hide_seqs(move, seqs, here.person, owners.keys() - set(seqs), hidden=False)
        await hide_seqs(move, hidden, here.person, owners.keys() - set(hidden), hidden=True)
        await tell_again(move, seqs)
        await _read_again(move, seqs)
        said = await _between(move.on, move.key, move.line, (session, *_ends(move.line, seqs)))
        view = await view_of(ctx, move.on, move.found.channel_head, move.line)
        return Uncut(_stretch(move.key, said), view, await show_restored(move, view, said))

    return await move_head(ctx, runner, here, channel_head, act)


async def deleted(ctx: EngineContext, here: Here, limit: int) -> list[Deletion]:
    """What was deleted here and not restored, the newest deletion first. Raises SessionMissing."""
    channel_head = await current_head(ctx, here)
    key = channel_head.session_key
    line = await ctx.lines.current(ctx.db, key, channel_head.branch)
    acts = await log.acts(ctx.db, key, line, [EntryKind.HIDE])
    found: list[Deletion] = []
    owners = deleted_by(acts)
    for it in reversed(acts):
        seqs = [seq for seq, owner in owners.items() if owner == it.place]
        if seqs and len(found) < limit:
            before = cut(line, upto=it.place.seq - 1)
            said = await _between(ctx.db, key, before, (key.session, *_ends(line, seqs)))
            found.append(Deletion(_stretch(key, said), it.place, it.said_at))
    return found


def _stretch(key: SessionKey, said: Sequence[Entry]) -> Stretch:
    first, last = said[0], said[-1]
    return Stretch(key.session, first.place, last.place, len(said), first.text, last.text)


def _ends(line: Line, seqs: Sequence[int]) -> tuple[Place, Place]:
    """Where the first and the last of some seqs of a line lie."""
    first, last = place_at(line, min(seqs)), place_at(line, max(seqs))
    assert first is not None
    assert last is not None
    return first, last


async def _between(on: Statements, key: SessionKey, line: Line, meant: tuple[int, Place, Place]) -> list[Entry]:
    """The messages of a line from one place to another, at least one. Raises MessagesGone, TooManyMessages."""
    session, first, last = meant
    if session != key.session or not (lies_on(line, first) and lies_on(line, last)):
        raise MessagesGone
    said = await log.messages(on, key, cut(line, after=first.seq - 1), _EVERY)
    found = [it for it in said if it.place.seq <= last.seq]
    if not found:
        raise MessagesGone
    if len(found) > MOST:
        raise TooManyMessages(most=MOST)
    return found


async def _showing(move: HeadMove, said: Sequence[Entry]) -> tuple[str, ...]:
    """The platform's messages of ours that show what was said: replies, and words that were restored."""
    replies = [it for it in said if it.character is not None]
    further = await log.acts(move.on, move.key, move.line, [EntryKind.REVISION])
    seqs = {it.place.seq for it in replies}
    of_turns = {it.turn for it in replies} | {it.turn for it in further if it.target_seq in seqs}
    numbers = sorted(it for it in of_turns if it is not None)
    shown = await turns.showing(move.on, move.key, numbers, ["reply", "line", "notice"]) if numbers else []
    for it in replies:
        if it.turn is None:
            shown += await swipes.showing(move.on, move.found.channel_head, (it.place, None))
    spoken = [it.place for it in said if it.character is None]
    shown += await swipes.showing_words(move.on, move.found.channel_head, spoken)
    return tuple(dict.fromkeys(shown))


async def _forget(move: HeadMove, seqs: Sequence[int]) -> None:
    """What was made of these messages ends, and is made again of the others that it was made from."""
    ended = await end_made(move, seqs, _MADE)
    for it in ended:
        if isinstance(it.body, FactBody):
            await facts.end(move.on, it.body.person, it.body.fact, "revised")
    for kind in {*jobs_for(it.kind for it in ended), REMEMBER, CHRONICLE}:
        await work.mark_due(move.on, move.key, kind)
    branch = move.found.channel_head.branch
    for kind, mark in again_marks((it.kind, branch, it.from_seq, it.to_seq) for it in ended).items():
        await work.mark_due(move.on, move.key, kind, body=stretch_json(mark))


async def _read_again(move: HeadMove, seqs: Sequence[int]) -> None:
    """What the model may read again is remembered, and read for facts and the diary."""
    await work.mark_due(move.on, move.key, REMEMBER)
    for job in (FACTS, PAGES):
        kind, mark = again_mark(job, move.found.channel_head.branch, seqs[0], seqs[-1])
        await work.mark_due(move.on, move.key, kind, body=stretch_json(mark))

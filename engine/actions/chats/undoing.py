"""Taking back what was said last: who may, what everybody is told of it, and how it comes back."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.showing import is_delivered, repeat_last, show_last, show_newest, slot_behind
from engine.actions.chats.views import view_of
from engine.context import EngineContext
from engine.db.chats import branches as store
from engine.db.chats import log, swipes, turns
from engine.db.postgres.pool import Statements
from engine.errors import (
    BranchTaken,
    DatabaseConstraint,
    DatabaseError,
    NothingSaid,
    NotTakenBack,
    OnlyHostsUndo,
    TurnsOfOthers,
)
from engine.rules.lines import cut, parted_at
from engine.rules.undoing import exchanges, last_taken_back
from engine.turns.load import settings_here
from engine.turns.runner import Runner
from engine.values.chats.entries import Entry, EntryKind, EntryStatus, Line
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Noticed, View
from engine.values.chats.sessions import ForkReason
from engine.values.chats.undoing import BROUGHT_BACK, HOST, TAKEN_BACK, Undoer, Undone
from engine.values.house.setting_choices import UndoBy
from engine.values.ids import SessionKey

LOOK_BACK = 400


async def undo(ctx: EngineContext, runner: Runner, here: Here, by: Undoer = HOST) -> View:
    """Take back the last exchange: stand before what people said last, or before what a character wrote by itself.

    Of a reply that went on, what it said further is taken back first. The view names the messages of the platform that
    show what is taken back. Raises NothingSaid, TurnsOfOthers, OnlyHostsUndo.
    """
    channel_head = await current_head(ctx, here)
    with suppress(DatabaseError):
        await ctx.saver.flush()  # which messages show the reply may be known and not written down yet

    async def act(move: HeadMove) -> View:
        said = await log.messages(move.on, move.key, move.line, LOOK_BACK)
        found = await taken_back(move.on, move.key, move.line, said)
        if said and (more := await _said_further(move, said[-1])) is not None:
            await judge(move.on, ctx, here, by, said[said.index(found[0]) :] if found else ())
            return await _shorten(move, said[-1], more, by)
        if found is None:
            raise NothingSaid
        return await step_back(move, said, found, here, by)

    return await move_head(ctx, runner, here, channel_head, act)


async def taken_back(on: Statements, key: SessionKey, line: Line, said: Sequence[Entry]) -> tuple[Entry, int] | None:
    """As ``last_taken_back`` has it, on a line."""
    return last_taken_back(said, await log.acts(on, key, line, [EntryKind.OCCASION]))


async def step_back(move: HeadMove, said: list[Entry], found: tuple[Entry, int], here: Here, by: Undoer) -> View:
    """Stand before a message of ``said``, as ``taken_back`` has found it.

    What shows it and all behind it goes; the controls come back. Raises TurnsOfOthers, OnlyHostsUndo.
    """
    first, head = found
    taken = [it for it in said if it.place.seq >= first.place.seq]
    await judge(move.on, move.ctx, here, by, taken)
    later = await _revisions(move, first)
    replies = {it.turn for it in (*taken, *later) if it.turn is not None}
    gone = await turns.showing(move.on, move.key, sorted(replies), ["reply", "line", "notice"]) if replies else []
    left = move.found.channel_head.branch
    await move.fork(head, ForkReason.UNDO)
    view = await view_of(move.ctx, move.on, move.found.channel_head, move.line)
    await show_newest(move, view)
    said_by = [it.person for it in taken if it.person is not None]
    _tell(move, by, left, taken, "exchange" if said_by else "unasked")
    undone = Undone(left, len(said_by), len(taken) - len(said_by), own=set(said_by) == {here.person})
    return replace(view, gone=tuple(gone), undone=undone)


async def bring_back(ctx: EngineContext, runner: Runner, here: Here, branch: int, by: Undoer = HOST) -> View:
    """Stand again on the branch that an undo has just left; not any more a minute later, nor once somebody went on.

    Raises NotTakenBack, TurnsOfOthers, OnlyHostsUndo, BranchTaken.
    """
    channel_head = await current_head(ctx, here)

    async def act(move: HeadMove) -> View:
        forked_at = await store.just_undone(move.on, move.key, move.found.channel_head.branch)
        if forked_at is None or branch not in await log.branches(move.on, move.key):
            raise NotTakenBack(number=branch)
        line = await ctx.lines.line(move.on, move.key, branch, await log.head(move.on, move.key, branch))
        said_since = await log.messages(move.on, move.key, cut(move.line, after=forked_at), 1)
        if said_since or parted_at(line, move.line) != forked_at or line.head <= forked_at:
            raise NotTakenBack(number=branch)
        await judge(
            move.on, ctx, here, by, await log.messages(move.on, move.key, cut(line, after=forked_at), LOOK_BACK)
        )
        try:
            await move.go_to(branch, line.head)
        except DatabaseConstraint as error:
            raise BranchTaken(number=branch) from error
        view = await view_of(ctx, move.on, move.found.channel_head, move.line)
        await repeat_last(move, view, Notice(BROUGHT_BACK, {"who": by.name}) if by.name else None)
        return view

    return await move_head(ctx, runner, here, channel_head, act)


async def may_undo(ctx: EngineContext, here: Here, by: Undoer) -> bool:
    """Whether somebody may take back what was said last, as far as whose it is decides."""
    channel_head = await current_head(ctx, here)
    line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    said = await log.messages(ctx.db, channel_head.session_key, line, LOOK_BACK)
    found = await taken_back(ctx.db, channel_head.session_key, line, said)
    try:
        await judge(ctx.db, ctx, here, by, said[said.index(found[0]) :] if found else ())
    except (TurnsOfOthers, OnlyHostsUndo):
        return False
    return True


async def judge(on: Statements, ctx: EngineContext, here: Here, by: Undoer, taken: Sequence[Entry]) -> None:
    """Whether somebody may take this back; what characters wrote by themselves, only hosts. Raises TurnsOfOthers,
    OnlyHostsUndo.
    """
    if by.host:
        return
    allowed = (await settings_here(on, ctx.defaults, here)).undo_by
    shared = exchanges(taken)
    if allowed is UndoBy.HOST or (allowed is UndoBy.PART and taken and not shared):
        raise OnlyHostsUndo
    if allowed is UndoBy.PART and not all(here.person in people for people in shared):
        raise TurnsOfOthers


def _tell(move: HeadMove, by: Undoer, left: int, taken: Sequence[Entry], what: str = "exchange") -> None:
    """Say to everybody in the place who took what back."""
    if not by.name or move.found.address.private or not is_delivered(move):
        return
    others = dict.fromkeys(it.person_name or "?" for it in taken if it.person is not None and it.person != by.person)
    data = {"who": by.name, "others": ", ".join(others) or "none", "left": str(left), "what": what}
    move.shows.append(Noticed(Notice(TAKEN_BACK, data)))


async def _said_further(move: HeadMove, last: Entry) -> Entry | None:
    """The revision by which the last message went on; None where it did not, or people have changed it since."""
    texts = [it for it in await _revisions(move, last) if it.target_seq == last.place.seq]
    newest = next((it for it in reversed(texts) if it.status is not EntryStatus.ERASED), None)
    return newest if newest is not None and newest.turn is not None else None


async def _revisions(move: HeadMove, first: Entry) -> list[Entry]:
    """What was given another text, or went on, behind a message."""
    return await log.acts(move.on, move.key, cut(move.line, after=first.place.seq), [EntryKind.REVISION])


async def _shorten(move: HeadMove, last: Entry, more: Entry, by: Undoer) -> View:
    """Stand before ``more``, which was said further in ``last``: its messages show what there was."""
    shown = await swipes.showing(move.on, move.found.channel_head, (last.place, last.turn))
    told = await turns.showing(move.on, move.key, [more.turn or 0], ["notice"])
    left = move.found.channel_head.branch
    await move.fork(more.place.seq - 1, ForkReason.UNDO)
    view = await view_of(move.ctx, move.on, move.found.channel_head, move.line)
    if shown and is_delivered(move):
        slot = await slot_behind(move, view)
        await show_last(move, view, slot, instead=shown, turned=True)
    _tell(move, by, left, (last,), "further")
    gone = tuple(it for it in told if it not in shown)
    return replace(view, gone=gone, undone=Undone(left, further=True))

"""What people do with a message of the story that they point at: go back to it, name its place, give it other words."""

from contextlib import suppress

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.revisions import Reworded, reword, worded
from engine.actions.chats.savepoints import described, name_place
from engine.actions.chats.showing import repeat_last
from engine.actions.chats.subjects import subject_of
from engine.actions.chats.undoing import LOOK_BACK, step_back, taken_back
from engine.actions.chats.views import view_of
from engine.context import EngineContext
from engine.db.chats import log
from engine.db.postgres.pool import Statements
from engine.errors import DatabaseError, NothingOfYours, NothingSaid, NotOnTheLine, TooFarBack
from engine.rules.lines import cut
from engine.turns.runner import Runner
from engine.values.chats.entries import Entry, EntryKind, Line
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import View
from engine.values.chats.sessions import ForkReason, Savepoint
from engine.values.chats.undoing import HOST, Undoer
from engine.values.ids import SessionKey

AT_ONCE = 64
"""So many entries are read together to find the end of a reply."""


async def undo(ctx: EngineContext, runner: Runner, here: Here, replied: str, by: Undoer = HOST) -> View:
    """Take back the exchange that a message is of, or what a character wrote by itself, and all behind it.

    Raises NotOnTheLine, TurnsOfOthers, OnlyHostsUndo.
    """
    channel_head = await current_head(ctx, here)

    async def act(move: HeadMove) -> View:
        meant = await subject_of(move.on, here, move.key, move.line, replied)
        said = await log.messages(move.on, move.key, move.line, LOOK_BACK)
        upto = [it for it in said if it.place.seq <= meant.place.seq]
        found = await taken_back(move.on, move.key, move.line, upto)
        if found is None:
            raise NothingSaid if meant.place.seq >= said[0].place.seq else NotOnTheLine
        return await step_back(move, said, found, here, by)

    return await move_head(ctx, runner, here, channel_head, act)


async def branch(ctx: EngineContext, runner: Runner, here: Here, replied: str) -> View:
    """A new branch that begins behind a message; the line that is left stays. Raises NotOnTheLine."""
    channel_head = await current_head(ctx, here)

    async def act(move: HeadMove) -> View:
        meant = await subject_of(move.on, here, move.key, move.line, replied)
        await move.fork(await _end_of(move.on, move.key, move.line, meant.place.seq), ForkReason.BRANCH)
        view = await view_of(ctx, move.on, move.found.channel_head, move.line)
        await repeat_last(move, view, Notice("divider-from"))
        return view

    return await move_head(ctx, runner, here, channel_head, act)


async def save(ctx: EngineContext, here: Here, replied: str, words: str) -> Savepoint:
    """Name the place behind a message. Raises NotOnTheLine."""
    channel_head = await current_head(ctx, here)
    key = channel_head.session_key
    line = await ctx.lines.current(ctx.db, key, channel_head.branch)
    meant = await subject_of(ctx.db, here, key, line, replied)
    behind = cut(line, upto=await _end_of(ctx.db, key, line, meant.place.seq))
    saved = await name_place(ctx.db, key, behind, described(words, here.person))
    if saved is None:
        raise NothingSaid
    return saved


Meant = str | int
"""A message, as the platform calls it, or by its number: 1 is the newest of what was said."""


async def edit(ctx: EngineContext, runner: Runner, here: Here, meant: Meant, text: str) -> Reworded:
    """Give a message other words: one's own, or a character's, whose old ones stay beside it.

    A reply that grows begins anew with them.

    Raises NotOnTheLine, TooFarBack, NothingOfYours, EditEmpty, TextTooLong, MessageTooLong.
    """
    channel_head = await current_head(ctx, here)
    text = await worded(ctx, here, text)
    with suppress(DatabaseError):
        await ctx.saver.flush()  # which messages show a reply may be known and not written down yet

    async def act(move: HeadMove) -> Reworded:
        said = await message_meant(move.on, here, move.key, move.line, meant)
        if said.person not in (None, here.person):
            raise NothingOfYours(why="others")
        return await reword(move, said, text, here.person)

    return await move_head(ctx, runner, here, channel_head, act, stays=True)


async def text_of(ctx: EngineContext, here: Here, meant: Meant) -> str:
    """What a message says now, for a form that changes it. Raises NotOnTheLine, TooFarBack, NothingOfYours."""
    channel_head = await current_head(ctx, here)
    line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    found = await message_meant(ctx.db, here, channel_head.session_key, line, meant)
    if found.person not in (None, here.person):
        raise NothingOfYours(why="others")
    return found.text


async def message_meant(on: Statements, here: Here, key: SessionKey, line: Line, meant: Meant) -> Entry:
    """The message of the line that is meant. Raises NotOnTheLine, TooFarBack."""
    if isinstance(meant, int):
        every = await log.messages(on, key, line, max(meant, 1))
        if not 1 <= meant <= len(every):
            raise TooFarBack(messages=len(every))
        return every[-meant]
    subject = await subject_of(on, here, key, line, meant)
    said = await log.entry_at(on, key, line, subject.place.seq)
    if said is None or said.place != subject.place:
        raise NotOnTheLine
    return said


async def _end_of(on: Statements, key: SessionKey, line: Line, seq: int) -> int:
    """The last act behind a message and before the next one: it belongs to that message."""
    end, after = seq, seq
    while after < line.head:
        upto = min(after + AT_ONCE, line.head)
        for entry in await log.entries(on, key, cut(line, upto=upto), after):
            if entry.kind is EntryKind.MESSAGE:
                return end
            if entry.turn is not None:
                end = entry.place.seq
        after = upto
    return end

"""Named places of a story, and the way back to them."""

from dataclasses import replace

from engine.actions.characters.pinned_cards import play_as_then
from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.showing import repeat_last
from engine.actions.chats.views import view_of
from engine.actions.memory.finding import one_save
from engine.context import EngineContext
from engine.db.chats import log, saves, sessions
from engine.db.people import deletions
from engine.db.postgres.pool import Statements
from engine.errors import NoSuchSavepoint, NothingSaid
from engine.rules.lines import place_at
from engine.rules.text.clean import clean_text
from engine.rules.text.titles import at_word, preview_from
from engine.turns.runner import Runner
from engine.values.chats.entries import Line
from engine.values.chats.incoming import Here
from engine.values.chats.notices import SECONDS_AGO, Notice
from engine.values.chats.outgoing import View
from engine.values.chats.sessions import ForkReason, NewSave, Savepoint
from engine.values.ids import SessionKey
from engine.values.paging import Paged, Wanted
from engine.values.people.deletions import Deleted

LONGEST_NAME = 60
LONGEST_DESCRIPTION = 1_000
AUTOMATIC_KEPT = 7


async def save(ctx: EngineContext, here: Here, words: str) -> Savepoint:
    """Name the place where the story stands. Words that are too long for a name describe it. Raises NothingSaid."""
    channel_head = await current_head(ctx, here)
    line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    saved = await name_place(ctx.db, channel_head.session_key, line, described(words, here.person))
    if saved is None:
        raise NothingSaid
    return saved


async def newest(ctx: EngineContext, here: Here) -> list[Savepoint]:
    """The newest thousand savepoints of the session that is played here, newest first."""
    channel_head = await current_head(ctx, here)
    return await saves.savepoints(ctx.db, channel_head.session_key)


async def page(ctx: EngineContext, here: Here, wanted: Wanted, *, deleted: bool = False) -> Paged[Savepoint]:
    """A page of them, newest first; or of those that were deleted and can be taken back. Raises SessionMissing."""
    channel_head = await current_head(ctx, here)
    return await saves.page(ctx.db, channel_head.session_key, wanted, deleted=deleted)


async def preview(ctx: EngineContext, here: Here, number: int) -> View:
    """What a savepoint holds; nothing changes. Raises NoSuchSavepoint."""
    channel_head = await current_head(ctx, here)
    saved = await one_save(ctx.db, channel_head, number)
    line = await ctx.lines.line(ctx.db, channel_head.session_key, saved.place.branch, saved.place.seq)
    return await view_of(ctx, ctx.db, replace(channel_head, branch=saved.place.branch), line)


async def load(ctx: EngineContext, runner: Runner, here: Here, number: int) -> View:
    """Go back to a savepoint, after naming the place that is left. Raises NoSuchSavepoint."""
    channel_head = await current_head(ctx, here)
    saved = await one_save(ctx.db, channel_head, number)

    async def act(move: HeadMove) -> View:
        await keep_before(move, here, "before_load")
        line = await ctx.lines.line(move.on, move.key, saved.place.branch, saved.place.seq)
        await move.fork_at(line, saved.place.seq, ForkReason.RESTORE)
        await play_as_then(move, saved.created_at)
        view = replace(await view_of(ctx, move.on, move.found.channel_head, move.line), left=channel_head.branch)
        ago = (ctx.clock.now() - saved.created_at).total_seconds()
        await repeat_last(move, view, Notice("divider-load", {"name": saved.name, SECONDS_AGO: ago}))
        return view

    return await move_head(ctx, runner, here, channel_head, act)


async def rename_save(ctx: EngineContext, here: Here, number: int, name: str) -> None:
    """Give a savepoint another name. Raises NoSuchSavepoint."""
    channel_head = await current_head(ctx, here)
    name = clean_text(name).strip()[:LONGEST_NAME]
    if not await saves.rename(ctx.db, channel_head.session_key, number, name, here.person):
        raise NoSuchSavepoint(number=number)


async def delete_save(ctx: EngineContext, here: Here, number: int) -> None:
    """Put a savepoint into the trash; the line it lies on stays a branch. Raises NoSuchSavepoint."""
    channel_head = await current_head(ctx, here)
    async with ctx.db.transaction() as on:
        if not await saves.delete(on, channel_head.session_key, number):
            raise NoSuchSavepoint(number=number)
        await deletions.note(on, here, Deleted.SAVE)


async def undelete_save(ctx: EngineContext, here: Here, number: int) -> None:
    """Take a savepoint back that was deleted in the last 30 days. Raises NoSuchSavepoint."""
    channel_head = await current_head(ctx, here)
    if not await saves.undelete(ctx.db, channel_head.session_key, number):
        raise NoSuchSavepoint(number=number)


async def keep_before(move: HeadMove, here: Here, kind: str) -> None:
    """Name the place where a channel head is before something comes to it; only the newest of a ``kind`` are kept."""
    if await name_place(move.on, move.key, move.line, NewSave("", kind=kind, person=here.person)):
        await saves.trim(move.on, move.key, kind, AUTOMATIC_KEPT)


def described(words: str, person: int) -> NewSave:
    """A save as somebody describes it: its name is the beginning of the first line."""
    text = clean_text(words).strip()[:LONGEST_DESCRIPTION]
    first = text.splitlines()[0].strip() if text else ""
    name = at_word(first, LONGEST_NAME)
    return NewSave(name, person=person, description="" if text == name else text)


async def name_place(on: Statements, key: SessionKey, line: Line, new: NewSave) -> Savepoint | None:
    """A savepoint at the head of ``line``, named after its last words if it has no name; None when nothing was said.

    None, too, where its day has one.
    """
    place = place_at(line, line.head)
    said = await log.messages(on, key, line, 1)
    if place is None or not said:
        return None
    preview = preview_from(said[-1].text)
    messages = await sessions.messages_on(on, key, line)
    named = replace(new, name=new.name or preview[:LONGEST_NAME], preview=preview, messages=messages)
    return await saves.save(on, key, place, named)

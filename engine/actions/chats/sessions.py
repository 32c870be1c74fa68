"""Sessions of a channel: begin, open, list, rename, put away."""

from collections.abc import Sequence
from datetime import timedelta

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.showing import repeat_last
from engine.actions.chats.views import view_of
from engine.context import EngineContext
from engine.db.characters import characters
from engine.db.chats import saves, sessions
from engine.db.house import work
from engine.db.people import deletions
from engine.db.postgres.pool import Database
from engine.errors import NobodyPlays, NoSuchSession
from engine.rules.text.clean import clean_text
from engine.turns import opening
from engine.turns.inputs.adult import elsewhere
from engine.turns.inputs.cast import who_plays
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import SendingState, View
from engine.values.chats.sessions import ChannelHead, SessionInfo, SessionSize, SessionStatus
from engine.values.paging import Paged, Wanted
from engine.values.people.deletions import Deleted
from engine.work.arriving import arrived

LONGEST_TITLE = 60


async def open_here(ctx: EngineContext, here: Here, name: str) -> View:
    """The session that is played here; the first one, with the default character, when there is none.

    Where nobody delivers, what was planned for the channel counts as shown: it stands in the log that is shown now.
    """
    channel_head = await sessions.current(ctx.db, here.key)
    if channel_head is None:
        return await _open_first(ctx, here, name)
    if ctx.limits.get(here.platform) is None:
        for sending in await work.open_sendings(ctx.db, here.key):
            ctx.saver.delivered(sending, SendingState.SENT)
    line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    return await view_of(ctx, ctx.db, channel_head, line)


async def begun(ctx: EngineContext, here: Here) -> bool:
    """Wait until how the story begins is to be read here, five seconds at most; whether it is."""
    return await arrived(ctx.db, ctx.clock, here.key, lambda it: it.kind != "notice")


async def new(
    ctx: EngineContext, runner: Runner, here: Here, name: str, character: int | None = None, greeting: int = 0
) -> View:
    """Leave the session that is played here, and begin one, with the same character if none is named.

    Where replies are delivered, who began it and the greeting are said there. Raises NoSuchCharacter.
    """
    before = await sessions.current(ctx.db, here.key)
    if character is None and before is not None:
        character = await _who_played(ctx, here, before)
    view = await begin(ctx, here, name, character, greeting)
    if before is not None:
        await fall_silent(ctx, runner, here, before)
    told = Notice("divider-new") if here.private else Notice("divider-new-by", {"person": name})
    await _see(ctx, runner, here, await current_head(ctx, here), told)
    return view


async def _who_played(ctx: EngineContext, here: Here, channel_head: ChannelHead) -> int | None:
    """The character of a session, if it may still be played here."""
    line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    try:
        character = await who_plays(ctx.db, channel_head.session_key, line)
    except NobodyPlays:
        return None
    usable = await characters.listed(ctx.db, here.space, here.person)
    return character if any(it.id == character for it in usable) else None


async def begin(ctx: EngineContext, here: Here, name: str, character: int | None = None, greeting: int = 0) -> View:
    """A new session, played here from now on: its cast, and a greeting of the character. Raises NoSuchCharacter."""
    player = await opening.choose(ctx, here, character)
    async with ctx.db.transaction() as on:
        channel_head, line = await opening.begin(ctx, on, here, player, opening.greeting(ctx, name, greeting))
        return await view_of(ctx, on, channel_head, line, fresh=True)


async def _open_first(ctx: EngineContext, here: Here, name: str) -> View:
    channel_head, line = await opening.begin_first(ctx, here, name)
    fresh = line is not None  # else somebody else was first
    line = line or await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    return await view_of(ctx, ctx.db, channel_head, line, fresh=fresh)


async def listed(
    ctx: EngineContext, here: Here, statuses: Sequence[SessionStatus] = (SessionStatus.ACTIVE,)
) -> list[SessionInfo]:
    """The thousand sessions of this channel that were most recently played, the newest first."""
    return await sessions.listed(ctx.db, here.key, statuses)


async def page(ctx: EngineContext, here: Here, statuses: Sequence[SessionStatus], wanted: Wanted) -> Paged[SessionInfo]:
    """A page of the sessions that stand in this channel, most recently played first."""
    return await sessions.page(ctx.db, here.key, statuses, wanted)


async def played(ctx: EngineContext, here: Here) -> SessionInfo | None:
    """The session that is played here; None before the first."""
    channel_head = await sessions.current(ctx.db, here.key)
    return await sessions.info(ctx.db, here.key, channel_head.session) if channel_head else None


async def holdings(ctx: EngineContext, here: Here, session: int) -> SessionSize:
    """What goes with a session into the trash. Raises NoSuchSession."""
    channel_head = await _head_here(ctx, here, session)
    return await sessions.holdings(ctx.db, channel_head.session_key)


async def switch(ctx: EngineContext, runner: Runner, here: Here, session: int) -> View:
    """Play another session here; what grows in the one that is left ends. Raises NoSuchSession, AdultElsewhere."""
    before = await sessions.current(ctx.db, here.key)
    await _seen_here(ctx, here, session)
    if not await sessions.turn_to(ctx.db, here.key, session):
        raise NoSuchSession(number=session)
    channel_head = await current_head(ctx, here)
    if before is not None and before.key != channel_head.key:
        await fall_silent(ctx, runner, here, before)
    view = await _see(ctx, runner, here, channel_head, Notice("divider-open"))
    runner.wake(channel_head, here.platform)
    return view


async def _seen_here(ctx: EngineContext, here: Here, session: int) -> None:
    """Raises AdultElsewhere for a session in which nobody plays who may be seen here; NoSuchSession."""
    channel_head = await _head_here(ctx, here, session)
    line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    if hidden := (await view_of(ctx, ctx.db, channel_head, line, limit=1)).hidden:
        raise elsewhere(hidden, private=here.private)


async def _see(ctx: EngineContext, runner: Runner, here: Here, channel_head: ChannelHead, divider: Notice) -> View:
    """Where a story stands that is played here from now on; where replies are delivered, it is said there."""

    async def act(move: HeadMove) -> View:
        view = await view_of(ctx, move.on, move.found.channel_head, move.line)
        told = {"title": view.title or "none", "character": view.character, **divider.data}
        await repeat_last(move, view, Notice(divider.message, told))
        return view

    return await move_head(ctx, runner, here, channel_head, act)


async def fall_silent(ctx: EngineContext, runner: Runner, here: Here, channel_head: ChannelHead) -> None:
    """End what grows on a channel head that is left."""

    async def act(_move: HeadMove) -> None:
        pass

    await move_head(ctx, runner, here, channel_head, act)


async def rename(ctx: EngineContext, here: Here, title: str, session: int | None = None) -> str:
    """Give a session a title, which is returned as it was kept. Raises NoSuchSession."""
    channel_head = await _head_here(ctx, here, session)
    kept = " ".join(clean_text(title).split())[:LONGEST_TITLE]
    await sessions.rename(ctx.db, channel_head.session_key, kept, here.person)
    return kept


async def put_away(ctx: EngineContext, runner: Runner, here: Here, session: int | None, where: SessionStatus) -> None:
    """Archive a session or put it into the trash; what grows there ends. Raises NoSuchSession."""
    channel_head = await _head_here(ctx, here, session)

    async def act(move: HeadMove) -> None:
        await sessions.put(move.on, move.key, where)
        if where is SessionStatus.TRASHED:
            await deletions.note(move.on, here, Deleted.CHAT)

    await move_head(ctx, runner, here, channel_head, act)


async def _head_here(ctx: EngineContext, here: Here, session: int | None) -> ChannelHead:
    if session is None:
        return await current_head(ctx, here)
    channel_head = await sessions.head_in(ctx.db, here.key, session)
    if channel_head is None:
        raise NoSuchSession(number=session)
    return channel_head


async def empty_trash(db: Database, older_than: timedelta) -> None:
    """Remove for good what has lain in the trash for longer than that, and saves that were deleted as long ago."""
    await sessions.empty_trash(db, older_than)
    await saves.empty_trash(db)

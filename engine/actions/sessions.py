"""Sessions of a channel: begin, open, list, rename, put away."""

from collections.abc import Sequence
from datetime import timedelta

from engine.actions.head_moves import Move, current_stand, move_head
from engine.actions.showing import repeat_last
from engine.actions.views import view_of
from engine.db import characters, deletions, saves, sessions, work
from engine.db.pool import Database
from engine.errors import NobodyPlays, NoSuchSession
from engine.rules.text.clean import clean_text
from engine.turns import opening
from engine.turns.cast import who_plays
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.deletions import Deleted
from engine.values.incoming import Here
from engine.values.outgoing import SendingState, View
from engine.values.paging import Paged, Wanted
from engine.values.sessions import Holdings, SessionInfo, SessionStatus, Stand
from engine.values.turns import Notice

LONGEST_TITLE = 60


async def open_here(needs: Needs, here: Here, name: str) -> View:
    """The session that is played here; the first one, with the default character, when there is none.

    Where nobody delivers, what was planned for the channel counts as shown: it stands in the log that is shown now.
    """
    stand = await sessions.current(needs.db, here.key)
    if stand is None:
        return await _open_first(needs, here, name)
    if needs.limits.get(here.platform) is None:
        for sending in await work.open_sendings(needs.db, here.key):
            needs.saver.delivered(sending, SendingState.SENT)
    line = await needs.lines.current(needs.db, stand.session_key, stand.branch)
    return await view_of(needs, needs.db, stand, line)


async def new(
    needs: Needs, runner: Runner, here: Here, name: str, character: int | None = None, greeting: int = 0
) -> View:
    """Leave the session that is played here, and begin one, with the same character if none is named.

    Where replies are delivered, who began it and the greeting are said there. Raises NoSuchCharacter.
    """
    before = await sessions.current(needs.db, here.key)
    if character is None and before is not None:
        character = await _who_played(needs, here, before)
    view = await begin(needs, here, name, character, greeting)
    if before is not None:
        await fall_silent(needs, runner, here, before)
    told = Notice("divider-new") if here.private else Notice("divider-new-by", {"person": name})
    await _see(needs, runner, here, await current_stand(needs, here), told)
    return view


async def _who_played(needs: Needs, here: Here, stand: Stand) -> int | None:
    """The character of a session, if it may still be played here."""
    line = await needs.lines.current(needs.db, stand.session_key, stand.branch)
    try:
        character = await who_plays(needs.db, stand.session_key, line)
    except NobodyPlays:
        return None
    usable = await characters.listed(needs.db, here.space, here.person)
    return character if any(it.id == character for it in usable) else None


async def begin(needs: Needs, here: Here, name: str, character: int | None = None, greeting: int = 0) -> View:
    """A new session, played here from now on: its cast, and a greeting of the character. Raises NoSuchCharacter."""
    player = await opening.choose(needs, here, character)
    async with needs.db.transaction() as on:
        stand, line = await opening.begin(needs, on, here, player, opening.greeting(needs, name, greeting))
        return await view_of(needs, on, stand, line, fresh=True)


async def _open_first(needs: Needs, here: Here, name: str) -> View:
    stand, line = await opening.begin_first(needs, here, name)
    fresh = line is not None  # else somebody else was first
    line = line or await needs.lines.current(needs.db, stand.session_key, stand.branch)
    return await view_of(needs, needs.db, stand, line, fresh=fresh)


async def listed(needs: Needs, here: Here, statuses: Sequence[SessionStatus]) -> list[SessionInfo]:
    """The thousand sessions of this channel that were most recently played, the newest first."""
    return await sessions.listed(needs.db, here.key, statuses)


async def page(needs: Needs, here: Here, statuses: Sequence[SessionStatus], wanted: Wanted) -> Paged[SessionInfo]:
    """A page of the sessions that stand in this channel, most recently played first."""
    return await sessions.page(needs.db, here.key, statuses, wanted)


async def played(needs: Needs, here: Here) -> SessionInfo | None:
    """The session that is played here; None before the first."""
    stand = await sessions.current(needs.db, here.key)
    return await sessions.info(needs.db, here.key, stand.session) if stand else None


async def holdings(needs: Needs, here: Here, session: int) -> Holdings:
    """What goes with a session into the trash. Raises NoSuchSession."""
    stand = await _standing_here(needs, here, session)
    return await sessions.holdings(needs.db, stand.session_key)


async def switch(needs: Needs, runner: Runner, here: Here, session: int) -> View:
    """Play another session here; what grows in the one that is left ends. Raises NoSuchSession."""
    before = await sessions.current(needs.db, here.key)
    if not await sessions.turn_to(needs.db, here.key, session):
        raise NoSuchSession(number=session)
    stand = await current_stand(needs, here)
    if before is not None and before.key != stand.key:
        await fall_silent(needs, runner, here, before)
    view = await _see(needs, runner, here, stand, Notice("divider-open"))
    runner.wake(stand, here.platform)
    return view


async def _see(needs: Needs, runner: Runner, here: Here, stand: Stand, divider: Notice) -> View:
    """Where a story stands that is played here from now on; where replies are delivered, it is said there."""

    async def act(move: Move) -> View:
        view = await view_of(needs, move.on, move.found.stand, move.line)
        told = {"title": view.title or "none", "character": view.character, **divider.data}
        await repeat_last(move, view, Notice(divider.message, told))
        return view

    return await move_head(needs, runner, here, stand, act)


async def fall_silent(needs: Needs, runner: Runner, here: Here, stand: Stand) -> None:
    """End what grows on a stand that is left."""

    async def act(_move: Move) -> None:
        pass

    await move_head(needs, runner, here, stand, act)


async def rename(needs: Needs, here: Here, title: str, session: int | None) -> str:
    """Give a session a title, which is returned as it was kept. Raises NoSuchSession."""
    stand = await _standing_here(needs, here, session)
    kept = " ".join(clean_text(title).split())[:LONGEST_TITLE]
    await sessions.rename(needs.db, stand.session_key, kept)
    return kept


async def put_away(needs: Needs, runner: Runner, here: Here, session: int | None, where: SessionStatus) -> None:
    """Archive a session or put it into the trash; what grows there ends. Raises NoSuchSession."""
    stand = await _standing_here(needs, here, session)

    async def act(move: Move) -> None:
        await sessions.put(move.on, move.key, where)
        if where is SessionStatus.TRASHED:
            await deletions.note(move.on, here, Deleted.CHAT)

    await move_head(needs, runner, here, stand, act)


async def _standing_here(needs: Needs, here: Here, session: int | None) -> Stand:
    if session is None:
        return await current_stand(needs, here)
    stand = await sessions.stand_in(needs.db, here.key, session)
    if stand is None:
        raise NoSuchSession(number=session)
    return stand


async def empty_trash(db: Database, older_than: timedelta) -> None:
    """Remove for good what has lain in the trash for longer than that, and saves that were deleted as long ago."""
    await sessions.empty_trash(db, older_than)
    await saves.empty_trash(db)

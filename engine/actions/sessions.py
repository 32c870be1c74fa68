"""Sessions of a channel: begin, open, list, rename, put away."""

from collections.abc import Sequence
from datetime import timedelta

from engine.actions.head_moves import Move, current_stand, move_head
from engine.actions.views import view_of
from engine.db import sessions, work
from engine.db.pool import Database
from engine.errors import NoSuchSession
from engine.rules.macros.expand import expand, with_card
from engine.rules.text.clean import clean_text
from engine.turns import opening
from engine.turns.assemble import greeting_scene
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.characters import Card, CharacterInfo
from engine.values.entries import EntryKind, NewEntry
from engine.values.incoming import Here
from engine.values.outgoing import SendingState, View
from engine.values.sessions import SessionInfo, SessionStatus, Stand

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


async def new(needs: Needs, runner: Runner, here: Here, name: str, character: int | None = None) -> View:
    """Leave the session that is played here, and begin one. Raises NoSuchCharacter."""
    before = await sessions.current(needs.db, here.key)
    view = await begin(needs, here, name, character)
    if before is not None:
        await fall_silent(needs, runner, here, before)
    return view


async def begin(needs: Needs, here: Here, name: str, character: int | None = None) -> View:
    """A new session, played here from now on: its cast, and the character's greeting. Raises NoSuchCharacter."""
    player = await opening.choose(needs, here, character)
    async with needs.db.transaction() as on:
        stand, line = await opening.begin(needs, on, here, player, _greeting(needs, name))
        return await view_of(needs, on, stand, line, fresh=True)


async def _open_first(needs: Needs, here: Here, name: str) -> View:
    player = await opening.choose(needs, here, None)
    async with needs.db.transaction() as on:
        stand, line = await opening.begin_if_none(needs, on, here, player, _greeting(needs, name))
        if line is None:  # somebody else was first
            line = await needs.lines.current(on, stand.session_key, stand.branch)
            return await view_of(needs, on, stand, line)
        return await view_of(needs, on, stand, line, fresh=True)


def _greeting(needs: Needs, name: str) -> opening.FirstWords:
    def first_words(info: CharacterInfo, card: Card) -> list[NewEntry]:
        if not card.greetings:
            return []
        scene = with_card(greeting_scene(needs, name), card)
        body = {"greeting": 0, "version": info.version, "user": name}
        greeting = expand(card.greetings[0], scene)
        return [NewEntry(EntryKind.MESSAGE, needs.clock.now(), greeting, character=info.id, body=body)]

    return first_words


async def listed(needs: Needs, here: Here, statuses: Sequence[SessionStatus]) -> list[SessionInfo]:
    """The sessions that stand in this channel, most recently played first."""
    return await sessions.listed(needs.db, here.key, statuses)


async def switch(needs: Needs, runner: Runner, here: Here, session: int) -> View:
    """Play another session here; what grows in the one that is left ends. Raises NoSuchSession."""
    before = await sessions.current(needs.db, here.key)
    if not await sessions.turn_to(needs.db, here.key, session):
        raise NoSuchSession(number=session)
    stand = await current_stand(needs, here)
    if before is not None and before.key != stand.key:
        await fall_silent(needs, runner, here, before)
    runner.wake(stand, here.platform)
    line = await needs.lines.current(needs.db, stand.session_key, stand.branch)
    return await view_of(needs, needs.db, stand, line)


async def fall_silent(needs: Needs, runner: Runner, here: Here, stand: Stand) -> None:
    """End what grows on a stand that is left."""

    async def act(_move: Move) -> None:
        pass

    await move_head(needs, runner, here, stand, act)


async def rename(needs: Needs, here: Here, title: str, session: int | None) -> None:
    """Give a session a title. Raises NoSuchSession."""
    stand = await _standing_here(needs, here, session)
    await sessions.rename(needs.db, stand.session_key, clean_text(title).strip()[:LONGEST_TITLE])


async def put_away(needs: Needs, runner: Runner, here: Here, session: int | None, where: SessionStatus) -> None:
    """Archive a session or put it into the trash; what grows there ends. Raises NoSuchSession."""
    stand = await _standing_here(needs, here, session)

    async def act(move: Move) -> None:
        await sessions.put(move.on, move.key, where)

    await move_head(needs, runner, here, stand, act)


async def _standing_here(needs: Needs, here: Here, session: int | None) -> Stand:
    if session is None:
        return await current_stand(needs, here)
    stand = await sessions.stand_in(needs.db, here.key, session)
    if stand is None:
        raise NoSuchSession(number=session)
    return stand


async def empty_trash(db: Database, older_than: timedelta) -> None:
    """Remove for good what has lain in the trash for longer than that."""
    await sessions.empty_trash(db, older_than)

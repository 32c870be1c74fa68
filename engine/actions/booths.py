"""Booths: a private thread beside a lounge, with a session of its own for one person."""

from contextlib import suppress

from engine.actions import sessions, settings
from engine.actions.head_moves import Move, current_stand, move_head
from engine.actions.showing import repeat_last
from engine.actions.views import view_of
from engine.db import booths as store
from engine.db.sessions import current
from engine.errors import NobodyPlays, NoSuchCharacter
from engine.turns import opening
from engine.turns.cast import who_plays
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.booths import Booth, Kept
from engine.values.incoming import Here
from engine.values.settings import Mode, Scope, Speaks
from engine.values.turns import Notice


async def find(needs: Needs, here: Here) -> Booth:
    """Whom the person would talk with, and the thread that they have already."""
    player = await _player(needs, here)
    return Booth(player.info.name, await store.thread(needs.db, here))


async def kept(needs: Needs, platform: str) -> list[Kept]:
    """Every booth on a platform, and whose it is."""
    return await store.kept(needs.db, platform)


async def begin(needs: Needs, runner: Runner, here: Here, there: Here, name: str, mode: Mode) -> None:
    """``there`` is the booth of the person from now on; the character of this place begins with them, as in ``mode``.

    It is remembered last: what a crash interrupts is made anew when they ask again.
    """
    player = await _player(needs, here)
    for setting, value in (("mode", mode.value), ("speaks", Speaks.ALWAYS.value)):  # nobody else could be meant there
        await settings.put(needs, there, Scope.CHANNEL, setting, value)
    await sessions.begin(needs, there, name, player.info.id)

    async def act(move: Move) -> None:
        view = await view_of(needs, move.on, move.found.stand, move.line)
        await repeat_last(move, view, Notice("divider-booth", {"character": view.character}))

    await move_head(needs, runner, there, await current_stand(needs, there), act)
    await store.keep(needs.db, here, there.channel)


async def _player(needs: Needs, here: Here) -> opening.Player:
    """Who plays in this place, or would be the first to."""
    stand = await current(needs.db, here.key)
    if stand is not None:
        line = await needs.lines.current(needs.db, stand.session_key, stand.branch)
        with suppress(NobodyPlays, NoSuchCharacter):
            return await opening.choose(needs, here, await who_plays(needs.db, stand.session_key, line))
    return await opening.choose(needs, here, None)

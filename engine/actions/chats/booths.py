"""Booths: a private thread beside a lounge, with a session of its own for one person."""

from contextlib import suppress

from engine.actions.chats import sessions
from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.showing import repeat_last
from engine.actions.chats.views import view_of
from engine.actions.house import settings
from engine.context import EngineContext
from engine.db.chats import booths as store
from engine.db.chats.sessions import current
from engine.errors import NobodyPlays, NoSuchCharacter
from engine.turns import opening
from engine.turns.inputs.cast import who_plays
from engine.turns.runner import Runner
from engine.values.chats.booths import Booth, KeptBooth
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.house.setting_choices import Mode, Speaks
from engine.values.house.setting_scopes import SettingScope


async def find(ctx: EngineContext, here: Here) -> Booth:
    """Whom the person would talk with, and the thread that they have already. Raises CardMissing."""
    player = await _player(ctx, here)
    return Booth(player.info.name, await store.thread(ctx.db, here))


async def kept(ctx: EngineContext, platform: str) -> list[KeptBooth]:
    """Every booth on a platform, and whose it is."""
    return await store.kept(ctx.db, platform)


async def begin(ctx: EngineContext, runner: Runner, here: Here, there: Here, name: str, mode: Mode) -> None:
    """``there`` is the booth of the person from now on; the character of this place begins with them, as in ``mode``.

    It is remembered last: what a crash interrupts is made anew when they ask again.
    """
    player = await _player(ctx, here)
    for setting, value in (("mode", mode.value), ("speaks", Speaks.ALWAYS.value)):  # nobody else could be meant there
        await settings.put(ctx, there, SettingScope.CHANNEL, setting, value)
    await sessions.begin(ctx, there, name, player.info.id)

    async def act(move: HeadMove) -> None:
        view = await view_of(ctx, move.on, move.found.channel_head, move.line)
        await repeat_last(move, view, Notice("divider-booth", {"character": view.character}))

    await move_head(ctx, runner, there, await current_head(ctx, there), act)
    await store.keep(ctx.db, here, there.channel)


async def _player(ctx: EngineContext, here: Here) -> opening.Player:
    """Who plays in this place, or would be the first to."""
    channel_head = await current(ctx.db, here.key)
    if channel_head is not None:
        line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
        with suppress(NobodyPlays, NoSuchCharacter):
            return await opening.choose(ctx, here, await who_plays(ctx.db, channel_head.session_key, line))
    return await opening.choose(ctx, here, None)

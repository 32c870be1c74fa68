"""The daemon while it runs: its bots, side by side, and what the operator is told of them."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import structlog

from bot.guest import Guest
from bot.platform_questions import title_of
from bot.words.localise import Speaker
from engine.actions.house import access
from engine.app import Engine
from engine.errors import PlatformError

_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Bot:
    """One bot. ``refused`` is set when its platform does not let it in; then the others go on."""

    name: str
    guest: Guest
    refused: asyncio.Event = field(default_factory=asyncio.Event)


async def serve(engine: Engine, guests: Mapping[str, Guest], speak: Speaker, tell: Callable[[str], None]) -> None:
    """Run every bot until cancelled. One that is not let in is told of; raises PlatformError when none is left."""
    bots = [_Bot(name, guest) for name, guest in guests.items()]
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(_welcome(engine, bots, speak, tell))
            for bot in bots:
                group.create_task(_stay(bot, bots, speak, tell))
    except* PlatformError as refused:
        raise refused.exceptions[0] from None


async def _stay(bot: _Bot, bots: list[_Bot], speak: Speaker, tell: Callable[[str], None]) -> None:
    try:
        await bot.guest.run()
    except PlatformError as error:
        bot.refused.set()
        _log.error("not let in", platform=bot.name, error=error.message, action="see what is told, and start again")
        if all(it.refused.is_set() for it in bots):
            raise
        tell(speak.error(error))


async def _welcome(engine: Engine, bots: list[_Bot], speak: Speaker, tell: Callable[[str], None]) -> None:
    """Once every bot hears or was refused: where they are, that all is well, and last what the owner has to do."""
    inside = [bot for bot in bots if await _is_let_in(bot)]
    for bot in inside:
        invites = f"app-invite-{bot.name}"
        invites = invites if speak.knows(invites) else "app-invite-added"
        tell(speak.say(invites, link=bot.guest.known.link, platform=title_of(bot.name)))
    running = speak.say("app-running", platforms=speak.say("list-comma").join(title_of(bot.name) for bot in inside))
    codes = [
        (bot, code)
        for bot in bots
        if (code := await access.unused_code(engine.ctx, engine.owner_code, bot.name)) is not None
    ]
    lines = (speak.say("app-owner-code", platform=title_of(bot.name), code=code) for bot, code in codes)
    tell("\n".join((running, *lines)))
    _log.info("ready", platforms=[bot.name for bot in inside])


async def _is_let_in(bot: _Bot) -> bool:
    """Wait until the platform has answered one way or the other."""
    async with asyncio.TaskGroup() as group:
        answers = [group.create_task(it.wait()) for it in (bot.guest.ready, bot.refused)]
        await asyncio.wait(answers, return_when=asyncio.FIRST_COMPLETED)
        for answer in answers:
            answer.cancel()
    return bot.guest.ready.is_set()

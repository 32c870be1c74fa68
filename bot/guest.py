"""A platform as the daemon sees it: what it is given, what it does, who its bot is."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.commands.framework.declared import Table
from bot.commands.framework.reply import Reply
from bot.delivery.surface import Surface
from bot.handler import Handler
from bot.platform_questions import KnownBot
from bot.words.localise import Speech
from engine.app import Engine


@dataclass(frozen=True, slots=True)
class PlatformContext:
    """What the rest of the bot gives a platform. ``language`` is the house's own, ``now`` the engine's time."""

    engine: Engine
    handler: Handler
    table: Table
    speech: Speech
    language: str
    now: Callable[[], datetime]


class Runs(Protocol):
    """Something that runs until it is cancelled."""

    async def run(self) -> None: ...


TellOwners = Callable[[Reply], Awaitable[object]]
"""Tells every owner on a platform in private."""

Deliver = Callable[[Surface, TellOwners], Runs]
"""Makes what delivers the engine's replies to a surface."""


class Guest(Runs, Protocol):
    """One bot on one platform. ``run`` raises PlatformTokenWrong; ``ready`` is set once the bot hears.

    ``known`` is who the platform says it is; it may be asked once ``ready`` is set.
    """

    ready: asyncio.Event

    @property
    def known(self) -> KnownBot: ...

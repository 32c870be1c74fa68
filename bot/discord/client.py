"""The Discord bot as a whole: connected for as long as it lives, and everything that listens and speaks through it."""

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import Any, Final

import discord
import structlog
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.commands.framework.reply import told
from bot.discord import held, slash
from bot.discord.answers import DiscordAnswers
from bot.discord.attachments import Downloads
from bot.discord.catch_up import CatchUp
from bot.discord.connection import Ears, ShardsNeeded, connection
from bot.discord.errands import kept
from bot.discord.faces.webhooks import Webhooks
from bot.discord.forums.circles import ForumCircles
from bot.discord.hearing import Hearing
from bot.discord.interactions import Interactions
from bot.discord.link import Link
from bot.discord.surface import DiscordSurface
from bot.discord.translate import PLATFORM
from bot.discord.vacated import watch
from bot.discord.wire import LOST
from bot.guest import Deliver, PlatformContext
from bot.platform_questions import KnownBot, discord_invitation
from engine.actions.house import settings
from engine.config.platforms import DiscordConfig
from engine.errors import DatabaseError, PlatformTokenWrong
from engine.values.chats.places import Address

COMMANDS: Final = "commands"
CONTENT: Final = "without-content"
"""Marks: which commands are registered, and whether owners know that words are hidden from the bot."""

_TOKEN: Final = "OMOIDE_DISCORD__TOKEN"  # noqa: S105 — the name of the setting
_WRONG_TOKEN: Final = 4004
_TOO_FEW_SHARDS: Final = 4011
_PATIENCE: Final = 45.0
_LONGEST_PAUSE: Final = 15.0
_LONG: Final = 60.0

_log = structlog.get_logger(__name__)


class DiscordClient:
    """One bot. ``run`` is its life; its client is replaced when it ends, the rest stays.

    ``deliver`` makes what delivers to a surface. ``ready`` is set once the bot hears.
    """

    def __init__(self, config: DiscordConfig, house: PlatformContext, deliver: Deliver) -> None:
        self.ready = asyncio.Event()
        self._config = config
        self._house = house
        self._engine = engine = house.engine
        self._speak = house.speech.speaker(house.language)
        self._link = link = Link(house.now)
        self.surface = DiscordSurface(link, Webhooks(link, engine), self._tell_barred)
        house.handler.opens_threads(self.surface)
        self._answers = DiscordAnswers(link, engine, self.surface, house.table, house.speech, house.language)
        forums = ForumCircles(link, engine)
        house.handler.opens_circles(forums)
        self._hearing = Hearing(link, engine, house.handler, self._answers, self._speak, forums)
        self._interactions = Interactions(link, house.handler, house.table, self._answers, house.speech, forums)
        self._catch_up = CatchUp(link, engine, self._hearing, forums)
        self._delivery = deliver(self.surface, self._answers.tell_owners)
        self._content = True
        self._shards: int | None = None
        self._limit: asyncio.Timeout | None = None

    @property
    def known(self) -> KnownBot:
        """Who Discord says the bot is."""
        client = self._link.up
        return KnownBot(client.user.name if client.user else "", discord_invitation(str(self._link.application)))

    async def run(self) -> None:
        """Listen and speak until cancelled. Raises PlatformTokenWrong."""
        self._look_there()
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(kept(self._catch_up.read_owed, "catch up"))
                group.create_task(kept(self._catch_up.keep_mark, "mark"))
                group.create_task(kept(self._deliver, "delivery"))
                group.create_task(kept(partial(watch, self._link, self._engine, self.ready), "booths"))
                group.create_task(kept(self._stay_connected, "connection", PlatformTokenWrong))
        except* PlatformTokenWrong as wrong:
            raise PlatformTokenWrong(platform="Discord", name=_TOKEN) from wrong
        finally:
            await self._leave()

    def _look_there(self) -> None:
        """Where Discord is. The library keeps its addresses in its classes, and writes what it receives to the log."""
        Route.BASE = self._config.api_url
        asset: Any = Asset
        asset.BASE = self._config.cdn_url
        if self._config.gateway_url:
            DiscordWebSocket.DEFAULT_GATEWAY = URL(self._config.gateway_url)
        logging.getLogger("discord").setLevel(logging.WARNING)

    async def _deliver(self) -> None:
        await self.ready.wait()
        await self._delivery.run()

    async def _leave(self) -> None:
        await self._link.errands.stop()
        try:
            await self._catch_up.write_mark()
        except DatabaseError as error:
            _log.warning("mark not written", error=str(error), action="a little more is read again at the next start")

    async def _stay_connected(self) -> None:
        pause = 0.5
        while True:
            began = asyncio.get_running_loop().time()
            if await self._ended():
                continue
            lasted = asyncio.get_running_loop().time() - began
            pause = 1.0 if lasted > _LONG else min(2 * pause, _LONGEST_PAUSE)
            await asyncio.sleep(pause)

    async def _ended(self) -> bool:
        """One client, from its login to its end; whether the next one may come at once. Raises PlatformTokenWrong."""
        try:
            await self._connect()
        except discord.LoginFailure as error:
            raise PlatformTokenWrong(platform="Discord", name=_TOKEN) from error
        except discord.PrivilegedIntentsRequired:
            _log.error("message content refused", action=self._speak.say("discord-without-content"))
            self._content = False
            return True
        except ShardsNeeded as needed:
            self._shards = needed.count
            return True
        except discord.ConnectionClosed as error:
            return self._closed(error.code)
        except (discord.DiscordException, *LOST) as error:
            _log.warning("connection lost", error=type(error).__name__, action="it is made again")
        return False

    def _closed(self, code: int) -> bool:
        if code == _WRONG_TOKEN:
            raise PlatformTokenWrong(platform="Discord", name=_TOKEN)
        if code == _TOO_FEW_SHARDS:
            self._shards = 2 * (self._shards or self._config.shard_count or 1)
        _log.warning("connection closed", code=code, action="it is made again")
        return False

    async def _connect(self) -> None:
        ears = Ears(
            self._engine, self._link, self._hearing, self._interactions, self._catch_up, self._got_ready, self._health
        )
        client = connection(self._config, ears, self._shards, content=self._content)
        downloads = Downloads(client, self._config.cdn_url)
        self._hearing.downloads = self._interactions.downloads = downloads
        self._link.client = client
        try:
            # The library waits longer and longer between its tries; ours begins anew before that.
            async with client, asyncio.timeout(_PATIENCE) as self._limit:
                await self._live(client)
        finally:
            self._hearing.listening = False
            self._limit = None

    async def _live(self, client: discord.Client) -> None:
        try:
            await client.start(self._config.token.get_secret_value())
        except asyncio.CancelledError:
            await self._link.errands.stop()  # while there is still a client to stop them with
            raise

    def _health(self, alive: bool) -> None:
        if self._limit is None:
            return
        soon = asyncio.get_running_loop().time() + _PATIENCE
        with suppress(RuntimeError):  # it has just ended, and the next one knows nothing of this
            if alive:
                self._limit.reschedule(None)
            elif self._limit.when() is None:
                self._limit.reschedule(soon)

    async def _got_ready(self) -> None:
        """Catch up, then listen; register the commands, and say what is missing."""
        while True:
            try:
                await self._catch_up.owe_missed()
                await self._catch_up.write_mark()
                break
            except DatabaseError as error:
                _log.warning("not ready", error=str(error), action="check that the database runs")
                await asyncio.sleep(1.0)
        self._hearing.listening = True
        self._hearing.owing.set()
        self.ready.set()
        _log.info("connected", platform=PLATFORM, servers=len(self._link.up.guilds))
        self._link.errands.start(self._register())
        self._link.errands.start(self._tell_of_content())

    async def _register(self) -> None:
        """Register the commands, if they are others than those that are registered."""
        commands = [*slash.declared(self._house.table, self._house.speech), *held.declared(self._house.speech)]
        digest = slash.digest(self._link.application, commands)
        if await self._engine.places.mark(PLATFORM, COMMANDS) == digest:
            return
        try:
            await self._link.http.bulk_upsert_global_commands(self._link.application, commands)
        except (discord.DiscordException, *LOST) as error:
            told = type(error).__name__
            _log.warning("commands not registered", error=told, action="it is tried again at the next connection")
            return
        await self._engine.places.set_mark(PLATFORM, COMMANDS, digest)
        _log.info("commands registered", count=len(commands))

    async def _tell_of_content(self) -> None:
        """Tell the owners once when only what is said to the bot can be read."""
        known = await self._engine.places.mark(PLATFORM, CONTENT) == "yes"
        if known == (not self._content):
            return
        if not self._content:
            spoken = (await settings.language_of_owners(self._engine.ctx, PLATFORM)).value
            await self._answers.tell_owners(told(self._speak.to(spoken).say("discord-without-content")))
        await self._engine.places.set_mark(PLATFORM, CONTENT, "no" if self._content else "yes")

    def _tell_barred(self, at: Address) -> None:
        self._link.errands.start(self._answers.tell_once(at, "discord-no-webhooks"))

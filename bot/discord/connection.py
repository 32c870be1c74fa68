"""discord.py's client with our ears: small in memory, deaf to itself, and not ended by an event it cannot read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord
import structlog
from discord.gateway import DiscordWebSocket
from yarl import URL

from bot.discord import translate
from bot.discord.catch_up import CatchUp
from bot.discord.errands import guarded
from bot.discord.hearing import Hearing
from bot.discord.interactions import Interactions
from bot.discord.link import Link
from engine.app import Engine
from engine.config.platforms import DiscordConfig
from engine.values.chats.places import Address

_OWN_WORDS: Final = ("MESSAGE_CREATE", "MESSAGE_UPDATE")

_log = structlog.get_logger(__name__)


class ShardsNeeded(Exception):
    """Discord wants more connections than one."""

    def __init__(self, count: int) -> None:
        super().__init__(str(count))
        self.count = count


@dataclass(frozen=True, slots=True)
class Ears:
    """Who hears what a client receives. ``ready`` is awaited when its servers are known, ``alive`` hears of it."""

    engine: Engine
    link: Link
    hearing: Hearing
    interactions: Interactions
    catch_up: CatchUp
    ready: Callable[[], Any]
    alive: Callable[[bool], None]


def connection(config: DiscordConfig, ears: Ears, shards: int | None, *, content: bool) -> discord.Client:
    """A client, not yet started. ``content``: ask for the words of messages that are not said to the bot."""
    options: dict[str, Any] = {
        "intents": _intents(content=content),
        "max_messages": None,
        "chunk_guilds_at_startup": False,
        "member_cache_flags": discord.MemberCacheFlags.none(),
        "guild_ready_timeout": config.guild_ready_timeout,
        "allowed_mentions": discord.AllowedMentions.none(),
        "max_ratelimit_timeout": 30.0,
    }
    many = (shards or config.shard_count or 1) > 1
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody talks aloud here
    made = Sharded(**options, shard_count=shards or config.shard_count) if many else Single(**options)
    made.equip(config, ears, asks=shards is None and config.shard_count is None)
    return made


def _intents(*, content: bool) -> discord.Intents:
    return discord.Intents(
        guilds=True,
        guild_messages=True,
        dm_messages=True,
        guild_reactions=True,
        dm_reactions=True,
        guild_typing=True,
        dm_typing=True,
        message_content=content,
    )


class _Listening(discord.Client):
    """What both kinds of client do with what they receive."""

    ears: Ears
    config: DiscordConfig
    asks: bool

    def equip(self, config: DiscordConfig, ears: Ears, *, asks: bool) -> None:
        """Who hears, and whether Discord is asked for the number of shards."""
        self.config, self.ears, self.asks = config, ears, asks
        parsers: Mapping[str, Callable[[Any], Any]] = self._connection.parsers
        self._connection.parsers = {name: guarded(name, self._filtered(name, it)) for name, it in parsers.items()}

    def _filtered(self, event: str, parse: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Our own words come back with every edit: they need not be read."""
        if event not in _OWN_WORDS:
            return parse

        def read(data: Any) -> None:
            if not translate.own_webhook(data, self.ears.link.own):
                parse(data)
            elif event == _OWN_WORDS[0]:
                self.ears.hearing.passed(int(data["id"]))

        return read

    async def setup_hook(self) -> None:
        """Ask where the gateway is and how many shards it wants, where nobody has said so."""
        if not self.asks and self.config.gateway_url:
            return
        try:
            count, url, _ = await self.http.get_bot_gateway()
        except (discord.GatewayNotFound, discord.HTTPException) as error:
            _log.warning("gateway not asked", error=type(error).__name__, action="one connection is made")
            return
        if not self.config.gateway_url:
            DiscordWebSocket.DEFAULT_GATEWAY = URL(url).with_query(None)
        if self.asks and count > 1:
            raise ShardsNeeded(count)

    async def on_error(self, event_method: str, /, *_args: Any, **_more: Any) -> None:
        _log.exception("event failed", event_name=event_method, action="report this with the log")

    async def on_connect(self) -> None:
        """A new session: what was missed is read before anything new is heard."""
        self.ears.hearing.listening = False
        self.ears.alive(True)

    async def on_disconnect(self) -> None:
        self.ears.alive(False)

    async def on_resumed(self) -> None:
        self.ears.alive(True)

    async def on_ready(self) -> None:
        self.ears.alive(True)
        await self.ears.ready()

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server that was away is there again."""
        if self.ears.hearing.listening:
            self.ears.catch_up.owe_guild(guild)

    async def on_message(self, message: discord.Message) -> None:
        await self.ears.hearing.message(message)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """A link preview is an update too, but stamps nothing."""
        if payload.message.edited_at is not None and "content" in payload.data:
            await self.ears.hearing.edit(payload.message, payload.message.edited_at)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        await self.ears.hearing.delete(payload.channel_id, payload.guild_id, [payload.message_id])

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        await self.ears.hearing.delete(payload.channel_id, payload.guild_id, sorted(payload.message_ids))

    async def on_raw_reaction_add(self, payload: discord.RawReactionActionEvent) -> None:
        """A super reaction comes as one too, and says the same."""
        if not (payload.member and payload.member.bot):
            await self.ears.hearing.react(payload, put=True)

    async def on_raw_reaction_remove(self, payload: discord.RawReactionActionEvent) -> None:
        await self.ears.hearing.react(payload, put=False)

    async def on_raw_reaction_clear(self, payload: discord.RawReactionClearEvent) -> None:
        await self.ears.hearing.cleared(payload)

    async def on_raw_reaction_clear_emoji(self, payload: discord.RawReactionClearEmojiEvent) -> None:
        await self.ears.hearing.cleared(payload, translate.sign_of(payload.emoji))

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await self.ears.interactions.take(interaction)

    async def on_raw_typing(self, payload: discord.RawTypingEvent) -> None:
        own = self.ears.link.own.user
        if payload.user_id != own and not (payload.user and payload.user.bot):
            at = translate.address_of(discord.Object(payload.channel_id), payload.guild_id)
            self.ears.engine.turns.typing(translate.somebody(at, str(payload.user_id)))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._leave(guild.id, "")

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._leave(channel.guild.id, str(channel.id))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.ears.hearing.thread_gone(payload.guild_id, payload.parent_id, payload.thread_id)
        await self._leave(payload.guild_id, str(payload.thread_id))

    async def _leave(self, guild: int, channel: str) -> None:
        await self.ears.engine.turns.leave(Address(translate.PLATFORM, str(guild), channel))


class Single(_Listening):
    """One connection for everything."""


class Sharded(_Listening, discord.AutoShardedClient):
    """Several connections: from 2,500 servers on Discord asks for them."""

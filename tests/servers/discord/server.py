"""The test server of Discord: the world, and the HTTP that leads to it."""

import contextlib
import uuid
from collections.abc import AsyncIterator
from typing import Any

from aiohttp import web

from tests.servers.discord import (
    cdn,
    control,
    feed,
    payloads,
    people,
    rest_commands,
    rest_guilds,
    rest_interactions,
    rest_messages,
    rest_webhooks,
)
from tests.servers.discord.buckets import Buckets
from tests.servers.discord.faults import Faults
from tests.servers.discord.gateway import Gateway
from tests.servers.discord.people import User
from tests.servers.discord.permissions import bits
from tests.servers.discord.rest import Rest
from tests.servers.discord.world import (
    FORUM,
    MEDIA,
    PRIVILEGED,
    Channel,
    Face,
    Guild,
    Member,
    Message,
    Role,
    Webhook,
    World,
)
from tests.servers.history import Entry

PROXIES = {"pluralkit": 466378653216014359, "tupperbox": 431544605209788416}
_ROUTES = (rest_messages, rest_guilds, rest_webhooks, rest_interactions, rest_commands)


class Surroundings:
    """What happens in guilds; part of the server."""

    world: World

    def guild(
        self, name: str = "guild", owner: Any = None, channels: tuple[str, ...] = ("general",), members: Any = (),
        joined: bool = True,
    ) -> Guild:  # fmt: skip
        """A guild the bot is in, unless ``joined`` is False. ``guild["general"]`` is a channel."""
        made = self.world.guild(name, owner or User(self.world, f"{name}-owner"), tuple(channels), tuple(members))
        if joined:
            self.invites(made)
        return made

    def invites(self, guild: Guild) -> None:
        """The bot joins."""
        self.world.admit(guild)
        shown = payloads.guild_create(guild, self.world, True)
        del shown["unavailable"]  # a guild that is new has not come back
        self.world.emit("GUILD_CREATE", shown, guild=guild)

    def expels(self, guild: Guild) -> None:
        """The bot is put out."""
        rest_guilds.depart(self.world, guild)

    def forum(self, guild: Guild, name: str, *, media: bool = False, tagged: bool = False) -> Channel:
        """A new forum, or one for media; ``tagged``: each post needs a tag."""
        made = self.world.channel(name, guild, MEDIA if media else FORUM)
        made.tagged = tagged
        self.world.emit("CHANNEL_CREATE", payloads.channel(made, self.world), channel=made)
        return made

    def locks(self, thread: Channel) -> None:
        """A moderator puts a thread away and closes it."""
        thread.archived = thread.locked = True
        self.world.emit("THREAD_UPDATE", payloads.channel(thread, self.world), channel=thread)

    def channel(self, guild: Guild, name: str) -> Channel:
        """A new channel."""
        made = self.world.channel(name, guild)
        self.world.emit("CHANNEL_CREATE", payloads.channel(made, self.world), channel=made)
        return made

    def removes(self, gone: Channel | Webhook) -> None:
        """A channel, a thread or a webhook is deleted by someone."""
        if isinstance(gone, Channel):
            return rest_guilds.remove(self.world, gone)
        del self.world.objects[gone.id]
        return rest_webhooks.announce(self.world, gone.channel)

    def joins(self, guild: Guild, user: Any) -> None:
        """Someone comes."""
        guild.members[user.id] = Member(user, self.world.clock.now())
        people.joins(self.world, guild, guild.members[user.id])

    def parts(self, guild: Guild, user: Any) -> None:
        """Someone leaves."""
        del guild.members[user.id]
        self.world.emit("GUILD_MEMBER_REMOVE", {"guild_id": str(guild.id), "user": payloads.user(user)}, guild=guild)

    def promotes(self, guild: Guild, user: Any, *permissions: str) -> Role:
        """Someone gets a new role with these permissions."""
        role = self.world.add(Role(self.world.snowflake(), "role", bits(permissions), len(guild.roles)))
        guild.roles.append(role)
        guild.members[user.id].roles.append(role)
        shown = {"guild_id": str(guild.id), "role": payloads.role(role)}
        self.world.emit("GUILD_ROLE_CREATE", shown, guild=guild)
        member = {**payloads.member(guild.members[user.id]), "guild_id": str(guild.id)}
        self.world.emit("GUILD_MEMBER_UPDATE", member, guild=guild)
        return role

    def revokes(self, where: Channel | Guild, *permissions: str) -> None:
        """Take permissions from the bot, in a channel or in all of a guild."""
        self._changes(where, lambda denied: denied | bits(permissions))

    def grants(self, where: Channel | Guild, *permissions: str) -> None:
        """Give them back."""
        self._changes(where, lambda denied: denied & ~bits(permissions))

    def shows(self, channel: Channel, *roles: Role) -> None:
        """Let only members with one of these roles see a channel; everybody where there is none."""
        channel.read_by = {it.id for it in roles} or None
        self.world.emit("CHANNEL_UPDATE", payloads.channel(channel, self.world), channel=channel)

    def restricts(self, channel: Channel, *, to_adults: bool = True) -> None:
        """A channel is age-restricted from now on, or no longer."""
        channel.nsfw = to_adults
        self.world.emit("CHANNEL_UPDATE", payloads.channel(channel, self.world), channel=channel)

    def _changes(self, where: Channel | Guild, change: Any) -> None:
        for channel in where.channels if isinstance(where, Guild) else [where]:
            channel.denied = change(channel.denied)
            self.world.emit("CHANNEL_UPDATE", payloads.channel(channel, self.world), channel=channel)

    def proxies(self, message: Message, as_name: str, by: str = "pluralkit") -> Message:
        """PluralKit or Tupperbox deletes a message and says it again by its webhook."""
        place = message.channel.parent or message.channel
        owned = (each for each in rest_webhooks.of_channel(self.world, place) if each.application == PROXIES[by])
        hook = next(owned, None) or self.world.add(
            Webhook(self.world.snowflake(), uuid.uuid4().hex, place, by, None, PROXIES[by])
        )
        feed.delete(self.world, message.channel, [message], client=False)
        draft = feed.Draft(message.text, webhook=hook)
        return feed.post(self.world, message.channel, Face(hook.id, as_name, hook.avatar), draft)


class DiscordServer(Surroundings):
    """``async with discord_server() as d``: see the package's text for what can be done with it."""

    def __init__(self, *, message_content: bool = True, members: bool = True, buckets: bool = False) -> None:
        self.world = world = World()
        self.history = world.history
        self.clock = world.clock
        self.faults = Faults()
        self.buckets = Buckets(buckets)
        self.gateway = Gateway(world)
        self.token = world.token = f"bot-token.{uuid.uuid4().hex}"
        self.bot = world.bot = User(world, "omoide", bot=True)
        world.application = self.bot.id
        world.allowed_intents = PRIVILEGED["presences"] | (PRIVILEGED["members"] if members else 0)
        self.allows_content(message_content)
        self.port = 0
        self._runner: web.AppRunner | None = None

    def allows_content(self, allowed: bool) -> None:
        """Switch the message-content intent of the application on or off."""
        bit = PRIVILEGED["message_content"]
        self.world.allowed_intents = (self.world.allowed_intents & ~bit) | (bit if allowed else 0)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def api_url(self) -> str:
        """For Route.BASE."""
        return f"{self.url}/api/v10"

    @property
    def gateway_url(self) -> str:
        """For DiscordWebSocket.DEFAULT_GATEWAY."""
        return f"ws://127.0.0.1:{self.port}/gateway"

    @property
    def cdn_url(self) -> str:
        """For Asset.BASE."""
        return f"{self.url}/cdn"

    def user(self, name: str, bot: bool = False, locale: str = "en-US") -> User:
        """Someone new; make them a member by ``guild(members=…)`` or ``joins``."""
        return User(self.world, name, bot, locale)

    def messages(self, channel: Channel) -> list[Message]:
        """What stands in a channel now, oldest first."""
        return [channel.messages[id_] for id_ in sorted(channel.messages)]

    def texts(self, channel: Channel) -> list[str]:
        """The same, only the texts of the client's messages."""
        return [message.text for message in self.messages(channel) if message.client]

    def notifying(self, channel: Channel) -> int:
        """How many messages of the client rang a bell in a channel; answers to commands do not."""
        made = self.history.of("message", channel=channel.id, client=True)
        return sum(
            not (entry.silent or entry.ephemeral or self.world.objects[entry.message].interaction) for entry in made
        )

    def rest_calls(self, method: str = "", route: str = "", status: int = 0) -> list[Entry]:
        """REST calls; ``route`` is a regular expression searched in the path."""
        return self.history.calls(method, route, status)

    @property
    def rejected(self) -> list[Entry]:
        """Calls the server refused by its own rules, with 4xx."""
        return [entry for entry in self.history.calls() if 400 <= entry.status < 500 and entry.name != "fault"]

    async def connected(self, count: int = 1, seconds: float = 10) -> None:
        """Wait until so many sessions were begun or resumed in all."""
        names = ("identify", "resumed")
        await self.history.holds(
            lambda: sum(entry.name in names for entry in self.history.of("session")) >= count, seconds
        )

    async def start(self, port: int = 0) -> None:
        app = web.Application(client_max_size=1 << 28)
        Rest(self).mount(app, [route for module in _ROUTES for route in module.ROUTES])
        cdn.mount(app, self.world)
        control.mount(app, self)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", port, backlog=4096).start()
        self.port = self._runner.addresses[0][1]
        self.world.cdn_url, self.world.gateway_url = self.cdn_url, self.gateway_url
        self.gateway.url = self.gateway_url

    async def stop(self) -> None:
        self.faults.clear()
        self.gateway.cut_all()
        if self._runner:
            await self._runner.cleanup()
            self._runner = None


@contextlib.asynccontextmanager
async def discord_server(port: int = 0, **options: bool) -> AsyncIterator[DiscordServer]:
    """A running server; options are those of DiscordServer: message_content, members, buckets."""
    server = DiscordServer(**options)
    await server.start(port)
    try:
        yield server
    finally:
        await server.stop()

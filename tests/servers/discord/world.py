"""What exists: people, guilds, roles, channels, threads, messages, webhooks, commands."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.servers.discord.clock import Clock
from tests.servers.discord.permissions import ALL, BITS, BOT, EVERYONE, bits
from tests.servers.history import History

TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD, FORUM, MEDIA = 0, 1, 11, 12, 15, 16
CONTENT_INTENT = 1 << 15
PRIVILEGED = {"members": 1 << 1, "presences": 1 << 8, "message_content": CONTENT_INTENT}


@dataclass(eq=False)
class Role:
    """A role of a guild; the one with the guild's id is @everyone."""

    id: int
    name: str
    allows: int
    position: int = 1
    managed: bool = False


@dataclass(eq=False)
class Channel:
    """A text channel, a forum, a thread or a direct conversation. ``denied`` are the bits taken from the bot here.

    ``tagged``: each post of a forum has to have a tag, of which there is one, with the forum's number.
    ``read_by``: only members with one of these roles, by their numbers, and the bot can see it; None for everybody.
    """

    id: int
    kind: int
    name: str
    guild: "Guild | None" = None
    parent: "Channel | None" = None
    recipient: Any = None
    messages: dict[int, "Message"] = field(default_factory=dict, repr=False)
    last: int = 0
    denied: int = 0
    hidden_from: set[int] = field(default_factory=set)
    read_by: set[int] | None = None
    nsfw: bool = False
    archived: bool = False
    locked: bool = False
    owner: int = 0
    tagged: bool = False
    members: set[int] = field(default_factory=set)
    """Who was let into a private thread."""

    @property
    def is_thread(self) -> bool:
        return self.kind in (PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def is_forum(self) -> bool:
        """Whether it consists of threads, and no message is in it."""
        return self.kind in (FORUM, MEDIA)


@dataclass(eq=False)
class Member:
    """Someone in a guild."""

    user: Any
    joined: float
    roles: list[Role] = field(default_factory=list)
    nick: str | None = None


@dataclass(eq=False)
class Guild:
    """A server of Discord. ``joined`` is True while the bot is in it."""

    id: int
    name: str
    owner: Any
    locale: str = "en-US"
    joined: bool = True
    channels: list[Channel] = field(default_factory=list, repr=False)
    threads: list[Channel] = field(default_factory=list, repr=False)
    members: dict[int, Member] = field(default_factory=dict, repr=False)
    roles: list[Role] = field(default_factory=list, repr=False)

    def __getitem__(self, name: str) -> Channel:
        """The channel of this name."""
        return next(channel for channel in (*self.channels, *self.threads) if channel.name == name)


@dataclass(eq=False)
class Face:
    """Who a webhook's message appears to be from; ``id`` is the webhook's."""

    id: int
    name: str
    avatar: str | None = None
    bot: bool = True


@dataclass(eq=False)
class Webhook:
    """A webhook; ``avatar`` is a hash the CDN knows."""

    id: int
    token: str
    channel: Channel
    name: str
    avatar: str | None = None
    application: int | None = None
    maker: Any = None


@dataclass(eq=False)
class Message:
    """A message; ``data`` is the object as Discord sends it, without what only the guild adds."""

    id: int
    channel: Channel
    author: Any
    data: dict[str, Any] = field(repr=False)
    nonce: str = ""
    client: bool = False
    webhook: Webhook | None = None
    interaction: Any = field(default=None, repr=False)
    deleted: bool = False

    @property
    def text(self) -> str:
        return self.data["content"]

    @property
    def flags(self) -> int:
        return self.data["flags"]

    @property
    def ephemeral(self) -> bool:
        return bool(self.flags & 64)

    @property
    def silent(self) -> bool:
        return bool(self.flags & 4096)


Emit = Callable[..., None]


class World:
    """All of it, with the limits a test can change. ``emit`` is put in by the gateway."""

    def __init__(self) -> None:
        self.clock = Clock()
        self._began = self.clock.now()
        self.history = History()
        self.objects: dict[int, Any] = {}
        self.places: dict[int, Channel] = {}
        self.guilds: list[Guild] = []
        self.dms: dict[tuple[int, int], Channel] = {}
        self.commands: dict[int, list[dict[str, Any]]] = {}
        self.interactions: dict[str, Any] = {}
        self.nonces: dict[tuple[int, int, str], Message] = {}
        self.token = ""
        self.application = 0
        self.bot: Any = None
        self.allowed_intents = 0
        self.answer_seconds = 3.0
        self.token_seconds = 900.0
        self.cdn_url = ""
        self.gateway_url = ""
        self.shards = 1
        self.emit: Emit = lambda *_, **__: None
        self.avatars: dict[str, bytes] = {}
        self.files: dict[int, Any] = {}

    def add(self, thing: Any) -> Any:
        """Remember under its id. Channels are apart: a thread has the id of the message it began with."""
        where: dict[int, Any] = self.places if isinstance(thing, Channel) else self.objects
        where[thing.id] = thing
        return thing

    def find(self, kind: type, id_: Any) -> Any:
        """The thing of this kind and id, or None."""
        where: dict[int, Any] = self.places if kind is Channel else self.objects
        found = where.get(int(id_)) if str(id_).isdigit() else None
        return found if isinstance(found, kind) else None

    def snowflake(self, at: float | None = None) -> int:
        return self.clock.snowflake(at)

    def channel(self, name: str, guild: Guild, kind: int = TEXT) -> Channel:
        """A new channel of a server, without telling anyone."""
        made = self.add(Channel(self.snowflake(), kind, name, guild))
        guild.channels.append(made)
        return made

    def direct(self, user: Any) -> Channel:
        """The conversation of the bot with someone."""
        key = (self.bot.id, user.id)
        if key not in self.dms:
            self.dms[key] = self.add(Channel(self.snowflake(), DM, "", recipient=user))
        return self.dms[key]

    def guild(self, name: str, owner: Any, channels: tuple[str, ...], members: tuple[Any, ...]) -> Guild:
        """A new guild, without telling anyone; the bot is not in it yet. One after the other, so that two that follow
        each other are of different shards.
        """
        born = round(self._began * 1000) + len(self.guilds)
        made = self.add(Guild(self.snowflake(born / 1000), name, owner, joined=False))
        made.roles = [Role(made.id, "@everyone", EVERYONE, 0), self.add(Role(self.snowflake(), "bot", BOT, 1, True))]
        self.guilds.append(made)
        for channel in channels:
            self.channel(channel, made)
        for user in dict.fromkeys((owner, *members)):
            made.members[user.id] = Member(user, self.clock.now())
        return made

    def admit(self, guild: Guild) -> None:
        """Put the bot into a guild."""
        guild.joined = True
        guild.members[self.bot.id] = Member(self.bot, self.clock.now(), [guild.roles[1]])

    def may(self, user: Any, channel: Channel, *names: str) -> bool:
        """Whether someone has all these permissions here."""
        wanted = bits(names)
        return self.allowed(user, channel) & wanted == wanted

    def allowed(self, user: Any, channel: Channel) -> int:
        """The permission bits of someone in a channel."""
        place = channel.parent or channel
        guild = place.guild
        if guild is None:
            return ALL
        member = guild.members.get(user.id)
        if member is None:
            return 0
        granted = guild.roles[0].allows
        for role in member.roles:
            granted |= role.allows
        if user is guild.owner or granted & BITS["administrator"]:
            return ALL
        if user is self.bot:
            granted &= ~place.denied
        outside = channel.kind == PRIVATE_THREAD and user.id not in channel.members
        unseen = (
            place.read_by is not None and user is not self.bot and not place.read_by & {it.id for it in member.roles}
        )
        if unseen or user.id in place.hidden_from or (outside and not granted & BITS["manage_threads"]):
            granted &= ~BITS["view_channel"]
        return granted if granted & BITS["view_channel"] else 0

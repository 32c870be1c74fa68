"""What people do with commands, buttons, menus and forms, and what they get back."""

import uuid
from typing import Any

from tests.servers.discord import payloads
from tests.servers.discord.world import DM, Channel, Message, World

Json = dict[str, Any]
COMMAND, COMPONENT, COMPLETION, MODAL = 2, 3, 4, 5


class Interaction:
    """One use of a command or a control. ``answer`` is the callback type that came (0: none yet)."""

    def __init__(
        self, world: World, kind: int, user: Any, channel: Channel, data: Json, source: Message | None = None
    ) -> None:
        self.id = world.snowflake()
        self.token = uuid.uuid4().hex
        self.world = world
        self.kind = kind
        self.user = user
        self.channel = channel
        self.data = data
        self.source = source
        self.made_at = world.clock.now()
        self.answer = 0
        self.original: Message | None = None
        self.followups: list[Message] = []
        self.modal: Json | None = None
        self.choices: list[Json] | None = None
        self.late = False
        world.add(self)
        world.interactions[self.token] = self

    @property
    def age(self) -> float:
        """Seconds, by the server's clock."""
        return self.world.clock.now() - self.made_at

    @property
    def failed(self) -> bool:
        """Whether people see "did not respond"."""
        return self.late or (not self.answer and self.age > self.world.answer_seconds)

    @property
    def messages(self) -> list[Message]:
        """What was said in answer and stands: the original once it has text, then follow-ups."""
        first = [self.original] if self.original and not self.original.flags & 128 else []
        return [message for message in (*first, *self.followups) if not message.deleted]

    @property
    def text(self) -> str:
        """The text of the first message said in answer; "" when there is none."""
        return self.messages[0].text if self.messages else ""

    @property
    def ephemeral(self) -> bool:
        """Whether the answer is only for the person."""
        return bool(self.original and self.original.ephemeral)

    async def answered(self, seconds: float = 5) -> "Interaction":
        """Wait until it is acknowledged in any way, or has failed."""
        await self.world.history.holds(lambda: self.answer or self.late, seconds)
        return self

    async def said(self, count: int = 1, seconds: float = 10) -> Message:
        """Wait until so many messages stand in answer; the last of them."""
        await self.world.history.holds(lambda: len(self.messages) >= count, seconds)
        return self.messages[count - 1]

    def give_up(self) -> None:
        """The time to answer is over."""
        if not self.answer and not self.late:
            self.late = True
            self.world.history.add(
                "answer", name="failed", channel=self.channel.id, author=self.user.id, text="", message=self.id
            )

    def metadata(self) -> Json:
        return {
            "id": str(self.id),
            "type": self.kind,
            "user": payloads.user(self.user),
            "authorizing_integration_owners": {"0": str(self.channel.guild.id) if self.channel.guild else "0"},
            **({"name": self.data["name"]} if "name" in self.data else {}),
        }

    def payload(self) -> Json:
        """INTERACTION_CREATE."""
        world, guild = self.world, self.channel.guild
        app_permissions = str(world.allowed(world.bot, self.channel))
        mine = str(world.allowed(self.user, self.channel))
        shown: Json = {
            "id": str(self.id),
            "application_id": str(world.application),
            "type": self.kind,
            "token": self.token,
            "version": 1,
            "data": self.data,
            "channel_id": str(self.channel.id),
            "channel": {**payloads.channel(self.channel, world), "permissions": mine},
            "app_permissions": app_permissions,
            "locale": self.user.locale,
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(guild.id) if guild else "0"},
            "context": 1 if self.channel.kind == DM else 0,
            "attachment_size_limit": 10485760,
        }
        if self.source:
            shown["message"] = self.source.data
        if guild is None:
            return {**shown, "user": payloads.user(self.user)}
        return {
            **shown,
            "guild_id": str(guild.id),
            "guild_locale": guild.locale,
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "member": {**payloads.member(guild.members[self.user.id]), "permissions": mine},
        }

"""The client that is connected now, for everything that outlives it: a client is replaced when it ends."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

import discord
from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.delivery.surface import Later
from bot.discord.errands import Errands
from bot.discord.translate import Own
from bot.discord.wire import TryOnce, session_of

_AWAY_SECONDS: Final = 0.5


class Link:
    """Calls go through the client of the moment; while there is none they are Later. ``now`` is the house's time."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.now = now
        self.client: discord.Client | None = None
        self.webhooks: set[int] = set()
        self.adapter = AsyncWebhookAdapter()
        self.errands = Errands()

    @property
    def up(self) -> discord.Client:
        """The client, logged in and acquainted with its servers. Raises Later."""
        if self.client is None or self.client.user is None or not self.client.is_ready():
            raise Later(_AWAY_SECONDS)
        return self.client

    @property
    def http(self) -> HTTPClient:
        """The calls of the REST API. Raises Later."""
        return self.up.http

    @property
    def own(self) -> Own:
        """What is ours on Discord; nothing before the first login."""
        user = self.client.user.id if self.client and self.client.user else 0
        return Own(user, self.application, self.webhooks)

    @property
    def application(self) -> int:
        """The bot's application; 0 before the first login."""
        return (self.client.application_id if self.client else None) or 0

    @property
    def session(self) -> Any:
        """Connections for what may be repeated."""
        return session_of(self.up)

    @property
    def once(self) -> Any:
        """Connections for what must not be repeated."""
        return TryOnce(session_of(self.up))

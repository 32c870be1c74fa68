"""Asking Discord once whose token it is."""

from typing import Any, Final

import discord
from discord.http import Route

from bot.discord.wire import LOST
from bot.platform_questions import KnownBot, discord_invitation, discord_page
from engine.config.platforms import DiscordConfig
from engine.errors import PlatformTokenWrong, PlatformUnreachable

NAME = "Discord"
TOKEN_NAME = "OMOIDE_DISCORD__TOKEN"  # noqa: S105 — the name of the setting

_MAY_READ: Final = 1 << 18 | 1 << 19
"""The application's flags for the message content intent: as a large bot, or as one in few servers."""


async def who(config: DiscordConfig) -> KnownBot:
    """The bot behind the token. Raises PlatformTokenWrong, PlatformUnreachable."""
    Route.BASE = config.api_url
    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            await client.login(config.token.get_secret_value())
            # Not through the library: it asks the address that leaves out the flags.
            application: Any = await client.http.request(Route("GET", "/applications/@me"))
        except discord.LoginFailure:
            raise PlatformTokenWrong(platform=NAME, name=TOKEN_NAME) from None
        except (discord.DiscordException, *LOST) as error:
            raise PlatformUnreachable(platform=NAME, reason=type(error).__name__) from None
        assert client.user is not None
        number, hears = str(application["id"]), bool(int(application.get("flags") or 0) & _MAY_READ)
        return KnownBot(client.user.name, discord_invitation(number), hears, discord_page(number))

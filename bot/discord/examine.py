"""Asking Discord once whose token it is."""

import discord
from discord.http import Route

from bot.discord.wire import LOST
from bot.platform_questions import KnownBot, discord_invitation
from engine.config import DiscordConfig
from engine.errors import PlatformTokenWrong, PlatformUnreachable

NAME = "Discord"
TOKEN_NAME = "OMOIDE_DISCORD__TOKEN"  # noqa: S105 — the name of the setting


async def who(config: DiscordConfig) -> KnownBot:
    """The bot behind the token. Raises PlatformTokenWrong, PlatformUnreachable."""
    Route.BASE = config.api_url
    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            await client.login(config.token.get_secret_value())
            application = await client.application_info()
        except discord.LoginFailure:
            raise PlatformTokenWrong(platform=NAME, name=TOKEN_NAME) from None
        except (discord.DiscordException, *LOST) as error:
            raise PlatformUnreachable(platform=NAME, reason=type(error).__name__) from None
        assert client.user is not None
        return KnownBot(client.user.name, discord_invitation(str(application.id)))

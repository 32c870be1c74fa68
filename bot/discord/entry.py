"""What the daemon takes of this platform, in one place, so that its library is read only where it is needed."""

from typing import Final

from bot.discord.client import DiscordClient
from bot.discord.examine import who
from bot.discord.surface import DiscordSurface
from engine.config.platforms import DiscordConfig as Settings

__all__ = ["LIMIT", "Client", "Settings", "who"]

Client = DiscordClient
LIMIT: Final = DiscordSurface.limit

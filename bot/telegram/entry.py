"""What the daemon takes of this platform, in one place, so that its library is read only where it is needed."""

from typing import Final

from bot.telegram.client import TelegramClient
from bot.telegram.examine import who
from bot.telegram.surface import TelegramSurface
from engine.config.platforms import TelegramConfig as Settings

__all__ = ["LIMIT", "Client", "Settings", "who"]

Client = TelegramClient
LIMIT: Final = TelegramSurface.limit

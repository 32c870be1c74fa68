"""What the daemon takes of this platform: ``OMOIDE_PLATFORMS__IRC__ENTRY=tests.platforms.minimal.entry``."""

from bot.platform_questions import KnownBot
from tests.platforms.minimal.client import IrcClient
from tests.platforms.minimal.surface import IrcSurface
from tests.platforms.minimal.wire import Settings, Wire

__all__ = ["LIMIT", "Client", "Settings", "who"]

Client = IrcClient
LIMIT = IrcSurface.limit


async def who(settings: Settings) -> KnownBot:
    """The bot, once the server has let it in. Raises PlatformTokenWrong, PlatformUnreachable."""
    async with Wire(settings).connected():
        return settings.known

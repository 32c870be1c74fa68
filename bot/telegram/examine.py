"""Asking Telegram once whose token it is."""

from telegram.error import InvalidToken, TelegramError

from bot.platform_questions import KnownBot, telegram_link
from bot.telegram.request import Request
from bot.telegram.updates import RawBot
from engine.config.platforms import TelegramConfig
from engine.errors import PlatformTokenWrong, PlatformUnreachable

NAME = "Telegram"
TOKEN_NAME = "OMOIDE_TELEGRAM__TOKEN"  # noqa: S105 — the name of the setting


async def who(config: TelegramConfig) -> KnownBot:
    """The bot behind the token. Raises PlatformTokenWrong, PlatformUnreachable."""
    request = Request()
    await request.initialize()
    try:
        bot = RawBot(
            config.token.get_secret_value(),
            base_url=config.api_url,
            base_file_url=config.file_url,
            request=request,
            get_updates_request=request,
        )
        user = await bot.get_me()
    except InvalidToken:
        raise PlatformTokenWrong(platform=NAME, name=TOKEN_NAME) from None
    except TelegramError as error:
        raise PlatformUnreachable(platform=NAME, reason=type(error).__name__) from None
    finally:
        await request.shutdown()
    hears = bool(user.can_read_all_group_messages)
    return KnownBot(user.username or "", telegram_link(user.username or ""), hears)

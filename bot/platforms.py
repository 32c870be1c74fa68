"""Where the daemon's platforms are put together. Their libraries are large: a process that only chats does without."""

from collections.abc import Awaitable, Callable, Iterator
from functools import partial

from pydantic import SecretStr

from bot.delivery.delivery import Delivery
from bot.delivery.surface import Surface
from bot.discord.client import DiscordClient
from bot.discord.examine import who as who_on_discord
from bot.discord.surface import DiscordSurface
from bot.doctor import Bots
from bot.guest import Deliver, Guest, House, TellOwners
from bot.platform_questions import KnownBot, Trial
from bot.telegram.client import TelegramClient
from bot.telegram.examine import who as who_on_telegram
from bot.telegram.surface import TelegramSurface
from engine.config import Config, DiscordConfig, TelegramConfig
from engine.values.outgoing import PartLimit


def limits(config: Config) -> dict[str, PartLimit]:
    """The platforms that have a token, and how long a message may be there."""
    known = {"discord": (config.discord, DiscordSurface.limit), "telegram": (config.telegram, TelegramSurface.limit)}
    return {name: limit for name, (switched_on, limit) in known.items() if switched_on is not None}


def guests(config: Config, house_of: Callable[[str], House]) -> Iterator[tuple[str, Guest]]:
    """A bot for every platform that has a token."""
    if config.discord is not None:
        house = house_of("discord")
        yield "discord", DiscordClient(config.discord, house, _deliver("discord", house))
    if config.telegram is not None:
        house = house_of("telegram")
        yield "telegram", TelegramClient(config.telegram, house, _deliver("telegram", house))


def trials(config: Config) -> dict[str, Trial]:
    """Asks each platform, at the configured address, whose token it is given."""

    async def discord(token: SecretStr) -> KnownBot:
        return await who_on_discord((config.discord or DiscordConfig(token=token)).model_copy(update={"token": token}))

    async def telegram(token: SecretStr) -> KnownBot:
        known = config.telegram or TelegramConfig(token=token)
        return await who_on_telegram(known.model_copy(update={"token": token}))

    return {"discord": discord, "telegram": telegram}


def examinations(config: Config) -> Bots:
    """Asks each platform that has a token who its bot is."""
    asked: dict[str, Callable[[], Awaitable[KnownBot]]] = {}
    if config.discord is not None:
        asked["discord"] = partial(who_on_discord, config.discord)
    if config.telegram is not None:
        asked["telegram"] = partial(who_on_telegram, config.telegram)
    return asked


def _deliver(platform: str, house: House) -> Deliver:
    def deliver(surface: Surface, tell_owners: TellOwners) -> Delivery:
        return Delivery(house.engine, platform, surface, house.speech, house.language, tell_owners)

    return deliver

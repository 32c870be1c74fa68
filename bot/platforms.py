"""Where the daemon's platforms are put together. Their libraries are large: each is read only by who needs it."""

import importlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from pydantic import SecretStr

from bot.delivery.delivery import Delivery
from bot.delivery.surface import Surface
from bot.doctor import Bots
from bot.guest import Guest, House, TellOwners
from bot.platform_questions import TITLES, KnownBot, Trial
from engine.config import Config, DiscordConfig, TelegramConfig
from engine.values.outgoing import PartLimit


def limits(config: Config) -> dict[str, PartLimit]:
    """The platforms that have a token, and how long a message may be there."""
    return {name: _entry(name).LIMIT for name in _switched_on(config)}


def guests(config: Config, house_of: Callable[[str], House]) -> Iterator[tuple[str, Guest]]:
    """A bot for every platform that has a token."""
    for name, settings in _switched_on(config).items():
        house = house_of(name)
        yield name, _entry(name).Client(settings, house, partial(_deliver, name, house))


def trials(config: Config) -> dict[str, Trial]:
    """Asks each platform, at the configured address, whose token it is given."""
    return {name: partial(_try, config, name) for name in TITLES}


def examinations(config: Config) -> Bots:
    """Asks each platform that has a token who its bot is."""
    return {name: partial(_entry(name).who, settings) for name, settings in _switched_on(config).items()}


def _switched_on(config: Config) -> Mapping[str, DiscordConfig | TelegramConfig]:
    given = {"discord": config.discord, "telegram": config.telegram}
    return {name: settings for name, settings in given.items() if settings is not None}


def _entry(platform: str) -> Any:
    """The module ``entry`` of a platform: LIMIT, Client, Settings, who."""
    return importlib.import_module(f"bot.{platform}.entry")


async def _try(config: Config, platform: str, token: SecretStr) -> KnownBot:
    entry = _entry(platform)
    settings = _switched_on(config).get(platform) or entry.Settings(token=token)
    return await entry.who(settings.model_copy(update={"token": token}))


def _deliver(platform: str, house: House, surface: Surface, tell_owners: TellOwners) -> Delivery:
    return Delivery(house.engine, platform, surface, house.speech, house.language, tell_owners)

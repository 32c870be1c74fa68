"""Where the daemon's platforms are put together. Their libraries are large: each is read only by who needs it."""

import importlib
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from pydantic import BaseModel, SecretStr, ValidationError

from bot.delivery.delivery import Delivery
from bot.delivery.surface import Surface
from bot.doctor import Bots
from bot.guest import Guest, PlatformContext, TellOwners
from bot.platform_questions import TITLES, KnownBot, Trial
from engine.config.config import Config
from engine.config.platforms import AddedPlatform
from engine.errors import ConfigInvalid
from engine.values.chats.outgoing import PartLimit

_SHIPPED: Final = tuple(TITLES)
"""The platforms that come with Omoide; each has a field in the configuration and a package here."""


def any_on(config: Config) -> bool:
    """Whether there is a platform to run a bot on."""
    return bool(config.platforms) or any(getattr(config, name) is not None for name in _SHIPPED)


def limits(config: Config) -> dict[str, PartLimit]:
    """The platforms that are switched on, and how long a message may be there."""
    return {name: entry.LIMIT for name, entry, _ in _switched_on(config)}


def guests(config: Config, house_of: Callable[[str], PlatformContext]) -> Iterator[tuple[str, Guest]]:
    """A bot for every platform that is switched on."""
    for name, entry, settings in _switched_on(config):
        house = house_of(name)
        yield name, entry.Client(settings, house, partial(_deliver, name, house))


def trials(config: Config) -> dict[str, Trial]:
    """Asks each platform that has a token, at the configured address, whose token it is given."""
    return {name: partial(_try, config, name) for name in _SHIPPED}


def examinations(config: Config) -> Bots:
    """Asks each platform that is switched on who its bot is."""
    return {name: partial(entry.who, settings) for name, entry, settings in _switched_on(config)}


def _switched_on(config: Config) -> Iterator[tuple[str, Any, BaseModel]]:
    """Name, module ``entry`` and settings of each. Raises ConfigInvalid."""
    for name in _SHIPPED:
        if (settings := getattr(config, name)) is not None:
            yield name, _entry(name), settings
    for name, added in config.platforms.items():
        yield name, *_added(name, added)


def _added(name: str, added: AddedPlatform) -> tuple[Any, BaseModel]:
    """A platform that does not come with Omoide. Raises ConfigInvalid."""
    # What looks like JSON in the environment was read as such; the platform takes all as it was written.
    given = {name: it if isinstance(it, str) else json.dumps(it) for name, it in (added.model_extra or {}).items()}
    prefix = f"OMOIDE_PLATFORMS__{name.upper()}__"
    try:
        entry = importlib.import_module(added.entry)
        return entry, entry.Settings.model_validate(given)
    except ImportError as error:
        raise ConfigInvalid(problems=f"{prefix}ENTRY: {added.entry} ({type(error).__name__})", count=1) from None
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False, include_context=False)
        problems = [f"{prefix}{'__'.join(map(str, it['loc'])).upper()}: {it['msg']}" for it in details]
        raise ConfigInvalid(problems="\n".join(problems), count=len(problems)) from None


def _entry(platform: str) -> Any:
    """The module ``entry`` of a platform: LIMIT, Client, Settings, who."""
    return importlib.import_module(f"bot.{platform}.entry")


async def _try(config: Config, platform: str, token: SecretStr) -> KnownBot:
    entry = _entry(platform)
    settings = getattr(config, platform) or entry.Settings(token=token)
    return await entry.who(settings.model_copy(update={"token": token}))


def _deliver(platform: str, house: PlatformContext, surface: Surface, tell_owners: TellOwners) -> Delivery:
    house.handler.shows_on(surface)
    return Delivery(house.engine, platform, surface, house.speech, house.language, tell_owners)

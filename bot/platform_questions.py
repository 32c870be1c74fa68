"""Questions about Discord and Telegram: the tokens, each tried at once, and the links that bring people to the bots."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from pydantic import SecretStr

from bot.console import HIDDEN, Console
from engine.errors import PlatformError

TITLES: Final[Mapping[str, str]] = {"discord": "Discord", "telegram": "Telegram"}

_SHAPES: Final = {
    "discord": re.compile(r"[\w-]{17,}\.[\w-]{4,}\.[\w-]{20,}"),
    "telegram": re.compile(r"\d{5,}:[\w-]{20,}"),
}
_PERMISSIONS: Final = sum(
    1 << bit
    for bit in (
        6,  # add reactions
        10,  # see channels
        11,  # send messages
        14,  # embed links
        15,  # attach files
        16,  # read what was said before
        29,  # webhooks: characters speak under their own names
        35,  # open threads
        38,  # send in threads
        46,  # send voice messages
    )
)


@dataclass(frozen=True, slots=True)
class KnownBot:
    """Who a platform says the token belongs to. ``link`` leads people to it.

    ``hears``: whether it is given all that is said where it is; None: not asked. ``page``: where that is switched on.
    """

    name: str
    link: str
    hears: bool | None = None
    page: str = ""


Trial = Callable[[SecretStr], Awaitable[KnownBot]]
"""Asks a platform whose token it is. Raises PlatformError."""


async def ask_tokens(
    console: Console, trials: Mapping[str, Trial], present: Mapping[str, str]
) -> dict[str, str | None]:
    """The names for ``.env``; nothing for a platform that is left as it is in ``present``. Raises UserLeft."""
    changes: dict[str, str | None] = {}
    for platform, trial in trials.items():
        name = token_name(platform)
        token = await _ask_token(console, platform, trial, present.get(name, ""))
        if token and token != present.get(name):
            changes[name] = token
    return changes


def title_of(platform: str) -> str:
    """The name of a platform for people."""
    return TITLES.get(platform, platform.capitalize())


def token_name(platform: str) -> str:
    """The line of ``.env`` that holds the token."""
    return f"OMOIDE_{platform.upper()}__TOKEN"


async def _ask_token(console: Console, platform: str, trial: Trial, present: str) -> str:
    """``present`` is there already: Enter keeps it, and it is tried like any other."""
    while token := await _typed(console, platform, kept=bool(present)) or present:
        if (other := _belongs_elsewhere(token, platform)) is not None:
            console.refuse("setup-token-elsewhere", platform=TITLES[other])
            if token == present:  # it cannot be kept; Enter leaves the line as it is
                present = ""
            continue
        console.say("setup-token-trying", platform=TITLES[platform])
        try:
            known = await console.tried(partial(trial, SecretStr(token)))
        except PlatformError as error:
            console.say(error.message, **error.data)
            if await console.choice("setup-token-anyway", ("", "1")):
                return token
            continue
        _tell(console, platform, known)
        return token
    return ""


async def _typed(console: Console, platform: str, *, kept: bool) -> str:
    return await console.question(f"setup-{platform}", hidden=True, now=HIDDEN, kept="yes" if kept else "no")


def _tell(console: Console, platform: str, known: KnownBot) -> None:
    """Whose token it is, what the bot hears, and the link to it."""
    console.say("setup-token-works", platform=TITLES[platform], name=known.name)
    if known.hears is not None:
        console.say(f"setup-{platform}-hears", hears="yes" if known.hears else "no", page=known.page)
    console.say(f"app-invite-{platform}", link=known.link)


def _belongs_elsewhere(token: str, platform: str) -> str | None:
    """The other platform whose tokens look like this one, when those of ``platform`` do not."""
    if _SHAPES[platform].fullmatch(token):
        return None
    return next((other for other, shape in _SHAPES.items() if shape.fullmatch(token)), None)


def discord_invitation(application: str) -> str:
    """Where the owner of a server invites the bot, with the permissions that it needs."""
    scopes = "bot+applications.commands"
    return f"https://discord.com/oauth2/authorize?client_id={application}&scope={scopes}&permissions={_PERMISSIONS}"


def discord_page(application: str) -> str:
    """Where the owner of a bot switches on what it may hear."""
    return f"https://discord.com/developers/applications/{application}/bot"


def telegram_link(username: str) -> str:
    """Where people find the bot."""
    return f"https://t.me/{username}"

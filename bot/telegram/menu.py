"""Telegram's command menus, by who sees them and in which language. They are menus only: every command is checked."""

import hashlib
import json
from collections.abc import Set
from typing import Final

from telegram import (
    Bot,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeDefault,
)

from bot.commands.framework.abilities import AccessRole, allowed
from bot.commands.framework.declared import Command, Table
from bot.telegram.access_roles import ADMIN, GROUP, PRIVATE
from bot.words.localise import Speaker, Speech

Menu = tuple[tuple[str, str], ...]
"""(name, what it does) in the order of the menu."""

_FIRST: Final = "help"
_BUTTON: Final = "start"  # Telegram shows a button for it
_LONGEST: Final = 256
_LANGUAGES: Final = {"": "en", "zh": "zh"}
"""Telegram's code, "" for everybody else, and our language."""

_SCOPES: Final[tuple[tuple[BotCommandScope, frozenset[AccessRole]], ...]] = (
    (BotCommandScopeDefault(), GROUP),
    (BotCommandScopeAllPrivateChats(), PRIVATE),
    (BotCommandScopeAllGroupChats(), GROUP),
    (BotCommandScopeAllChatAdministrators(), ADMIN),
)


def menu(table: Table, access_roles: Set[AccessRole], speak: Speaker) -> Menu:
    """The commands that somebody with ``access_roles`` may use; names are always the Latin ones."""
    usable = [it for it in table if it.name != _BUTTON and allowed(it.name, access_roles)]
    return tuple((it.name, _about(it, speak)) for it in sorted(usable, key=lambda it: it.name != _FIRST))


def fingerprint(bot: int, table: Table, speech: Speech) -> str:
    """Something else for every other set of menus."""
    menus = [[menu(table, whom, speech.speaker(it)) for it in _LANGUAGES.values()] for _, whom in _SCOPES]
    return f"{bot}:{hashlib.sha256(json.dumps(menus).encode()).hexdigest()}"


async def set_menus(bot: Bot, table: Table, speech: Speech) -> None:
    """Give Telegram every menu. Raises TelegramError."""
    for scope, whom in _SCOPES:
        for code, language in _LANGUAGES.items():
            entries = menu(table, whom, speech.speaker(language))
            await bot.set_my_commands(entries, scope=scope, language_code=code or None)


def _about(command: Command, speak: Speaker) -> str:
    return speak.say(command.label)[:_LONGEST]

"""Methods about the bot itself: its name, descriptions and command menus by scope and language."""

import json
import re
from typing import Any

from tests.servers.telegram import payloads
from tests.servers.telegram.faults import bad_request
from tests.servers.telegram.params import Params
from tests.servers.telegram.places import Chat, Person
from tests.servers.telegram.world import World

COMMAND = re.compile(r"[a-z0-9_]{1,32}")
LANGUAGE = re.compile(r"([a-z]{2})?")
SCOPES = {
    "default": (), "all_private_chats": (), "all_group_chats": (), "all_chat_administrators": (),
    "chat": ("chat_id",), "chat_administrators": ("chat_id",), "chat_member": ("chat_id", "user_id"),
}  # fmt: skip
LONGEST = {"name": 64, "description": 512, "short": 120}
FIELDS = {"name": "name", "description": "description", "short": "short_description"}


async def get_me(world: World, params: Params) -> Any:
    """getMe."""
    profile = world.profile
    return {
        **payloads.of_user(world.bot),
        "first_name": profile.names["name"].get("", world.bot.name),
        "can_join_groups": profile.can_join_groups,
        "can_read_all_group_messages": profile.can_read_all_group_messages,
        "supports_inline_queries": profile.supports_inline_queries,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


async def set_my_commands(world: World, params: Params) -> Any:
    """setMyCommands."""
    place, commands = _place(params), params.data("commands") or []
    if len(commands) > 100:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        if not COMMAND.fullmatch(str(command.get("command", ""))):
            raise bad_request("BOT_COMMAND_INVALID")
        if not 1 <= len(str(command.get("description", "")).strip()) <= 256:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    if commands:
        world.profile.commands[place] = commands
    else:
        world.profile.commands.pop(place, None)
    return True


async def get_my_commands(world: World, params: Params) -> Any:
    """getMyCommands: exactly this scope and language."""
    return world.profile.commands.get(_place(params), [])


async def delete_my_commands(world: World, params: Params) -> Any:
    """deleteMyCommands."""
    world.profile.commands.pop(_place(params), None)
    return True


def _place(params: Params) -> tuple[str, str]:
    scope = params.data("scope") or {"type": "default"}
    if not isinstance(scope, dict) or scope.get("type") not in SCOPES:
        raise bad_request("can't parse BotCommandScope: unsupported type specified")
    return _key(**{name: scope.get(name) for name in ("type", *SCOPES[scope["type"]])}), _language(params)


def _key(**scope: Any) -> str:
    return json.dumps({name: str(value) for name, value in scope.items()}, sort_keys=True)


def _language(params: Params) -> str:
    language = params.text("language_code")
    if not LANGUAGE.fullmatch(language):
        raise bad_request("LANG_CODE_INVALID")
    return language


def menu(world: World, person: Person, chat: Chat) -> list[dict[str, str]]:
    """The commands this person's client shows in this chat: the narrowest scope that has any, own language first."""
    chief = chat.members.get(person.id) in {"creator", "administrator"}
    scopes = [_key(type="chat_member", chat_id=chat.id, user_id=person.id)] if chat.kind != "private" else []
    scopes += [_key(type="chat_administrators", chat_id=chat.id)] if chief else []
    scopes += [_key(type="chat", chat_id=chat.id)]
    scopes += [_key(type="all_chat_administrators")] if chief else []
    scopes += [_key(type="all_private_chats" if chat.kind == "private" else "all_group_chats"), _key(type="default")]
    for place in [(scope, language) for scope in scopes for language in (person.language[:2], "")]:
        if place in world.profile.commands:
            return world.profile.commands[place]
    return []


def setter(kind: str) -> Any:
    """setMyName, setMyDescription, setMyShortDescription."""

    async def change(world: World, params: Params) -> Any:
        text, language = params.text(FIELDS[kind]), _language(params)
        if len(text) > LONGEST[kind]:
            raise bad_request(f"BOT_{'TITLE' if kind == 'name' else 'DESCRIPTION'}_INVALID")
        if text:
            world.profile.names[kind][language] = text
        else:
            world.profile.names[kind].pop(language, None)
        return True

    return change


def getter(kind: str) -> Any:
    """getMyName, getMyDescription, getMyShortDescription: the language's, else everyone's."""

    async def tell(world: World, params: Params) -> Any:
        names = world.profile.names[kind]
        default = world.bot.name if kind == "name" else ""
        return {FIELDS[kind]: names.get(_language(params), names.get("", default))}

    return tell

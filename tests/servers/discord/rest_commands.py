"""REST: application commands, global and of a guild."""

import re
from typing import Any

from tests.servers.discord.rest import Call, Refusal, Route, invalid, missing

Json = dict[str, Any]
_NAME = re.compile(r"^[-_'\w\u0900-\u097f\u0e00-\u0e7f]{1,32}$")
_WITH_INNER = (1, 2)


def _scope(call: Call) -> int:
    if call.ids["application"] != str(call.world.application):
        raise missing("access")
    if "guild" not in call.ids:
        return 0
    return call.guild().id


def listed(call: Call) -> Any:
    return call.world.commands.get(_scope(call), [])


def replace_all(call: Call) -> Any:
    """Bulk overwrite: a command of the same name and kind keeps its id."""
    scope, wanted = _scope(call), call.body or []
    for kind in (1, 2, 3):
        limit = 100 if kind == 1 else 5
        if sum(1 for each in wanted if each.get("type", 1) == kind) > limit:
            raise Refusal(400, 30032, f"Maximum number of application commands reached ({limit}).")
    for place, each in enumerate(wanted):
        _check(each, str(place))
    keys = [_key(each) for each in wanted]
    if len(keys) != len(set(keys)):
        raise invalid("0", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
    before = {_key(each): each["id"] for each in call.world.commands.get(scope, [])}
    made = [_command(call, each, scope, before.get(_key(each))) for each in wanted]
    call.world.commands[scope] = made
    return made


def _key(command: Json) -> tuple[str, int]:
    return command["name"], command.get("type") or 1


def _command(call: Call, wanted: Json, scope: int, id_: str | None) -> Json:
    defaults: Json = {
        "type": 1, "options": [], "default_member_permissions": None, "dm_permission": True, "nsfw": False,
        "contexts": None, "integration_types": [0], "name_localizations": None, "description_localizations": None,
        "description": "",
    }  # fmt: skip
    ids = {
        "id": id_ or str(call.world.snowflake()),
        "application_id": str(call.world.application),
        "version": str(call.world.snowflake()),
    }
    return {**defaults, **wanted, **ids, **({"guild_id": str(scope)} if scope else {})}


def _check(command: Json, path: str) -> None:
    if command.get("type", 1) != 1:
        if not 1 <= len(command["name"]) <= 32:
            raise invalid(f"{path}.name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 32 in length.")
        return
    _check_named(command, path)
    if _length(command) > 8000:
        raise invalid(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")


def _check_named(item: Json, path: str) -> None:
    names = [item["name"], *(item.get("name_localizations") or {}).values()]
    if any(not _NAME.match(name) or name != name.lower() for name in names):
        raise invalid(f"{path}.name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    texts = [item.get("description") or "", *(item.get("description_localizations") or {}).values()]
    if any(not 1 <= len(text) <= 100 for text in texts):
        raise invalid(f"{path}.description", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    options = item.get("options") or []
    if len(options) > 25:
        raise invalid(f"{path}.options", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    _check_order(options, path)
    _check_apart(options, path)
    for place, option in enumerate(options):
        _check_named(option, f"{path}.options.{place}")
        choices = option.get("choices") or []
        if len(choices) > 25 or (choices and option.get("autocomplete")):
            raise invalid(f"{path}.options.{place}.choices", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
        if any(not 1 <= len(choice["name"]) <= 100 for choice in choices):
            raise invalid(f"{path}.options.{place}.choices", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100.")


def _check_apart(options: list[Json], path: str) -> None:
    locales = {locale for it in options for locale in it.get("name_localizations") or {}}
    for names in ([it["name"] for it in options], *([_in(it, locale) for it in options] for locale in locales)):
        if len(set(names)) < len(names):
            raise invalid(f"{path}.options", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name is not unique")


def _in(item: Json, locale: str) -> str:
    return str((item.get("name_localizations") or {}).get(locale, item["name"]))


def _check_order(options: list[Json], path: str) -> None:
    plain = [option.get("required", False) for option in options if option["type"] not in _WITH_INNER]
    if plain != sorted(plain, reverse=True):
        text = "Required options must be placed before non-required options"
        raise invalid(f"{path}.options", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)


def _length(item: Json) -> int:
    own = len(item["name"]) + len(item.get("description") or "")
    own += sum(len(choice["name"]) + len(str(choice["value"])) for choice in item.get("choices") or [])
    return own + sum(_length(option) for option in item.get("options") or [])


_GLOBAL, _GUILD = "/applications/{application}/commands", "/applications/{application}/guilds/{guild}/commands"
ROUTES: list[Route] = [
    (method, path, handler) for path in (_GLOBAL, _GUILD) for method, handler in (("GET", listed), ("PUT", replace_all))
]

"""The data of an interaction, built as the people's app builds it from what the command declares."""

import re
from typing import Any, Final

from tests.servers.discord import payloads
from tests.servers.discord.cdn import upload
from tests.servers.discord.checks import controls
from tests.servers.discord.world import Channel, Message, World

Json = dict[str, Any]
_SUB, _GROUP = 1, 2
_THINGS = {6: "users", 7: "channels", 8: "roles", 9: "users"}
_SUM: Final = re.compile(r"~[0-9a-f]{8}")
_MENUS = {5: "users", 6: "roles", 7: "users", 8: "channels"}


def command(world: World, channel: Channel, name: str, kind: int = 1) -> Json:
    """The registered command of this name; the guild's own come first. LookupError when nobody could pick it."""
    scopes = ([channel.guild.id] if channel.guild else []) + [0]
    context = 0 if channel.guild else 1
    for scope in scopes:
        for each in world.commands.get(scope, []):
            reachable = each["contexts"] is None or context in each["contexts"]
            if each["name"] == name and each["type"] == kind and reachable:
                return each
    raise LookupError(f"no command {name!r} is registered here")


def command_data(
    world: World, channel: Channel, declared: Json, sub: str | None, given: Json, focused: str = ""
) -> Json:
    """The ``data`` of a slash command. ``focused`` names the option being typed. ValueError for what no app sends."""
    data: Json = {"id": declared["id"], "name": declared["name"], "type": 1, "options": [], "resolved": {}}
    if "guild_id" in declared:
        data["guild_id"] = declared["guild_id"]
    level, into = declared, data["options"]
    for part in (sub or "").split():
        level = _named(level, part)
        inner: Json = {"name": part, "type": level["type"], "options": []}
        into.append(inner)
        into = inner["options"]
    options = {each["name"]: each for each in level.get("options") or []}
    _check_given(options, given, bool(focused))
    for name, value in given.items():
        shown = {"name": name, "type": options[name]["type"]}
        shown["value"] = _value(world, channel, options[name], value, data["resolved"], bool(focused))
        into.append({**shown, "focused": True} if name == focused else shown)
    return data


def _named(level: Json, name: str) -> Json:
    for option in level.get("options") or []:
        if option["name"] == name and option["type"] in (_SUB, _GROUP):
            return option
    raise LookupError(f"{level['name']!r} has no {name!r}")


def _check_given(options: dict[str, Json], given: Json, typing: bool) -> None:
    if unknown := set(given) - set(options):
        raise ValueError(f"no such option: {sorted(unknown)}")
    if any(option["type"] in (_SUB, _GROUP) for option in options.values()):
        raise ValueError(f"one of these has to be chosen: {sorted(options)}")
    left_out = [name for name, option in options.items() if option.get("required") and name not in given]
    if left_out and not typing:
        raise ValueError(f"these are required: {left_out}")


def _value(world: World, channel: Channel, option: Json, value: Any, resolved: Json, typing: bool) -> Any:
    kind = option["type"]
    if kind in _THINGS:
        return _resolve(world, channel, _THINGS[kind], value, resolved)
    if kind == 11:
        shown = upload(value).store(world, channel)
        resolved.setdefault("attachments", {})[shown["id"]] = shown
        return shown["id"]
    if typing:
        return value
    choices = [choice["value"] for choice in option.get("choices") or []]
    if choices and value not in choices:
        raise ValueError(f"{value!r} is not among the choices {choices}")
    if kind == 3:
        size = len(value)
        if not (option.get("min_length") or 0) <= size <= (option.get("max_length") or 6000):
            raise ValueError(f"{option['name']}: {size} characters")
    elif kind in (4, 10) and not option.get("min_value", value) <= value <= option.get("max_value", value):
        raise ValueError(f"{option['name']}: {value}")
    return value


def _resolve(world: World, channel: Channel, kind: str, thing: Any, resolved: Json) -> str:
    key = str(thing.id)
    shown = {
        "users": lambda: payloads.user(thing),
        "channels": lambda: {**payloads.channel(thing, world), "permissions": str(world.allowed(world.bot, thing))},
        "roles": lambda: payloads.role(thing),
    }[kind]()
    resolved.setdefault(kind, {})[key] = shown
    member = channel.guild.members.get(thing.id) if channel.guild and kind == "users" else None
    if member:
        resolved.setdefault("members", {})[key] = payloads.member(member, with_user=False)
    return key


def control(message: Message, custom_id: str) -> Json:
    """The component of a message; LookupError when it is not there or cannot be used."""
    for part in controls(message.data["components"]):
        if part.get("custom_id") == custom_id:
            if part.get("disabled"):
                raise LookupError(f"{custom_id!r} is disabled")
            return part
    raise LookupError(f"the message has no control {custom_id!r}")


def picked(world: World, channel: Channel, menu: Json, values: list[Any]) -> Json:
    """What was chosen from a menu; LookupError for what it does not offer."""
    if menu["type"] in _MENUS:
        resolved: Json = {}
        ids = [_resolve(world, channel, _MENUS[menu["type"]], value, resolved) for value in values]
        return {"values": ids, "resolved": resolved}
    offered = {option["value"] for option in menu.get("options") or []}
    if not set(values) <= offered:
        raise LookupError(f"{values} are not among {sorted(offered)}")
    return {"values": values}


def without_sum(custom_id: str) -> str:
    """The id of a field as its form is written, without the sum of what stands there."""
    return _SUM.sub("", custom_id)


def modal_data(modal: Json, fields: dict[str, Any]) -> Json:
    """The ``data`` of a submitted form: every field of it, those not given as they were filled in.

    A field may be called by its id without the sum that stands in it behind a tilde.
    """
    ids = {part["custom_id"] for part in controls(modal["components"]) if "custom_id" in part}
    fields = {next((it for it in ids if name in (it, without_sum(it))), name): said for name, said in fields.items()}
    if unknown := set(fields) - ids:
        raise ValueError(f"the form has no {sorted(unknown)}; it has {sorted(ids)}")
    return {"custom_id": modal["custom_id"], "components": [_filled(part, fields) for part in modal["components"]]}


def _filled(part: Json, fields: dict[str, Any]) -> Json:
    if "components" in part:
        return {"type": part["type"], "id": part.get("id", 0), "components": _all(part["components"], fields)}
    if "component" in part:
        return {"type": part["type"], "id": part.get("id", 0), "component": _filled(part["component"], fields)}
    if "custom_id" not in part:
        return {"type": part["type"], "id": part.get("id", 0)}
    shown: Json = {"type": part["type"], "id": part.get("id", 0), "custom_id": part["custom_id"]}
    if part["type"] != 4:
        return {**shown, "values": list(fields.get(part["custom_id"], ()))}
    value = fields.get(part["custom_id"], part.get("value") or "")
    least = (part.get("min_length") or 1) if part.get("required", True) else 0
    if not least <= len(value) <= (part.get("max_length") or 4000):
        raise ValueError(f"{part['custom_id']}: {len(value)} characters")
    return {**shown, "value": value}


def _all(parts: list[Json], fields: dict[str, Any]) -> list[Json]:
    return [_filled(part, fields) for part in parts]

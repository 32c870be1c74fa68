"""Slash commands: the command table as Discord wants it declared, and from their options back to a line. Pure."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.commands.framework.arguments import as_typed
from bot.commands.framework.declared import Action, Command, Param, ParamKind, Table
from bot.words.localise import Speaker, Speech

Json = dict[str, Any]

_SUB, _GROUP, _STRING, _INTEGER, _BOOLEAN, _FILE = 1, 2, 3, 4, 5, 11
_LONGEST: Final = 100
_CHINESE: Final = ("zh-CN", "zh-TW")
_FILES: Final = "files"
_ITSELF: Final[Mapping[str, tuple[str, str]]] = {
    "chats": ("list", "列表"),
    "char": ("list", "列表"),
    "save": ("here", "此处"),
    "memory": ("all", "全部"),
    "settings": ("set", "设定"),
    "mode": ("set", "设定"),
    "continue": ("on", "往下"),
    "edit": ("message", "消息"),
    "export": ("chat", "会话"),
    "why": ("short", "简要"),
    "fix": ("it", "说明"),
}
_OTHERWISE: Final = (("show", "查看"), ("list", "列表"))


@dataclass(frozen=True, slots=True)
class SlashUse:
    """A slash command as it was used. ``line`` is how it would be typed: "/chats rename The Harbour".

    ``files`` are ids of attachments.
    """

    line: str
    command: Command
    action: Action | None
    files: tuple[int, ...] = ()

    @property
    def public(self) -> bool:
        """Whether everybody in the place may read the answer."""
        return self.action.public if self.action else self.command.public


@dataclass(frozen=True, slots=True)
class Typing:
    """What somebody types into a field: the command with its action, the parameter, and what the others hold."""

    command: str
    param: str
    typed: str
    given: Mapping[str, str]


def declared(table: Table, speech: Speech) -> list[Json]:
    """Every command in English, with Chinese names and descriptions for people whose Discord is Chinese."""
    words = _Words(speech.speaker("en"), speech.speaker("zh"))
    return [_command(command, words) for command in table]


def digest(application: int, commands: Sequence[Json]) -> str:
    """What changes when the declared commands, or whose they are, change."""
    text = json.dumps([application, commands], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def asked(table: Table, data: Mapping[str, Any]) -> SlashUse | None:
    """What a use of a command means; None for a command that is not ours."""
    found = _found(table, data)
    if found is None:
        return None
    command, action, options = found
    params = action.params if action else command.params
    given = {str(option["name"]): option.get("value") for option in options}
    words = [f"/{command.name}", action.name if action else "", *(_word(it, given.get(it.name)) for it in params)]
    files = tuple(int(str(given[it.name])) for it in params if it.source == _FILES and given.get(it.name))
    return SlashUse(" ".join(word for word in words if word), command, action, files)


def is_public(table: Table, line: str) -> bool:
    """Whether everybody may read the answer to a line."""
    name, _, rest = line.removeprefix("/").partition(" ")
    command = table.find(name)
    action = command.split(rest)[0] if command else None
    return action.public if action else bool(command and command.public)


def typing(table: Table, data: Mapping[str, Any]) -> Typing | None:
    """The field that somebody is typing into."""
    found = _found(table, data)
    focused = next((it for it in found[2] if it.get("focused")), None) if found else None
    if found is None or focused is None:
        return None
    command, action, options = found
    others = {str(it["name"]): str(it.get("value", "")) for it in options if it is not focused}
    name = command.action_ability(action) if action else command.name
    return Typing(name, str(focused["name"]), str(focused.get("value", "")), others)


def choices(found: Iterable[tuple[str, str]]) -> list[Json]:
    """Suggestions, as many and as long as Discord takes."""
    fit = [(label, value) for label, value in found if label and 0 < len(value) <= _LONGEST]
    return [{"name": label[:_LONGEST], "value": value} for label, value in fit[:25]]


@dataclass(frozen=True, slots=True)
class _Words:
    en: Speaker
    zh: Speaker

    def described(self, *messages: str) -> Json:
        """The first of the messages that there are words for."""
        message = next((it for it in messages if self.en.knows(it)), messages[0])
        chinese = self.zh.say(message)[:_LONGEST]
        return {
            "description": self.en.say(message)[:_LONGEST],
            "description_localizations": dict.fromkeys(_CHINESE, chinese),
        }

    def named(self, name: str, zh: str) -> Json:
        return {"name": name, "name_localizations": dict.fromkeys(_CHINESE, zh)}


def _command(command: Command, words: _Words) -> Json:
    made: Json = {**words.named(command.name, command.zh), **words.described(command.label), "type": 1}
    made |= {"contexts": [0, 1], "integration_types": [0]}
    if not command.shown:
        return {**made, "options": _options(command.params, words)}
    itself = _sub(_itself(command), command.label, command.params, words)
    folders = _folders(command)
    single = [it for it in _offered(command) if _first(it.name) not in folders]
    inner = [_sub((it.name, it.zh), command.action_label(it.action), it.action.params, words) for it in single]
    return {**made, "options": [itself, *inner, *(_folder(command, it, words) for it in folders.values())]}


@dataclass(frozen=True, slots=True)
class _Named:
    """An action under the name that its place in the menu gives it."""

    name: str
    zh: str
    action: Action


def _offered(command: Command) -> list[_Named]:
    """Every action that people choose from, once: under all its names a menu would be a wall."""
    return [_Named(it.name, it.zh, it) for it in command.shown]


def _first(name: str) -> str:
    return name.partition(" ")[0]


def _folders(command: Command) -> dict[str, tuple[_Named, list[_Named]]]:
    """The actions that share a first word, by that word: who is called so alone, and what stands in its folder.

    It stands there itself, by the name of two words that it has, or by one that nobody has.
    """
    every = _offered(command)
    found: dict[str, tuple[_Named, list[_Named]]] = {}
    for own in (it for it in every if " " not in it.name):
        inner = [it for it in every if it.name.startswith(f"{own.name} ")]
        if inner and all(it.action is not own.action for it in inner):
            name, zh = _own_name(inner)
            inner = [_Named(f"{own.name} {name}", f"{own.zh} {zh}", own.action), *inner]
        if inner:
            found[own.name] = (own, sorted(inner, key=lambda it: it.action is not own.action))
    return found


def _folder(command: Command, folder: tuple[_Named, list[_Named]], words: _Words) -> Json:
    """The actions that share a first word."""
    own, actions = folder
    inner = [
        _sub(
            (action.name.split()[-1], action.zh.split()[-1]),
            command.action_label(action.action),
            action.action.params,
            words,
        )
        for action in actions
    ]
    told = words.described(command.action_label(own.action))
    return {**words.named(own.name, own.zh), **told, "type": _GROUP, "options": inner}


def _sub(names: tuple[str, str], label: str, params: Sequence[Param], words: _Words) -> Json:
    return {**words.named(*names), **words.described(label), "type": _SUB, "options": _options(params, words)}


def _options(params: Sequence[Param], words: _Words) -> list[Json]:
    return sorted((_option(param, words) for param in params), key=lambda it: not it["required"])


def _option(param: Param, words: _Words) -> Json:
    zh = "-".join(words.zh.say(param.label).casefold().split())
    made: Json = {**words.named(param.name, zh), **words.described(param.help, param.label)}
    made["required"] = param.required and param.asked is None
    if param.source == _FILES:
        return made | {"type": _FILE}
    if param.kind in (ParamKind.INT, ParamKind.PAGE):
        return made | {"type": _INTEGER, "min_value": 0}
    if param.kind is ParamKind.FLAG:
        return made | {"type": _BOOLEAN}
    if param.kind is ParamKind.CHOICE:
        offered = choices((it, it) for it in param.choices)
        for choice, zh in zip(offered, param.zh, strict=False):
            choice["name_localizations"] = dict.fromkeys(_CHINESE, zh)
        return made | {"type": _STRING, "choices": offered}
    return made | {"type": _STRING, "autocomplete": bool(param.source)}


def _itself(command: Command) -> tuple[str, str]:
    """The name of a command's own doing beside its actions: Discord takes a command with actions for a folder."""
    taken = {it.name for it in _offered(command)}
    wished = (_ITSELF[command.name],) if command.name in _ITSELF else ()
    return next(names for names in (*wished, *_OTHERWISE) if names[0] not in taken)


def _own_name(others: Sequence[_Named]) -> tuple[str, str]:
    """The same for an action beside others that share its word."""
    taken = {it.name.split()[-1] for it in others}
    return next(names for names in _OTHERWISE if names[0] not in taken)


def _found(table: Table, data: Mapping[str, Any]) -> tuple[Command, Action | None, list[Mapping[str, Any]]] | None:
    command = table.find(str(data.get("name", "")))
    options: list[Mapping[str, Any]] = list(data.get("options") or ())
    if command is None:
        return None
    if not options or options[0].get("type") not in (_SUB, _GROUP):
        return command, None, options
    inner, word = options[0], str(options[0].get("name", ""))
    among = _offered(command)
    if inner.get("type") == _GROUP:
        inner = next(iter(inner.get("options") or ()), {})
        _, among = _folders(command).get(word) or (None, among)
        word = f"{word} {inner.get('name', '')}"
    action = next((it.action for it in among if it.name == word), None)
    return command, action, list(inner.get("options") or ())


def _word(param: Param, value: Any) -> str:
    return "" if param.source == _FILES else as_typed(param, value)

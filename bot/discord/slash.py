"""Slash commands: the command table as Discord wants it declared, and from their options back to a line. Pure."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.commands.arguments import as_typed
from bot.commands.declared import Action, Command, Param, ParamKind, Table
from bot.localise import Speaker, Speech

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
class Asked:
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


def asked(table: Table, data: Mapping[str, Any]) -> Asked | None:
    """What a use of a command means; None for a command that is not ours."""
    found = _found(table, data)
    if found is None:
        return None
    command, action, options = found
    params = action.params if action else command.params
    given = {str(option["name"]): option.get("value") for option in options}
    words = [f"/{command.name}", action.name if action else "", *(_word(it, given.get(it.name)) for it in params)]
    files = tuple(int(str(given[it.name])) for it in params if it.source == _FILES and given.get(it.name))
    return Asked(" ".join(word for word in words if word), command, action, files)


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
    folders = {name: actions for name, actions in _folders(command).items() if len(actions) > 1}
    single = [it for it in command.shown if it.name.partition(" ")[0] not in folders]
    inner = [_sub((it.name, it.zh), command.action_label(it), it.params, words) for it in single]
    return {**made, "options": [itself, *inner, *(_folder(command, it, words) for it in folders.values())]}


def _folders(command: Command) -> dict[str, list[Action]]:
    """The actions by their first word."""
    found: dict[str, list[Action]] = {}
    for action in command.shown:
        found.setdefault(action.name.partition(" ")[0], []).append(action)
    return found


def _folder(command: Command, actions: list[Action], words: _Words) -> Json:
    """The actions that share a first word; the first of them is that word alone."""
    own, *others = actions
    itself = _sub(_own_name(actions), command.action_label(own), own.params, words)
    inner = [
        _sub((it.name.split()[-1], it.zh.split()[-1]), command.action_label(it), it.params, words) for it in others
    ]
    told = words.described(command.action_label(own))
    return {**words.named(own.name, own.zh), **told, "type": _GROUP, "options": [itself, *inner]}


def _sub(names: tuple[str, str], label: str, params: Sequence[Param], words: _Words) -> Json:
    return {**words.named(*names), **words.described(label), "type": _SUB, "options": _options(params, words)}


def _options(params: Sequence[Param], words: _Words) -> list[Json]:
    return sorted((_option(param, words) for param in params), key=lambda it: not it["required"])


def _option(param: Param, words: _Words) -> Json:
    made: Json = {"name": param.name, **words.described(param.help, param.label)}
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
    taken = {action.name for action in command.shown}
    wished = (_ITSELF[command.name],) if command.name in _ITSELF else ()
    return next(names for names in (*wished, *_OTHERWISE) if names[0] not in taken)


def _own_name(actions: Sequence[Action]) -> tuple[str, str]:
    """The same for the first of some actions that share a word."""
    taken = {action.name.split()[-1] for action in actions[1:]}
    return next(names for names in _OTHERWISE if names[0] not in taken)


def _found(table: Table, data: Mapping[str, Any]) -> tuple[Command, Action | None, list[Mapping[str, Any]]] | None:
    command = table.find(str(data.get("name", "")))
    options: list[Mapping[str, Any]] = list(data.get("options") or ())
    if command is None:
        return None
    if not options or options[0].get("type") not in (_SUB, _GROUP):
        return command, None, options
    inner, word = options[0], str(options[0].get("name", ""))
    if inner.get("type") == _GROUP:
        inner = next(iter(inner.get("options") or ()), {})
        folder = _folders(command).get(word) or ()
        own = _own_name(folder)[0] if folder else ""
        word = word if inner.get("name") == own else f"{word} {inner.get('name', '')}"
    action = next((it for it in command.shown if it.name == word), None)
    return command, action, list(inner.get("options") or ())


def _word(param: Param, value: Any) -> str:
    return "" if param.source == _FILES else as_typed(param, value)

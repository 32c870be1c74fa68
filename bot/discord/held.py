"""What stands in the menu of a message that is held down: at most five commands, which act on that message. Pure."""

from collections.abc import Mapping
from typing import Any, Final

from bot.words.localise import Speaker, Speech

Json = dict[str, Any]

MESSAGE: Final = 3
"""Discord's kind of command."""
_CHINESE: Final = ("zh-CN", "zh-TW")
_LINES: Final[Mapping[str, str]] = {
    "held-fix": "/fix",
    "held-feed": "/cradle feed",
    "held-from": "/chats from",
    "held-edit": "/edit",
    "held-save": "/save",
}


def declared(speech: Speech) -> list[Json]:
    """The commands as Discord wants them: a name and nothing else."""
    return [_declared(label, speech.speaker("en"), speech.speaker("zh")) for label in _LINES]


def line_of(data: Mapping[str, Any], speech: Speech) -> tuple[str, str] | None:
    """The command line of a use, and the message that was held; None where it is no such use."""
    if data.get("type") != MESSAGE:
        return None
    name, speak = str(data.get("name", "")), speech.speaker("en")
    line = next((line for label, line in _LINES.items() if speak.say(label) == name), None)
    return (line, str(data.get("target_id", ""))) if line else None


def words_of(data: Mapping[str, Any], line: str) -> dict[str, str] | None:
    """What the message that was held says, for the command that takes its words; None for the others."""
    return {"food": str(_message(data).get("content", ""))} if line == _LINES["held-feed"] else None


def files_of(data: Mapping[str, Any]) -> list[Json]:
    """The attachments of the message that was held, as Discord tells them."""
    return [dict(it) for it in _message(data).get("attachments") or ()]


def _message(data: Mapping[str, Any]) -> Mapping[str, Any]:
    every = (data.get("resolved") or {}).get("messages") or {}
    return every.get(str(data.get("target_id", ""))) or {}


def _declared(label: str, en: Speaker, zh: Speaker) -> Json:
    names = dict.fromkeys(_CHINESE, zh.say(label))
    named = {"name": en.say(label), "name_localizations": names, "type": MESSAGE}
    return named | {"contexts": [0, 1], "integration_types": [0]}

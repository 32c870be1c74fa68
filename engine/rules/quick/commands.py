"""Which commands of slash scripts are done here, with which arguments; what in a script is not."""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.errors import SlashBroken
from engine.rules.quick.slash import RUN, Argument, SlashCommand, SlashScript, read_slash

_ALIASES: Final[Mapping[str, str]] = {
    "nar": "sys",
    "cont": "continue",
    "regen": "regenerate",
    "return": "pass",
    "call": RUN,
    "exec": RUN,
    "flushinjects": "flushinject",
    **{f"{verb}chatvar": f"{verb}var" for verb in ("set", "get", "add", "inc", "dec", "flush")},
}
_NOTHING: Final = frozenset[str]()
_LOOKS: Final = frozenset({"compact", "name", "avatar"})
_WAITS: Final = frozenset({"await"})
_OPERANDS: Final = frozenset({"a", "left", "first", "x", "b", "right", "second", "y", "rule", "else"})
_ARGUMENTS: Final[Mapping[str, frozenset[str]]] = {
    "send": frozenset({"compact"}),
    "sys": _LOOKS,
    "echo": frozenset(
        {"severity", "timeout", "extendedTimeout", "preventDuplicates", "color", "cssClass", "escapeHtml"}
    ),
    "trigger": _WAITS,
    "continue": _WAITS,
    "regenerate": _WAITS,
    "swipe": frozenset({"await", "direction"}),
    "inject": frozenset({"id", "position", "depth", "role", "scan", "ephemeral"}),
    "flushinject": _NOTHING,
    **{f"{verb}{scope}": frozenset({"key"}) for verb in ("set", "get", "add") for scope in ("var", "globalvar")},
    **{f"{verb}{scope}": _NOTHING for verb in ("inc", "dec", "flush") for scope in ("var", "globalvar")},
    "if": _OPERANDS,
    "pass": _NOTHING,
    "setinput": _NOTHING,
    "abort": frozenset({"quiet"}),
}
"""The commands that are done, by the arguments with a name that they take; how something looks changes nothing here."""
ASKING: Final = frozenset({"trigger", "continue", "regenerate", "swipe"})
"""Commands that ask the model for a reply."""
_YES: Final = frozenset({"on", "true", "1"})
_NO: Final = frozenset({"off", "false", "0"})
_DEEPEST: Final = 8
"""So deep may commands of an ``/if`` lie inside each other: those that are words are read anew at each step."""


def meant(name: str) -> str:
    """The command that a name means."""
    return _ALIASES.get(name, name)


def is_yes(word: str) -> bool:
    """Whether a word says yes."""
    return word.strip().casefold() in _YES


def is_no(word: str) -> bool:
    """Whether a word says no."""
    return word.strip().casefold() in _NO


def unrun(script: SlashScript, *, followed: bool = False) -> str:
    """What in a script is not done here, each thing once and as it is written: "/popup, /send at="; "" for nothing.

    ``followed``: commands of another script that runs this one come behind it. Raises SlashBroken.
    """
    return ", ".join(dict.fromkeys(_unrun(script, 0, followed=followed)))


def twice(first: str, second: str) -> str:
    """How it is said that a script asks the model once more: only one reply comes of a press."""
    return f"/{first} | /{second}"


def branch_of(words: tuple[Argument, ...]) -> SlashScript:
    """What an ``/if`` does: its closure, or the commands in its words. Raises SlashBroken."""
    if words and isinstance(words[0], SlashScript):
        return words[0]
    text = " ".join(it for it in words if isinstance(it, str))
    try:
        return read_slash(text[1:-1] if len(text) > 1 and text.startswith('"') and text.endswith('"') else text)
    except SlashBroken as error:
        raise SlashBroken(at=0) from error


def _unrun(script: SlashScript, depth: int, *, followed: bool = False) -> Iterator[str]:
    if depth > _DEEPEST:
        raise SlashBroken(at=0)
    asking = [it.name for it in script.commands if meant(it.name) in ASKING]
    yield from (twice(asking[0], it) for it in asking[1:])
    for number, it in enumerate(script.commands, start=1):
        name = meant(it.name)
        if name not in _ARGUMENTS and name != RUN:
            yield f"/{it.name}"
            continue
        yield from _of_names(it, name)
        last = depth == 0 and number == len(script.commands) and not followed
        if name in ASKING:
            yield from _of_asking(it, name, last=last)
        if name != "if":
            if any(isinstance(word, SlashScript) for word in it.words):
                yield f"/{it.name} {{:"
            continue
        for branch in _branches(it):
            if branch.at_once:
                yield f"/{it.name} {{: :}}()"
            yield from _unrun(branch, depth + 1)


def _of_names(command: SlashCommand, name: str) -> Iterator[str]:
    """What of a command's arguments with a name is not done."""
    for key, value in command.named:
        if name != RUN and key not in _ARGUMENTS[name]:
            yield f"/{command.name} {key}="
        elif isinstance(value, SlashScript) and (name, key) != ("if", "else"):
            yield f"/{command.name} {key}={{:"


def _of_asking(command: SlashCommand, name: str, *, last: bool) -> Iterator[str]:
    """What of a command that asks the model is not done: nothing waits here until a reply is there."""
    given = {key: value for key, value in command.named if isinstance(value, str)}
    if not last and not is_no(given.get("await", "off")):
        yield f"/{command.name} await="
    if name == "continue" and command.words:
        yield f"/{command.name} …"
    if name == "swipe" and given.get("direction", "right").strip().casefold() != "right":
        yield f"/{command.name} direction="


def _branches(command: SlashCommand) -> Iterator[SlashScript]:
    if command.words:
        yield branch_of(command.words)
    for key, value in command.named:
        if key == "else":
            yield value if isinstance(value, SlashScript) else branch_of((value,))

"""In which language somebody uses the bot: what is heard of it from what they write. Pure.

What is chosen from what there is already says nothing (names of chats, characters, saves), nor do numbers, nor does
what goes into a card or a world book. A command's own words do.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.commands.framework.arguments import Args, Wrong, bind
from bot.commands.framework.declared import Command, HelpTopic, Param, ParamKind, Table
from bot.routing import ChatMessage, Typed, route
from bot.words.writing import has_chinese, language_of

_OUR_WORDS: Final = frozenset({
    "settings", "setting-values", "languages", "card-fields", "entry-fields", "background-parts", "persona-fields",
    "commands",
})  # fmt: skip
"""Sources whose words are the product's own, so that who uses the Chinese ones writes Chinese."""
_PRESSED: Final = ("start",)
"""What an app sends by itself where a chat begins: nobody has chosen its name."""
_WORDS: Final = (ParamKind.TEXT, ParamKind.REST)


@dataclass(frozen=True, slots=True)
class Tongue:
    """``said`` is the language of a person's own words, ``named`` that of a command's; "" where there are none."""

    said: str = ""
    named: str = ""


def tongue_of(text: str, table: Table, fields: Mapping[str, str]) -> Tongue:
    """The languages of a message or a command line. ``fields`` are what a form gave."""
    match route(text):
        case ChatMessage(said):
            return Tongue(language_of(said))
        case Typed(name, rest):
            return _of_command(name, rest, table, fields)
        case _:
            return Tongue()


def written_in(text: str, table: Table, fields: Mapping[str, str]) -> str:
    """The language that something tells by itself; "" where it could be any: English names are offered to everybody."""
    tongue = tongue_of(text, table, fields)
    return tongue.named if tongue.named == "zh" else tongue.said


def named_in_english(text: str, table: Table) -> bool:
    """Whether a command was called by an English name, which says little: it is what keyboards and menus offer."""
    typed = route(text)
    return isinstance(typed, Typed) and typed.name.isascii() and table.find(typed.name) is not None


def _of_command(name: str, rest: str, table: Table, fields: Mapping[str, str]) -> Tongue:
    command = table.find(name)
    if command is None:
        return Tongue(named="zh" if has_chinese(name) else "en" if name else "")
    called = command.called(name, rest)
    action, left = command.split(called)
    params = action.params if action else command.params
    spoken = rest.removesuffix(left) if action and called.endswith(rest) else ""
    if has_chinese(f"{name}{spoken}") or _chinese_words(params, left):
        return Tongue(named="zh")
    given = bind([it for it in params if it.name not in fields], left, asking=True)
    return _of_arguments(command, params, {**given, **fields} if not isinstance(given, Wrong) else fields)


def _chinese_words(params: Iterable[Param], left: str) -> bool:
    """Whether a choice or a flag is given by its Chinese word."""
    ours = {word for it in params for word in (*it.zh, *it.choices, *(alike for alike, _ in it.alike))}
    return any(word in ours and has_chinese(word) for word in left.split())


def _of_arguments(command: Command, params: Iterable[Param], given: Args | Mapping[str, str]) -> Tongue:
    texts = [(it, str(given[it.name])) for it in params if it.name in given and it.kind in _WORDS]
    if any(it.source in _OUR_WORDS and has_chinese(text) for it, text in texts):
        return Tongue(named="zh")
    told = (text for it, text in texts if not it.source and not it.of_work)
    own = "" if command.task is HelpTopic.CHARACTERS else "\n".join(told)
    return Tongue(language_of(own), "" if command.name in _PRESSED else "en")

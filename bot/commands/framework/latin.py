"""Commands by their English names alone: in groups Telegram brings a bot no others. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from bot.commands.framework.declared import Command, Param, Table
from bot.commands.framework.offering import COMMAND, DOT, parts_of
from bot.commands.framework.steps import CANCEL
from bot.words.localise import Speech
from bot.words.marking import BEGINS, DATA, hidden, marked_data

_TELEGRAM: Final = "telegram"
_COMMANDS: Final = "commands"
_SWITCHES: Final = {"开": "on", "关": "off", "自动": "auto"}


def by_place(speech: Speech, table: Table) -> Mapping[bool, Speech]:
    """``speech`` as it is read in private places (True) and in others: with the commands that can be typed there."""
    own = speech.on(table.platform)
    latin = own.in_latin(partial(in_latin, table=table)) if table.platform == _TELEGRAM else own
    return {True: own, False: latin}


def in_latin(text: str, table: Table) -> str:
    """``text`` with its commands, their actions and choices in English. Data between marks stays as it is."""
    shown, data = hidden(text)
    named = "\n".join(_line(line, table) for line in shown.split("\n"))
    return DATA.sub(lambda found: marked_data(data[int(found[1])]), named)


def _line(line: str, table: Table) -> str:
    """A line; of a list also the parts that leave out the command of the part before them."""
    return DOT.join(_part(part, head, table) for part, head in parts_of(line, table))


def _part(part: str, head: str, table: Table) -> str:
    if not head:
        return _named(part, table)
    said = _named(head, table)
    return _named(f"{head} {part}", table).removeprefix(said).lstrip()


def _named(text: str, table: Table) -> str:
    return COMMAND.sub(lambda found: _command(found[0], found[1], found[2].strip(), table), text)


def _command(whole: str, name: str, rest: str, table: Table) -> str:
    if name in CANCEL:
        return f"/{CANCEL[0]} {rest}".rstrip()
    command = table.find(name)
    if command is None or whole.isascii():
        return whole
    if (short := _shortcut(command, name)) and not rest:
        return f"/{short}"
    action, left = command.split(command.called(name, rest))
    words = [f"/{command.name}", *([action.name] if action else [])]
    english = {it.zh: it.name for it in command.actions if it.numbered and not action}
    english |= _choices(action.params if action else command.params, table)
    return " ".join([*words, *_typed(left, english)])


def _shortcut(command: Command, name: str) -> str:
    """The English word that means the same as a shortcut; "" for no shortcut, and where there is none."""
    action = dict(command.shortcuts).get(name)
    return next((word for word, it in command.shortcuts if it == action and word.isascii()), "")


def _typed(left: str, english: Mapping[str, str]) -> Iterator[str]:
    """What stands behind a command, as far as it is to be typed; the sentence that goes on there stays."""
    typing = True
    for word in left.split():
        typing = typing and (word in english or word.isascii() or word.startswith(BEGINS))
        yield english.get(word, word) if typing else word


def _choices(params: Sequence[Param], table: Table) -> Iterator[tuple[str, str]]:
    """The words of choices, each with its English one."""
    yield from _SWITCHES.items()
    for param in params:
        yield from ((word, choice) for word, choice in param.alike if not word.isascii())
        yield from zip(param.zh, param.choices, strict=False)
        yield from ((word, param.choices[0]) for word in param.choices if not word.isascii())
        if param.source == _COMMANDS:
            yield from ((command.zh, command.name) for command in table)

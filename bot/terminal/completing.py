"""What may be typed next in a command: its name, its action, an argument, in the order in which they are typed."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.commands.framework.arguments import bind, spelled
from bot.commands.framework.declared import Action, Command, Param, ParamKind, Table, names_of
from bot.words.localise import Speaker

SLASHES = ("/", "／")

Source = Callable[[str, str, str, Mapping[str, str]], Awaitable[Sequence[tuple[str, str]]]]
"""Asks the house: the command with its action, the parameter, what is typed of it, the arguments before it."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """``text`` takes the place of the last ``length`` characters; ``label`` is what is read, ``about`` what it is."""

    text: str
    length: int
    label: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class CompletionSpot:
    """An argument that is being typed: ``command`` with its action, ``typed`` so far, what was ``given`` before it."""

    command: str
    param: Param
    typed: str
    given: Mapping[str, str] = field(default_factory=dict[str, str])


async def suggested(line: str, table: Table, speak: Speaker, source: Source) -> list[Suggestion]:
    """What fits behind ``line``, which ends where somebody types. Nothing for what is no command."""
    if not line.startswith(SLASHES) or "\n" in line:
        return []
    name, space, rest = line[1:].partition(" ")
    if not space:
        return [_named(it, len(line), speak) for it in table if _begins(it, name)]
    command = table.find(name)
    if command is None:
        return []
    found = _actions(command, rest, speak)
    if spot := _spot(command, rest):
        values = await source(spot.command, spot.param.name, spot.typed, spot.given)
        found += [_valued(label, value, spot) for label, value in values]
    return found


def _named(command: Command, length: int, speak: Speaker) -> Suggestion:
    word = f"/{spelled(command, speak)}"
    return Suggestion(word, length, word, speak.say(command.label))


def _begins(named: Command | Action, typed: str) -> bool:
    names = names_of(named) if isinstance(named, Command) else named.words
    return any(word.startswith(typed.casefold()) for word in names)


def _actions(command: Command, rest: str, speak: Speaker) -> list[Suggestion]:
    return [
        Suggestion(spelled(action, speak), len(rest), spelled(action, speak), speak.say(command.action_label(action)))
        for action in command.shown
        if _begins(action, rest)
    ]


def _spot(command: Command, rest: str) -> CompletionSpot | None:
    """The parameter that the end of ``rest`` fills: the first that is not filled by what stands before it."""
    action, left = command.split(rest)
    if action is not None and not left and not rest.endswith(" "):
        return None
    params = action.params if action else command.params
    before, typed = _parted(left if action else rest)
    given = bind(params, before) if before else {}
    known = given if isinstance(given, dict) else {}
    if before and not known:
        return None
    param = next((it for it in params if it.name not in known and it.kind is not ParamKind.FLAG), None)
    if any(it.kind is ParamKind.REST and it.name in known for it in params):
        return None
    words = f"{command.name} {action.name}" if action else command.name
    return CompletionSpot(words, param, typed, {key: str(it) for key, it in known.items()}) if param else None


def _parted(text: str) -> tuple[str, str]:
    """What is typed for good, and the word that is being typed."""
    before, _, typed = text.rpartition(" ")
    return before.strip(), typed


def _valued(label: str, value: str, spot: CompletionSpot) -> Suggestion:
    text = f'"{value}"' if " " in value and spot.param.kind is not ParamKind.REST else value
    return Suggestion(text, len(spot.typed), value, "" if label == value else label)

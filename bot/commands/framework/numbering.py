"""Numbers between people and the engine: people read and type small ones, buttons say which row they are about.

So a button means the same thing in whichever chat it is pressed, and whatever was deleted meanwhile.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, Protocol, TypeVar

from bot.commands.framework import controls
from bot.commands.framework.arguments import Args, row, row_of
from bot.commands.framework.declared import ArgValue, CommandCall, Param, ParamKind
from bot.commands.framework.picking import Pickable
from bot.commands.framework.reply import Confirm, ReplyChoice
from engine.actions.house import numbers as numbers_actions
from engine.errors import (
    CharacterBuiltIn,
    EntryGone,
    InputError,
    MemoryElsewhere,
    MemoryLinked,
    NoSuchBackground,
    NoSuchCharacter,
    NoSuchEmotion,
    NoSuchFact,
    NoSuchMemory,
    NoSuchPersona,
    NoSuchPreset,
    NoSuchQuickSet,
    NoSuchSpace,
    NoSuchWorld,
    NoSuchWorldVersion,
    NotInCast,
    OmoideError,
    WorldOfTheHouse,
)
from engine.values.house.numbers import Thing


class ListedThing(Protocol):
    """Something that a list shows."""

    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=ListedThing)
MOST_AT_ONCE: Final = 20
_NUMBER: Final = re.compile(r"#?([0-9]{1,9})")
_BETWEEN: Final = re.compile(r"[\s,，、;；]+")
_NONE: Final[Mapping[Thing, type[InputError]]] = {
    Thing.MEMORY: NoSuchMemory,
    Thing.FACT: NoSuchFact,
    Thing.SPACE: NoSuchSpace,
}
LISTS: Final[Mapping[type[OmoideError], tuple[str, str]]] = {
    NoSuchMemory: ("memory", "list"),
    NoSuchFact: ("me", "fact"),
    NoSuchSpace: ("admin", "spaces"),
}
"""The command that shows which numbers there are, where nothing has the one that somebody typed."""
_ABOUT: Final[Mapping[Thing, tuple[type[InputError], ...]]] = {
    Thing.MEMORY: (NoSuchMemory, MemoryElsewhere, MemoryLinked),
    Thing.FACT: (NoSuchFact,),
    Thing.SPACE: (NoSuchSpace,),
    Thing.CHARACTER: (NoSuchCharacter, CharacterBuiltIn, NoSuchEmotion, NotInCast),
    Thing.PERSONA: (NoSuchPersona,),
    Thing.BOOK: (NoSuchWorld, WorldOfTheHouse, NoSuchWorldVersion, EntryGone),
    Thing.PRESET: (NoSuchPreset,),
    Thing.BACKGROUND: (NoSuchBackground,),
    Thing.QUICK: (NoSuchQuickSet,),
}


def about(line: str, row_number: int, number: str, label: str, alone: str = "") -> ReplyChoice:
    """A button that runs ``line`` about a row, which people call by its number. ``alone`` is as with choices."""
    control = controls.control(controls.RUN, f"{line} {row(row_number)}")
    return ReplyChoice(control, label, typed=f"{line} {number}", alone=alone)


def with_sign(
    call: CommandCall, line: str, row_number: int, number: str, sign: str, name: str, spoken: str = ""
) -> ReplyChoice:
    """The same with a label that is a sign and a ``name``; alone it says in words what is done with ``spoken``."""
    label, alone = call.speak.say(sign, number=name), call.speak.say(f"{sign}-alone", number=spoken or name)
    return about(line, row_number, number, label, alone)


def asking(question: str, line: str, rows: Mapping[int, str], *words: str) -> Confirm:
    """A question before ``line`` is run about rows, each with its number, and about ``words``."""
    said, typed = " ".join((*map(row, rows), *words)), " ".join((*rows.values(), *words))
    return Confirm(question, f"{line} {said} yes", typed=f"{line} {typed} yes")


async def numbers(call: CommandCall, thing: Thing, rows: Sequence[int]) -> Mapping[int, int]:
    """By which numbers people call some things, by their rows."""
    return await numbers_actions.of(call.ctx, call.here, thing, list(dict.fromkeys(rows)))


async def called(call: CommandCall, thing: Thing, things: Sequence[T]) -> list[Pickable[T]]:
    """Things with the numbers by which people call them; 0 where a thing has no row."""
    known = await numbers(call, thing, [it.id for it in things if it.id])
    return [Pickable(it.id, known.get(it.id, 0), it.name, it) for it in things]


async def number_of(call: CommandCall, thing: Thing, row: int) -> str:
    """By which number people call one thing."""
    return str((await numbers(call, thing, [row]))[row])


async def meant(call: CommandCall, thing: Thing, word: str) -> int:
    """The row of what a typed number means, or a word of a button. Raises NoSuchMemory, NoSuchFact, NoSuchSpace."""
    if (found := row_of(word)) is not None:
        return found
    typed = _NUMBER.fullmatch(word)
    there = await numbers_actions.meant(call.ctx, call.here, thing, int(typed[1])) if typed else None
    if there is None:
        raise _NONE[thing](number=word.removeprefix("#")[:32])
    return there


async def resolved(call: CommandCall, params: Sequence[Param], args: Args) -> Args:
    """Arguments with rows where people typed numbers of things. Raises what ``meant`` raises."""
    found = dict(args)
    for param in params:
        if param.thing and param.name in args:
            words = [str(args[param.name])]
            if param.kind is ParamKind.REST:
                words = [it for it in _BETWEEN.split(words[0]) if it][:MOST_AT_ONCE]
            found[param.name] = " ".join([row(await meant(call, param.thing, it)) for it in words])
    return found


async def as_said(call: CommandCall, params: Sequence[Param], args: Mapping[str, ArgValue]) -> Args:
    """The same the other way: what buttons name by its row has its number, or else what it is: "<memory>"."""
    found = dict(args)
    for param in params:
        words = str(args.get(param.name, "")).split()
        rows = [it for word in words if (it := row_of(word)) is not None]
        if not rows:
            continue
        known = await numbers_actions.known(call.ctx, call.here, param.thing, rows) if param.thing else {}
        label = f"<{call.speak.say(param.label)}>"
        found[param.name] = " ".join(str(known.get(it, label)) if (it := row_of(word)) else word for word in words)
    return found


async def say_number(call: CommandCall, error: OmoideError) -> None:
    """Let an error about a row say the number by which people call it."""
    thing = next((thing for thing, errors in _ABOUT.items() if isinstance(error, errors)), None)
    number = str(error.data.get("number", ""))
    if thing and number.isdecimal():
        known = await numbers_actions.known(call.ctx, call.here, thing, [int(number)])
        error.data["number"] = str(known.get(int(number), row(int(number))))

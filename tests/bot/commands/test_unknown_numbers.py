"""Somebody types the number of something that no list has shown: they read what there is, with its numbers."""

from collections.abc import Iterator
from typing import Final

import pytest

from bot.commands.framework.arguments import spelled
from bot.commands.framework.declared import Action, Command, Param, ParamKind
from bot.commands.framework.numbering import LISTS
from bot.commands.framework.table import table_for
from bot.words.localise import LANGUAGES, Speech
from engine.errors import NoSuchFact, NoSuchMemory, NoSuchSpace
from engine.values.house.numbers import Thing
from tests.bot.at_terminal import Terminals
from tests.turns.chronicled import NOON
from tests.turns.remembering import past
from tests.turns.room import CARD

UNKNOWN: Final = "98765"
ERRORS: Final = {Thing.MEMORY: NoSuchMemory, Thing.FACT: NoSuchFact, Thing.SPACE: NoSuchSpace}


def numbered() -> Iterator[tuple[Command, Action, Param]]:
    """Every command that people type with the number of something, and what that is."""
    for command in table_for("terminal"):
        for action in command.actions:
            yield from ((command, action, it) for it in action.params if it.thing and not action.hidden)


def typed(command: Command, action: Action, language: str) -> str:
    """The command with a number that nothing has, and something for all else that it needs."""
    speak = Speech().speaker(language)
    words = [UNKNOWN if it.thing else _some(it) for it in action.params if it.thing or it.required]
    return f"/{spelled(command, speak)} {spelled(action, speak)} {' '.join(words)}"


def list_of(thing: Thing, language: str) -> str:
    """The command that shows which numbers there are."""
    name, rest = LISTS[ERRORS[thing]]
    command, speak = table_for("terminal").find(name), Speech().speaker(language)
    assert command
    action, _ = command.split(rest)
    assert action
    return f"/{spelled(command, speak)} {spelled(action, speak)}"


def _some(it: Param) -> str:
    return it.choices[0] if it.kind is ParamKind.CHOICE else "words"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_names_none_reads_what_there_is(terminals: Terminals, language: str) -> None:
    """Somebody guesses a number, reads that there is none, and not which there are."""
    them = await terminals.somebody(CARD, language)
    await past(them.room, ("She is called Tern.", "A fine name."), since=NOON)
    await them.types("/memory add The tern nests.", "/me fact add I have two cats")
    every = list(numbered())
    assert {it.thing for *_, it in every} == set(ERRORS)
    for command, action, param in every:
        assert param.thing
        listed, said = await them.answers(list_of(param.thing, language), typed(command, action, language))
        assert UNKNOWN in said.splitlines()[0], action.name
        assert said.endswith(f"\n{listed}"), action.name


async def test_a_number_that_was_deleted_shows_what_is_left(terminals: Terminals) -> None:
    """The number of something deleted is known, and what is left is not shown."""
    them = await terminals.somebody(CARD)
    *_, said = await them.answers(
        *("/memory add The tern nests.", "/memory add The auk dives.", "/memory delete 1", "yes", "/memory pin 1")
    )
    assert said.startswith("There is no memory 1 here.")
    assert "[2] The auk dives." in said.partition("\n")[2]


async def test_what_was_never_listed_is_meant_by_its_number(terminals: Terminals) -> None:
    """What a job has noted can be named only once a list has shown it."""
    them = await terminals.somebody(CARD)
    await past(them.room, ("She is called Tern.", "A fine name."), since=NOON)
    from_job = await them.answers("/memory pin 1", "/memory add The tern nests.", "/memory pin 1")
    assert from_job[0].startswith("There is no memory 1 here.")
    assert from_job[2] == "Pinned: 1.\n"

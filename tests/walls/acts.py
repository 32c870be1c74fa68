"""What people of a random world do: they tell, ask, keep, save, fork and move, and who can read changes."""

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Final

from bot.commands.framework.declared import Param, ParamKind
from bot.commands.framework.reply import ReplyChoice
from bot.commands.framework.table import COMMANDS
from tests.walls.player import QUESTIONS, Player
from tests.walls.world import CIRCLE, Spot

NOT_NOW: Final = (
    "/me elsewhere",
    "/me persona known",
    "/me persona lock",
    "/me persona use",
    "/me fact share",
    "/me link",
    "/me unlink",
    "/me forget",
    "/me opt",
    "/me remember",
    "/quit",
    "/settings",
    "/mode",
    "/me settle",
    "/admin block",
    "/admin words",
    "/char adult",
)
"""What lets a word be told, joins people, or ends the talk."""
CODE: Final = re.compile(r"/chats move ([\w-]+)")
_GIVEN: Final = {ParamKind.INT: "1", ParamKind.PAGE: "1"}
Act = Callable[[Player, Spot, str], Awaitable[object]]


def _tells(line: str) -> Act:
    """An act whose line has a new canary in place of ``{word}``."""

    async def act(player: Player, spot: Spot, person: str) -> object:
        return await player.does(spot, person, line.replace("{word}", player.world.canary(line, spot, person)))

    return act


def _does(line: str) -> Act:
    async def act(player: Player, spot: Spot, person: str) -> object:
        return await player.does(spot, person, line)

    return act


async def _asks(player: Player, spot: Spot, person: str) -> None:
    await player.does(spot, person, player.world.random.choice(QUESTIONS))


async def _presses(player: Player, spot: Spot, person: str) -> None:
    """A button of the last answer that they were given there."""
    offered = (it.control for it in player.choices.get((spot, person), ()))
    controls = [it for it in offered if not it.removeprefix("run:").startswith(NOT_NOW)]
    if controls:
        await player.does(spot, person, player.world.random.choice(controls))


async def _uses(player: Player, spot: Spot, person: str) -> None:
    """Any command, with a number or a word where it takes one."""
    await player.does(spot, person, player.world.random.choice(LINES))


async def _types(player: Player, spot: Spot, person: str) -> None:
    """What an input field suggests."""
    await player.types(spot, person, *player.world.random.choice(FIELDS))


async def _moves(player: Player, spot: Spot, person: str) -> None:
    """Their chat here goes on in another place that they can read."""
    world = player.world
    there = [it for it in world.spots if it != spot and person in world.readers(it)]
    reply = await player.does(spot, person, "/chats move")
    codes = CODE.findall(repr(reply))
    if there and codes:
        to, chat = world.random.choice(there), await player.chat(spot, person)
        brought = world.bring(person, to)
        await player.does(to, person, f"/chats move {codes[0]} yes")
        if await player.chat(spot, person) == chat:  # it was not done
            for it in brought:
                it.brought.pop()


async def _reports(player: Player, spot: Spot, person: str) -> None:
    """What a character said last there is reported, to where managers want it, or to the owners."""
    if player.world.random.randrange(4) == 0:
        await player.does(spot, person, "/admin reports here")
    asked = (await player.does(spot, person, "/report")).confirm
    if asked is not None:
        player.choices[spot, person] = (ReplyChoice(asked.yes, asked.label),)
        await player.does(spot, person, asked.yes)


async def _changes(player: Player, spot: Spot, person: str) -> None:
    player.world.change()


async def _posts(player: Player, spot: Spot, person: str) -> None:
    """Somebody writes in the circle of the server, which characters read when it rests."""
    circles = [it for it in player.world.spots if it.name == CIRCLE and person in player.world.readers(it)]
    if circles:
        there = player.world.random.choice(circles)
        word = player.world.canary("A post", there, person)
        await player.does(there, person, f"The parrot {word} has learned to whistle.")


async def _rests(player: Player, spot: Spot, person: str) -> None:
    await player.rests()


def _lines() -> Iterator[str]:
    """Every command and action of the table, as somebody types it who knows no better."""
    for command in COMMANDS:
        yield from (_line(f"/{command.name}", command.params), _line(f"/{command.name} parrot", ()))
        yield from (_line(f"/{command.name} {it.name}", it.params) for it in command.actions)


def _line(name: str, params: Sequence[Param]) -> str:
    given = [_GIVEN.get(it.kind, it.choices[0] if it.choices else "parrot") for it in params if it.required]
    return " ".join([name, *given])


LINES: Final = tuple(it for it in _lines() if not it.startswith(NOT_NOW))
FIELDS: Final = tuple(
    (name, it.name)
    for command in COMMANDS
    for name, params in (
        (command.name, command.params),
        *((f"{command.name} {a.name}", a.params) for a in command.actions),
    )
    for it in params
    if it.source
)
ACTS: Final[dict[str, tuple[int, Act]]] = {
    "tells": (10, _tells("My parrot {word} eats plums.")),
    "tells of oneself": (5, _tells("I am called {word} and my parrot sings at night.")),
    "asks": (16, _asks),
    "remembers": (3, _tells("/memory add The parrot {word} is afraid of cats.")),
    "notes": (4, _tells("/scene note set The parrot {word} is shy.")),
    "stores": (1, _tells("/scene note set {{setvar::bird::{word}}}The bird is {{getvar::bird}}.")),
    "plays": (1, _tells("/me persona set {word} Owns a parrot.")),
    "reacts": (2, _does("/react 👍")),
    "reacts with its own": (2, _tells("/react :{word}:")),
    "plays nobody": (1, _does("/me persona off")),
    "writes a fact": (2, _tells("/me fact add Has the parrot {word}.")),
    "sets": (1, _tells("/story background new {word} An island with the parrot {word}.")),
    "saves": (2, _tells("/save {word}")),
    "names": (1, _tells("/chats rename {word}")),
    "renames a save": (1, _tells("/save rename 1 {word}")),
    "forks": (2, _tells("/chats fork {word}")),
    "goes back": (1, _does("/chats from 2")),
    "undoes": (1, _does("/undo")),
    "again": (2, _does("/again")),
    "goes on": (1, _does("/continue")),
    "recaps": (1, _does("/recap")),
    "loads": (1, _does("/load 1")),
    "opens": (2, _does("/chats")),
    "sees saves": (1, _does("/load")),
    "presses": (10, _presses),
    "uses": (14, _uses),
    "types": (5, _types),
    "reports": (2, _reports),
    "moves": (2, _moves),
    "begins": (1, _does("/new")),
    "changes": (8, _changes),
    "posts": (4, _posts),
    "rests": (5, _rests),
}
"""How often each is done, and how."""


async def lives(player: Player, steps: int) -> None:
    """So many random acts of random people in random places that they can read, or up to the first leak."""
    names = [*ACTS]
    weights = [often for often, _ in ACTS.values()]
    for _ in range(steps):
        if player.leaks:
            return
        spot = player.world.random.choice(player.world.spots)
        person = player.someone(spot)
        if person is None:
            continue
        name = player.world.random.choices(names, weights)[0]
        await ACTS[name][1](player, spot, person)

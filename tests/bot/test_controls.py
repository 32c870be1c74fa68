"""What buttons say, and who may press what: every ability for every standing."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands import controls
from bot.commands.abilities import MATRIX, Standing
from bot.commands.controls import Control, control, pressed
from bot.commands.declared import Table
from bot.commands.table import COMMANDS
from bot.handler import Handler, Sender
from bot.terminal.files import DiskFiles
from engine.values.incoming import Here, Incoming, IncomingKind, Origin
from engine.values.places import Admission, SpaceAccess
from tests.bot.conftest import SPEECH, now
from tests.bot.fakes import NOW, FakeAccess, FakeEngine

NOT_ALLOWED = SPEECH.speaker("en").say("command-not-allowed")
EVERYWHERE = Table([it for it in COMMANDS if not it.platforms or it.name == "start"], "telegram")


@dataclass
class Door(FakeAccess):
    """Somebody who is the owner or not, in a place that is open or not."""

    owner: bool
    access: SpaceAccess = SpaceAccess.OPEN

    async def admission(self, here: Here) -> Admission:
        return Admission(self.owner, self.access)

    async def ask_once(self, here: Here) -> bool:
        return False

    async def refuse_once(self, here: Here) -> bool:
        return True


def lines() -> Iterator[tuple[str, str]]:
    """Every ability with a way to ask for it."""
    for command in EVERYWHERE:
        yield command.name, f"/{command.name}"
        yield from ((command.action_ability(it), f"/{command.name} {it.name}") for it in command.actions)
    yield from ((Control(name).ability, control(name, "1")) for name in controls.NAMES)


async def ask(door: Door, standing: Standing, line: str) -> Any:
    engine: Any = FakeEngine()
    engine.access = door
    handler = Handler(engine, EVERYWHERE, SPEECH, now, "en")
    origin = Origin("telegram", "s", "c", "p", "Mo")
    sender = Sender(frozenset({standing}), DiskFiles())
    if line.startswith("/"):
        return await handler.use(Incoming(origin, "e", line, NOW, 1, IncomingKind.COMMAND), sender)
    return await handler.press(Incoming(origin, "e", line, NOW, 1, IncomingKind.BUTTON), sender)


def refused(reply: Any) -> bool:
    return [getattr(it, "text", "") for it in reply.blocks] == [NOT_ALLOWED]


@pytest.mark.parametrize(("ability", "line"), list(lines()))
@pytest.mark.parametrize("standing", list(Standing))
async def test_everybody_may_do_what_the_matrix_says_and_nothing_else(
    standing: Standing, ability: str, line: str
) -> None:
    """Somebody could take over a story that is not theirs, or be kept from their own."""
    assert ability in MATRIX, "a new command, action or button needs a row"
    reply = await ask(Door(owner=standing is Standing.OWNER), standing, line)
    assert refused(reply) is (standing not in MATRIX[ability])


@pytest.mark.parametrize(("ability", "line"), list(lines()))
async def test_nobody_may_do_anything_in_a_place_that_is_not_open(ability: str, line: str) -> None:
    """An admin of a server that the owner refused could spend the owner's money."""
    for access in (SpaceAccess.NEW, SpaceAccess.ASKED, SpaceAccess.REFUSED):
        reply = await ask(Door(owner=False, access=access), Standing.ADMIN, line)
        assert "Nobody has opened this place" in str(reply.blocks), ability


async def test_a_platform_cannot_make_an_owner() -> None:
    """A mistake in one platform's code would give the house away."""
    assert refused(await ask(Door(owner=False), Standing.OWNER, "/admin spaces"))


@given(st.sampled_from(controls.NAMES), st.text(max_size=50))
def test_a_control_comes_back_as_it_was_made(name: str, argument: str) -> None:
    """A button would do another thing than it says."""
    made = control(name, argument)
    assert pressed(made) == (Control(name, argument) if controls.fits(made) else None)


@given(st.text())
def test_any_text_is_a_control_or_none(text: str) -> None:
    """A forged button would end the listening."""
    found = pressed(text)
    assert found is None or (found.name in controls.NAMES and (found.turn is None or found.turn >= 0))

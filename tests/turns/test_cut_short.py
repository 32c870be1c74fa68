"""A reply that a crash cut short: what people have read of it stays, and it goes on from there."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from engine.actions.characters import quick_replies
from engine.actions.chats import replies
from engine.turns.going_on import LEAST_READ
from engine.values.chats.occasions import OccasionKind
from engine.values.chats.outgoing import Grew, PartLimit
from engine.values.chats.turns import TurnKind
from tests.servers.model import Finish, Gate, ModelServer, Script, fail, say
from tests.turns.files import as_json, bring
from tests.turns.room import Room, config_for, enter, new_origin, opened
from tests.turns.scenes import join
from tests.turns.unasked import writes_first

LIMIT: Final = PartLimit(2_000)
READ: Final = "The keeper climbs the stairs, lamp in hand, and looks out over the"
WHOLE: Final = f"{READ} sea."
FIRST: Final = "Here he is."


async def _say(room: Room) -> None:
    await room.accept("Where is the keeper?")


async def _again(room: Room) -> None:
    await replies.again(room.engine.ctx, room.engine.runner, room.here)


async def _go_on(room: Room) -> None:
    await replies.go_on(room.engine.ctx, room.engine.runner, room.here)


async def _impersonate(room: Room) -> None:
    await replies.impersonate(room.engine.ctx, room.engine.runner, room.here)


async def _ask_both(room: Room) -> None:
    await join(room, "Bob")
    await room.accept("Mira and Bob, well?")


async def _unasked(room: Room) -> None:
    await writes_first(room, OccasionKind.SILENCE, ends=False)


async def _press(room: Room) -> None:
    await bring(room, as_json({"qrList": [{"label": "Ask", "message": "/send Well? | /trigger"}]}), "Desk.json")
    [info] = await quick_replies.listed(room.ctx, room.here)
    await quick_replies.press(room.ctx, room.runner, room.here, "Ann", info.found, info.found.replies[0])


BEGINS: Final[Mapping[TurnKind, tuple[tuple[Script, ...], Callable[[Room], Awaitable[None]]]]] = {
    TurnKind.REPLY: ((say(FIRST),), _say),
    TurnKind.AGAIN: ((say(FIRST),), _again),
    TurnKind.CONTINUE: ((say(FIRST),), _go_on),
    TurnKind.IMPERSONATE: ((say(FIRST),), _impersonate),
    TurnKind.RETRY: ((fail(400),), _again),
    TurnKind.NEXT: ((say(FIRST), say("I am here.")), _ask_both),
    TurnKind.UNASKED: ((say(FIRST),), _unasked),
    TurnKind.PRESSED: ((say(FIRST),), _press),
}


class Lives:
    """A room in a house that ends while a reply grows, and is opened again."""

    def __init__(self, database_url: str, data: Path, model: ModelServer) -> None:
        self._config = config_for(database_url, data, model)
        self._origin = new_origin()
        self.model = model

    @asynccontextmanager
    async def room(self, *, first: bool = False) -> AsyncIterator[Room]:
        async with opened(self._config, self._origin.platform, limit=LIMIT) as engine:
            yield await enter(engine, self.model, self._origin, **({} if first else {"card": None}))  # type: ignore[arg-type]

    async def cut(self, read: str, kind: TurnKind = TurnKind.REPLY) -> None:
        """A process that ends while people have read ``read``."""
        before, begin = BEGINS[kind]
        gate = Gate()
        self.model.script(*before, Script([read, gate, Finish()]))
        async with self.room(first=True) as room:
            await room.say("Hello?")
            await begin(room)
            await room.grew(read.partition(" [")[0])
            assert (await room.turns())[-1]["kind"] == kind
        gate.open()

    async def goes_on(self, *scripts: Script) -> tuple[str, list[str]]:
        """How the reply ended in the next process, and all that people were shown of it while it grew."""
        entered = Gate()  # the reply goes on as soon as the process begins
        self.model.script(*(replace(it, before=entered) for it in scripts))
        async with self.room() as room:
            entered.open()
            await room.idle()
            return room.ended[-1].text, [it.text for it in room.shown.of(Grew)]


@pytest.fixture
def lives(database_url: str, tmp_path: Path, model: ModelServer) -> Lives:
    return Lives(database_url, tmp_path, model)


@pytest.mark.parametrize("kind", TurnKind)
async def test_what_was_read_stays(lives: Lives, kind: TurnKind) -> None:
    """People would see the half that they have read replaced by other words."""
    await lives.cut(READ, kind)
    told, grown = await lives.goes_on(say("sea", "."))
    before = f"{FIRST} " if kind is TurnKind.CONTINUE else ""
    assert told == before + WHOLE
    assert all(it.startswith(before + READ) for it in grown)


@pytest.mark.share(3)
@pytest.mark.parametrize("more", [" sea.", "sea.", "the sea.", "looks out over the sea.", WHOLE])
@pytest.mark.parametrize("size", [1, 7, 100])
async def test_no_words_are_doubled(lives: Lives, more: str, size: int) -> None:
    """A model that begins with the last words once more, or with all of it, would show where the seam is."""
    await lives.cut(READ)
    pieces = [more[at : at + size] for at in range(0, len(more), size)]
    told, grown = await lives.goes_on(say(*pieces))
    assert told == WHOLE
    assert all(WHOLE.startswith(it) for it in grown)


async def test_the_model_is_asked_to_go_on(lives: Lives) -> None:
    """It would write another reply, which fits nothing that was read."""
    await lives.cut(READ)
    await lives.goes_on(say("sea."))
    asked = [(it["role"], it["content"]) for it in lives.model.generations[-1].body["messages"]]
    at = asked.index(("assistant", READ))
    assert ("user", "Where is the keeper?") in asked[:at]
    assert [role for role, _ in asked[at + 1 :]].count("user") == 0
    assert any("Do not repeat what was said" in text for _, text in asked[at + 1 :])


async def test_what_hardly_anybody_read_is_written_anew(lives: Lives) -> None:
    """A word or two would decide how the reply has to go on."""
    short = "x" * (LEAST_READ - 1)
    await lives.cut(short)
    assert (await lives.goes_on(say(WHOLE)))[0] == WHOLE


@pytest.mark.parametrize("script", [fail(400), say("")])
async def test_what_was_read_stays_without_a_model(lives: Lives, script: Script) -> None:
    """A model that is gone after the restart would take the half away that was read."""
    await lives.cut(f"{READ} [emotion:jo")
    told, _ = await lives.goes_on(script)
    assert told == READ


async def test_another_crash_costs_nothing(lives: Lives) -> None:
    """The second restart would know less than the first."""
    await lives.cut(READ)
    gate = Gate()
    entered = Gate()
    lives.model.script(Script([" sea, and", gate, Finish()], before=entered))
    async with lives.room() as room:
        entered.open()
        await room.grew("sea, and")
    gate.open()
    assert (await lives.goes_on(say(" the rocks.")))[0] == f"{READ} sea, and the rocks."

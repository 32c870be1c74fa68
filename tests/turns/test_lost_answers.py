"""The network breaks while the database commits: everything is done once, whether it had committed or not."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from engine.actions.chats import branches, moving, replies, undoing
from engine.actions.house import access
from engine.actions.transfers import looking
from engine.actions.transfers.bringing import bring
from engine.actions.transfers.stories_out import story
from engine.values.transfers.transfers import Offer
from tests.servers.model import ModelServer, say
from tests.stores.cutting_proxy import CuttingProxy, cutting_proxy
from tests.turns.room import Room, config_for, enter, new_origin, opened

CUTS: list[Literal["before", "after"]] = ["before", "after"]


@pytest.fixture
async def proxy(database_url: str) -> AsyncIterator[CuttingProxy]:
    async with cutting_proxy(database_url) as one:
        yield one


@pytest.fixture
async def room(proxy: CuttingProxy, model: ModelServer, tmp_path: Path) -> AsyncIterator[Room]:
    """A channel of an engine whose way to the database can be cut."""
    origin = new_origin()
    async with opened(config_for(proxy.dsn, tmp_path, model), origin.platform) as engine:
        yield await enter(engine, model, origin)


async def _undo(room: Room) -> None:
    await undoing.undo(room.engine.ctx, room.engine.runner, room.here)


async def _branch(room: Room) -> None:
    await branches.branch_from(room.engine.ctx, room.engine.runner, room.here, 2)


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("move", [_undo, _branch], ids=["undo", "branch"])
async def test_going_back_goes_back_once(
    room: Room, proxy: CuttingProxy, cut: Literal["before", "after"], move: Callable[[Room], Awaitable[None]]
) -> None:
    """One undo takes back two exchanges, and the person does not know why."""
    room.model.answer = lambda _: say("Yes.")
    await room.say("One.", "Two.", "Three.")
    proxy.cut = cut
    await move(room)
    assert proxy.cuts == 1
    assert [text for _, text in await room.spoken()][1:] == ["One.", "Yes.", "Two.", "Yes."]


@pytest.mark.parametrize("cut", CUTS)
async def test_asking_again_asks_once(room: Room, proxy: CuttingProxy, cut: Literal["before", "after"]) -> None:
    """A reply that nobody has seen is told as cut off, and the model is asked twice."""
    room.model.script(say("First."), say("Second."))
    await room.say("Sing.")
    proxy.cut = cut
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    assert proxy.cuts == 1
    assert [it.text for it in room.ended] == ["First.", "Second."]
    assert [it["state"] for it in await room.turns()] == ["complete", "complete"]


@pytest.mark.parametrize("cut", CUTS)
async def test_a_message_is_answered_at_once(room: Room, proxy: CuttingProxy, cut: Literal["before", "after"]) -> None:
    """What was stored counts as a second delivery, and its person waits for the next look around."""
    room.model.script(say("Here."))
    proxy.cut, proxy.mark = cut, b"Are you there?"
    assert await room.accept("Are you there?")
    await room.idle()
    assert proxy.cuts == 1
    assert [text for _, text in await room.spoken()][1:] == ["Are you there?", "Here."]


@pytest.mark.parametrize("cut", CUTS)
async def test_a_chat_moves_once(room: Room, proxy: CuttingProxy, cut: Literal["before", "after"]) -> None:
    """Somebody hears that their chat could not be moved, and it is neither here nor there for them."""
    room.model.answer = lambda _: say("Yes.")
    await room.say("One.")
    spoken = await room.spoken()
    there = await room.engine.places.resolve(replace(room.origin, space="elsewhere", channel="other"))
    await access.at_home(room.engine.ctx, there)
    code = await moving.code(room.engine.ctx, room.here)
    proxy.cut = cut
    await moving.take_over(room.engine.ctx, room.engine.runner, room.engine.moving_tries, there, code)
    assert proxy.cuts == 1
    room.here = there
    assert await room.spoken() == spoken


@pytest.mark.parametrize("cut", CUTS)
async def test_a_story_comes_in_once(room: Room, proxy: CuttingProxy, cut: Literal["before", "after"]) -> None:
    """A story is told as not imported, and is there; or it is there twice."""
    room.model.answer = lambda _: say("Yes.")
    await room.say("One.")
    out = await story(room.engine.ctx, room.here, "1.0")
    looked = await looking.look(room.engine.ctx, room.here, out.document.data, out.document.filename)
    proxy.cut = cut
    await bring(room.engine.ctx, room.engine.runner, room.here, "Ann", looked.token, Offer.MINE)
    assert proxy.cuts == 1
    assert len(await room.sql("SELECT 1 FROM session WHERE space_id = $1", room.here.space)) == 2

"""What a turn cannot do without, and what it can."""

import asyncio
from collections.abc import Sequence

import pytest

from engine.actions.chats import replies
from engine.errors import SessionMissing
from engine.recall.fan_out import Ask, Retriever
from engine.values.chats.outgoing import Ended, Noticed
from engine.values.models.prompts import PromptPart, PromptSlot
from tests.servers.model import ModelServer, say
from tests.turns.room import Room, enter, new_origin


async def _late(_: Ask) -> Sequence[PromptPart]:
    await asyncio.Event().wait()
    return ()


async def _broken(_: Ask) -> Sequence[PromptPart]:
    raise LookupError("no such shelf")


async def test_a_retriever_may_fail_or_be_late(room: Room) -> None:
    """One slow shelf of memory keeps the character silent; or it is left out, and nobody can find out why."""
    retrievers = (
        Retriever("late", PromptSlot.RECALLED, 0.05, _late),
        Retriever("broken", PromptSlot.RECALLED, 1.0, _broken),
        *room.ctx.retrievers,
    )
    room.change(retrievers=retrievers)
    room.model.script(say("I remember little."))
    await room.say("Do you remember?")
    assert room.ended[-1].text == "I remember little."
    (turn,) = await room.turns()
    fates = {origin: verdict for origin, _, verdict, *_ in turn["facts"]["prompt"]}
    assert (fates["late"], fates["broken"], fates["time"]) == ("late", "failed", "in")


async def test_the_card_is_gone(room: Room) -> None:
    """A character whose card cannot be read answers as somebody else."""
    room.model.answer = lambda _: say("Who am I?")
    room.ctx.cards._known.clear()
    await _rewrite_the_cast(room, {"in": True, "version": 99})
    await room.say("Hello?")
    assert not room.model.generations
    assert room.ended[-1].notice is not None
    assert (room.ended[-1].state, room.ended[-1].notice.message) == ("error", "error-card-missing")
    assert [it["text"] for it in await room.log()][-1] == "Hello?"


async def test_nobody_plays(room: Room) -> None:
    """A chat whose only character left gets answers from nobody, or no word at all."""
    room.model.answer = lambda _: say("Boo.")
    await _rewrite_the_cast(room, {"in": False, "version": 1})
    await room.say("Hello?")
    assert not room.model.generations
    assert _told(room) == ["error-nobody-plays"]
    await room.runner.sweep()
    await room.idle()
    assert _told(room) == ["error-nobody-plays"], "told again by every sweep"
    await room.say("Hello??")
    assert _told(room) == ["error-nobody-plays"] * 2


async def test_no_session(room: Room, model: ModelServer) -> None:
    """Asking for another reply where nothing was ever said ends in an error nobody understands."""
    lobby = await enter(room.engine, model, new_origin(), card=None)
    with pytest.raises(SessionMissing):
        await replies.again(room.engine.ctx, room.engine.runner, lobby.here)


async def _rewrite_the_cast(room: Room, body: dict[str, object]) -> None:
    query = "UPDATE entry SET body = $2 WHERE space_id = $1 AND kind = 'member'"
    await room.sql(query, room.here.space, body)


def _told(room: Room) -> list[str]:
    notices = [it.notice for it in room.shown.events if isinstance(it, Noticed | Ended)]
    return [it.message for it in notices if it]

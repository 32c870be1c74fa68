"""A reply as a platform delivers it: planned, marked before it is sent, named, resumed in the same message."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.actions.chats import branches, replies, sessions, undoing
from engine.app import Engine
from engine.values.chats.outgoing import Began, Ended, Grew, PartLimit
from engine.values.chats.places import Address
from engine.work.saver import Interruption
from tests.servers.model import Finish, Gate, ModelServer, Script, say
from tests.turns.room import Room, config_for, enter, new_origin, opened

LIMIT = PartLimit(20)


@pytest.fixture
async def platform(database_url: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[Room]:
    """A channel of a platform whose messages are short, where the chat has begun and been seen to begin."""
    origin = new_origin()
    async with opened(config_for(database_url, tmp_path, model), origin.platform, limit=LIMIT) as engine:
        room = await enter(engine, model, origin)
        await room.sql("DELETE FROM outbox WHERE space_id = $1", room.here.space)
        yield room


@pytest.fixture
async def other(database_url: str, model: ModelServer, tmp_path: Path, platform: Room) -> AsyncIterator[Engine]:
    """A second process of the same platform."""
    async with opened(config_for(database_url, tmp_path, model), platform.origin.platform, limit=LIMIT) as engine:
        yield engine


def _at(room: Room) -> Address:
    return Address(room.origin.platform, room.origin.space, room.origin.channel, room.origin.private)


async def _turn(room: Room) -> int:
    await room.shown.until(lambda it: bool(it.of(Began)))
    return room.shown.of(Began)[-1].turn


async def test_a_reply_and_its_parts(platform: Room) -> None:
    """After a crash nobody would know which messages show a reply, and it would be sent again."""
    room, before, between = platform, Gate(), Gate()
    room.model.script(Script(["One two three. ", between, "Four five six seven.", Finish()], before=before))
    await room.accept("Count.")
    await before.reached()
    assert await room.outbox() == [(0, "reply", "planned", "", None)]
    before.open()
    await room.grew("One")
    assert await room.outbox() == [(0, "reply", "sending", "", None)], "marked before anybody could send it"
    turn = await _turn(room)
    room.engine.turns.placed(_at(room), turn, 0, "p0")
    await room.engine.turns.sending(turn, 1)
    await room.ctx.saver.flush()
    assert await room.outbox() == [(0, "reply", "sending", "", "p0"), (1, "reply", "sending", "", None)]
    between.open()
    await room.idle()
    first, second = room.ended[-1].sendings
    assert [(it.part, it.text, it.state, it.platform_id) for it in (first, second)] == [
        (0, "One two three. ", "planned", "p0"),
        (1, "Four five six seven.", "sending", None),
    ]
    room.engine.turns.delivered([first, second], ["p0", "p1"])
    await room.ctx.saver.flush()
    assert [(state, name) for _, _, state, _, name in await room.outbox()] == [("sent", "p0"), ("sent", "p1")]


async def test_no_word_was_said(platform: Room) -> None:
    """A reply that failed leaves an empty part behind that is delivered at each start."""
    room = platform
    room.model.script(say())
    await room.say("Well?")
    assert [(it.kind, it.part) for it in room.ended[-1].sendings] == [("notice", 1000)]
    assert [kind for _, kind, *_ in await room.outbox()] == ["notice"]


async def test_what_a_crash_left(platform: Room, other: Engine) -> None:
    """What was said while the platform could not be reached is never shown."""
    room = platform
    room.model.script(say("Here I am, at last."))
    await room.say("Hello?")
    assert await room.engine.turns.open_sendings(room.origin.platform) == [], "its reader is told anyway"
    (left,) = await other.turns.open_sendings(room.origin.platform)
    assert (left.address, left.sending.text, left.live) == (_at(room), "Here I am, at last.", False)
    assert (left.character, left.number > 0, left.after) == ("Mira", True, "m1")
    await other.turns.sending(left.sending.turn or 0, 0)
    assert [state for _, _, state, _, _ in await room.outbox()] == ["sending"]
    other.turns.unknown([left.sending])
    await other.turns._ctx.saver.flush()
    assert await other.turns.open_sendings(room.origin.platform) == []


async def _grown(room: Room, text: str) -> Gate:
    """A reply that has grown to ``text`` in message p0."""
    gate = Gate()
    room.model.script(Script([text, gate, Finish()]))
    await room.accept("Hello?")
    await room.grew(text.strip())
    room.engine.turns.placed(_at(room), await _turn(room), 0, "p0")
    await room.ctx.saver.flush()
    return gate


async def _die(room: Room) -> None:
    """The process forgets everything at once."""
    for growing in list(room.ctx.saver._growing.values()):
        growing.interrupt(Interruption.LOST)
    await room.idle()
    await room.sql("UPDATE lease SET expires_at = now() - interval '1 s' WHERE space_id = $1", room.here.space)


async def test_resumed_in_the_same_message(platform: Room, other: Engine) -> None:
    """After a crash half a reply stands there for ever, or a second message begins."""
    room = platform
    await _grown(room, "Half a ")
    await _die(room)
    room.model.script(say("The whole reply."))
    second = await enter(other, room.model, room.origin, card=None)
    with other.turns.shows(room.origin.platform) as shows:
        await other.turns._runner.sweep()
        await second.idle()
        events = aiter(shows)
        got = [await anext(events)]
        while not isinstance(got[-1][1], Ended):
            got.append(await anext(events))
    assert {at for at, _ in got} == {_at(room)}
    began, ended = got[0][1], got[-1][1]
    assert isinstance(began, Began)
    assert isinstance(ended, Ended)
    assert (began.shown, began.attempted, began.answers) == (("p0",), frozenset(), "m1")
    assert [(it.text, it.state, it.platform_id) for it in ended.sendings] == [("The whole reply.", "planned", "p0")]
    assert [it["tries"] for it in await room.turns()] == [2]
    assert [it["text"] for it in await room.log()][1:] == ["Hello?", "The whole reply."]


async def test_what_was_said_after_a_crash_is_answered_below_it(
    platform: Room, other: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer to a message stands above it, in place of a reply that people had begun to read."""
    room, gate = platform, Gate()
    await _grown(room, "Half a ")
    await _die(room)
    room.model.script(Script(["The whole reply.", Finish()], before=gate), say("To the second."))
    second = await enter(other, room.model, room.origin, card=None)
    await other.turns._runner.sweep()
    await gate.reached()
    (growing,), looked = second.ctx.saver._growing.values(), asyncio.Event()
    calm = growing.calm
    monkeypatch.setattr(growing, "calm", lambda: (calm(), looked.set()))
    second.position = 1
    await second.accept("And now?")
    await looked.wait()
    for _ in range(8):  # its own look at the database began before these
        await second.sql("SELECT 1")
    gate.open()
    await second.idle()
    assert [(it.text, it.state) for it in second.ended] == [
        ("The whole reply.", "complete"),
        ("To the second.", "complete"),
    ]
    assert [it.sendings[0].platform_id for it in second.ended] == ["p0", None]


async def test_perhaps_sent(platform: Room, other: Engine) -> None:
    """A message that was sent in the moment of a crash is sent a second time."""
    room, gate = platform, Gate()
    room.model.script(Script(["Half a ", gate, Finish()]), say("The whole reply."))
    await room.accept("Hello?")
    await room.grew("Half")
    await _die(room)
    second = await enter(other, room.model, room.origin, card=None)
    await other.turns._runner.sweep()
    await second.idle()
    (began,) = second.shown.of(Began)
    assert (began.shown, began.attempted) == ((), {0})


async def test_not_resumed_for_ever(platform: Room, other: Engine) -> None:
    """A reply that kills its process is written again and again, and paid for each time."""
    room = platform
    await _grown(room, "Half a ")
    await room.sql("UPDATE turn SET tries = 3 WHERE space_id = $1", room.here.space)
    await _die(room)
    second = await enter(other, room.model, room.origin, card=None)
    await other.turns._runner.sweep()
    await second.idle()
    (ended,) = second.ended
    assert (ended.state, ended.text, ended.notice and ended.notice.message) == (
        "interrupted",
        "Half a",
        "turn-cut-crash",
    )
    assert (ended.sendings[0].text, ended.sendings[0].platform_id) == ("Half a", "p0")


async def test_again_in_the_same_messages(platform: Room) -> None:
    """Each swipe leaves its old reply standing above the new one."""
    room = platform
    room.model.script(say("One two three. Four five six seven."), say("Short."), say("Last."))
    await room.say("Count.")
    room.engine.turns.delivered(room.ended[-1].sendings, ["p0", "p1"])
    await room.ctx.saver.flush()
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    assert room.shown.of(Began)[-1].shown == ("p0", "p1")
    assert [(it.text, it.state, it.platform_id) for it in room.ended[-1].sendings] == [
        ("Short.", "planned", "p0"),
        ("", "planned", "p1"),
    ]
    room.engine.turns.delivered(room.ended[-1].sendings)
    await room.ctx.saver.flush()
    view = await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    assert view.gone[0] == "p0", "what shows the reply that was taken back is to go"


async def test_an_older_reply_is_not_shown_there_any_more(platform: Room) -> None:
    """Another swipe of an old reply changes the message that shows a newer one."""
    room = platform
    room.model.script(say("First."), say("Second."), say("Third."))
    await room.say("Count.")
    room.engine.turns.delivered(room.ended[-1].sendings, ["p0"])
    await room.ctx.saver.flush()
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    await branches.switch(room.engine.ctx, room.engine.runner, room.here, 1)
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    assert [it.shown for it in room.shown.of(Began)] == [(), ("p0",), ()]


async def test_what_is_shown_of_a_platform(platform: Room) -> None:
    """The texts of one channel turn up in another, or the newest is not the last."""
    room = platform
    room.model.answer = lambda _: say("Good evening.")
    with room.engine.turns.shows(room.origin.platform) as shows:
        await room.accept("Hello?")
        await room.idle()
        got = []
        async with asyncio.timeout(30):
            async for at, show in shows:
                if got or isinstance(show, Began):  # before it the chat is seen to begin
                    got.append((at, type(show)))
                if isinstance(show, Ended):
                    break
    assert got in (
        [(_at(room), Began), (_at(room), Ended)],
        [(_at(room), Began), (_at(room), Grew), (_at(room), Ended)],
    )


async def test_the_reader_begins_again(platform: Room) -> None:
    """After a fault in the delivery a reply that is in the story is not shown before the next start."""
    room = platform
    room.model.answer = lambda _: say("I see.")
    with room.engine.turns.shows(room.origin.platform):
        await room.say("Hello?")
    assert [it.sending.text for it in await room.engine.turns.open_sendings(room.origin.platform)] == ["I see."]


async def test_a_look_into_the_session_is_no_delivery(platform: Room) -> None:
    """Whoever asks for a welcome while a platform wants quiet never sees the end of a reply, if a crash follows."""
    room = platform
    room.model.answer = lambda _: say("I see.")
    await room.say("Hello?")
    await sessions.open_here(room.engine.ctx, room.here, "Ann")
    await room.ctx.saver.flush()
    assert "sent" not in [state for _, _, state, _, _ in await room.outbox()]


async def test_the_end_before_the_first_visible_word(platform: Room) -> None:
    """A restart in the moment in which a model begins costs the answer."""
    room, gate = platform, Gate()
    room.model.script(Script(["[emotion:", gate, "joy] Hello.", Finish()]))
    await room.accept("Hello?")
    await gate.reached()
    (growing,) = room.ctx.saver._growing.values()
    while not growing.pieces:  # noqa: ASYNC110 - nothing tells of a piece that nobody sees
        await asyncio.sleep(0)
    room.ctx.saver.end_all()
    await room.idle()
    assert [it["state"] for it in await room.turns()] == ["running"], "the next process writes it anew"


async def test_the_end_in_a_visible_reply_leaves_it_to_the_next_process(platform: Room) -> None:
    """A restart for an update would leave half a sentence where a crash finishes it."""
    room, gate = platform, Gate()
    room.model.script(Script(["Hello, ", gate, "you.", Finish()]))
    await room.accept("Hello?")
    await gate.reached()
    await room.shown.until(lambda shown: bool(shown.of(Grew)))
    room.ctx.saver.end_all()
    await room.idle()
    assert [it["state"] for it in await room.turns()] == ["running"]
    assert room.shown.of(Ended) == []


async def test_a_reply_cut_long_ago_is_not_written_anew(platform: Room) -> None:
    """Somebody would get the answer to a message of last week when the program is started again."""
    room, gate = platform, Gate()
    room.model.script(Script(["Hello, ", gate, "you.", Finish()]))
    await room.accept("Hello?")
    await gate.reached()
    await room.shown.until(lambda shown: bool(shown.of(Grew)))
    room.ctx.saver.end_all()
    await room.idle()
    await room.sql("UPDATE turn SET started_at = now() - interval '1 hour' WHERE space_id = $1", room.here.space)
    asked = len(room.model.generations)
    room.ctx.saver._ending = False
    await room.engine.runner.recover()
    await room.idle()
    assert len(room.model.generations) == asked
    assert [(it["state"], it["outcome"]) for it in await room.turns()] == [("interrupted", "crash")]

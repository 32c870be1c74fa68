"""What a crash left of replies is delivered, found again, or offered."""

from dataclasses import replace

import pytest

from bot.delivery.surface import Later, Unsure
from bot.words.localise import Speech
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Began, Grew, Noticed, Open, Sending, SendingState
from tests.bot.delivery.test_delivery import BEGAN, controls_of
from tests.platforms.recording import GROUP, START, Fault, staged


def left(state: SendingState, text: str = "The rest.", *, message: str | None = None, kind: str = "reply") -> Open:
    """What a crash left of turn 1."""
    notice = None if kind == "reply" else Notice("turn-parked")
    sending = Sending(9, 1, kind, text, 0, 1, 1, notice, state, message)
    return Open(GROUP, sending, False, "Mira", 7, "q1", START)


LEFT = [
    (left(SendingState.PLANNED), ["An old one.", "The rest."]),
    (left(SendingState.PLANNED, message="m1"), ["The rest."]),
    (left(SendingState.SENDING), ["An old one.", "The rest."]),
    (left(SendingState.PLANNED, "", message="m1"), []),
]


@pytest.mark.parametrize(("open_part", "texts"), LEFT)
async def test_what_a_crash_left_is_delivered(open_part: Open, texts: list[str]) -> None:
    """A reply that was written would never be seen."""
    async with staged(opened=[open_part], there=[("An old one.", "t0.0")]) as stage:
        assert stage.surface.texts() == texts
        assert list(stage.turns.arrived) == [9]


async def test_what_a_crash_sent_is_found_again() -> None:
    """A reply that was sent just before the crash would be sent again."""
    async with staged(opened=[left(SendingState.SENDING)], there=[("The", "t1.0")]) as stage:
        assert stage.surface.texts() == ["The rest."]
        assert stage.turns.arrived == {9: "m1"}


async def test_what_a_crash_left_in_doubt_is_not_sent_blindly() -> None:
    """After a crash the same reply would stand there twice on Telegram."""
    async with staged(opened=[left(SendingState.SENDING)], readable=False) as stage:
        assert [it.text for it in stage.surface.parts()] == ["A reply may not have arrived."]
        assert stage.turns.lost == [9]


async def test_a_greeting_that_a_crash_left_takes_no_place() -> None:
    """After a restart the greeting is written into the message of the reply that was delivered before it."""
    greeting = Open(GROUP, Sending(8, 1, "line", "Welcome.", session=1), False, "Mira", 7, "", START)
    async with staged(opened=[left(SendingState.PLANNED), greeting]) as stage:
        await stage.settle()
        assert stage.surface.texts() == ["The rest.", "Welcome."]
        assert len(set(stage.turns.arrived.values())) == 2


async def test_a_page_that_was_turned_takes_no_newer_place() -> None:
    """What was to be seen again is written into the message of a reply that came after it."""
    first, second = (Sending(number, 1, "line", f"Page {number}.", session=1) for number in (2, 3))
    pages = [Open(GROUP, it, False, "Mira", 7, "", START.replace(second=it.id)) for it in (first, second)]
    async with staged(opened=[pages[0], left(SendingState.PLANNED), pages[1]]) as stage:
        await stage.settle()
        assert "The rest." in stage.surface.texts()


async def test_a_notice_that_is_found_open_and_told_of_is_shown_once() -> None:
    """After a restart, who was let in is told so twice: the row was planned while what is open was being read."""
    notice = replace(left(SendingState.PLANNED, "", kind="notice").sending, turn=None)
    async with staged(opened=[replace(left(SendingState.PLANNED), sending=notice)], readable=False) as stage:
        stage.turns.tell(GROUP, Noticed(Notice("turn-parked"), notice))
        await stage.settle()
        assert len(stage.surface.parts()) == 1
        assert list(stage.turns.arrived) == [9]


@pytest.mark.parametrize("readable", [True, False])
async def test_the_beginning_of_a_turn_that_was_given_up_becomes_its_notice(readable: bool) -> None:
    """Half a reply stands there for ever when the program dies again and again while it answers."""
    parked = replace(left(SendingState.PLANNED, "", kind="notice").sending, id=10, part=1_000)
    rows = [left(SendingState.SENDING, ""), replace(left(SendingState.PLANNED), sending=parked)]
    async with staged(opened=rows, there=[("Half a", "t1.0")], readable=readable) as stage:
        await stage.pass_by(2.0)
        told = Speech().speaker("en").say("turn-parked")
        assert stage.surface.texts() == ([told] if readable else ["Half a", told])
        assert set(stage.turns.arrived) >= {9, 10}


async def test_a_resumed_turn_goes_on_in_its_message() -> None:
    """After a crash people would see half a reply and then a whole one below it."""
    async with staged() as stage:
        half = stage.surface.there("Half a", "t1.0", GROUP)
        stage.turns.tell(GROUP, Began(1, "Mira", 7, shown=(half,), attempted=frozenset({0})), Grew(1, "Half"))
        await stage.settle()
        stage.turns.tell(GROUP, stage.ended(1, "Half a reply, and the rest."))
        await stage.settle()
        assert stage.surface.texts() == ["Half a reply, and the rest."]


@pytest.mark.parametrize("grows", [True, False])
@pytest.mark.parametrize("readable", [True, False])
async def test_a_resumed_turn_that_may_have_begun_looks_for_its_message(readable: bool, grows: bool) -> None:
    """After a crash the reply would be lost, or stand there twice where that can be known."""
    async with staged(readable=readable) as stage:
        stage.surface.there("Half a", "t1.0", GROUP)
        stage.turns.tell(GROUP, Began(1, "Mira", 7, attempted=frozenset({0})))
        if grows:
            stage.turns.tell(GROUP, Grew(1, "Half a reply"))
            await stage.settle()
        stage.turns.tell(GROUP, stage.ended(1, "Half a reply."))
        await stage.pass_by(1.0)
        assert stage.surface.texts() == (["Half a reply."] if readable else ["Half a", "Half a reply."])


async def test_a_turn_that_was_left_gives_way_to_the_next() -> None:
    """A reply that another process took over would keep the channel silent."""
    async with staged() as stage:
        stage.turns.tell(GROUP, BEGAN, Grew(1, "Never"))
        await stage.settle()
        stage.turns.tell(GROUP, Began(2, "Mira", 7), Grew(2, "The next"), stage.ended(2, "The next."))
        await stage.pass_by(6.0)
        assert stage.surface.texts() == ["Never", "The next."]
        assert controls_of(stage.surface.parts()[0]) == []


def standing(row: int, message: str) -> Sending:
    """A part under whose message an older process left the buttons of its reply."""
    return Sending(
        row, 1, "reply", f"Reply {row}.", 0, 1, row, state=SendingState.SENT, platform_id=message, controls=True
    )


BEFORE = [("Reply 1.", "t1.0"), ("Reply 2.", "t2.0"), ("Reply 3.", "t3.0")]


async def test_buttons_that_a_crash_left_under_older_replies_go() -> None:
    """After a crash old buttons would stand in the channel for ever, and turn replies that are long past."""
    rows = [standing(3, "m3"), standing(2, "m2"), standing(1, "m1")]
    async with staged(standing=rows, there=BEFORE) as stage:
        assert sorted(it.message for it in stage.surface.of("strip")) == ["m1", "m2"]
        assert sorted(stage.turns.bare) == [1, 2]
        stage.turns.tell(GROUP, Began(4, "Mira", 7), stage.ended(4, "Reply 4."))
        await stage.settle()
        assert [it.message for it in stage.surface.of("strip")][2:] == ["m3"]
        assert [bool(it.buttons) for it in stage.surface.parts()] == [False, False, False, True]
        assert sorted(stage.turns.bare) == [1, 2, 3]


async def test_the_buttons_of_the_reply_before_a_restart_go_with_the_next_one() -> None:
    """Two replies would have buttons after each restart."""
    async with staged(standing=[standing(1, "m1")], there=BEFORE[:1]) as stage:
        assert stage.surface.of("strip") == []
        stage.surface.fail("strip", Fault(Later(2.0)), Fault(Unsure()))
        stage.turns.tell(GROUP, Began(2, "Mira", 7), stage.ended(2, "Reply 2."))
        await stage.pass_by(4.0)
        assert [it.message for it in stage.surface.of("strip")] == ["m1"]
        assert stage.turns.bare == [1]


async def test_what_has_buttons_again_keeps_them() -> None:
    """Whoever took back the newest reply would be left with no buttons at all."""
    async with staged(there=BEFORE[:1]) as stage:
        stage.surface.fail("strip", Fault(Later(3.0)))
        stage.turns.tell(GROUP, stage.shown(10, "Reply 1.", "m1"))
        stage.turns.tell(GROUP, Began(2, "Mira", 7), stage.ended(2, "Reply 2."))
        await stage.settle()
        stage.turns.tell(GROUP, stage.ended(2, "Reply 2.", withdrawn=True), stage.shown(20, "Reply 1.", "m1"))
        await stage.pass_by(10.0)
        assert bool(stage.surface.messages["m1"][1].buttons)

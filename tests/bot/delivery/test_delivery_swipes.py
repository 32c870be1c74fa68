"""Turning to other replies on a platform in memory: the same messages, silently, and never more than needed."""

from bot.delivery.surface import Gone, Later, Unsure
from engine.values.chats.entries import Place
from engine.values.chats.outgoing import Began
from engine.values.chats.swipes import Swipe
from tests.bot.delivery.test_delivery import controls_of, words
from tests.platforms.recording import GROUP, Fault, staged

BEGAN = Began(1, "Mira", 7)


async def test_another_reply_stands_in_the_same_message() -> None:
    """A phone would ring for every page that somebody turns, or the old reply would stay beside the new one."""
    async with staged() as stage:
        stage.turns.tell(GROUP, BEGAN, stage.ended(1, "Three."))
        await stage.settle()
        stage.turns.tell(GROUP, stage.shown(900, "Two.", "m1", number=2))
        await stage.settle()
        assert stage.surface.texts() == ["Two."]
        [part] = stage.surface.parts()
        names = ["left:7.2.5", "right:7.2.5", "continue:7.2.5", "recalled:7.2.5", "more:7.2.5"]
        assert (controls_of(part), part.buttons[0][1].label) == (names, "▶ 2/3")
        assert [it.kind for it in stage.surface.of("send", "edit", "delete")] == ["send", "edit"]
        assert stage.turns.arrived[900] == "m1"
        stage.turns.tell(GROUP, stage.shown(901, "One.", "m1", number=1))
        await stage.settle()
        assert controls_of(stage.surface.parts()[0])[0] == "right:7.1.5"


async def test_more_and_fewer_parts() -> None:
    """Half of a longer reply is missing, or the end of the longer one stays below the shorter one."""
    async with staged(limit=200) as stage:
        stage.turns.tell(GROUP, BEGAN, stage.ended(1, "Short."))
        await stage.settle()
        long = words(20)
        stage.turns.tell(GROUP, stage.shown(900, long, "m1"))
        await stage.settle()
        parts = stage.surface.parts()
        assert "".join(it.text for it in parts) == long
        assert [bool(it.buttons) for it in parts] == [False] * (len(parts) - 1) + [True]
        assert [it.part.silent for it in stage.surface.of("send") if it.part] == [False] + [True] * (len(parts) - 1)
        assert ("line", 901) in stage.turns.calls
        stage.turns.tell(GROUP, stage.shown(950, "Short.", *stage.surface.messages))
        await stage.settle()
        assert stage.surface.texts() == ["Short."]


async def test_pages_that_are_turned_quickly_are_not_all_shown() -> None:
    """Ten taps in a second would use up what the platform lets us change, and the last page came a minute later."""
    async with staged() as stage:
        stage.turns.tell(GROUP, BEGAN, stage.ended(1, "Nine."))
        await stage.settle()
        stage.surface.held.clear()
        for row, text in enumerate(("Eight.", "Seven.", "Six.", "Five."), 900):
            stage.turns.tell(GROUP, stage.shown(row, text, "m1"))
            await stage.settle()
        stage.surface.held.set()
        await stage.settle()
        assert stage.surface.texts() == ["Five."]
        assert len(stage.surface.of("edit")) == 2
        assert set(stage.turns.arrived) >= {900, 901, 902, 903}


async def test_a_page_whose_message_is_gone_is_made_anew_silently() -> None:
    """Whoever tidied up would see nothing, or everybody would be rung for an old reply."""
    async with staged(limit=200) as stage:
        stage.turns.tell(GROUP, BEGAN, stage.ended(1, words(8)))
        await stage.settle()
        messages = list(stage.surface.messages)
        del stage.surface.messages[messages[0]]
        stage.turns.tell(GROUP, stage.shown(900, words(9), *messages))
        await stage.settle()
        assert "".join(stage.surface.texts()) == words(9)
        assert all(it.part.silent for it in stage.surface.of("send")[len(messages) :] if it.part)
        assert not set(messages) & set(stage.surface.messages)


async def test_a_page_outlives_long_waits_and_lost_answers() -> None:
    """A rate limit would leave the page half turned."""
    async with staged() as stage:
        stage.turns.tell(GROUP, BEGAN, stage.ended(1, "Two."))
        await stage.settle()
        stage.surface.fail("edit", Fault(Later(20.0)), Fault(Unsure(), effect=True))
        stage.turns.tell(GROUP, stage.shown(900, "One.", "m1"))
        await stage.pass_by(22.0)
        assert stage.surface.texts() == ["One."]
        stage.surface.fail("edit", Fault(Gone()))
        stage.turns.tell(GROUP, stage.shown(901, "Two.", "m1"))
        await stage.settle()
        assert stage.turns.arrived[901] == "m2"


async def test_messages_that_nobody_has_written_down_yet_are_taken_over() -> None:
    """The second part of a reply that was still on its way would stay below the page that took its place."""
    async with staged(limit=200) as stage:
        stage.turns.tell(GROUP, BEGAN, stage.ended(1, words(8)))
        stage.turns.tell(GROUP, stage.shown(900, "Short."))
        await stage.settle()
        assert stage.surface.texts() == ["Short."]


async def test_a_reply_in_the_place_of_one_that_is_still_on_its_way_leaves_nothing_of_it() -> None:
    """The end of the reply that somebody did not want would stay below the one that took its place."""
    async with staged(limit=200) as stage:
        stage.turns.tell(GROUP, BEGAN, stage.ended(1, words(8)), _instead(2, 1), stage.ended(2, "Short."))
        await stage.settle()
        assert stage.surface.texts() == ["Short."]
        assert [it.part.silent for it in stage.surface.of("send") if it.part] == [False, True]


async def test_a_reply_that_is_still_on_its_way_goes_on_in_its_own_messages() -> None:
    """What was said before would stand there twice."""
    async with staged(limit=200) as stage:
        whole = words(8)
        stage.turns.tell(GROUP, BEGAN, stage.ended(1, whole))
        stage.turns.tell(GROUP, _instead(2, 1), stage.ended(2, f"{whole} And more."))
        await stage.settle()
        assert "".join(stage.surface.texts()) == f"{whole} And more."


async def test_a_suggestion_between_two_replies_keeps_its_message() -> None:
    """What the model proposed to write would go with the next reply, which has nothing to do with it."""
    async with staged() as stage:
        stage.turns.tell(GROUP, BEGAN, stage.ended(1, "One."))
        stage.turns.tell(GROUP, Began(2, "Ann"), stage.ended(2, "Say this.", swipe=None))
        await stage.settle()
        stage.turns.tell(GROUP, _instead(3, 1, "m1"), stage.ended(3, "Two."))
        await stage.settle()
        assert stage.surface.texts() == ["Two.", "Say this."]


def _instead(turn: int, of: int, *shown: str) -> Began:
    """A reply begins in the place of another turn's; ``shown`` are the messages of that one that are written down."""
    return Began(turn, "Mira", 7, shown=shown, instead=Swipe(7, Place(1, of)))

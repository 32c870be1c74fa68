"""Replies, their ends and notices on a platform in memory."""

from dataclasses import replace

import pytest

from bot.delivery.surface import ChannelMoved, Gone, Later, NotAllowed, SurfaceMessage, Unsure
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Began, Grew, Noticed, Sending, Thinking
from engine.values.chats.turns import TurnState
from tests.platforms.recording import GROUP, HERE, Fault, staged

BEGAN = Began(1, "Mira", 7, answers="q1")
EMPTY = Notice("turn-empty")
ELSEWHERE = replace(GROUP, space="moved", channel="moved")


def controls_of(part: SurfaceMessage) -> list[str]:
    return [button.control for row in part.buttons for button in row]


def words(count: int) -> str:
    """A long text of ``count`` sentences."""
    return " ".join(f"Sentence number {n} is here." for n in range(count))


async def test_a_reply_is_one_message_from_its_first_words_to_its_end() -> None:
    """People would see the same reply twice, or not whom it comes from."""
    async with staged() as stage:
        stage.turns.tell(GROUP, BEGAN)
        await stage.settle()
        assert stage.surface.of("typing")
        stage.turns.tell(GROUP, Grew(1, "Hel"))
        await stage.settle()
        [part] = stage.surface.parts()
        assert (part.text, part.key, part.speaker, part.number, part.answers) == ("Hel", "t1.0", "Mira", 7, "q1")
        assert not part.silent
        assert controls_of(part) == ["stop:1"]
        stage.turns.tell(GROUP, stage.ended(1, "Hello there."))
        await stage.settle()
        [part] = stage.surface.parts()
        assert (part.text, controls_of(part)) == (
            "Hello there.",
            ["right:7.1.1", "continue:7.1.1", "recalled:7.1.1", "more:7.1.1"],
        )
        assert stage.turns.arrived == {100: "m1"}
        assert ("placed", 1, 0, "m1") in stage.turns.calls


async def test_typing_goes_on_until_the_first_words() -> None:
    """People would think that nobody is there."""
    async with staged() as stage:
        stage.turns.tell(HERE, BEGAN)
        await stage.pass_by(20.0)
        assert [round(it.when) for it in stage.surface.of("typing")] == [0, 8, 16]
        stage.turns.tell(HERE, Grew(1, "Hi"))
        await stage.pass_by(20.0)
        assert len(stage.surface.of("typing")) == 3


async def test_a_placeholder_holds_the_place_in_private() -> None:
    """A crash between the words would leave a message that nobody can find again."""
    async with staged(placeholder=True) as stage:
        stage.turns.tell(HERE, BEGAN)
        stage.turns.tell(GROUP, Began(2, "Mira", 7))
        await stage.settle()
        [part] = stage.surface.parts()
        assert (part.text, part.silent) == ("…", False)
        assert stage.turns.calls == [("sending", 1, 0), ("placed", 1, 0, "m1"), ("written",)]
        stage.turns.tell(HERE, Thinking(1))
        await stage.settle()
        assert stage.surface.texts() == ["Mira is still thinking …"]
        stage.turns.tell(HERE, Grew(1, "Yes"), stage.ended(1, "Yes."))
        await stage.settle()
        assert stage.surface.texts() == ["Yes."]


async def test_a_long_reply_grows_over_several_messages_and_notifies_once() -> None:
    """A phone would ring five times for one reply, or the end would be cut off."""
    async with staged(limit=200) as stage:
        whole = words(20)
        stage.turns.tell(HERE, BEGAN, Grew(1, whole[:150]))
        await stage.settle()
        for upto in range(150, len(whole), 60):
            stage.turns.tell(HERE, Grew(1, whole[:upto]))
            await stage.pass_by(1.3)
        stage.turns.tell(HERE, stage.ended(1, whole))
        await stage.settle()
        await stage.pass_by(6.0)
        parts = stage.surface.parts()
        assert "".join(it.text for it in parts) == whole
        assert [it.silent for it in parts] == [False] + [True] * (len(parts) - 1)
        assert [bool(it.buttons) for it in parts] == [False] * (len(parts) - 1) + [True]
        marked = {(turn, part) for kind, turn, part, *_ in stage.turns.calls if kind == "sending"}
        assert marked >= {(1, n) for n in range(1, len(parts))}


async def test_a_further_part_is_written_down_before_it_is_sent() -> None:
    """A crash between the two would send the part again."""
    async with staged(limit=200) as stage:
        stage.turns.tell(HERE, BEGAN, Grew(1, words(12)))
        await stage.settle()
        for part in range(1, len(stage.surface.messages)):
            calls = [call[:3] for call in stage.turns.calls]
            assert calls.index(("sending", 1, part)) < calls.index(("placed", 1, part))


async def test_the_same_message_shows_another_reply() -> None:
    """Old and new replies would stand side by side as if both had been said."""
    async with staged() as stage:
        old = stage.surface.there("The old one.", "t1.0", GROUP)
        more = stage.surface.there("Its end.", "t1.1", GROUP)
        stage.turns.tell(GROUP, Began(2, "Mira", 7, shown=(old, more)), Grew(2, "The new"))
        await stage.settle()
        assert stage.surface.texts() == ["The new", "Its end."]
        stage.turns.tell(GROUP, stage.ended(2, "The new one."))
        await stage.settle()
        assert stage.surface.texts() == ["The new one."]
        assert ("placed", 2, 0, old) in stage.turns.calls


async def test_a_reply_that_people_deleted_is_made_anew_by_another_try() -> None:
    """Whoever tidies up and asks again would get no reply."""
    async with staged() as stage:
        stage.turns.tell(GROUP, Began(2, "Mira", 7, shown=("gone",)), Grew(2, "Anew"), stage.ended(2, "Anew."))
        await stage.settle()
        assert stage.surface.texts() == ["Anew."]


@pytest.mark.parametrize("grows", [True, False])
async def test_a_message_that_a_nonce_brings_back_gets_the_newest_text(grows: bool) -> None:
    """After a crash or a lost answer the final text would stay as short as the first words were."""
    async with staged(nonces=True, there=[("Half", "t1.0")], controls=False) as stage:
        stage.turns.tell(GROUP, Began(1, "Mira", 7, attempted=frozenset({0})))
        if grows:
            stage.turns.tell(GROUP, Grew(1, "Half a reply."))
            await stage.settle()
        stage.turns.tell(GROUP, stage.ended(1, "Half a reply."))
        await stage.pass_by(1.0)
        assert stage.surface.texts() == ["Half a reply."]


@pytest.mark.parametrize("kind", ["send", "edit"])
async def test_an_end_outlives_long_waits(kind: str) -> None:
    """A rate limit of half a minute would lose the reply."""
    async with staged() as stage:
        if kind == "edit":
            stage.turns.tell(HERE, BEGAN, Grew(1, "The"))
            await stage.settle()
        stage.surface.fail(kind, Fault(Later(30.0)), Fault(Later(10.0)))
        stage.turns.tell(HERE, BEGAN, stage.ended(1, "The whole reply."))
        await stage.pass_by(38.0)
        assert "The whole reply." not in stage.surface.texts()
        await stage.pass_by(3.0)
        assert stage.surface.texts() == ["The whole reply."]
        assert stage.turns.arrived == {100: "m1"}


async def test_steps_keep_quiet_when_the_platform_says_so_and_only_the_newest_follows() -> None:
    """Every step would be repeated against a platform that has had enough."""
    async with staged() as stage:
        stage.turns.tell(HERE, BEGAN, Grew(1, "a"))
        await stage.settle()
        stage.surface.fail("edit", Fault(Later(10.0)))
        for text in ("ab", "abc", "abcd"):
            stage.turns.tell(HERE, Grew(1, text))
            await stage.pass_by(2.0)
        assert stage.surface.texts() == ["a"]
        await stage.pass_by(6.0)
        assert stage.surface.texts() == ["abcd"]
        assert len(stage.surface.of("edit")) == 1


@pytest.mark.parametrize("effect", [True, False])
async def test_a_lost_answer_makes_no_second_message_where_the_platform_can_be_read(effect: bool) -> None:
    """A 502 after the message was made would show the reply twice; one before it would lose the reply."""
    async with staged() as stage:
        stage.surface.fail("send", Fault(Unsure(), effect))
        stage.turns.tell(HERE, BEGAN, stage.ended(1, "Once."))
        await stage.pass_by(3.0)
        assert stage.surface.texts() == ["Once."]
        assert list(stage.turns.arrived) == [100]


async def test_a_lost_answer_is_offered_where_the_platform_cannot_be_read() -> None:
    """A reply would be sent twice on Telegram, or silently be lost."""
    async with staged(readable=False) as stage:
        stage.surface.fail("send", Fault(Unsure(), effect=True))
        stage.turns.tell(HERE, BEGAN, stage.ended(1, "Once."))
        await stage.pass_by(3.0)
        assert stage.surface.texts() == ["Once.", "A reply may not have arrived."]
        assert controls_of(stage.surface.parts()[1]) == ["show:1"]
        assert stage.surface.parts()[1].silent
        assert stage.turns.lost == [100]


async def test_a_reply_in_doubt_is_given_up_once_it_is_offered() -> None:
    """A crash between the two would leave a reply that is neither shown nor offered."""
    async with staged(readable=False) as stage:
        stage.surface.fail("send", Fault(Unsure(), effect=True), Fault(Later(20.0)))
        stage.turns.tell(HERE, BEGAN, stage.ended(1, "Once."))
        await stage.pass_by(10.0)
        assert (stage.surface.texts(), stage.turns.lost) == (["Once."], [])
        await stage.pass_by(20.0)
        assert stage.surface.texts() == ["Once.", "A reply may not have arrived."]
        assert stage.turns.lost == [100]


async def test_a_growing_reply_whose_first_message_is_in_doubt_is_found_again() -> None:
    """A lost answer in the first second would show the whole reply twice."""
    async with staged() as stage:
        stage.surface.fail("send", Fault(Unsure(), effect=True))
        stage.turns.tell(HERE, BEGAN, Grew(1, "One"))
        await stage.pass_by(2.0)
        stage.turns.tell(HERE, Grew(1, "One and two"))
        await stage.pass_by(2.0)
        stage.turns.tell(HERE, stage.ended(1, "One and two."))
        await stage.settle()
        assert stage.surface.texts() == ["One and two."]


async def test_an_edit_without_an_answer_is_repeated() -> None:
    """The last words would be missing for ever."""
    async with staged() as stage:
        stage.turns.tell(HERE, BEGAN, Grew(1, "One"))
        await stage.settle()
        stage.surface.fail("edit", Fault(Unsure()), Fault(Unsure()), Fault(Unsure()))
        stage.turns.tell(HERE, stage.ended(1, "One two."))
        await stage.pass_by(6.0)
        assert stage.surface.texts() == ["One two."]


async def test_what_may_not_be_said_is_told_to_the_owners_once() -> None:
    """A missing permission would look like a character that does not answer."""
    async with staged() as stage:
        for turn in (1, 2):
            stage.surface.fail("send", Fault(NotAllowed("send messages")))
            stage.turns.tell(GROUP, Began(turn, "Mira", 7), stage.ended(turn, "Hello."))
            await stage.settle()
        assert stage.turns.lost == [100, 200]
        assert len(stage.told) == 1
        stage.turns.tell(GROUP, Began(3, "Mira", 7), stage.ended(3, "Again."))
        await stage.settle()
        assert stage.surface.texts() == ["Again."]


async def test_a_channel_that_is_gone_ends_its_reply_alone() -> None:
    """A deleted channel would keep the bot busy for ever."""
    async with staged() as stage:
        stage.surface.fail("send", Fault(Gone()))
        stage.turns.tell(GROUP, BEGAN, stage.ended(1, "Hello."))
        await stage.settle()
        stage.turns.tell(HERE, Began(2, "Mira", 7), stage.ended(2, "Hi."))
        await stage.settle()
        assert stage.surface.texts() == ["Hi."]
        assert stage.turns.lost == [100]


@pytest.mark.parametrize("told_at_once", [True, False])
async def test_a_channel_that_moves_in_the_middle_of_a_reply_gets_it_whole(*, told_at_once: bool) -> None:
    """People would see half a reply where they were before, and nothing where they are now."""
    async with staged(limit=200) as stage:
        whole = words(12)
        stage.turns.tell(GROUP, BEGAN, Grew(1, whole[:100]))
        await stage.settle()
        stage.surface.fail("edit", Fault(ChannelMoved()))
        if not told_at_once:  # the next words find out that it has moved
            stage.turns.tell(GROUP, Grew(1, whole[:150]))
            await stage.pass_by(2.0)
        ended = stage.ended(1, whole)
        known = tuple(replace(it, platform_id="m1" if it.part == 0 else None) for it in ended.sendings)
        stage.turns.tell(ELSEWHERE, replace(ended, sendings=known))
        await stage.settle()
        half, *parts = stage.surface.texts()
        assert (half, "".join(parts)) == (whole[:100], whole)
        assert not stage.turns.lost
        assert list(stage.turns.arrived.values()) == list(stage.surface.messages)[1:]
        assert {it.at for it in stage.surface.history} == {GROUP}, "two would write one reply"


async def test_a_channel_that_moves_hears_why_there_is_no_reply() -> None:
    """The person would wait for a reply that never comes."""
    async with staged() as stage:
        stage.turns.tell(GROUP, BEGAN, Grew(1, "Well"))
        await stage.settle()
        stage.surface.fail("edit", Fault(ChannelMoved()))
        stage.turns.tell(GROUP, stage.ended(1, "", state=TurnState.EMPTY, notice=EMPTY))
        await stage.settle()
        _, said = stage.surface.texts()
        assert said.startswith("(no reply)")


async def test_a_fault_in_one_reply_ends_no_other(caplog: pytest.LogCaptureFixture) -> None:
    """One strange error would silence every channel."""
    async with staged() as stage:
        stage.surface.fail("send", Fault(RuntimeError("strange")))
        stage.turns.tell(GROUP, BEGAN, Grew(1, "Lost"))
        await stage.settle()
        stage.turns.tell(HERE, Began(2, "Mira", 7), stage.ended(2, "Hi."))
        stage.turns.tell(GROUP, Grew(1, "Lost and found"), stage.ended(1, "Lost and found."))
        await stage.settle()
        assert sorted(stage.surface.texts()) == ["Hi.", "Lost and found."]


@pytest.mark.parametrize("placeholder", [True, False])
async def test_no_reply_says_why_in_its_own_message(placeholder: bool) -> None:
    """An empty bubble would stand there, or the person would not know what to do."""
    async with staged(placeholder=placeholder) as stage:
        stage.turns.tell(HERE, BEGAN)
        await stage.settle()
        stage.turns.tell(HERE, stage.ended(1, "", state=TurnState.EMPTY, notice=EMPTY))
        await stage.settle()
        [part] = stage.surface.parts()
        assert part.text.startswith("(no reply)")
        assert controls_of(part) == ["again:1"]
        assert stage.turns.arrived == {199: "m1"}


async def test_a_withdrawn_reply_disappears() -> None:
    """A deleted question would leave half an answer behind."""
    async with staged() as stage:
        stage.turns.tell(GROUP, BEGAN, Grew(1, "Well"))
        await stage.settle()
        stage.turns.tell(GROUP, stage.ended(1, "", withdrawn=True, state=TurnState.INTERRUPTED))
        await stage.settle()
        assert stage.surface.texts() == []


async def test_a_stopped_reply_stays_and_says_so() -> None:
    """People could not tell a whole reply from one that was stopped."""
    async with staged() as stage:
        stage.turns.tell(HERE, BEGAN, Grew(1, "All is"))
        await stage.settle()
        stage.turns.tell(HERE, stage.ended(1, "All is", state=TurnState.INTERRUPTED))
        await stage.settle()
        assert stage.surface.texts() == ["All is\n– stopped –"]


async def test_buttons_stand_under_the_newest_reply_alone() -> None:
    """Somebody would take back the newest reply by a button under an old one."""
    async with staged() as stage:
        for turn in (1, 2):
            stage.turns.tell(GROUP, Began(turn, "Mira", 7), stage.ended(turn, f"Reply {turn}."))
            await stage.settle()
        first, second = stage.surface.parts()
        assert (first.text, controls_of(first)) == ("Reply 1.", [])
        assert controls_of(second) == ["right:7.1.2", "continue:7.1.2", "recalled:7.1.2", "more:7.1.2"]
        assert stage.surface.history[-1].message == "m1"


async def test_a_place_without_controls_gets_none() -> None:
    """A chat between friends would look like a machine."""
    async with staged(controls=False) as stage:
        stage.turns.tell(HERE, BEGAN, Grew(1, "Hi"))
        await stage.settle()
        stage.turns.tell(HERE, stage.ended(1, "Hi!"))
        await stage.settle()
        assert all(it.part is None or not it.part.buttons for it in stage.surface.history)


async def test_progress_is_one_message_that_changes() -> None:
    """Each step of a long work would be a message of its own; after a restart, a second one."""
    async with staged() as stage:
        for data in ({"total": 40}, {"total": 41}):
            sending = Sending(5, 1, "progress", "", notice=Notice("initiation-begins", data))
            stage.turns.tell(GROUP, Noticed(Notice("initiation-begins", data), sending))
            await stage.settle()
        known = Sending(5, 1, "progress", "", notice=Notice("initiation-begins", {"total": 42}), platform_id="m1")
        stage.turns.tell(GROUP, Noticed(Notice("initiation-begins", {"total": 42}), known))
        await stage.settle()
        [part] = stage.surface.parts()
        assert "42" in part.text
        assert part.silent
        assert stage.turns.arrived == {5: "m1"}


async def test_a_notice_is_silent_and_in_the_language_of_the_place() -> None:
    """A phone would ring for a remark, or it would be in a foreign language."""
    async with staged(language="zh") as stage:
        sending = Sending(5, 1, "notice", "", notice=Notice("turn-parked"))
        stage.turns.tell(GROUP, Noticed(Notice("turn-parked"), sending), Noticed(Notice("turn-parked")))
        await stage.settle()
        parts = stage.surface.parts()
        assert [it.silent for it in parts] == [True, True]
        assert "/重来" in parts[0].text
        assert parts[0].key == "n5"
        assert stage.turns.arrived == {5: "m1"}

"""What people see on Telegram, call by call."""

import asyncio
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.delivery.surface import Button, ChannelMoved, Gone, Later, LostMessage, NotAllowed, SurfaceMessage, Unsure
from bot.telegram.emphasis import drawn
from engine.values.chats.places import Address
from tests.platforms.telegram.room import surface_of
from tests.platforms.telegram.test_limiter import Time
from tests.servers.telegram import Chat, telegram_server


def at(chat: Chat, topic: int = 0) -> Address:
    """The place as the house names it."""
    channel = f"{chat.id}.{topic}" if topic else str(chat.id)
    return Address("telegram", str(chat.id), channel, chat.kind == "private")


async def test_a_message_is_plain_text_and_nothing_else() -> None:
    """Stars and brackets of a model would vanish or break the message, and links would unfold."""
    async with telegram_server() as t, surface_of(t) as s:
        ann = t.user("Ann")
        asked = ann.says(ann.private(), "hi")
        text = "<b>*bold*</b> _x_ [a](http://b.c) 𝒜 title"
        part = SurfaceMessage(text, "k", silent=True, answers=str(asked.id), bold=((len(text) - 7, len(text)),))
        number = await s.it.send(at(ann.private()), part)
        (made,) = t.messages(ann.private(), by_bot=True)
        assert (str(made.id), made.text, made.silent, made.previews) == (number, text, True, False)
        assert made.marked("bold") == ["𝒜 title"]
        assert made.reply_to is None
        assert "parse_mode" not in t.calls("sendMessage")[0].body


async def test_what_a_character_does_is_slanted() -> None:
    """A story would be read through a fence of stars, which Discord draws as what they mean."""
    async with telegram_server() as t, surface_of(t) as s:
        there = t.user("Ann")
        there.says(there.private(), "hi")
        text = "🌙 *She nods.* It is **late**, 2 * 3 * 4, `*kept*` and *open"
        number = await s.it.send(at(there.private()), SurfaceMessage(text, "k", speaker="Lan"))
        (made,) = t.messages(there.private(), by_bot=True)
        assert made.text == "🌙 She nods. It is late, 2 * 3 * 4, `*kept*` and *open"
        assert (made.marked("italic"), made.marked("bold")) == (["She nods."], ["late"])
        await s.it.edit(
            at(there.private()), number, SurfaceMessage("***Now***, *she goes.*", "k", speaker="Lan", named=True)
        )
        assert made.text == "Lan\nNow, she goes."
        assert (made.marked("italic"), made.marked("bold")) == (["Now", "she goes."], ["Lan", "Now"])


async def test_small_print_is_slanted() -> None:
    """The reason why a model failed would look like what the character says."""
    async with telegram_server() as t, surface_of(t) as s:
        there = t.user("Ann")
        there.says(there.private(), "hi")
        text = "🌙 I can't think *now*.\nhost has a problem with m*1 (2*3)."
        part = SurfaceMessage(text, "k", speaker="Lan", named=True, small=((text.index("host"), len(text)),))
        await s.it.send(at(there.private()), part)
        (made,) = t.messages(there.private(), by_bot=True)
        assert made.text == f"Lan\n{text}"
        assert made.marked("italic") == ["host has a problem with m*1 (2*3)."]


async def test_what_a_character_thinks_is_quoted_or_covered() -> None:
    """A thought would look like the reply, and a cover of words would be open to everybody."""
    async with telegram_server() as t, surface_of(t) as s:
        there = t.user("Ann")
        there.says(there.private(), "hi")
        text = "💭 🌙 He said *yes*.\nThen no."
        aside = SurfaceMessage(text, "k", speaker="Lan", named=True, aside=((0, len(text)),))
        number = await s.it.send(at(there.private()), aside)
        (made,) = t.messages(there.private(), by_bot=True)
        assert made.text == f"Lan\n{text}"
        assert (made.marked("blockquote"), made.marked("spoiler")) == ([text], [])
        covered = SurfaceMessage(text, "k", speaker="Lan", named=True, covered=((2, len(text)),))
        await s.it.edit(at(there.private()), number, covered)
        assert (made.marked("blockquote"), made.marked("spoiler")) == ([], [text[2:]])
        long = f"💭 {'🌙' * 300}"
        await s.it.edit(at(there.private()), number, SurfaceMessage(long, "k", aside=((0, len(long)),)))
        assert (made.marked("blockquote"), made.marked("expandable_blockquote")) == ([], [long])


@given(st.text(st.sampled_from("*` \na🌙"), max_size=60))
def test_no_word_is_lost_with_the_stars(text: str) -> None:
    """Letters would go with the stars, or a mark would lie behind the end and the message be refused."""
    found = drawn(text)
    assert found.text.replace("*", "") == text.replace("*", "")
    assert all(0 <= start < end <= len(found.text) for start, end in (*found.bold, *found.slanted))


async def test_in_a_group_it_is_seen_who_is_answered_and_nobody_else_is_called() -> None:
    """A model that writes a name would ring somebody's phone."""
    async with telegram_server() as t, surface_of(t) as s:
        ann = t.user("Ann")
        group = t.group("Club", [ann])
        asked = ann.says(group, "hi", mention=True)
        text = f"Hello @{ann.username}, me@mail.org, @everyone, <@&1>, tg://user?id={ann.id}"
        number = await s.it.send(at(group), SurfaceMessage(text, "k", answers=str(asked.id)))
        (made,) = t.messages(group, by_bot=True)
        assert made.reply_to is asked
        assert f"@{ann.username}" not in made.text
        assert "@everyone" not in made.text
        assert "me@mail.org" in made.text
        assert len(made.text) == len(text)
        await s.it.edit(at(group), number, SurfaceMessage(f"@{ann.username}!", "k"))
        assert f"@{ann.username}" not in made.text
        asked.deleted = True
        await s.it.send(at(group), SurfaceMessage("still", "k2", answers=str(asked.id)))
        assert [it.text for it in t.messages(group, by_bot=True)][-1] == "still"


async def test_a_topic_is_written_to_in_the_topic() -> None:
    """A reply would appear in another topic than its question."""
    async with telegram_server() as t, surface_of(t) as s:
        forum = t.group("Club", [t.user("Ann")], forum=True)
        topic = t.topic(forum, "Harbour")
        await s.it.typing(at(forum, topic.id))
        await s.it.send(at(forum, topic.id), SurfaceMessage("here", "k"))
        assert t.messages(forum, by_bot=True)[0].topic == topic.id
        assert t.calls("sendChatAction")[0].topic == topic.id
        await s.it.send(at(forum), SurfaceMessage("there", "k"))
        assert t.messages(forum, by_bot=True)[1].topic is None


async def test_changing_and_removing_bear_repetition() -> None:
    """After a lost answer the same change would count as a failure."""
    async with telegram_server() as t, surface_of(t) as s:
        ann = t.user("Ann")
        ann.says(ann.private(), "hi")
        place = at(ann.private())
        number = await s.it.send(
            place, SurfaceMessage("one", "k", buttons=((Button("again:1", "Again"), Button("x" * 65, "Big")),))
        )
        (made,) = t.messages(ann.private(), by_bot=True)
        assert [it["text"] for it in made.buttons] == ["Again"]
        for _ in range(2):
            await s.it.edit(place, number, SurfaceMessage("two", "k"))
        assert (made.text, made.buttons) == ("two", [])
        for _ in range(2):
            await s.it.delete(place, number)
        assert made.deleted
        with pytest.raises(Gone):
            await s.it.edit(place, number, SurfaceMessage("three", "k"))
        with pytest.raises(Gone):
            await s.it.edit(place, "no number", SurfaceMessage("three", "k"))


async def test_who_stopped_the_bot_is_left_alone() -> None:
    """Every reply to somebody who left would be tried for ever."""
    async with telegram_server() as t, surface_of(t) as s:
        ann = t.user("Ann")
        ann.says(ann.private(), "hi")
        group = t.group("Club", [ann])
        ann.blocks_bot()
        ann.kicks_bot(group)
        for chat in (ann.private(), group):
            with pytest.raises(NotAllowed):
                await s.it.send(at(chat), SurfaceMessage("one", "k"))
        muted = t.group("Muted", [ann])
        ann.restricts_bot(muted)
        with pytest.raises(NotAllowed):
            await s.it.send(at(muted), SurfaceMessage("one", "k"))
        with pytest.raises(Gone):
            await s.it.send(Address("telegram", "77", "77", private=True), SurfaceMessage("one", "k"))


async def test_what_may_have_arrived_is_told_from_what_cannot_have() -> None:
    """A message would be sent twice, or not at all."""
    async with telegram_server() as t, surface_of(t) as s:
        ann = t.user("Ann")
        ann.says(ann.private(), "hi")
        place = at(ann.private())
        for plan in (lambda: t.faults.fail("sendMessage", 502, accepted=True), lambda: t.faults.cut("sendMessage")):
            plan()
            with pytest.raises(Unsure):
                await s.it.send(place, SurfaceMessage("one", "k"))
        assert len(t.messages(ann.private(), by_bot=True)) == 2
        with pytest.raises(Unsure):
            await s.it.find(place, LostMessage(SurfaceMessage("one", "k"), "1"))
        await t.stop()
        with pytest.raises(Later):
            await s.it.send(place, SurfaceMessage("one", "k"))


async def test_one_chats_wait_stops_no_other() -> None:
    """One group that earned a wait would silence everybody."""
    async with telegram_server() as t, surface_of(t) as s:
        ann, ben = t.user("Ann"), t.user("Ben")
        for person in (ann, ben):
            person.says(person.private(), "hi")
        t.faults.fail("editMessageText", 429, retry_after=30, chat=ann.id)
        number = await s.it.send(at(ann.private()), SurfaceMessage("one", "k"))
        for _ in range(2):
            with pytest.raises(Later) as later:
                await s.it.edit(at(ann.private()), number, SurfaceMessage("two", "k"))
            assert 29 < later.value.seconds <= 30
        assert len(t.calls("editMessageText")) == 1
        await s.it.typing(at(ann.private()))
        assert t.calls("sendChatAction") == []
        await s.it.send(at(ben.private()), SurfaceMessage("quick", "k"))


async def test_a_long_reply_in_a_group_stays_inside_the_budget() -> None:
    """Telegram would take the group away from the bot for minutes in the middle of a sentence."""
    async with telegram_server(limits=True) as t:
        time = Time()
        async with surface_of(t, time) as s:
            group = t.group("Club", [t.user("Ann")])
            number = await s.it.send(at(group), SurfaceMessage("0", "k", growing=True))
            shown = 1
            for step in range(1, 40):
                time.now += 2
                t.later(2)
                with suppress(Later):
                    await s.it.edit(at(group), number, SurfaceMessage(str(step), "k", growing=True))
                    shown += 1
            await s.it.edit(at(group), number, SurfaceMessage("whole", "k"))
            assert t.messages(group, by_bot=True)[0].text == "whole"
            assert t.calls(status=429) == []
            assert shown > 14


async def test_a_group_that_moves_in_the_middle_of_a_reply_is_followed() -> None:
    """The end of a reply would be said to a group that nobody is in any more."""
    async with telegram_server() as t, surface_of(t) as s:
        group = t.group("Club", [t.user("Ann")], supergroup=False)
        number = await s.it.send(at(group), SurfaceMessage("begun", "k"))
        new = t.migrates(group)
        with pytest.raises(ChannelMoved):
            await s.it.edit(at(group), number, SurfaceMessage("whole", "k"))
        assert s.moves == [(str(group.id), str(new.id))]
        second = await s.it.send(at(group), SurfaceMessage("whole", "k"))
        await s.it.edit(at(group), second, SurfaceMessage("whole!", "k"))
        assert [it.text for it in t.messages(new, by_bot=True)] == ["whole!"]


async def test_what_stayed_behind_in_a_group_that_moved_is_let_be() -> None:
    """A message is changed or deleted that has the number now which another had before the group moved."""
    async with telegram_server() as t, surface_of(t) as s:
        group = t.group("Club", [t.user("Ann")], supergroup=False)
        old = [await s.it.send(at(group), SurfaceMessage(f"old {n}", f"k{n}")) for n in range(9)]
        new = t.migrates(group)
        made = [await s.it.send(at(group), SurfaceMessage(f"new {n}", f"n{n}")) for n in range(9)]
        [same, *_] = [it for it in old if it in made] or [""]
        left = next(it for it in old if it not in made)
        for number in (left, f"{group.id}:{same}"):
            for call in (s.it.edit(at(group), number, SurfaceMessage("?", "k")), s.it.strip(at(group), number)):
                with pytest.raises(Gone):
                    await call
            await s.it.delete(at(group), number)
        assert [it.text for it in t.messages(new, by_bot=True)] == [f"new {n}" for n in range(9)]


async def test_a_group_that_moves_before_a_reply_gets_it() -> None:
    """The first reply after the move would be lost."""
    async with telegram_server() as t, surface_of(t) as s:
        group = t.group("Club", [t.user("Ann")], supergroup=False)
        new = t.migrates(group)
        await s.it.send(at(group), SurfaceMessage("hello", "k"))
        assert [it.text for it in t.messages(new, by_bot=True)] == ["hello"]
        assert s.moves == [(str(group.id), str(new.id))]


async def test_a_crowd_is_answered_at_once_or_else_at_the_pace_of_telegram() -> None:
    """A lively evening would end in a wait for everybody, or with a reply lost or said twice."""
    async with telegram_server(limits=True) as t, surface_of(t) as s:
        people = [t.user(f"P{number}") for number in range(45)]
        for person in people:
            person.says(person.private(), "hi")

        async def patiently(chat: Chat, text: str) -> None:
            while True:
                try:
                    await s.it.send(at(chat), SurfaceMessage(text, text))
                    return
                except Later as later:
                    await asyncio.sleep(later.seconds)

        await asyncio.gather(*(patiently(person.private(), "hello") for person in people))
        refused = len(t.calls(status=429))
        assert 0 < refused <= 15
        await asyncio.gather(*(patiently(person.private(), "again") for person in people))
        assert len(t.calls(status=429)) == refused, "what was refused once is not tried again"
        for person in people:
            assert [it.text for it in t.messages(person.private(), by_bot=True)] == ["hello", "again"]


async def test_where_several_play_the_first_line_says_who_speaks() -> None:
    """Nobody knows which of two characters has said something; or the name is lost with an edit, or cuts the reply."""
    async with telegram_server() as t, surface_of(t) as s:
        ann = t.user("Ann")
        ann.says(ann.private(), "hi")
        place = at(ann.private())
        number = await s.it.send(place, SurfaceMessage("…", "k", speaker="𝒜da", growing=True, named=True))
        await s.it.edit(place, number, SurfaceMessage("Good *day* 𝒜", "k", speaker="𝒜da", named=True, bold=((5, 10),)))
        await s.it.send(place, SurfaceMessage("a" * s.it.limit.size, "k2", speaker="𝒜" * 99, named=True))
        await s.it.send(place, SurfaceMessage("alone", "k3", speaker="Bo"))
        first, second, third = t.messages(ann.private(), by_bot=True)
        assert first.text == "𝒜da\nGood *day* 𝒜"
        assert first.marked("bold") == ["𝒜da", "*day*"]
        assert second.text.endswith("…\n" + "a" * s.it.limit.size)
        assert third.text == "alone"

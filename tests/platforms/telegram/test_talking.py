"""Talking on Telegram from the first minute: the owner's code, strangers, groups, drafts, what comes twice."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from pydantic import SecretStr

from tests.platforms.room import GREETING, GREETINGS, House
from tests.platforms.telegram.room import Room, origin, room
from tests.servers.model import say
from tests.servers.model_scripts import Finish, Gate, Script
from tests.servers.telegram import User, telegram_server

CODE = "lantern-harbour-nine"


@asynccontextmanager
async def empty(house: House) -> AsyncIterator[Room]:
    """A bot that nobody has spoken to yet."""
    async with telegram_server(privacy=False) as t, room(t, house, owner_code=SecretStr(CODE)) as r:
        yield r


async def owner_of(r: Room, name: str = "Ann", language: str = "en") -> User:
    """Somebody who has sent the owner's code, and was greeted."""
    ann = r.server.user(name, language)
    ann.uses(ann.private(), f"/start {CODE}")
    await r.server.history.holds(lambda: "\n\n".join(r.shown(ann.private())[1:]) == GREETINGS[language])
    return ann


async def test_a_first_conversation(house: House) -> None:
    """A new owner sends the code, writes, and sees one message grow into the reply."""
    async with empty(house) as r:
        ann = await owner_of(r)
        before = len(r.shown(ann.private()))
        gate = Gate()
        house.model.script(Script(["The lamp ", "is lit. ", gate, "Come *in*, @everyone <b>now</b>.", Finish()]))
        ann.says(ann.private(), "Is anybody there?")
        growing = await r.sees(ann.private(), "The lamp")
        gate.open()
        await r.sees(ann.private(), "Come in, @everyone <b>now</b>.")
        assert len(r.shown(ann.private())) == before + 1
        assert growing.text == "The lamp is lit. Come in, @everyone <b>now</b>."
        assert growing.marked("italic") == ["in"]
        assert r.server.rejected == []


async def test_a_stranger_reads_one_line_and_no_model_is_asked(house: House) -> None:
    """Anybody who finds the bot would spend the owner's money."""
    async with empty(house) as r:
        ann = await owner_of(r)
        asked, told = len(house.model.generations), len(r.shown(ann.private()))
        eve = r.server.user("Eve")
        for text in ("hello", "hello?", "anybody?"):
            eve.says(eve.private(), text)
        await r.server.history.holds(lambda: r.shown(eve.private()))
        await r.server.history.holds(lambda: len(r.shown(ann.private())) > told)
        assert len(r.shown(eve.private())) == 1
        assert len(house.model.generations) == asked


async def test_a_group_is_silent_until_the_owner_opens_it(house: House) -> None:
    """A bot that was added to a group would talk there before its owner knows; later it would not answer at all."""
    async with empty(house) as r:
        ann = await owner_of(r)
        ben = r.server.user("Ben")
        group = r.server.group("Club", [ben], with_bot=False)
        ben.adds_bot(group)
        question = await r.sees(ann.private(), "Club")
        assert r.shown(group) == []
        now = "You can talk to me here now. Mention me, reply to me or say my name."
        story = next(it for it in question.buttons if it["callback_data"].endswith("story"))
        await ann.taps(question, story["text"]).answered()
        await r.server.history.holds(lambda: "Club can talk to me now." in question.text)
        await r.sees(group, now)
        house.model.script(say("Welcome to the harbour."))
        ben.says(group, "just talking")
        asked = ben.says(group, "who are you?", mention=True)
        reply = await r.sees(group, "Welcome to the harbour.")
        assert reply.reply_to is asked
        assert r.shown(group) == [now, GREETING, "Welcome to the harbour."]


@pytest.mark.parametrize(
    ("privacy", "speaks", "told"),
    [
        (True, "always", "Mention me or reply to me."),
        (True, "called", "Mention me or reply to me."),
        (False, "always", "Just write: I answer every message."),
        (False, "chance", "Mention me, reply to me or say my name."),
    ],
)
async def test_a_group_is_told_how_a_character_is_called_there(
    house: House, privacy: bool, speaks: str, told: str
) -> None:
    """People who were let in mention it for nothing, or say its name, which never arrives, or just write."""
    async with telegram_server(privacy=privacy) as t, room(t, house, owner_code=SecretStr(CODE)) as r:
        ann, ben = t.user("Ann"), t.user("Ben")
        ann.uses(ann.private(), f"/start {CODE}")
        await t.history.holds(lambda: any(it.endswith(GREETINGS["en"][-40:]) for it in r.shown(ann.private())))
        group = t.group("Club", [ben], with_bot=False)
        ben.adds_bot(group)
        question = await r.sees(ann.private(), "Club")
        await r.daemon.set(origin(group, ann), "speaks", speaks)
        story = next(it for it in question.buttons if it["callback_data"].endswith("story"))
        await ann.taps(question, story["text"]).answered()
        await r.sees(group, f"You can talk to me here now. {told}")


async def test_what_comes_twice_is_answered_once(house: House) -> None:
    """Telegram delivers again after a lost answer: the character would repeat itself."""
    async with empty(house) as r:
        ann = await owner_of(r)
        for number in range(3):
            house.model.script(say(f"Answer {number}."))
            ann.says(ann.private(), f"Question {number}?")
            await r.sees(ann.private(), f"Answer {number}.")
        asked, shown = len(house.model.generations), r.shown(ann.private())
        for same in (True, False, False):
            r.server.redeliver(5, shuffled=True, same_id=same)
        house.model.script(say("The last answer."))
        ann.says(ann.private(), "And now?")
        await r.sees(ann.private(), "The last answer.")
        assert r.shown(ann.private()) == [*shown, "The last answer."]
        assert len(house.model.generations) == asked + 1
        assert [str(it.body).count("And now?") for it in house.model.generations[-1:]] == [1]


async def test_a_reply_may_grow_as_a_draft(house: House) -> None:
    """The setting would change nothing, or cost the reply."""
    async with empty(house) as r:
        ann = await owner_of(r)
        before = len(r.shown(ann.private()))
        ann.uses(ann.private(), "/settings drafts on")
        await r.server.history.holds(lambda: len(r.shown(ann.private())) > before)
        gate = Gate()
        house.model.script(Script(["The lamp ", gate, "is lit.", Finish()]))
        told = len(r.shown(ann.private()))
        ann.says(ann.private(), "Is anybody there?")
        await r.server.history.holds(lambda: r.server.draft(ann.private()) == "The lamp")
        gate.open()
        await r.sees(ann.private(), "The lamp is lit.")
        assert len(r.shown(ann.private())) == told + 1
        assert r.server.calls("editMessageText") == []


async def test_undo_by_a_sign_removes_what_it_takes_back(house: House) -> None:
    """People would see words that the story does not hold any more."""
    async with empty(house) as r:
        ann = await owner_of(r, "Ann", "zh")
        house.model.script(say("Words to be taken back."))
        ann.says(ann.private(), "你好")
        said = await r.sees(ann.private(), "Words to be taken back.")
        ann.says(ann.private(), "🗑", reply_to=said)
        await r.server.history.holds(lambda: said.deleted)

"""What commands and buttons answer on Telegram."""

import asyncio
from dataclasses import replace
from typing import Any

from bot.commands.reply import SILENT, Choice, Reply, told
from engine.errors import DatabaseUnreachable
from engine.values.incoming import Incoming, IncomingKind
from tests.platforms.telegram.room import FakeEngine, FakeHandler, room
from tests.servers.telegram import Message, TelegramServer, User, telegram_server


def button(t: TelegramServer, chat: Any, data: str = "again:7") -> Message:
    """A message of the bot with a button under it."""
    markup = {"inline_keyboard": [[{"text": "Press", "callback_data": data}]]}
    return t.put(Message(chat, t.bot, "a reply", markup=markup))


async def test_a_command_is_answered_where_it_was_given() -> None:
    """People would press a command and see nothing."""
    async with telegram_server() as t:
        handler = FakeHandler(reply=lambda it: told(f"done {it.text}") if it.text.startswith("/") else SILENT)
        async with room(t, handler=handler):
            ann = t.user("Ann")
            group = t.group("Club", [ann])
            forum = t.group("Forum", [ann], forum=True)
            topic = t.topic(forum, "Harbour")
            ann.uses(ann.private(), "/help")
            asked = ann.uses(group, "/undo")
            ann.uses(forum, "/undo", topic=topic)
            await t.history.holds(lambda: len(t.calls("sendMessage")) == 3)
            assert [it.text for it in t.messages(ann.private(), by_bot=True)] == ["done /help"]
            (answer,) = t.messages(group, by_bot=True)
            assert answer.reply_to is asked
            assert t.messages(forum, by_bot=True)[-1].topic == topic.id


async def test_a_pressed_button_reaches_the_handler_and_stops_spinning() -> None:
    """A button would look dead, or do its work twice when Telegram repeats it."""
    async with telegram_server() as t:
        old = replace(told("It is an old one."), private=True, spent=True)
        handler = FakeHandler(reply=lambda it: SILENT if it.text == "hi" else old)
        async with room(t, handler=handler) as r:
            ann = t.user("Ann", "zh")
            ann.says(ann.private(), "hi")
            under = button(t, ann.private())
            tap = await ann.taps(under, "again:7").answered()
            heard = (await r.handler.until(2))[1]
            assert (heard.kind, heard.text, heard.external) == (IncomingKind.BUTTON, "again:7", tap.id)
            assert heard.replied == str(under.id)
            assert (tap.text, tap.alert, tap.count) == ("It is an old one.", False, 1)
            await t.history.holds(lambda: not under.buttons)
            assert r.handler.senders[1].language == "zh"
            assert [it.text for it in t.messages(ann.private(), by_bot=True)] == ["a reply"]


async def test_a_slow_button_is_acknowledged_before_it_is_done() -> None:
    """Telegram would tell people that the bot does not answer."""
    async with telegram_server() as t:
        gate = asyncio.Event()

        async def slow(it: Incoming) -> None:
            await gate.wait()

        handler = FakeHandler(before=slow, reply=lambda _: replace(told("done"), private=True))
        async with room(t, handler=handler):
            ann = t.user("Ann")
            group = t.group("Club", [ann])
            under = button(t, group)
            tap = await ann.taps(under, "again:7").answered()
            assert tap.text == ""
            gate.set()
            await t.history.holds(lambda: t.calls("sendMessage"))
            said = t.messages(group, by_bot=True)[-1]
            assert (said.text, said.silent, said.reply_to) == ("done", True, under)


async def test_a_press_that_was_not_stored_is_asked_for_again() -> None:
    """What a button was to do would be lost in an outage of a second."""
    async with telegram_server() as t:
        outages = [1]

        def away(it: Incoming) -> None:
            if outages:
                outages.pop()
                raise DatabaseUnreachable(code="08006")

        async with room(t, handler=FakeHandler(before=away)) as r:
            ann = t.user("Ann")
            ann.taps(button(t, t.group("Club", [ann])), "again:7")
            assert [it.text for it in await r.handler.until(1)] == ["again:7"]


async def test_choices_are_buttons_and_what_is_gone_goes() -> None:
    """An undo would leave the words that it took back; a question could not be answered."""
    async with telegram_server() as t:
        group: Any = None

        def reply(it: Incoming) -> Reply:
            gone = tuple(str(one.id) for one in t.messages(group, by_bot=True))
            return replace(told("Taken back."), gone=gone, choices=(Choice("no:", "No"),))

        async with room(t, handler=FakeHandler(reply=reply)):
            ann = t.user("Ann")
            group = t.group("Club", [ann])
            old = button(t, group)
            ann.uses(group, "/undo")
            await t.history.holds(lambda: t.calls("sendMessage"))
            assert old.deleted
            (said,) = t.messages(group, by_bot=True)
            assert [(it["text"], it["callback_data"]) for it in said.buttons] == [("No", "no:")]


async def test_owners_are_told_in_private() -> None:
    """A group would read that it asks to be let in, and the owner would not."""
    async with telegram_server() as t:
        owner = t.user("Owner")
        owner.says(owner.private(), "hi")
        reply = replace(SILENT, owners=told("Club asks."))
        engine = FakeEngine(owners=[str(owner.id)], marks={"privacy": str(t.bot.id)})
        async with room(t, engine, FakeHandler(reply=lambda it: SILENT if it.origin.private else reply)):
            ann = t.user("Ann")
            group = t.group("Club", [ann], with_bot=False)
            ann.adds_bot(group)
            await t.history.holds(lambda: t.calls("sendMessage"))
            assert [it.text for it in t.messages(owner.private(), by_bot=True)] == ["Club asks."]
            assert t.messages(group, by_bot=True) == []


async def test_an_answer_waits_as_telegram_asks() -> None:
    """The answer to a command would be dropped on a busy evening."""
    async with telegram_server() as t:
        t.faults.fail("sendMessage", 429, retry_after=1)

        def reply(it: Incoming) -> Reply:
            return told(it.text)

        async with room(t, handler=FakeHandler(reply=reply)):
            ann: User = t.user("Ann")
            ann.uses(ann.private(), "/help")
            await t.history.holds(lambda: t.calls("sendMessage", status=200))
            assert [it.text for it in t.messages(ann.private(), by_bot=True)] == ["/help"]

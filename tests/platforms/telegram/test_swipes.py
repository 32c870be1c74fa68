"""What stands under a reply, and commands that point at an older message, on Telegram."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.commands.chats.under_reply import further
from tests.platforms.room import SPEECH, House
from tests.platforms.telegram.room import Room, origin, room
from tests.servers.model import say
from tests.servers.telegram import Chat, TelegramServer, User, telegram_server
from tests.servers.telegram.places import Message


async def test_messages_that_are_pointed_at(house: House) -> None:
    """A command about an older message would act on the newest one."""
    en = SPEECH.speaker("en")
    house.model.script(say("One."), say("Two."))
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        chat = t.group("Club", [ann])
        async with room(t, house, ann, chat) as r:
            asked = ann.says(chat, f"@{t.bot.username} sing")
            reply = await r.sees(chat, "One.")
            await t.history.holds(lambda: any(it.startswith("right:") for it in _controls(reply)))
            assert reply.markup is not None
            assert [len(row) for row in reply.markup["inline_keyboard"]] == [3, 1]
            ann.says(chat, f"@{t.bot.username} more")
            await r.answered(chat, "Two.")
            ann.uses(chat, "/save here it is", reply_to=reply)
            await t.history.holds(lambda: any("here it is" in it for it in r.shown(chat)))
            ann.uses(chat, "/why", reply_to=ann.says(chat, "Only among us."))
            lost = await r.sees(chat, en.say("error-not-on-the-line"))
            assert lost.silent
            ann.uses(chat, "/undo", reply_to=asked)
            await t.history.holds(lambda: reply.deleted)
            loud = [it for it in t.messages(chat, by_bot=True) if not it.silent]
            assert len(loud) <= 3


@pytest.mark.parametrize("private", [True, False])
async def test_what_else_can_be_done_takes_the_place_of_the_buttons(house: House, private: bool) -> None:
    """⋯ posts a message below that quotes the whole reply, and a phone shows the same words twice."""
    async with _sung(house, private) as (r, ann, chat, reply):
        t = r.server
        stood, said = _controls(reply), r.shown(chat)
        await ann.taps(reply, _one(reply, "more:")).answered()
        await t.history.holds(lambda: any(it.startswith("less:") for it in _controls(reply)))
        assert _controls(reply)[0].startswith("undo:")
        assert not {*_controls(reply)} & {*stood}
        await ann.taps(reply, _one(reply, "less:")).answered()
        await t.history.holds(lambda: _controls(reply) == stood)
        await ann.taps(reply, _one(reply, "more:")).answered()
        await t.history.holds(lambda: any(it.startswith("undo:") for it in _controls(reply)))
        assert r.shown(chat) == said
        await ann.taps(reply, _one(reply, "undo:")).answered()
        await t.history.holds(lambda: reply.deleted)


@pytest.mark.parametrize("private", [True, False])
async def test_what_was_chosen_closes_the_rest(house: House, private: bool) -> None:
    """Somebody saves by ⋯, and the reply has the buttons of the rest from then on, until they find the way back."""
    async with _sung(house, private) as (r, ann, chat, first):
        t, reply = r.server, first
        stood, at = _controls(reply), _one(reply, "more:").partition(":")[2]
        rest = [it.control for it in further(at, SPEECH.speaker("en"))]
        for control in sorted(rest, key=lambda it: it.startswith("undo:")):  # behind that there is no reply
            before = _said(t, chat, ann.private())
            await ann.taps(reply, _one(reply, "more:")).answered()
            await t.history.holds(lambda reply=reply: any(it.startswith("less:") for it in _controls(reply)))
            assert control in _controls(reply)
            behind = len(t.history)
            tapped = ann.taps(reply, control)
            await tapped.answered()
            if control.endswith("/chats from"):  # shows the reply anew: the buttons go where it is now
                await t.history.holds(lambda: [_controls(it) for it in _replies(t, chat)] == [[], stood])
                edits = t.history.of("edit", channel=chat.id, after=behind)
                assert [it.message for it in edits].count(reply.id) == 1, "they come back to where it was first"
                reply = _replies(t, chat)[-1]
                continue
            await t.history.holds(lambda reply=reply: reply.deleted or _controls(reply) == stood)
            if control.startswith("undo:"):
                break
            await t.history.holds(
                lambda tapped=tapped, before=before: (
                    bool(tapped.text or tapped.url) or _said(t, chat, ann.private()) > before
                )
            )
        assert reply.deleted
        assert not any(_controls(it) for it in _replies(t, chat)), "nothing was put back behind that"


async def test_what_else_can_be_done_is_the_same_for_all_who_see_it(house: House) -> None:
    """Bob opens the rest of a reply, and Ann finds no way to undo her own words, or to branch: it was made for Bob.

    Or it stands there in Bob's language, and what he goes back to does too.
    """
    en = SPEECH.speaker("en")
    async with telegram_server(privacy=False) as t:
        ann, bob = t.user("Ann"), t.user("Bob", "zh")
        chat = t.group("Club", [ann, bob])
        async with room(t, house, ann, chat) as r:
            await r.daemon.set(origin(chat, ann), "mode", "story")
            ann.says(chat, f"@{t.bot.username} sing")
            reply = await r.answered(chat, "Well.")
            await t.history.holds(lambda: any(it.startswith("more:") for it in _controls(reply)))
            at, stood = _one(reply, "more:").partition(":")[2], _labels(reply)
            assert en.say("button-more") in stood
            await bob.taps(reply, _one(reply, "more:")).answered()
            await t.history.holds(lambda: any(it.startswith("less:") for it in _controls(reply)))
            assert _labels(reply) == [*(it.label for it in further(at, en)), en.say("button-less")]
            await bob.taps(reply, _one(reply, "less:")).answered()
            await t.history.holds(lambda: any(it.startswith("more:") for it in _controls(reply)))
            assert _labels(reply) == stood
            await bob.taps(reply, _one(reply, "more:")).answered()
            await t.history.holds(lambda: any(it.startswith("less:") for it in _controls(reply)))
            opened, said = _controls(reply), r.shown(chat)
            assert opened[:-1] == [it.control for it in further(at, en)]
            tap = await bob.taps(reply, _one(reply, "undo:")).answered()
            assert tap.text == SPEECH.speaker("zh").say("error-turns-of-others")
            tap = await bob.taps(reply, next(it for it in opened if it.endswith("/chats from"))).answered()
            assert "发起人" in tap.text
            assert (_controls(reply), r.shown(chat)) == (opened, said), "nobody else is told, and the rest stays open"
            await ann.taps(reply, _one(reply, "undo:")).answered()
            await t.history.holds(lambda: reply.deleted)


@asynccontextmanager
async def _sung(house: House, private: bool) -> AsyncIterator[tuple[Room, User, Chat, Message]]:
    """Ann has been answered in a story, and the reply has its buttons."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        chat = ann.private() if private else t.group("Club", [ann])
        async with room(t, house, ann, chat) as r:
            await r.daemon.set(origin(chat, ann), "mode", "story")
            ann.says(chat, "sing" if private else f"@{t.bot.username} sing")
            reply = await r.answered(chat, "Well.")
            await t.history.holds(lambda: any(it.startswith("more:") for it in _controls(reply)))
            yield r, ann, chat, reply


def _replies(t: TelegramServer, chat: Chat) -> list[Message]:
    return [it for it in t.messages(chat, by_bot=True) if it.text == "Well."]


def _one(message: Message, start: str) -> str:
    return next(it for it in _controls(message) if it.startswith(start))


def _said(t: TelegramServer, *chats: Chat) -> int:
    """How many messages of the bot there are."""
    return sum(len(t.messages(it, by_bot=True)) for it in {it.id: it for it in chats}.values())


def _labels(message: Message) -> list[str]:
    rows = (message.markup or {}).get("inline_keyboard", [])
    return [it["text"] for row in rows for it in row]


def _controls(message: Message) -> list[str]:
    rows = (message.markup or {}).get("inline_keyboard", [])
    return [it["callback_data"] for row in rows for it in row]

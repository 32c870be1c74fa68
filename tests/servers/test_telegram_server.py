"""The Telegram test server, driven by the real client: each rule it must keep so that other tests can trust it."""

import asyncio
import io
import json
import struct
import sys
import zlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeChat,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    MessageEntity,
    ReplyParameters,
    Update,
)
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, InvalidToken, NetworkError, RetryAfter

from tests.servers.telegram import TelegramServer, User, telegram_server

ROOT = Path(__file__).parent.parent.parent
EVERYTHING = list(Update.ALL_TYPES)


@pytest.fixture
async def t() -> AsyncIterator[TelegramServer]:
    """A server with nobody in it yet."""
    async with telegram_server() as server:
        yield server


@pytest.fixture
async def bot(t: TelegramServer) -> AsyncIterator[Bot]:
    """The real client, logged in."""
    async with Bot(t.token, base_url=t.api_url, base_file_url=t.file_url) as client:
        yield client


@pytest.fixture
def ann(t: TelegramServer) -> User:
    """A person who has written to the bot in private; the update is forgotten."""
    person = t.user("Ann")
    person.says(person.private(), "/start")
    t.updates.forget()
    return person


async def texts(bot: Bot) -> list[str]:
    """The texts of the messages that wait for the bot; they are confirmed."""
    updates = await bot.get_updates()
    if updates:
        await bot.get_updates(offset=updates[-1].update_id + 1, limit=1)
    return [str(update.message.text) for update in updates if update.message]


async def test_bot_learns_who_it_is_and_whether_it_reads_groups(t: TelegramServer, bot: Bot) -> None:
    """A daemon that cannot read these flags cannot tell people why it is silent in a group."""
    me = await bot.get_me()
    assert (me.id, me.username, me.can_read_all_group_messages) == (t.bot.id, t.bot.username, False)
    t.profile.can_read_all_group_messages = True
    assert (await bot.get_me()).can_read_all_group_messages is True


async def test_unconfirmed_updates_come_again_until_the_offset_moves(t: TelegramServer, bot: Bot, ann: User) -> None:
    """A test of a kill would pass for the wrong reason if updates were forgotten when they were handed out."""
    for text in ("one", "two", "three"):
        ann.says(ann.private(), text)
    first = await bot.get_updates()
    assert [update.message.text for update in first if update.message] == ["one", "two", "three"]
    assert await bot.get_updates() == first
    assert await bot.get_updates(offset=first[1].update_id) == first[1:]
    assert await bot.get_updates(limit=1) == (first[1],)
    ann.says(ann.private(), "four")
    last = await bot.get_updates(offset=-1)
    assert [update.message.text for update in last if update.message] == ["four"]
    assert await bot.get_updates(offset=last[0].update_id + 1) == ()


async def test_updates_are_forgotten_after_a_day(t: TelegramServer, bot: Bot, ann: User) -> None:
    """A daemon that was down for two days must not be tested with messages Telegram would have dropped."""
    ann.says(ann.private(), "old")
    t.later(24 * 3600 + 1)
    ann.says(ann.private(), "new")
    assert await texts(bot) == ["new"]


async def test_redelivered_updates_come_whatever_the_offset(t: TelegramServer, bot: Bot, ann: User) -> None:
    """Duplicates after an outage would otherwise never be tried."""
    for number in range(6):
        ann.says(ann.private(), str(number))
    before = await bot.get_updates()
    offset = before[-1].update_id + 1
    assert await bot.get_updates(offset=offset) == ()
    order = t.redeliver(4, shuffled=True)
    again = await bot.get_updates(offset=offset)
    assert [update.update_id for update in again] == order
    assert set(again) == set(before[2:])
    assert [update.update_id for update in again] != sorted(order)
    assert await bot.get_updates(offset=offset) == ()
    t.redeliver(1, same_id=False)
    copy = await bot.get_updates(offset=offset)
    assert copy[0].update_id >= offset
    assert copy[0].message == before[-1].message


async def test_second_poller_ends_the_first(t: TelegramServer, bot: Bot, ann: User) -> None:
    """Two daemons on one token would otherwise seem to work."""
    async with asyncio.TaskGroup() as group, Bot(t.token, base_url=t.api_url) as other:
        gate = t.faults.hold("getUpdates", times=2)
        first = group.create_task(conflicted(bot))
        await gate.reached()
        gate.open()
        second = group.create_task(other.get_updates(timeout=10))
        assert "terminated by other getUpdates request" in await first
        ann.says(ann.private(), "for the second")
        assert len(await second) == 1


async def conflicted(bot: Bot) -> str:
    """Poll until another poller takes over; what Telegram says then."""
    with pytest.raises(Conflict) as error:
        await bot.get_updates(timeout=10)
    return str(error.value)


async def test_kinds_the_bot_did_not_ask_for_do_not_come(t: TelegramServer, bot: Bot, ann: User) -> None:
    """A daemon that forgets ``allowed_updates`` never hears of reactions, and its tests must show it."""
    message = ann.says(ann.private(), "x")
    ann.reacts(message, "👍")
    assert [update.message_reaction for update in await bot.get_updates(allowed_updates=EVERYTHING)] == [None]
    ann.reacts(message, "🔥")
    found = (await bot.get_updates())[-1].message_reaction
    assert found is not None
    assert found.new_reaction[0].to_dict() == {"type": "emoji", "emoji": "🔥"}


async def test_webhook_is_given_updates_with_the_secret_and_tried_again(t: TelegramServer, bot: Bot, ann: User) -> None:
    """Webhook security and retries could not be tested otherwise."""
    came: asyncio.Queue[tuple[str | None, str]] = asyncio.Queue()
    answers = [500, 200, 200]

    async def take(request: web.Request) -> web.Response:
        update = await request.json()
        await came.put((request.headers.get("X-Telegram-Bot-Api-Secret-Token"), update["message"]["text"]))
        return web.Response(status=answers.pop(0))

    app = web.Application()
    app.router.add_post("/hook", take)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    t.updates.retry = 0.0
    await bot.set_webhook(f"http://127.0.0.1:{runner.addresses[0][1]}/hook", secret_token="s3cret")  # noqa: S106
    ann.says(ann.private(), "one")
    ann.says(ann.private(), "two")
    async with asyncio.timeout(20):
        assert [await came.get() for _ in range(3)] == [("s3cret", "one"), ("s3cret", "one"), ("s3cret", "two")]
    with pytest.raises(Conflict, match="can't use getUpdates method while webhook is active"):
        await bot.get_updates()
    assert "500" in str((await bot.get_webhook_info()).last_error_message)
    with pytest.raises(BadRequest, match="(?i)bad webhook"):
        await bot.set_webhook("https://example.org/hook")
    await bot.delete_webhook(drop_pending_updates=True)
    assert await bot.get_updates() == ()
    await runner.cleanup()


async def test_texts_are_counted_in_utf_16_units(t: TelegramServer, bot: Bot, ann: User) -> None:
    """A splitter that counts code points would pass here and fail in front of people."""
    await bot.send_message(ann.id, "🙂" * 2048)
    with pytest.raises(BadRequest, match="^Message is too long$"):
        await bot.send_message(ann.id, "🙂" * 2048 + "x")
    sent = await bot.send_message(ann.id, "  x  ")
    assert sent.text == "x"
    with pytest.raises(BadRequest, match="(?i)message_too_long"):
        await bot.edit_message_text("x" * 4097, ann.id, sent.message_id)
    with pytest.raises(BadRequest, match="Message text is empty"):
        await bot.send_message(ann.id, " \n")
    with pytest.raises(BadRequest, match="caption is too long"):
        await bot.send_document(ann.id, b"x", caption="y" * 1025)
    assert [entry.status for entry in t.rejected] == [400] * 4
    assert [message.text[:1] for message in t.messages(ann.private(), by_bot=True)] == ["🙂", "x"]


async def test_entities_outside_the_text_are_refused(bot: Bot, ann: User) -> None:
    """Formatting whose offsets count code points must fail here as it does at Telegram."""
    sent = await bot.send_message(ann.id, "🙂 bold", entities=[MessageEntity("bold", 3, 4)])
    assert [(one.type, one.offset, one.length) for one in sent.entities] == [("bold", 3, 4)]
    with pytest.raises(BadRequest, match="ends after the end of the text"):
        await bot.send_message(ann.id, "🙂 bold", entities=[MessageEntity("bold", 3, 5)])
    with pytest.raises(BadRequest, match="(?i)middle of a UTF-16 symbol"):
        await bot.send_message(ann.id, "🙂 bold", entities=[MessageEntity("bold", 1, 2)])


async def test_formatted_texts_become_entities(bot: Bot, ann: User) -> None:
    """Other clients' formatting would otherwise be measured with its marks."""
    html = await bot.send_message(ann.id, "<b>a &amp; b</b> <code>c</code>", parse_mode="HTML")
    assert (html.text, [one.type for one in html.entities]) == ("a & b c", ["bold", "code"])
    marks = await bot.send_message(ann.id, "*a* \\. ```py\nb``` [c](http://d)", parse_mode="MarkdownV2")
    assert (marks.text, [one.type for one in marks.entities]) == ("a . b c", ["bold", "pre", "text_link"])
    for text, mode in (("a.", "MarkdownV2"), ("*a", "Markdown"), ("<b>a", "HTML")):
        with pytest.raises(BadRequest, match="(?i)can't parse entities"):
            await bot.send_message(ann.id, text, parse_mode=mode)


async def test_edits_follow_telegrams_rules(t: TelegramServer, bot: Bot, ann: User) -> None:
    """Edits of the same text, of others' messages and of deleted ones must fail as they do for people."""
    theirs = ann.says(ann.private(), "mine")
    sent = await bot.send_message(ann.id, "one")
    edited = await bot.edit_message_text("two", ann.id, sent.message_id)
    assert not isinstance(edited, bool)
    assert (edited.text, edited.edit_date is not None) == ("two", True)
    with pytest.raises(BadRequest, match="Message is not modified"):
        await bot.edit_message_text("two\n", ann.id, sent.message_id)
    with pytest.raises(BadRequest, match="Message can't be edited"):
        await bot.edit_message_text("x", ann.id, theirs.id)
    await bot.delete_message(ann.id, sent.message_id)
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await bot.edit_message_text("three", ann.id, sent.message_id)
    with pytest.raises(BadRequest, match="Message to delete not found"):
        await bot.delete_message(ann.id, sent.message_id)
    assert [entry.kind for entry in t.history.of(client=True, channel=ann.id) if entry.kind != "call"] == [
        "message",
        "edit",
        "delete",
    ]

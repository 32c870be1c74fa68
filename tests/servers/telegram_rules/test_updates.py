"""Updates: offsets, long polls, webhooks, deliveries that come again."""

import asyncio

import pytest
from aiohttp import web
from telegram import (
    Bot,
    Update,
)
from telegram.error import BadRequest, Conflict

from tests.servers.telegram import TelegramServer, User
from tests.servers.telegram_rules.waiting import texts

EVERYTHING = list(Update.ALL_TYPES)


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


async def test_poller_that_dies_loses_nothing(t: TelegramServer, bot: Bot, ann: User) -> None:
    """A daemon that was killed while it waited must find everything when it is back, and no other poller in its way."""
    gate = t.faults.hold("getUpdates", accepted=True)
    dying = asyncio.ensure_future(bot.get_updates(timeout=10))
    ann.says(ann.private(), "while it dies")
    await gate.reached()
    dying.cancel()
    await asyncio.gather(dying, return_exceptions=True)
    assert await texts(bot) == ["while it dies"]
    assert t.updates.conflicts == 0


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
    await bot.set_webhook(f"http://127.0.0.1:{runner.addresses[0][1]}/hook", secret_token="s3cret")
    ann.says(ann.private(), "one")
    ann.says(ann.private(), "two")
    async with asyncio.timeout(20):
        assert [await came.get() for _ in range(3)] == [("s3cret", "one"), ("s3cret", "one"), ("s3cret", "two")]
    with pytest.raises(Conflict, match="can't use getUpdates method while webhook is active"):
        await bot.get_updates()
    assert "500" in str((await bot.get_webhook_info()).last_error_message)
    with pytest.raises(BadRequest, match=r"(?i)bad webhook"):
        await bot.set_webhook("https://example.org/hook")
    await bot.delete_webhook(drop_pending_updates=True)
    assert await bot.get_updates() == ()
    await runner.cleanup()

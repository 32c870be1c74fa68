"""Budgets, planned faults, and the server as a process of its own."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
)
from telegram.error import NetworkError, RetryAfter

from tests.servers.telegram import TelegramServer, User

ROOT = Path(__file__).parent.parent.parent.parent


def seconds(error: RetryAfter) -> float:
    """How long the client is told to wait."""
    wait = error.retry_after
    return wait if isinstance(wait, int) else wait.total_seconds()


async def test_budgets_send_the_hasty_away(t: TelegramServer, bot: Bot, ann: User) -> None:
    """Without waits a daemon that edits too often would look well behaved."""
    t.limits.on = True
    sent = [await bot.send_message(ann.id, str(number)) for number in range(3)]
    with pytest.raises(RetryAfter) as error:
        await bot.edit_message_text("x", ann.id, sent[0].message_id)
    assert seconds(error.value) == 30
    t.later(28)
    with pytest.raises(RetryAfter) as error:
        await bot.send_chat_action(ann.id, "typing")
    assert 1 <= seconds(error.value) <= 2
    t.later(3)
    await bot.edit_message_text("x", ann.id, sent[0].message_id)
    group = t.group("Garden", [ann])
    for number in range(20):
        await bot.send_message(group.id, str(number))
    with pytest.raises(RetryAfter):
        await bot.send_message(group.id, "one too many")
    assert t.rejected == []
    assert len(t.calls("sendMessage", status=429)) == 1


async def test_all_chats_share_thirty_a_second(t: TelegramServer, bot: Bot) -> None:
    """A shared budget of edits can only be tested where it is enforced."""
    t.limits.on = True
    people = [t.user(f"P{number}") for number in range(31)]
    for person in people:
        person.says(person.private(), "/start")
    t.limits.clock = lambda: 1.0
    for person in people[:30]:
        await bot.send_message(person.id, "x")
    with pytest.raises(RetryAfter):
        await bot.send_message(people[30].id, "x")


async def test_faults_happen_as_planned(t: TelegramServer, bot: Bot, ann: User) -> None:
    """Retries can only be trusted when a call that failed after it was accepted is told from one that was not."""
    t.faults.fail("sendMessage", 429, retry_after=7, chat=ann.id)
    with pytest.raises(RetryAfter) as error:
        await bot.send_message(ann.id, "x")
    assert seconds(error.value) == 7
    t.faults.fail("sendMessage", 502, times=2)
    for _ in range(2):
        with pytest.raises(NetworkError):
            await bot.send_message(ann.id, "not accepted")
    assert t.messages(ann.private(), by_bot=True) == []
    t.faults.fail("sendMessage", 502, accepted=True)
    with pytest.raises(NetworkError):
        await bot.send_message(ann.id, "accepted")
    t.faults.cut("sendMessage")
    with pytest.raises(NetworkError):
        await bot.send_message(ann.id, "cut")
    assert [message.text for message in t.messages(ann.private(), by_bot=True)] == ["accepted", "cut"]
    assert [entry.status for entry in t.calls("sendMessage")] == [429, 502, 502, 502, 0]


async def test_calls_are_held_before_their_effect_or_before_their_answer(
    t: TelegramServer, bot: Bot, ann: User
) -> None:
    """The moment between a message that people see and the answer to its sender must be a place to be killed in."""
    before, after = t.faults.hold("sendMessage"), t.faults.hold("sendMessage", skip=1, accepted=True)
    async with asyncio.TaskGroup() as group:
        first = group.create_task(bot.send_message(ann.id, "first"))
        await before.reached()
        assert t.messages(ann.private(), by_bot=True) == []
        second = group.create_task(bot.send_message(ann.id, "second"))
        await after.reached()
        assert [message.text for message in t.messages(ann.private(), by_bot=True)] == ["second"]
        assert not second.done()
        after.open()
        before.open()
    assert (first.result().text, second.result().text) == ("first", "second")
    killed = t.faults.hold("sendMessage", accepted=True)
    third = asyncio.ensure_future(bot.send_message(ann.id, "third"))
    await killed.reached()
    third.cancel()
    await t.history.until(lambda entry: entry.name == "accepted, the client left")
    assert [message.text for message in t.messages(ann.private(), by_bot=True)] == ["second", "first", "third"]


async def test_calls_that_make_no_sense_are_refused(t: TelegramServer) -> None:
    """A client that sends nonsense must be told so, not break the server for the rest of a test."""
    async with aiohttp.ClientSession() as http:
        for body in ({"chat_id": "x", "text": "y"}, {"chat_id": t.bot.id}, {"reply_parameters": "[1]"}):
            async with http.post(f"{t.api_url}{t.token}/sendMessage", json=body) as answer:
                assert (answer.status, (await answer.json())["ok"]) == (400, False)
        async with http.post(f"{t.api_url}{t.token}/getUpdates", data={"timeout": "soon"}) as answer:
            assert answer.status == 400
    assert len(t.rejected) == 4


async def test_server_runs_as_a_process_of_its_own() -> None:
    """Benches and fault runs drive the server from another process."""
    command = [sys.executable, "-m", "tests.servers.telegram", "--no-privacy"]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    assert process.stdout
    where = json.loads(await process.stdout.readline())
    async with aiohttp.ClientSession() as http, Bot(where["token"], base_url=where["api_url"]) as bot:

        async def order(status: int = 200, **what: Any) -> Any:
            async with http.post(where["control_url"], json=what) as answer:
                body = await answer.json()
                assert answer.status == status, body
                return body.get("is")

        ann = await order(do="user", args=["Ann"])
        group = await order(do="group", args=["Garden", [ann]])
        private = await order(do="private", on=ann)
        await order(do="says", on=ann, args=[private, "hello"])
        await order(do="says", on=ann, args=[group, "seen without privacy"])
        await order(do="sends_document", on=ann, args=[group, {"b64": "eA=="}, "x.txt"])
        assert len(await bot.get_updates()) == 3
        keys = InlineKeyboardMarkup([[InlineKeyboardButton("Again", callback_data="redo")]])
        await bot.send_message(group["channel"], "hi", reply_markup=keys)
        *_, file, sent = await order(do="messages", args=[group])
        assert (file["kind"], sent["text"], sent["by_bot"]) == ("document", "hi", True)
        tap = await order(do="taps", on=ann, args=[sent, "redo"])
        await bot.answer_callback_query(tap["tap"], "yes")
        assert (await order(do="answered", on=tap))["text"] == "yes"
        gate = await order(do="hold", on="faults", args=["sendMessage"])
        held = asyncio.ensure_future(bot.send_message(ann["ref"], "held"))
        await order(do="reached", on=gate)
        await order(do="open", on=gate)
        assert (await held).text == "held"
        await order(do="fail", on="faults", args=["sendMessage"], kwargs={"status": 429, "retry_after": 3})
        async with http.post(f"{where['api_url']}{where['token']}/sendMessage", json={"chat_id": ann["ref"]}) as answer:
            assert (await answer.json())["parameters"] == {"retry_after": 3}
        await order(set="on", to=True, on="limits")
        assert await order(get="on", on="limits") is True
        await order(400, set="no_such_setting", to=True, on="limits")
        await order(400, do="fly")
        async with http.get(f"{where['control_url']}/history", params={"after": 0}) as answer:
            entries = await answer.json()
        assert [entry["kind"] for entry in entries if entry["kind"] != "call"] == [
            *["message"] * 4,
            "answer",
            "message",
        ]
    process.terminate()
    await process.wait()

"""Replies that grow as drafts in private chats."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from bot.delivery.surface import Gone, SurfaceMessage, Unsure
from bot.telegram.drafts import DraftingSurface
from engine.values.chats.places import Address
from engine.work.clock import HandClock
from tests.platforms.telegram.room import surface_of
from tests.platforms.telegram.test_surface import at
from tests.servers.telegram import Chat, TelegramServer, telegram_server


@asynccontextmanager
async def drafting(t: TelegramServer) -> AsyncIterator[Any]:
    """A surface in whose private chats drafts are wanted, with a clock moved by hand."""
    clock = HandClock(datetime(2026, 11, 22, tzinfo=UTC))

    async def moved(old: str, new: str) -> None: ...

    async def wanted(place: Address) -> bool:
        return True

    async with surface_of(t) as plain, asyncio.TaskGroup() as group:
        tasks: list[asyncio.Task[None]] = []
        surface = DraftingSurface(
            plain.bot, plain.limiter, moved, wanted, clock, lambda it: tasks.append(group.create_task(it))
        )
        yield SimpleNamespace(it=surface, clock=clock)
        for task in tasks:
            task.cancel()


async def asleep(clock: HandClock) -> None:
    """Wait until somebody waits for the clock."""
    while not clock._sleepers:  # noqa: ASYNC110 — the clock tells nobody
        await asyncio.sleep(0)


def begun(t: TelegramServer) -> Chat:
    """A private chat in which somebody has spoken."""
    ann = t.user("Ann")
    ann.says(ann.private(), "hi")
    return ann.private()


def growing(text: str, part: int = 0) -> SurfaceMessage:
    """A text that is not whole."""
    return SurfaceMessage(text, f"t7.{part}", growing=True)


async def test_a_reply_grows_as_a_draft_and_ends_as_one_message() -> None:
    """People would see a draft vanish, or the reply twice."""
    async with telegram_server() as t, drafting(t) as s:
        chat = begun(t)
        name = await s.it.send(at(chat), growing("…"))
        for text in ("The", "The lamp"):
            await s.it.edit(at(chat), name, growing(text))
        assert (t.draft(chat), t.messages(chat, by_bot=True)) == ("The lamp", [])
        await s.it.edit(at(chat), name, SurfaceMessage("The lamp is lit.", "t7.0"))
        assert [it.text for it in t.messages(chat, by_bot=True)] == ["The lamp is lit."]
        assert not t.messages(chat, by_bot=True)[0].silent
        assert len({it.body["draft_id"] for it in t.calls("sendMessageDraft")}) == 1
        await s.it.edit(at(chat), name, SurfaceMessage("The lamp is lit!", "t7.0"))
        assert [it.text for it in t.messages(chat, by_bot=True)] == ["The lamp is lit!"]
        await s.it.delete(at(chat), name)
        assert t.messages(chat, by_bot=True) == []


async def test_a_draft_lives_as_long_as_the_model_thinks() -> None:
    """What is written so far would vanish after half a minute of silence."""
    async with telegram_server() as t, drafting(t) as s:
        chat = begun(t)
        name = await s.it.send(at(chat), growing("The lamp"))
        for calls in (2, 3):
            await asleep(s.clock)
            s.clock.advance(20)
            t.later(20)
            await t.history.holds(lambda calls=calls: len(t.calls("sendMessageDraft")) == calls)
        assert t.draft(chat) == "The lamp"
        await s.it.delete(at(chat), name)
        t.later(31)
        assert t.draft(chat) is None


async def test_a_long_reply_keeps_its_order() -> None:
    """The second part would stand above the first."""
    async with telegram_server() as t, drafting(t) as s:
        chat = begun(t)
        first = await s.it.send(at(chat), growing("one"))
        second = await s.it.send(at(chat), growing("two", 1))
        await s.it.edit(at(chat), first, SurfaceMessage("one.", "t7.0"))
        await s.it.edit(at(chat), second, SurfaceMessage("two.", "t7.1"))
        assert [it.text for it in t.messages(chat, by_bot=True)] == ["one.", "two."]


async def test_a_lost_answer_does_not_double_the_reply() -> None:
    """Telegram cannot tell whether the message is there: people would read it twice."""
    async with telegram_server() as t, drafting(t) as s:
        chat = begun(t)
        name = await s.it.send(at(chat), growing("The lamp"))
        t.faults.fail("sendMessage", 502, accepted=True)
        with pytest.raises(Unsure):
            await s.it.edit(at(chat), name, SurfaceMessage("The lamp.", "t7.0"))
        with pytest.raises(Gone):
            await s.it.edit(at(chat), name, SurfaceMessage("The lamp.", "t7.0"))
        assert len(t.messages(chat, by_bot=True)) == 1


async def test_groups_have_messages() -> None:
    """Telegram refuses drafts in groups: replies would fail there."""
    async with telegram_server() as t, drafting(t) as s:
        group = t.group("Club", [t.user("Ann")])
        number = await s.it.send(at(group), growing("The"))
        await s.it.edit(at(group), number, growing("The lamp"))
        assert [it.text for it in t.messages(group, by_bot=True)] == ["The lamp"]

"""Updates on their way in: none lost, none twice for want of order, none that stops the others."""

from contextlib import AsyncExitStack

import pytest
from structlog.testing import capture_logs

from tests.platforms.room import GREETING, House
from tests.platforms.telegram.room import room
from tests.servers.model import say
from tests.servers.telegram import telegram_server


async def test_what_was_not_stored_comes_again_after_a_restart(house: House) -> None:
    """A message that arrived in the second before a crash would be lost."""
    async with telegram_server() as t:
        ann = t.user("Ann")
        async with AsyncExitStack() as until_it_died, room(t, house, ann, ann.private()) as r:
            await until_it_died.enter_async_context(house.stuck(ann.private().id))
            ann.says(ann.private(), "first")
            await r.diary.reads("accepting", "first")
            ann.says(ann.private(), "second")
            await t.history.holds(lambda: len(t.calls("getUpdates")) > 3)
        house.model.answer = lambda seen: say("Both." if "second" in seen.prompt else "One.")
        async with room(t, house) as r:
            await r.sees(ann.private(), "Both.")
            assert [it.text for it in await r.handler.until(2)] == ["first", "second"]


async def test_what_was_missed_in_a_chat_is_answered_once(house: House) -> None:
    """After an outage each of thirty missed messages would get a reply of its own."""
    async with telegram_server(privacy=False) as t:
        ann, ben = t.user("Ann"), t.user("Ben")
        forum = t.group("Club", [ann], forum=True)
        async with room(t, house, ann, ann.private(), ben.private(), forum) as r:
            for number, person in enumerate((ann, ben), 1):
                person.says(person.private(), "hi")
                await r.handler.until(number)
                await r.reads(person.private(), "Well.")
        ben.says(ben.private(), "never mind")
        ann.says(ann.private(), "one")
        ann.says(forum, "in a new place", topic=t.topic(forum, "Harbour"), mention=True)
        house.model.answer = lambda seen: say("All of it." if "line three" in seen.prompt else "Not all.")
        stuck = AsyncExitStack()
        await stuck.enter_async_context(house.stuck(ben.private().id))
        async with stuck, room(t, house) as r:
            await r.diary.reads("heard", "one")
            await r.reads(forum, GREETING, "Not all.")
            ann.says(ann.private(), "two")
            await r.diary.reads("heard", "two")
            ann.says(ann.private(), "line three")
            await r.diary.reads("heard", "line three")
            assert r.shown(ann.private()) == ["Well."]
            await stuck.aclose()
            await r.reads(ann.private(), "Well.", "All of it.")


async def test_a_chat_that_cannot_be_stored_keeps_nobody_waiting_for_ever(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a restart one person's broken upload would silence the bot everywhere."""
    monkeypatch.setattr("bot.telegram.updates._STUCK", 0.2)
    async with telegram_server() as t:
        ann, ben = t.user("Ann"), t.user("Ben")
        async with room(t, house, ann, ann.private(), ben.private()) as r:
            ben.says(ben.private(), "hi")
            await r.reads(ben.private(), "Well.")
        ann.says(ann.private(), "stuck")
        ben.says(ben.private(), "quick")
        async with house.stuck(ann.private().id), room(t, house) as r:
            await r.reads(ben.private(), "Well.", "Well.")
            assert r.shown(ann.private()) == []


async def test_a_broken_update_is_passed_over(house: House) -> None:
    """One update that nobody can read would silence the bot for everybody."""
    async with telegram_server() as t:
        ann = t.user("Ann")
        with capture_logs() as lines:
            async with room(t, house, ann, ann.private()) as r:
                t.updates.add("message", {"nonsense": 1})
                t.updates.add("message", {"message_id": "?", "date": "soon", "chat": [], "text": 5})
                t.updates.add("callback_query", {"id": 1})
                t.updates.add(
                    "message", {"message_id": 7, "date": 1, "chat": {"id": 5, "type": "private"}, "text": "x"}
                )
                ann.says(ann.private(), "whole")
                await r.handler.until(1)
                ann.says(ann.private(), "next")
                await r.handler.until(2)
                assert r.handler.texts == ["whole", "next"]
                await t.history.holds(lambda: len(t.updates.pending()) <= 1)
        assert sum(line["event"] == "update passed over" for line in lines) == 3
        assert all(line.get("update", 1) > 0 for line in lines)


async def test_a_delivery_that_comes_again_has_the_same_name(house: House) -> None:
    """Telegram sends some updates twice; with another name the character would answer twice."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        async with room(t, house, ann, ann.private()) as r:
            said = [ann.says(ann.private(), f"line {number}") for number in range(4)]
            ann.edits(said[0], "line zero")
            await r.handler.until(5)
            await t.history.holds(lambda: not t.updates.pending())  # what was not yet confirmed would be no second time
            for same in (True, False):
                t.redeliver(5, shuffled=True, same_id=same)
                ann.says(ann.private(), f"more {same}")
            heard = await r.handler.until(17)
            names = {(it.external, it.text) for it in heard}
            assert len(names) == 7
            assert len({it.external for it in heard}) == 7
            assert {it.kind.value for it in heard if "@" in it.external} == {"edit"}
            [kept] = await house.sql("SELECT count(*) FROM inbox WHERE kind = 'message'")
            assert kept["count"] == 6


async def test_telegram_may_be_away_for_a_while(house: House) -> None:
    """A night's outage of Telegram would need somebody to restart the bot in the morning."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        t.faults.fail("getMe", 502)
        t.faults.cut("getUpdates")
        t.faults.fail("getUpdates", 429, retry_after=1)
        async with room(t, house, ann, ann.private()) as r:
            ann.says(ann.private(), "hello?")
            await r.reads(ann.private(), "Well.")

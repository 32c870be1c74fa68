"""The share of the house's day that circles may take: never gone beyond, by nobody, and told; people are answered."""

import json
from datetime import UTC, timedelta
from itertools import count
from pathlib import Path

import pytest

from engine.actions.characters import circles
from engine.actions.house.status import circle_figures
from engine.config.config import AllowanceConfig
from engine.utility.day_share import is_left
from engine.values.characters.circle_members import PostFrequency
from engine.values.house.shares import DayShare
from tests import calendar
from tests.servers.model import ModelServer, Script, Seen, say
from tests.turns.circled import MovedClock, apart, circled, until
from tests.turns.people.writing import private_room
from tests.turns.room import Room

pytestmark = pytest.mark.calendar

CALL = (900, 100)
"""Tokens that each call reads and writes."""


ONE_CALL = """
INSERT INTO usage (space_id, session_id, role, endpoint, model, prompt_tokens, reply_tokens, kind)
VALUES ($1, 0, 'chat', 'chat', 'm', 900, 100, 'circle')
"""
ONE_READS = """
INSERT INTO due (space_id, session_id, kind, owner, held_until)
VALUES ($1, 0, 'circle_round.test/99', 'other', now() + interval '1 hour')
"""


def in_a_circle(room: Room) -> None:
    """What is posted is always new; each reader answers whoever wrote last."""
    novel = count(1)
    room.model.answer = lambda _: say(f"Thing {next(novel)} of my day.", usage=CALL)
    room.model.embed = apart

    def notes(seen: Seen) -> Script:
        return say(json.dumps({"acts": []} if seen.errand == {"acts"} else {"topics": [], "facts": []}), usage=CALL)

    room.model.notes = notes


def stand_in_the_morning(room: Room) -> None:
    """It is eight o'clock; the house's day, of which nothing is used, does not end before the test does."""
    now = calendar.now().astimezone(UTC)
    room.change(clock=MovedClock(now.replace(hour=8, minute=0, second=0, microsecond=0)))
    room.ctx.spending._clock = MovedClock(now)


async def taken(room: Room) -> tuple[int, int]:
    """How many calls circles made, and how many tokens these took."""
    sums = (
        "SELECT count(*) AS calls, coalesce(sum(prompt_tokens + reply_tokens), 0) AS tokens FROM usage WHERE kind = $1"
    )
    [row] = await room.sql(sums, DayShare.CIRCLE)
    return row["calls"], row["tokens"]


async def share_lock_is_free(room: Room) -> bool:
    query = "SELECT pg_try_advisory_xact_lock(hashtextextended('share/circle', 0)) AS free"
    [row] = await room.sql(query)
    return row["free"]


async def test_circles_keep_to_their_share(fresh_database: str, model: ModelServer, tmp_path: Path) -> None:
    """Characters that post all day use up what people are to be answered with; or people are not answered there."""
    allowance = AllowanceConfig(tokens=16_000, circle_percent=50)
    async with private_room(fresh_database, model, tmp_path, allowance) as room:
        stand_in_the_morning(room)
        await circled(room, "Lan", "Mo", "Ash", frequency=PostFrequency.OFTEN)
        in_a_circle(room)
        await until(room, 13.5)  # until half past nine in the evening
        calls, tokens = await taken(room)
        assert calls >= 5
        assert tokens <= 8_000, "half of the house's day"
        figures = await circle_figures(room.ctx)
        assert (figures.characters, figures.share.used) == (3, tokens / 8_000)
        shown = await circles.circle(room.ctx, room.here)
        assert shown.spent
        today = room.ctx.clock.now().date()
        assert {it.at.date() for it in shown.posts} == {today + timedelta(days=1)}
        asked = len([it for it in room.model.errands if it.errand == {"acts"}])
        await room.accept("The gulls stole my bread", at=room.ctx.clock.now())
        await until(room, 0.2)
        assert len([it for it in room.model.errands if it.errand == {"acts"}]) == asked + 1, "people are read"
        assert await taken(room) == (calls, tokens), "and that is what any answer costs"
        await room.sql("UPDATE usage SET at = at - interval '2 days'")
        await until(room, 14)
        assert (await taken(room))[0] > calls, "the next day has a share of its own"


async def test_two_do_not_take_the_last_of_it(fresh_database: str, model: ModelServer, tmp_path: Path) -> None:
    """Two processes each see that there is enough for one more."""
    allowance = AllowanceConfig(tokens=16_000, circle_percent=50)
    async with private_room(fresh_database, model, tmp_path, allowance) as room:
        stand_in_the_morning(room)
        ctx, at = room.ctx, room.here
        spender = ctx.spending.spender(at.space, at.channel, None)

        async def left(but: int | None = None) -> bool:
            async with ctx.db.transaction() as on:
                found = await is_left(ctx, on, DayShare.CIRCLE, spender, but)
                assert not await share_lock_is_free(room), "nobody else asks meanwhile"
            assert await share_lock_is_free(room)
            return found

        await room.sql(ONE_CALL, at.space)
        assert await left()
        await room.sql(ONE_READS, at.space)
        assert not await left(), "another one is being read"
        assert await left(but=99)


@pytest.mark.parametrize("percent", [0.0, 3.0])
async def test_without_a_share_nobody_posts(
    fresh_database: str, model: ModelServer, tmp_path: Path, percent: float
) -> None:
    """A house whose operator wants no posts pays for some; or one without a limit has none."""
    async with private_room(fresh_database, model, tmp_path, AllowanceConfig(circle_percent=percent)) as room:
        stand_in_the_morning(room)
        await circled(room, "Lan", frequency=PostFrequency.OFTEN)
        in_a_circle(room)
        await until(room, 13.5)
        shown = await circles.circle(room.ctx, room.here)
        assert (shown.spent, bool(shown.posts)) == (not percent, bool(percent))
        assert ((await taken(room))[0] > 0) == bool(percent)

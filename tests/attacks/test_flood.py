"""Somebody asks for more than anybody should: it costs no more than they may, and others are answered all the same."""

import asyncio
from dataclasses import replace
from typing import Final

import pytest

from bot.commands.framework.reply import Reply
from bot.commands.framework.table import table_for
from bot.handler import Handler
from bot.words.localise import Speech
from engine.actions.house import allowances, settings
from engine.actions.house.moderation import Rates
from engine.rules.text.tokens import estimate
from engine.values.house.allowances import EACH, AllowanceHolder, AllowanceUnit
from engine.values.house.setting_scopes import SettingScope
from engine.work.clock import SystemClock
from tests.bot.visitor import Visitor, ann, now, owner, words
from tests.servers.model import Seen, say

__all__ = ["ann", "owner"]

pytestmark = pytest.mark.calendar

A_MINUTE: Final = 1_000
SIDE_BY_SIDE: Final = 40
AGAIN: Final = 60
CHANNELS: Final = 10
EACH_REPLY: Final = (900, 100)
CAP: Final = 5_000
LONGEST_PROMPT: Final = 10_000
PASTE: Final = 4 << 20
LONG: Final = 99_000
"""Characters that are taken as one message."""
QUESTIONS: Final = tuple(f"Question {number}?" for number in range(A_MINUTE // SIDE_BY_SIDE // 5))
LIMITS: Final = {"debounce": "0", "total_tokens": str(LONGEST_PROMPT), "budget_tokens": "3000", "person_share": "0"}


@pytest.fixture
async def guild(owner: Visitor) -> Visitor:
    """A server that is open, where each person may use up five replies a day."""
    prompt, reply = EACH_REPLY  # what is longer is not reported as less: the house learns from reports how to count
    owner.model.answer = lambda seen: say("Yes.", usage=(max(prompt, size(seen)), reply))
    there = owner.named(owner.origin.person, private=False)
    here = await there.engine.places.resolve(there.origin)
    await owner.uses(f"/admin open id:{here.space} story")
    ctx = owner.engine.ctx
    for name, value in LIMITS.items():
        await settings.put(ctx, here, SettingScope.SPACE, name, value)
    await allowances.put(ctx, here, AllowanceHolder.PERSON, EACH, AllowanceUnit.TOKENS, CAP)
    return there


def in_channel(guild: Visitor, name: str) -> Visitor:
    """Somebody in a channel of their own there."""
    somebody = guild.named(name, private=False)
    return replace(somebody, origin=replace(somebody.origin, channel=f"{name}'s"))


def asked_for(guild: Visitor, text: str) -> list[Seen]:
    return [it for it in guild.model.generations if text in it.prompt]


def size(seen: Seen) -> int:
    return estimate(seen.prompt)


async def test_who_floods_spends_what_they_may_and_holds_nobody_up(guild: Visitor) -> None:
    """One person writes a thousand messages, and the bill is theirs to choose, or nobody else is answered."""
    mal, bo = in_channel(guild, "mal"), in_channel(guild, "bo")
    said: list[Reply] = []
    for start in range(0, A_MINUTE, SIDE_BY_SIDE):
        said += await asyncio.gather(*(mal.says(words_of(start + it)) for it in range(SIDE_BY_SIDE)))
        if start % (5 * SIDE_BY_SIDE) == 0:
            await bo.says(QUESTIONS[start // (5 * SIDE_BY_SIDE)])
            await bo.idle()
    said += await asyncio.gather(*(mal.uses("/again") for _ in range(AGAIN)))
    await mal.idle()
    assert [len(asked_for(guild, it)) > 0 for it in QUESTIONS] == [True] * len(QUESTIONS)
    assert answered(guild, "Mal says") <= CAP // sum(EACH_REPLY) + 1
    assert answered(guild, "Mal says") > 0
    assert max(map(size, (*guild.model.generations, *guild.model.errands))) <= LONGEST_PROMPT
    assert any("fast" in words(it) for it in said), "nobody holds them up"
    assert not any("Something went wrong" in words(it) for it in said)


def words_of(number: int) -> str:
    """A message; now and then one that is far too long, or as long as one may be."""
    if number % 50 == 7:
        return f"Mal says {number}. ".ljust(PASTE, "x")
    return f"Mal says {number}. ".ljust(LONG, "x") if number % 50 == 3 else f"Mal says {number}."


def answered(guild: Visitor, text: str) -> int:
    return len(asked_for(guild, text))


async def test_what_is_asked_side_by_side_goes_beyond_it_by_one_call(guild: Visitor) -> None:
    """Whoever may write as fast as they like has ten channels and /again answered at once, and pays for none."""
    fast = replace(guild.engine, rates=Rates(0, SystemClock()))
    handler = Handler(fast, table_for("telegram"), Speech(), now, "en")
    mal, bo = in_channel(guild, "mal"), in_channel(guild, "bo")
    rooms = [
        replace(mal, engine=fast, handler=handler, origin=replace(mal.origin, channel=f"mal's {number}"))
        for number in range(CHANNELS)
    ]
    for number in range(2):
        await rooms[0].says(f"Mal says {number}.")
        await rooms[0].idle()
    assert answered(guild, "Mal says") == 2
    asked = [it.says(f"Mal says {number}.") for it in rooms for number in range(AGAIN // CHANNELS)]
    said = await asyncio.gather(*(rooms[0].uses("/again") for _ in range(AGAIN)), *asked, bo.says(QUESTIONS[0]))
    await asyncio.gather(*(it.idle() for it in (*rooms, bo)))
    assert 2 < answered(guild, "Mal says") <= CAP // sum(EACH_REPLY) + 1
    assert answered(guild, QUESTIONS[0]) == 1
    assert not any("Something went wrong" in words(it) for it in said)

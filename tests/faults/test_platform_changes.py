"""People who edit, take back, write over each other, and bots that answer bots."""

import asyncio
import os
import random  # noqa: TID251 - seeded, for what people do; nothing of the product
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import NewDatabase
from tests.faults.platform_checker import check
from tests.faults.platform_town import Town, rooms, town
from tests.servers.model import Gate

pytestmark = [pytest.mark.slow, pytest.mark.share(3)]

PLATFORMS = ("discord", "telegram")
PROGRAMS = int(os.environ.get("OMOIDE_PROGRAMS", "10"))
SEED = int(os.environ.get("OMOIDE_SEED", "1"))
STEPS = ("waiting", "unseen", "growing", "whole")


async def _changed(one: Town, room: Any, step: str, act: str, n: int) -> None:
    """Somebody changes or takes back a message at a step of its turn; then the model knows just what is left."""
    ann, seat = one.owner_of(room), one.seat
    old, new = f"old words {n}.", f"new words {n}."
    before, asked = Gate(), len(one.model.generations)
    if step == "waiting":
        gate = await one.growing(room)
        message = seat.says(ann, room, old)
        await one.heard(room, message)
    elif step == "unseen":
        one.gate = before
        message = seat.says(ann, room, old)
        await before.reached()
        one.gate = None
        gate = before
    else:
        gate = await one.growing(room, old)
        message = one.said.pop().it
    if step == "whole":
        gate.open()
        await one.rest()
    changes = await one.sql.fetchval("SELECT count(*) FROM inbox WHERE kind <> 'message'")
    seat.edits(ann, message, new) if act == "edit" else seat.takes_back(ann, message)
    if step == "unseen":
        await _given_up(one, asked)
    elif step != "waiting":
        await one.becomes("SELECT count(*) > $1 FROM inbox WHERE kind <> 'message'", changes)
    else:
        await one.becomes("SELECT NOT EXISTS (SELECT FROM inbox WHERE text = $1 AND outcome IS NULL)", old)
    gate.open()
    await one.rest()
    behind = [it for it in one.stands(room) if it.id > message.id]
    answered = not (act == "delete" and step in ("waiting", "unseen"))
    assert len(behind) == answered, (step, act, behind)
    seen = "\n".join(one.prompts(asked + (step == "unseen")))
    if step in ("waiting", "unseen"):
        assert old not in seen
    one.says(room)
    await one.rest()
    prompt = one.prompts()[-1]
    assert (old in prompt, new in prompt) == (False, act == "edit"), (step, act)


async def _given_up(one: Town, asked: int) -> None:
    """Wait until the daemon has let go of a request to the model."""
    async with asyncio.timeout(10):
        await one.model.generations[asked].closed.wait()
    assert one.model.generations[asked].left


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_changed_at_each_step(platform: str, new_database: NewDatabase, tmp_path: Path) -> None:
    """The character answers what was corrected, or remembers what somebody took back."""
    choose = random.Random(SEED)
    async with town(platform, await new_database(), tmp_path) as one:
        one.chunks, one.pace = 4, 0.0
        [room] = await rooms(one, private=1)
        await one.settle_in()
        acts = ("edit", "delete") if one.is_discord else ("edit",)
        every = [(step, act) for step in STEPS for act in acts]
        for n in range(PROGRAMS):
            step, act = every[n] if n < len(every) else choose.choice(every)
            await _changed(one, room, step, act, n)
        await check(one)


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_three_people_at_once(platform: str, new_database: NewDatabase, tmp_path: Path) -> None:
    """Three people who write over each other get thirty replies, or some of what they said belongs to no reply."""
    async with town(platform, await new_database(), tmp_path, DEFAULTS__DEBOUNCE="0.4") as one:
        one.chunks, one.pace = 6, 0.05
        [room] = await rooms(one, private=0, shared=1)
        people = [one.owner_of(room), one.seat.person("Bob", "en"), one.seat.person("Cid", "en")]
        for person in people[1:]:
            one.server.joins(room.guild, person) if one.is_discord else person.joins(room)
        await one.settle_in()
        turns = "SELECT count(*) FROM turn"
        began: int = await one.sql.fetchval(turns) or 0
        for n in range(30):
            one.says(room, f"line {n} of thirty", people[n % 3])
            await asyncio.sleep(0.06)
        await one.rest()
        replies = (await one.sql.fetchval(turns) or 0) - began
        print(f"{platform}: thirty messages of three people in two seconds got {replies} replies")  # noqa: T201
        assert 1 <= replies <= 3
        await check(one)


async def test_bots_are_not_answered(new_database: NewDatabase, tmp_path: Path) -> None:
    """Two bots talk with each other until the money is gone, or a proxied player is answered twice."""
    async with town("discord", await new_database(), tmp_path) as one:
        one.chunks, one.pace = 3, 0.0
        [room] = await rooms(one, private=0, shared=1)
        robo = one.server.user("Robo", bot=True)
        one.server.joins(room.guild, robo)
        await one.settle_in()
        asked = len(one.model.generations)
        for n in range(20):
            robo.says(room, f"{one.server.bot.mention} and you? {n}")
        one.says(room)
        await one.rest()
        assert len(one.model.generations) == asked + 1
        replies = len(one.stands(room))
        for n in range(3):
            one.gate, begun = (gate := Gate()), len(one.model.generations)
            said = one.owner_of(room).says(room, f"proxied {n}")
            await gate.reached()
            one.keep(room, f"proxied {n}", one.server.proxies(said, "Mira"))
            await one.kept(one.said[-1])
            await _given_up(one, begun)  # the gate holds back both replies; the first one must not come through it
            gate.open()
            await one.rest()
            assert len(one.stands(room)) == replies + n + 1
        await check(one)


async def test_ended_with_forty_streams(new_database: NewDatabase, tmp_path: Path) -> None:
    """Stopping the daemon in the evening costs forty people their half-written replies, or takes minutes."""
    async with town("discord", await new_database(), tmp_path) as one:
        one.chunks, one.pace = 300, 0.05
        places = await rooms(one, private=40)
        await one.start()
        for room in places:
            one.says(room)
        for room in places:
            await one.seen(room, "w0")
        loop = asyncio.get_running_loop()
        began = loop.time()
        assert await one.daemon.terminate() == 0
        ended = loop.time() - began
        assert not await one.sql.fetch("SELECT FROM lease WHERE owner IS NOT NULL")
        greetings: list[int] = []
        for room in places:
            [*greeting, seen] = one.stands(room)
            greetings.append(len(greeting))
            saved = "SELECT coalesce(max(text), '') FROM {} WHERE starts_with(text, $1)"
            kept = [await one.sql.fetchval(saved.format(it), seen.text.rstrip()) for it in ("draft", "entry")]
            assert any(kept), seen
        one.chunks, one.pace = 5, 0.0
        began = loop.time()
        await one.start()
        await one.rest()
        print(f"40 streams ended in {ended:.1f} s, whole {loop.time() - began:.1f} s after the start")  # noqa: T201
        assert ended <= 10
        told = one.speak.say("turn-stopped")
        stand = [len([it for it in one.stands(room) if it.text != told]) for room in places]
        assert stand == [it + 1 for it in greetings]
        await check(one)

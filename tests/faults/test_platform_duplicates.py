"""Connections that break and platforms that repeat themselves: everything is heard, and once."""

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import NewDatabase
from tests.faults.platform_checker import check
from tests.faults.platform_town import Town, rooms, town

pytestmark = [pytest.mark.slow, pytest.mark.share(3)]


async def _everybody(one: Town, times: int = 1) -> None:
    """Everybody says something, and is answered."""
    for _ in range(times):
        for room, _ in one.rooms:
            one.says(room)
        await one.rest()


async def test_telegram_repeats_itself(new_database: NewDatabase, tmp_path: Path) -> None:
    """What Telegram delivers again, in any order and under any number, is answered again."""
    async with town("telegram", await new_database(), tmp_path) as one:
        one.chunks, one.pace = 3, 0.0
        await rooms(one, private=3, shared=1)
        await one.start()
        await _everybody(one, 4)
        asked = len(one.model.generations)
        for same_id in (True, False, False):
            handed = one.server.redeliver(100, shuffled=True, same_id=same_id)
            assert len(handed) >= len(one.said)
            await _everybody(one)
        assert len(one.model.generations) == asked + 3 * len(one.rooms)
        await check(one)


async def test_discord_repeats_itself(new_database: NewDatabase, tmp_path: Path) -> None:
    """Events that a gateway sends again after a resume are answered again, or what was said meanwhile is lost."""
    async with town("discord", await new_database(), tmp_path) as one:
        one.chunks, one.pace = 3, 0.0
        await rooms(one, private=2, shared=2)
        await one.start()
        await _everybody(one, 3)
        asked, gateway = len(one.model.generations), one.server.gateway
        gateway.replay(500)
        for seed, count in enumerate((1, 50, 500), 1):
            _replay(one, count, seed)
            await _everybody(one)
        sessions = 1
        for broken in (gateway.drop, gateway.reconnect, gateway.invalidate):
            gateway.accepting = False
            broken()
            for room, _ in one.rooms:
                one.says(room)
            gateway.accepting = True
            sessions += 1
            await one.server.connected(sessions, 30)
            _replay(one, 500, sessions)
            await _everybody(one)
        await check(one)
        assert len(one.model.generations) <= asked + 9 * len(one.rooms)


def _replay(one: Town, most: int, seed: int) -> None:
    """Send events once more, three times each and in any order; how the session began comes in order or not at all."""
    [session] = one.server.gateway.sessions
    if count := min(most, len(session.sent) - 1 - len(one.server.world.guilds)):
        one.server.gateway.replay(count, times=3, shuffled=seed)


def _missed(one: Town, places: list[Any], fresh: int, minutes: int) -> None:
    """Three hundred messages of the last ten minutes; those of the last places are older than anybody answers."""
    now = one.server.clock.now()
    for n in range(300):
        room = places[n % len(places)]
        ago = minutes * 60 * (1 - n / 300) if n % len(places) < fresh else 1250 - n / 2
        text = f"[{room.id}] missed {n}"
        one.keep(room, text, one.owner_of(room).says(room, text, at=now - ago))


async def test_ten_minutes_away(new_database: NewDatabase, tmp_path: Path) -> None:
    """After an outage what was said meanwhile is lost, answered line by line, or read for minutes."""
    async with town("discord", await new_database(), tmp_path) as one:
        one.chunks, one.pace, one.server.buckets.on = 2, 0.0, True
        one.server.clock.ahead = -1300.0
        places = await _fifty(one)
        await one.start()
        for room in places:
            one.says(room)
        await one.rest(60)
        assert await one.daemon.terminate() == 0
        mark = one.server.world.snowflake(one.server.clock.now())
        await one.sql.execute("UPDATE reading_mark SET value = $1 WHERE name = 'alive'", str(mark))
        old = {it.external for it in one.said}
        asked = len(one.model.generations)
        one.server.clock.ahead = 0.0
        _missed(one, places, fresh=45, minutes=10)
        began = one.server.history.add("mark").at
        await one.start()
        await one.kept(*one.said[len(old) :])
        stored = one.server.history.add("mark").at - began
        await one.rest(60)
        stale = {it.external for it in one.said[len(old) :] if it.room in places[45:]}
        turns = await one.sql.fetch("SELECT stand_id, count(*) FROM turn GROUP BY stand_id")
        print(f"300 missed messages of 50 channels stored {stored:.1f} s after the start")  # noqa: T201
        assert stored <= 60
        await check(one, unanswered=stale)
        assert sorted(it["count"] for it in turns) == [1] * 5 + [2] * 45
        assert len(one.model.generations) == asked + 45


async def _fifty(one: Town) -> list[Any]:
    """Ten servers of five channels."""
    places = []
    for n in range(10):
        ann = one.seat.person(f"Ann{n}", "en")
        guild = one.server.guild(f"Harbour {n}", ann, channels=tuple(f"pier-{m}" for m in range(5)))
        await one.open(guild.channels[0])
        one.rooms += [(it, ann) for it in guild.channels]
        places += guild.channels
    return places

"""The daemon or its database dies at any moment, while many people talk."""

import os
from pathlib import Path

import pytest

from tests.faults.checker import violations
from tests.faults.house import house
from tests.faults.kills import kill_at_random, kill_database_at_random
from tests.faults.servers import open_folder, own_server
from tests.stores.cutting_proxy import cutting_proxy

pytestmark = [pytest.mark.slow, pytest.mark.share(3)]

SEED = int(os.environ.get("OMOIDE_SEED", "1"))
CHANNELS = [f"c{n}" for n in range(16)]


async def test_killed_at_random(database_url: str, tmp_path: Path) -> None:
    """A power cut at a bad moment loses or doubles what somebody said."""
    async with house(database_url, tmp_path, CHANNELS[:4]) as one:
        await kill_at_random(one, kills=3, seed=SEED)
        assert await violations(one) == []
        assert one.sent


async def test_the_database_is_killed(tmp_path: Path) -> None:
    """A crash of the database loses or doubles what somebody said, or the daemon never recovers from it."""
    with open_folder() as folder:
        async with own_server(folder / "database") as server, house(server.dsn, tmp_path, CHANNELS) as one:
            await kill_database_at_random(one, server, kills=3, seed=SEED)
            assert await violations(one) == []
            assert one.kills == 3
            assert one.alive


async def test_a_commit_without_an_answer(database_url: str, tmp_path: Path) -> None:
    """When the connection breaks around a COMMIT, a message is stored twice, answered twice, or its reply not shown."""
    async with cutting_proxy(database_url) as proxy, house(proxy.dsn, tmp_path, ["c0"], chunks=3, pace=0.0) as one:
        await one.start()
        for where in ("after", "before") * 6:
            proxy.cut = where
            external = one.say("c0")
            await one.until(lambda new, said=external: any(it.get("id") == said for it in new))
            await one.do("idle")
            if len(one.sent) % 3 == 0:
                await one.do("again", channel="c0")
                await one.do("idle")
        proxy.cut = None
        assert proxy.cuts >= 12
        await one.settle()
        assert await violations(one) == []
        turns = await one.sql("SELECT id FROM turn WHERE space_id = ANY ($1) AND state = 'complete'")
        shown = {it["turn"] for it in one.records if it["event"] == "ended"}
        assert {it["id"] for it in turns} <= shown


async def test_the_commit_of_a_reply_without_an_answer(database_url: str, tmp_path: Path) -> None:
    """A reply whose COMMIT had no answer stands in the log, but is never shown whole."""
    async with cutting_proxy(database_url) as proxy, house(proxy.dsn, tmp_path, ["c0"], chunks=6, pace=0.1) as one:
        await one.start()
        for where in ("after", "before"):
            since = len(one.records)
            one.say("c0")
            await one.until(lambda new: any(it["event"] == "grew" for it in new), since=since)
            proxy.cut = where
            await one.do("idle")
            ends = [it for it in one.records[since:] if it["event"] == "ended"]
            assert [it["state"] for it in ends] == ["complete"]
        assert proxy.cuts == 2
        await one.settle()
        assert await violations(one) == []


async def test_ended_with_twenty_streams(database_url: str, tmp_path: Path) -> None:
    """Stopping the daemon in the evening costs twenty people their half-written replies, or takes minutes."""
    channels = [f"c{n}" for n in range(20)]
    async with house(database_url, tmp_path, channels, chunks=400, pace=0.02) as one:
        await one.start()
        for channel in channels:
            one.say(channel)
        await one.until(lambda new: {it["channel"] for it in new if it["event"] == "grew"} == set(channels))
        for channel in channels[:5]:
            one.say(channel)
        await one.until(lambda new: sum(it["event"] == "done" for it in new) == 25)
        assert await one.terminate() == 0
        held = await one.sql("SELECT 1 FROM lease WHERE space_id = ANY ($1) AND owner IS NOT NULL")
        assert not held
        ended = [it for it in one.records if it["event"] == "ended"]
        assert {(it["state"], it["notice"]) for it in ended} == {("interrupted", "turn-stopped")}
        assert len(ended) == 20
        one.chunks, one.pace = 3, 0.0
        await one.start()
        await one.settle()
        assert await violations(one) == []
        answered = await one.sql("SELECT 1 FROM turn WHERE space_id = ANY ($1) AND state = 'complete'")
        assert len(answered) == 5

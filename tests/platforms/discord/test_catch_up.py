"""What was said while nobody listened."""

import asyncio

import pytest

from engine.values.ids import ChannelKey
from engine.values.incoming import IncomingKind
from engine.values.places import Known
from tests.platforms.discord.room import FakeEngine, at, room
from tests.servers.discord import DiscordServer

LATER = 200  # seconds: beyond the overlap


async def _once(d: DiscordServer, engine: FakeEngine) -> None:
    """A first life of the client, which leaves its mark."""
    async with room(d, engine):
        pass


async def test_what_was_said_while_away_is_heard_once_and_in_order(d: DiscordServer) -> None:
    """Words said while the house restarts would get no answer, or get it for each line."""
    ann = d.user("Ann")
    guild = d.guild("Home", owner=ann, channels=("general", "other", "quiet"))
    thread = ann.threads(guild["other"], "harbour")
    engine = FakeEngine()
    engine.places.known_channels = [Known(ChannelKey(1, ann.dm().id), at(ann.dm()), open=True, newest=None)]
    ann.says(guild["quiet"], "long ago", at=d.clock.now() - LATER)
    ann.says(guild["other"], "before")
    await _once(d, engine)
    d.clock.ahead += LATER
    for place in (guild["general"], thread, ann.dm()):
        for n in range(3):
            ann.says(place, f"{place.id}-{n}")
    async with room(d, engine) as r:
        heard = await r.handler.until(9 + 1)
        for place in (guild["general"], thread, ann.dm()):
            await r.engine.diary.until(lambda: ("caught up", place.id) in r.engine.diary.told)  # noqa: B023
            texts = [it.text for it in heard if it.origin.channel == str(place.id)]
            assert texts == [f"{place.id}-{n}" for n in range(3)]
        held = [it for it in r.engine.diary.told if it[0] in ("heard", "catching up", "caught up")]
        begun = held.index(("catching up", thread.id))
        ended = held.index(("caught up", thread.id))
        assert all(begun < held.index(("heard", f"{thread.id}-{n}")) < ended for n in range(3))
    assert "long ago" not in r.handler.texts
    assert d.rest_calls("GET", rf"/channels/{guild['quiet'].id}/messages") == []


@pytest.mark.slow
async def test_a_resumed_session_reads_nothing_and_a_new_one_does(d: DiscordServer) -> None:
    """After a lost session nobody would hear what was said meanwhile."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d) as r:
        ann.says(general, "one")
        await r.handler.until(1)
        d.gateway.drop()
        ann.says(general, "two")
        await r.handler.until(2)
        assert not d.rest_calls("GET", "/messages$")
        d.clock.ahead += LATER
        d.gateway.invalidate()
        ann.says(general, "three")
        await r.engine.diary.until(lambda: "three" in r.handler.texts)
        ann.says(general, "four")
        await r.engine.diary.until(lambda: "four" in r.handler.texts)
    assert d.rest_calls("GET", "/messages$")


async def test_an_edit_made_while_away_is_heard(d: DiscordServer) -> None:
    """The story would keep a line that its author changed during a restart."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    engine = FakeEngine()
    async with room(d, engine) as r:
        said = ann.says(general, "helo")
        await r.handler.until(1)
    ann.edits(said, "hello")
    async with room(d, engine) as r:
        await r.handler.until(2)
    assert [(it.kind, it.text) for it in r.handler.heard] == [
        (IncomingKind.MESSAGE, "hello"),
        (IncomingKind.EDIT, "hello"),
    ]
    assert r.handler.heard[1].external == f"{said.id}@{said.data['edited_timestamp'].replace('Z', '+00:00')}"


async def test_live_words_wait_for_what_was_missed(d: DiscordServer) -> None:
    """New words would enter the story before older ones that are still being read."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    engine = FakeEngine()
    await _once(d, engine)
    d.clock.ahead += LATER
    ann.says(general, "missed")
    reading = d.faults.hold("GET", "/messages$")
    async with room(d, engine) as r:
        await reading.waiting.wait()
        ann.says(general, "live")
        reading.release()
        await r.engine.diary.until(lambda: "live" in r.handler.texts)
    assert r.handler.texts.index("missed") < r.handler.texts.index("live")


async def test_a_history_that_may_not_be_read_stops_nothing(d: DiscordServer) -> None:
    """One closed channel would keep the mark from moving, and the same history would be read at every start."""
    ann = d.user("Ann")
    guild = d.guild("Home", owner=ann, channels=("general", "other"))
    engine = FakeEngine()
    await _once(d, engine)
    d.clock.ahead += LATER
    said = [ann.says(guild[name], name) for name in ("general", "other")]
    d.faults.fail("GET", rf"/channels/{guild['other'].id}/messages$", 403)
    d.faults.fail("GET", rf"/channels/{guild['general'].id}/messages$", 503)
    async with room(d, engine) as r:
        await r.handler.until(1)
    assert r.handler.texts == ["general"]
    assert int(engine.places.marks["alive"]) >= said[1].id


async def test_three_hundred_messages_of_fifty_channels_are_read_under_rate_limits(d: DiscordServer) -> None:
    """After an outage a busy server would be silent for minutes."""
    ann = d.user("Ann")
    guild = d.guild("Home", owner=ann, channels=tuple(f"c{n}" for n in range(50)))
    engine = FakeEngine()
    await _once(d, engine)
    d.clock.ahead += LATER
    for channel in guild.channels:
        for n in range(6):
            ann.says(channel, f"{n}")
    d.buckets.on = True
    async with room(d, engine) as r:
        await r.handler.until(300)
    assert d.buckets.refused == 0
    assert len({it.external for it in r.handler.heard}) == 300


async def test_the_mark_waits_for_what_is_not_stored(d: DiscordServer) -> None:
    """A kill while a message is being stored would lose it."""
    ann = d.user("Ann")
    guild = d.guild("Home", owner=ann, channels=("general", "other"))
    engine = FakeEngine()
    gate = asyncio.Event()
    async with room(d, engine) as r:
        r.handler.before = lambda it: gate.wait() if it.text == "slow" else None
        slow = ann.says(guild["general"], "slow")
        ann.says(guild["other"], "quick")
        await r.handler.until(1)
    assert int(engine.places.marks["alive"]) < slow.id

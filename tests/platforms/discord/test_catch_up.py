"""What was said while nobody listened."""

import pytest

from engine.values.chats.incoming import IncomingKind
from tests.platforms.discord.room import origin, room
from tests.platforms.room import House
from tests.servers.discord import DiscordServer

LATER = 200  # seconds: beyond the overlap


async def test_what_was_said_while_away_is_answered_once_and_in_order(d: DiscordServer, house: House) -> None:
    """Words said while the house restarts would get no answer, or get it for each line."""
    ann = d.user("Ann")
    guild = d.guild("Home", owner=ann, channels=("general", "other", "quiet"))
    thread = ann.threads(guild["other"], "harbour")
    places = (guild["general"], thread, ann.dm())
    ann.says(guild["quiet"], "long ago", at=d.clock.now() - LATER)
    ann.says(guild["other"], "before")
    async with room(d, house, ann, *places) as r:
        await r.registered()
    d.clock.ahead += LATER
    for place in places:
        for n in range(3):
            ann.says(place, f"{place.id}-{n}", mentions=(d.bot,))
    async with room(d, house) as r:
        for place in places:
            await r.reads(place, "Well.")
    assert len(house.model.generations) == 3
    for place in places:
        [prompt] = [it.prompt for it in house.model.generations if str(place.id) in it.prompt]
        order = [prompt.index(f"{place.id}-{n}") for n in range(3)]
        assert order == sorted(order)
        assert [it for it in r.handler.texts if str(place.id) in it] == [f"{place.id}-{n}" for n in range(3)]
    assert "long ago" not in r.handler.texts
    assert d.rest_calls("GET", rf"/channels/{guild['quiet'].id}/messages") == []


async def test_a_message_whose_event_comes_after_its_history_is_heard_once(d: DiscordServer, house: House) -> None:
    """Its files would be fetched twice, and each command in it looked at twice."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d, house, ann, general) as r:
        d.clock.ahead += LATER
        d.gateway.invalidate()
        ann.says(general, "one")
        await r.handler.hears("one")
        d.gateway.replay(1)
        ann.says(general, "two", mentions=(d.bot,))
        await r.reads(general, "Well.")
        assert r.handler.texts == ["one", "two"]


@pytest.mark.slow
async def test_a_resumed_session_reads_nothing_and_a_new_one_does(d: DiscordServer, house: House) -> None:
    """After a lost session nobody would hear what was said meanwhile."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d, house, ann, general) as r:
        ann.says(general, "one")
        await r.handler.hears("one")
        d.gateway.drop()
        ann.says(general, "two")
        await r.handler.hears("two")
        assert not d.rest_calls("GET", "/messages$")
        d.clock.ahead += LATER
        d.gateway.invalidate()
        ann.says(general, "three")
        await r.handler.hears("three")
        ann.says(general, "four", mentions=(d.bot,))
        await r.reads(general, "Well.")
    assert d.rest_calls("GET", "/messages$")


async def test_an_edit_made_while_away_is_heard(d: DiscordServer, house: House) -> None:
    """The story would keep a line that its author changed during a restart."""
    ann = d.user("Ann")
    dm = ann.dm()
    async with room(d, house, ann, dm) as r:
        said = ann.says(dm, "helo")
        await r.reads(dm, "Well.")
    ann.edits(said, "hello")
    async with room(d, house) as r:
        await r.handler.until(2)
        ann.says(dm, "Can you hear me?")
        await r.reads(dm, "Well.", "Well.")
    before, after = (it.prompt for it in house.model.generations)
    assert "helo" in before
    assert "helo" not in after
    assert "hello" in after
    edit = next(it for it in r.handler.heard if it.kind is IncomingKind.EDIT)
    assert edit.external == f"{said.id}@{said.data['edited_timestamp'].replace('Z', '+00:00')}"


async def test_live_words_wait_for_what_was_missed(d: DiscordServer, house: House) -> None:
    """New words would enter the story before older ones that are still being read."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d, house, ann, general) as r:
        await r.daemon.set(origin(general, ann), "listen", "on")
    d.clock.ahead += LATER
    ann.says(general, "missed")
    reading = d.faults.hold("GET", "/messages$")
    async with room(d, house) as r:
        await reading.waiting.wait()
        ann.says(general, "live", mentions=(d.bot,))
        reading.release()
        await r.reads(general, "Well.")
    [asked] = house.model.generations
    assert 0 < asked.prompt.index("missed") < asked.prompt.index("live")


async def test_a_history_that_may_not_be_read_stops_nothing(d: DiscordServer, house: House) -> None:
    """One closed channel would keep the mark from moving, and the same history would be read at every start."""
    ann = d.user("Ann")
    guild = d.guild("Home", owner=ann, channels=("general", "other"))
    async with room(d, house, ann, guild["general"]):
        pass
    d.clock.ahead += LATER
    said = [ann.says(guild[name], name, mentions=(d.bot,)) for name in ("general", "other")]
    d.faults.fail("GET", rf"/channels/{guild['other'].id}/messages$", 403)
    d.faults.fail("GET", rf"/channels/{guild['general'].id}/messages$", 503)
    async with room(d, house) as r:
        await r.reads(guild["general"], "Well.")
    assert r.handler.texts == ["general"]
    assert int((await house.marks())["alive"]) >= said[1].id


@pytest.mark.share(3)
async def test_three_hundred_messages_of_fifty_channels_are_read_under_rate_limits(
    d: DiscordServer, house: House
) -> None:
    """After an outage a busy server would be silent for minutes."""
    ann = d.user("Ann")
    guild = d.guild("Home", owner=ann, channels=tuple(f"c{n}" for n in range(50)))
    async with room(d, house, ann, guild["c0"]) as r:
        await r.daemon.set(origin(guild["c0"], ann), "listen", "on")
    d.clock.ahead += LATER
    for channel in guild.channels:
        for n in range(6):
            ann.says(channel, f"{n}")
    d.buckets.on = True
    async with room(d, house) as r:
        await r.handler.until(300)
    assert d.buckets.refused == 0
    [kept] = await house.sql("SELECT count(*) FROM inbox WHERE kind = 'message' AND quiet")
    assert kept["count"] == 300


async def test_the_mark_waits_for_what_is_not_stored(d: DiscordServer, house: House) -> None:
    """A kill while a message is being stored would lose it."""
    ann = d.user("Ann")
    guild = d.guild("Home", owner=ann, channels=("general", "other"))
    general, other = guild["general"], guild["other"]
    async with room(d, house, ann, general, other) as r, house.stuck(general.id):
        slow = ann.says(general, "slow", mentions=(d.bot,))
        ann.says(other, "quick", mentions=(d.bot,))
        await r.reads(other, "Well.")
        await r.diary.reads("accepting", "slow")
        await r.client._catch_up.write_mark()
        assert int((await house.marks())["alive"]) < slow.id

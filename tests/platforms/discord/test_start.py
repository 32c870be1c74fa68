"""Getting in, staying in, and saying what is missing."""

import discord
import pytest

from tests.platforms.discord.room import room
from tests.platforms.room import House
from tests.servers.discord import DiscordServer, discord_server


async def test_without_the_content_intent_the_bot_comes_and_tells_its_owners_once(house: House) -> None:
    """The bot would stay away for a switch that was forgotten, or be deaf without a word."""
    async with discord_server(message_content=False) as d:
        ann, ben = d.user("Ann"), d.user("Ben")
        general = d.guild("Home", owner=ann, members=(ben,))["general"]
        for n in range(2):
            async with room(d, house, ann, general) as r:
                ben.says(general, "nobody hears this")
                ben.says(general, "but this", mentions=(d.bot,))
                await r.reads(general, *["Well."] * (n + 1))
                await r.diary.reads("looked", "without-content")
                await r.diary.until(lambda: n or ("mark", "without-content") in r.diary.told)  # noqa: B023
            assert "nobody hears this" not in r.handler.texts
        assert [it.split(".")[0] for it in d.texts(ann.dm())] == [
            "I can only read messages that mention me, replies to me and private chats"
        ]
        d.allows_content(True)
        async with room(d, house, ann, general) as r:
            ben.says(general, "now I am heard")
            await r.handler.hears("now I am heard")


async def test_an_event_that_cannot_be_read_ends_nothing(d: DiscordServer, house: House) -> None:
    """One malformed event would silence the bot everywhere."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d, house, ann, general) as r:
        d.gateway.send("MESSAGE_CREATE", {"id": "not a number"})
        d.gateway.send("INTERACTION_CREATE", {"type": 2})
        d.gateway.send("GUILD_CREATE", {})
        ann.says(general, "go on", mentions=(d.bot,))
        await r.reads(general, "Well.")
        assert sum(it.name == "identify" for it in d.history.of("session")) == 1


async def test_a_client_that_ends_begins_again(d: DiscordServer, house: House) -> None:
    """After a strange word from Discord the bot would stay away until somebody restarts it."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d, house, ann, general) as r:
        d.gateway.drop(code=4000)
        await d.connected(2)
        d.gateway.sessions[0].connection.send("this is no json")  # pyright: ignore[reportOptionalMemberAccess] — it is connected
        await d.connected(3)
        ann.says(general, "still there?", mentions=(d.bot,))
        await r.reads(general, "Well.")


@pytest.mark.share(2)
@pytest.mark.slow
async def test_several_shards_hear_everything(d: DiscordServer, house: House) -> None:
    """A bot of many servers would hear only some of them."""
    ann = d.user("Ann")
    guilds = [d.guild(f"g{n}", owner=ann) for n in range(2)]
    while len({(it.id >> 22) % 2 for it in guilds}) < 2:
        guilds.append(d.guild(f"g{len(guilds)}", owner=ann))
    async with room(d, house, ann, *(it["general"] for it in guilds), ann.dm(), shard_count=2) as r:
        for guild in guilds:
            ann.says(guild["general"], guild.name)
        ann.says(ann.dm(), "in private")
        await r.handler.until(len(guilds) + 1)
    assert set(r.handler.texts) == {"in private", *(it.name for it in guilds)}


@pytest.mark.share(2)
@pytest.mark.slow
async def test_where_the_gateway_is_and_how_many_shards_are_asked_for(d: DiscordServer, house: House) -> None:
    """Who only gives a token would get no connection."""
    ann = d.user("Ann")
    d.world.shards = 2
    async with room(d, house, ann, ann.dm(), gateway_url="") as r:
        ann.says(ann.dm(), "hello")
        await r.reads(ann.dm(), "Well.")
    shards = [it.body["shard"] for it in d.history.of("session") if it.name == "identify"]
    assert shards == [[0, 2], [1, 2]]


async def test_nothing_is_said_of_voice(
    d: DiscordServer, house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two warnings about packages that nobody needs would be the first that an operator reads."""
    monkeypatch.setattr(discord.VoiceClient, "warn_nacl", True)
    monkeypatch.setattr(discord.VoiceClient, "warn_dave", True)
    ann = d.user("Ann")
    async with room(d, house, ann, d.guild("Home", owner=ann)["general"]):
        assert "voice" not in caplog.text

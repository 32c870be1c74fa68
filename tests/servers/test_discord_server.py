"""The Discord test server's messages, rights and gateway, driven by the real discord.py."""

import io
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest

from tests.servers.discord import DiscordServer, Upload, discord_server
from tests.servers.discord_bot import Bot, point_to, running


@pytest.fixture
async def d(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordServer]:
    async with discord_server() as server:
        point_to(server, monkeypatch)
        yield server


async def test_a_message_is_heard_and_answered(d: DiscordServer) -> None:
    """Else no test of a conversation on Discord means anything."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with running(d) as bot:
        said = ann.says(general, "hello", mentions=(d.bot,))
        heard = await bot.gets("message")
        assert (heard.content, heard.author.name, heard.id) == (f"<@{d.bot.id}> hello", "Ann", said.id)
        assert heard.mentions == [bot.user]
        assert heard.guild.me.id == d.bot.id
        assert heard.channel.permissions_for(heard.guild.me).manage_webhooks
        sent = await heard.reply("good day", silent=True)
        await sent.edit(content="good evening")
        assert d.texts(general) == ["good evening"]
        made, changed = d.history.of("message", "edit", client=True)
        assert (made.text, made.silent, changed.text) == ("good day", True, "good evening")
        assert d.notifying(general) == 0
        assert d.messages(general)[1].data["message_reference"]["message_id"] == str(said.id)
        await heard.channel.send("loud")
        assert d.notifying(general) == 1
        assert len(d.rest_calls("POST", "/messages$", 200)) == 2
    assert d.rejected == []


async def test_the_same_nonce_makes_one_message(d: DiscordServer) -> None:
    """Else a reply that is sent twice after a crash would look delivered once."""
    general = d.guild()["general"]
    async with running(d) as bot:
        channel = bot.get_partial_messageable(general.id)
        first = await channel.send("one", nonce="n1")
        assert (await channel.send("one", nonce="n1")).id == first.id
        assert d.texts(general) == ["one"]
        d.clock.ahead += 181
        await channel.send("one", nonce="n1")
        assert d.texts(general) == ["one", "one"]
        with pytest.raises(discord.HTTPException) as refused:
            await channel.send("x", nonce="n" * 26)
    assert refused.value.code == 50035


async def test_history_is_given_newest_first(d: DiscordServer) -> None:
    """Else catching up after a pause is tested against an order Discord does not have."""
    ann = d.user("Ann")
    general = d.guild(owner=ann)["general"]
    said = [ann.says(general, f"{number}", at=d.clock.now() - 600 + number) for number in range(7)]
    async with running(d) as bot:
        assert bot.texts() == []
        channel = bot.get_channel(general.id)
        assert isinstance(channel, discord.TextChannel)
        assert channel.last_message_id == said[-1].id
        async with aiohttp.ClientSession(headers={"Authorization": f"Bot {d.token}"}) as http:
            for query, expected in (
                (f"after={said[1].id}&limit=3", "432"),
                (f"before={said[5].id}&limit=2", "43"),
                (f"around={said[3].id}&limit=3", "432"),
                ("limit=2", "65"),
            ):
                async with http.get(f"{d.api_url}/channels/{general.id}/messages?{query}") as answer:
                    assert answer.headers["Content-Type"] == "application/json"
                    assert "".join(each["content"] for each in await answer.json()) == expected
        assert [each.content async for each in channel.history(after=said[3])] == ["4", "5", "6"]
        assert (await channel.fetch_message(said[0].id)).created_at.timestamp() < d.clock.now() - 500


async def test_refusals_have_the_codes_of_discord(d: DiscordServer) -> None:
    """Else the bot's words about a missing right are shown at the wrong moment."""
    ann, bob = d.user("Ann"), d.user("Bob")
    guild = d.guild(owner=ann, channels=("a", "b", "c"))
    bob.dms_open = False
    d.revokes(guild["a"], "send_messages")
    said = ann.says(guild["c"], "mine")
    async with running(d) as bot:

        async def code(action: object) -> int:
            with pytest.raises(discord.HTTPException) as refused:
                await action  # pyright: ignore[reportGeneralTypeIssues] - any request
            return refused.value.code

        a, b, c = (bot.get_partial_messageable(guild[name].id) for name in "abc")
        assert await code(a.send("x")) == 50013
        d.revokes(guild["b"], "view_channel")
        assert await code(b.send("x")) == 50001
        assert await code(c.send("x" * 2001)) == 50035
        assert await code(c.send(" ")) == 50006
        assert await code(c.fetch_message(1)) == 10008
        assert await code(c.get_partial_message(said.id).edit(content="yours")) == 50005
        assert await code((await bot.fetch_user(bob.id)).send("x")) == 50007
        with pytest.raises(PermissionError):
            bob.says(guild["a"], "x")
        d.grants(guild["a"], "send_messages")
        await a.send("again")
    assert [entry.status for entry in d.rejected] == [403, 403, 400, 400, 404, 403, 403]


async def test_without_the_intent_there_is_no_text(d: DiscordServer) -> None:
    """Else a bot without message content would seem to work."""
    ann = d.user("Ann")
    general = d.guild(owner=ann)["general"]
    d.allows_content(False)
    intents = discord.Intents.all()
    intents.message_content = False
    async with running(d, intents=intents) as bot:
        ann.says(general, "secret", files=[("a.txt", b"a")])
        ann.says(general, "open", mentions=(d.bot,))
        ann.says(ann.dm(), "private")
        await bot.gets("message", lambda message: message.guild is None)
        assert bot.texts() == ["", f"<@{d.bot.id}> open", "private"]
        assert (await bot.get_partial_messageable(general.id).fetch_message(general.last)).content.endswith("open")
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with Bot() as bot:
            await bot.start(d.token)
    with pytest.raises(discord.LoginFailure):
        async with Bot() as bot:
            await bot.start("wrong")


async def test_a_broken_connection_is_resumed(d: DiscordServer) -> None:
    """Else what was said while the line was down would be lost in tests but not in truth, or the other way round."""
    ann = d.user("Ann")
    general = d.guild(owner=ann)["general"]
    async with running(d) as bot:
        ann.says(general, "before")
        await bot.gets("message")
        d.gateway.drop()
        ann.says(general, "meanwhile")
        await bot.gets("resumed")
        ann.says(general, "after")
        await bot.gets("message", lambda message: message.content == "after")
        d.gateway.replay(1, times=2)
        d.gateway.reconnect()
        await d.connected(3)
        assert bot.texts() == ["before", "meanwhile", "after", "after", "after"]
        d.gateway.invalidate()
        await d.history.until(lambda entry: entry.name == "identify", after=d.history.calls()[-1].number)
        await bot.gets("ready", again=True)
        ann.says(general, "new session")
        await bot.gets("message", lambda message: message.content == "new session")


async def test_shards_hear_their_own_guilds(d: DiscordServer) -> None:
    """Else a message could reach two processes, or none."""
    ann = d.user("Ann")
    guilds = [d.guild(f"{number}", owner=ann) for number in range(2)]
    async with (
        running(d, shard_id=0, shard_count=2) as even,
        running(d, shard_id=1, shard_count=2) as odd,
    ):
        for guild in guilds:
            ann.says(guild["general"], f"{(guild.id >> 22) % 2}")
        ann.says(ann.dm(), "dm")
        await even.gets("message", lambda message: message.content == "dm")
        await odd.gets("message")
        assert set(even.texts()) == {"0", "dm"}
        assert set(odd.texts()) == {"1"}


async def test_events_of_people_and_places(d: DiscordServer) -> None:
    """Else edits, deletions, proxies and invitations cannot be tested."""
    ann, bob = d.user("Ann"), d.user("Bob")
    home, away = d.guild("Home", owner=ann), d.guild("Away", owner=ann, joined=False)
    general = home["general"]
    async with running(d) as bot:
        said = ann.says(general, "one")
        ann.previews(said)
        preview = await bot.gets("raw_message_edit")
        assert (preview.data["content"], preview.data["edited_timestamp"]) == ("one", None)
        ann.edits(said, "two")
        edited = await bot.gets("raw_message_edit", lambda raw: raw.data["content"] == "two")
        assert edited.data["edited_timestamp"]
        ann.starts_typing(general)
        assert (await bot.gets("typing")).id == general.id
        proxied = d.proxies(said, "Luna")
        assert (await bot.gets("raw_message_delete")).message_id == said.id
        luna = await bot.gets("message", lambda message: message.webhook_id)
        assert (luna.author.name, luna.content, luna.application_id) == ("Luna", "two", 466378653216014359)
        ann.deletes(proxied, ann.says(general, "x"))
        assert len((await bot.gets("raw_bulk_message_delete")).message_ids) == 2
        d.joins(home, bob)
        assert (await bot.gets("member_join")).id == bob.id
        d.invites(away)
        assert (await bot.gets("guild_join")).name == "Away"
        d.expels(away)
        await bot.gets("guild_remove")
        d.removes(d.channel(home, "new"))
        await bot.gets("guild_channel_delete")
        assert len(await (bot.get_guild(home.id) or pytest.fail("no guild")).query_members("Bo")) == 1


async def test_files_are_served_until_their_link_runs_out(d: DiscordServer) -> None:
    """Else a picture that was kept by its link would seem safe."""
    ann = d.user("Ann")
    general = d.guild(owner=ann)["general"]
    async with running(d) as bot:
        ann.says(
            general, "", files=[("a b.txt", b"text"), Upload("gone.png", missing=True), Upload("big.bin", huge=99999)]
        )
        kept, gone, big = (await bot.gets("message")).attachments
        assert (kept.filename, await kept.read(), big.size, len(await big.read())) == ("a_b.txt", b"text", 99999, 99999)
        with pytest.raises(discord.NotFound):
            await gone.read()
        d.clock.ahead += 86401
        with pytest.raises(discord.NotFound):
            await kept.read()
        again = await bot.get_partial_messageable(general.id).fetch_message(general.last)
        assert await again.attachments[0].read() == b"text"
        sent = await bot.get_partial_messageable(general.id).send(
            "here", file=discord.File(io.BytesIO(b"bytes"), "own.txt")
        )
        assert await sent.attachments[0].read() == b"bytes"

"""The Discord test server's faults, limits and process, with the real discord.py."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest

from tests.servers.discord import DiscordServer, discord_server
from tests.servers.discord_bot import Bot, point_to, running


@pytest.fixture
async def d(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordServer]:
    async with discord_server() as server:
        point_to(server, monkeypatch)
        yield server


async def test_faults_are_met_and_survived(d: DiscordServer) -> None:
    """Else crashes and 502s after acceptance are not what the bot will meet."""
    general = d.guild()["general"]
    async with running(d) as bot:
        channel = bot.get_partial_messageable(general.id)
        d.faults.fail("POST", "/messages$", 502, accepted=True)
        d.faults.fail("POST", "/messages$", 429, retry_after=0.01)
        await channel.send("once", nonce="n")
        assert d.texts(general) == ["once"]
        assert [entry.status for entry in d.rest_calls("POST", "/messages$")] == [200, 502, 429, 200]
        d.faults.cut("POST", "/messages$")
        with pytest.raises((aiohttp.ClientError, discord.HTTPException)):
            await channel.send("taken")
        held = d.faults.hold("POST", "/messages$")
        async with asyncio.TaskGroup() as group:
            group.create_task(channel.send("held"))
            await held.waiting.wait()
            assert d.texts(general) == ["once", "taken"]
            held.release()
        assert d.texts(general) == ["once", "taken", "held"]
    assert d.rejected == []


async def test_buckets_refuse_the_sixth(d: DiscordServer) -> None:
    """Else a bot that is over the limits passes its tests."""
    general = d.guild()["general"]
    d.buckets.on = True
    url = f"{d.api_url}/channels/{general.id}/messages"
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {d.token}"}) as http:
        for left in (4, 3, 2, 1, 0):
            async with http.post(url, json={"content": "x"}) as answer:
                assert answer.headers["X-RateLimit-Remaining"] == str(left)
        async with http.post(url, json={"content": "x"}) as answer:
            assert (answer.status, answer.headers["Via"]) == (429, "1.1 google")
            assert 0 < (await answer.json())["retry_after"] <= 5
        async with http.patch(f"{url}/{general.last}", json={"content": "y"}) as answer:
            assert answer.headers["X-RateLimit-Limit"] == "5"
        async with http.post(f"{d.api_url}/channels/{general.id}/webhooks", json={"name": "h"}) as answer:
            hook = await answer.json()
        for status in (204, 204, 204, 204, 204, 429):
            async with http.post(f"{d.api_url}/webhooks/{hook['id']}/{hook['token']}", json={"content": "x"}) as answer:
                assert answer.status == status
    assert d.buckets.refused == 2


async def test_an_event_nobody_can_read_ends_the_client(d: DiscordServer) -> None:
    """Else nobody learns that the client has to be supervised."""
    d.guild()
    async with Bot() as bot, asyncio.TaskGroup() as group:
        ended = group.create_task(_ends(bot, d.token))
        await bot.gets("ready")
        d.gateway.send("MESSAGE_CREATE", {"id": "1"})
        assert isinstance(await ended, KeyError)


async def test_a_line_that_has_gone_dead_is_left(d: DiscordServer) -> None:
    """Else a bot that hears nothing any more would look alive."""
    ann = d.user("Ann")
    general = d.guild(owner=ann)["general"]
    d.gateway.heartbeat_ms = 50
    async with running(d, heartbeat_timeout=0.3) as bot:
        d.gateway.deaf = True
        await d.history.until(lambda entry: entry.name == "left")
        d.gateway.deaf = False
        ann.says(general, "still there?")
        await bot.gets("message")


async def _ends(bot: Bot, token: str) -> Exception | None:
    try:
        await bot.start(token)
    except Exception as error:
        return error
    return None


async def test_it_can_be_driven_from_another_process() -> None:
    """Else a daemon that is killed and started again cannot be watched from outside."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.servers.discord", "--no-message-content", stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout
    told = json.loads(await process.stdout.readline())
    try:
        async with aiohttp.ClientSession() as http:

            async def order(**what: object) -> dict[str, object]:
                async with http.post(told["control_url"], json=what) as answer:
                    return await answer.json()

            ann = (await order(do="user", args=["Ann"]))["is"]
            guild = (await order(do="guild", kwargs={"owner": ann}))["is"]
            general = guild["channels"][0]  # pyright: ignore[reportIndexIssue] - JSON
            said = (
                await order(do="says", on=ann, args=[general, "hi"], kwargs={"files": [{"file": "a", "b64": "YQ=="}]})
            )["is"]
            assert said["text"] == "hi"  # pyright: ignore[reportIndexIssue] - JSON
            assert (await order(do="says", on=ann))["error"] == "TypeError"
            async with http.get(f"{told['control_url']}/history?after=0") as answer:
                assert [entry["text"] for entry in await answer.json()] == ["hi"]
            async with http.get(f"{told['api_url']}/users/@me") as answer:
                assert (answer.status, (await answer.json())["code"]) == (401, 0)
    finally:
        process.kill()
        await process.wait()

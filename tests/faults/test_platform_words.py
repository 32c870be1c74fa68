"""Words that ping, secrets that slip, texts that are hard to cut, and addresses that lead elsewhere."""

import asyncio
import itertools
import json
import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.values.chats.places import Address
from tests.conftest import NewDatabase
from tests.faults.platform_checker import check, pings_on
from tests.faults.platform_town import Town, rooms, town
from tests.platforms.discord.room import at, spoken
from tests.platforms.discord.room import room as discord_room
from tests.platforms.room import House
from tests.platforms.telegram.room import surface_of
from tests.servers.discord import Upload, discord_server
from tests.servers.model import ModelServer, Script, cut, fail, say
from tests.servers.telegram import telegram_server

pytestmark = [pytest.mark.slow, pytest.mark.share(3)]

PLATFORMS = ("discord", "telegram")
KEY = "canary-of-the-model-5e1f0c"
CODE = "canary-of-the-owner-7b20"
WORDS = "canary-of-the-person-96d4"


@pytest.fixture
async def house(fresh_database: str, tmp_path: Path) -> AsyncIterator[House]:
    """A house where nobody has been."""
    async with ModelServer(lambda _: say("Well.")) as model:
        yield House(fresh_database, tmp_path, model)


_PINGS = (
    "@everyone", "@here", "<@&{role}>", "<@{user}>", "<@!{user}>", "@\u200beveryone", "＠everyone @everyone",
    "||@everyone||", "`@here` @here", "[x](tg://user?id={user})", "tg://user?id={user}", "@ann_{user}",
    "@Ann_{user} hello", "(@ann_{user})", "\u202e@everyone", "@everyone\n@here", "@EVERYONE", "**@here**",
    "<@&{role}> <@{user}>", "hello,@ann_{user}",
)  # fmt: skip
_AROUND = (
    "{}",
    "Well, {} then.",
    "…{}…",
    "{0} {0}",
    "> {}",
    "# {}\n- {}",
    "{}!",
    "\u200d{}",
    "a\n{}\nb",
    "```\n{}\n``` {}",
)


def _texts(number: int, user: int, role: int) -> Iterator[str]:
    every = itertools.cycle(itertools.product(_PINGS, _AROUND))
    for n, (ping, around) in zip(range(number), every, strict=False):
        yield f"{n} " + around.replace("{}", "{0}").format(ping.format(user=user, role=role))


async def test_a_thousand_texts_ping_nobody_on_discord(house: House) -> None:
    """A character that is talked into it rings everybody's phone."""
    async with discord_server() as d:
        ann = d.user("Ann")
        guild = d.guild("Home", owner=ann)
        role = d.promotes(guild, ann, "view_channel")
        places = (at(guild["general"]), at(ann.dm()))
        async with discord_room(d, house, ann, guild["general"], ann.dm()) as r:
            texts = list(_texts(1000, ann.id, role.id))
            first = [await r.surface.send(place, spoken("…", f"t1.{n}")) for n, place in enumerate(places)]
            for n, text in enumerate(texts):
                place = n % 2
                if n % 10 < 2:
                    await r.surface.send(places[place], spoken(text, f"t{n + 2}.0"))
                else:
                    await r.surface.edit(places[place], first[place], spoken(text, f"t1.{place}"))
        calls = [it for it in d.history.calls() if it.method in ("POST", "PATCH") and "/messages" in it.route]
        assert len(calls) >= 900
        assert list(pings_on(d.history)) == []
        said = [it for it in d.world.objects.values() if getattr(it, "client", False)]
        rung = [
            it.data for it in said if it.data["mentions"] or it.data["mention_roles"] or it.data["mention_everyone"]
        ]
        assert rung == []


async def test_a_thousand_texts_ping_nobody_on_telegram() -> None:
    """The same in a Telegram group, where a bare name rings."""
    hand = itertools.count(0.0, 60.0)
    async with telegram_server() as t, surface_of(t, lambda: next(hand)) as surface:
        ann = t.user("Ann")
        group = t.group("Home", [ann])
        place = Address("telegram", str(group.id), str(group.id))
        texts = list(_texts(1000, ann.id, 1))
        message = await surface.it.send(place, spoken("…"))
        for n, text in enumerate(texts):
            if n % 10 < 2:
                await surface.it.send(place, spoken(text, f"t{n + 2}.0"))
            else:
                await surface.it.edit(place, message, spoken(text))
        seen = t.history.of("message", "edit", channel=group.id, client=True)
        assert len(seen) >= 900
        assert [it.text for it in seen if re.search(r"(?<![\w@])@[A-Za-z]\w{2,}", it.text)] == []
        bodies = [it.body for it in t.history.calls() if it.method in ("sendMessage", "editMessageText")]
        assert [it for it in bodies if "parse_mode" in it or "mention" in str(it.get("entities", ""))] == []


_LONG = (
    "".join(f"{n}: 👩‍👩‍👧‍👦🏳️‍🌈 e\u0301\u0302 " for n in range(600)),
    "".join(f"第{n}天，港口的灯又亮了。他说：“潮水来了。”\n\n" for n in range(400)),
    "Look:\n```python\n" + "".join(f"print({n})  # 一行代码 🙂\n" for n in range(300)) + "```\nThat is all.",
    "𠮷" * 5000,
)


def _bare(text: str) -> str:
    """Without what is made anew where a text is cut."""
    return re.sub(r"\s|`+(?:python)?", "", text)


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_hard_texts_arrive_whole(platform: str, new_database: NewDatabase, tmp_path: Path) -> None:
    """A long reply of emoji, Chinese or code is refused by the platform, or is cut in the middle of a letter."""
    async with town(platform, await new_database(), tmp_path) as one:
        places = await rooms(one, private=2, shared=2)
        await one.start()
        for room, text in zip(places, _LONG, strict=True):
            one.model.script(say(*(text[n : n + 400] for n in range(0, len(text), 400))))
            one.says(room)
            await one.rest()
            parts = [_bare(it.text) for it in one.stands(room)]
            greeting, found, behind = "".join(parts).partition(_bare(text))
            assert (bool(greeting), bool(found), behind) == (True, True, "")
            assert len([it for it in parts if it not in greeting]) >= 2
        await check(one)


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_secrets_stay_secret(platform: str, new_database: NewDatabase, tmp_path: Path) -> None:
    """Somebody asks for help with a log, and everybody who reads it can speak as the bot, or reads private talk."""
    names: dict[str, Any] = {"LOG": "debug", "CHAT__KEY": KEY, "OWNER_CODE": CODE}
    async with town(platform, await new_database(), tmp_path, **names) as one:
        one.chunks, one.pace = 3, 0.0
        [room, *_] = await rooms(one, private=1, shared=1)
        await one.settle_in()
        refusals = (
            *(fail(status, f"Incorrect {KEY}: {WORDS}", WORDS) for status in (401, 400, 404, 422, 500)),
            Script(status=400, body=f"{KEY} {WORDS}"),
            Script(["begun", {"error": {"message": f"{KEY} {WORDS}", "code": 400}}]),
            *(cut("begun"), Script(body=f"<html>{WORDS}"), say()),
        )
        for refusal in refusals:
            one.model.script(refusal, refusal, refusal)
            asked = one.seat.says(one.owner_of(room), room, f"and now, {WORDS}?")
            await one.heard(room, asked)
            await one.becomes("SELECT bool_and(outcome IS NOT NULL) FROM inbox")
            await one.becomes("SELECT bool_and(state <> 'running') FROM turn")
            one.model._queue.clear()
        await _trouble(one)
        stranger = one.seat.person("Eve", "en")
        outside = one.seat.private(stranger)
        one.seat.says(stranger, outside, "let me in")
        one.seat.says(stranger, outside, CODE[:-1])
        await one.seat.waits(lambda: one.stands(outside))
        await one.daemon.terminate()
        secrets = (KEY, CODE, one.server.token, one.server.token.partition(":")[2] or KEY)
        assert one.daemon.log.read_text("utf-8").count("model attempt failed") >= len(refusals)
        assert [it for it in await _leaks(one, secrets) if it[0] != "printed" or it[1] != CODE] == []
        assert [it for it in await _leaks(one, (WORDS,)) if it[0] not in ("prompts", "tables")] == []
        assert await one.sql.fetch("SELECT * FROM outbox AS it WHERE strpos(it::text, $1) > 0", WORDS) == []
        assert await one.sql.fetch("SELECT * FROM turn AS it WHERE strpos(it::text, $1) > 0", WORDS) == []
        assert await one.sql.fetch("SELECT * FROM due AS it WHERE strpos(it::text, $1) > 0", WORDS) == []


async def _trouble(one: Town) -> None:
    """Every kind of failure that the platform knows, while somebody talks."""
    if one.is_discord:
        one.server.faults.fail("POST", "/messages$", 500, says=WORDS)
        one.server.faults.fail("POST", "/webhooks/", 403, says=WORDS)
        one.server.faults.fail("POST", "/messages$", 400, says=WORDS)
        one.server.faults.cut("PATCH", "/messages/")
        one.server.gateway.drop(code=4000)
        one.server.gateway.send("MESSAGE_CREATE", {"id": "x", "token": one.server.token})
    else:
        for status in (500, 400, 403):
            one.server.faults.fail("sendMessage", status, says=WORDS)
        one.server.faults.cut("getUpdates")
        one.server.faults.fail("getUpdates", 502)
        one.server.updates.add("message", {"message_id": one.server.token, "text": WORDS})
    for room, person in one.rooms:
        await one.heard(room, one.seat.says(person, room, "are you there?"))
    await one.becomes("SELECT bool_and(outcome IS NOT NULL) FROM inbox")
    await one.becomes("SELECT bool_and(state <> 'running') FROM turn")


async def _leaks(one: Town, secrets: tuple[str, ...]) -> list[tuple[str, str, str]]:
    """Where a secret is to be read."""
    tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    rows = [
        await one.sql.fetch(f'SELECT to_jsonb(it)::text FROM "{name[0]}" AS it') for name in await one.sql.fetch(tables)
    ]
    seen = [f"{it.text} {json.dumps(it.body, default=repr)}" for it in one.seat.history if it.client]
    shown = [it for it in seen if '"token"' not in it]
    places = {
        "log": one.daemon.log.read_text("utf-8", "replace"),
        "printed": "\n".join(one.daemon.said),
        "seen": "\n".join(shown),
        "tables": "\n".join(row[0] for table in rows for row in table),
        "prompts": "\n".join(one.prompts()),
    }
    return [
        (name, secret, text[max(0, text.index(secret) - 200) : text.index(secret) + 60])
        for name, text in places.items()
        for secret in secrets
        if secret in text
    ]


_ELSEWHERE = (
    "http://127.0.0.1:1/x", "http://127.1:1/x", "http://2130706433:1/", "http://0x7f000001:1/", "http://0177.0.0.1:1/",
    "http://0:1/", "http://0.0.0.0:1/", "http://localhost:1/", "http://LOCALHOST:1/", "http://localhost.:1/",
    "http://[::1]:1/", "http://[::]:1/", "http://[::ffff:127.0.0.1]:1/", "http://[::ffff:10.0.0.1]/",
    "http://[fe80::1]/", "http://[fd00::1]/", "http://10.0.0.1/", "http://172.16.0.1/", "http://192.168.0.1/",
    "http://169.254.169.254/latest/meta-data", "http://metadata.google.internal/", "http://100.100.100.200/",
    "file:///etc/passwd", "gopher://127.0.0.1:1/_x", "ftp://127.0.0.1/", "data:text/plain,x", "dict://127.0.0.1:1/",
    "unix:///tmp/socket", "//127.0.0.1:1/x", "/etc/passwd", "127.0.0.1:1", "http:127.0.0.1:1", "http://127.0.0.1:nope/",
    "{cdn}@127.0.0.1:1/x", "http://user:pass@127.0.0.1:1/", "http://①②⑦.⓪.⓪.①:1/", "http://127。0。0。1:1/",
    "https://cdn.discordapp.com/x", "http://evil.example/?{cdn}", "http://127.0.0.1:1#{cdn}/",
)  # fmt: skip

_watching: list[list[Any]] = []


def _spy(event: str, arguments: tuple[Any, ...]) -> None:
    if event in ("socket.connect", "socket.getaddrinfo"):
        for seen in _watching:
            seen.append(arguments[1] if event == "socket.connect" else arguments[:2])


sys.addaudithook(_spy)


@contextmanager
def _connections() -> Iterator[list[Any]]:
    """Everything that this process connects to or looks up meanwhile."""
    _watching.append(seen := [])
    try:
        yield seen
    finally:
        _watching.remove(seen)


async def test_forty_addresses_that_lead_elsewhere(house: House) -> None:
    """A forged attachment makes the house call addresses inside its own network."""
    assert len(_ELSEWHERE) == 40
    async with discord_server() as d:
        ann = d.user("Ann")
        async with discord_room(d, house, ann, ann.dm()) as r:
            with _connections() as seen:
                for start in range(0, 40, 10):
                    files = [Upload(f"a{n}.png", b"x") for n in range(10)]
                    said = ann.says(ann.dm(), "look", files=files, heard=False)
                    for attachment, url in zip(said.data["attachments"], _ELSEWHERE[start : start + 10], strict=True):
                        attachment["url"] = attachment["proxy_url"] = url.replace(
                            "{cdn}", d.cdn_url.removesuffix("/cdn")
                        )
                    d.gateway.send("MESSAGE_CREATE", said.data)
                heard = await r.handler.until(4)
                _, writer = await asyncio.open_connection("127.0.0.1", d.port)
                writer.close()
        home = d.port
        assert seen
        known = [it for it in seen if (".PGSQL." in it if isinstance(it, str) else it[1] == home)]  # the database too
        assert [it for it in seen if it not in known] == []
        assert [it.files for it in heard] == [()] * 4

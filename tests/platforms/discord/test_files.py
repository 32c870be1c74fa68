"""Files that come with messages."""

from typing import Any

import pytest

from bot.discord import attachments
from tests.platforms.discord.room import room
from tests.platforms.room import House
from tests.servers.discord import DiscordServer, Upload


async def test_files_are_stored_with_their_message(d: DiscordServer, house: House) -> None:
    """A picture would be gone within a day, when Discord's link to it expires."""
    ann = d.user("Ann")
    async with room(d, house, ann, ann.dm()) as r:
        ann.says(ann.dm(), "look", files=[("cat.png", b"\x89PNG cat"), ("notes.txt", b"words")])
        [heard] = await r.handler.until(1)
    assert [(it.filename, it.data) for it in heard.files] == [("cat.png", b"\x89PNG cat"), ("notes.txt", b"words")]
    assert heard.files[0].media_type == "image/png"
    assert heard.text == "look"
    kept = await house.sql("SELECT bytes FROM blob WHERE media_type <> 'image/png' OR length(bytes) < 10")
    assert {it["bytes"] for it in kept} == {b"\x89PNG cat", b"words"}


async def test_a_file_that_cannot_be_had_is_named(
    d: DiscordServer, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message would be lost with the file, or the character would not know that something was sent."""
    ann = d.user("Ann")
    monkeypatch.setattr(attachments, "MOST_BYTES", 100)
    monkeypatch.setattr(attachments, "MOST_FILES", 2)
    async with room(d, house, ann, ann.dm()) as r:
        ann.says(ann.dm(), "look", files=[("big.bin", bytes(101)), ("small.txt", b"ok"), ("third.txt", b"ok")])
        [heard] = await r.handler.until(1)
    assert [it.filename for it in heard.files] == ["small.txt"]
    assert heard.text.splitlines()[0] == "look"
    assert "big.bin" in heard.text
    assert "third.txt" in heard.text


@pytest.mark.share(2)
@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:1/x",
        "http://[::ffff:127.0.0.1]/x",
        "http://169.254.169.254/latest/meta-data",
        "file:///etc/passwd",
        "gopher://127.0.0.1/",
        "//127.0.0.1/x",
        "http://127.0.0.1:notaport/",
        "{cdn}@evil.example/x",
        "https://cdn.discordapp.com/x",
        "",
    ],
)
async def test_nothing_is_fetched_from_elsewhere(d: DiscordServer, house: House, url: str) -> None:
    """A forged message would make the house call addresses inside its own network."""
    ann = d.user("Ann")
    asked: list[Any] = []
    async with room(d, house, ann, ann.dm()) as r:
        session = _session(r)
        original = session._request

        async def spy(method: str, where: Any, **more: Any) -> Any:
            asked.append(str(where))
            return await original(method, where, **more)

        session._request = spy
        said = ann.says(ann.dm(), "look", files=[Upload("a.png", b"x")], heard=False)
        said.data["attachments"][0]["url"] = url.format(cdn=d.cdn_url.removesuffix("/cdn"))
        d.gateway.send("MESSAGE_CREATE", said.data)
        [heard] = await r.handler.until(1)
    assert heard.files == ()
    assert "a.png" in heard.text
    assert not [it for it in asked if not it.startswith(d.api_url)]


async def test_a_redirect_is_not_followed(d: DiscordServer, house: House) -> None:
    """The same by way of Discord's own host."""
    ann = d.user("Ann")
    async with room(d, house, ann, ann.dm()) as r:
        said = ann.says(ann.dm(), "look", files=[Upload("a.png", b"x")], heard=False)
        said.data["attachments"][0]["url"] = f"{d.cdn_url}/nowhere"
        d.gateway.send("MESSAGE_CREATE", said.data)
        [heard] = await r.handler.until(1)
    assert "a.png" in heard.text


def _session(r: Any) -> Any:
    return r.client._link.client.http._HTTPClient__session

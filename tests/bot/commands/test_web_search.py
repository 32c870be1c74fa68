"""Looking things up on the web, as people do it by command, in both languages."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.commands.framework.table import table_for
from bot.handler import Handler
from bot.words.localise import Speech
from engine.actions.house import access, settings
from engine.config.searching import SearchConfig
from engine.values.chats.outgoing import PartLimit
from tests.bot.commands.test_order import ADMIN, CODE, MEMBER, Somebody, words
from tests.bot.visitor import now
from tests.connections import engine_at
from tests.servers.model import ModelServer, say
from tests.servers.search import SearXngServer, found, row, says
from tests.turns.room import config_for, new_origin

RAIN = row("Lisbon weather", "http://10.0.0.1/lisbon", "Rain until the evening, 17 degrees.", "2026-03-02T08:00:00")


@pytest.fixture
async def searxng() -> AsyncIterator[SearXngServer]:
    async with SearXngServer() as server:
        server.answer = found(RAIN)
        yield server


@pytest.fixture
async def owner(database_url: str, tmp_path: Path, searxng: SearXngServer) -> AsyncIterator[Somebody]:
    """The owner, in a server that is open, in a house that can search."""
    origin = replace(new_origin(), space="guild", channel="room", space_title="Inn", channel_title="#room")
    async with ModelServer() as model:
        model.answer = lambda _: say("Yes.")
        config = config_for(database_url, tmp_path, model)
        config = config.model_copy(update={"owner_code": SecretStr(CODE), "search": SearchConfig(url=searxng.url)})
        async with engine_at(config, name="test", platforms={origin.platform: PartLimit(2000)}) as engine:
            ann = Somebody(engine, Handler(engine, table_for("discord"), Speech(), now, "en"), model, origin, MEMBER)
            await ann.says(CODE)
            here = await engine.places.resolve(origin)
            await access.open_space(engine.ctx, here, here.space)
            await settings.put(engine.ctx, here, "space", "debounce", "0")  # type: ignore[arg-type] - the word itself
            yield ann


async def test_managers_alone_let_a_chat_search(owner: Somebody, searxng: SearXngServer) -> None:
    """Anybody lets what is said in a server go to a search engine."""
    guest, admin = owner.named("Cleo"), owner.named("Bob", ADMIN)
    assert "Web search is off here" in words(await guest.uses("/search weather in Lisbon"))
    await guest.uses("/settings search auto")
    assert "Web search is off here" in words(await guest.uses("/search weather in Lisbon"))
    assert searxng.asked == []
    await admin.uses("/settings search auto")
    assert "Lisbon weather" in words(await guest.uses("/search weather in Lisbon"))


async def test_search_shows_pages_and_brings_them_to_the_next_reply(owner: Somebody, searxng: SearXngServer) -> None:
    """What was found cannot be read, or the character never learns of it."""
    await owner.uses("/settings search auto")
    listed = await owner.uses("/search weather in Lisbon")
    shown = words(listed)
    assert "Found for “weather in Lisbon” by SearXNG: 1" in shown
    assert "Lisbon weather: 10.0.0.1 · 2026-03-02 · Rain until the evening, 17 degrees." in shown
    assert [it.label for it in listed.choices] == ["Use in chat"]
    page = await owner.uses("/search more 1")
    assert "http://10.0.0.1/lisbon" in words(page)
    assert "The next reply will know" in words(await owner.uses("/search use"))
    await owner.says("And?")
    await owner.idle()
    assert "Rain until the evening" in owner.model.generations[-1].prompt


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("/search", "Say what to look for"),
        ("/search more 7", "There is no page with this number"),
        ("/search use", "First look something up"),
        ("/search bob@example.org", "Say what to look for"),
        ("/搜索 详情 7", "没有这个编号的网页"),
        ("/搜索", "说说要查什么"),
    ],
)
async def test_what_cannot_be_looked_up_says_what_to_do(owner: Somebody, line: str, answer: str) -> None:
    """A search without words fails without a word, or sends an address out."""
    await owner.uses("/settings search auto")
    if not line.isascii():
        await owner.uses("/me language zh")
    assert answer in words(await owner.uses(line))


async def test_a_dead_search_says_so(owner: Somebody, searxng: SearXngServer) -> None:
    """The answer seems to be that there is nothing on the web."""
    await owner.uses("/settings search auto")
    searxng.answer = says(500, {})
    assert "did not answer" in words(await owner.uses("/search weather in Lisbon"))
    searxng.answer = found()
    assert "Nothing was found" in words(await owner.uses("/search weather in Porto"))


async def test_why_says_where_an_answer_is_from(owner: Somebody) -> None:
    """Whoever asks why a reply says something does not learn that it was looked up."""
    await owner.uses("/settings search auto")
    await owner.says("What's the weather in Lisbon today?")
    await owner.idle()
    assert "Web: looked up at SearXNG, words by" in words(await owner.uses("/why"))
    await owner.uses("/me language zh")
    assert "联网：查自 SearXNG" in words(await owner.uses("/为什么"))

"""Looking something up: who is asked, what is kept, and that nobody waits longer than they want to."""

import asyncio
from collections.abc import Callable, Sequence

import pytest
import structlog
from aiohttp import web
from pydantic import SecretStr

from engine.llm.http import Http
from engine.values.search import SearchHit
from engine.web.providers import Brave, SearXng
from engine.web.reader import PageReader
from engine.web.search import KEPT_SECONDS, LAST_SECONDS, MOST_KEPT, PROVIDER_SECONDS, WebSearch
from engine.work.clock import HandClock
from engine.work.tasks import Tasks
from tests.servers.pages import SENTENCES, PageServer
from tests.servers.search import (
    BraveServer,
    LoopbackSite,
    SearXngServer,
    brave_error,
    brave_found,
    brave_row,
    found,
    row,
    says,
)


class Texts:
    """Reads pages out of its head; a page that it does not know is read for ever."""

    def __init__(self, **known: str) -> None:
        self.known = {f"https://{name}.example/": text for name, text in known.items()}
        self.read_pages: list[str] = []
        self.left: list[str] = []
        self._began = asyncio.Condition()

    async def read(self, url: str) -> str:
        async with self._began:
            self.read_pages.append(url)
            self._began.notify_all()
        try:
            if url not in self.known:
                await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.left.append(url)
            raise
        return self.known[url]

    async def began(self, count: int) -> None:
        async with asyncio.timeout(60), self._began:
            await self._began.wait_for(lambda: len(self.read_pages) >= count)


def rows(*names: str) -> list[dict[str, object]]:
    return [row(name, f"https://{name}.example/", f"About {name}.") for name in names]


def names(hits: Sequence[SearchHit]) -> list[str]:
    return [it.title for it in hits]


@pytest.fixture
def texts() -> Texts:
    return Texts(**{name: f"The text of {name}." for name in "abcdefghij"})


Make = Callable[..., WebSearch]


@pytest.fixture
def make(searxng: SearXngServer, brave: BraveServer, http: Http, clock: HandClock, tasks: Tasks, texts: Texts) -> Make:
    own, paid = SearXng(searxng.url, http), Brave(SecretStr("BSA-example"), http, brave.url)

    def made(order: str = "own paid", reader: object = texts) -> WebSearch:
        providers = {"own": own, "paid": paid}
        return WebSearch([providers[it] for it in order.split()], reader, clock, tasks)  # pyright: ignore[reportArgumentType] - a reader of a test

    return made


async def test_what_is_found_is_told_with_the_text_of_the_best_two(searxng: SearXngServer, make: Make) -> None:
    """A character would know no more than the excerpts, or the reply would wait for ten pages."""
    searxng.answer = found(*rows("a", "b", "c"))
    found_out = await make().look_up(["lamp"])
    assert (found_out.queries, found_out.provider, found_out.cached, found_out.failures) == (
        ("lamp",),
        "SearXNG",
        False,
        (),
    )
    assert [(it.title, it.text) for it in found_out.hits] == [
        ("a", "The text of a."),
        ("b", "The text of b."),
        ("c", ""),
    ]


async def test_several_queries_are_told_in_turn_and_every_page_once(searxng: SearXngServer, make: Make) -> None:
    """What the second question found would never be told; a page that both found would be told twice."""
    by_query = {"one": rows("a", "b", "c"), "two": [row("A", "http://www.A.example#top"), *rows("d", "b")]}
    searxng.answer = lambda request: found(*by_query[request.query["q"]])(request)
    searched = await make().look_up(["one", " two ", "one", ""], count=4)
    assert searched.queries == ("one", "two")
    assert names(searched.hits) == ["a", "b", "d", "c"]
    assert len(searxng.asked) == 2


async def test_where_searxng_fails_brave_is_asked(searxng: SearXngServer, brave: BraveServer, make: Make) -> None:
    """One provider that is away would be the end of all searches, or nobody would learn that it is."""
    searxng.answer = says(500, {"error": "lamp"})
    brave.answer = brave_found(brave_row("a", "https://a.example/"))
    with structlog.testing.capture_logs() as lines:
        searched = await make().look_up(["lamp"])
    assert (searched.provider, names(searched.hits)) == ("Brave", ["a"])
    assert searched.failures == (("SearXNG", "error-search-failed"),)
    assert [(it["event"], it["provider"], it["error"], it["status"]) for it in lines] == [
        ("search failed", "SearXNG", "SearchFailed", 500)
    ]
    assert "lamp" not in str(lines)


async def test_where_brave_fails_searxng_is_asked(searxng: SearXngServer, brave: BraveServer, make: Make) -> None:
    """The same the other way round."""
    brave.answer = lambda _: brave_error(429, "RATE_LIMITED")
    searxng.answer = found(*rows("a"))
    searched = await make("paid own").look_up(["lamp"])
    assert (searched.provider, names(searched.hits)) == ("SearXNG", ["a"])
    assert searched.failures == (("Brave", "error-search-rate"),)


async def test_a_query_that_one_does_not_answer_is_asked_of_the_other(
    searxng: SearXngServer, brave: BraveServer, make: Make
) -> None:
    """Of two questions one would have no answer."""
    searxng.answer = lambda request: (found(*rows("a")) if request.query["q"] == "one" else says(500, {}))(request)
    brave.answer = brave_found(brave_row("b", "https://b.example/"))
    searched = await make().look_up(["one", "two"])
    assert (searched.provider, names(searched.hits)) == ("SearXNG, Brave", ["a", "b"])


async def test_where_all_fail_the_reasons_are_told(searxng: SearXngServer, brave: BraveServer, make: Make) -> None:
    """A search that found nothing and one that failed would look alike, or the reply would be an error."""
    searxng.answer = says(200, "<html>", "text/html")
    brave.key = "another"
    search = make()
    searched = await search.look_up(["lamp", "keeper"])
    assert (searched.provider, searched.hits, searched.cached) == ("", (), False)
    assert searched.failures == (("SearXNG", "error-search-unreadable"), ("Brave", "error-search-key"))
    searxng.answer = found(*rows("a"))
    assert names((await search.look_up(["lamp"])).hits) == ["a"], "a failure is not kept"


async def test_who_is_silent_is_left_for_the_next(
    searxng: SearXngServer, brave: BraveServer, make: Make, clock: HandClock
) -> None:
    """A provider that hangs would take all the time, and the other one would never be asked."""
    searxng.gate = asyncio.Event()
    brave.answer = brave_found(brave_row("a", "https://a.example/"))
    looking = asyncio.ensure_future(make().look_up(["lamp"]))
    await searxng.arrived()
    clock.advance(PROVIDER_SECONDS)
    searched = await looking
    assert (searched.provider, names(searched.hits)) == ("Brave", ["a"])
    assert searched.failures == (("SearXNG", "error-search-silent"),)


async def test_what_was_found_is_known_for_a_quarter_of_an_hour(
    searxng: SearXngServer, make: Make, clock: HandClock, texts: Texts
) -> None:
    """The same question of five people would be asked, and paid, five times; or the news be those of yesterday."""
    searxng.answer = found(*rows("a"))
    search = make()
    first = await search.look_up(["lamp"])
    clock.advance(KEPT_SECONDS - 1)
    again = await search.look_up([" lamp "])
    assert (again.hits, again.cached, again.provider) == (first.hits, True, "SearXNG")
    assert (len(searxng.asked), len(texts.read_pages)) == (1, 1)
    for other in ({"language": "zh"}, {"count": 2}):
        assert not (await search.look_up(["lamp"], **other)).cached  # pyright: ignore[reportArgumentType] - one of two options
    assert not (await search.look_up(["lamp", "new"])).cached
    clock.advance(1)
    assert not (await search.look_up(["lamp"])).cached


async def test_no_more_is_kept_than_has_room(searxng: SearXngServer, make: Make) -> None:
    """A year of searches would fill the memory."""
    search = make()
    await search.look_up([f"question {number}" for number in range(MOST_KEPT)])
    assert (await search.look_up(["question 0"])).cached
    await search.look_up(["one more"])
    assert not (await search.look_up(["question 0"])).cached
    assert (await search.look_up([f"question {MOST_KEPT - 1}"])).cached


async def test_a_question_is_asked_once_at_a_time(searxng: SearXngServer, make: Make) -> None:
    """A whole channel that wonders at once would be asked for as often as it has people."""
    searxng.answer = found(*rows("a"))
    searxng.gate = asyncio.Event()
    search = make()
    several = [asyncio.ensure_future(search.look_up(["lamp"])) for _ in range(5)]
    await searxng.arrived()
    several[0].cancel()  # who asked first is gone, and the others still get their answer
    searxng.gate.set()
    assert [names((await it).hits) for it in several[1:]] == [["a"]] * 4
    assert len(searxng.asked) == 1
    with pytest.raises(asyncio.CancelledError):
        await several[0]


async def test_a_page_that_is_not_read_in_time_is_left(
    searxng: SearXngServer, make: Make, clock: HandClock, texts: Texts
) -> None:
    """A page that hangs would hold up the reply, or cost what the others say."""
    searxng.answer = found(*rows("slow", "a"))
    looking = asyncio.ensure_future(make().look_up(["lamp"], seconds=6.0))
    await texts.began(2)
    clock.advance(6.0)
    assert [(it.title, it.text) for it in (await looking).hits] == [("slow", ""), ("a", "The text of a.")]
    assert texts.left == ["https://slow.example/"]


class HalfSilent(SearXngServer):
    """Answers all questions but one."""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.query["q"] == "late":
            await asyncio.Event().wait()
        return await super().handle(request)


async def test_a_query_without_an_answer_does_not_cost_the_pages_of_the_others(
    http: Http, clock: HandClock, tasks: Tasks, texts: Texts
) -> None:
    """Nothing would be read before the time is over; or nothing would be told at all."""
    async with HalfSilent() as server:
        server.answer = found(*rows("slow"))
        search = WebSearch([SearXng(server.url, http)], texts, clock, tasks)
        looking = asyncio.ensure_future(search.look_up(["quick", "late"], seconds=6.0))
        await server.arrived(2)
        other = asyncio.ensure_future(search.look_up(["quick"]))
        await texts.began(1)  # by the other, so the answer is there
        clock.advance(4.0)
        await texts.began(2)
        clock.advance(2.0)
        assert names((await looking).hits) == ["slow"]
        assert names((await other).hits) == ["slow"]
        clock.advance(LAST_SECONDS)


async def test_nothing_in_time_is_nothing(searxng: SearXngServer, make: Make, clock: HandClock) -> None:
    """A reply would wait as long as the search does."""
    searxng.gate = asyncio.Event()
    search = make("own")
    looking = asyncio.ensure_future(search.look_up(["lamp"], seconds=6.0))
    await searxng.arrived()
    for _ in range(2):  # of its two waits: for time to read pages, and for any answer at all
        clock.advance(5.0)
        for _ in range(20):
            await asyncio.sleep(0)
    searched = await looking
    assert (searched.hits, searched.cached) == ((), False)


async def test_who_leaves_stops_reading(searxng: SearXngServer, make: Make, texts: Texts) -> None:
    """Pages would be read for a reply that nobody wants any more."""
    searxng.answer = found(*rows("slow", "slower"))
    looking = asyncio.ensure_future(make().look_up(["lamp"]))
    await texts.began(2)
    looking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await looking
    assert sorted(texts.left) == ["https://slow.example/", "https://slower.example/"]


async def test_searches_end_with_the_daemon(searxng: SearXngServer, http: Http, clock: HandClock, texts: Texts) -> None:
    """The daemon would not stop while a provider is silent."""
    searxng.gate = asyncio.Event()
    tasks = Tasks()
    looking = asyncio.ensure_future(WebSearch([SearXng(searxng.url, http)], texts, clock, tasks).look_up(["lamp"]))
    await searxng.arrived()
    await tasks.stop()
    assert (await looking).hits == ()


async def test_nobody_to_ask_and_nothing_to_ask(make: Make, texts: Texts) -> None:
    """A search without a provider, or without words, would be an error."""
    assert (await make("").look_up(["lamp"])).hits == ()
    nothing = await make().look_up(["", "  "])
    assert (nothing.queries, nothing.hits, nothing.cached) == ((), (), False)
    assert texts.read_pages == []


async def test_pages_are_read_from_the_web(
    searxng: SearXngServer, make: Make, reader: PageReader, site: PageServer, at: Callable[[str], str]
) -> None:
    """All parts work, and not together."""
    private: LoopbackSite = searxng
    searxng.answer = found(row("Lamp", at("/")), row("Trap", f"{private.url}/search?q=lamp&format=json"))
    searched = await make(reader=reader).look_up(["lamp"])
    assert SENTENCES[0] in searched.hits[0].text
    assert (searched.hits[1].title, searched.hits[1].text) == ("Trap", "")
    assert (len(searxng.asked), len(site.asked)) == (1, 1)

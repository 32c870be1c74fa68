"""Providers of web search: what they answer is read, and each way in which they fail says what to do."""

import logging
import socket
from collections.abc import Callable
from datetime import date
from urllib.parse import quote

import pytest
import structlog
from pydantic import SecretStr

from bot.words.localise import Speech
from engine.errors import (
    SearchEnginesSilent,
    SearchError,
    SearchFailed,
    SearchFormatOff,
    SearchKeyRefused,
    SearchRateLimited,
    SearchUnreachable,
    SearchUnreadable,
)
from engine.llm.http import Http
from engine.values.house.setting_choices import Language
from engine.values.search import SearchHit
from engine.web.found import asked_words
from engine.web.providers import Brave, SearXng
from tests.servers.search import (
    HTML,
    BraveServer,
    Handle,
    SearXngServer,
    brave_error,
    brave_found,
    brave_row,
    found,
    row,
    says,
)

CANARY = "BSA-canary-4f1e9a77"
WORDS = "the-persons-own-words"


def brave_at(server: BraveServer, http: Http, key: str = "BSA-example") -> Brave:
    return Brave(SecretStr(key), http, server.url)


async def test_searxng_finds_pages(searxng: SearXngServer, http: Http) -> None:
    """A character could look nothing up."""
    searxng.answer = found(
        row(
            "The &amp; lamp", "https://www.lamp.example/a", "It\n shines  &quot;far&quot;.", "2026-03-04T05:06:07+00:00"
        ),
        row("Mail", "mailto:a@b.example"),
        row("", "https://no-title.example/"),
        row("Text", "javascript:alert(1)"),
        row("灯塔", "http://灯塔.example/路", "看守人。", "gestern"),
        row("Third", "https://third.example/"),
    )
    hits = await SearXng(searxng.url, http).search("lamp  keeper", 2, "zh")
    assert hits == [
        SearchHit("The & lamp", "https://www.lamp.example/a", "lamp.example", 'It shines "far".', "", date(2026, 3, 4)),
        SearchHit("灯塔", "http://灯塔.example/路", "灯塔.example", "看守人。"),
    ]
    asked = searxng.asked[0]
    assert dict(asked.query) == {"q": "lamp keeper", "format": "json", "language": "zh", "safesearch": "1"}


async def test_searxng_with_its_limiter_answers(http: Http) -> None:
    """It turns away whoever asks as no browser does, and every search would be too many."""
    async with SearXngServer(limiter=True) as server:
        server.answer = found(row("Lamp", "https://lamp.example/"))
        assert len(await SearXng(server.url, http).search("lamp", 5, "")) == 1


@pytest.mark.parametrize("tail", ["", "/", "/search", "/search/", "/search?q=x"])
async def test_the_address_of_searxng_may_be_copied_from_a_browser(
    searxng: SearXngServer, http: Http, tail: str
) -> None:
    """Somebody who copies what their browser shows would find nothing."""
    assert await SearXng(searxng.url + tail, http).search("lamp", 5, "en") == []
    assert searxng.asked[0].path == "/search"


async def test_a_password_before_searxng_goes_into_a_header(searxng: SearXngServer, http: Http) -> None:
    """Who keeps strangers away by a password could not search; in the address it would lie in logs."""
    await SearXng(searxng.url.replace("//", f"//me:{quote('p@ss')}@"), http).search("lamp", 5, "en")
    assert searxng.asked[0].headers["Authorization"] == "Basic bWU6cEBzcw=="
    assert "@" not in searxng.asked[0].host


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("!!g cats", "g cats"),
        (":zh cats <3 !images ?", "zh cats 3 images"),
        ("what? now: a<b", "what? now: a<b"),
        ("  a \n b\t", "a b"),
        ("w " * 99, "w " * 49 + "w"),
        ("灯" * 999, "灯" * 400),
        ("!! : ?", ""),
    ],
)
def test_a_query_is_words_alone(query: str, asked: str) -> None:
    """A model's words would lead SearXNG to another site, or Brave would refuse them all."""
    assert asked_words(query) == asked


async def test_brave_finds_pages(brave: BraveServer, http: Http) -> None:
    """Whoever has a key and no SearXNG could look nothing up."""
    brave.answer = brave_found(
        brave_row(
            "The <strong>lamp</strong>",
            "https://lamp.example/",
            "It <strong>shines</strong> &amp; a < b.",
            page_age="2026-03-04T05:06:07",
        ),
        brave_row("Second", "https://second.example/", "", extra_snippets=["One.", 7, "Two."], age="2 days ago"),
    )
    hits = await brave_at(brave, http, " BSA-example\n").search("lamp", 5, "zh")
    assert hits == [
        SearchHit("The lamp", "https://lamp.example/", "lamp.example", "It shines & a < b.", "", date(2026, 3, 4)),
        SearchHit("Second", "https://second.example/", "second.example", "One. … Two."),
    ]
    asked = brave.asked[0].query
    assert (asked["q"], asked["count"], asked["search_lang"], asked["result_filter"]) == ("lamp", "5", "zh-hans", "web")


async def test_brave_takes_what_is_asked_too_much(brave: BraveServer, http: Http) -> None:
    """It refuses more than twenty results, long queries, and languages that it does not know."""
    assert await brave_at(brave, http).search("lamp " * 300, 99, "tlh") == []
    assert await brave_at(brave, http).search("lamp", 0, "") == []
    assert ["search_lang" in it.query for it in brave.asked] == [False, False]


SEARXNG_FAILS: list[tuple[Handle, type[SearchError]]] = [
    (says(429, "Too Many Requests", "text/html"), SearchRateLimited),
    (says(500, {"error": WORDS}), SearchFailed),
    (says(400, {"error": WORDS}), SearchFailed),
    (says(401, WORDS, "text/plain"), SearchFailed),
    (says(302, WORDS, "text/plain"), SearchFailed),
    (says(404, HTML, "text/html"), SearchFailed),
    (says(200, HTML, "text/html"), SearchUnreadable),
    (says(200, "[1, 2]"), SearchUnreadable),
    (says(200, "{"), SearchUnreadable),
    (says(200, "[" * 100_000), SearchUnreadable),
    (says(200, {"error": WORDS}), SearchUnreadable),
    (found(silent=[("google", f"timeout {WORDS}"), ("bing", "CAPTCHA")]), SearchEnginesSilent),
]


@pytest.mark.parametrize(("answer", "error"), SEARXNG_FAILS)
async def test_what_is_wrong_with_searxng_is_said(
    searxng: SearXngServer, http: Http, answer: Handle, error: type[SearchError]
) -> None:
    """Somebody would look for the fault in the wrong place; or no other provider would be asked."""
    searxng.answer = answer
    with pytest.raises(error) as raised:
        await SearXng(searxng.url, http).search("lamp", 5, "en")
    assert WORDS not in str(raised.value)
    for language in Language:
        assert "SearXNG" in Speech().speaker(language).error(raised.value)


async def test_searxng_without_json_says_which_line_to_change(http: Http) -> None:
    """As SearXNG is installed it refuses every program, with a bare 403."""
    async with SearXngServer(formats=["html"]) as server:
        with pytest.raises(SearchFormatOff) as raised:
            await SearXng(server.url, http).search("lamp", 5, "en")
    assert raised.value.data == {"provider": "SearXNG", "status": 403}
    for language in Language:
        told = Speech().speaker(language).error(raised.value)
        assert all(it in told for it in ("settings.yml", "search:", "formats:", "- json"))


async def test_engines_that_are_silent_do_not_spoil_what_others_found(searxng: SearXngServer, http: Http) -> None:
    """One of ten engines is always away."""
    searxng.answer = found(row("Lamp", "https://lamp.example/"), silent=[("google", "timeout")])
    assert len(await SearXng(searxng.url, http).search("lamp", 5, "en")) == 1


BRAVE_FAILS: list[tuple[Handle, type[SearchError]]] = [
    (lambda _: brave_error(422, "SUBSCRIPTION_TOKEN_INVALID", CANARY), SearchKeyRefused),
    (says(422, {"type": "ErrorResponse", "errors": [{"code": "SUBSCRIPTION_TOKEN_MISSING"}]}), SearchKeyRefused),
    (lambda _: brave_error(401, "X"), SearchKeyRefused),
    (lambda _: brave_error(403, "RESOURCE_NOT_ALLOWED"), SearchKeyRefused),
    (lambda _: brave_error(422, "VALIDATION", WORDS), SearchFailed),
    (lambda _: brave_error(429, "RATE_LIMITED", WORDS), SearchRateLimited),
    (lambda _: brave_error(500, "INTERNAL", WORDS), SearchFailed),
    (says(503, HTML, "text/html"), SearchFailed),
    (says(200, HTML, "text/html"), SearchUnreadable),
    (says(200, {"type": "other"}), SearchUnreadable),
]


@pytest.mark.parametrize(("answer", "error"), BRAVE_FAILS)
async def test_what_is_wrong_with_brave_is_said(
    brave: BraveServer, http: Http, answer: Handle, error: type[SearchError]
) -> None:
    """The same."""
    brave.answer = answer
    with pytest.raises(error) as raised:
        await brave_at(brave, http).search("lamp", 5, "en")
    assert not any(it in str(raised.value) for it in (WORDS, CANARY))


async def test_whoever_is_not_there_is_unreachable(http: Http) -> None:
    """A mistake in the address would look like a mistake of the program."""
    with socket.socket() as held:  # nothing listens there
        held.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{held.getsockname()[1]}"
        for provider in (SearXng(url, http), Brave(SecretStr("k"), http, url), SearXng("http://a b", http)):
            with pytest.raises(SearchUnreachable):
                await provider.search("lamp", 5, "en")


@pytest.mark.parametrize(
    "rows", [None, 7, "x", [None, 7, "x", [], {}], [{"url": 7, "title": 7}], [{"url": "http://[", "title": "x"}]]
)
async def test_what_is_no_result_is_left_out(
    searxng: SearXngServer, brave: BraveServer, http: Http, rows: object
) -> None:
    """One odd row would cost all the others."""
    searxng.answer = says(200, {"query": "x", "results": rows})
    assert await SearXng(searxng.url, http).search("lamp", 5, "en") == []
    brave.answer = says(200, {"type": "search", "web": {"results": rows}})
    assert await brave_at(brave, http).search("lamp", 5, "en") == []
    brave.answer = says(200, {"type": "search", "web": rows})
    assert await brave_at(brave, http).search("lamp", 5, "en") == []


async def test_hits_are_no_longer_than_a_prompt_bears(searxng: SearXngServer, http: Http) -> None:
    """A page's own title could fill the prompt."""
    searxng.answer = found(
        row("x" * 10**6, "https://a.example/", "y" * 10**6),
        row("z", "https://a.example/" + "z" * 10**4),
        row("c\x00o\x1bn\u0085t", "https://c.example/"),
    )
    hits = await SearXng(searxng.url, http).search("lamp", 5, "en")
    assert [(len(it.title), len(it.excerpt)) for it in hits] == [(200, 1000), (7, 0)]


Make = Callable[[str], Handle]
SPOKEN: list[Make] = [
    lambda said: says(401, {"error": said}),
    lambda said: says(500, said, "text/plain"),
    lambda said: says(200, said, "text/html"),
    lambda said: found(silent=[(said, said)]),
    lambda said: lambda _: brave_error(422, said, said),
    lambda said: found(row("Lamp", "https://lamp.example/")),
]


@pytest.mark.parametrize("make", SPOKEN)
async def test_no_key_and_no_word_reaches_a_log_or_an_error(
    searxng: SearXngServer,
    http: Http,
    make: Make,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A key, a password, or what somebody looked for would lie in a log that is sent to strangers."""
    caplog.set_level(logging.DEBUG)
    told: list[object] = []
    with structlog.testing.capture_logs() as lines:
        async with BraveServer(CANARY) as server:
            searxng.answer = server.answer = make(f"{CANARY} {WORDS}")
            for provider in (
                SearXng(searxng.url.replace("//", f"//me:{CANARY}@"), http),
                brave_at(server, http, CANARY),
                brave_at(server, http, f"{CANARY}-wrong"),
            ):
                told.append(repr(provider))
                try:
                    await provider.search(WORDS, 5, "en")
                except SearchError as error:
                    told += [error, error.data, error.args, error.__cause__, error.__context__]
    everything = f"{told} {lines} {caplog.text} {capsys.readouterr()}"
    assert CANARY not in everything
    assert WORDS not in everything

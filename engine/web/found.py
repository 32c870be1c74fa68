"""What providers of web search answer, as hits. Everything in it was written by strangers, and is bounded here.

Sources of the formats: SearXNG, ``searx/webutils.py`` (``get_json_response``); Brave Search API, *Web search*.
"""

import html
import re
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, Final
from urllib.parse import urlsplit

from engine.rules.wire.chunks import a_list, a_text, an_object
from engine.values.search import SearchHit

_LONGEST_QUERY: Final = 400
_MOST_WORDS: Final = 50
"""What Brave takes; SearXNG hands queries on to engines that take no more."""
_LONGEST_TITLE: Final = 200
_LONGEST_EXCERPT: Final = 1000
_LONGEST_URL: Final = 2000
_SYNTAX: Final = re.compile(r"(?<!\S)[!:<?]+")
"""With these SearXNG is told which engine to ask, in which language, how long, or to lead elsewhere."""
_MARKUP: Final = re.compile(r"</?(?:strong|b|em|i|mark|br)\b[^<>]{0,100}>", re.IGNORECASE)
_UNSPOKEN: Final = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")


def asked_words(query: str) -> str:
    """A query as a provider may be asked it: plain words, no more than every provider takes."""
    return " ".join(_SYNTAX.sub(" ", query).split()[:_MOST_WORDS])[:_LONGEST_QUERY].strip()


def searxng_hits(answer: object, count: int) -> list[SearchHit]:
    """The hits in an answer of SearXNG, best first."""
    rows = (an_object(it) for it in a_list(an_object(answer).get("results")))
    return _first(count, (_hit(it, "content", [], "publishedDate") for it in rows))


def silent_engines(answer: object) -> int:
    """How many engines behind SearXNG did not answer."""
    return len(a_list(an_object(answer).get("unresponsive_engines")))


def brave_hits(answer: object, count: int) -> list[SearchHit]:
    """The hits in an answer of Brave, best first."""
    rows = (an_object(it) for it in a_list(an_object(an_object(answer).get("web")).get("results")))
    return _first(count, (_hit(it, "description", a_list(it.get("extra_snippets")), "page_age") for it in rows))


def brave_code(answer: object) -> str:
    """Brave's code for an error, in capital letters; "" where there is none."""
    errors = [an_object(answer).get("error"), *a_list(an_object(answer).get("errors"))]
    return next((code for it in errors if (code := a_text(an_object(it).get("code")))), "")


def _first(count: int, hits: Iterable[SearchHit | None]) -> list[SearchHit]:
    return [it for it in hits if it is not None][:count]


def _hit(row: dict[str, Any], excerpt: str, more: Sequence[Any], age: str) -> SearchHit | None:
    title = _plain(row.get("title"), _LONGEST_TITLE)
    return hit_of(title, row.get("url"), (row.get(excerpt), *more), row.get(age)) if title else None


def hit_of(title: object, url: object, texts: Iterable[object], day: object) -> SearchHit | None:
    """A page that somebody names; None where nobody could open it. Without a title it is called by its site."""
    address = a_text(url).strip()
    site = site_of(address)
    if not site or len(address) > _LONGEST_URL:
        return None
    excerpts = [text for it in texts if (text := _plain(it, _LONGEST_EXCERPT))]
    told = " … ".join(excerpts)[:_LONGEST_EXCERPT]
    return SearchHit(_plain(title, _LONGEST_TITLE) or site, address, site, told, published=_day(day))


def site_of(url: str) -> str:
    """The host of a web address without ``www.``, "" where it is none that anybody could open."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return ""
    return host.removeprefix("www.") if parts.scheme in ("http", "https") and not re.search(r"\s", url) else ""


def _plain(value: object, longest: int) -> str:
    text = html.unescape(_MARKUP.sub("", a_text(value)[: 4 * longest]))
    return _UNSPOKEN.sub(" ", text).strip()[:longest]


def _day(value: object) -> date | None:
    try:
        return date.fromisoformat(a_text(value)[:10])
    except ValueError:
        return None

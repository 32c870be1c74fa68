"""Looking something up on the web: providers in their order, the best pages read, all of it within a few seconds."""

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import Any, Final, Generic, TypeVar
from urllib.parse import urlsplit

import structlog

from engine.errors import SearchError, SearchSilent
from engine.ports import Clock
from engine.processes import BackgroundTasks
from engine.values.search import Searched, SearchHit
from engine.web.providers import SearchProvider
from engine.web.reader import Reader

SECONDS: Final = 6.0
PROVIDER_SECONDS: Final = 3.5
"""So long a provider is waited for before the next one is asked; SearXNG gives the engines behind it three."""
LAST_SECONDS: Final = 8.0
"""So long for the last one: nobody waits for it any more, but the same question may come again."""
KEPT_SECONDS: Final = 900.0
MOST_KEPT: Final = 256
READ: Final = 2
"""So many of the best pages are read."""
_SEARCHING: Final = 2 / 3
"""The share of the time after which pages are read although queries are still unanswered."""

T = TypeVar("T")
_Key = tuple[str, str, int]
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Found:
    """What one query led to. ``provider`` is "" where nobody answered."""

    provider: str
    hits: tuple[SearchHit, ...]
    failures: tuple[tuple[str, str], ...]


class Kept(Generic[T]):
    """The newest of what was found, each for ``KEPT_SECONDS``."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._known: OrderedDict[object, tuple[float, T]] = OrderedDict()

    def get(self, key: object) -> T | None:
        """What is kept under ``key``."""
        until, value = self._known.get(key, (0.0, None))
        return value if until > self._clock.monotonic() else None

    def put(self, key: object, value: T) -> None:
        """Keep a value; the oldest goes."""
        self._known.pop(key, None)
        self._known[key] = (self._clock.monotonic() + KEPT_SECONDS, value)
        if len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)


class WebSearch:
    """Asks ``providers`` in their order, the next one where one fails, and has ``reader`` read the best pages.

    What was found is kept for a quarter of an hour. A query is asked once, whoever wants it at the same time; who
    leaves does not end it, ``tasks`` do.
    """

    def __init__(
        self, providers: Sequence[SearchProvider], reader: Reader, clock: Clock, tasks: BackgroundTasks
    ) -> None:
        self._providers = providers
        self._reader = reader
        self._clock = clock
        self._tasks = tasks
        self._asked: dict[_Key, asyncio.Task[_Found]] = {}
        self._answers: Kept[_Found] = Kept(clock)
        self._texts: Kept[str] = Kept(clock)

    async def look_up(
        self, queries: Sequence[str], *, count: int = 5, language: str = "", seconds: float = SECONDS
    ) -> Searched:
        """At most ``count`` hits for all queries together, the best of each first, and the text of the best two pages.

        It takes at most ``seconds``; what is not there by then is left out. Never raises.
        """
        begun = self._clock.monotonic()
        until = begun + seconds
        keys = _keys(queries, count, language)
        known = {key: found for key in keys if (found := self._answers.get(key)) is not None}
        asked = {key: self._ask(key) for key in keys if key not in known}
        await self._wait(asked.values(), begun + seconds * _SEARCHING)
        if not (hits := _merged(_all(keys, known, asked), count)):
            await self._wait(asked.values(), until)
            hits = _merged(_all(keys, known, asked), count)
        texts = await self._read(hits, until)
        found = _all(keys, known, asked)
        return Searched(
            queries=tuple(key[0] for key in keys),
            provider=", ".join(dict.fromkeys(it.provider for it in found if it.provider)),
            hits=tuple(replace(it, text=texts.get(it.url, "")) for it in _merged(found, count)),
            cached=bool(keys) and not asked,
            failures=tuple(dict.fromkeys(chain.from_iterable(it.failures for it in found))),
        )

    def knows(self, queries: Sequence[str], *, count: int, language: str) -> bool:
        """Whether all of that was found lately, so that nobody has to be asked."""
        return all(self._answers.get(it) is not None for it in _keys(queries, count, language))

    def _ask(self, key: _Key) -> asyncio.Task[_Found]:
        """The one request for this query, which is asked now if nobody has."""
        if (running := self._asked.get(key)) is None:
            running = self._asked[key] = self._tasks.start(self._searched(key), "web search")
            running.add_done_callback(lambda _: self._asked.pop(key, None))
        return running

    async def _searched(self, key: _Key) -> _Found:
        failures: list[tuple[str, str]] = []
        for left, provider in zip(range(len(self._providers))[::-1], self._providers, strict=True):
            try:
                hits = await self._patiently(provider, key, PROVIDER_SECONDS if left else LAST_SECONDS)
            except SearchError as error:
                failures.append((provider.name, error.message))
                told = {it: error.data[it] for it in ("status", "engines") if it in error.data}
                action = "the next provider is asked; see doctor"
                _log.warning("search failed", provider=provider.name, error=type(error).__name__, **told, action=action)
                continue
            found = _Found(provider.name, tuple(hits), tuple(failures))
            self._answers.put(key, replace(found, failures=()))
            return found
        return _Found("", (), tuple(failures))

    async def _patiently(self, provider: SearchProvider, key: _Key, seconds: float) -> list[SearchHit]:
        """What a provider finds. Raises a SearchError, also when it takes too long."""
        query, language, count = key
        asking = asyncio.ensure_future(provider.search(query, count, language))
        try:
            await self._wait([asking], self._clock.monotonic() + seconds)
            if not asking.done():
                raise SearchSilent(provider=provider.name)
            return await asking
        finally:
            await _ended([asking])

    async def _read(self, hits: Iterable[SearchHit], until: float) -> Mapping[str, str]:
        """The texts of the best pages that are there in time, by their addresses."""
        best = [it.url for it in hits][:READ]
        texts = {it: known for it in best if (known := self._texts.get(it)) is not None}
        reading = {it: asyncio.ensure_future(self._reader.read(it)) for it in best if it not in texts}
        try:
            await self._wait(reading.values(), until)
        finally:
            done = {url: it for url, it in reading.items() if _done(it)}
            await _ended(reading.values())
        for url, it in done.items():
            if text := it.result():
                texts[url] = text
                self._texts.put(url, text)
        return texts

    async def _wait(self, work: Collection[asyncio.Future[Any]], until: float) -> None:
        """Wait until all ``work`` is done, or the clock says ``until``. Ends nothing."""
        waiting = {it for it in work if not it.done()}
        left = until - self._clock.monotonic()
        if not waiting or left <= 0:
            return
        late = asyncio.ensure_future(self._clock.sleep(left))
        try:
            while waiting and not late.done():
                done, _ = await asyncio.wait({*waiting, late}, return_when=asyncio.FIRST_COMPLETED)
                waiting -= done
        finally:
            late.cancel()


def _keys(queries: Sequence[str], count: int, language: str) -> list[_Key]:
    return [(it, language, count) for it in dict.fromkeys(" ".join(query.split()) for query in queries) if it]


def _done(work: asyncio.Future[Any]) -> bool:
    return work.done() and not work.cancelled() and work.exception() is None


async def _ended(work: Collection[asyncio.Future[Any]]) -> None:
    """Stop what still runs."""
    for it in work:
        it.cancel()
    await asyncio.gather(*work, return_exceptions=True)


def _all(
    keys: Iterable[_Key], known: Mapping[_Key, _Found], asked: Mapping[_Key, asyncio.Task[_Found]]
) -> list[_Found]:
    """What is there, in the order of the queries."""
    return [known[it] if it in known else asked[it].result() for it in keys if it in known or _done(asked[it])]


def _merged(found: Iterable[_Found], count: int) -> list[SearchHit]:
    """The best of each, then the second best of each, and so on; every page once."""
    best: dict[tuple[str, str, str], SearchHit] = {}
    for hit in chain.from_iterable(zip_longest(*(it.hits for it in found))):
        if hit is not None:
            best.setdefault(_same(hit.url), hit)
    return list(best.values())[:count]


def _same(url: str) -> tuple[str, str, str]:
    """What two addresses of one page have in common."""
    parts = urlsplit(url)
    return (parts.netloc.lower().removeprefix("www."), parts.path.rstrip("/"), parts.query)

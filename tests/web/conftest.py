"""Providers and pages on loopback."""

from collections.abc import AsyncIterator, Callable

import pytest

from engine.web.extracting import TextExtractor
from engine.web.outside import Outside
from engine.web.pages import PageFetcher
from engine.web.reader import PageReader
from engine.work.clock import SystemClock
from engine.work.tasks import Tasks
from tests.calling import clock, http, tasks
from tests.servers.pages import NamedResolver, PageServer
from tests.servers.search import BraveServer, SearXngServer

__all__ = ["clock", "http", "tasks"]


@pytest.fixture
async def searxng() -> AsyncIterator[SearXngServer]:
    async with SearXngServer() as running:
        yield running


@pytest.fixture
async def brave() -> AsyncIterator[BraveServer]:
    async with BraveServer() as running:
        yield running


@pytest.fixture
async def site() -> AsyncIterator[PageServer]:
    async with PageServer() as running:
        yield running


@pytest.fixture
def outside(site: PageServer) -> Outside:
    """The site is the one machine on loopback that may be read from, under the name ``page.example``."""
    return Outside(NamedResolver(page_example=[["127.0.0.1"]]), frozenset({("127.0.0.1", site.port)}))


@pytest.fixture
def at(site: PageServer) -> Callable[[str], str]:
    """The address of a path of the site."""
    return lambda path: f"http://page.example:{site.port}{path}"


@pytest.fixture
async def extractor(tasks: Tasks) -> TextExtractor:
    return TextExtractor(tasks, SystemClock(), seconds=30.0)


@pytest.fixture
def reader(outside: Outside, extractor: TextExtractor) -> PageReader:
    return PageReader(PageFetcher(outside, seconds=30.0), extractor)

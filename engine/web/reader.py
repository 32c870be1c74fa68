"""The text of a page of the web, by its address."""

from typing import Protocol

import structlog

from engine.web.extracting import TextExtractor
from engine.web.pages import PageFetcher, PageUnread

_log = structlog.get_logger(__name__)


class Reader(Protocol):
    """Reads pages."""

    async def read(self, url: str) -> str:
        """The text at ``url``, "" where there is none that can be read. Never raises."""
        ...


class PageReader:
    """Fetches a page from outside, and has its text taken out beside the daemon."""

    def __init__(self, fetcher: PageFetcher, extractor: TextExtractor) -> None:
        self._fetcher = fetcher
        self._extractor = extractor

    async def read(self, url: str) -> str:
        """The main text, at most 8,000 characters with its paragraphs; "" where there is none that can be read."""
        self._extractor.prepare()
        try:
            page = await self._fetcher.fetch(url)
        except PageUnread as unread:
            _log.info("page not fetched", why=unread.kind, action="its excerpt is used")
            return ""
        return await self._extractor.text(page)

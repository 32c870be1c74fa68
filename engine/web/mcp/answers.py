"""What tools answer, as hits: JSON in whatever names a server has for them, or text with links. All of it is bounded.

There is no format for it: servers give lists of results, one block of text for each, or a page of Markdown.
"""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import Any, Final

from engine.rules.wire.chunks import a_list, a_text, an_object
from engine.values.search import SearchHit
from engine.web.found import hit_of
from engine.web.mcp.tools import McpAnswer

LONGEST: Final = 1 << 18
"""Characters of text that are read, of all blocks together."""
_MOST_NODES: Final = 5_000
_MOST_ROWS: Final = 100
_DEEPEST: Final = 6
_URLS: Final = ("url", "link", "href", "uri")
_TITLES: Final = ("title", "name", "headline", "heading")
_EXCERPTS: Final = ("snippet", "description", "content", "summary", "excerpt", "text", "body", "highlights")
_DAYS: Final = ("publishedDate", "published_date", "published", "date", "page_age", "pubDate")

_FENCE: Final = re.compile(r"\A\s*```(?:json)?\s*|\s*```\s*\Z")
_LINK: Final = re.compile(r"\[([^\[\]\n]{1,300})\]\((https?://[^\s()<>]{1,2000})\)")
_BARE: Final = re.compile(r"https?://[^\s<>\"'）)\]]{1,2000}")
_LABEL: Final = re.compile(
    r"^[\s>*#-]{0,8}(?:\d{1,3}[.)]\s{0,3})?\**(title|name|url|link|href|source|description|snippet|content|summary|text|"
    r"published|date)\**\s{0,3}[:：]\**\s{0,3}(.*)$",
    re.IGNORECASE,
)
_MARKS: Final = re.compile(r"^[\s>*#-]{0,8}(?:\[?\d{1,3}[\].)]\s{0,3})?[\s*#]{0,4}|[\s*]{1,8}$")
_KINDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("title", "name"), "title"),
    **dict.fromkeys(("url", "link", "href", "source"), "url"),
    **dict.fromkeys(("published", "date"), "date"),
}


def mcp_hits(answer: McpAnswer, count: int) -> list[SearchHit]:
    """At most ``count`` hits, best first, each page once. Linear in what is read of the answer."""
    found = chain(_in_json(answer.structured), *(_in_block(it) for it in _bounded(answer)))
    hits: dict[str, SearchHit] = {}
    for row in islice(found, _MOST_ROWS):
        if (hit := _hit(row)) is not None:
            hits.setdefault(hit.url, hit)
    return list(hits.values())[:count]


def _bounded(answer: McpAnswer) -> Iterator[Mapping[str, Any]]:
    """The blocks, as far as they are read; nothing where the same stands in the structured content."""
    if answer.structured is not None and any(_in_json(answer.structured)):
        return
    left = LONGEST
    for block in answer.blocks:
        text = a_text(block.get("text")) or a_text(an_object(block.get("resource")).get("text"))
        yield {**block, "text": text[:left]}
        left -= len(text)
        if left <= 0:
            return


def _in_block(block: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    if block.get("type") == "resource_link":
        yield block
        return
    text = _FENCE.sub("", a_text(block["text"]))
    if text[:1] in ("[", "{"):
        try:
            yield from _in_json(json.loads(text))
        except (ValueError, RecursionError):
            pass
        else:
            return
    yield from _in_text(text)


def _in_json(value: object) -> Iterator[Mapping[str, Any]]:
    """Every object in it that has an address, the outermost first."""
    level: list[object] = [value]
    left = _MOST_NODES
    for _ in range(_DEEPEST):
        below: list[object] = []
        for inside in level[:left]:
            row = an_object(inside)
            if _first(row, _URLS):
                yield row
            else:
                below += [*a_list(inside), *row.values()]
        left -= len(level)
        level = below
        if left <= 0:
            return


def _in_text(text: str) -> list[Mapping[str, Any]]:
    """Results as people read them: with labels, as links of Markdown, or an address below a title."""
    page = _Page()
    for line in text.split("\n"):
        if label := _LABEL.match(line):
            page.labelled(_KINDS.get(label[1].lower(), "content"), label[2].strip())
        elif link := _LINK.search(line):
            page.linked(link[1], link[2])
        elif bare := _BARE.search(line):
            page.linked(_MARKS.sub("", line[: bare.start()]).strip(" :：-–—"), bare[0])
        elif plain := _MARKS.sub("", line).strip():
            page.said.append(plain)
    page.end()
    return page.rows


class _Page:
    """What was read of a text: whole rows, and the one that is read now with what was ``said`` in it."""

    def __init__(self) -> None:
        self.rows: list[Mapping[str, Any]] = []
        self.said: list[str] = []
        self._row: dict[str, str] = {}

    def labelled(self, kind: str, value: str) -> None:
        """``Title: …``. A label that is there already begins another row."""
        if kind == "url":
            link = _LINK.search(value) or _BARE.search(value)
            value = link[link.lastindex or 0] if link else ""
        if kind != "content" and self._row.get(kind) and self._row.get("url"):
            self.end()
        known = self._row.get("content")
        self._row[kind] = f"{known} {value}" if kind == "content" and known else value

    def linked(self, title: str, url: str) -> None:
        """An address in a line, with what stands before it or above it for a title."""
        if self._row.get("url"):
            above = self.said.pop() if self.said and not title else ""
            self.end()
            self._row["title"] = title or above
        elif not self._row.get("title"):
            self._row["title"] = title or (self.said.pop() if self.said else "")
            self.said = []
        self._row["url"] = url

    def end(self) -> None:
        """Nothing more belongs to the row."""
        if self._row.get("url"):
            self.rows.append({**self._row, "content": self._row.get("content") or " ".join(self.said)})
        self._row, self.said = {}, []


def _hit(row: Mapping[str, Any]) -> SearchHit | None:
    url = _first(row, _URLS)
    texts = [text for name in _EXCERPTS for text in _texts(row.get(name))]
    return hit_of(_first(row, _TITLES), url, texts[:2], _first(row, _DAYS))


def _first(row: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return next((text for name in names if (text := a_text(row.get(name)).strip())), "")


def _texts(value: object) -> list[str]:
    return [value] if isinstance(value, str) and value else [it for it in a_list(value) if isinstance(it, str)]

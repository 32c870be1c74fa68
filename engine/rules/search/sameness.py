"""Which of several found pages are the same: by their addresses, and by what stands in them."""

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import SplitResult, urlsplit

from engine.rules.recall.word_lists import word_lists
from engine.values.search import SearchHit

_LISTS: Final = word_lists(__file__, "tracking.json")
_BEGINS: Final = tuple[str, ...](_LISTS["begins"])
_IS: Final = frozenset[str](_LISTS["is"])
_LONGEST: Final = 2_000
_READ: Final = 1_500
_SAME: Final = 0.8
"""Two texts are the same that have so much of their words in common."""
_LEAST: Final = 8
_PIECE: Final = re.compile("[\u3400-\u9fff](?=([\u3400-\u9fff])?)|[^\\W_\u3400-\u9fff]+")
_DEFAULT_PORTS: Final = (":80", ":443")


def plain_address(url: str) -> str:
    """An address as it is compared: without scheme, ``www.``, tracking parameters, fragment and slash at the end."""
    try:
        parts = urlsplit(url[:_LONGEST].strip())
    except ValueError:
        return url[:_LONGEST].strip().lower()
    host = _host(parts)
    kept = sorted(it for it in parts.query.split("&") if it and not _tracks(it))
    query = f"?{'&'.join(kept)}" if kept else ""
    return f"{host}{parts.path.rstrip('/')}{query}"


def without_doubles(hits: Iterable[SearchHit]) -> list[SearchHit]:
    """Each page once, in their order; of two the first stays."""
    kept: list[SearchHit] = []
    words: list[frozenset[str]] = []
    addresses: set[str] = set()
    for hit in hits:
        address, said = plain_address(hit.url), _words(hit.text or hit.excerpt)
        if address in addresses or any(_are_same(said, other) for other in words):
            continue
        addresses.add(address)
        words.append(said)
        kept.append(hit)
    return kept


def _host(parts: SplitResult) -> str:
    host = parts.netloc.rpartition("@")[2].lower().removesuffix(".")
    for port in _DEFAULT_PORTS:
        host = host.removesuffix(port)
    return host.removeprefix("www.")


def _tracks(parameter: str) -> bool:
    name = parameter.partition("=")[0].lower()
    return name in _IS or name.startswith(_BEGINS)


def _words(text: str) -> frozenset[str]:
    """The words of a text's beginning; of Chinese each two characters in a row."""
    return frozenset((it[0] + (it[1] or "")).lower() for it in _PIECE.finditer(text[:_READ]))


def _are_same(one: frozenset[str], other: frozenset[str]) -> bool:
    least = min(len(one), len(other))
    return least >= _LEAST and len(one & other) >= _SAME * max(len(one), len(other))

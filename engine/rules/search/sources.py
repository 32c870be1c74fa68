"""Where an answer comes from, as people read it: numbered, a title and an address each."""

import re
from collections.abc import Iterable
from typing import Final

from engine.rules.text.names import on_one_line
from engine.values.search import SearchHit

LONGEST_TITLE: Final = 80
LONGEST_ADDRESS: Final = 300
_MARKUP: Final = re.compile(r"[\[\]<>`*_~|\\@#]+")


def sources(hits: Iterable[SearchHit]) -> str:
    """A line for the title and site of each, its address below. Nothing in a title can become a link or a mention."""
    return "\n".join(f"{number}. {_title(it)}\n{it.url[:LONGEST_ADDRESS]}" for number, it in enumerate(hits, 1))


def _title(hit: SearchHit) -> str:
    title = " ".join(_MARKUP.sub(" ", on_one_line(hit.title)).split())
    short = title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1].rstrip()}…"
    return " · ".join(filter(None, (short, hit.site)))

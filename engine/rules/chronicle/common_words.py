"""Which pages and dossiers have to do with what is said, by the words that they share with it.

What few pages say tells more than what all of them say. A figure that is named brings its dossier, and its other names
count as said: who asks about the captain finds the pages that call her Mara.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import log
from typing import Final

from engine.rules.recall.questions.topics import without_asking
from engine.rules.recall.words.words import stems
from engine.values.story.choosing import ChosenBy, ChosenPages
from engine.values.story.chronicle import Chronicle, Dossier, StoryPage

BEFORE: Final = 0.3
"""How much a word of the messages before counts beside one of the newest words."""
FLOOR: Final = 0.5
"""A page has this in common at least: a word of the newest that at most some of the pages have."""
_SPACED: Final = "0-9a-z\u00c0-\u024f\u0370-\u052f"
"""Letters of scripts that put spaces between words."""


def by_words(offered: Chronicle, newest: str, before: str = "") -> ChosenPages:
    """What of ``offered`` the newest words, or the messages before them, have to do with; best first."""
    spoken_of = _figures(offered.dossiers, newest.casefold(), before.casefold())
    names = " ".join(name for it, now in spoken_of.items() if now for name in (it.name, *it.aliases))
    said = _words(f"{without_asking(newest)} {names}")
    earlier = _words(without_asking(before)) - said
    weights = dict.fromkeys(said, 1.0) | dict.fromkeys(earlier, BEFORE)
    return ChosenPages(ChosenBy.KEYWORDS, _pages(offered.pages, weights), tuple(spoken_of))


def is_named(name: str, text: str) -> bool:
    """Whether ``text`` holds ``name`` (both case-folded); in scripts with spaces as words of their own."""
    if not name.strip() or name not in text:
        return False
    before = f"(?<![{_SPACED}])" if re.match(f"[{_SPACED}]", name) else ""
    behind = f"(?![{_SPACED}])" if re.search(f"[{_SPACED}]$", name) else ""
    return re.search(f"{before}{re.escape(name)}{behind}", text) is not None


def _figures(dossiers: Iterable[Dossier], newest: str, before: str) -> Mapping[Dossier, bool]:
    """Who is spoken of: first those who are named in the newest words (True), then the others; the newest first."""
    found: dict[Dossier, bool] = {}
    for text, now in ((newest, True), (before, False)):
        for dossier in sorted(dossiers, key=lambda it: -it.place.seq):
            if dossier not in found and any(
                is_named(name.casefold(), text) for name in (dossier.name, *dossier.aliases)
            ):
                found[dossier] = now
    return found


def _pages(pages: Sequence[StoryPage], weights: Mapping[str, float]) -> tuple[StoryPage, ...]:
    words = {it: _words(f"{it.title} {it.when} {it.text}") for it in pages}
    frequent = Counter(word for some in words.values() for word in some)
    most = log(len(pages) + 1)

    def shared(page: StoryPage) -> float:
        common = words[page] & weights.keys()
        return sum(weights[it] * log((len(pages) + 1) / frequent[it]) / most for it in common)

    scored = [(shared(it), it.number, it) for it in pages]
    likely = [it for it in scored if it[0] >= FLOOR]
    return tuple(page for _, _, page in sorted(likely, key=lambda it: (-it[0], -it[1])))


@lru_cache(maxsize=2048)
def _words(text: str) -> frozenset[str]:
    return frozenset(stems(text))

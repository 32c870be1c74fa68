"""Whether a message asks for something that has to be looked up on the web. Chinese and English, by rule."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from engine.rules.search.named_here import NamesHere, names_here
from engine.rules.search.own_words import OwnWords, own_words
from engine.rules.search.signals import TOPICS, WEIGHTS, signals_in

ENOUGH: Final = 0.5
"""The score from which something is looked up."""
LONG: Final = 600
"""Characters from which a message is an instruction rather than a question; of Chinese a third."""

_ASKS: Final = "asks_for_it"
_QUESTION: Final = "question"
_PHRASE: Final = "noun_phrase"
"""What people type into a search box: weather Oslo."""
_NARRATED: Final = "narrated"
_SHORT: Final = 14
_REAL: Final = "real"
_HOW_TO: Final = frozenset(("how_to", "generic_you"))
"""How do you descale it: that is how anybody does."""
_STORY: Final = "story"
_UNREAL: Final = -0.3
"""What a story takes on top where nothing real is named."""
_NAMED: Final = "names_and_dates"
_PERSON: Final = "person_here"
_YOU: Final = "about_you"
_HAN: Final = re.compile("[\u3400-\u9fff]")
_CAPITAL: Final = re.compile(r"(?<=[\w,:'’] )(?!(?:I|OK|Ok)\b)[A-Z][\w-]+|\b[a-z]+[A-Z]\w*|\b[A-Z]{2,}\d*\b|\d{3,}")
_DATE: Final = re.compile(r"\d{1,2}(?:[./-]\d{1,2}|月\d{1,2}|[:：]\d\d)|\d{4}年|《")
_MESSAGE_WIDE: Final = frozenset(("play", "story", "secret"))
"""What one sentence says of the whole message."""


@dataclass(frozen=True, slots=True)
class SearchIntent:
    """How much a message asks to look something up, 0 to 1, and why or why not, the weightiest reason first."""

    score: float
    reasons: tuple[str, ...] = ()

    @property
    def wanted(self) -> bool:
        """Whether it is to be looked up."""
        return self.score >= ENOUGH


def search_intent(text: str, names: Collection[str]) -> SearchIntent:
    """Whether ``text`` asks for something that stands on the web. ``names``: the people and characters here.

    Only a sentence that is somebody's own counts, the one that asks most. Linear in the length of ``text``.
    """
    said = own_words(text)
    here = names_here(frozenset(names))
    each = [_reasons(it, here) for it in said.sentences]
    around = (_MESSAGE_WIDE & frozenset[str]().union(*each)) | _of_the_whole(said)
    most = max((it | around for it in each), key=_score, default=frozenset[str]())
    return SearchIntent(_score(most), _weightiest_first(most))


def _of_the_whole(said: OwnWords) -> frozenset[str]:
    han = any(map(_HAN.search, said.sentences))
    long = said.length > (LONG // 3 if han else LONG)
    return frozenset(it for it, is_so in (("play", said.plays), ("long", long)) if is_so)


def _reasons(sentence: str, here: NamesHere) -> frozenset[str]:
    """What speaks for and against looking up a sentence, without what the rest of the message says."""
    bare = here.uncalled(sentence)
    found = signals_in(bare)
    if _PHRASE in found and _NARRATED not in found and len(bare) <= _SHORT:
        found.add(_QUESTION)
    if found >= _HOW_TO:
        found.discard(_YOU)
    if here.speaks_of(bare):
        found.add(_PERSON)
    if _CAPITAL.search(bare) or _DATE.search(bare):
        found.add(_NAMED)
    return frozenset(found)


def _score(found: frozenset[str]) -> float:
    """The best topic counts in full, each further one a quarter; a topic that nobody asks about is not enough."""
    topics = TOPICS & found
    best = max((WEIGHTS[it] for it in topics), default=0)
    rest = sum(WEIGHTS[it] for it in topics) - best
    unreal = _UNREAL if _STORY in found and _REAL not in found else 0
    total = unreal + best + rest / 4 + sum(WEIGHTS[it] for it in found if it in WEIGHTS and it not in topics)
    asked = _ASKS in found or (_QUESTION in found and (topics or _REAL in found))
    return round(min(max(total, 0.0), 1.0 if asked else ENOUGH - 0.01), 3)


def _weightiest_first(found: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(WEIGHTS.keys() & found, key=lambda it: (-abs(WEIGHTS[it]), it)))

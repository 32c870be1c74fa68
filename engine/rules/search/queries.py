"""The words that something is looked up with: by rule from a message, and what of a model's proposal may leave."""

import re
from collections.abc import Collection, Iterable
from typing import Annotated, Final

from pydantic import BaseModel, Field

from engine.rules.recall.word_lists import word_lists
from engine.rules.search.intent import search_intent
from engine.rules.search.named_here import names_here
from engine.rules.search.own_words import own_words
from engine.rules.search.private_words import without_private
from engine.rules.wire.json_reader import Worded

MOST: Final = 3
LONGEST: Final = 120
"""Characters of a query."""

_LISTS: Final = word_lists(__file__, "query_words.json")
_READ: Final = 400
_HAN: Final = re.compile("[\u3400-\u9fff]")
_WORD: Final = re.compile(r"[\u3400-\u9fff]+|[^\W_]+")
_SIGNS: Final = re.compile(r"[^\w\s.'’&+#%:/€$£¥°《》-]+|(?<!\w)[.'’:/-]+|[.'’:/-]+(?!\w)")
_JOINED: Final = re.compile(r"^(?:(?:and|but|or|then) |的)+", re.IGNORECASE)
_LEFTOVERS: Final = frozenset[str](_LISTS["leftovers"])


def _any_of(words: Iterable[str], *, apart: bool) -> re.Pattern[str]:
    known = "|".join(re.escape(it) for it in sorted(words, key=lambda it: (-len(it), it)))
    return re.compile(rf"(?<![\w'’])(?:{known})(?![\w'’])" if apart else known, re.IGNORECASE)


_INSTEAD: Final[dict[str, str]] = _LISTS["instead"]
_ENGLISH_INSTEAD: Final = _any_of((it for it in _INSTEAD if it.isascii()), apart=True)
_CHINESE_INSTEAD: Final = _any_of((it for it in _INSTEAD if not it.isascii()), apart=False)
_ENGLISH_AROUND: Final = _any_of(_LISTS["around"], apart=True)
_CHINESE_AROUND: Final = _any_of(_LISTS["around_in_chinese"], apart=False)


class ProposedQueries(BaseModel):
    """What a model would look up."""

    queries: list[Annotated[Worded, Field(json_schema_extra={"maxLength": LONGEST})]] = Field(
        json_schema_extra={"minItems": 1, "maxItems": MOST}
    )


def queries_by_rule(text: str, names: Collection[str]) -> tuple[str, ...]:
    """At most ``MOST`` queries for what ``text`` asks, the sentence that asks most first; none where nothing is left.

    ``names``: the people and characters here. Linear in the length of ``text``.
    """
    sentences = own_words(text, quotes=True).sentences
    scored = [(search_intent(it, names).score, -at, it) for at, it in enumerate(sentences)]
    best = max((score for score, _, _ in scored), default=0)
    asking = [it for score, _, it in sorted(scored, reverse=True) if score >= best / 2]
    here = names_here(frozenset(names))
    found = (redacted(_bare(here.uncalled(it)), names) for it in asking)
    return tuple(dict.fromkeys(it for it in found if it))[:MOST]


def redacted(query: str, names: Collection[str]) -> str:
    """``query`` as it may leave: without people here, addresses, numbers and keys; "" where nothing worth is left.

    On one line, at most ``LONGEST`` characters. Linear in the length of ``query``.
    """
    bare = without_private(" ".join(query[:_READ].split()), names)
    bare = _JOINED.sub("", " ".join(_SIGNS.sub(" ", bare).split()))
    fitting = bare if len(bare) <= LONGEST else _up_to_a_word(bare[: LONGEST + 1])
    return fitting if any(_tells(it) for it in _WORD.findall(fitting)) else ""


def _bare(sentence: str) -> str:
    """A sentence without courtesy and words that only ask."""
    if _HAN.search(sentence):
        sentence = _CHINESE_INSTEAD.sub(_instead, sentence)
        return _CHINESE_AROUND.sub(" ", sentence)
    sentence = _ENGLISH_INSTEAD.sub(_instead, sentence)
    return _ENGLISH_AROUND.sub(" ", sentence)


def _instead(found: re.Match[str]) -> str:
    return f" {_INSTEAD[found[0].lower()]} "


def _tells(word: str) -> bool:
    return word.lower() not in _LEFTOVERS and (len(word) > 1 or _HAN.match(word) is not None)


def _up_to_a_word(text: str) -> str:
    cut = text[:LONGEST]
    at = text.rfind(" ")
    return cut[:at].rstrip() if at > LONGEST // 2 else cut

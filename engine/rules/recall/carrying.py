"""Which words carry a question: without them it would mean something else.

"What happened to the lighthouse?" without "lighthouse" is another question, without "happened" nearly the same. A model
of meanings knows that of any word in any language, so no list has to say which words are common.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from engine.rules.recall.words import is_chinese, stems
from engine.rules.similarity import Vector, cosine

MOST_WORDS: Final = 12
"""A text with more words is no question that one of them carries."""
LEAST: Final = 0.01
"""What each word carries at least."""
_WORD: Final = re.compile(r"[^\W_\u3400-\u9fff]+(?:['’][^\W_\u3400-\u9fff]+)?")


def without_each(text: str, words: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """For each of ``words`` (stems): ``text`` and what is left of it without that word. Nothing for many words."""
    return tuple((text, _without(text, it)) for it in words) if len(words) <= MOST_WORDS else ()


def carried(pairs: Sequence[tuple[str, str]], vectors: Mapping[str, Sequence[float]]) -> tuple[float, ...]:
    """How much each word carries, from 0 to 2, by the unit vectors of ``pairs``; nothing where one is missing."""
    if not all(whole in vectors and (rest in vectors or not rest.strip()) for whole, rest in pairs):
        return ()
    return tuple(max(LEAST, _lost(vectors[whole], vectors.get(rest))) for whole, rest in pairs)


def never_said(words: Sequence[str], said: frozenset[int]) -> list[int]:
    """Which of ``words`` stand in no memory, by number. ``said``: those that stand in some.

    Chinese words are kept as pairs of characters, of which some lie across two words: what shares a character with a
    pair that was said is no word of its own.
    """
    known = {char for number in said if is_chinese(words[number]) for char in words[number]}
    return [it for it, word in enumerate(words) if it not in said and not (is_chinese(word) and known & set(word))]


def _lost(whole: Vector, rest: Vector | None) -> float:
    return 1.0 if rest is None else 1.0 - cosine(whole, rest)


def _without(text: str, word: str) -> str:
    if is_chinese(word):
        return text.replace(word, "", 1)
    found = next((it for it in _WORD.finditer(text) if stems(it[0]) == [word]), None)
    return f"{text[: found.start()]}{text[found.end() :]}" if found else text

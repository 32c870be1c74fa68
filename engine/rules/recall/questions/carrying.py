"""Which words carry a question: without them it would mean something else. And which of them nobody ever said.

"What happened to the lighthouse?" without "lighthouse" is another question, without "happened" nearly the same. A model
of meanings knows that of any word in any language, so no list has to say which words are common. It knows as well that
who tells of a van has a vehicle, and that nobody who tells of a harbour has a vineyard.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.rules.recall.questions.topics import keywords
from engine.rules.recall.words.words import is_chinese, stems
from engine.rules.similarity import Vector, cosine

MOST_WORDS: Final = 12
"""A text with more words is no question that one of them carries."""
LEAST: Final = 0.01
"""What each word carries at least."""
_WORD: Final = re.compile(r"[^\W_\u3400-\u9fff]+(?:['’][^\W_\u3400-\u9fff]+)?")
_SHORTEST: Final = 3
"""Letters of a word that another may be like."""
_PAIR: Final = 2
_LONGEST_CHINESE: Final = 3
"""Characters that may be one word; of longer runs every pair is looked at."""

Piece = tuple[str, str]
"""What stands in a question, and the question without it."""


def without_each(text: str, words: Sequence[str]) -> tuple[Piece, ...]:
    """For each of ``words`` (stems): ``text`` and what is left of it without that word. Nothing for many words."""
    return tuple((text, _without(text, it)) for it in words) if len(words) <= MOST_WORDS else ()


def carried(pairs: Sequence[tuple[str, str]], vectors: Mapping[str, Sequence[float]]) -> tuple[float, ...]:
    """How much each word carries, from 0 to 2, by the unit vectors of ``pairs``; nothing where one is missing."""
    if not all(whole in vectors and (rest in vectors or not rest.strip()) for whole, rest in pairs):
        return ()
    return tuple(max(LEAST, _lost(vectors[whole], vectors.get(rest))) for whole, rest in pairs)


def unsaid(text: str, words: Sequence[str], said: frozenset[int]) -> tuple[Piece, ...]:
    """What of ``text`` nobody ever said: words, and runs of Chinese characters, each with what is left without it.

    ``words``: those of the question as stems, in order; ``said``: the numbers of those that stand in some memory. Words
    of Chinese are kept as pairs of characters, so pairs that follow each other are one piece. Nothing of many words.
    """
    if len(words) > MOST_WORDS:
        return ()
    pieces: list[Piece] = []
    for run in _runs(words, never_said(words, said)):
        found = _place(text, run)
        if found is not None:
            pieces.append((text[found[0] : found[1]], f"{text[: found[0]]}{text[found[1] :]}"))
    return tuple(dict.fromkeys(pieces))


def never_said(words: Sequence[str], said: frozenset[int]) -> list[int]:
    """Which of ``words`` stand in no memory, by number. ``said``: those that stand in some.

    Chinese words are kept as pairs of characters, of which some lie across two words: what shares a character with a
    pair that was said is no word of its own.
    """
    known = {char for it, word in enumerate(words) if it in said and is_chinese(word) for char in word}
    return [it for it, word in enumerate(words) if it not in said and not (is_chinese(word) and known & set(word))]


def words_told(texts: Iterable[str]) -> list[str]:
    """The words of ``texts`` that a word of a question may be like, each once: of Chinese also every pair."""
    found: dict[str, None] = {}
    for token in (token for text in texts for token in keywords(text).split()):
        if not is_chinese(token):
            found |= {token.lower(): None} if len(token) >= _SHORTEST and token.isalpha() else {}
            continue
        found |= {token[at : at + _PAIR]: None for at in range(len(token) - 1)}
        found |= {token: None} if len(token) <= _LONGEST_CHINESE else {}
    return list(found)


def _runs(words: Sequence[str], numbers: Sequence[int]) -> list[str]:
    """The words with these ``numbers``; Chinese pairs that overlap as one."""
    runs: list[str] = []
    last = -2
    for number in numbers:
        word = words[number]
        if number == last + 1 and runs and is_chinese(word) and len(word) == _PAIR and runs[-1][-1] == word[0]:
            runs[-1] += word[1]
        else:
            runs.append(word)
        last = number
    return runs


def _place(text: str, word: str) -> tuple[int, int] | None:
    """Where ``word``, a stem or Chinese characters, stands in ``text``: from and to."""
    if is_chinese(word):
        at = text.find(word)
        return None if at < 0 else (at, at + len(word))
    found = next((it for it in _WORD.finditer(text) if stems(it[0]) == [word]), None)
    return found.span() if found else None


def _lost(whole: Vector, rest: Vector | None) -> float:
    return 1.0 if rest is None else 1.0 - cosine(whole, rest)


def _without(text: str, word: str) -> str:
    found = _place(text, word)
    return f"{text[: found[0]]}{text[found[1] :]}" if found else text

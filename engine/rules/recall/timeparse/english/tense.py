"""Whether a sentence speaks of the past, the present or the future at a place."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Final

from engine.rules.recall.timeparse.english.pieces import Tokens
from engine.rules.recall.timeparse.english.tokens import Token
from engine.rules.recall.timeparse.english.words import TokenKind, listed, words


class Tense(IntEnum):
    """Of what a sentence speaks."""

    NONE = 0
    PAST = 1
    PRESENT = 2
    FUTURE = 3


_PAST: Final = listed("past")
_FUTURE: Final = listed("future")
_BE: Final = listed("be")
_PRESENT: Final = _BE | listed("present")
_PRONOUNS: Final = words("i you we they he she it")
_AUXILIARIES: Final = _BE | listed("auxiliaries")
_NOT_PAST: Final = listed("ending as past verbs")
_ASKS: Final = words("me us")
_ORDERS: Final = listed("orders")
_HELD: Final = words("being feeling talking referring thinking wondering asking looking trying")
_LOOK: Final = 4


_MARKED: Final = (TokenKind.WORD, TokenKind.DAY, TokenKind.MONTH)


def tenses(tokens: Tokens) -> list[Tense]:
    """The mark of tense at each token; NONE where it is silent."""
    return [
        _mark(tokens, index) if token.kind in _MARKED and token.word else Tense.NONE
        for index, token in enumerate(tokens)
    ]


def _mark(tokens: Tokens, index: int) -> Tense:
    token = tokens[index]
    word = token.word
    if token.kind is TokenKind.DAY and token.value > 0:
        return Tense.FUTURE
    if word.endswith("'ll") or _ahead(tokens, index) or (word in _FUTURE and not _carried(tokens, index)):
        return Tense.FUTURE
    if word in ("born", "can't", "cannot"):
        return Tense.FUTURE
    if word.endswith("'d") and word[:-2] in _PRONOUNS:
        return Tense.FUTURE
    if word in _PAST or word.endswith(("'ve", "'d")):
        return Tense.PAST
    if word.endswith("ed") and len(word) > 3 and word not in _NOT_PAST:
        return Tense.NONE if _after_be(tokens, index) else Tense.PAST
    if word.endswith("ing") and len(word) > 4 and word not in _HELD and _after_be(tokens, index):
        return Tense.FUTURE
    return Tense.PRESENT if _present(tokens, index) else Tense.NONE


def _ahead(tokens: Tokens, index: int) -> bool:
    """Two words that speak of the future together."""
    word, behind = tokens[index].word, tokens[index + 1].word
    if (word == "remember" and behind == "to") or word == "forget":
        return True
    if (
        word == "see"
        and behind in ("you", "ya", "u", "y'all", "me")
        and tokens[index - 1].word not in ("to", "did", "you", "i")
    ):
        return True
    if word in ("have", "has", "need", "want", "able", "got", "like", "supposed") and behind == "to":
        return tokens[index - 1].word not in ("didn't", "did", "not", "don't")
    if word == "could" and tokens[index - 1].word in ("we", "you", "they"):
        return True
    if word in ("can", "could", "would", "may") and behind in ("we", "you", "i"):
        return True
    if (word in ("looking", "look") and behind == "forward") or word in ("cu", "cya"):
        return True
    return word in _ORDERS and _opens(tokens, index) and not _asks_back(tokens, index)


def _opens(tokens: Tokens, index: int) -> bool:
    before = tokens[index - 1]
    return before.kind in (TokenKind.STOP, TokenKind.MARK) or before.word in ("please", "and", "pls", "so")


def _asks_back(tokens: Tokens, index: int) -> bool:
    return tokens[index + 1].word in _ASKS and tokens[index + 2].word in (
        "what",
        "of",
        "how",
        "which",
        "where",
        "who",
        "when",
        "why",
        "about",
    )


def _after_be(tokens: Tokens, index: int) -> bool:
    for back in range(1, _LOOK):
        before = tokens[index - back]
        if before.kind is TokenKind.STOP or before.word == ",":
            return False
        if before.word in _BE or before.word in ("be", "get", "getting"):
            return tokens[index - back - 1].word != "been"
        if before.word == "been":
            return False
    return False


def _present(tokens: Tokens, index: int) -> bool:
    word = tokens[index].word
    if word in _PRESENT:
        return not (word in ("do", "like", "have", "love", "need", "want") and _carried(tokens, index))
    if word.endswith("'s") and tokens[index + 1].word in ("on", "at", "in", "over"):
        return True
    before = tokens[index - 1]
    if before.word not in _PRONOUNS or tokens[index].kind is not TokenKind.WORD or word.endswith("'s"):
        return False
    opening = tokens[index - 2]
    if (
        before.word in ("you", "it")
        and opening.kind not in (TokenKind.STOP, TokenKind.MARK)
        and opening.word not in ("and", "but")
    ):
        return False
    return (
        opening.word not in _AUXILIARIES and word not in _SILENT and not word.endswith("ly") and not word.endswith("'d")
    )


_SILENT: Final = listed("no verbs")


def _carried(tokens: Tokens, index: int) -> bool:
    """Whether an auxiliary stands shortly before: "did you do", "would love"."""
    return any(tokens[index - back].word in ("did", "didn't", "could", "would", "to") for back in range(1, 4))


def at_phrase(
    tokens: Tokens, marks: Sequence[Tense], nearest: tuple[Sequence[int], Sequence[int]], first: int, last: int
) -> Tense:
    """The tense at an expression: the nearest mark before it, else the nearest behind; the other way after a comma."""
    before, behind = nearest[0][first], nearest[1][min(last, len(tokens) - 1)] if last < len(tokens) else -1
    opening = tokens[first - 1]
    order = (
        (behind, before)
        if opening.word in (",", "but", "because", "so") or opening.kind is TokenKind.STOP
        else (before, behind)
    )
    for index in order:
        if index >= 0:
            return marks[index]
    return Tense.NONE


def nearest_marks(tokens: Sequence[Token], marks: Sequence[Tense]) -> tuple[list[int], list[int]]:
    """For each token the nearest mark before it and the nearest from it on, inside its sentence; -1 for none."""
    before: list[int] = []
    last = -1
    for index, token in enumerate(tokens):
        before.append(last)
        last = -1 if token.kind is TokenKind.STOP else index if marks[index] else last
    behind = [-1] * len(tokens)
    last = -1
    for index in range(len(tokens) - 1, -1, -1):
        last = -1 if tokens[index].kind is TokenKind.STOP else index if marks[index] else last
        behind[index] = last
    return before, behind

"""Words of time that name no time: titles, greetings, brands and idioms."""

from itertools import pairwise
from typing import Final

from engine.rules.recall.timeparse.english.pieces import Tokens
from engine.rules.recall.timeparse.english.words import TokenKind, listed, words
from engine.rules.recall.word_lists import word_lists

_BY_PAIR: Final[dict[tuple[str, str], list[tuple[str, ...]]]] = {}
for _line in word_lists(__file__, "idioms.json")["idioms"]:
    _words = tuple(_line.split())
    _BY_PAIR.setdefault((_words[0], _words[1]), []).append(_words)

_SINGLE: Final = frozenset({"24/7", "9/11"})
_WISHES: Final = listed("wishes")
_GREETINGS: Final = words("happy merry blessed joyous belated")
_FELT: Final = listed("no wishes")
_MEDIA: Final = listed("before a title")
_CLOSERS: Final = {'"': '"', "”": "“", "»": "«", "'": "'", "」": "「", "》": "《", "*": "*"}
_OPENING: Final = frozenset(_CLOSERS.values())
_TITLE: Final = 9


def hidden(tokens: Tokens) -> frozenset[int]:
    """The tokens that name no time."""
    found: set[int] = set()
    for index, (token, behind) in enumerate(pairwise(tokens)):
        pair = (token.word, behind.word)
        if pair in _BY_PAIR:
            found.update(_idiom(tokens, index, pair))
        elif token.word in _SINGLE:
            found.add(index)
        elif token.word in _WISHES:
            found.update(_wished(tokens, index))
        elif token.word in _MEDIA:
            found.update(_titled(tokens, index))
    found.update(_quoted(tokens))
    return frozenset(found)


def _idiom(tokens: Tokens, index: int, pair: tuple[str, str]) -> range:
    for row in _BY_PAIR[pair]:
        if all(tokens[index + step].word == word for step, word in enumerate(row)):
            return range(index, index + len(row))
    return range(0)


def _wished(tokens: Tokens, index: int) -> range:
    """What stands behind a wish: "happy new year", "have a nice weekend", "good morning"."""
    word, before = tokens[index].word, tokens[index - 1].word
    behind = index + 1
    if before in _FELT:
        return range(0)
    if word == "good" and tokens[behind].word == "friday":
        return range(0)
    while behind < index + 4 and tokens[behind].word in ("the", "your", "and", "rest", "of", "a", "safe", "!"):
        behind += 1
    greets = (
        word in _GREETINGS or word == "enjoy" or (word in ("good", "gd") and before not in ("a", "the", "so", "was"))
    )
    if greets or (before in ("a", "very", "an") and _wishing(tokens, index)):
        return range(behind, behind + 4) if word in _GREETINGS else range(behind, behind + 2)
    return range(0)


def _wishing(tokens: Tokens, index: int) -> bool:
    words = {tokens[index - back].word for back in range(1, 5)}
    return "have" in words and not words & {"did", "didn't"}


def _titled(tokens: Tokens, index: int) -> range:
    """The capital words behind "the song", "a cat called"."""
    behind = index + 1
    while tokens[behind].word in ("called", "named", "titled", ",", ":"):
        behind += 1
    last = behind
    while last < behind + 6 and tokens[last].capital:
        last += 1
    if last == behind and tokens[behind - 1].word in ("called", "named", "titled"):
        last = behind + 1
    return range(behind, last)


def _quoted(tokens: Tokens) -> set[int]:
    """Short texts between quotation marks."""
    found: set[int] = set()
    opening: dict[str, int] = {}
    for index, token in enumerate(tokens):
        if token.kind is not TokenKind.MARK:
            continue
        begin = _CLOSERS.get(token.word)
        if begin is not None and begin in opening and index - opening[begin] <= _TITLE:
            found.update(range(opening.pop(begin), index))
        elif token.word in _OPENING:
            opening[token.word] = index
    return found

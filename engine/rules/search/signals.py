"""The words by which something is asked for that stands on the web, and those by which it is not: ``words.json``.

A signal has patterns; a pattern is a set of phrases, or several sets with ``…`` between them, of each of which one has
to stand in a sentence, in any order. A sentence is read in a plain form: it begins with ``^`` and ends with ``$``, a
comma is any pause, ``？`` asks, ``0`` is any number, ``"`` a quotation, and ``⌘`` says that it names a year, or in
Chinese a foreign word or a title. One automaton looks for all phrases at once: the work depends on the length alone and
not, as with regexes, on what was read before.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from engine.rules.recall.word_lists import word_lists
from engine.rules.search.phrases import phrases_of
from engine.rules.world.needles import Needles, as_bytes

_LISTS: Final = word_lists(__file__, "words.json")
_AND: Final = " … "
_NONE: Final = frozenset[str]()

WEIGHTS: Final[Mapping[str, float]] = _LISTS["weights"]
"""What each signal adds to a score, and takes from it."""
TOPICS: Final = frozenset[str](_LISTS["topics"])
"""Signals of what stands on the web."""

_HAN: Final = re.compile("[\u3400-\u9fff]")
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_FOREIGN: Final = re.compile(r"[A-Za-z]{2,}[A-Za-z0-9]*|[A-Z]+\d|《")
_USA: Final = re.compile(r"\bUS\b|\bU\.S\.")
_NUMBER: Final = re.compile(r"\d[\d.,]*")
_PAUSES: Final = ",.;:!()—–，。；：！、…~～"
_ENGLISH_SIGNS: Final = {
    **{sign: " " for sign in range(0x21, 0x7F) if not chr(sign).isalnum() and sign not in (0x22, 0x27)},
    **dict.fromkeys(map(ord, _PAUSES), " , "),
    **dict.fromkeys(map(ord, "?？"), " ？ "),
    ord('"'): ' " ',
    ord("’"): "'",
}
_CHINESE_SIGNS: Final = {**dict.fromkeys(map(ord, _PAUSES), "，"), ord("?"): "？"}
_NAMES_SOMETHING: Final = "⌘"
_NO_NAMES: Final = frozenset[str](_LISTS["foreign_but_no_names"])


class _Signals:
    """The signals of a language; words of it stand ``apart`` or not."""

    def __init__(self, told: Mapping[str, Mapping[str, Sequence[str]]], *, apart: bool) -> None:
        patterns = [(name, it.split(_AND)) for name, some in told["signals"].items() for it in some]
        numbers = {it: number for number, it in enumerate(dict.fromkeys(it for _, some in patterns for it in some))}
        sets = [frozenset(it.strip() for it in phrases_of(written, told["words"])) for written in numbers]
        rarity = [min(map(len, it)) for it in sets]
        self._alone: dict[int, set[str]] = defaultdict(set)
        self._with_others: dict[int, list[tuple[frozenset[int], str]]] = defaultdict(list)
        for name, some in patterns:
            rarest, *others = sorted((numbers[it] for it in some), key=lambda it: -rarity[it])
            if others:
                self._with_others[rarest].append((frozenset(others), name))
            else:
                self._alone[rarest].add(name)
        holders: dict[str, list[int]] = defaultdict(list)
        for number, phrases in enumerate(sets):
            for it in phrases:
                holders[it].append(number)
        self._holders = list(holders.values())
        self._needles = Needles(((it, apart), number) for number, it in enumerate(holders))

    def found(self, plain: str) -> set[str]:
        """The names of the signals in a sentence in its plain form."""
        numbers = set[int]()
        for phrase in self._needles.first(as_bytes(plain)):
            numbers.update(self._holders[phrase])
        found = set[str]()
        for number in numbers:
            found |= self._alone.get(number, _NONE)
            for others, name in self._with_others.get(number, ()):
                if others <= numbers:
                    found.add(name)
        return found


def signals_in(sentence: str) -> set[str]:
    """The names of the signals in a sentence, in the language that it is written in."""
    if _HAN.search(sentence):
        return _signals("zh").found(_plain_chinese(sentence))
    return _signals("en").found(_plain_english(sentence))


def compile_signals() -> None:
    """Have them compiled before anybody waits for it."""
    for language in ("en", "zh"):
        _signals(language)


@cache
def _signals(language: str) -> _Signals:
    """The signals of a language, compiled when they are first needed: that takes a tenth of a second."""
    return _Signals(_LISTS[language], apart=language == "en")


def _plain_english(sentence: str) -> str:
    names = _NAMES_SOMETHING if _YEAR.search(sentence) else ""
    bare = _NUMBER.sub("0", _USA.sub("USA", sentence)).lower().translate(_ENGLISH_SIGNS)
    return f"^ {' '.join(bare.split()).lstrip(' ,')} {names} $"


def _plain_chinese(sentence: str) -> str:
    foreign = any(it[0].lower() not in _NO_NAMES for it in _FOREIGN.finditer(sentence))
    names = _NAMES_SOMETHING if foreign or _YEAR.search(sentence) else ""
    bare = _NUMBER.sub("0", sentence).translate(_CHINESE_SIGNS)
    return f"^{''.join(bare.split()).strip('，')}{names}$"

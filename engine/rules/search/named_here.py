"""The people and characters who are here, as they stand in a sentence: called, or spoken of."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.rules.recall.questions.courtesy_words import TITLES
from engine.rules.recall.word_lists import word_lists

_HAN: Final = re.compile("[\u3400-\u9fff]")
_LISTS: Final = word_lists(__file__, "query_words.json")
_WORDS_TOO: Final = frozenset[str](_LISTS["names_that_are_words"])
_SMALL: Final = frozenset[str](_LISTS["parts_of_no_name"])
_NEVER: Final = re.compile(r"(?!)")
_LONGEST: Final = 64
_MOST: Final = 200
_LEAST_PART: Final = 3


def _either(name: str) -> str:
    return "|".join(map(re.escape, sorted(_LISTS[name], key=lambda it: (-len(it), it))))


_GREETED: Final = rf"(?:(?:{_either('greets')})[\s,，]*)?"
_APART: Final = r"\s*[,，:：!！~～、—-]+\s*|(?=呀|啊)"
_ASKED: Final = rf"\s+(?=(?:{_either('asks_behind_a_name')})\b)"
_ASKED_IN_CHINESE: Final = (
    rf"(?=[\u3400-\u9fff])(?=(?:{_either('asks_behind_a_chinese_name')})"
    rf"|[^，。]{{0,8}}(?:{_either('about_the_world')}))"
)
_NO_LETTER_BEFORE: Final = r"(?<![^\W\u3400-\u9fff])"
_NO_LETTER_BEHIND: Final = r"(?![^\W\u3400-\u9fff])"
"""A Chinese character stands beside a foreign name as a blank does."""


@dataclass(frozen=True, slots=True)
class NamesHere:
    """Patterns for the names. ``called``: at an end of a sentence, set apart or not; ``spoken``: anywhere."""

    names: tuple[str, ...]
    called: re.Pattern[str]
    spoken: re.Pattern[str]

    def uncalled(self, sentence: str) -> str:
        """``sentence`` without a name by which somebody is called at its beginning or end."""
        return self.called.sub("", sentence) if self._may_name(sentence) else sentence

    def speaks_of(self, sentence: str) -> bool:
        """Whether somebody here is named in it; who is called like a city is none where something is *in* it."""
        if not self._may_name(sentence):
            return False
        return any(not sentence.endswith((" in ", " In "), 0, it.start()) for it in self.spoken.finditer(sentence))

    def unnamed(self, text: str) -> str:
        """``text`` without any of the names."""
        return self.spoken.sub(" ", text)

    def _may_name(self, sentence: str) -> bool:
        """Whether the letters of a name are in it, which is known soon."""
        letters = sentence.lower()
        return any(it in letters for it in self.names)


@lru_cache(maxsize=256)
def names_here(names: frozenset[str]) -> NamesHere:
    """The patterns of some names, made once; of a name of several words its parts count too."""
    parts = sorted({part for it in sorted(names)[:_MOST] for part in _parts(it)}, key=lambda it: (-len(it), it))
    if not parts:
        return NamesHere((), _NEVER, _NEVER)
    any_name = "|".join(_called(it) for it in parts)
    of_whom = "|".join(_spoken(it) for it in parts if not _is_one_character(it)) or _NEVER.pattern
    before = rf"^\W*{_GREETED}@?(?:{any_name})(?:{_APART}|{_ASKED}|{_ASKED_IN_CHINESE})"
    behind = rf"[,，、]\s*@?(?:{any_name})(?=[\s?？!！.。~～]*$)"
    return NamesHere(
        tuple(it.lower() for it in parts),
        re.compile(f"{before}|{behind}", re.IGNORECASE),
        re.compile(of_whom, re.IGNORECASE),
    )


def _parts(name: str) -> Iterator[str]:
    whole = " ".join(name[:_LONGEST].split()).strip("@")
    if not whole:
        return
    yield whole
    pieces = re.split(r"[\s·・]+", whole)
    if len(pieces) > 1:
        long = (it for it in pieces if (len(it) >= _LEAST_PART and it[0].isupper()) or _HAN.search(it))
        yield from (it for it in long if it.casefold() not in TITLES | _SMALL)


def _is_one_character(name: str) -> bool:
    """Whether a name is a single Chinese character, which stands in many words that are no name."""
    return len(name) == 1 and _HAN.match(name) is not None


def _called(name: str) -> str:
    """A pattern for a name as a word; in Chinese wherever it stands."""
    begins = "" if _HAN.search(name[0]) else _NO_LETTER_BEFORE
    ends = "" if _HAN.search(name[-1]) else _NO_LETTER_BEHIND
    return f"{begins}{re.escape(name)}{ends}"


def _spoken(name: str) -> str:
    """The same of a name that may be a word besides: then it has a capital where no sentence begins."""
    if name.lower() not in _WORDS_TOO:
        return _called(name)
    return rf"(?<=[^.?!\s]\s)(?-i:{re.escape(name[:1].upper() + name[1:])})(?!\w)"

"""What a new fact does to those that are known: nothing, take the place of one, or stand beside them.

A negation or another value is never a duplicate: to a model "I like it" and "I do not like it" are nearly one sentence.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NEAR: Final = 0.93
"""On the canonical scale: two sentences of the same words, told another way."""
SAME_SUBJECT: Final = 0.6
"""Of the words of the shorter text: so many shared ones are about one thing."""

_TOKEN: Final = re.compile(r"\d+(?:[.,:/-]\d+)*|[a-z]+(?:['’][a-z]+)?|[\u3400-\u9fff]")
_NUMBER: Final = re.compile(r"\d")
_CHINESE_NUMBER: Final = frozenset("零一二两三四五六七八九十百千万半")
_NO_NEGATION: Final = re.compile(
    r"不错|不过|不仅|不但|不同|不管|不论|差不多|不得了|不好意思|特别|分别|别人|别的|没想到|非常|无论|是不是|要不要|能不能"
)
_CHINESE_NEGATION: Final = re.compile(r"不再|已经不|没有|不|没|别|无|未|非|戒|再也")
_NEGATION: Final = _words(
    "not no never none nobody nothing neither nor without cannot stopped stop quit anymore former formerly"
)
_STOP: Final = _words(
    "a an the is are was were be been am has have had do does did to of in on at for with and or that this it its her"
    " his their my your she he they i you who which as by from about very really said says told tells also now still s"
)
_CHINESE_STOP: Final = frozenset("的了是在有也就都和与及很着过吧啊呢她他它我你这那个说已经再曾")
_STEM: Final = 6
_ENDINGS: Final = re.compile(r"(?<=[a-z]{3})(?:ing|ies|ed|es|s|e|y)$")


class MergeVerdict(StrEnum):
    """What is to be done with a new fact. ``IGNORE``: it is known; ``SUPERSEDE``: an older one is true no more."""

    ADD = "add"
    UPDATE = "update"
    SUPERSEDE = "supersede"
    IGNORE = "ignore"


@dataclass(frozen=True, slots=True)
class MergeCandidate:
    """A known fact. ``label`` names it to the model; ``near`` is its likeness to the new one, 0 to 1."""

    label: str
    text: str
    near: float = 0.0


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of a new fact, and the label of the older one that it touches."""

    verdict: MergeVerdict
    old: str | None = None


@dataclass(frozen=True, slots=True)
class _Reading:
    plain: str
    words: tuple[str, ...]
    numbers: Counter[str]
    negations: int


def decide(text: str, asked: MergeVerdict, old: str | None, known: Sequence[MergeCandidate]) -> Decision:
    """What is really to be done where a model ``asked`` for this, about ``old`` (a label of ``known``)."""
    if asked is MergeVerdict.IGNORE:
        return Decision(MergeVerdict.IGNORE)
    new = _read(text)
    readings = [(it, _read(it.text)) for it in known]
    if any(_duplicate(new, reading, it.near) for it, reading in readings):
        return Decision(MergeVerdict.IGNORE)
    if asked in (MergeVerdict.UPDATE, MergeVerdict.SUPERSEDE) and any(it.label == old for it in known):
        return Decision(asked, old)
    turned = next((it for it, reading in readings if _turned(new, reading)), None)
    if turned is not None:
        return Decision(MergeVerdict.SUPERSEDE, turned.label)
    fuller = next((it for it, reading in readings if _tells_all_of(new, reading)), None)
    return Decision(MergeVerdict.UPDATE, fuller.label) if fuller else Decision(MergeVerdict.ADD)


def same(one: str, other: str, near: float = 0.0) -> bool:
    """Whether the second text says nothing that the first does not. ``near`` is their likeness, 0 to 1."""
    return _duplicate(_read(other), _read(one), near)


def states(text: str, was: str, now: str) -> bool:
    """Whether ``text`` tells what was wrong in ``was`` and is put right in ``now``."""
    said, wrong, right = _read(text), _read(was), _read(now)
    if said.plain == wrong.plain:
        return True
    if not _shares(said.words, wrong.words):
        return False
    values, news = _only(wrong, right), _only(right, wrong)
    if values:
        return values <= {*said.words, *said.numbers} and not (news and news <= {*said.words, *said.numbers})
    return said.negations == wrong.negations != right.negations or _duplicate(said, wrong, 0.0)


def mentions(text: str, was: str, now: str) -> bool:
    """Whether ``text`` names what was wrong in ``was``, whatever else it tells."""
    said, wrong, right = _read(text), _read(was), _read(now)
    values = _only(wrong, right)
    return bool(values) and values <= {*said.words, *said.numbers}


def _read(text: str) -> _Reading:
    plain = unicodedata.normalize("NFKC", text).casefold()
    tokens = _TOKEN.findall(plain)
    numbers = Counter(it for it in tokens if _NUMBER.search(it) or it in _CHINESE_NUMBER)
    negations = sum(_negates(it) for it in tokens) + len(_CHINESE_NEGATION.findall(_NO_NEGATION.sub("", plain)))
    return _Reading(" ".join(tokens), tuple(_content(tokens)), numbers, negations)


def _negates(token: str) -> bool:
    return token in _NEGATION or token.replace("’", "'").endswith("n't")


def _content(tokens: Iterable[str]) -> Iterable[str]:
    for token in tokens:
        word = token.replace("’", "'").removesuffix("'s")
        if _NUMBER.search(word) or word in _STOP or word in _CHINESE_STOP or _negates(token):
            continue
        if word in "不没无未别非" or word in _CHINESE_NUMBER or word in ("longer", "used"):
            continue
        yield _ENDINGS.sub("", word)[:_STEM] if word[0] < "\u3400" else word


def _duplicate(new: _Reading, old: _Reading, near: float) -> bool:
    if new.plain == old.plain:
        return True
    if new.numbers != old.numbers or new.negations != old.negations:
        return False
    if new.words == old.words:
        return True
    if new.negations:
        return False
    if _in_order(new.words, old.words):
        return True
    return near >= NEAR and not _one_value_apart(new.words, old.words)


def _turned(new: _Reading, old: _Reading) -> bool:
    """One negates the other, or tells another number of the same thing."""
    if new.negations == old.negations and (new.numbers == old.numbers or not (new.numbers and old.numbers)):
        return False
    return _shares(new.words, old.words) and _alike(new.words, old.words)


def _tells_all_of(new: _Reading, old: _Reading) -> bool:
    plain = not new.negations and not old.negations and old.numbers <= new.numbers
    return plain and len(old.words) > 1 and _in_order(old.words, new.words)


def _alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether nearly all words are shared: "Ann has a cat" and "Ann has a dog" are two facts."""
    shared = len({*one} & {*other})
    return shared >= 0.75 * max(len({*one}), len({*other}))


def _shares(one: Sequence[str], other: Sequence[str]) -> bool:
    few = min(len({*one}), len({*other}))
    return few > 0 and len({*one} & {*other}) >= SAME_SUBJECT * few


def _in_order(few: Sequence[str], many: Sequence[str]) -> bool:
    """Whether the words of ``few`` stand in ``many`` in the same order, and are most of it."""
    rest = iter(many)
    return bool(few) and 2 * len(few) >= len(many) and all(word in rest for word in few)


def _one_value_apart(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether one stretch of words took another's place, or the same words stand in another order."""
    if sorted(one) == sorted(other):
        return True
    steps = [it for it in SequenceMatcher(None, one, other, autojunk=False).get_opcodes() if it[0] != "equal"]
    return len(steps) == 1


def _only(one: _Reading, other: _Reading) -> set[str]:
    """What is told by one alone: words, and numbers."""
    return {*one.words, *one.numbers} - {*other.words, *other.numbers}

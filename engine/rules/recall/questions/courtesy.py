"""A sentence without what is only said to somebody: greetings, thanks, interjections, and whom it calls.

"Hey Lan, quick question: what did we talk about today, please?" asks what "what did we talk about today?" asks. Only
the ends of a sentence, and what stands between two commas, are looked at: who is spoken of stays.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.rules.recall.questions.courtesy_words import (
    ADDRESSES,
    BOUND_CLOSERS,
    BOUND_OPENERS,
    FREE_CLOSERS,
    FREE_OPENERS,
    LAUGHTER,
    PREFIXES,
    SIGHS,
    SUFFIXES,
    TITLES,
)
from engine.rules.recall.words.words import is_chinese
from engine.rules.recall.words.words_in_order import Word, phrase, words_of

Phrase = tuple[str, ...]

_SPACE: Final = re.compile(r"\s*")
_JOINS: Final = re.compile(r"\s*[&+/＆=“”\"「」『』《》‘’]+\s*")
_MARKS: Final = ("“", '"', "「", "『", "《", "‘")
_MARKS_BEHIND: Final = ("”", '"', "」", "』", "》", "’")
_OPENING: Final = '“"「『《(（[【'
_CLOSING: Final = '”"」』》)）]】%°'
_QUESTION: Final = re.compile("[?？]")

_ASKING: Final = frozenset(
    phrase(
        "what what's whats who who's whom whose which when when's where where's why how how's remember remind recall"
        " recap tell summarize summarise any anything everything please pls do you we i u let's let catch fill"
        " bring give show update sum"
    )
)
_HELPING: Final = frozenset(
    phrase("do did does can could will would have has had are is was were should shall may might didn't don't")
)
_SUBJECTS: Final = frozenset(
    phrase("we you i u they he she it us there anyone anybody someone my our your the this that")
)
_HAN_CLAUSE: Final = re.compile(
    r"[^的和跟与对给把被让叫问告说讲提送教带见是有，,。.!！?？\s]{0,10}?"
    r"(?:我们|咱|你|您|我|大家|俩|有没有|还记得|记得|能不能|可不可以|可以|什么时候|发生)"
)
_TIMES: Final = frozenset(
    phrase(
        "today yesterday tonight ago week weeks weekend month months year years morning evening afternoon night noon"
        " day days earlier before then again monday tuesday wednesday thursday friday saturday sunday january february"
        " march april may june july august september october november december spring summer autumn fall winter"
        " christmas time please thanks you hey hi hello ok okay"
    )
)
_TIME_ENDS: Final = frozenset("天年月周晚早上下午间日期季初底末晨夜里节假")
_TELLING: Final = frozenset("么啥吗呢呀啊吧嘛哦啦哈哪")
_AND: Final = frozenset(phrase("and or 和 跟 与 或 及"))
_OF: Final = _AND | frozenset(phrase("with about of to from for by than like 对 给 关 于"))
_NO_NAMES: Final = _ASKING | _HELPING | _SUBJECTS
_SIGHS: Final = [it * times for it in "哈呵嘿嘻嗯呜啊" for times in range(3, 10)]
_LEAST_PART: Final = 3
_FULL: Final = (2, 4)
"""So many characters have a Chinese full name."""


def without_courtesy(text: str, names: frozenset[str] = frozenset()) -> str:
    """``text`` without courtesy; "" when it is nothing else. ``names`` are those that somebody may be called here by.

    Linear in the length of the text.
    """
    words = words_of(text)
    look = _Look(text, words, _forms(names))
    first = _first(look)
    last = _last(look, first)
    if first >= last:
        return "" if words else text.strip()
    kept = _between(look, first, last)
    return text if kept == [(0, len(words))] else _joined(text, words, kept)


@dataclass(frozen=True, slots=True)
class _Table:
    """Phrases by their first and by their last word, the longest first."""

    opening: Mapping[str, Sequence[Phrase]]
    closing: Mapping[str, Sequence[Phrase]]

    @classmethod
    def of(cls, phrases: Iterable[Phrase]) -> "_Table":
        opening: dict[str, list[Phrase]] = defaultdict(list)
        closing: dict[str, list[Phrase]] = defaultdict(list)
        for it in sorted({it for it in phrases if it}, key=lambda it: (-len(it), it)):
            opening[it[0]].append(it)
            closing[it[-1]].append(it)
        return cls(opening, closing)

    def begins(self, words: Sequence[Word], at: int) -> int:
        """How many words the longest phrase has that begins at ``at``; 0 for none."""
        for it in self.opening.get(words[at].text, ()) if at < len(words) else ():
            if all(at + n < len(words) and words[at + n].text == word for n, word in enumerate(it)):
                return len(it)
        return 0

    def ends(self, words: Sequence[Word], last: int) -> int:
        """How many words the longest phrase has that ends before ``last``."""
        for it in self.closing.get(words[last - 1].text, ()) if last else ():
            first = last - len(it)
            if first >= 0 and all(words[first + n].text == word for n, word in enumerate(it)):
                return len(it)
        return 0


def _table(*phrases: Iterable[str]) -> _Table:
    return _Table.of(phrase(it) for some in phrases for it in some)


_FREE_OPENERS: Final = _table(FREE_OPENERS, _SIGHS)
_OPENERS: Final = _table(FREE_OPENERS, BOUND_OPENERS)
_FREE_CLOSERS: Final = _table(FREE_CLOSERS, _SIGHS)
_CLOSERS: Final = _table(FREE_CLOSERS, BOUND_CLOSERS, FREE_OPENERS)
_ADDRESSES: Final = _table(ADDRESSES)
_PREFIXES: Final = _table(PREFIXES)
_SUFFIXES: Final = _table(SUFFIXES)


@dataclass(frozen=True, slots=True)
class _Names:
    """The names that are known here and their parts; ``starts`` is how their words may be shortened.

    ``families`` call somebody only with a title or the like: Miss Gu, 老顾.
    """

    parts: _Table
    families: _Table
    starts: frozenset[str]

    def begins(self, words: Sequence[Word], at: int) -> int:
        """How many words from ``at`` on call somebody."""
        before = _PREFIXES.begins(words, at)
        for step in dict.fromkeys((before, 0)):
            start = at + step
            name = self.parts.begins(words, start) or self.families.begins(words, start)
            behind = _SUFFIXES.begins(words, start + name)
            if name and (step or behind or self.parts.begins(words, start)):
                return step + name + behind
        return _ADDRESSES.begins(words, at)

    def ends(self, words: Sequence[Word], last: int) -> int:
        """How many words before ``last`` call somebody."""
        behind = _SUFFIXES.ends(words, last)
        for step in dict.fromkeys((behind, 0)):
            end = last - step
            name = self.parts.ends(words, end) or self.families.ends(words, end)
            before = _PREFIXES.ends(words, end - name)
            if name and (step or before or self.parts.ends(words, end)):
                return step + name + before
        return _ADDRESSES.ends(words, last)


@dataclass(frozen=True, slots=True)
class _Look:
    """The words of a text, and all that somebody may be called in it."""

    text: str
    words: Sequence[Word]
    names: _Names

    def apart(self, at: int) -> bool:
        """Whether more than a joining blank stands before the word at ``at``; so it is at both ends of the text."""
        if at in (0, len(self.words)):
            return True
        one, other = self.words[at - 1], self.words[at]
        gap = self.text[one.end : other.start]
        if _JOINS.fullmatch(gap):
            return False  # so does a quotation mark: what stands between two is spoken of
        return not _SPACE.fullmatch(gap) or (bool(gap) and one.han and other.han)

    def called(self, at: int) -> int:
        """How many words from ``at`` on call somebody: a mention, or a name with what people put around it."""
        if self.words[at].mention:
            return 1
        if self.text.endswith(_MARKS, 0, self.words[at].start):
            return 0
        return self.names.begins(self.words, at) or int(self._shortened(at) and self.apart(at + 1))

    def _shortened(self, at: int) -> bool:
        """Whether the word at ``at`` is how a longer name begins: Alex for Alexandra."""
        return self.words[at].text in self.names.starts


def _first(look: _Look) -> int:
    """The first word that is no courtesy."""
    at, words = 0, look.words
    while at < len(words):
        if _breathed(words[at]):
            step = 1
        elif (step := look.called(at)) and _turns_to(look, at, at + step):
            pass
        elif not (step := _FREE_OPENERS.begins(words, at)):
            step = _OPENERS.begins(words, at)
            step *= bool(step) and (look.apart(at + step) or bool(look.called(at + step)))
        if not step:
            return at
        at += step
    return at


def _turns_to(look: _Look, at: int, after: int) -> bool:
    """Whether the name before the word at ``after`` calls somebody, and does not begin to tell of them."""
    if look.apart(after) or look.words[at].mention:
        return True
    words = look.words
    word = words[after]
    if after == at + 1 and words[at].han and word.text in _TIME_ENDS:
        return False  # 夏天 is summer, whoever is called 夏
    if _breathed(word) or _FREE_OPENERS.begins(words, after):
        return True
    said = _OPENERS.begins(words, after)
    if (said and look.apart(after + said)) or (not word.han and look.called(after)):
        return True
    if word.han:
        return _HAN_CLAUSE.match(look.text, word.start) is not None
    follows = words[after + 1].text if after + 1 < len(words) else ""
    return word.text in _ASKING or (word.text in _HELPING and follows in _SUBJECTS)


def _breathed(word: Word) -> bool:
    """Whether somebody laughs or sighs."""
    return LAUGHTER.fullmatch(word.text) is not None or SIGHS.fullmatch(word.text) is not None


def _last(look: _Look, first: int) -> int:
    """The word behind the last one that is no courtesy."""
    last, words = len(look.words), look.words
    while last > first:
        step = 1 if LAUGHTER.fullmatch(words[last - 1].text) else _FREE_CLOSERS.ends(words, last)
        if not step and (step := int(SIGHS.fullmatch(words[last - 1].text) is not None) or _CLOSERS.ends(words, last)):
            step *= look.apart(last - step)
        if not step:
            step = _called_last(look, last)
        if not step:
            return last
        last -= step
    return last


def _called_last(look: _Look, last: int) -> int:
    """How many words before ``last`` call somebody; a name there may as well be what is asked about."""
    words = look.words
    if look.text.startswith(_MARKS_BEHIND, words[last - 1].end):
        return 0
    step = 1 if words[last - 1].mention else look.names.ends(words, last)
    at = last - step
    if not step or at == 0:
        return step
    before = words[at - 1]
    if before.text in _OF:
        return 0
    if words[last - 1].mention or (look.apart(at) and not look.names.ends(words, at)):
        return step
    return step * (before.text in (_TELLING if before.han else _TIMES))


def _between(look: _Look, first: int, last: int) -> list[tuple[int, int]]:
    """The stretches of words from ``first`` to ``last`` without names that stand between two commas."""
    words, kept, start, at = look.words, list[tuple[int, int]](), first, first + 1
    while at < last:
        step = look.called(at) if look.apart(at) else 0
        end = at + step
        if step and end < last and look.apart(end) and _alone(look, at, end):
            kept.append((start, at))
            start = end
        at += step or 1
    return [*kept, (start, last)] if start or last < len(words) else [(0, last)]


def _alone(look: _Look, at: int, end: int) -> bool:
    """Whether the name in these words is none of several."""
    words = look.words
    if words[end].text in _AND or words[at - 1].text in _AND:
        return False
    return not (look.names.ends(words, at) or look.names.begins(words, end))


def _joined(text: str, words: Sequence[Word], kept: Sequence[tuple[int, int]]) -> str:
    """The kept stretches with the quotation marks around them; a question stays one."""
    parts: list[str] = []
    for first, last in kept:
        start = 0 if first == 0 else words[first].start
        end = len(text) if last == len(words) else words[last - 1].end
        while start and text[start - 1] in _OPENING:
            start -= 1
        while end < len(text) and text[end] in _CLOSING:
            end += 1
        parts.append(text[start:end])
    found = " ".join(parts).strip()
    asked = _QUESTION.search(text) is not None and _QUESTION.search(found) is None
    return f"{found}?" if asked else found


@lru_cache(maxsize=256)
def _forms(names: frozenset[str]) -> _Names:
    """All that those who are called so may be called: whole, in part, twice, and with a syllable behind a hyphen."""
    parts = {part for name in names for part in _parts(phrase(name))}
    twice = {it * 2 for it in parts if len(it) == 1}
    syllables = [it for it in SUFFIXES if it.isascii() and it.isalpha()]
    hyphened = {(f"{it[-1]}-{behind}",) for it in parts for behind in syllables}
    words = {word for it in parts for word in it if not is_chinese(word)}
    families = {(it,) for name in names for it in phrase(name)[:2] if it not in TITLES | _NO_NAMES}
    starts = frozenset(word[:size] for word in words for size in range(_LEAST_PART, len(word)))
    return _Names(_Table.of(parts | twice | hyphened), _Table.of(families - parts), starts)


def _parts(name: Phrase) -> Iterable[Phrase]:
    """A name as a whole, each of its words that is no title, and what is left of a Chinese one without its family."""
    if not name or (len(name) == 1 and name[0] in _NO_NAMES):
        return
    yield name
    yield from ((it,) for it in name if len(it) >= _LEAST_PART and it not in TITLES | _NO_NAMES and not is_chinese(it))
    if _FULL[0] <= len(name) <= _FULL[1] and all(map(is_chinese, name)):
        yield name[2:] if len(name) == _FULL[1] else name[1:]

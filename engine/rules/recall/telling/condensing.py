"""A stretch of time told in short: lines that together state what it was about, the most telling first.

Each word that says something is worth telling once. Words that a matter is talked about with come back soon; the line
that brings them up states the matter. Line after line is taken by what it adds to those taken before, for its length;
what repeats them, belongs to their thread, or follows right behind is another line about the same matter and counts for
less. So a matter that one line states comes before the tenth line about a large one, and greetings, which state
nothing, never come. Of a long message only the sentences are taken that add something.

The weights were fitted on generated days (``tests/bench/days.py``, but for those held out) and rounded. Everything is
linear in the number of words, but for keeping the lines in order.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from heapq import heapify, heappop, heapreplace
from itertools import pairwise
from math import log2
from typing import Final

from engine.rules.recall.questions.sentences import sentences
from engine.rules.recall.questions.wording import is_question
from engine.rules.recall.telling.stating import STATES, says, stated
from engine.rules.recall.telling.threads import cohesion, threads
from engine.rules.text.tokens import estimate

LONGEST_WHOLE: Final = 30
"""Tokens of a text that is taken as a whole; of a longer one only the sentences that add something."""
_SENTENCE: Final = 120
_MOST_SENTENCES: Final = 40
_READ: Final = 6_000
"""Characters of one message that are looked at."""
SPARE: Final = 2
"""So much more than there is room for is put in order: some of it may stand in the prompt anyway."""

_COMES_BACK: Final = 2.0
_MOST_TIMES: Final = 8
_BRINGS_UP: Final = 2
"""Lines in which a word is new: the one that brings it up, and those that take it up at once."""
_STREWN: Final = 3.0
_QUESTION: Final = 0.6
_REPLY: Final = 0.6
_REPEATS: Final = 1.5
_MUCH: Final = 0.7
"""A line that says twice as much is not worth twice as much: few matters are stated at length."""
_SAME_THREAD: Final = 0.5
_BEHIND: Final = (0.3, 0.25, 0.2, 0.15, 0.1, 0.05)
"""How much less a line counts so many lines behind one that is told."""
_PART: Final = 0.5
_MOST_STATED: Final = 6.0
"""What a line is worth besides for its part of the time: so much of what it states, though others state it too. The
second line of a part half of that, and so on.
"""
_LACKED: Final = 0.5
"""Beside what tells of a part of the time already, so much of a line must be new."""


@dataclass(frozen=True, slots=True)
class CondensedLine:
    """A text as it may be told. ``above``: tokens of what stands before it (time and name).

    ``part``: the part of the time that it belongs to, each of which is to be told of. ``reply``: the character said it.
    """

    text: str
    above: int = 0
    part: Hashable = None
    reply: bool = False


@dataclass(frozen=True, slots=True)
class ShortLine:
    """Line ``number`` (from 0) in short."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class _Piece:
    """A line, or the ``nth`` sentence of a long one; ``words`` with how much each is worth, ``states`` by itself."""

    line: int
    nth: int
    text: str
    words: Mapping[str, float]
    states: float
    worth: float
    tokens: int


def condensed(
    lines: Sequence[CondensedLine],
    room: int,
    *,
    names: Iterable[str] = (),
    known: Mapping[Hashable, Iterable[str]] | None = None,
) -> list[ShortLine]:
    """What of ``lines``, which are in time order, is told in about ``room`` tokens, the most telling first.

    Up to SPARE times as much is given, for what the prompt shows anyway. ``names``: of the people who talk, as stems.
    ``known``: texts that tell of a part of the time already; of such a part only that comes which they lack.
    """
    found = frozenset(names)
    told = {part: frozenset(word for it in texts for word in stated(it)) for part, texts in (known or {}).items()}
    every = [it for number, line in enumerate(lines) for it in _pieces(number, line, found)]
    lacked = [it for it in every if _is_lacked(it, told.get(lines[it.line].part, frozenset()))]
    ties = cohesion(list(_by_line(lacked).values()))
    pieces = _weighed(lacked, ties)
    return _Choice(lines, pieces, _threads(pieces, ties), told).made(room)


def _pieces(number: int, line: CondensedLine, names: frozenset[str]) -> list[_Piece]:
    """What of a line can be told: all of it, or its sentences. Nothing where nothing is stated."""
    text = " ".join(line.text[:_READ].split())
    tokens = estimate(text)
    whole = tokens <= LONGEST_WHOLE
    found: list[_Piece] = []
    for nth, sentence in enumerate((text,) if whole else sentences(text, _MOST_SENTENCES, _SENTENCE)):
        words = stated(sentence, names)
        states = says(words)
        if states >= STATES:
            worth = (_QUESTION if is_question(sentence) else 1.0) * (_REPLY if line.reply else 1.0)
            found.append(_Piece(number, nth, sentence, words, states, worth, tokens if whole else estimate(sentence)))
    return found


def _is_lacked(piece: _Piece, known: Set[str]) -> bool:
    return sum(weight for word, weight in piece.words.items() if word not in known) >= _LACKED * piece.states


def _by_line(pieces: Sequence[_Piece]) -> dict[int, dict[str, float]]:
    words: dict[int, dict[str, float]] = {}
    for piece in pieces:
        words.setdefault(piece.line, {}).update(piece.words)
    return words


def _threads(pieces: Sequence[_Piece], ties: Mapping[str, float]) -> dict[int, int]:
    """The thread of each line that states something."""
    words = _by_line(pieces)
    return dict(zip(words, threads(list(words.values()), ties), strict=True))


def _weighed(pieces: Sequence[_Piece], ties: Mapping[str, float]) -> list[_Piece]:
    """The pieces with their words worth more where they bring a matter up, and less where they are strewn all over."""
    lines = _by_line(pieces)
    held = Counter(word for words in lines.values() for word in words)
    first: dict[str, int] = {}
    for number, words in lines.items():
        for word in words:
            first.setdefault(word, number)

    def worth(piece: _Piece, word: str) -> float:
        times = log2(min(held[word], _MOST_TIMES))
        strewn = 1 + _STREWN * (1 - ties.get(word, 1.0)) * log2(held[word])
        brings_up = piece.line - first[word] <= _BRINGS_UP
        return (1 + _COMES_BACK * ties.get(word, 0.0) * times * brings_up) / strewn

    return [replace(it, words={word: weight * worth(it, word) for word, weight in it.words.items()}) for it in pieces]


@dataclass(slots=True)
class _Choice:
    """A choice in the making. ``known``: what is told of a part of the time already."""

    lines: Sequence[CondensedLine]
    pieces: Sequence[_Piece]
    thread: Mapping[int, int]
    known: Mapping[Hashable, frozenset[str]]
    covered: set[str] = field(default_factory=set[str])
    parts: Counter[Hashable] = field(default_factory=Counter[Hashable])
    threads: Counter[int] = field(default_factory=Counter[int])
    taken: dict[int, list[_Piece]] = field(default_factory=dict[int, list[_Piece]])

    def made(self, room: int) -> list[ShortLine]:
        """Take the best piece again and again. What one adds never grows, so only the first of the row is looked at."""
        waiting = [(-self._adds(it), number) for number, it in enumerate(self.pieces)]
        heapify(waiting)
        spent = 0
        while waiting and spent < SPARE * room:
            before, number = waiting[0]
            piece = self.pieces[number]
            adds = self._adds(piece)
            if adds <= 0 or (spent >= room and piece.line in self.taken):
                heappop(waiting)
            elif -adds > before:
                heapreplace(waiting, (-adds, number))
            else:
                heappop(waiting)
                spent += self._take(piece)
        return [ShortLine(number, _in_short(self.lines[number].text, found)) for number, found in self.taken.items()]

    def _adds(self, piece: _Piece) -> float:
        """What a piece adds, for its length."""
        line = self.lines[piece.line]
        known = self.known.get(line.part, frozenset())
        every = says(piece.words)
        new = sum(worth for word, worth in piece.words.items() if word not in self.covered and word not in known)
        if not every:
            return 0.0
        beside = (1 - self._behind(piece.line)) / (1 + self.threads[self.thread[piece.line]]) ** _SAME_THREAD
        adds = piece.worth * new**_MUCH * (new / every) ** _REPEATS * beside
        part = 0.0 if known else _PART * min(piece.states, _MOST_STATED) / (1 + self.parts[line.part])
        return (adds + part) / (line.above + piece.tokens)

    def _behind(self, number: int) -> float:
        return next((less for step, less in enumerate(_BEHIND, 1) if number - step in self.taken), 0.0)

    def _take(self, piece: _Piece) -> int:
        """Take a piece; what it costs."""
        line = self.lines[piece.line]
        above = 1 if piece.line in self.taken else line.above
        self.taken.setdefault(piece.line, []).append(piece)
        self.threads[self.thread[piece.line]] += 1
        self.covered.update(piece.words)
        self.parts[line.part] += 1
        return above + piece.tokens


def _in_short(text: str, taken: Sequence[_Piece]) -> str:
    """The pieces of a text in their order, with a sign where something is left out."""
    ordered = sorted(taken, key=lambda it: it.nth)
    plain = " ".join(text.split())
    if len(ordered) == 1 and ordered[0].text == plain:
        return ordered[0].text
    gaps = [_gap(plain, one.text, other.text) for one, other in pairwise(ordered)]
    opening = "" if ordered[0].nth == 0 else "…"
    return opening + "".join(piece.text + gap for piece, gap in zip(ordered, [*gaps, ""], strict=True))


def _gap(text: str, one: str, other: str) -> str:
    """What stands between two pieces: what is there in ``text`` where they are neighbours, else a sign."""
    return next((gap for gap in ("", " ") if f"{one}{gap}{other}" in text), " … ")

"""What a burst of messages asks: each of its sentences is a question of its own, or part of what is said besides.

"The lamp broke again. What did we talk about yesterday?" asks for all of yesterday, and tells of a lamp. Greetings and
names are neither. Where nothing asks for a time, the burst is read as one text.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import Final

from engine.rules.recall.questions.courtesy import without_courtesy
from engine.rules.recall.questions.denied import without_denied
from engine.rules.recall.questions.intents import Intents, intents_of
from engine.rules.recall.questions.passing import told_in_passing
from engine.rules.recall.questions.sentences import whole_sentences
from engine.rules.recall.questions.times import time_in
from engine.rules.recall.questions.topics import asks_what_was_said, says_something, topic_of
from engine.values.memory.recall import TimeRange

MOST: Final = 3
"""Questions about a time that are heard of one burst: the newest."""

_TAIL: Final = 20
"""Characters before a clause that may lead on to it."""
_CLAUSES: Final = 12
"""Ends of clauses in a sentence that is looked at by its clauses."""
_CLAUSE: Final = re.compile(r"[,，;；:：、—–\n]+|\s-+\s")
_BEGINS: Final = re.compile(
    r"\b(?:wh?[ao]t|wut|wht|which)"
    r"(?:['’]?[sd]| (?:did|have|had|has|was|were|do|happened|went|came|we|i|you|u|y['’]?all)"
    r"| (?:things?|topics?|stuff|subjects?|matters?))\b"
    r"|(?:我们|我哋|咱们|咱俩|咱|我俩|大家)(?:都|还|又|在|一起|到底|究竟|瞎|闲)*(?:聊|说|谈|讲|讨论|做|干|忙|唠|侃|倾|摆)",
    re.IGNORECASE,
)
_TOPICAL: Final = re.compile(
    r"\W*(?:(?:about|regarding|concerning|re|as for|as to|on|of|in|at|with|when|while|whenever|where|after|before|since"
    r"|during|until|because|if|whether|besides|apart from|except|other than)\b"
    r"|关于|至于|有关|对于|针对|除了|在|从|跟|和|同|与|为|对|给|向|把|被|当|就|说到|说起|提到|提起|谈到|聊到|讲到|自从)",
    re.IGNORECASE,
)
_THING: Final = re.compile(r"\W*(?:the|my|your|our|his|her|their|that|this)(?: [^\W\d]+){1,3}\W*", re.IGNORECASE)
_LEADS_ON: Final = re.compile(
    r"(?:\b(?:about|of|with|and|or|is|was|are|were|to|for|from|than|by|the|that)|的|和|跟|与|是)\s*\Z", re.IGNORECASE
)
_ASKING: Final = re.compile(
    r"\W*(?:what|which|who|whose|whom|when|where|why|how|do|did|does|is|are|was|were|have|has|can|could|will|would|any)\b"
    r"|.*(?:[?？]|[吗呢么])\W*\Z",
    re.IGNORECASE | re.DOTALL,
)
_REFERS: Final = re.compile(r"\b(?:it|that|there|then|this|those|them|he|she|him|her)\b|[这那它他她]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AskedThing:
    """One thing that is asked or told. ``topic`` is what it is about besides ``when``, whose spans lie in ``text``.

    ``asks``: it may ask for a time; what only tells of one does not. ``spoken`` is the text with its courtesy.
    """

    text: str
    when: TimeRange | None
    topic: str
    intents: Intents
    asks: bool = True
    spoken: str = ""

    @property
    def window(self) -> bool:
        """Whether it asks for all of a stretch of time."""
        return self.asks and self.when is not None and not self.topic

    def filters(self, now: datetime) -> bool:
        """Whether only what was said in that time can answer it.

        A statement that names a time asks for nothing, nor does a question about today that is none about the talk.
        """
        if not self.asks or self.when is None or not self.when.certain:
            return False
        remembers = self.intents.talk or self.intents.recalls
        return remembers or (self.intents.asks and not self.when.holds(now))


def asked_in(
    text: str, now: datetime, names: frozenset[str] = frozenset(), otherwise: TimeRange | None = None
) -> tuple[AskedThing, ...]:
    """What ``text`` asks, seen from ``now`` (aware): questions about a time, and at most one that is about none, last.

    ``names`` are those that somebody may be called here by. ``otherwise`` is the time that is meant where the rules see
    none; its spans lie in ``text``. Never empty.
    """
    meant, beside = without_denied(text, now)
    reader = _Reader(now, names, beside or otherwise, meant)
    sentences = whole_sentences(meant)
    pieces = reader.with_times([it for one in sentences if (it := reader.read(one)) is not None])
    if not pieces:
        return (replace(reader.plain(text), asks=False),)  # "How are you today?" asks nothing of memory
    if len(pieces) == 1:
        return reader.parted(pieces[0])
    parted = [it for one in pieces for it in reader.parted(one)]
    timed = [it for it in parted if it.window or (it.filters(now) and _puts_a_question(it))]
    if not timed:
        return (reader.joint(parted, whole=[it.text for it in parted] == sentences),)
    told = [
        part.text
        for part in parted
        if part not in timed and says_something(topic_of(part.text, part.when.spans if part.when else ()))
    ]
    rest = (reader.plain("\n".join(told)),) if told else ()
    return (*_newest(timed), *(replace(it, asks=False) for it in rest))


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads sentences at ``now``, where people may be called by ``names``."""

    now: datetime
    names: frozenset[str]
    otherwise: TimeRange | None
    whole: str

    def read(self, sentence: str) -> AskedThing | None:
        """A sentence without courtesy; None when it is nothing else."""
        bare = without_courtesy(sentence, self.names)
        if not bare:
            return None
        when = self._when(bare)
        topic = topic_of(bare, when.spans if when else ())
        intents = intents_of(sentence)
        asking = intents.asks or intents.talk or intents.recalls or asks_what_was_said(bare)
        if not topic and bare != sentence and not asking:
            return replace(self.plain(sentence), asks=False)  # "thanks for today" asks for nothing
        return AskedThing(bare, when, topic, intents, spoken=sentence)

    def with_times(self, pieces: Sequence[AskedThing]) -> list[AskedThing]:
        """Sentences, a time that stands alone put to the question beside it: "Yesterday. What did we say of Ann?"."""
        found: list[AskedThing] = []
        for piece in pieces:
            before = found[-1] if found else None
            if before is not None and (_fit(before, piece) or _fit(piece, before)):
                found[-1] = self.plain(f"{before.text}\n{piece.text}")
            else:
                found.append(piece)
        return found

    def plain(self, text: str) -> AskedThing:
        """A text as it stands."""
        when = self._when(text)
        return AskedThing(text, when, topic_of(text, when.spans if when else ()), intents_of(text), spoken=text)

    def joint(self, pieces: Sequence[AskedThing], *, whole: bool) -> AskedThing:
        """Sentences of which none asks for a time, as one; it asks for a time if one refers to what another tells.

        ``whole``: nothing of the text was left out.
        """
        told = self.plain(self.whole if whole else "\n".join(it.text for it in pieces))
        if told.when is None and self.otherwise is not None:
            told = replace(told, when=replace(self.otherwise, spans=()))
        return replace(told, asks=told.when is not None and any(map(_refers, pieces)))

    def parted(self, piece: AskedThing) -> tuple[AskedThing, ...]:
        """A question for all of a time, and what is said before it in the same breath."""
        if piece.when is None or not piece.topic or not piece.when.spans:
            return (piece,)
        for start, end in _clauses(piece):
            said = piece.text[start:end]
            when = _moved(piece.when, start, end) or self._own_time(said, piece, start, end)
            if when is None or not asks_what_was_said(said) or topic_of(said, when.spans):
                continue
            rest = f"{piece.text[:start]} {piece.text[end:]}".strip()
            told = without_courtesy(rest, self.names)
            window = replace(piece, text=said, when=when, topic="")
            return (window, replace(self.plain(told), asks=False)) if says_something(told) else (window,)
        return (_weighed(piece),)

    def _own_time(self, said: str, piece: AskedThing, start: int, end: int) -> TimeRange | None:
        """The time that a clause names for itself, where another clause names one too."""
        assert piece.when is not None
        apart = all(it[1] <= start or end <= it[0] for it in piece.when.spans)
        return time_in(said, self.now) if apart else None

    def _when(self, text: str) -> TimeRange | None:
        found = time_in(text, self.now)
        if found is not None or self.otherwise is None or not self.otherwise.spans:
            return found or (self.otherwise if text == self.whole else None)
        [(start, end), *_] = self.otherwise.spans
        at = text.find(self.whole[start:end])
        return replace(self.otherwise, spans=((at, at + end - start),)) if at >= 0 else None


def _clauses(piece: AskedThing) -> list[tuple[int, int]]:
    """Where a question may stand by itself in ``piece``: between two pauses, or from its first word to the end."""
    text = piece.text
    pauses = [(0, 0), *(it.span() for it in _CLAUSE.finditer(text)), (len(text), len(text))]
    found = [(one[1], other[0]) for one, other in pairwise(pauses)] if len(pauses) <= _CLAUSES else []
    assert piece.when is not None
    first = min(start for start, _ in piece.when.spans)
    begins = _BEGINS.search(text)
    if begins is not None:
        found.append((min(begins.start(), first), len(text)))
    bounds = [(start + _blanks(text[start:end]), end) for start, end in found]
    return [it for it in bounds if it != (0, len(text)) and not _belongs(text, *it)]


def _weighed(piece: AskedThing) -> AskedThing:
    """A time that is only told of is none that must be: it weighs, and filters nothing."""
    if piece.when is None or not told_in_passing(piece.text, piece.when.spans):
        return piece
    return replace(piece, when=replace(piece.when, certain=False))


def _blanks(text: str) -> int:
    return len(text) - len(text.lstrip())


def _belongs(text: str, start: int, end: int) -> bool:
    """Whether what stands around a clause says what the clause is about."""
    before, behind = text[:start], text[end:]
    first, *_ = _CLAUSE.split(before, maxsplit=1)
    parts = [first, *_CLAUSE.split(behind)]
    if any(_TOPICAL.match(it) or _THING.fullmatch(it) for it in parts):
        return True
    return _LEADS_ON.search(before[-_TAIL:]) is not None


def _moved(when: TimeRange, start: int, end: int) -> TimeRange | None:
    """``when`` with its spans in the text from ``start`` to ``end``; None when they do not all lie there."""
    if not all(start <= one and other <= end for one, other in when.spans):
        return None
    return replace(when, spans=tuple((one - start, other - start) for one, other in when.spans))


def _puts_a_question(piece: AskedThing) -> bool:
    """Whether a sentence is worded as a question, or speaks of the talk; one with "was" in it only tells of a time."""
    return piece.intents.talk or piece.intents.recalls or _ASKING.match(piece.text) is not None


def _only_time(piece: AskedThing) -> bool:
    """Whether a sentence is nothing but a time, and no question: "Yesterday." """
    if piece.when is None or not piece.when.spans or piece.text.endswith(("?", "？")):
        return False
    rest = piece.text
    for start, end in sorted(piece.when.spans, reverse=True):
        rest = rest[:start] + rest[end:]
    return not any(map(str.isalnum, rest))


def _fit(time: AskedThing, question: AskedThing) -> bool:
    return _only_time(time) and _lacks_time(question)


def _lacks_time(piece: AskedThing) -> bool:
    """Whether a sentence asks for something that was, and does not say when."""
    return piece.when is None and (piece.intents.talk or piece.intents.recalls)


def _refers(piece: AskedThing) -> bool:
    """Whether a sentence asks for what another one tells: "What did we say?", "Who was it?"."""
    if piece.when is not None or piece.topic:
        return False
    return piece.intents.talk or piece.intents.recalls or (piece.intents.asks and bool(_REFERS.search(piece.text)))


def _newest(timed: Sequence[AskedThing]) -> list[AskedThing]:
    """The last of them, each once."""
    once = {(it.when and (it.when.start, it.when.end), it.topic): it for it in timed}
    return list(once.values())[-MOST:]

"""What is asked of memory in a turn, made once for all retrievers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Final

from engine.ports import Embedder
from engine.recall.embedding import embedded
from engine.recall.once import Once
from engine.rules.recall.questions.asked import AskedThing, asked_in
from engine.rules.recall.questions.carrying import carried, without_each
from engine.rules.recall.questions.intents import Intents, together
from engine.rules.recall.questions.topics import keywords, without_asking
from engine.rules.recall.questions.wording import (
    QuestionSubject,
    likely_answers,
    subject_of,
    without_names,
    without_remembering,
    without_telling,
)
from engine.rules.recall.words.words import hashed, stems
from engine.rules.similarity import unit
from engine.values.ids import SessionKey
from engine.values.memory.recall import TimeRange

LONGEST: Final = 2_000
"""Characters of what people said that are searched for: of a long paste its beginning and its end."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Who asks what. ``texts``: what people said since the character's last word. ``now`` is in the asker's zone.

    ``people`` and ``characters``: by the names that they are called here, in lower case; ``nicknames``: what else
    characters may be called. ``when``: the time that is meant where the rules see none.
    """

    texts: tuple[str, ...]
    now: datetime
    person: int | None = None
    people: Mapping[str, int] | None = None
    characters: Mapping[str, int] | None = None
    when: TimeRange | None = None
    nicknames: frozenset[str] = frozenset()


Vectors = Once[Mapping[str, Sequence[float]]]
Weights = dict[tuple[tuple[str, ...], tuple[SessionKey, ...]], Once[tuple[tuple[float, ...], float]]]
"""By words and sessions, how much each word tells there, and how many words a memory has."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: all of a burst, or one of the questions in it.

    ``topic`` is what it is about besides time; "" when it asks for a stretch of time alone.
    ``sought`` is the text that is searched for, ``words`` its words as stems, without names, ``terms`` the same hashed.
    ``likely`` are texts that an answer is like, ``lacking`` for each word such a text with and without it (none where a
    text asks nothing, is long or has one word), ``vectors`` asks the embedding model for all of theirs, once a burst.
    ``people`` and ``characters`` are named in it, ``about`` is whom its pronouns mean. What does not ask (``asks``) may
    tell of a time. ``parts`` are the questions of a burst that asks several. ``weights``: what was asked of its words
    so far, by whichever retriever.
    """

    text: str
    said: tuple[str, ...]
    now: datetime
    when: TimeRange | None
    topic: str
    intents: Intents
    sought: str
    words: tuple[str, ...]
    names: frozenset[str]
    likely: tuple[str, ...]
    lacking: tuple[tuple[str, str], ...]
    vectors: Vectors
    embedder: Embedder
    person: int | None = None
    people: frozenset[int] = frozenset()
    characters: frozenset[int] = frozenset()
    about: QuestionSubject | None = None
    asks: bool = True
    parts: tuple["Question", ...] = ()
    weights: Weights = field(default_factory=Weights, compare=False, repr=False)

    @property
    def each(self) -> tuple["Question", ...]:
        """The questions in it, each of its own: one about a time first."""
        return self.parts or (self,)

    @property
    def terms(self) -> Mapping[int, float]:
        """The words, hashed, with how much each counts."""
        return {hashed(it): 1.0 for it in self.words}

    @property
    def window(self) -> bool:
        """Whether it asks for all of a stretch of time."""
        return self._asked.window

    @property
    def filters(self) -> bool:
        """Whether only what was said in that time can answer it."""
        return self._asked.filters(self.now)

    @property
    def alone(self) -> bool:
        """Whether nothing from another time is wanted besides."""
        return self.window or (self.filters and self.intents.talk)

    @property
    def _asked(self) -> AskedThing:
        return AskedThing(self.text, self.when, self.topic, self.intents, self.asks)

    @property
    def likely_said(self) -> bool:
        """Whether an answer was likely said: of somebody who speaks here, or by who asks, who says so."""
        own = self.about in (QuestionSubject.ASKER, QuestionSubject.UNSAID)
        return bool(self.people) or (self.intents.told and own)

    @property
    def statement(self) -> str:
        """The text that an answer is like of which each word counts; "" where it asks nothing."""
        asks = self.intents.asks and not self.parts and len(self.likely) > 1
        return "".join(self.likely[-1:]) if asks else ""

    async def vector(self) -> Sequence[float] | None:
        """The direction in which an answer lies; None when the model fails or takes too long."""
        vectors = await self.vectors()
        known = [vectors[it] for it in dict.fromkeys(self.likely) if it in vectors]
        return unit([sum(values) for values in zip(*known, strict=True)]) if known else None

    async def carried(self) -> tuple[float, ...]:
        """How much each word carries; nothing where that is not known."""
        return carried(self.lacking, await self.vectors()) if self.lacking else ()

    def close(self) -> None:
        """Nobody wants anything of it any more."""
        self.vectors.close()
        for it in (self, *self.parts):
            for weights in it.weights.values():
                weights.close()


def question_of(asking: Asking, embedder: Embedder) -> Question:
    """The question that the newest words put to memory."""
    text = _cut("\n".join(asking.texts))
    called = frozenset((*(asking.people or ()), *(asking.characters or ()), *asking.nicknames))
    asked = asked_in(text, asking.now, called, asking.when)
    texts: list[str] = []
    vectors: Vectors = Once(partial(embedded, embedder, texts))
    parts = [_part(asking, it, vectors, embedder) for it in asked]
    texts += [it for part in parts for it in (*part.likely, *(rest for _, rest in part.lacking))]
    return replace(parts[0], text=text) if len(parts) == 1 else _whole(text, parts)


def _part(asking: Asking, asked: AskedThing, vectors: Vectors, embedder: Embedder) -> Question:
    """One question of a burst. Who is called is named in it only where "you" means them."""
    sought = _sought(asked)
    people, characters = asking.people or {}, asking.characters or {}
    names = frozenset(stem for name in (*people, *characters) for stem in stems(name))
    about = _about(asked)
    words = _searched(sought, names, (*people, *characters))
    likely = tuple(likely_answers(_meant(asked), people))
    lowered = (asked.spoken if about is QuestionSubject.ASKED else asked.text).lower()
    return Question(
        text=asked.text,
        said=asking.texts,
        now=asking.now,
        when=asked.when,
        topic=asked.topic,
        intents=asked.intents,
        sought=sought,
        words=words,
        names=names,
        likely=likely,
        lacking=without_each(likely[-1], words) if asked.intents.asks and len(likely) > 1 < len(words) else (),
        vectors=vectors,
        embedder=embedder,
        person=asking.person,
        people=_named(people, lowered),
        characters=_named(characters, lowered),
        about=about,
        asks=asked.asks,
    )


def _about(asked: AskedThing) -> QuestionSubject | None:
    """Whom it is about. What was talked about, or in a time, without a word of whom, is about everybody."""
    about = subject_of(asked.text)
    everybody = asked.when is not None or asked.intents.talk
    return None if about is QuestionSubject.UNSAID and everybody else about


def _sought(asked: AskedThing) -> str:
    """The text that is searched for: what is asked besides a time; of who asks to remember the keywords."""
    sought = (asked.topic or asked.text) if asked.when else asked.text
    if not asked.intents.recalls:
        return sought
    return keywords(sought) or (asked.topic if asked.when else "") or sought


def _meant(asked: AskedThing) -> str:
    """The text whose meaning is searched for: a sentence, for keywords alone lie near to anything."""
    text = without_remembering(asked.text) if asked.intents.recalls and not asked.when else _sought(asked)
    return without_telling(text) if asked.intents.told else text


def _whole(text: str, parts: Sequence[Question]) -> Question:
    """A burst that asks several things: all of them at once, for those who do not go through them."""
    first = parts[0]
    lacking = {word: pair for it in parts for word, pair in zip(it.words, it.lacking, strict=False)}
    words = tuple(dict.fromkeys(word for it in parts for word in it.words))
    return replace(
        first,
        text=text,
        when=None,
        topic="",
        intents=together(it.intents for it in parts),
        sought="\n".join(it.sought for it in parts),
        words=words,
        lacking=tuple(lacking[it] for it in words) if len(lacking) == len(words) else (),
        likely=tuple(answer for it in parts for answer in it.likely),
        people=frozenset(person for it in parts for person in it.people),
        characters=frozenset(character for it in parts for character in it.characters),
        about=parts[-1].about,
        asks=False,
        parts=tuple(parts),
    )


def _searched(sought: str, stems_of_names: frozenset[str], names: Sequence[str]) -> tuple[str, ...]:
    """Its words without names, unless nothing else is asked: who said something is known without its words."""
    words = (it for it in stems(without_asking(without_names(sought, names))) if it not in stems_of_names)
    return tuple(dict.fromkeys(words)) or tuple(dict.fromkeys(stems(without_asking(sought))))


def _cut(text: str) -> str:
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[:half]}\n{text[-half:]}"


def _named(names: Mapping[str, int], text: str) -> frozenset[int]:
    return frozenset(number for name, number in names.items() if name and _stands_in(name, text))


def _stands_in(name: str, text: str) -> bool:
    """Whether ``text`` holds ``name``; a name of letters as a word of its own."""
    if name not in text:
        return False
    return not name.isascii() or re.search(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])", text) is not None

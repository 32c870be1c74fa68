"""What is asked of memory in a turn, made once for all retrievers."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

import structlog

from engine.errors import OmoideError
from engine.ports import Embedder
from engine.recall.once import Once
from engine.rules.recall.intents import Intents, intents_of
from engine.rules.recall.timeparse import resolve
from engine.rules.recall.topics import keywords, topic_of, without_asking
from engine.rules.recall.wording import Subject, likely_answers, subject_of
from engine.rules.recall.words import hashed, stems
from engine.rules.similarity import unit
from engine.values.recall import TimeRange

LONGEST: Final = 2_000
"""Characters of what people said that are searched for: of a long paste its beginning and its end."""
VECTOR_SECONDS: Final = 1.0

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Asking:
    """Who asks what. ``texts``: what people said since the character's last word. ``now`` is in the asker's zone.

    ``names``: people and characters by the names that they are called here, in lower case. ``when``: the time
    that is meant where the rules see none.
    """

    texts: tuple[str, ...]
    now: datetime
    person: int | None = None
    people: Mapping[str, int] | None = None
    characters: Mapping[str, int] | None = None
    when: TimeRange | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. ``topic`` is what it is about besides time; "" when it asks for a stretch of time alone.

    ``sought`` is the text that is searched for, ``words`` its words as stems, without names, ``terms`` the same hashed.
    ``vector`` asks the embedding model once for what an answer would be like; None when that fails or takes too long.
    ``people`` and ``characters`` are named in it, ``about`` is whom its pronouns mean.
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
    vector: Once[Sequence[float] | None]
    embedder: Embedder
    person: int | None = None
    people: frozenset[int] = frozenset()
    characters: frozenset[int] = frozenset()
    about: Subject | None = None

    @property
    def terms(self) -> Mapping[int, float]:
        """The words, hashed, with how much each counts."""
        return {hashed(it): 1.0 for it in self.words}

    @property
    def window(self) -> bool:
        """Whether it asks for all of a stretch of time."""
        return self.when is not None and not self.topic

    @property
    def filters(self) -> bool:
        """Whether only what was said in that time can answer it.

        A statement that names a time asks for nothing, nor does a question about today that is none about the talk.
        """
        if self.when is None or not self.when.certain:
            return False
        remembers = self.intents.talk or self.intents.recalls
        return remembers or (self.intents.asks and not self.when.holds(self.now))

    @property
    def alone(self) -> bool:
        """Whether nothing from another time is wanted besides."""
        return self.window or (self.filters and self.intents.talk)


def question_of(asking: Asking, embedder: Embedder) -> Question:
    """The question that the newest words put to memory."""
    text = _cut("\n".join(asking.texts))
    intents = intents_of(text)
    when = resolve(text, asking.now) or asking.when
    topic = topic_of(text, when.spans if when else ())
    sought = (topic or text) if when else text
    words = keywords(sought) or (topic if when else "")
    if intents.recalls:
        sought = words or sought
    lowered = text.lower()
    people, characters = asking.people or {}, asking.characters or {}
    names = frozenset(stem for name in (*people, *characters) for stem in stems(name))
    return Question(
        text=text,
        said=asking.texts,
        now=asking.now,
        when=when,
        topic=topic,
        intents=intents,
        sought=sought,
        words=_searched(stems(without_asking(sought)), names),
        names=names,
        vector=Once(partial(_embedded, embedder, likely_answers(sought, people))),
        embedder=embedder,
        person=asking.person,
        people=_named(people, lowered),
        characters=_named(characters, lowered),
        about=subject_of(text),
    )


async def _embedded(embedder: Embedder, texts: Sequence[str]) -> Sequence[float] | None:
    """The direction in the middle of ``texts``."""
    wanted = list(dict.fromkeys(it for it in texts if it.strip()))
    if not wanted:
        return None
    try:
        async with asyncio.timeout(VECTOR_SECONDS):
            vectors = await embedder.embed(wanted)
    except TimeoutError:
        _log.warning("embedding too late", model=embedder.model, action="words alone were searched for")
    except OmoideError as error:
        _log.warning("embedding failed", model=embedder.model, error=str(error), action="words alone were searched for")
    else:
        return unit([sum(values) for values in zip(*vectors, strict=True)])
    return None


def _searched(words: Sequence[str], names: frozenset[str]) -> tuple[str, ...]:
    """Without names, unless nothing else is asked: who said something is known without its words."""
    return tuple(dict.fromkeys(it for it in words if it not in names)) or tuple(dict.fromkeys(words))


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

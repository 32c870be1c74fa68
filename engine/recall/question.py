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
from engine.rules.recall.topics import keywords, topic_of
from engine.rules.recall.words import terms
from engine.values.recall import TimeRange

LONGEST: Final = 2_000
"""Characters of what people said that are searched for: of a long paste its beginning and its end."""
VECTOR_SECONDS: Final = 1.0

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Asking:
    """Who asks what. ``texts``: what people said since the character's last word. ``now`` is in the asker's zone.

    ``names``: people and characters by the names that they are called here, in lower case.
    """

    texts: tuple[str, ...]
    now: datetime
    person: int | None = None
    people: Mapping[str, int] | None = None
    characters: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. ``topic`` is what it is about besides time; "" when it asks for a stretch of time alone.

    ``sought`` is the text that is searched for, ``terms`` its words, hashed, with weights. ``vector`` asks the
    embedding model once; None when that fails or takes too long. ``people`` and ``characters`` are named in it.
    """

    text: str
    said: tuple[str, ...]
    now: datetime
    when: TimeRange | None
    topic: str
    intents: Intents
    sought: str
    terms: Mapping[int, float]
    vector: Once[Sequence[float] | None]
    embedder: Embedder
    person: int | None = None
    people: frozenset[int] = frozenset()
    characters: frozenset[int] = frozenset()

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
    when = resolve(text, asking.now)
    topic = topic_of(text, when.spans if when else ())
    sought = (topic or text) if when else text
    words = keywords(sought) or (topic if when else "")
    if intents.recalls:
        sought = words or sought
    lowered = text.lower()
    return Question(
        text=text,
        said=asking.texts,
        now=asking.now,
        when=when,
        topic=topic,
        intents=intents,
        sought=sought,
        terms={term: float(times) for term, times in terms(words).items()},
        vector=Once(partial(_embedded, embedder, sought)),
        embedder=embedder,
        person=asking.person,
        people=_named(asking.people or {}, lowered),
        characters=_named(asking.characters or {}, lowered),
    )


async def _embedded(embedder: Embedder, text: str) -> Sequence[float] | None:
    if not text.strip():
        return None
    try:
        async with asyncio.timeout(VECTOR_SECONDS):
            return (await embedder.embed([text]))[0]
    except TimeoutError:
        _log.warning("embedding too late", model=embedder.model, action="words alone were searched for")
    except OmoideError as error:
        _log.warning("embedding failed", model=embedder.model, error=str(error), action="words alone were searched for")
    return None


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

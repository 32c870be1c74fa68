"""A year of talk that never was: everyday chatter between a few people, with things in it that can be asked about.

Made from a seed and from word lists, so that everybody measures the same year. Everyday lines and what is planted
among them share words, several people say things of the same kind, and questions are worded otherwise than answers.
"""

import json
import random  # noqa: TID251 — made from a seed, the same everywhere
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Final

DAYS: Final = 365
UNTIL: Final = date(2026, 5, 20)
_ACTIVE: Final = 0.55
"""Share of the days on which people talk about nothing in particular."""
_LIKE: Final = 3
"""So many people say a thing of the same kind."""
_SLOT: Final = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Said:
    """One message. ``topic`` is what an everyday line is about."""

    id: str
    at: datetime
    speaker: str
    text: str
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Planted:
    """What somebody says so many days before the end. ``name`` finds it again."""

    ago: int
    speaker: str
    text: str
    name: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the messages that answer it, all of them. ``asker`` is who asks."""

    kind: str
    text: str
    asker: str
    gold: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Year:
    """What was said, in time order, and what is asked at ``now``."""

    language: str
    people: tuple[str, ...]
    now: datetime
    said: tuple[Said, ...]
    asked: tuple[Asked, ...]


@cache
def words(language: str) -> dict[str, Any]:
    """The word lists of a language."""
    return json.loads((Path(__file__).parent / f"recall_words/{language}.json").read_text("utf-8"))


def year(language: str, seed: int, *, people: int = 4, until: date = UNTIL) -> Year:
    """A year among ``people`` friends that ends the day before ``until``, with all its questions."""
    made = _Making(language, seed, tuple(words(language)["people"][:people]), until)
    made.facts()
    made.changes()
    made.hops()
    said = made.talk()
    ids = {it.text: it.id for it in said}
    planted = {it.name: ids[it.text] for it in made.planted}
    asked = [replace(it, gold=tuple(planted[name] for name in it.gold)) for it in made.asked]
    return Year(language, made.people, made.now, said, (*asked, *made.windows(said)))


def chatter(language: str, seed: int, people: tuple[str, ...], until: date, planted: Sequence[Planted]) -> list[Said]:
    """Everyday talk with what is planted, and nothing to ask about besides."""
    made = _Making(language, seed, people, until)
    made.planted.extend(planted)
    return list(made.talk())


class _Making:
    """A year in the making."""

    def __init__(self, language: str, seed: int, people: tuple[str, ...], until: date) -> None:
        self._language = language
        self._random = random.Random(f"{language} {seed}")
        self._words = words(language)
        self._until = until
        self.people = people
        self.now = datetime.combine(until, time(12), UTC)
        self.planted: list[Planted] = []
        self.asked: list[Asked] = []
        self._texts: set[str] = set()

    def facts(self) -> None:
        """Things of one kind that several people say of themselves; two of them are asked about."""
        for kind, fact in enumerate(self._words["facts"]):
            speakers = self._random.sample(self.people, min(_LIKE, len(self.people)))
            values = self._values(fact["values"], len(speakers))
            for speaker, value in zip(speakers, values, strict=True):
                name = f"fact {kind} {speaker}"
                self._plant(speaker, _filled(self._one(fact["said"]), value), name)
                self._about(fact, speaker, value, name)
            for near in fact["near"]:
                self._plant(self._one(self.people), near, f"near {kind} {near}")

    def _about(self, fact: Mapping[str, Any], speaker: str, value: Mapping[str, str], name: str) -> None:
        told = {**value, "who": speaker}
        other = self._one([it for it in self.people if it != speaker])
        self._ask("nobody is named", _filled(fact["bare"], told), speaker, name)
        kind = self._random.randrange(3)
        if kind == 0:
            self._ask("one fact", _filled(self._one(fact["asks"]), told), other, name)
        elif kind == 1:
            self._ask("about the asker", _filled(self._one(fact["mine"]), told), speaker, name)
        else:
            self._ask("who said it", _filled(fact["whose"], told), other, name)

    def changes(self) -> None:
        """What was so and is so no more."""
        for kind, change in enumerate(self._words["changes"]):
            for speaker, (old, new) in zip(self.people[1:], self._pairs(change["values"]), strict=False):
                later = self._random.randint(5, 150)
                earlier = self._random.randint(later + 20, DAYS - 5)
                names = f"change {kind} {speaker} old", f"change {kind} {speaker} new"
                self._plant(speaker, _filled(change["said"], {"value": old}), names[0], earlier)
                self._plant(speaker, _filled(change["later"], {"value": new}), names[1], later)
                self._ask("what changed", _filled(change["now"], {"who": speaker}), self.people[0], names[1])
                self._ask("what was before", _filled(change["before"], {"who": speaker}), self.people[0], names[0])

    def hops(self) -> None:
        """What only two messages together answer; others say the like."""
        for kind, hop in enumerate(self._words["hops"]):
            speakers = self._random.sample(self.people, min(_LIKE, len(self.people)))
            for speaker, value in zip(speakers, self._values(hop["values"], len(speakers)), strict=True):
                names = f"hop {kind} {speaker} 1", f"hop {kind} {speaker} 2"
                earlier = self._random.randint(60, DAYS - 5)
                self._plant(speaker, _filled(hop["first"], value), names[0], earlier)
                self._plant(speaker, _filled(hop["second"], value), names[1], earlier - self._random.randint(3, 50))
                asker = self._one([it for it in self.people if it != speaker])
                self._ask("two messages", _filled(hop["ask"], {**value, "who": speaker}), asker, *names)

    def talk(self) -> tuple[Said, ...]:
        """Everything that is said, with what is planted, in time order."""
        said: list[Said] = []
        for ago in range(DAYS, 0, -1):
            planted = [it for it in self.planted if it.ago == ago]
            talks = (self._random.random() < _ACTIVE) + (self._random.random() < _ACTIVE / 2)
            said += self._day(self._until - timedelta(days=ago), planted, max(talks, 1 if planted else 0))
        return tuple(replace(it, id=f"m{number}") for number, it in enumerate(said))

    def _day(self, day: date, planted: Sequence[Planted], talks: int) -> list[Said]:
        said: list[Said] = []
        for number, hour in enumerate(sorted(self._random.sample(range(8, 22), talks))):
            at = datetime.combine(day, time(hour, self._random.randrange(20)), UTC)
            rows, place = self._chat(), self._random.randint(0, 2)
            rows[place:place] = [(it.speaker, it.text, "") for it in planted] if number == 0 else []
            for speaker, text, topic in rows:
                said.append(Said("", at, speaker, text, topic))
                at += timedelta(minutes=self._random.randint(1, 3))
        return said

    def _chat(self) -> list[tuple[str, str, str]]:
        topic, lines = self._one(list(self._words["topics"].items()))
        rows = [
            (self._one(self.people), self._dressed(self._line(lines)), topic) for _ in range(self._random.randint(2, 4))
        ]
        return rows + [
            (self._one(self.people), self._one(self._words["replies"]), "") for _ in range(self._random.randint(0, 2))
        ]

    def windows(self, said: Sequence[Said]) -> list[Asked]:
        """Days and months that are asked for as a whole, and topics in a month."""
        asked: list[Asked] = []
        days = sorted({it.at.date() for it in said})
        for day in self._random.sample(days[8:-2], 16):
            names = {"day": str(day.day), "month": self._month(day), "number": str(day.month)}
            text = _filled(self._one(self._words["windows"]["day"]), names)
            gold = tuple(it.id for it in said if it.at.date() == day)
            asked.append(Asked("a day", text, self._one(self.people), gold))
        for topic in self._words["topics"]:
            for first in self._random.sample([it for it in days if it.month != days[0].month], 2):
                asked += self._topic(said, topic, first)
        return asked

    def _topic(self, said: Sequence[Said], topic: str, day: date) -> list[Asked]:
        there = [it for it in said if it.topic == topic and it.at.month == day.month and it.at.year == day.year]
        who = self._one(self.people)
        text = self._one(self._words["windows"]["month"])
        if "{who}" in text:
            there = [it for it in there if it.speaker == who]
        asked = _filled(text, {"who": who, "topic": topic, "month": self._month(day)})
        gold = tuple(it.id for it in there)
        return [Asked("a topic in a month", asked, self._one(self.people), gold)] if 0 < len(gold) <= 10 else []

    def _month(self, day: date) -> str:
        return self._words["months"][day.month - 1]

    def _values(self, values: Mapping[str, Sequence[str]], count: int) -> list[dict[str, str]]:
        columns = {name: self._random.sample(list(them), count) for name, them in values.items()}
        return [{name: column[number] for name, column in columns.items()} for number in range(count)]

    def _pairs(self, values: Sequence[str]) -> list[tuple[str, str]]:
        mixed = self._random.sample(list(values), len(values))
        return list(zip(mixed[::2], mixed[1::2], strict=True))

    def _plant(self, speaker: str, text: str, name: str, ago: int = 0) -> None:
        dressed = self._dressed(text)
        while dressed in self._texts:  # each is found by its text
            dressed = self._dressed(text) + self._one(self._words["closers"])
        self._texts.add(dressed)
        self.planted.append(Planted(ago or self._random.randint(2, DAYS - 2), speaker, dressed, name))

    def _ask(self, kind: str, text: str, asker: str, *gold: str) -> None:
        self.asked.append(Asked(kind, text, asker, gold))

    def _line(self, lines: Sequence[str]) -> str:
        line = self._one(lines)
        while "{" in line:
            line = _SLOT.sub(lambda it: self._one(self._words["slots"][it[1]]), line)
        return line[:1].upper() + line[1:]

    def _dressed(self, line: str) -> str:
        opener, closer = self._one(self._words["openers"]), self._one(self._words["closers"])
        return f"{opener}{line[:1].upper()}{line[1:]}{closer}"

    def _one(self, of: Sequence[Any]) -> Any:
        return self._random.choice(of)


def _filled(text: str, values: Mapping[str, str]) -> str:
    filled = _SLOT.sub(lambda it: values[it[1]], text)
    return filled[:1].upper() + filled[1:]

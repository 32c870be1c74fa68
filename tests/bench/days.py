"""Days of talk that never were: one to twelve matters among chit-chat, interleaved, some of them said in a single line.

Made from a seed and word lists (``day_words``), so that everybody measures the same days. The second half of each list
is held out: the days made of it (``Day.held_out``) are told apart from those that rules were fitted on.
"""

import json
import random  # noqa: TID251 — made from a seed, the same everywhere
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Final

LANGUAGES: Final = ("en", "zh")
DAYS: Final = 200
HELD_OUT: Final = 60
"""So many of the days are made of words that were held out."""
FEWEST, MOST, MOST_MATTERS = 2, 400, 12
CHARACTER: Final = "Companion (AI)"
_SINGLE: Final = 0.3
_LONG: Final = 0.12
_FIRST: Final = date(2026, 1, 5)


@dataclass(frozen=True, slots=True)
class Uttered:
    """One message of a day. ``speaker`` is CHARACTER for the character."""

    at: datetime
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Day:
    """What was said, in time order, and each matter of the day by the words that stated it, which stand together."""

    language: str
    number: int
    held_out: bool
    said: tuple[Uttered, ...]
    matters: tuple[tuple[str, ...], ...]

    @property
    def date(self) -> date:
        return self.said[0].at.date()


def days(language: str, *, held_out: bool | None = None) -> list[Day]:
    """All days of a language, or those (not) made of words that were held out."""
    made = [_made(language, number) for number in range(DAYS)]
    return [it for it in made if held_out is None or it.held_out is held_out]


def missing(matters: Iterable[Sequence[str]], lines: Iterable[str]) -> list[Sequence[str]]:
    """The matters of which no line says what was stated: all words of one stand together in one line."""
    told = [it.casefold() for it in lines]
    return [matter for matter in matters if not any(all(it.casefold() in line for it in matter) for line in told)]


@cache
def words(language: str) -> dict[str, Any]:
    """The word lists of a language, each as those to fit on and those held out."""
    return json.loads((Path(__file__).parent / f"day_words/{language}.json").read_text("utf-8"))


def _made(language: str, number: int) -> Day:
    held_out = number >= DAYS - HELD_OUT
    chance = random.Random(f"{language} {number}")
    lists = {name: halves[held_out] for name, halves in words(language).items() if name != "provenance"}
    return _Making(language, number, chance, lists).day(held_out=held_out)


class _Making:
    """A day in the making."""

    def __init__(self, language: str, number: int, chance: random.Random, lists: Mapping[str, Any]) -> None:
        self._language = language
        self._number = number
        self._chance = chance
        self._lists = lists
        self._people: Sequence[str] = lists["people"][: chance.randint(1, 3)]

    def day(self, *, held_out: bool) -> Day:
        chance = self._chance
        short = self._number % 2 == 0  # half of the days are any length, half are rather short ones
        size = round(FEWEST * (MOST / FEWEST) ** chance.random()) if short else chance.randint(FEWEST, MOST)
        matters = chance.sample(self._lists["topics"], min(chance.randint(1, MOST_MATTERS), max(1, size // 2)))
        placed: list[tuple[float, str, str]] = []
        keys: list[tuple[str, ...]] = []
        room = max(size * chance.uniform(0.2, 0.8), len(matters)) - len(matters)
        for topic in matters:
            count = 1 if chance.random() < _SINGLE else 1 + min(round(chance.expovariate(1 / 6)), int(room), 40)
            room -= count - 1
            value = chance.choice(topic["x"])
            keys.append(tuple(it.replace("{x}", value) for it in topic["key"]))
            placed += self._spread(self._lines(topic, value, count))
        while len(placed) < size:
            placed.append((chance.random(), self._speaker(), chance.choice(self._lists["chat"])))
        return Day(self._language, self._number, held_out, tuple(self._timed(sorted(placed))), tuple(keys))

    def _spread(self, lines: Sequence[tuple[str, str]]) -> list[tuple[float, str, str]]:
        """The lines of a matter one after another, with gaps into which others fall."""
        at = self._chance.random() * 0.9
        placed: list[tuple[float, str, str]] = []
        for speaker, text in lines:
            placed.append((at, speaker, text))
            at += (1 - at) * 0.02 * self._chance.expovariate(1)
        return placed

    def _lines(self, topic: Mapping[str, Any], value: str, count: int) -> list[tuple[str, str]]:
        """What is stated, at once or a few lines later, then restated, asked and gone into."""
        chance = self._chance
        teller = chance.choice(self._people)
        subject = next(it for it in topic["key"] if "{" not in it)
        stated = chance.choice(topic["says"]).replace("{x}", value)
        if chance.random() < _LONG:
            stated = self._rambling(stated)
        lines = [(teller, stated[:1].upper() + stated[1:])]
        if count > 1 and chance.random() < 0.6:
            restated = chance.choice(topic["echo"]).replace("{x}", value)
            lines.append((CHARACTER, restated[:1].upper() + restated[1:]))
        while len(lines) < count:
            one, other = chance.sample(topic["nouns"], 2)
            frame = chance.choice(self._lists["frames"])
            text = frame.replace("{n}", one).replace("{m}", other).replace("{k}", subject)
            if chance.random() < _LONG / 2:
                text = self._rambling(text)
            lines.append((self._speaker(), text))
        if len(lines) > 3 and chance.random() < 0.3:  # asked for at first, told then
            lines[0], lines[1 + (lines[1][0] == CHARACTER)] = lines[1 + (lines[1][0] == CHARACTER)], lines[0]
        return lines

    def _rambling(self, text: str) -> str:
        padding = self._chance.sample(self._lists["padding"], self._chance.randint(3, 6))
        padding.insert(self._chance.randint(0, len(padding)), text)
        return (" " if self._language == "en" else "").join(padding)

    def _speaker(self) -> str:
        return CHARACTER if self._chance.random() < 0.45 else self._chance.choice(self._people)

    def _timed(self, placed: Sequence[tuple[float, str, str]]) -> Iterable[Uttered]:
        """From breakfast to bedtime, in bursts."""
        at = datetime.combine(_FIRST + timedelta(days=self._number), time(7, 30), UTC)
        step = timedelta(hours=15) / len(placed)
        for _, speaker, text in placed:
            at += step * self._chance.uniform(0.2, 1.0)
            yield Uttered(at, speaker, text)

"""A story that never was, with facts planted in it that can be asked about at its end.

Made from a seed and from word lists. Nothing of a fact's answer stands anywhere else; what it is about is spoken of
again and again, as people do. Half of the facts are said by the person, half by the character.
"""

import json
import random  # noqa: TID251 — made from a seed, the same everywhere
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

TURNS: Final = 1_000
FACTS: Final = 60
_ASKED: Final = (1, 3)
"""Sentences of the person's messages, fewest and most."""
_ANSWERED: Final = (3, 5)
"""Those of the character's."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What is said in turn ``turn``. ``key`` stands in what answers ``question``, and nowhere else."""

    kind: str
    turn: int
    by_person: bool
    said: str
    question: str
    key: str


@dataclass(frozen=True, slots=True)
class Tale:
    """The turns in order, as (what the person said, what the character said), and the facts in them."""

    language: str
    turns: tuple[tuple[str, str], ...]
    facts: tuple[Fact, ...]


@cache
def _words(language: str) -> Mapping[str, Any]:
    return json.loads((Path(__file__).parent / f"story_words/{language}.json").read_text("utf-8"))


def tale(language: str, seed: int = 1, *, turns: int = TURNS, facts: int = FACTS) -> Tale:
    """A story of so many turns with so many facts, spread evenly; the last twentieth has none."""
    made = _Making(language, seed)
    planted = made.facts(facts, turns - turns // 20)
    at = {it.turn: it for it in planted}
    return Tale(language, tuple(made.turn(at.get(number)) for number in range(1, turns + 1)), planted)


class _Making:
    """A story in the making."""

    def __init__(self, language: str, seed: int) -> None:
        self._chinese = language == "zh"
        self._random = random.Random(f"{language} {seed}")
        self._words = _words(language)

    def facts(self, count: int, turns: int) -> tuple[Fact, ...]:
        """Of each kind by turns, each in a stretch of its own; every other one is said by the person."""
        kinds = [[(kind, *row) for row in rows] for kind, rows in self._words["facts"].items()]
        rows = [it for some in zip_longest(*kinds) for it in some if it][:count]
        found: list[Fact] = []
        for number, (kind, said, clause, _, key) in enumerate(rows):
            how = "remember" if number // 2 % 2 else "plain"
            question = self._words[how].format(clause=clause)
            turn = turns * number // count + self._random.randint(1, turns // count)
            found.append(Fact(kind, turn, number % 2 == 0, self._sentence(said), question, key))
        return tuple(found)

    def turn(self, fact: Fact | None) -> tuple[str, str]:
        """What both say; a fact stands anywhere in it."""
        asked, answered = self._talk(*_ASKED), self._talk(*_ANSWERED)
        if fact is not None:
            said = asked if fact.by_person else answered
            said.insert(self._random.randint(0, len(said)), fact.said)
        between = "" if self._chinese else " "
        return between.join(asked), between.join(answered)

    def _talk(self, fewest: int, most: int) -> list[str]:
        return [self._line() for _ in range(self._random.randint(fewest, most))]

    def _line(self) -> str:
        about = self._one(self._one(list(self._words["facts"].values())))[2]
        chosen = {it: self._one(self._words[it]) for it in ("who", "when", "saw", "felt", "place")}
        did = self._one(self._words["did"]).format(place=self._one(self._words["place"]))
        number = self._random.randint(2, 9)
        return self._one(self._words["patterns"]).format(**chosen, did=did, about=about, number=number)

    def _sentence(self, text: str) -> str:
        return f"{text}。" if self._chinese else f"{text[0].upper()}{text[1:]}."

    def _one(self, of: Any) -> Any:
        return self._random.choice(of)

"""Is a question seen as what it is, however it is worded? Wordings with slots, filled with everyday things and times.

A line is ``{"id", "kind", "style", "text", "seen": {"window", "topic", "negated"}}``: whether it asks for a time,
whether it is about something, whether ``{notwhen}`` is denied. The right range of a time is what is read in it alone.

Alone: ``python -m tests.bench.question_wordings [FILE…]``. What lies in ``question_words/held_out`` was written by
somebody who has not seen the rules; it is asked once, when work on them ends, and no rule is made for it.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

from engine.rules.recall.questions.asked import AskedThing, asked_in
from engine.rules.recall.questions.topics import keywords
from engine.rules.recall.timeparse import resolve
from engine.rules.recall.words.words import is_chinese, stems
from engine.values.memory.recall import TimeRange
from tests.bench.figures import Figure, Part, table

LANGUAGES: Final = ("en", "zh")
TRIES: Final = 6
"""Fillings of a wording at each moment."""
_TOLD: Final = 12
_FOLDER: Final = Path(__file__).parent / "question_words"
_ZONES: Final = {"en": ZoneInfo("Europe/Berlin"), "zh": ZoneInfo("Asia/Shanghai")}
_NOWS: Final = (
    datetime(2026, 3, 18, 20, tzinfo=UTC),
    datetime(2026, 8, 31, 22, 5, tzinfo=UTC),
    datetime(2027, 1, 1, 14, tzinfo=UTC),
    datetime(2026, 11, 29, 9, tzinfo=UTC),
)
"""A Wednesday, the end of a month, a new year and a Sunday; by the clock of each language's zone."""
_STEPS: Final = {"topic": 5, "when": 7, "notwhen": 3, "name": 1, "person": 1}


@dataclass(frozen=True, slots=True)
class Wording:
    """One line of a set; ``number`` is its place there."""

    number: int
    language: str
    kind: str
    style: str
    text: str
    window: bool
    topic: bool


@dataclass(frozen=True, slots=True)
class Filled:
    """A wording with its slots filled, and the time that it asks for."""

    wording: Wording
    text: str
    now: datetime
    topic: str
    when: TimeRange | None


@dataclass(frozen=True, slots=True)
class Seen:
    """Whether a question was seen as what it is; ``false``: a time was asked of memory that is not meant."""

    filled: Filled
    right: bool
    false: bool


async def run(folder: Path, *, quick: bool) -> Part:
    """What is seen as what it is, of each language's own set."""
    del folder
    return told(look(it) for it in filled(wordings(), 2 if quick else TRIES))


def told(seen: Iterable[Seen]) -> Part:
    """The shares by language, kind and style, and the wordings that are seen wrong most often."""
    looked = list(seen)
    return Part("Wordings of questions", tuple(_figures(looked)), tuple(_wrong(looked, _TOLD)))


def wordings(files: Sequence[Path] = ()) -> list[Wording]:
    """The lines of ``files``, by default of both sets."""
    found: list[Wording] = []
    for file in files or [_FOLDER / f"{it}.jsonl" for it in LANGUAGES]:
        for number, line in enumerate(file.read_text("utf-8").splitlines()):
            row = json.loads(line)
            language = "zh" if any(map(is_chinese, row["text"])) or file.stem.startswith("zh") else "en"
            about = row["seen"]["window"], row["seen"]["topic"]
            found.append(Wording(number, language, row["kind"], row["style"], row["text"], *about))
    return found


def filled(made: Iterable[Wording], tries: int = TRIES) -> Iterator[Filled]:
    """Each wording at each moment, with ``tries`` fillings."""
    for wording in made:
        for at, now in enumerate(_NOWS):
            here = now.replace(tzinfo=_ZONES[wording.language])
            for which in range(tries):
                yield _filled(wording, here, wording.number + at * tries + which)


def look(it: Filled) -> Seen:
    """How ``it`` is seen."""
    parts = asked_in(it.text, it.now, frozenset(name.lower() for name in _fillers()[it.wording.language]["name"]))
    timed = [part for part in parts if part.window or part.filters(it.now)]
    false = any(not _meant(it, part) for part in timed)
    if not it.wording.window:
        said = "\n".join(part.topic or part.text for part in parts)
        return Seen(it, not timed and (not it.wording.topic or _holds(said, it.topic)), bool(timed))
    fit = [part for part in timed if _meant(it, part)]
    if it.wording.topic:
        right = any(part.filters(it.now) and _holds(part.topic, it.topic) for part in fit)
    else:
        right = any(part.window for part in fit)
    return Seen(it, right and not false, false)


def _filled(wording: Wording, now: datetime, number: int) -> Filled:
    lists = _fillers()[wording.language]
    times = _certain(wording.language, now)
    chosen = {slot: lists[slot][number * _STEPS[slot] % len(lists[slot])] for slot in ("topic", "name", "person")}
    at = number * _STEPS["when"] % len(times)
    chosen["when"] = times[at]
    chosen["notwhen"] = times[(at + _STEPS["notwhen"]) % len(times)]
    text = wording.text
    for slot, word in chosen.items():
        text = text.replace(f"{{{slot}}}", word)
    return Filled(wording, text, now, chosen["topic"], resolve(chosen["when"], now) if wording.window else None)


@cache
def _certain(language: str, now: datetime) -> list[str]:
    """The words of time whose range is certain at ``now``; no two that follow each other by a step mean the same."""
    return [it for it in _fillers()[language]["when"] if (found := resolve(it, now)) is not None and found.certain]


def _meant(it: Filled, part: AskedThing) -> bool:
    if part.when is None or it.when is None:
        return False
    return (part.when.start, part.when.end) == (it.when.start, it.when.end)


def _holds(text: str, topic: str) -> bool:
    if any(map(is_chinese, topic)):
        return all(it in text for it in keywords(topic).split())
    return set(stems(keywords(topic))) <= set(stems(text))


@cache
def _fillers() -> Mapping[str, Any]:
    return json.loads((_FOLDER / "fillers.json").read_text("utf-8"))


def _figures(seen: Sequence[Seen]) -> Iterator[Figure]:
    for language in sorted({it.filled.wording.language for it in seen}):
        own = [it for it in seen if it.filled.wording.language == language]
        missed = sum(not it.right for it in own)
        yield Figure(f"{language}, {len(own)} questions: not seen as what they are", 100 * missed / len(own), "%", 5.0)
        yield Figure(f"{language}: a time that is not meant", 100 * sum(it.false for it in own) / len(own), "%", 2.0)
        for by in ("kind", "style"):
            groups = defaultdict[str, list[Seen]](list)
            for it in own:
                groups[getattr(it.filled.wording, by)].append(it)
            for name, some in groups.items():
                share = 100 * sum(not it.right for it in some) / len(some)
                yield Figure(f"{language}, {name}: not seen as what they are", share, "%")


def _wrong(seen: Iterable[Seen], most: int) -> list[str]:
    """The wordings that are seen wrong most often, one filling of each."""
    missed = defaultdict[Wording, list[Seen]](list)
    for it in seen:
        if not it.right:
            missed[it.filled.wording].append(it)
    worst = sorted(missed.values(), key=lambda some: -len(some))
    return [
        f"{some[0].filled.wording.kind} {len(some)}× {'false ' * some[0].false}{some[0].filled.text}"
        for some in worst[:most]
    ]


if __name__ == "__main__":
    print(table([told(look(it) for it in filled(wordings([Path(it) for it in sys.argv[1:]])))]))  # noqa: T201 — its output

"""Does the right message come back? Made-up years are asked through the door; beside it words alone and vectors alone.

Alone: ``python -m tests.bench.recall_sets [--quick]``.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Final

from engine.db.memory import memories
from engine.rules.recall.words.words import terms
from engine.values.memory.memories import MemoryCandidate, RecallScope, Tag
from tests.bench import mem0
from tests.bench.alone import alone
from tests.bench.figures import Figure, Part, percentile
from tests.bench.recall_door import Door, opened
from tests.bench.recall_scores import Hit, Score, mean, score
from tests.bench.year import Asked, Year, year

LANGUAGES: Final = ("en", "zh")
SEEDS: Final = 3
OURS, WORDS, VECTORS, MEM0 = "Omoide", "BM25 alone", "vectors alone", "mem0"
_WANTED: Final = 20
_ANSWERED: Final = (
    "one fact",
    "about the asker",
    "nobody is named",
    "who said it",
    "what changed",
    "what was before",
    "two messages",
)
"""Kinds that are one score together; those of a time stand alone."""

Found = defaultdict[tuple[str, str, str], list[Score]]
"""Scores by language, kind and system."""
Answer = Callable[[Asked], Awaitable[list[Hit]]]


async def run(folder: Path, *, quick: bool) -> Part:
    """Every system on the same years."""
    found: Found = defaultdict(list)
    seconds: list[float] = []
    nothing: list[bool] = []
    rival = await asyncio.to_thread(mem0.installed)
    async with opened() as door:
        for language in LANGUAGES:
            for seed in range(1 if quick else SEEDS):
                made = year(language, seed)
                systems = await _systems(door, made)
                if rival:
                    vectors = await mem0.vectors_of(made, door.ctx.embedder)
                    systems[MEM0] = mem0.answering(made, vectors, folder / f"mem0-{language}-{seed}")
                nothing += await _ask(door, made, systems, found, seconds)
    notes = [*_matrix(found), _sizes(quick)]
    notes.append(mem0.ABOUT if rival else "mem0 could not be installed")
    times = [Figure("one recall, with its embedding, p95", percentile(seconds, 0.95) * 1000, "ms")]
    times.append(
        Figure("questions with an answer of which nothing is said to be remembered", 100 * fmean(nothing), "%")
    )
    return Part("Recall: does the right message come back", (*_figures(found), *times), tuple(notes))


async def _systems(door: Door, made: Year) -> dict[str, Answer]:
    await door.reset(made.people, made.language)
    rows = [{"id": it.id, "ts": _stamp(it.at), "speaker": it.speaker, "text": it.text} for it in made.said]
    await door.ingest(rows)
    now = _stamp(made.now)

    async def ours(asked: Asked) -> list[Hit]:
        items = await door.query(asked.text, now, asked.asker, _WANTED)
        return [Hit(tuple(it["ids"]), it["text"]) for it in items]

    return {OURS: ours, WORDS: _alone(door, made, words=True), VECTORS: _alone(door, made, words=False)}


def _stamp(at: object) -> str:
    return str(at)[:19].replace(" ", "T")


def _alone(door: Door, made: Year, *, words: bool) -> Answer:
    """The best of one search, in its own order, over everything that was said."""

    async def answer(asked: Asked) -> list[Hit]:
        ask = await door.ask(asked.text, made.now, asked.asker)
        try:
            reach = await ask.reach()
            assert reach is not None
            assert reach.scope is not None
            scope = replace(reach.scope, tags=frozenset(Tag))
            found = await _candidates(door, asked.text, scope, words=words)
            read = await memories.read(door.ctx.db, scope, [it.id for it in found])
        finally:
            ask.close()
        return [Hit(tuple(door._ids[seq] for seq in range(it.from_seq, it.to_seq + 1)), it.text) for it in read]

    return answer


async def _candidates(door: Door, text: str, scope: RecallScope, *, words: bool) -> list[MemoryCandidate]:
    db, embedder = door.ctx.db, door.ctx.embedder
    if words:
        asked = {term: float(times) for term, times in terms(text).items()}
        return await memories.worded(db, scope, asked, _WANTED)
    [vector] = await embedder.embed([text])
    number = await door.ctx.models.number(db, embedder.model, len(vector))
    return await memories.near(db, scope, number, vector, _WANTED)


async def _ask(door: Door, made: Year, systems: dict[str, Answer], found: Found, seconds: list[float]) -> list[bool]:
    """Every question to every system; of each whether ours says that nothing is remembered, though all have answers."""
    nothing: list[bool] = []
    texts = {it.id: it.text for it in made.said}
    clock = asyncio.get_running_loop().time
    for name, answer in systems.items():
        for asked in made.asked:
            began = clock()
            hits = await answer(asked)
            if name == OURS:
                seconds.append(clock() - began)
                nothing.append(door.told_nothing)
            found[made.language, asked.kind, name].append(score(asked.gold, hits, texts))
    return nothing


def _figures(found: Found) -> list[Figure]:
    """What the years as a whole say of us."""
    figures: list[Figure] = []
    for language in LANGUAGES:
        answered = mean(_of(found, language, _ANSWERED, OURS))
        hops, days = mean(found[language, "two messages", OURS]), mean(found[language, "a day", OURS])
        topics = mean(found[language, "a topic in a month", OURS])
        figures += [
            Figure(f"{language}, facts: R@10", answered.recall, ""),
            Figure(f"{language}, facts: MRR", answered.rank, ""),
            Figure(f"{language}, facts: R within 300 tokens", answered.room, ""),
            Figure(f"{language}, facts: R of what a turn shows", answered.shown, ""),
            Figure(f"{language}, facts: what a turn shows", answered.tokens, "tokens"),
            Figure(f"{language}, two messages: both among the first ten", hops.all, ""),
            Figure(f"{language}, a day: nDCG@10", days.order, ""),
            Figure(f"{language}, a topic in a month: R@10", topics.recall, ""),
        ]
    return figures


def _matrix(found: Found) -> list[str]:
    """R@10 / MRR of every system on every kind."""
    systems = [it for it in (OURS, WORDS, VECTORS, MEM0) if any(key[2] == it for key in found)]
    lines = [f"{'R@10 / MRR':26}" + "".join(f"{it:>16}" for it in systems)]
    kinds = list(dict.fromkeys(kind for _, kind, _ in found))
    for language in LANGUAGES:
        for name, group in (*((it, (it,)) for it in kinds), ("all facts", _ANSWERED)):
            cells = [mean(_of(found, language, group, it)) for it in systems]
            told = "".join(f"{f'{it.recall:.3f} / {it.rank:.3f}':>16}" for it in cells)
            lines.append(f"{f'{language}, {name}':26}{told}")
    return lines


def _of(found: Found, language: str, kinds: Sequence[str], system: str) -> list[Score]:
    return [it for kind in kinds for it in found[language, kind, system]]


def _sizes(quick: bool) -> str:
    years = [year(language, seed) for language in LANGUAGES for seed in range(1 if quick else SEEDS)]
    messages, questions = sum(len(it.said) for it in years), sum(len(it.asked) for it in years)
    return f"{len(years)} years, {messages:,} messages, {questions} questions; neither model nor network was asked"


if __name__ == "__main__":
    alone("recall_sets", run, __doc__, quick="one year of each language")

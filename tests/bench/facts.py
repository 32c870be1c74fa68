"""How many of the facts planted in a long story can still be answered at its end, and how many by cheaper means.

The model behind the turns only repeats sentences of what it is told, and the embedding knows words in common, no
meanings. A fact counts when its answer stands in the prompt of the turn in which it is asked for. Alone:
``python -m tests.bench.facts [--quick]``.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from engine.db.postgres import embedded
from engine.db.postgres.migrate import migrate
from engine.wiring.database import MIGRATIONS
from tests.bench.alone import alone
from tests.bench.figures import Figure, Part
from tests.bench.planted import FACTS, TURNS, Tale, tale
from tests.bench.planted_play import CLASSIC, EVERYTHING, NOTHING, Answers, answers, lived, put
from tests.servers.model import ModelServer
from tests.turns.room import CARD, config_for, enter, new_origin, opened

LANGUAGES: Final = ("zh", "en")
MOST_LOST: Final = 5
_QUICKLY: Final = 10
"""A short run has one part in so many of the turns and of the facts."""


async def run(folder: Path, *, quick: bool) -> Part:
    """Live through a story in each language, and ask for each fact once."""
    share = _QUICKLY if quick else 1
    figures: list[Figure] = []
    notes = [f"{TURNS // share} turns, {FACTS // share} facts, half said by the character"]
    server = await embedded.start(folder / "database", durable=False)
    try:
        await migrate(server.dsn, MIGRATIONS)
        for language in LANGUAGES:
            told = tale(language, turns=TURNS // share, facts=FACTS // share)
            every = await _asked(server.dsn, folder / language, told, EVERYTHING)
            classic = await _asked(server.dsn, folder / f"{language}-classic", told, CLASSIC, NOTHING)
            figures += _figures(language, [*every, *classic])
            notes += [f"{language}: lost with everything on: {it.question} (turn {it.turn})" for it in every[0].lost]
    finally:
        await server.stop()
    return Part("What a long story still knows", tuple(figures), tuple(notes))


async def _asked(dsn: str, folder: Path, told: Tale, *ways: Mapping[str, str]) -> list[Answers]:
    """The story is lived through as the first of ``ways`` says; then all is asked under each."""
    async with ModelServer() as model:
        origin = new_origin()
        async with opened(config_for(dsn, folder, model), origin.platform) as engine:
            room = await enter(engine, model, origin, CARD)
            await lived(room, told, ways[0])
            found: list[Answers] = []
            for settings in ways:
                await put(room, settings)
                found.append(await answers(room, told.facts))
            return found


def _figures(language: str, ways: list[Answers]) -> list[Figure]:
    names = ("everything on", "a summary alone (classic)", "cut off where it is too long")
    goals = (float(MOST_LOST), None, None)
    return [
        Figure(f"{language}, {name}: facts lost", float(len(it.lost)), f"of {len(it.lost) + len(it.found)}", goal)
        for name, it, goal in zip(names, ways, goals, strict=True)
    ]


if __name__ == "__main__":
    alone("facts", run, __doc__, quick="a tenth of the story")

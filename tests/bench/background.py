"""What the work behind the turns asks of the model: tokens of notes, a turn, over a long talk.

Alone: ``python -m tests.bench.background [--quick]``.
"""

import json
from pathlib import Path
from typing import Any, Final

from engine.actions.house import settings
from engine.db.postgres import embedded
from engine.db.postgres.migrate import migrate
from engine.rules.text.tokens import estimate
from engine.values.house.setting_scopes import SettingScope
from engine.wiring.database import MIGRATIONS
from tests.bench.alone import alone
from tests.bench.figures import Figure, Part
from tests.bench.prose import Prose
from tests.servers.model import NEW_FACT, ModelServer, Script, Seen, say
from tests.turns.remembering import WordEmbedder
from tests.turns.room import CARD, Room, config_for, enter, new_origin, opened

TURNS: Final = 100
_EVERY: Final = 5
"""Turns after which notes are taken; quiet minutes, which would take them earlier, do not pass here."""
LANGUAGES: Final = ("en", "zh")


async def run(folder: Path, *, quick: bool) -> Part:
    """The figures for a talk in each language."""
    turns = TURNS // 5 if quick else TURNS
    figures: list[Figure] = []
    server = await embedded.start(folder / "database", durable=False)
    try:
        await migrate(server.dsn, MIGRATIONS)
        for language in LANGUAGES:
            async with ModelServer() as model:
                await _talk(server.dsn, folder / language, model, language, turns)
                figures += _figures(model, language, turns)
    finally:
        await server.stop()
    note = f"{turns} turns; every call notes a topic and two facts; tokens are estimates of the prompts"
    return Part("Work behind the turns", tuple(figures), (note,))


async def _talk(dsn: str, folder: Path, model: ModelServer, language: str, turns: int) -> None:
    prose = Prose(1, chinese=language == "zh")
    model.notes = _noted
    model.answer = lambda _: say(prose.message())
    origin = new_origin()
    async with opened(config_for(dsn, folder, model), origin.platform) as engine:
        room: Room = await enter(engine, model, origin, CARD)
        room.change(embedder=WordEmbedder())
        await settings.put(engine.ctx, room.here, SettingScope.SPACE, "language", language)
        for number in range(turns):
            await room.say(prose.message())
            if number % _EVERY == _EVERY - 1:
                await room.drain()


def _noted(seen: Seen) -> Script:
    """A topic and two facts of each batch, as long as such facts are."""
    read = [json.loads(it)["n"] for it in seen.prompt.splitlines() if it.startswith('{"n"')] or [1]
    facts = [
        _fact(f"Ann keeps {len(seen.prompt)} bees behind the house.", read[0]),
        _fact(f"Mira saw {read}.", read[-1]),
    ]
    made = {"topics": [{"message": read[0], "topic": "bees"}], "facts": facts}
    return say(json.dumps({it: made.get(it, "") for it in sorted(seen.errand)}))


def _fact(text: str, source: int) -> dict[str, Any]:
    return {"about": "nobody", "scope": "story", "text": text, "sources": [source], **NEW_FACT}


def _figures(model: ModelServer, language: str, turns: int) -> list[Figure]:
    asked = sum(estimate(it.prompt) for it in model.errands)
    spoken = sum(estimate(it.prompt) for it in model.generations)
    return [
        Figure(f"{language}: calls, a turn", len(model.errands) / turns, ""),
        Figure(f"{language}: tokens read, a turn", asked / turns, ""),
        Figure(f"{language}: share of what the replies read", 100 * asked / max(1, spoken), "%"),
    ]


if __name__ == "__main__":
    alone("background", run, __doc__, quick="a fifth of the turns")

"""What a long story costs besides its replies: tokens behind the turns, by kind, and the way back to a save.

A talk with everything on is billed as the usage table has it. A story of 10,000 turns with all that was ever written of
it is taken back to its middle. Alone: ``python -m tests.bench.story_cost [--quick]``.
"""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from engine.actions.chats import savepoints
from engine.actions.house import settings
from engine.db.postgres import embedded
from engine.db.postgres.driver import connect
from engine.db.postgres.migrate import migrate
from engine.rules.text.tokens import estimate
from engine.turns.inputs.cast import who_plays
from engine.values.house.setting_scopes import SettingScope
from engine.wiring.database import MIGRATIONS
from tests.bench.alone import alone
from tests.bench.figures import Figure, Part, percentile
from tests.bench.planted_play import EVERYTHING, put
from tests.bench.prose import Prose
from tests.servers.model import ModelServer, Script, Seen, Tokens, say
from tests.servers.scribe import scribe
from tests.story.long_chronicle import long_chronicle
from tests.turns.chronicled import head_of
from tests.turns.directed import LIGHTHOUSE, directed
from tests.turns.remembering import WordEmbedder
from tests.turns.room import CARD, Room, config_for, enter, new_origin, opened

TURNS: Final = 300
_EVERY: Final = 5
"""Turns after which what is due is done."""
LANGUAGES: Final = ("zh", "en")
SHARE: Final = 0.6
STORY: Final = 10_000
BACK: Final = 200.0
TIMES: Final = 9

_BILLED = """
SELECT role, kind, sum(prompt_tokens + reply_tokens) AS tokens FROM usage
WHERE space_id = $1 AND role <> 'embedding' GROUP BY role, kind ORDER BY tokens DESC
"""
_SAVED = """
INSERT INTO savepoint (space_id, session_id, id, branch_id, seq, name) VALUES ($1, $2, 1, 1, $3, 'the middle')
RETURNING id
"""


async def run(folder: Path, *, quick: bool) -> Part:
    """The figures of a talk in each language, and of a story of 10,000 turns."""
    turns = TURNS // 10 if quick else TURNS
    figures: list[Figure] = []
    server = await embedded.start(folder / "database", grace=0.2)
    try:
        await migrate(server.dsn, MIGRATIONS)
        for language in LANGUAGES:
            figures += await _talk(server.dsn, folder / language, language, turns)
        figures += await _way_back(server.dsn, folder / "long", STORY // 10 if quick else STORY)
    finally:
        await server.stop()
    note = f"{turns} turns with pages, summaries, facts, persona, checked director and recall; tokens are estimates"
    return Part("What a long story costs besides its replies", tuple(figures), (note,))


async def _talk(dsn: str, folder: Path, language: str, turns: int) -> list[Figure]:
    prose = Prose(3, chinese=language == "zh")
    async with ModelServer() as model:
        model.answer = lambda seen: _billed(seen, say(prose.message()))
        model.notes = lambda seen: _billed(seen, scribe(seen))
        origin = new_origin()
        async with opened(config_for(dsn, folder, model), origin.platform) as engine:
            room = await enter(engine, model, origin, CARD)
            room.change(embedder=WordEmbedder())
            await directed(room, LIGHTHOUSE)
            await put(room, {"language": language, "director_checks": "on", **EVERYTHING})
            for number in range(1, turns + 1):
                await room.say(prose.message())
                if number % _EVERY == 0:
                    await room.drain()
            rows = await room.sql(_BILLED, room.here.space)
    return _shares(language, [(it["kind"] if it["role"] == "utility" else "", it["tokens"]) for it in rows], turns)


def _billed(seen: Seen, script: Script) -> Script:
    """The same answer with its price."""
    steps = [it for it in script.steps if not isinstance(it, Tokens)]
    words = sum(estimate(it if isinstance(it, str) else getattr(it, "arguments", "")) for it in steps)
    return Script([*steps, Tokens(estimate(seen.prompt), words)])


def _shares(language: str, rows: Sequence[tuple[str, int]], turns: int) -> list[Figure]:
    chat = sum(tokens for kind, tokens in rows if not kind)
    behind = [(kind, tokens) for kind, tokens in rows if kind]
    total = sum(tokens for _, tokens in behind)
    return [
        Figure(f"{language}: replies, billed a turn", chat / turns, "tokens"),
        Figure(f"{language}: behind the turns, of what replies are billed", total / chat, "", SHARE),
        *(Figure(f"{language}:   {kind}", tokens / chat, "") for kind, tokens in behind),
    ]


async def _way_back(dsn: str, folder: Path, turns: int) -> list[Figure]:
    """Back to the middle of a story, again and again from its end."""
    async with ModelServer() as model:
        origin = new_origin()
        async with opened(config_for(dsn, folder, model), origin.platform) as engine:
            room = await enter(engine, model, origin, CARD)
            await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "story_pages", "on")
            save = await _moved_into(room, dsn, turns)
            spans: list[tuple[float, float]] = []
            for _ in range(TIMES):
                began, busy = time.monotonic(), time.process_time()
                await savepoints.load(engine.ctx, engine.runner, room.here, save)
                spans.append((time.monotonic() - began, time.process_time() - busy))
                await room.sql(
                    "UPDATE stand SET branch_id = 1 WHERE space_id = $1 AND session_id = "
                    "(SELECT max(session_id) FROM savepoint WHERE space_id = $1)",
                    room.here.space,
                )
    name = f"back to turn {turns // 2:,} of {turns:,}"
    return [
        Figure(f"{name}, median", 1_000 * percentile([wall for wall, _ in spans], 0.5), "ms", BACK),
        Figure(f"{name}, longest", 1_000 * max(wall for wall, _ in spans), "ms", BACK),
        Figure(f"{name}, CPU of the daemon, median", 1_000 * percentile([busy for _, busy in spans], 0.5), "ms"),
    ]


async def _moved_into(room: Room, dsn: str, turns: int) -> int:
    """The channel plays the long story, at its end; the number of the save in its middle."""
    channel_head = await head_of(room)
    line = await room.ctx.lines.current(room.db, channel_head.session_key, channel_head.branch)
    character = await who_plays(room.db, channel_head.session_key, line)
    connection = await connect(dsn)
    try:
        long = await long_chronicle(connection, room.here, character, 2 * turns)
        space, session = long.key.space, long.key.session
        await connection.execute(
            "UPDATE stand SET session_id = $2, branch_id = 1 WHERE space_id = $1 AND session_id = $3",
            *(space, session, channel_head.session_key.session),
        )
        await connection.execute("VACUUM ANALYZE")
        return await connection.fetchval(_SAVED, space, session, turns)
    finally:
        await connection.close()


if __name__ == "__main__":
    alone("story_cost", run, __doc__, quick="a tenth of the turns")

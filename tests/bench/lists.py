"""Lists, picking by name and suggestions over 10,000 of each thing, as commands and input fields ask for them.

Alone: ``python -m tests.bench --only lists [--quick]``.
"""

import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.declared import AttachedFile, CommandCall
from bot.commands.framework.run import run as run_command
from bot.commands.framework.suggesting import suggestions
from bot.commands.framework.table import table_for
from bot.words.localise import Speech
from engine.actions.chats import savepoints, sessions
from engine.actions.house import access
from engine.app import Engine
from engine.values.chats.incoming import Here, Origin
from tests.bench.figures import Figure, Part, percentile
from tests.bench.house import PLATFORM, engine_on, needs_of

MANY: Final = 10_000
CHARACTERS: Final = 1_000
GOAL: Final = 50.0
DRAWN: Final = frozenset({"/char gallery"})
"""Pictures, which take as long as their drawing does."""
_ORIGIN: Final = Origin(PLATFORM, "space", "channel", "person", "Ann", private=True)
_NOW: Final = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
FILL: Final = (
    "INSERT INTO savepoint (space_id, session_id, id, branch_id, seq, name, preview, messages)"
    " SELECT $1, $2, n, 1, 2, 'Harbour ' || n, 'The boat leaves at noon ' || n, n FROM generate_series(1, $4::int) AS n"
    " WHERE $3::bigint IS NOT NULL",
    "INSERT INTO branch (space_id, session_id, id, parent, forked_at, reason, name)"
    " SELECT $1, $2, n, 1, 2, 'again', 'Pier ' || n FROM generate_series(2, $4::int) AS n WHERE $3::bigint IS NOT NULL",
    "UPDATE session SET branches = $4::int WHERE space_id = $1 AND id = $2 AND $3::bigint IS NOT NULL",
    "WITH born AS (INSERT INTO session (space_id, seed, title, touched_at)"
    "  SELECT $1, n, 'Chat ' || n, now() - n * interval '1 minute' FROM generate_series(1, $4::int) AS n"
    "  WHERE $2::bigint IS NOT NULL RETURNING id),"
    " begun AS (INSERT INTO branch (space_id, session_id, id, reason) SELECT $1, id, 1, 'start' FROM born),"
    " stood AS (INSERT INTO stand (space_id, session_id, channel_id, branch_id) SELECT $1, id, $3, 1 FROM born)"
    " INSERT INTO entry (space_id, session_id, branch_id, seq, kind, text, said_at)"
    " SELECT $1, id, 1, seq, 'message', 'Words', now() FROM born, generate_series(1, 4) AS seq",
    "WITH made AS (INSERT INTO derived (space_id, session_id, kind, branch_id, seq, holder, from_seq, to_seq, n, text)"
    "  SELECT $1, $2, 'manual', 1, 2, (SELECT min(character_id) FROM entry WHERE space_id = $1 AND session_id = $2"
    "   AND character_id IS NOT NULL), 2, 2, n, 'The lamp 灯 is blue ' || n FROM generate_series(1, $4::int) AS n"
    "   WHERE $3::bigint IS NOT NULL RETURNING id, holder)"
    " INSERT INTO memory (space_id, session_id, derived_id, kind, tag, holder, branch_id, seq, occurred_at, until,"
    "  words)"
    " SELECT $1, $2, id, 'manual', 'manual', holder, 1, 2, now(), now(), 4 FROM made",
)
DIARY: Final = (
    "WITH made AS (INSERT INTO derived (space_id, session_id, kind, branch_id, seq, holder, from_seq, to_seq, n, text)"
    "  SELECT $1, $2, 'diary', 1, 2, (SELECT min(character_id) FROM entry WHERE space_id = $1 AND session_id = $2"
    "   AND character_id IS NOT NULL), 2, 2, n, 'We tarred the boat ' || n FROM generate_series(1, $3::int) AS n"
    "   RETURNING id, holder, n)"
    " INSERT INTO memory (space_id, session_id, derived_id, kind, tag, holder, branch_id, seq, occurred_at, until,"
    "  words)"
    " SELECT $1, $2, id, 'diary', 'diary', holder, 1, 2, now() - n * interval '1 day', now() - n * interval '1 day', 4"
    " FROM made"
)
BOOKS: Final = (
    "WITH born AS (INSERT INTO world_book (owner_space, name) SELECT $1, 'Isles ' || n"
    "  FROM generate_series(1, $2::int) AS n RETURNING id, name)"
    " INSERT INTO world_book_version (book_id, version, book, entries)"
    " SELECT id, 1, json_build_object('name', name, 'entries', CASE WHEN name = 'Isles 1' THEN (SELECT"
    "  json_agg(json_build_object('keys', json_build_array('key ' || k), 'content', 'Words ' || k)) FROM"
    "  generate_series(1, $3::int) AS k) ELSE '[]' END), 0 FROM born"
)
_CAST: Final = (
    "WITH born AS (INSERT INTO character (owner_space, name) SELECT $1, 'Mira ' || n"
    "  FROM generate_series(1, $2::int) AS n RETURNING id, name)"
    " INSERT INTO character_version (character_id, version, card)"
    " SELECT id, 1, json_build_object('spec', 'chara_card_v2', 'data', json_build_object('name', name)) FROM born"
)


class _NoFiles:
    async def read(self, named: str, *, picture: bool = False) -> AttachedFile:
        raise NotImplementedError(named)


async def run(folder: Path, *, quick: bool) -> Part:
    """How long people wait for each of them."""
    many = MANY // 10 if quick else MANY
    async with engine_on(folder / "lists", None) as engine:
        here = await _filled(engine, many)
        figures = [await _timed(name, doing, 4 if quick else 20) for name, doing in _asked(engine, here, many).items()]
    about = f"{many:,} saves, branches, chats, memories; {CHARACTERS:,} characters, books, days; the slowest of some"
    return Part("Long lists", tuple(figures), (about,))


async def _filled(engine: Engine, many: int) -> Here:
    here = await engine.places.resolve(_ORIGIN)
    await access.at_home(engine.ctx, here)
    view = await sessions.open_here(engine.ctx, here, "Ann")
    await savepoints.save(engine.ctx, here, "first")
    async with needs_of(engine).db.connection() as connection:
        await connection.execute("SET statement_timeout = 0")
        for statement in FILL:
            await connection.execute(statement, here.space, view.session, here.channel, many)
        await connection.execute(_CAST, here.space, CHARACTERS)
        await connection.execute(DIARY, here.space, view.session, CHARACTERS)
        await connection.execute(BOOKS, here.space, CHARACTERS, CHARACTERS)
        await connection.execute("ANALYZE")
    return here


def _asked(engine: Engine, here: Here, many: int) -> dict[str, Callable[[], Awaitable[object]]]:
    table = table_for(PLATFORM)
    call = CommandCall(
        engine,
        here,
        "Ann",
        Speech().speaker("en"),
        frozenset({AccessRole.OWNER, AccessRole.DM}),
        table,
        _NoFiles(),
        _NOW,
    )

    def line(name: str, rest: str = "") -> Callable[[], Awaitable[object]]:
        return lambda: run_command(replace(call), name, rest)

    def field(command: str, param: str, typed: str) -> Callable[[], Awaitable[object]]:
        return lambda: suggestions(call, command, param, typed)

    last = many // 8
    return {
        "/load": line("load"),
        "/load, the last page": line("load", f"list {last}"),
        "/load by a part of a name": line("load", "bour 77"),
        "/load by a name: what changes": line("load", "Harbour 777"),
        "a save while it is typed": field("load", "save", "our 12"),
        "/chats": line("chats"),
        "/chats, the last page": line("chats", str(last)),
        "a chat while it is typed": field("chats open", "chat", "hat 12"),
        "/chats branches": line("chats", "branches"),
        "a branch while it is typed": field("chats branch", "branch", "ier 12"),
        "/chats tree": line("chats", "tree"),
        "/chats tree, the last page": line("chats", f"tree {last}"),
        "/memory": line("memory"),
        "/memory, the last page": line("memory", str(last)),
        "a memory while a field is empty": field("memory show", "memory", ""),
        "/memory search, one character": line("memory", "search 灯"),
        "/diary list": line("diary", "list"),
        "/scene world": line("scene", "world"),
        "/scene world show": line("scene", "world show Isles 1 1"),
        "a book while it is typed": field("scene world show", "book", "sles 12"),
        "/char": line("char"),
        "/char, the last page": line("char", str(CHARACTERS)),
        "/char gallery": line("char", "gallery"),
        "a character while it is typed": field("char show", "character", "ira 12"),
    }


async def _timed(name: str, doing: Callable[[], Awaitable[object]], times: int) -> Figure:
    await doing()
    taken: list[float] = []
    for _ in range(times):
        began = time.perf_counter()
        await doing()
        taken.append(time.perf_counter() - began)
    return Figure(name, percentile(taken, 0.95) * 1000, "ms", None if name in DRAWN else GOAL)

"""A house full of memories, written straight into the tables.

Sessions of 10,000 memories lie mixed row by row, the first of them 500 forks deep; a larger one lies together. Words
are spread as they are in talk: few are common.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from pgvector import HalfVector

from engine.db.memory.vectors import Models
from engine.db.postgres.driver import Connection, connect
from engine.db.postgres.pool import Database
from engine.rules.lines import line_of
from engine.values.chats.entries import Branch, Line, Segment
from engine.values.ids import SessionKey
from engine.values.memory.memories import RecallScope, Sight
from tests.story.places import fresh_character, fresh_place

DIMS = 512
EACH = 10_000
FORKS = 500
EVERY = 19
"""Memories a branch of the deep session; the first branch has what is left over."""
WORDS = 20
VOCABULARY = 20_000

_BRANCHES = """
INSERT INTO branch (space_id, session_id, id, parent, forked_at, reason)
SELECT $1, $2, k + 1, nullif(k, 0), CASE WHEN k > 0 THEN $4 + (k - 1) * $5 ELSE 0 END, 'again'
FROM generate_series(0, $3::int) AS k
"""
_MEMORIES = """
WITH made AS (
    INSERT INTO derived (space_id, session_id, kind, branch_id, seq, holder, from_seq, to_seq, text)
    SELECT $1, $2::bigint + n % $3::int, 'said',
        CASE WHEN n % $3::int = 0 AND seq > $6 THEN (seq - $6 - 1) / $7 + 2 ELSE 1 END, seq, $4, seq, seq,
        repeat('some words ', 9)
    FROM generate_series(0, $5::int - 1) AS n CROSS JOIN LATERAL (SELECT n / $3::int + 1 AS seq) AS it
    ORDER BY n
    RETURNING *
)
INSERT INTO memory (space_id, session_id, derived_id, kind, tag, holder, branch_id, seq, nth, person_id, people,
    characters, occurred_at, until, words)
SELECT space_id, session_id, id, kind, 'user_input', holder, branch_id, seq, seq, $8, ARRAY[$8::bigint], ARRAY[holder],
    '2026-01-01'::timestamptz + seq * interval '9 minutes', '2026-01-01'::timestamptz + seq * interval '9 minutes', $9
FROM made ORDER BY id
"""
_VECTORS = """
INSERT INTO memory_vector (space_id, session_id, derived_id, model_id, v)
SELECT space_id, session_id, derived_id, $2, pool.v FROM memory JOIN pool ON pool.n = (memory.seq - 1) % $5
WHERE space_id = $1 AND session_id >= $3 AND session_id < $3 + $4::int ORDER BY derived_id
"""
_SAID = """
INSERT INTO word (space_id, session_id, term, derived_id, times, words)
SELECT space_id, session_id, term, derived_id, count(*), $4 FROM (
    SELECT space_id, session_id, derived_id, floor(exp(random() * ln($5::int)))::int AS term
    FROM memory CROSS JOIN generate_series(1, $4::int)
    WHERE space_id = $1 AND session_id >= $2 AND session_id < $2 + $3::int
) AS it GROUP BY space_id, session_id, derived_id, term ORDER BY derived_id
"""
_COUNTED = """
INSERT INTO word_count (space_id, session_id, term, memories, times)
SELECT space_id, session_id, term, count(*), sum(times) FROM word
WHERE space_id = $1 AND session_id >= $2 AND session_id < $2 + $3::int GROUP BY 1, 2, 3
UNION ALL
SELECT space_id, session_id, 0, count(*), sum(words) FROM memory
WHERE space_id = $1 AND session_id >= $2 AND session_id < $2 + $3::int GROUP BY 1, 2
"""
_SESSIONS = """
INSERT INTO session (space_id, seed, branches) SELECT $1, 1, 1 FROM generate_series(1, $2::int) RETURNING id
"""


@dataclass(frozen=True, slots=True)
class MemoryHouse:
    """What was built: ``mixed`` is the deep session among the others, ``together`` the larger one.

    ``vectors``: those of ``mixed``, by seq - 1; ``model`` made them.
    """

    mixed: RecallScope
    together: RecallScope
    model: int
    vectors: Any


async def build(db: Database, dsn: str, *, sessions: int, larger: int) -> MemoryHouse:
    """Write it all: ``sessions`` that lie mixed, and one of ``larger`` memories."""
    here = await fresh_place(db)
    character = await fresh_character(db, here)
    model = await Models().number(db, "made up", DIMS)
    vectors = unit_vectors(np.random.default_rng(1), EACH)
    on = _Writing(await connect(dsn), here.space, EACH - FORKS * EVERY)
    try:
        await on.run("SET session_replication_role = replica")
        await _pool(on.connection, vectors)
        mixed, *_, together = [it["id"] for it in await on.connection.fetch(_SESSIONS, here.space, sessions + 1)]
        for session, forks in ((mixed, FORKS), (together, 0)):
            await on.run(_BRANCHES, here.space, session, forks, on.first, EVERY)
        for start, many, rows in ((mixed, sessions, sessions * EACH), (together, 1, larger)):
            await on.memories(start, many, rows, character, here.person)
            await on.run(_VECTORS, here.space, model, start, many, EACH)
        for start, many, words in ((mixed, 1, WORDS), (mixed + 1, sessions - 1, WORDS // 4), (together, 1, WORDS)):
            await on.run(_SAID, here.space, start, many, words, VOCABULARY)
            await on.run(_COUNTED, here.space, start, many)
    finally:
        await on.connection.close()
    branches = {k + 1: Branch(k + 1, k or None, on.first + (k - 1) * EVERY if k else 0) for k in range(FORKS + 1)}

    def scope(session: int, line: Line) -> RecallScope:
        return RecallScope(here.space, character, (Sight(SessionKey(here.space, session), line),))

    deep = scope(mixed, line_of(branches, FORKS + 1, EACH))
    return MemoryHouse(deep, scope(together, Line((Segment(1, 0, larger),))), model, vectors)


@dataclass(frozen=True, slots=True)
class _Writing:
    """A connection without a limit of time. ``first``: memories of the first branch of the deep session."""

    connection: Connection
    space: int
    first: int

    async def run(self, statement: str, *args: Any) -> None:
        await self.connection.execute(statement, *args)

    async def memories(self, start: int, many: int, rows: int, character: int, person: int) -> None:
        first = self.first if many > 1 else rows
        await self.run(_MEMORIES, self.space, start, many, character, rows, first, EVERY, person, WORDS)


def unit_vectors(rng: np.random.Generator, many: int) -> Any:
    """Random directions, as far apart as those of texts: around a common one."""
    made = rng.normal(size=(many, DIMS)) + 0.3
    return made / np.linalg.norm(made, axis=1, keepdims=True)


async def _pool(connection: Connection, vectors: Any) -> None:
    await connection.execute("CREATE TABLE pool (n bigint PRIMARY KEY, v halfvec)")
    rows = [(n, HalfVector(it).to_text()) for n, it in enumerate(vectors)]
    await connection.executemany("INSERT INTO pool VALUES ($1, $2::text::halfvec)", rows)

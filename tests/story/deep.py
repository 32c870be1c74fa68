"""A long story with many forks: 10,000 entries, 500 forks deep, a memory for each entry, every twentieth retired."""

from dataclasses import dataclass
from typing import Any

from engine.db.postgres.driver import Connection
from engine.rules.lines import line_of
from engine.values.chats.entries import Branch, Line
from engine.values.chats.incoming import Here
from engine.values.ids import SessionKey

ENTRIES = 10_000
FORKS = 500
EVERY = 19
"""Entries a branch; the first branch has what is left over."""
RETIRED = ENTRIES // 20

FIRST = ENTRIES - FORKS * EVERY
"""Entries of the first branch."""

_BUILD = """
WITH born AS (
    INSERT INTO session (space_id, seed, branches) VALUES ($1, 1, $4 + 1) RETURNING id
), branches AS (
    INSERT INTO branch (space_id, session_id, id, parent, forked_at, reason)
    SELECT $1, born.id, k + 1, nullif(k, 0), CASE WHEN k > 0 THEN $6 + (k - 1) * $5 ELSE 0 END, 'again'
    FROM born, generate_series(0, $4::int) AS k
)
INSERT INTO entry (space_id, session_id, branch_id, seq, kind, person_id, character_id, text, said_at)
SELECT $1, born.id, CASE WHEN n > $6 THEN (n - $6 - 1) / $5 + 2 ELSE 1 END, n,
    CASE WHEN n % 100 = 1 THEN 'note' ELSE 'message' END, $2, NULL, repeat('some words ', 20), now()
FROM born, generate_series(1, $3::int) AS n
RETURNING session_id
"""
_DERIVE = """
INSERT INTO derived (space_id, session_id, kind, branch_id, seq, holder, from_seq, to_seq, text)
SELECT space_id, session_id, 'core', branch_id, seq, $3, seq, seq, repeat('some words ', 10)
FROM entry WHERE space_id = $1 AND session_id = $2
"""
_SOURCE = """
INSERT INTO source (space_id, session_id, derived_id, branch_id, from_seq, to_seq)
SELECT space_id, session_id, id, branch_id, from_seq, to_seq FROM derived WHERE space_id = $1 AND session_id = $2
"""
_RETIRE = """
INSERT INTO retired (space_id, session_id, derived_id, branch_id, seq, reason)
SELECT space_id, session_id, id, $3, $4, 'superseded' FROM derived
WHERE space_id = $1 AND session_id = $2 AND seq % 20 = 0
"""


@dataclass(frozen=True, slots=True)
class Deep:
    """The story: its session and the line of its last branch."""

    key: SessionKey
    line: Line

    def key_and(self, more: tuple[Any, ...]) -> tuple[Any, ...]:
        """The first arguments of every statement on a session, and more."""
        return (self.key.space, self.key.session, *more)


async def deep_session(connection: Connection, here: Here, character: int) -> Deep:
    """Write the story straight into the tables; its rows are right by construction, so no foreign key is asked."""
    await connection.execute("SET session_replication_role = replica")
    session = await connection.fetchval(_BUILD, here.space, here.person, ENTRIES, FORKS, EVERY, FIRST)
    await connection.execute(_DERIVE, here.space, session, character)
    await connection.execute(_SOURCE, here.space, session)
    await connection.execute(_RETIRE, here.space, session, FORKS + 1, ENTRIES)
    await connection.execute("RESET session_replication_role")
    branches = {k + 1: Branch(k + 1, k or None, FIRST + (k - 1) * EVERY if k else 0) for k in range(FORKS + 1)}
    return Deep(SessionKey(here.space, session), line_of(branches, FORKS + 1, ENTRIES))

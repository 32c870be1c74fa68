"""A story of 10,000 turns with all that was ever written of it; nearly all of it has ended since."""

from dataclasses import dataclass
from typing import Any, Final

from engine.db.postgres.driver import Connection
from engine.rules.lines import line_of
from engine.values.chats.entries import Branch, Line
from engine.values.chats.incoming import Here
from engine.values.ids import SessionKey

PAGE: Final = 5
"""Messages a page."""
FRESH: Final = 15
LISTED: Final = 20
LINES: Final = 4
"""Pages whose lines of the timeline were not merged yet."""
MERGED: Final = 8
"""Pages whose lines become one line."""
NAMES: Final = 12
CHANGED: Final = 2
"""Pages after which one of them changes."""
SUMMED: Final = 125
"""Messages a summary."""

_BUILD = """
WITH born AS (
    INSERT INTO session (space_id, seed, branches) VALUES ($1, 1, $4 + 1) RETURNING id
), branches AS (
    INSERT INTO branch (space_id, session_id, id, parent, forked_at, reason)
    SELECT $1, born.id, k + 1, nullif(k, 0), CASE WHEN k > 0 THEN $5 * k ELSE 0 END, 'again'
    FROM born, generate_series(0, $4::int) AS k
), cast_in AS (
    INSERT INTO entry (space_id, session_id, branch_id, seq, kind, character_id, text, body, said_at)
    SELECT $1, born.id, 1, 1, 'member', $6, '', '{"version": 1}', now() FROM born
)
INSERT INTO entry (space_id, session_id, branch_id, seq, kind, person_id, character_id, text, said_at)
SELECT $1, born.id, {branch_of_n}, n, 'message', CASE WHEN n % 2 = 1 THEN $2::bigint END,
    CASE WHEN n % 2 = 0 THEN $6::bigint END, repeat('some words ', 4 + n % 9) || n,
    now() - interval '1 s' * ($3 - n + 60)
FROM born, generate_series(2, $3::int) AS n
RETURNING session_id
"""
_BRANCH = "CASE WHEN $4 > 0 THEN least((n - 1) / $5, $4)::int + 1 ELSE 1 END"

_DERIVE = """
WITH row AS (
    SELECT 'story_page' AS kind, k * {page} AS place, (k - 1) * {page} + 1 AS first, k * {page} AS last, 0 AS n,
        jsonb_build_object('number', k, 'level', 0) AS body
    FROM generate_series(1, $3::int / {page}) AS k
    UNION ALL
    SELECT 'story_page', (k + {fresh}) * {page}, (k - 1) * {page} + 1, k * {page}, 1,
        jsonb_build_object('number', k, 'level', 1)
    FROM generate_series(1, $3::int / {page} - {fresh}) AS k
    UNION ALL
    SELECT 'timeline', k * {page}, (k - 1) * {page} + 1, k * {page}, n, jsonb_build_object('when', 'D' || k)
    FROM generate_series(1, $3::int / {page}) AS k, generate_series(0, 1) AS n WHERE n <= k % 2
    UNION ALL
    SELECT 'timeline', (k + {lines}) * {page}, (k - {merged}) * {page} + 1, k * {page}, 2,
        jsonb_build_object('when', 'D' || k, 'merged', true)
    FROM generate_series({merged}, $3::int / {page} - {lines}, {merged}) AS k
    UNION ALL
    SELECT kind, k * {page}, (k - 1) * {page} + 1, k * {page}, 0,
        jsonb_build_object('name', kind || k / {changed} % {names}, 'aliases', '[]'::jsonb)
    FROM generate_series({changed}, $3::int / {page}, {changed}) AS k, unnest('{{item,dossier}}'::text[]) AS kind
    UNION ALL
    SELECT 'summary', k * {summed} + 20, 1, k * {summed}, 0, '{{}}'
    FROM generate_series(1, ($3::int - 20) / {summed}) AS k
    UNION ALL
    SELECT 'event', k * {page}, (k - 1) * {page} + 1, k * {page}, 0, '{{}}'
    FROM generate_series(1, $3::int / {page}) AS k
    UNION ALL
    SELECT 'said', n, n, n, 0, '{{}}' FROM generate_series(2, $3::int) AS n
)
INSERT INTO derived (space_id, session_id, kind, branch_id, seq, holder, from_seq, to_seq, n, body, text)
SELECT $1, $2, row.kind, (SELECT {branch} FROM (SELECT row.place AS n) AS at), row.place, $6, row.first, row.last,
    row.n, row.body,
    repeat('some words ', CASE WHEN row.kind = 'summary' THEN 60 WHEN row.n = 0 THEN 14 ELSE 4 END) || row.last
FROM row ORDER BY row.place, row.kind, row.n
"""
_SOURCE = """
INSERT INTO source (space_id, session_id, derived_id, branch_id, from_seq, to_seq)
SELECT space_id, session_id, id, branch_id, to_seq, to_seq FROM derived WHERE space_id = $1 AND session_id = $2
"""
_RETIRE = """
WITH gone AS (
    SELECT it.id, CASE
        WHEN it.kind = 'story_page' AND it.n = 0 THEN it.to_seq + {fresh} * {page}
        WHEN it.kind = 'story_page' THEN it.to_seq + {listed} * {page}
        WHEN it.kind = 'timeline' AND it.n < 2
            THEN ((it.to_seq / {page} - 1) / {merged} + 1) * {merged} * {page} + {lines} * {page}
        WHEN it.kind = 'timeline' THEN it.seq + 6 * {merged} * {page}
        WHEN it.kind IN ('item', 'dossier') THEN it.seq + {changed} * {page} * {names}
        WHEN it.kind = 'summary' THEN it.seq + {summed}
    END AS n, CASE it.kind WHEN 'timeline' THEN 'merged' WHEN 'summary' THEN 'folded'
        WHEN 'story_page' THEN CASE it.n WHEN 0 THEN 'compressed' ELSE 'archived' END ELSE 'updated' END AS reason
    FROM derived AS it WHERE it.space_id = $1 AND it.session_id = $2
)
INSERT INTO retired (space_id, session_id, derived_id, branch_id, seq, reason)
SELECT $1, $2, gone.id, {branch}, gone.n, gone.reason FROM gone WHERE gone.n <= $3
"""


@dataclass(frozen=True, slots=True)
class Long:
    """The story: its session and its line."""

    key: SessionKey
    line: Line


def _sql(text: str) -> str:
    return text.format(
        page=PAGE,
        fresh=FRESH,
        lines=LINES,
        listed=LISTED,
        merged=MERGED,
        names=NAMES,
        changed=CHANGED,
        summed=SUMMED,
        branch=_BRANCH,
    )


async def long_chronicle(connection: Connection, here: Here, character: int, messages: int, forks: int = 0) -> Long:
    """Write it straight into the tables; its rows are right by construction, so no foreign key is asked."""
    every = messages // (forks + 1)
    await connection.execute("SET session_replication_role = replica")
    build = _BUILD.replace("{branch_of_n}", _BRANCH)
    session = await connection.fetchval(build, here.space, here.person, messages, forks, every, character)
    key: tuple[Any, ...] = (here.space, session)
    await connection.execute(_sql(_DERIVE), *key, messages, forks, every, character)
    await connection.execute(_SOURCE, *key)
    await connection.execute(_sql(_RETIRE), *key, messages, forks, every)
    await connection.execute("RESET session_replication_role")
    branches = {k + 1: Branch(k + 1, k or None, every * k) for k in range(forks + 1)}
    return Long(SessionKey(*key), line_of(branches, forks + 1, messages))

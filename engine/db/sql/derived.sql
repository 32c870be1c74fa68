-- name: derive
-- Stores one row of a derivation; a second try of the same derivation finds it there and changes nothing. It is for those
-- who could read all that it is made from, and what lies where it is placed.
WITH RECURSIVE stretches AS (
    SELECT branch.id AS branch_id, branch.parent, branch.forked_at, it.from_seq, it.to_seq
    FROM unnest($12::int[], $13::bigint[], $14::bigint[]) AS it (branch_id, from_seq, to_seq)
    JOIN branch ON branch.space_id = $1 AND branch.session_id = $2 AND branch.id = it.branch_id
    UNION ALL
    SELECT branch.id, branch.parent, branch.forked_at, it.from_seq, least(it.to_seq, it.forked_at)
    FROM stretches AS it
    JOIN branch ON branch.space_id = $1 AND branch.session_id = $2 AND branch.id = it.parent
    WHERE it.from_seq <= it.forked_at
), made AS (
    INSERT INTO derived (space_id, session_id, kind, branch_id, seq, holder, from_seq, to_seq, n, text, body, audience)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, (
        SELECT array_agg(DISTINCT clause.id ORDER BY clause.id)
        FROM stretches CROSS JOIN LATERAL (
            SELECT audience FROM entry
            WHERE space_id = $1 AND session_id = $2 AND branch_id = stretches.branch_id
                AND seq BETWEEN greatest(stretches.from_seq, stretches.forked_at + 1) AND stretches.to_seq
            UNION ALL
            SELECT audience FROM entry WHERE space_id = $1 AND session_id = $2 AND branch_id = $4 AND seq = $5
        ) AS said CROSS JOIN LATERAL unnest(said.audience) AS clause (id)
    )
    ON CONFLICT (space_id, session_id, kind, holder, branch_id, from_seq, to_seq, n) DO NOTHING
    RETURNING id
), sources AS (
    INSERT INTO source (space_id, session_id, derived_id, branch_id, from_seq, to_seq)
    SELECT $1, $2, made.id, it.branch_id, it.from_seq, it.to_seq
    FROM made, unnest($12::int[], $13::bigint[], $14::bigint[]) AS it (branch_id, from_seq, to_seq)
)
SELECT id FROM made

-- name: retire
-- Ends a derived row from one place of the log on.
INSERT INTO retired (space_id, session_id, derived_id, branch_id, seq, by_id, reason)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT DO NOTHING

-- fragment: derived_columns
-- What the store makes a Derived of, in this order; an empty body costs nothing.
it.id, it.kind, it.branch_id, it.seq, it.holder, it.text, nullif(it.body, '{}') AS body, it.from_seq, it.to_seq, it.n,
    it.audience

-- name: live_rows
-- The derived rows of some kinds ($6) that are live on a line, in the order they were made.
SELECT {{derived_columns}}
FROM {{live}}
WHERE it.kind = ANY ($6::text[])
ORDER BY it.seq, it.id

-- name: made_from
-- The derived rows live on a line that were made from entry $6 of it. The sources are read once, into an array: as a
-- join, a server without statistics read them once a row, 20 s for 10,000 rows.
SELECT {{derived_columns}}
FROM (
    SELECT * FROM derived WHERE space_id = $1 AND session_id = $2 AND id = ANY (ARRAY(
        SELECT source.derived_id FROM source
        WHERE source.space_id = $1 AND source.session_id = $2 AND $6 BETWEEN source.from_seq AND source.to_seq
    ))
    ORDER BY id
) AS it {{on_line}}
WHERE it.id NOT IN ({{ended}})
ORDER BY it.seq, it.id

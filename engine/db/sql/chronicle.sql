-- fragment: chronicle_on_line
-- The rows of the chronicle, as "it", of the kinds $6 on the line, whether they are live or not.
unnest($3::int[], $4::bigint[], $5::bigint[]) AS line (branch_id, after, upto) CROSS JOIN unnest($6::text[]) AS wanted (kind)
CROSS JOIN LATERAL (
    SELECT * FROM derived
    WHERE space_id = $1 AND session_id = $2 AND kind = wanted.kind AND branch_id = line.branch_id
        AND seq > line.after AND seq <= line.upto
    ORDER BY seq
) AS it

-- fragment: since_settled
-- The newest place of the line up to which its chronicle was settled, as "base", if there is one, and the "stretch"es of
-- the line behind it.
base AS MATERIALIZED (
    SELECT it.seq, it.processed, it.rows FROM settled AS it {{on_line}} ORDER BY it.seq DESC LIMIT 1
), stretch AS MATERIALIZED (
    SELECT line.branch_id, greatest(line.after, base.since) AS after, line.upto
    FROM (SELECT coalesce(max(base.seq), 0) AS since FROM base) AS base
    JOIN unnest($3::int[], $4::bigint[], $5::bigint[]) AS line (branch_id, after, upto) ON line.upto > base.since
)

-- fragment: chronicle_since
-- The rows of the chronicle, as "it", of the kinds $6 on each stretch, whether they are live or not.
stretch CROSS JOIN unnest($6::text[]) AS wanted (kind)
CROSS JOIN LATERAL (
    SELECT * FROM derived
    WHERE space_id = $1 AND session_id = $2 AND kind = wanted.kind AND branch_id = stretch.branch_id
        AND seq > stretch.after AND seq <= stretch.upto
    ORDER BY seq
) AS it

-- name: chronicle
-- The rows of the chronicle that are live on a line, of the kinds $6: those that were where it was settled, and those that
-- came since, but for what has ended since. Each with the seq up to which pages were made; where none is live, that alone.
WITH {{since_settled}}, live AS (
    SELECT it.* FROM (
        SELECT it.* FROM base CROSS JOIN unnest(base.rows) AS listed (id) CROSS JOIN LATERAL (
            SELECT * FROM derived WHERE space_id = $1 AND session_id = $2 AND id = listed.id LIMIT 1
        ) AS it
        WHERE it.kind = ANY ($6)
        UNION ALL
        SELECT it.* FROM {{chronicle_since}}
    ) AS it
    WHERE it.id NOT IN (
        SELECT it.derived_id FROM stretch CROSS JOIN LATERAL (
            SELECT derived_id FROM retired
            WHERE space_id = $1 AND session_id = $2 AND branch_id = stretch.branch_id
                AND seq > stretch.after AND seq <= stretch.upto
            ORDER BY seq
        ) AS it
    )
)
SELECT {{derived_columns}}, made.processed
FROM (
    SELECT greatest(
        (SELECT coalesce(max(base.processed), 0) FROM base),
        (SELECT coalesce(max(it.to_seq), 0) FROM {{chronicle_since}} WHERE it.kind = 'story_page' AND NOT it.body ? 'imported')
    ) AS processed
) AS made LEFT JOIN live AS it ON true

-- name: opening_messages
-- The first $8 messages of a line behind seq $6 and before seq $7, as their newest revisions have them.
SELECT {{read_columns}} FROM {{as_read}}
WHERE it.kind = 'message' AND it.status <> 'erased' AND it.seq < $7
ORDER BY it.seq LIMIT $8

-- name: chronicle_history
-- Every row of the chronicle on a line, of the kinds $6, whether it is live or not.
SELECT {{derived_columns}} FROM {{chronicle_on_line}}

-- name: chronicle_ends
-- What ended on a line behind seq $6, where, why, and what took its place; first what ended first.
SELECT it.derived_id, it.seq, it.reason, it.by_id
FROM unnest($3::int[], $4::bigint[], $5::bigint[]) AS line (branch_id, after, upto)
CROSS JOIN LATERAL (
    SELECT derived_id, seq, reason, by_id FROM retired
    WHERE space_id = $1 AND session_id = $2 AND branch_id = line.branch_id
        AND seq > greatest(line.after, $6) AND seq <= line.upto
    ORDER BY seq
) AS it
ORDER BY it.seq

-- name: chronicle_recent
-- The rows of the chronicle, of the kinds $6, that were live where the line was settled, and those that came since. Each
-- with the place of the settling; where there is no row, that alone.
WITH {{since_settled}}, found AS (
    SELECT it.* FROM base CROSS JOIN unnest(base.rows) AS listed (id) CROSS JOIN LATERAL (
        SELECT * FROM derived WHERE space_id = $1 AND session_id = $2 AND id = listed.id LIMIT 1
    ) AS it
    WHERE it.kind = ANY ($6)
    UNION ALL
    SELECT it.* FROM {{chronicle_since}}
)
SELECT {{derived_columns}}, made.since, made.processed
FROM (SELECT coalesce(max(base.seq), 0) AS since, coalesce(max(base.processed), 0) AS processed FROM base) AS made
LEFT JOIN found AS it ON true

-- name: chronicle_kept
-- Keeps rows ($6) from being erased until the transaction ends, and says which of them have ended on the line.
SELECT it.id, it.id IN ({{ended}}) AS gone FROM derived AS it
WHERE it.space_id = $1 AND it.session_id = $2 AND it.id = ANY ($6::bigint[])
ORDER BY it.id
FOR SHARE OF it

-- name: sources_of
-- What some derived rows ($3) were made from.
SELECT derived_id, branch_id, from_seq, to_seq FROM source
WHERE space_id = $1 AND session_id = $2 AND derived_id = ANY ($3::bigint[])
ORDER BY derived_id, branch_id, from_seq

-- name: ended_for
-- The rows of some kinds ($7) that ended on a line behind seq $8 for some reasons ($6), with where and why. From the
-- retirements: few of those on a long line are for such a reason.
SELECT {{derived_columns}}, gone.seq AS ended_at, gone.reason, gone.by_id
FROM (
    SELECT it.* FROM unnest($3::int[], $4::bigint[], $5::bigint[]) AS line (branch_id, after, upto)
    CROSS JOIN LATERAL (
        SELECT derived_id, seq, reason, by_id FROM retired
        WHERE space_id = $1 AND session_id = $2 AND branch_id = line.branch_id
            AND seq > greatest(line.after, $8) AND seq <= line.upto
        ORDER BY seq
    ) AS it
    WHERE it.reason = ANY ($6::text[])
    OFFSET 0
) AS gone
CROSS JOIN LATERAL (
    SELECT * FROM derived WHERE space_id = $1 AND session_id = $2 AND id = gone.derived_id OFFSET 0
) AS it
WHERE it.kind = ANY ($7::text[])
ORDER BY gone.seq, it.id

-- fragment: chronicle_on_line
-- The rows of the chronicle, as "it", of the kinds $6 on the line, whether they are live or not.
unnest($6::text[]) AS wanted (kind) CROSS JOIN {{wanted_on_line}}

-- fragment: wanted_on_line
-- Every derived row, as "it", of a "wanted" kind on the line.
unnest($3::int[], $4::bigint[], $5::bigint[]) AS line (branch_id, after, upto) CROSS JOIN LATERAL (
    SELECT * FROM derived
    WHERE space_id = $1 AND session_id = $2 AND kind = wanted.kind AND branch_id = line.branch_id
        AND seq > line.after AND seq <= line.upto
    ORDER BY seq
) AS it

-- fragment: newest_settled
-- The newest place of the line up to which its chronicle was settled; none where it never was.
SELECT it.seq, it.processed, it.rows FROM settled AS it {{on_line}} ORDER BY it.seq DESC LIMIT 1

-- fragment: stretches_since
-- The stretches of the line behind "base".
SELECT line.branch_id, greatest(line.after, base.since) AS after, line.upto
FROM (SELECT coalesce(max(base.seq), 0) AS since FROM base) AS base
JOIN unnest($3::int[], $4::bigint[], $5::bigint[]) AS line (branch_id, after, upto) ON line.upto > base.since

-- fragment: since_settled
-- The newest place of the line up to which its chronicle was settled, as "base", if there is one, and the "stretch"es of
-- the line behind it.
base AS MATERIALIZED ({{newest_settled}}), stretch AS MATERIALIZED ({{stretches_since}})

-- fragment: settled_rows
-- The rows, as "it", of the kinds $6 that were live at "base". Each is looked for in the order of the key, which keeps the
-- server to it: one without statistics read every row of the session for each of them.
base CROSS JOIN unnest(base.rows) AS listed (id) CROSS JOIN LATERAL (
    SELECT * FROM derived WHERE (space_id, session_id, id) >= ($1, $2, listed.id)
    ORDER BY space_id, session_id, id LIMIT 1
) AS it
WHERE it.id = listed.id AND it.kind = ANY ($6)

-- fragment: chronicle_since
-- The rows of the chronicle, as "it", of the kinds $6 on each stretch, whether they are live or not. Stretch by stretch, all
-- kinds at once: a server without statistics reads every row of a stretch, whatever it is, for each time it is asked.
stretch CROSS JOIN LATERAL (
    SELECT * FROM derived
    WHERE space_id = $1 AND session_id = $2 AND kind = ANY ($6::text[]) AND branch_id = stretch.branch_id
        AND seq > stretch.after AND seq <= stretch.upto
    OFFSET 0
) AS it

-- name: chronicle
-- The rows of the chronicle that are live on a line, of the kinds $6: those that were where it was settled, and those that
-- came since, but for what has ended since. And those of the kinds $8 that ended behind seq $7 for one of the reasons $9,
-- with where they did. Each with the seq up to which pages were made, and the last one behind seq $7 at which anything ended
-- for another reason than those and $10; where there is no row, that alone. Settled places behind seq $7 are passed over.
WITH base AS MATERIALIZED (
    SELECT it.seq, it.processed, it.rows FROM settled AS it {{on_line}} WHERE it.seq <= $7 ORDER BY it.seq DESC LIMIT 1
), stretch AS MATERIALIZED ({{stretches_since}}), gone AS MATERIALIZED (
    SELECT it.derived_id, it.seq, it.reason FROM stretch CROSS JOIN LATERAL (
        SELECT derived_id, seq, reason FROM retired
        WHERE space_id = $1 AND session_id = $2 AND branch_id = stretch.branch_id
            AND seq > stretch.after AND seq <= stretch.upto
        ORDER BY seq
    ) AS it
), found AS (
    SELECT it.*, NULL::bigint AS ended_at FROM (
        SELECT it.* FROM {{settled_rows}}
        UNION ALL
        SELECT it.* FROM {{chronicle_since}}
    ) AS it
    WHERE it.id NOT IN (SELECT gone.derived_id FROM gone)
    UNION ALL
    SELECT it.*, first.seq FROM (
        SELECT gone.derived_id, min(gone.seq) AS seq FROM gone
        GROUP BY gone.derived_id HAVING min(gone.seq) > $7 AND bool_and(gone.reason = ANY ($9::text[]))
    ) AS first CROSS JOIN LATERAL (
        SELECT * FROM derived WHERE (space_id, session_id, id) >= ($1, $2, first.derived_id)
        ORDER BY space_id, session_id, id LIMIT 1
    ) AS it
    WHERE it.id = first.derived_id AND it.kind = ANY ($8::text[])
)
SELECT {{derived_columns}}, it.ended_at, made.processed, made.mended
FROM (
    SELECT greatest(
        (SELECT coalesce(max(base.processed), 0) FROM base),
        (SELECT coalesce(max(it.to_seq), 0) FROM {{chronicle_since}} WHERE it.kind = 'story_page' AND NOT it.body ? 'imported')
    ) AS processed, (
        SELECT coalesce(max(gone.seq), 0) FROM gone WHERE gone.seq > $7 AND gone.reason <> ALL ($9::text[] || $10::text[])
    ) AS mended
) AS made LEFT JOIN found AS it ON true

-- name: opening_messages
-- The first $8 messages of a line behind seq $6 and before seq $7, as their newest revisions have them.
SELECT {{read_columns}} FROM {{as_read}}
WHERE it.kind = 'message' AND it.status <> 'erased' AND it.seq < $7
ORDER BY it.seq LIMIT $8

-- name: chronicle_history
-- Every row of the chronicle on a line, of the kinds $6, whether it is live or not.
SELECT {{derived_columns}} FROM {{chronicle_on_line}}

-- name: chronicle_ends
-- What ended on a line, where, why, and what took its place; first what ended first.
SELECT it.derived_id, it.seq, it.reason, it.by_id
FROM unnest($3::int[], $4::bigint[], $5::bigint[]) AS line (branch_id, after, upto)
CROSS JOIN LATERAL (
    SELECT derived_id, seq, reason, by_id FROM retired
    WHERE space_id = $1 AND session_id = $2 AND branch_id = line.branch_id
        AND seq > line.after AND seq <= line.upto
    ORDER BY seq
) AS it
ORDER BY it.seq

-- name: ends_of
-- The same of some rows ($6), looked up by themselves: on a long line there are ten thousands of others that have ended.
SELECT it.derived_id, it.seq, it.reason, it.by_id
FROM unnest($6::bigint[]) AS wanted (id)
CROSS JOIN LATERAL (
    SELECT derived_id, branch_id, seq, reason, by_id FROM retired
    WHERE space_id = $1 AND session_id = $2 AND derived_id = wanted.id
    OFFSET 0
) AS it
JOIN unnest($3::int[], $4::bigint[], $5::bigint[]) AS line (branch_id, after, upto)
    ON it.branch_id = line.branch_id AND it.seq > line.after AND it.seq <= line.upto
ORDER BY it.seq

-- name: chronicle_standing
-- The rows of the chronicle, of the kinds $6, that were live where the line was settled, and those that came since; and of
-- the kinds $7 every row. Each with where it ended on the line behind that place, for the latter anywhere, first what came
-- first; and with the place of the settling, and whether anything ended behind it for one of the reasons $8: where there is
-- no row, that alone.
WITH {{since_settled}}, found AS (
    SELECT it.*, base.seq AS since FROM {{settled_rows}}
    UNION ALL
    SELECT it.*, (SELECT max(base.seq) FROM base) FROM {{chronicle_since}}
    UNION ALL
    SELECT it.*, 0 FROM unnest($7::text[]) AS wanted (kind) CROSS JOIN {{wanted_on_line}}
)
SELECT {{derived_columns}}, ends.told AS ends, made.since, made.processed, made.again
FROM (
    SELECT coalesce(max(base.seq), 0) AS since, coalesce(max(base.processed), 0) AS processed, EXISTS (
        SELECT FROM stretch CROSS JOIN LATERAL (
            SELECT reason FROM retired
            WHERE space_id = $1 AND session_id = $2 AND branch_id = stretch.branch_id
                AND seq > stretch.after AND seq <= stretch.upto
            ORDER BY seq
        ) AS it
        WHERE it.reason = ANY ($8::text[])
    ) AS again
    FROM base
) AS made
LEFT JOIN found AS it ON true
LEFT JOIN LATERAL (
    SELECT json_agg(json_build_array(gone.seq, gone.reason, gone.by_id) ORDER BY gone.seq) AS told FROM (
        SELECT branch_id, seq, reason, by_id FROM retired
        WHERE space_id = $1 AND session_id = $2 AND derived_id = it.id
        OFFSET 0
    ) AS gone
    JOIN unnest($3::int[], $4::bigint[], $5::bigint[]) AS line (branch_id, after, upto)
        ON gone.branch_id = line.branch_id AND gone.seq > greatest(line.after, coalesce(it.since, 0)) AND gone.seq <= line.upto
) AS ends ON true

-- name: chronicle_kept
-- Keeps rows ($6) from being erased until the transaction ends, and says which of them have ended on the line.
SELECT it.id, it.id = ANY (ARRAY({{ended}})) AS gone FROM derived AS it
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

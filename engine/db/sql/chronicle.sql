-- fragment: chronicle_on_line
-- The rows of the chronicle, as "it", of the kinds $6 on the line, whether they are live or not.
unnest($3::int[], $4::bigint[], $5::bigint[]) AS line (branch_id, after, upto) CROSS JOIN unnest($6::text[]) AS wanted (kind)
CROSS JOIN LATERAL (
    SELECT * FROM derived
    WHERE space_id = $1 AND session_id = $2 AND kind = wanted.kind AND branch_id = line.branch_id
        AND seq > line.after AND seq <= line.upto
    ORDER BY seq
) AS it

-- name: chronicle
-- The rows of the chronicle that are live on a line, of the kinds $6, each with the seq up to which pages were made of the
-- line; where none is live, that alone.
SELECT {{derived_columns}}, made.processed
FROM (SELECT coalesce(max(it.to_seq), 0) AS processed FROM {{chronicle_on_line}} WHERE it.kind = 'story_page') AS made
LEFT JOIN (SELECT it.* FROM {{chronicle_on_line}} WHERE it.id NOT IN ({{ended}})) AS it ON true

-- name: opening_messages
-- The first $8 messages of a line behind seq $6 and before seq $7, as their newest revisions have them.
SELECT {{read_columns}} FROM {{as_read}}
WHERE it.kind = 'message' AND it.status <> 'erased' AND it.seq < $7
ORDER BY it.seq LIMIT $8

-- name: chronicle_history
-- Every row of the chronicle on a line, of the kinds $6, with where on the line it ended, why, and what took its place.
SELECT {{derived_columns}}, gone.seq AS ended_at, gone.reason, gone.by_id
FROM {{chronicle_on_line}} LEFT JOIN LATERAL (
    SELECT retired.seq, retired.reason, retired.by_id FROM retired
    JOIN unnest($3::int[], $4::bigint[], $5::bigint[]) AS part (branch_id, after, upto)
        ON retired.branch_id = part.branch_id AND retired.seq > part.after AND retired.seq <= part.upto
    WHERE retired.space_id = $1 AND retired.session_id = $2 AND retired.derived_id = it.id
    ORDER BY retired.seq LIMIT 1
) AS gone ON true

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

-- name: newest_judged
-- The newest row of a line up to seq $7, live there, that judges how far its story has come ($6 is the kind of such rows).
-- Rows that judge that nothing has happened name no point. There is one for nearly every reply, so they are read from the
-- end.
SELECT {{derived_columns}} FROM unnest($3::int[], $4::bigint[], $5::bigint[]) AS line (branch_id, after, upto)
CROSS JOIN LATERAL (
    SELECT row.* FROM derived AS row
    WHERE row.space_id = $1 AND row.session_id = $2 AND row.kind = $6 AND row.branch_id = line.branch_id
        AND row.seq > line.after AND row.seq <= least(line.upto, $7) AND row.body ? 'point'
        AND NOT EXISTS (
            SELECT FROM retired AS it {{on_line}} WHERE it.derived_id = row.id
        )
    ORDER BY row.seq DESC, row.id DESC LIMIT 1
) AS it
ORDER BY it.seq DESC, it.id DESC LIMIT 1

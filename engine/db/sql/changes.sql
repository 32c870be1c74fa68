-- name: changes_behind
-- Where, on any branch, behind seq $3, messages up to seq $4 were given another text, kept from the model or shown to it
-- again; with the first and the last of them.
SELECT branch_id, seq, target_seq AS first, coalesce((body ->> 'upto')::bigint, target_seq) AS last
FROM entry
WHERE space_id = $1 AND session_id = $2 AND kind IN ('revision', 'hide') AND seq > $3 AND target_seq <= $4
ORDER BY branch_id, seq

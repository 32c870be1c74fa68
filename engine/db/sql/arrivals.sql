-- name: targets
-- The messages of a channel that are entries of the log, by the names that edits and deletions call them.
SELECT id, external, session_id, branch_id, seq, coalesce(body ->> 'spoken', '') AS spoken FROM inbox
WHERE space_id = $1 AND channel_id = $2 AND external = ANY ($3::text[]) AND kind = 'message' AND outcome = 'turn'
    AND seq IS NOT NULL

-- name: consume
-- Messages that became entries without a turn: only overheard, and too many to wait for one.
UPDATE inbox SET outcome = 'turn', session_id = $2, branch_id = $3, seq = it.seq
FROM unnest($4::bigint[], $5::bigint[]) AS it (id, seq)
WHERE inbox.space_id = $1 AND inbox.id = it.id AND inbox.outcome IS NULL

-- name: finish_changes
-- Edits and deletions that have been applied.
UPDATE inbox SET outcome = 'applied', text = '', body = '{}' WHERE space_id = $1 AND id = ANY ($2::bigint[])

-- name: forget_message
-- Empties a message and its edits as they arrived. Files that nothing else holds go with it.
WITH emptied AS (
    UPDATE inbox SET text = '', body = '{}', outcome = CASE WHEN id = $4 THEN 'erased' ELSE outcome END
    WHERE space_id = $1 AND channel_id = $2 AND (external = $3 OR target = $3)
), files AS (
    DELETE FROM attachment WHERE space_id = $1 AND inbox_id = $4 RETURNING sha256
)
DELETE FROM blob USING files
WHERE blob.sha256 = files.sha256
    AND NOT EXISTS (
        SELECT FROM attachment AS it WHERE it.sha256 = files.sha256 AND (it.space_id, it.inbox_id) <> ($1, $4)
    )
    AND NOT ({{held_blob}})

-- name: append
-- Adds entries at consecutive places; the caller holds the lease's fence in the same transaction.
INSERT INTO entry (space_id, session_id, branch_id, seq, kind, person_id, character_id, turn_id, target_seq, status,
                   text, raw, body, said_at)
SELECT $1, $2, $3, $4 + n, kind, person_id, character_id, turn_id, target_seq, status, text, raw, body, said_at
FROM unnest($5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::text[], $11::text[], $12::text[],
            $13::jsonb[], $14::timestamptz[]) WITH ORDINALITY
    AS fresh (kind, person_id, character_id, turn_id, target_seq, status, text, raw, body, said_at, n)

-- name: branches
-- All branches of a session; immutable, so they may be kept.
SELECT id, parent, forked_at FROM branch WHERE space_id = $1 AND session_id = $2

-- name: head
-- The last seq of a branch; its fork when it has no entry of its own.
SELECT coalesce(
    (SELECT max(seq) FROM entry WHERE space_id = $1 AND session_id = $2 AND branch_id = $3),
    (SELECT forked_at FROM branch WHERE space_id = $1 AND session_id = $2 AND id = $3)
) AS head

-- name: fork
-- A new branch that begins after entry forked_at of its parent.
WITH numbered AS (
    UPDATE session SET branches = branches + 1 WHERE space_id = $1 AND id = $2 RETURNING branches
)
INSERT INTO branch (space_id, session_id, id, parent, forked_at, reason)
SELECT $1, $2, branches, $3, $4, $5 FROM numbered
RETURNING id

-- name: messages
-- The last $7 messages of a line after seq $6, newest first.
SELECT {{read_columns}} FROM {{as_read}} WHERE it.kind = 'message' AND it.status <> 'erased'
ORDER BY it.seq DESC LIMIT $7

-- name: entries
-- Every entry of a line after seq $6, first to last.
SELECT {{read_columns}} FROM {{as_read}} ORDER BY it.seq

-- name: acts
-- The acts of some kinds ($6) on a line, first to last.
SELECT it.branch_id, it.seq, it.kind, it.person_id, NULL AS person_name, it.character_id, it.turn_id, it.target_seq,
    it.status, it.text, it.raw, false AS revised, it.body, it.said_at
FROM entry AS it {{on_line}}
WHERE it.kind = ANY ($6::text[]) AND it.kind <> 'message'
ORDER BY it.seq

-- name: messages_on
-- How many messages lie on a line.
SELECT count(*) FROM entry AS it {{on_line}} WHERE it.kind = 'message' AND it.status <> 'erased'

-- name: branch_list
-- The branches of a session as people see them: how much was said on each, and its last words.
SELECT branch.id, branch.parent, branch.forked_at, branch.reason, branch.created_at,
    coalesce(said.messages, 0) AS messages, coalesce(latest.text, '') AS preview
FROM branch
LEFT JOIN LATERAL (
    SELECT count(*) AS messages FROM entry AS it
    WHERE it.space_id = $1 AND it.session_id = $2 AND it.branch_id = branch.id AND it.kind = 'message'
        AND it.status <> 'erased'
) AS said ON true
LEFT JOIN LATERAL (
    SELECT it.text FROM entry AS it
    WHERE it.space_id = $1 AND it.session_id = $2 AND it.branch_id = branch.id AND it.kind = 'message'
        AND it.status <> 'erased'
    ORDER BY it.seq DESC LIMIT 1
) AS latest ON true
WHERE branch.space_id = $1 AND branch.session_id = $2
ORDER BY branch.id

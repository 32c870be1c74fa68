-- name: put_correction
-- Lets a proposed correction wait for a yes, beside what is due: nobody serves its kind.
INSERT INTO due (space_id, session_id, kind, not_before, body) VALUES ($1, $2, 'correction/' || $3, 'infinity', $4)
ON CONFLICT (space_id, session_id, kind) DO UPDATE SET body = excluded.body

-- name: correction
-- A correction that waits.
SELECT body FROM due
WHERE space_id = $1 AND session_id = $2 AND kind = 'correction/' || $3 AND since > now() - $4::interval

-- name: take_correction
-- A correction waits no more, for whoever makes it.
DELETE FROM due
WHERE space_id = $1 AND session_id = $2 AND kind = 'correction/' || $3 AND since > now() - $4::interval
RETURNING body

-- name: drop_corrections
-- What was to be corrected in a session: its words may be those that were just erased.
DELETE FROM due WHERE space_id = $1 AND session_id = $2 AND kind LIKE 'correction/%'

-- name: drop_old_corrections
-- Corrections that nobody said yes to for a while.
DELETE FROM due WHERE kind LIKE 'correction/%' AND since < now() - $1::interval

-- name: settled_upto
-- The newest seq of a line up to which its chronicle is settled; 0 where it never was.
SELECT coalesce(max(it.seq), 0) AS upto FROM settled AS it {{on_line}}

-- name: hold_chronicle
-- Waits for whoever stores something in the chronicle of a session, and lets nobody else do so until the transaction ends.
SELECT FROM session WHERE space_id = $1 AND id = $2 FOR UPDATE

-- name: share_chronicle
-- Waits for whoever settles the chronicle of a session; what is stored now is seen by the next who does.
SELECT FROM session WHERE space_id = $1 AND id = $2 FOR KEY SHARE

-- name: settle
-- Writes down which rows ($5) of the chronicle are live at a place ($3, $4), and up to which seq pages were made there.
INSERT INTO settled (space_id, session_id, branch_id, seq, rows, processed) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT DO NOTHING

-- name: unsettle
-- Drops what was settled at seq $3 of a session or behind it, on any branch.
DELETE FROM settled WHERE space_id = $1 AND session_id = $2 AND seq >= $3

-- name: add_quick_set
-- A set of quick replies for a space that has fewer than so many ($4).
INSERT INTO quick_set (space_id, name, replies)
SELECT $1, $2, $3 WHERE (SELECT count(*) FROM quick_set WHERE space_id = $1) < $4
RETURNING id

-- name: quick_sets
-- What the sets of a space are called, in the order in which they came.
SELECT id, name FROM quick_set WHERE space_id = $1 ORDER BY id

-- name: quick_set
-- A set with all that it holds.
SELECT name, replies FROM quick_set WHERE space_id = $1 AND id = $2

-- name: delete_quick_set
-- A set goes, and no chat needs it.
DELETE FROM quick_set WHERE space_id = $1 AND id = $2

-- name: add_quick_set
-- A set of quick replies for a space.
INSERT INTO quick_set (space_id, name, replies) VALUES ($1, $2, $3) RETURNING id

-- name: quick_sets
-- The sets of a space, in the order in which they came.
SELECT id, name, replies FROM quick_set WHERE space_id = $1 ORDER BY id

-- name: delete_quick_set
-- A set goes, and no chat needs it.
DELETE FROM quick_set WHERE space_id = $1 AND id = $2

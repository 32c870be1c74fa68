-- name: add_background
-- A background with its first version.
WITH born AS (
    INSERT INTO background (builtin, owner_space, owner_person, name) VALUES ($1, $2, $3, $4) RETURNING id
)
INSERT INTO background_version (background_id, version, body) SELECT id, 1, $5 FROM born
RETURNING background_id AS id

-- name: add_background_version
-- The next version of a background, under the name that it has from now on. None where it was deleted.
WITH named AS (
    UPDATE background SET name = $2 WHERE id = $1 AND deleted_at IS NULL RETURNING id
)
INSERT INTO background_version (background_id, version, body)
SELECT $1, 1 + max(version), $3 FROM background_version WHERE background_id = ANY (ARRAY(SELECT id FROM named))
HAVING max(version) IS NOT NULL
RETURNING version

-- name: background
-- One version of a background; immutable, so it may be kept.
SELECT body FROM background_version WHERE background_id = $1 AND version = $2

-- name: backgrounds
-- The backgrounds that a space and a person may use, the house's first.
SELECT background.id, background.name, newest.version, newest.points
FROM background CROSS JOIN LATERAL (
    SELECT version, jsonb_array_length(body -> 'story_outline') AS points FROM background_version
    WHERE background_id = background.id ORDER BY version DESC LIMIT 1
) AS newest
WHERE background.deleted_at IS NULL
    AND (background.builtin IS NOT NULL OR background.owner_space = $1 OR background.owner_person = $2)
ORDER BY background.builtin IS NULL, background.name, background.id

-- name: delete_background
-- Forgets a background: it is listed no more. Its versions stay for the chats that use them.
UPDATE background SET deleted_at = now() WHERE id = $1 AND deleted_at IS NULL

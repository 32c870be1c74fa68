-- name: find_builtin
-- The newest version of a built-in character.
SELECT character.id, character.name, character_version.version, character_version.card, character_version.file_sha256
FROM character JOIN character_version ON character_version.character_id = character.id
WHERE character.builtin = $1
ORDER BY character_version.version DESC LIMIT 1

-- name: house_characters
-- The characters that were read from the house's own folder: what each was read from, with the files of its newest version.
SELECT character.id, character.builtin, character.name, newest.file_sha256, newest.picture_sha256
FROM character CROSS JOIN LATERAL (
    SELECT file_sha256, picture_sha256 FROM character_version
    WHERE character_id = character.id ORDER BY version DESC LIMIT 1
) AS newest
WHERE character.builtin LIKE 'characters/%'

-- name: add_character
-- A character with its first version.
WITH born AS (
    INSERT INTO character (builtin, owner_space, owner_person, name, runs_scripts) VALUES ($1, $2, $3, $4, $8)
    RETURNING id
)
INSERT INTO character_version (character_id, version, card, file_sha256, picture_sha256)
SELECT id, 1, $5, $6, $7 FROM born
RETURNING character_id AS id

-- name: add_version
-- The next version of a character's card.
WITH named AS (
    UPDATE character SET name = $2 WHERE id = $1 RETURNING id
)
INSERT INTO character_version (character_id, version, card, file_sha256, picture_sha256)
SELECT $1, 1 + max(version), $3, $4, $5 FROM character_version WHERE character_id = $1
RETURNING version

-- name: card
-- One version of a card; immutable, so it may be kept.
SELECT card FROM character_version WHERE character_id = $1 AND version = $2

-- name: newest_version
-- The newest version of a character, one in the trash only where that is asked for ($2), the file that its card came in, and the picture that shows it.
SELECT character.name, character_version.version, character_version.file_sha256, character_version.picture_sha256
FROM character JOIN character_version ON character_version.character_id = character.id
WHERE character.id = $1 AND ($2 OR character.deleted_at IS NULL)
ORDER BY character_version.version DESC LIMIT 1

-- name: characters
-- The characters that a space may use: built in, its own, and the person's own.
SELECT character.id, character.name, character.builtin, newest.version, newest.pictured,
    EXISTS (SELECT FROM hidden_character AS it WHERE it.space_id = $1 AND it.character_id = character.id) AS hidden
FROM character CROSS JOIN LATERAL (
    SELECT version, picture_sha256 IS NOT NULL AS pictured FROM character_version
    WHERE character_id = character.id ORDER BY version DESC LIMIT 1
) AS newest
WHERE character.deleted_at IS NULL AND NOT character.growing
    AND (character.builtin IS NOT NULL OR character.owner_space = $1 OR character.owner_person = $2)
ORDER BY character.builtin IS NULL, character.name, character.id

-- name: cast_here
-- Who has played, on any branch, in the session that a channel plays, with the version of the card.
SELECT DISTINCT it.character_id, {{card_played}} AS version, character.name
FROM channel
JOIN stand ON stand.space_id = channel.space_id AND stand.id = channel.stand_id
JOIN entry AS it ON it.space_id = channel.space_id AND it.session_id = stand.session_id AND it.kind = 'member'
JOIN character ON character.id = it.character_id
WHERE channel.space_id = $1 AND channel.id = $2

-- name: keep_blob
-- Keeps a file by its hash, once.
INSERT INTO blob (sha256, media_type, bytes) VALUES ($1, $2, $3) ON CONFLICT (sha256) DO NOTHING

-- name: blob
-- A kept file.
SELECT media_type, bytes FROM blob WHERE sha256 = $1

-- name: settings_of
-- Every setting that could apply to a channel, a person, and the characters of a space.
SELECT scope, scope_id, name, value, set_by, set_at FROM setting
WHERE space_id IN (0, $1) AND (scope IN ('space', 'character') OR (scope = 'channel' AND scope_id = $2))
UNION ALL
SELECT own.scope, own.scope_id, own.name, own.value, own.set_by, own.set_at
FROM (SELECT $3::bigint AS id) AS who CROSS JOIN LATERAL {{set_by_person}} AS own

-- name: put_setting
-- Sets one value of one scope, and writes down who did it.
WITH before AS (
    SELECT value FROM setting WHERE space_id = $1 AND scope = $2 AND scope_id = $3 AND name = $4
), noted AS (
    INSERT INTO audit (space_id, person_id, act, body)
    SELECT $1, $6, 'setting', jsonb_build_object('scope', $2::text, 'scope_id', $3::bigint, 'name', $4::text,
        'before', (SELECT value FROM before), 'after', $5::jsonb)
    WHERE (SELECT value FROM before) IS DISTINCT FROM $5::jsonb
)
INSERT INTO setting (space_id, scope, scope_id, name, value, set_by) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (space_id, scope, scope_id, name) DO UPDATE SET value = excluded.value, set_by = excluded.set_by, set_at = now()

-- name: hear_person
-- Notes what was noticed of a person ($1): the values $3 by the names $2.
INSERT INTO setting (space_id, scope, scope_id, name, value, set_by)
SELECT 0, 'person', $1, it.name, to_jsonb(it.value), $1 FROM unnest($2::text[], $3::text[]) AS it (name, value)
ON CONFLICT (space_id, scope, scope_id, name) DO UPDATE SET value = excluded.value, set_at = now()

-- name: clear_settings
-- Clears some values ($4; all when null) of one scope, a person's under all their names, and writes down who did it.
WITH gone AS (
    DELETE FROM setting WHERE space_id = $1 AND scope = $2 AND (scope_id = $3 OR ($2 = 'person' AND scope_id = ANY (ARRAY(
        SELECT same.id FROM (SELECT $3::bigint AS id) AS who CROSS JOIN LATERAL {{circle}} AS same (id)
    )))) AND ($4::text[] IS NULL OR name = ANY ($4))
    RETURNING name, value
)
INSERT INTO audit (space_id, person_id, act, body)
SELECT $1, $5, 'setting', jsonb_build_object('scope', $2::text, 'scope_id', $3::bigint, 'name', name, 'before', value)
FROM gone

-- name: setting_changes
-- Who changed a setting ($4) where it may apply to a channel ($2) and a person ($3), newest first.
SELECT audit.id, audit.at, audit.act, audit.body, coalesce(changer.name, '') AS by, '' AS place
FROM audit LEFT JOIN person AS changer ON changer.id = audit.person_id
WHERE audit.space_id IN (0, $1) AND audit.act = 'setting' AND audit.body ->> 'name' = $4 AND (
    audit.body ->> 'scope' IN ('space', 'character')
    OR (audit.body ->> 'scope' = 'channel' AND (audit.body ->> 'scope_id')::bigint = $2)
    OR (audit.body ->> 'scope' = 'person' AND (audit.body ->> 'scope_id')::bigint IN (
        SELECT same.id FROM (SELECT $3::bigint AS id) AS who CROSS JOIN LATERAL {{circle}} AS same (id)
    ))
)
ORDER BY audit.at DESC, audit.id DESC LIMIT $5

-- name: note_deletion
-- Writes down that somebody deleted so many things of a kind: never which, nor what they held.
INSERT INTO audit (space_id, person_id, act, body)
VALUES ($1, $2, 'delete', jsonb_build_object('kind', $3::text, 'count', $4::bigint))

-- name: note_forgetting
-- Writes down that somebody asked to be forgotten, and how many messages that was: never who.
INSERT INTO audit (space_id, act, body) VALUES ($1, 'forget', jsonb_build_object('count', $2::bigint))

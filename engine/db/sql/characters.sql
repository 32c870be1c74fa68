-- fragment: characters_there
-- The characters that a space and a person may use when they know of them: built in, the space's own, and the person's own.
character WHERE character.deleted_at IS NULL
    AND (character.builtin IS NOT NULL OR character.owner_space = $1 OR character.owner_person = $2)

-- fragment: characters_usable
-- Those of them that lists show: not the ones that still grow in a cradle.
{{characters_there}} AND NOT character.growing

-- fragment: character_columns
-- What the store makes a CharacterInfo of, beside characters as "it".
it.id, it.name, it.builtin, newest.version, newest.pictured,
    EXISTS (SELECT FROM hidden_character WHERE hidden_character.space_id = $1 AND hidden_character.character_id = it.id) AS hidden

-- fragment: newest_card
-- Beside characters, as "it", the newest version of their cards, as "newest".
CROSS JOIN LATERAL (
    SELECT version, picture_sha256 IS NOT NULL AS pictured FROM character_version
    WHERE character_id = it.id ORDER BY version DESC LIMIT 1
) AS newest

-- name: characters_paged
-- A part of those that the place does not hide, what came with the house first, by name; with the number of all, and of
-- those that it hides. The mark is the number of one ($6).
WITH meant AS MATERIALIZED (
    SELECT id, name, builtin IS NULL AS own,
        EXISTS (SELECT FROM hidden_character AS it WHERE it.space_id = $1 AND it.character_id = character.id) AS hidden
    FROM {{characters_usable}}
), marked AS MATERIALIZED (
    SELECT own, name, id FROM meant WHERE id = $6::bigint
), wanted AS (
    SELECT $3::bigint AS size, $4::bigint AS after, CASE WHEN EXISTS (SELECT FROM marked) THEN $5::text ELSE '' END AS turn
), counted AS MATERIALIZED (
    SELECT (SELECT count(*) FROM meant WHERE NOT hidden) AS total, (
        SELECT count(*) FROM meant CROSS JOIN marked WHERE NOT hidden AND (
            (meant.own, meant.name, meant.id) < (marked.own, marked.name, marked.id) OR meant.id = marked.id AND $5 = '>'
        )
    ) AS ahead, (SELECT count(*) FROM meant WHERE hidden) AS hidden_ones
), begins AS MATERIALIZED (
    {{page_begins}}
), shown AS (
    SELECT {{character_columns}} FROM (
        SELECT character.* FROM character WHERE id = ANY (ARRAY (
            SELECT id FROM meant WHERE NOT hidden ORDER BY own, name, id OFFSET (SELECT start FROM begins) LIMIT $3
        ))
    ) AS it {{newest_card}}
)
SELECT counted.total, counted.hidden_ones, begins.start, shown.* FROM counted CROSS JOIN begins LEFT JOIN shown ON true
ORDER BY shown.builtin IS NULL, shown.name, shown.id

-- name: characters_called
-- Those that a number ($3) or a name ($4, as a pattern $5) may mean, at most $6 by name: the one with that number first,
-- then those of just that name, then those whose name begins with it.
SELECT id, name FROM {{characters_usable}} AND (id = $3::bigint OR name ILIKE $5)
ORDER BY id = $3::bigint DESC NULLS LAST, lower(name) = lower($4) DESC, starts_with(lower(name), lower($4)) DESC,
    builtin IS NULL, name, id
LIMIT $6

-- name: characters_numbered
-- Some of them ($3), by number, those in a cradle too.
SELECT {{character_columns}} FROM (
    SELECT character.* FROM {{characters_there}} AND id = ANY ($3::bigint[])
) AS it {{newest_card}}

-- name: lock_character
-- Lets nobody else change a character until the transaction ends.
SELECT id FROM character WHERE id = $1 AND deleted_at IS NULL FOR UPDATE

-- name: card_versions
-- Every version of a character's card, oldest first.
SELECT version, created_at, picture_sha256 FROM character_version
WHERE character_id = $1 ORDER BY version

-- name: version_files
-- The files of one version of a card.
SELECT file_sha256, picture_sha256 FROM character_version WHERE character_id = $1 AND version = $2

-- name: characters_known
-- What some characters ($1) are called, whether they lie in the trash, wherever they belong, what was said of whether they are
-- for adults, and whether adults alone read in a channel ($3) of a space ($2), if one is named.
SELECT id, name, deleted_at IS NOT NULL AS thrown_away, adult, coalesce((
    SELECT {{for_adults}} FROM space JOIN channel ON channel.space_id = space.id WHERE space.id = $2 AND channel.id = $3
), true) AS for_adults
FROM character WHERE id = ANY ($1::bigint[])

-- name: throw_character
-- Puts a character into the trash.
UPDATE character SET deleted_at = now() WHERE id = $1 AND builtin IS NULL AND deleted_at IS NULL

-- name: thrown_characters
-- The characters of a space and a person that lie in the trash, what was thrown away last first.
SELECT id, name, deleted_at FROM character
WHERE deleted_at IS NOT NULL AND (owner_space = $1 OR owner_person = $2)
    AND EXISTS (SELECT FROM character_version WHERE character_version.character_id = character.id)
ORDER BY deleted_at DESC, id DESC

-- name: restore_character
-- Takes a character out of the trash.
UPDATE character SET deleted_at = NULL WHERE id = $1

-- name: hide_character
-- A place does not want to see a character in its list.
INSERT INTO hidden_character (space_id, character_id) VALUES ($1, $2) ON CONFLICT DO NOTHING

-- name: unhide_character
-- A place wants to see a character again.
DELETE FROM hidden_character WHERE space_id = $1 AND character_id = $2

-- name: character_holdings
-- In how many chats of a space, outside of its trash, a character plays or has played, and how much it remembers.
SELECT
    (SELECT count(*) FROM session WHERE session.space_id = $1 AND session.status <> 'trashed' AND EXISTS (
        SELECT FROM entry AS it WHERE it.space_id = $1 AND it.session_id = session.id AND it.kind = 'member'
            AND it.character_id = $2
    )) AS chats,
    (SELECT count(*) FROM memory WHERE memory.space_id = $1 AND memory.holder = $2 AND NOT EXISTS (
        SELECT FROM retired WHERE retired.space_id = $1 AND retired.session_id = memory.session_id
            AND retired.derived_id = memory.derived_id
    )) AS memories

-- name: empty_characters
-- Removes the cards of characters that have lain in the trash for longer than an interval, and the files of books and presets
-- that were deleted then, with what was fed to them: the hashes of the files. Their names stay for the chats that they played in.
WITH gone AS (
    DELETE FROM character_version USING character
    WHERE character.id = character_version.character_id AND character.deleted_at < now() - $1::interval
    RETURNING file_sha256, picture_sha256
), pieces AS (
    DELETE FROM cradle_piece USING character
    WHERE character.id = cradle_piece.character_id AND character.deleted_at < now() - $1::interval
    RETURNING sha256
), statements AS (
    DELETE FROM cradle_statement USING character
    WHERE character.id = cradle_statement.character_id AND character.deleted_at < now() - $1::interval
), asked AS (
    UPDATE cradle SET question = '' FROM character
    WHERE character.id = cradle.character_id AND character.deleted_at < now() - $1::interval AND question <> ''
), books AS (
    UPDATE world_book_version AS it SET file_sha256 = NULL
    FROM world_book_version AS before JOIN world_book ON world_book.id = before.book_id
    WHERE world_book.deleted_at < now() - $1::interval AND before.file_sha256 IS NOT NULL
        AND it.book_id = before.book_id AND it.version = before.version
    RETURNING before.file_sha256
), presets AS (
    UPDATE preset_version AS it SET file_sha256 = NULL
    FROM preset_version AS before JOIN preset ON preset.id = before.preset_id
    WHERE preset.deleted_at < now() - $1::interval AND before.file_sha256 IS NOT NULL
        AND it.preset_id = before.preset_id AND it.version = before.version
    RETURNING before.file_sha256
)
SELECT file_sha256 AS sha256 FROM gone WHERE file_sha256 IS NOT NULL
UNION SELECT picture_sha256 FROM gone WHERE picture_sha256 IS NOT NULL
UNION SELECT sha256 FROM pieces WHERE sha256 IS NOT NULL
UNION SELECT file_sha256 FROM books UNION SELECT file_sha256 FROM presets

-- name: versions_then
-- The newest act about each character of a cast on a line, with the version of its card that it means now, and the one that
-- it meant at a moment ($6).
SELECT DISTINCT ON (it.character_id) it.character_id, it.body - 'raw' AS body, {{card_played}} AS played,
    coalesce(
        (SELECT max(older.version) FROM character_version AS older
         WHERE older.character_id = it.character_id AND older.created_at > it.written_at AND older.created_at <= $6),
        (it.body ->> 'version')::integer
    ) AS then_played
FROM entry AS it {{on_line}}
WHERE it.kind = 'member'
ORDER BY it.character_id, it.seq DESC

-- fragment: held_blob
-- Whether a file, "blob", is named by anything but attachments.
EXISTS (SELECT FROM upload WHERE upload.sha256 = blob.sha256)
    OR EXISTS (SELECT FROM character_version WHERE file_sha256 = blob.sha256 OR picture_sha256 = blob.sha256)
    OR EXISTS (SELECT FROM world_book_version WHERE file_sha256 = blob.sha256)
    OR EXISTS (SELECT FROM preset_version WHERE file_sha256 = blob.sha256)
    OR EXISTS (SELECT FROM script_file WHERE file_sha256 = blob.sha256)
    OR EXISTS (SELECT FROM cradle_piece WHERE cradle_piece.sha256 = blob.sha256)

-- name: add_world
-- A world book with its first version.
WITH born AS (
    INSERT INTO world_book (builtin, owner_space, owner_person, name, comes_with) VALUES ($1, $2, $3, $4, $9) RETURNING id
)
INSERT INTO world_book_version (book_id, version, book, entries, file_sha256, digest)
SELECT id, 1, $5, $6, $7, $8 FROM born
RETURNING book_id AS id

-- name: add_world_version
-- The next version of a world book, which is there again if it was deleted.
WITH named AS (
    UPDATE world_book SET name = $2, deleted_at = NULL WHERE id = $1
)
INSERT INTO world_book_version (book_id, version, book, entries, file_sha256, digest)
SELECT $1, 1 + max(version), $3, $4, $5, $6 FROM world_book_version WHERE book_id = $1
RETURNING version

-- name: world
-- One version of a world book; immutable, so it may be kept.
SELECT world_book_version.book, world_book.name
FROM world_book_version JOIN world_book ON world_book.id = world_book_version.book_id
WHERE book_id = $1 AND version = $2

-- name: lock_world
-- Lets nobody else change a world book until the transaction ends.
SELECT id FROM world_book WHERE id = $1 AND deleted_at IS NULL FOR UPDATE

-- name: world_versions
-- Every version of a world book, newest first.
SELECT version, entries, created_at FROM world_book_version WHERE book_id = $1 ORDER BY version DESC

-- fragment: comes_along
-- Whether a world book lies in the folder of a character ($3).
coalesce(world_book.comes_with IN (SELECT unnest(ARRAY[it.builtin, it.name]) FROM character AS it WHERE it.id = $3), false)

-- name: worlds
-- The world books that a space and a person may use, and whether each is bound to a character ($3) or a persona ($4).
SELECT world_book.id, world_book.name, world_book.builtin, newest.version, newest.entries,
    EXISTS (SELECT FROM world_binding AS it WHERE it.space_id = $1 AND it.book_id = world_book.id
        AND it.character_id = $3) OR {{comes_along}} AS of_character,
    {{comes_along}} AS comes_along,
    EXISTS (SELECT FROM world_binding AS it WHERE it.space_id = $1 AND it.book_id = world_book.id
        AND it.persona_id = $4) AS of_persona
FROM world_book CROSS JOIN LATERAL (
    SELECT version, entries FROM world_book_version WHERE book_id = world_book.id ORDER BY version DESC LIMIT 1
) AS newest
WHERE world_book.deleted_at IS NULL
    AND (world_book.builtin IS NOT NULL OR world_book.owner_space = $1 OR world_book.owner_person = $2)
ORDER BY world_book.builtin IS NULL, world_book.name, world_book.id

-- name: house_worlds
-- The world books that were read from the house's own folders: what each was read from, with its newest digest.
SELECT world_book.id, world_book.builtin, world_book.deleted_at IS NULL AS present, newest.digest, world_book.name,
    world_book.comes_with
FROM world_book CROSS JOIN LATERAL (
    SELECT digest FROM world_book_version WHERE book_id = world_book.id ORDER BY version DESC LIMIT 1
) AS newest
WHERE world_book.builtin IS NOT NULL

-- name: keep_house_world
-- A world book of the house's folders is there again if it was forgotten, and comes with a character ($2; null: with none).
UPDATE world_book SET deleted_at = NULL, comes_with = $2 WHERE id = $1

-- name: lock_house_files
-- Lets one process at a time take in what lies in the house's folders.
SELECT pg_advisory_xact_lock(hashtextextended('house files', 0))

-- name: delete_world
-- Forgets a world book: it is listed and used nowhere any more. Its versions stay for what has used them.
UPDATE world_book SET deleted_at = now() WHERE id = $1 AND deleted_at IS NULL

-- name: bind_world
-- A world book comes with a character ($3) or a persona ($4) in a space, once.
INSERT INTO world_binding (space_id, book_id, character_id, persona_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING

-- name: unbind_world
-- A world book comes with a character ($3) or a persona ($4) no more.
DELETE FROM world_binding
WHERE space_id = $1 AND book_id = $2 AND (character_id = $3 OR persona_id = $4)

-- name: add_preset
-- A preset with its first version.
WITH born AS (
    INSERT INTO preset (builtin, owner_space, owner_person, name, runs_scripts) VALUES ($1, $2, $3, $4, $5) RETURNING id
)
INSERT INTO preset_version (preset_id, version, preset, file_sha256) SELECT id, 1, $6, $7 FROM born
RETURNING preset_id AS id

-- name: preset
-- One version of a preset; immutable, so it may be kept.
SELECT preset_version.preset, preset.name
FROM preset_version JOIN preset ON preset.id = preset_version.preset_id
WHERE preset_id = $1 AND version = $2

-- name: presets
-- The presets that a space and a person may use.
SELECT preset.id, preset.name, preset.builtin, max(preset_version.version) AS version
FROM preset JOIN preset_version ON preset_version.preset_id = preset.id
WHERE preset.deleted_at IS NULL
    AND (preset.builtin IS NOT NULL OR preset.owner_space = $1 OR preset.owner_person = $2)
GROUP BY preset.id
ORDER BY preset.name, preset.id

-- name: preset_beside
-- The newest preset that a space ($1) and a person ($2) may use and that came in one file with a character ($3).
SELECT preset.id, max(preset_version.version) AS version
FROM preset JOIN preset_version ON preset_version.preset_id = preset.id
WHERE preset.deleted_at IS NULL AND (preset.owner_space = $1 OR preset.owner_person = $2)
    AND EXISTS (
        SELECT FROM preset_version AS first JOIN character_version ON character_version.file_sha256 = first.file_sha256
        WHERE first.preset_id = preset.id AND character_version.character_id = $3
    )
GROUP BY preset.id
ORDER BY preset.id DESC
LIMIT 1

-- name: lock_preset
-- Lets nobody else change a preset of people's until the transaction ends; none where it came with the house.
SELECT id FROM preset
WHERE id = $1 AND builtin IS NULL AND deleted_at IS NULL AND (owner_space = $2 OR owner_person = $3) FOR UPDATE

-- name: preset_runs
-- Whether the scripts of a preset may run.
SELECT runs_scripts FROM preset WHERE id = $1

-- name: add_preset_version
-- The next version of a preset, which was made here and has no file.
INSERT INTO preset_version (preset_id, version, preset)
SELECT $1, 1 + max(version), $2 FROM preset_version WHERE preset_id = $1
RETURNING version

-- name: preset_versions
-- Every version of a preset, oldest first.
SELECT version, created_at FROM preset_version WHERE preset_id = $1 ORDER BY version

-- name: delete_preset
-- Forgets a preset: it is listed no more. Its versions stay for the chats that use them.
UPDATE preset SET deleted_at = now() WHERE id = $1 AND deleted_at IS NULL

-- name: personas
-- A person's personas, which one they are now in a channel ($3), and whether that is for the chat that is played there.
SELECT user_persona.id, user_persona.name, user_persona.body,
    user_persona.id = {{who_plays}} AS current, user_persona.id = worn.persona_id AS worn,
    (SELECT it.book_id FROM world_binding AS it WHERE it.space_id = $2 AND it.persona_id = user_persona.id
     ORDER BY it.id LIMIT 1) AS book,
    (SELECT array_agg(DISTINCT coalesce(nullif(space.title, ''), space.external)) FROM persona_place AS place
     JOIN space ON space.id = place.space_id WHERE place.persona_id = user_persona.id AND place.told) AS known_in,
    (SELECT private FROM space WHERE space.id = $2)
        OR EXISTS (SELECT FROM consent WHERE consent.person_id = user_persona.person_id AND consent.elsewhere)
        OR EXISTS (
            SELECT FROM persona_place AS place WHERE place.persona_id = user_persona.id AND place.space_id = $2
                AND place.told AND place.audience <@ {{covered}}
        ) AS known_here
FROM person JOIN user_persona ON user_persona.person_id IN {{names_of_first}}
LEFT JOIN channel ON channel.space_id = $2 AND channel.id = $3
LEFT JOIN stand ON stand.space_id = channel.space_id AND stand.id = channel.stand_id
LEFT JOIN chat_persona AS worn
    ON worn.space_id = stand.space_id AND worn.session_id = stand.session_id AND worn.person_id = person.id
WHERE person.id = $1 AND user_persona.deleted_at IS NULL
ORDER BY user_persona.name, user_persona.id

-- name: add_persona
-- A persona of a person.
INSERT INTO user_persona (person_id, name, body) VALUES ($1, $2, $3) RETURNING id

-- name: change_persona
-- Gives a persona of a person another name and text.
UPDATE user_persona SET name = $3, body = $4 WHERE person_id = ANY (ARRAY{{names_of_first}}) AND id = $2 AND deleted_at IS NULL

-- name: tell_persona
-- A persona of a person is known from now on to everybody who can read channel $4 now, unless that is a private place.
INSERT INTO persona_place (persona_id, space_id, audience, told)
SELECT mine.id, $3, coalesce(channel.audience, '{}'), true
FROM user_persona AS mine
JOIN channel ON channel.space_id = $3 AND channel.id = $4
JOIN space ON space.id = $3 AND NOT space.private
WHERE mine.person_id = ANY (ARRAY{{names_of_first}}) AND mine.id = $2 AND mine.deleted_at IS NULL
ON CONFLICT (space_id, persona_id, audience) DO UPDATE SET told = true

-- name: withhold_persona
-- A persona is known nowhere but in private: its words are others now.
DELETE FROM persona_place WHERE persona_id = $1

-- name: ask_persona_once
-- Notes that somebody is asked whether those who can read channel $3 may know a persona of theirs: the question's number,
-- and what the persona is called. Returns nothing where they were asked that before.
WITH asked AS (
    INSERT INTO persona_place (persona_id, space_id, audience, told)
    SELECT $1, $2, coalesce(channel.audience, '{}'), false FROM channel WHERE channel.space_id = $2 AND channel.id = $3
    ON CONFLICT DO NOTHING
    RETURNING id, persona_id
)
SELECT asked.id, user_persona.name FROM asked JOIN user_persona ON user_persona.id = asked.persona_id

-- name: let_persona_be_known
-- A person says yes to question $2: what the persona is called.
UPDATE persona_place SET told = true FROM user_persona
WHERE persona_place.id = $2 AND user_persona.id = persona_place.persona_id
    AND user_persona.person_id = ANY (ARRAY{{names_of_first}}) AND user_persona.deleted_at IS NULL
RETURNING user_persona.name

-- name: be_persona
-- Who a person is from now on under all their names: one of their personas, or null.
UPDATE person SET persona_id = $2
WHERE id = ANY (ARRAY{{names_of_first}}) AND ($2::bigint IS NULL OR EXISTS (
    SELECT FROM user_persona WHERE person_id = ANY (ARRAY{{names_of_first}}) AND id = $2 AND deleted_at IS NULL
))

-- name: wear_persona
-- Who a person ($3) is in one chat, whoever they are elsewhere: one of their personas.
INSERT INTO chat_persona (space_id, session_id, person_id, persona_id)
SELECT $1, $2, $3, it.id FROM user_persona AS it
WHERE it.id = $4 AND it.deleted_at IS NULL AND it.person_id = ANY (ARRAY(
    SELECT same.id FROM (SELECT $3::bigint AS id) AS who CROSS JOIN LATERAL {{circle}} AS same (id)
))
ON CONFLICT (space_id, session_id, person_id) DO UPDATE SET persona_id = excluded.persona_id

-- name: take_off_persona
-- In one chat a person is who they are elsewhere.
DELETE FROM chat_persona WHERE space_id = $1 AND session_id = $2 AND person_id = $3

-- name: delete_persona
-- A persona of a person is listed no more, and nobody is it; a chat keeps what was said as it.
WITH gone AS (
    UPDATE user_persona SET deleted_at = now() WHERE person_id = ANY (ARRAY{{names_of_first}}) AND id = $2 AND deleted_at IS NULL
    RETURNING id
), nobody AS (
    UPDATE person SET persona_id = NULL FROM gone WHERE person.persona_id = gone.id
), nowhere AS (
    DELETE FROM chat_persona USING gone WHERE chat_persona.persona_id = gone.id
)
SELECT id FROM gone

-- name: add_scripts
-- A file of regex scripts, for a character or (null) for every character of a space.
INSERT INTO script_file (space_id, character_id, name, scripts, file_sha256) VALUES ($1, $2, $3, $4, $5) RETURNING id

-- name: scripts
-- A file of regex scripts; immutable, so it may be kept.
SELECT scripts FROM script_file WHERE space_id = $1 AND id = $2

-- name: add_upload
-- A file waits for a yes.
INSERT INTO upload (space_id, token, person_id, sha256, filename) VALUES ($1, $2, $3, $4, $5)

-- name: note_upload
-- Something is noted about a file that waits; what is noted twice counts as noted now.
INSERT INTO upload (space_id, token, person_id, sha256, filename) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (space_id, token) DO UPDATE SET made_at = now()

-- name: upload
-- A file that waits for a yes, not older than an interval.
SELECT upload.sha256, upload.filename, blob.bytes FROM upload JOIN blob ON blob.sha256 = upload.sha256
WHERE upload.space_id = $1 AND upload.token = $2 AND upload.made_at > now() - $3::interval

-- name: claim_upload
-- A file that waited is imported, once: whoever says yes at the same time finds nothing.
DELETE FROM upload WHERE space_id = $1 AND token = $2 AND made_at > now() - $3::interval RETURNING token

-- name: upload_marks
-- What was noted about a file that waits: the tokens that begin with its own and a dot, in the order of noting.
SELECT token FROM upload
WHERE space_id = $1 AND starts_with(token, $2 || '.') AND made_at > now() - $3::interval
ORDER BY made_at, token

-- name: newest_upload
-- The token of what somebody let wait last of all that has a note behind its token and a dot.
SELECT split_part(token, '.', 1) AS token FROM upload
WHERE space_id = $1 AND person_id = $2 AND token = split_part(token, '.', 1) || '.' || $3
    AND made_at > now() - $4::interval
ORDER BY made_at DESC LIMIT 1

-- name: drop_upload
-- A file waits no more, nor does what was noted about it; the hashes.
DELETE FROM upload WHERE space_id = $1 AND (token = $2 OR starts_with(token, $2 || '.')) RETURNING sha256

-- name: stale_uploads
-- What has waited for longer than an interval waits no more; the hashes of its files.
DELETE FROM upload WHERE made_at < now() - $1::interval RETURNING sha256

-- name: drop_unused_blobs
-- Files among these that nothing names any more.
DELETE FROM blob WHERE sha256 = ANY ($1::text[])
    AND NOT EXISTS (SELECT FROM attachment WHERE attachment.sha256 = blob.sha256)
    AND NOT ({{held_blob}})

-- name: played_with_preset
-- Where sessions of a space stand that have ever been played with a preset ($2), but for those in the trash.
SELECT stand.id, stand.session_id, stand.channel_id, stand.branch_id, space.platform, space.private
FROM stand
JOIN session ON session.space_id = stand.space_id AND session.id = stand.session_id AND session.status <> 'trashed'
JOIN space ON space.id = stand.space_id
WHERE stand.space_id = $1 AND EXISTS (
    SELECT FROM entry AS it
    WHERE it.space_id = $1 AND it.session_id = stand.session_id AND it.kind = 'preset'
        AND (it.body ->> 'preset')::bigint = $2
)
ORDER BY stand.id

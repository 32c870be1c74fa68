-- name: tombstones
-- Everybody who asked to be forgotten.
SELECT platform, external_sha256, at FROM forgotten

-- name: lay_tombstones
-- Writes down who asked to be forgotten, and when last.
INSERT INTO forgotten (platform, external_sha256, at)
SELECT platform, stone, max(at) FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS it (platform, stone, at)
GROUP BY platform, stone
ON CONFLICT (platform, external_sha256) DO UPDATE SET at = greatest(forgotten.at, excluded.at)

-- name: lift_tombstones
-- Takes stones away that were laid anew in another form.
DELETE FROM forgotten WHERE external_sha256 = ANY ($1::text[])

-- name: vacuum
-- Frees the room of rows that were erased; until then their words still lie on the disk. Runs in no transaction.
VACUUM

-- name: people_since
-- Everybody who came to these platforms by a time, with what they are called there.
SELECT id, platform, external, created_at FROM person
WHERE platform = ANY ($1::text[]) AND created_at <= $2 AND NOT starts_with(external, 'forgotten:')

-- name: person_row
-- Who somebody is to their platform, the time on the database's clock, and what they were called in their stories.
SELECT person.platform, person.external, person.owner_since IS NOT NULL AS owner, now() AS at,
    array_remove(array(
        SELECT person.name UNION SELECT it.name FROM user_persona AS it WHERE it.person_id = person.id
    ), '') AS names
FROM person WHERE id = $1

-- name: detach_person
-- From here on a person is nobody: whoever comes under their name is somebody new.
UPDATE person SET external = 'forgotten:' || id, name = '?', owner_since = NULL, refused_at = NULL, persona_id = NULL,
    home_id = NULL
WHERE id = $1

-- name: private_spaces_of
-- Private places of a person that nobody else ever was in.
SELECT space.id FROM space
WHERE space.private
    AND (space.id = $2
        OR EXISTS (SELECT FROM person WHERE person.id = $1 AND person.platform = space.platform AND person.external = space.external)
        OR EXISTS (SELECT FROM inbox WHERE inbox.space_id = space.id AND inbox.person_id = $1)
        OR EXISTS (SELECT FROM session WHERE session.space_id = space.id AND session.created_by = $1))
    AND NOT EXISTS (SELECT FROM inbox WHERE inbox.space_id = space.id AND inbox.person_id <> $1)
    AND NOT EXISTS (SELECT FROM entry WHERE entry.space_id = space.id AND entry.person_id <> $1)

-- name: detach_spaces
-- Private places are nobody's: whatever arrives there is from a place that was not known.
WITH marks AS (
    DELETE FROM reading_mark AS it USING channel JOIN space ON space.id = channel.space_id
    WHERE channel.space_id = ANY ($1::bigint[]) AND it.platform = space.platform
        AND right(it.name, length(channel.external) + 1) = '-' || channel.external
), channels AS (
    UPDATE channel SET external = 'forgotten:' || id, title = '' WHERE space_id = ANY ($1::bigint[])
)
UPDATE space SET external = 'forgotten:' || id, title = '', access_by = NULL WHERE id = ANY ($1::bigint[])

-- name: forgettable
-- How much there is of a person, in all places. $2 are their private ones, of which everything counts.
SELECT
    (SELECT count(*) FROM entry WHERE person_id = $1 AND kind = 'message' AND status <> 'erased')
        + (SELECT count(*) FROM inbox WHERE person_id = $1 AND outcome = 'held' AND text <> '') AS messages,
    (SELECT count(*) FROM memory WHERE person_id = $1 OR $1 = ANY (about) OR space_id = ANY ($2::bigint[])) AS memories,
    (SELECT count(*) FROM person_fact WHERE person_id = $1) AS facts,
    (SELECT count(*) FROM user_persona WHERE person_id = $1 AND deleted_at IS NULL) AS personas,
    (SELECT count(*) FROM (
        SELECT space_id, session_id FROM entry WHERE person_id = $1
        UNION SELECT space_id, id FROM session WHERE space_id = ANY ($2::bigint[])
    ) AS it) AS chats,
    (SELECT count(*) FROM (
        SELECT space_id FROM inbox WHERE person_id = $1
        UNION SELECT space_id FROM entry WHERE person_id = $1
        UNION SELECT unnest($2::bigint[])
    ) AS it) AS places

-- name: sessions_in
-- The sessions of some spaces.
SELECT space_id, id AS session_id FROM session WHERE space_id = ANY ($1::bigint[]) ORDER BY space_id, id

-- name: sessions_with
-- Sessions of other spaces ($2) with anything of a person.
SELECT space_id, session_id FROM (
    SELECT space_id, session_id FROM entry WHERE person_id = $1
    UNION SELECT space_id, session_id FROM turn WHERE person_id = $1
    UNION SELECT space_id, session_id FROM memory WHERE person_id = $1 OR $1 = ANY (about) OR $1 = ANY (people)
    UNION SELECT space_id, id FROM session WHERE created_by = $1
    UNION SELECT space_id, session_id FROM savepoint WHERE created_by = $1 OR named_by = $1
) AS it
WHERE space_id <> ALL ($2::bigint[])
ORDER BY space_id, session_id

-- name: drop_drafts
-- What grows in a session was begun with words that are to be erased.
UPDATE draft SET text = '', stop = true WHERE space_id = $1 AND session_id = $2

-- name: entries_by
-- The first $4 entries with words of a person ($3) in a session, of what was answered to them, and of what they brought in.
SELECT it.branch_id, it.seq FROM entry AS it
WHERE it.space_id = $1 AND it.session_id = $2 AND it.status <> 'erased' AND it.kind = ANY ($5::text[]) AND (
    it.person_id = $3
    OR (it.kind IN ('message', 'revision') AND it.turn_id IN (
        SELECT id FROM turn WHERE space_id = $1 AND session_id = $2 AND person_id = $3
    ))
    OR (it.turn_id IS NULL AND it.body ?| '{raw,swipe}' AND EXISTS (
        SELECT FROM session WHERE space_id = $1 AND id = $2 AND created_by = $3
    ))
)
ORDER BY it.branch_id, it.seq LIMIT $4

-- name: said_by_characters
-- What characters have said in a session, also when they went on.
SELECT branch_id, seq, text FROM entry
WHERE space_id = $1 AND session_id = $2 AND kind IN ('message', 'revision') AND character_id IS NOT NULL AND person_id IS NULL
    AND status <> 'erased' AND text <> ''

-- name: empty_shown
-- What was shown of replies, by their entries.
WITH erased AS MATERIALIZED (
    SELECT * FROM unnest($3::int[], $4::bigint[]) AS it (branch_id, seq)
)
UPDATE outbox SET text = '' WHERE space_id = $1 AND session_id = $2 AND text <> '' AND (
    EXISTS (SELECT FROM erased WHERE erased.branch_id = outbox.branch_id AND erased.seq = outbox.seq)
    OR turn_id = ANY (ARRAY(
        SELECT entry.turn_id FROM entry JOIN erased USING (branch_id, seq)
        WHERE entry.space_id = $1 AND entry.session_id = $2
    ))
)

-- name: shown_to
-- What was shown of replies to a person in a session.
SELECT text FROM outbox
WHERE space_id = $1 AND session_id = $2 AND text <> '' AND turn_id IN (
    SELECT id FROM turn WHERE space_id = $1 AND session_id = $2 AND person_id = $3
)

-- name: variables_acts
-- What macros and quick replies have stored in a session, and whether in a turn that a person ($3) asked for, at their
-- press, or in what they brought in.
SELECT branch_id, seq, body, CASE
    WHEN person_id IS NOT NULL THEN person_id = $3
    WHEN turn_id IS NULL THEN EXISTS (SELECT FROM session WHERE space_id = $1 AND id = $2 AND created_by = $3)
    ELSE turn_id IN (SELECT id FROM turn WHERE space_id = $1 AND session_id = $2 AND person_id = $3)
END AS theirs
FROM entry
WHERE space_id = $1 AND session_id = $2 AND kind IN ('variables', 'injects')
ORDER BY seq, branch_id

-- name: stored_values
-- All the values that macros and quick replies have ever stored in a session, each once, with their names.
SELECT DISTINCT it.key AS name, it.value FROM entry, jsonb_each(entry.body) AS scope,
    jsonb_each(CASE WHEN jsonb_typeof(scope.value) = 'object' THEN scope.value ELSE '{}' END) AS it
WHERE entry.space_id = $1 AND entry.session_id = $2 AND entry.kind IN ('variables', 'injects')

-- name: rewrite_acts
-- Gives acts other bodies; what these do not say stays.
UPDATE entry SET body = entry.body || it.body FROM unnest($3::int[], $4::bigint[], $5::jsonb[]) AS it (branch_id, seq, body)
WHERE entry.space_id = $1 AND entry.session_id = $2 AND entry.branch_id = it.branch_id AND entry.seq = it.seq

-- name: texts_arrived
-- What a person ($3) said, as it arrived, in the channels of a session.
SELECT DISTINCT {{said_aloud}} AS text FROM inbox AS said
WHERE space_id = $1 AND person_id = $3 AND (text <> '' OR body ? 'spoken')
    AND channel_id IN (SELECT channel_id FROM stand WHERE space_id = $1 AND session_id = $2)

-- name: greet_nobody
-- A greeting that called somebody by name ($3) calls them nothing.
UPDATE entry SET text = replace(text, body ->> 'user', '?'), raw = replace(raw, body ->> 'user', '?'),
    body = body || '{"user": "?"}'
WHERE space_id = $1 AND session_id = $2 AND kind = 'message' AND body ? 'greeting' AND body ->> 'user' = ANY ($3::text[])
    AND body ->> 'user' <> ''

-- name: unquote
-- Nobody quotes these texts ($3), or somebody called so ($4), any more in the channels of a session: as it arrived and in
-- the log.
WITH channels AS MATERIALIZED (
    SELECT channel_id FROM stand WHERE space_id = $1 AND session_id = $2
), arrived AS (
    UPDATE inbox SET body = body - 'reply_to'
    WHERE space_id = $1 AND channel_id = ANY (ARRAY(SELECT channel_id FROM channels)) AND body ? 'reply_to'
        AND (body #>> '{reply_to,text}' = ANY ($3::text[]) OR body #>> '{reply_to,speaker}' = ANY ($4::text[]))
)
UPDATE entry SET body = body - 'reply_to'
WHERE space_id = $1 AND kind = 'message' AND body ? 'reply_to'
    AND session_id = ANY (ARRAY(
        SELECT session_id FROM stand WHERE space_id = $1 AND channel_id = ANY (ARRAY(SELECT channel_id FROM channels))
    ))
    AND (body #>> '{reply_to,text}' = ANY ($3::text[]) OR body #>> '{reply_to,speaker}' = ANY ($4::text[]))

-- name: derived_of
-- The derived rows of a session that tell of a person ($3), or that they wrote, with what took the place of these, and the
-- chapters that they named ($4 are the seqs of the acts); and those that may name them.
WITH RECURSIVE written AS (
    SELECT it.id FROM derived AS it JOIN entry USING (space_id, session_id, branch_id, seq)
    WHERE it.space_id = $1 AND it.session_id = $2 AND entry.person_id = $3
        AND (entry.kind = 'garden' OR (entry.kind = 'chronicle' AND it.body ? 'was'))
    UNION
    SELECT retired.by_id FROM written JOIN retired ON retired.space_id = $1 AND retired.session_id = $2
        AND retired.derived_id = written.id AND retired.by_id IS NOT NULL
)
SELECT it.id, it.kind, it.branch_id, it.from_seq, it.to_seq, it.body, it.text,
    coalesce(memory.person_id = $3 OR $3 = ANY (memory.about) OR (it.kind = 'diary' AND $3 = ANY (memory.people)), false)
        OR (it.kind = 'fact' AND it.body ->> 'person' = $3::text)
        OR (it.kind = 'chapter' AND (it.body ->> 'at')::bigint = ANY ($4::bigint[]))
        OR it.id IN (SELECT written.id FROM written) AS theirs
FROM derived AS it
LEFT JOIN memory ON memory.space_id = $1 AND memory.session_id = $2 AND memory.derived_id = it.id
WHERE it.space_id = $1 AND it.session_id = $2
    AND (it.kind <> 'said' OR memory.person_id = $3 OR $3 = ANY (memory.about))

-- name: titled_acts
-- The acts of a session that somebody gave a title to, and whether a person ($3) did.
SELECT branch_id, seq, body, coalesce(person_id = $3, false) AS theirs FROM entry
WHERE space_id = $1 AND session_id = $2 AND kind = 'chronicle' AND body ->> 'title' <> ''

-- name: leave_session
-- What is left of a person in a session names nobody: entries, turns with what was shown of them, saves, who was present. No
-- character comments any more on what it read before.
WITH turns AS (
    UPDATE turn SET person_id = NULL WHERE space_id = $1 AND session_id = $2 AND person_id = $3 RETURNING id
), unsent AS (
    DELETE FROM outbox WHERE space_id = $1 AND session_id = $2 AND turn_id = ANY (ARRAY(SELECT id FROM turns))
        AND kind = 'reply' AND state = 'planned' AND platform_id IS NULL
), shown AS (
    UPDATE outbox SET text = '', state = CASE WHEN state = 'planned' THEN 'sent' ELSE state END
    WHERE space_id = $1 AND session_id = $2 AND turn_id = ANY (ARRAY(SELECT id FROM turns))
        AND NOT (kind = 'reply' AND state = 'planned' AND platform_id IS NULL)
), drafts AS (
    UPDATE draft SET text = '' WHERE space_id = $1 AND session_id = $2 AND turn_id = ANY (ARRAY(SELECT id FROM turns))
), begun AS (
    UPDATE session SET created_by = NULL, titled_by = NULL, title = '' WHERE space_id = $1 AND id = $2 AND created_by = $3
), titled AS (
    UPDATE session SET titled_by = NULL, title = ''
    WHERE space_id = $1 AND id = $2 AND titled_by = $3 AND created_by IS DISTINCT FROM $3
), saved AS (
    UPDATE savepoint SET
        name = CASE WHEN coalesce(named_by, created_by) = $3 THEN '#' || id ELSE name END,
        preview = CASE WHEN created_by = $3 THEN '' ELSE preview END,
        description = CASE WHEN created_by = $3 THEN '' ELSE description END,
        created_by = nullif(created_by, $3), named_by = nullif(named_by, $3)
    WHERE space_id = $1 AND session_id = $2 AND (created_by = $3 OR named_by = $3)
), named AS (
    UPDATE branch SET name = '', named_by = NULL WHERE space_id = $1 AND session_id = $2 AND named_by = $3
), present AS (
    UPDATE memory SET people = array_remove(people, $3), about = array_remove(about, $3)
    WHERE space_id = $1 AND session_id = $2 AND ($3 = ANY (people) OR $3 = ANY (about))
), comments AS (
    DELETE FROM due WHERE space_id = $1 AND session_id = $2 AND kind SIMILAR TO 'circle\_(answer|comment).%'
)
UPDATE entry SET person_id = NULL WHERE space_id = $1 AND session_id = $2 AND person_id = $3

-- name: stands_in
-- Everywhere a session is played.
SELECT id, session_id, channel_id, branch_id FROM stand WHERE space_id = $1 AND session_id = $2 ORDER BY id

-- name: delete_session
-- Removes a session with all that was said in it, and its files.
WITH gone AS (
    DELETE FROM session WHERE space_id = $1 AND id = $2 RETURNING id
), shown AS (
    DELETE FROM outbox USING gone WHERE outbox.space_id = $1 AND outbox.session_id = gone.id
), marked AS (
    DELETE FROM due USING gone WHERE due.space_id = $1 AND due.session_id = gone.id
), counted AS (
    DELETE FROM numbered USING gone WHERE numbered.space_id = $1 AND numbered.session_id = gone.id
)
SELECT id FROM gone

-- name: empty_space
-- Removes what else a private place holds, but its number; the hashes of files that it named.
WITH arrived AS (
    DELETE FROM inbox WHERE space_id = $1 RETURNING id
), sent AS (
    DELETE FROM attachment WHERE space_id = $1 RETURNING sha256
), shown AS (
    DELETE FROM outbox WHERE space_id = $1
), marked AS (
    DELETE FROM due WHERE space_id = $1 AND kind NOT LIKE 'forget/%'
), settings AS (
    DELETE FROM setting WHERE space_id = $1
), circle_members AS (
    DELETE FROM circle_member WHERE space_id = $1
), post_threads AS (
    DELETE FROM post_thread WHERE space_id = $1
), audited AS (
    UPDATE audit SET body = '{}', person_id = NULL WHERE space_id = $1 AND (body <> '{}' OR person_id IS NOT NULL)
), bound AS (
    DELETE FROM world_binding WHERE space_id = $1
), worn AS (
    DELETE FROM chat_persona WHERE space_id = $1
), filled_in AS (
    DELETE FROM asked_form WHERE space_id = $1
), panels AS (
    DELETE FROM panel WHERE space_id = $1
), counted AS (
    DELETE FROM numbered WHERE space_id = $1
), uploads AS (
    DELETE FROM upload WHERE space_id = $1 RETURNING sha256
), quick AS (
    DELETE FROM quick_set WHERE space_id = $1
), scripts AS (
    DELETE FROM script_file WHERE space_id = $1 RETURNING file_sha256 AS sha256
)
SELECT sha256 FROM sent UNION SELECT sha256 FROM uploads UNION SELECT sha256 FROM scripts WHERE sha256 IS NOT NULL

-- fragment: theirs_alone
-- What belongs to a private place ($1) or to a person ($2).
owner_space = ANY ($1::bigint[]) OR owner_person = $2

-- name: hand_over
-- What a person ($1) owns and a place uses belongs to that place from now on.
WITH characters AS (
    UPDATE character SET owner_person = NULL, owner_space = used.space_id FROM (
        SELECT character_id, min(space_id) AS space_id FROM entry WHERE kind = 'member' GROUP BY character_id
    ) AS used WHERE character.owner_person = $1 AND used.character_id = character.id
), books AS (
    UPDATE world_book SET owner_person = NULL, owner_space = used.space_id FROM (
        SELECT book_id, min(space_id) AS space_id FROM (
            SELECT book_id, space_id FROM world_binding
            UNION ALL
            SELECT book::bigint, space_id FROM entry CROSS JOIN jsonb_array_elements_text(entry.body -> 'books') AS book
            WHERE entry.kind = 'books'
        ) AS it GROUP BY book_id
    ) AS used WHERE world_book.owner_person = $1 AND used.book_id = world_book.id
), backgrounds AS (
    UPDATE background SET owner_person = NULL, owner_space = used.space_id FROM (
        SELECT (body ->> 'background')::bigint AS background_id, min(space_id) AS space_id FROM entry
        WHERE kind = 'background' AND body ? 'background' GROUP BY 1
    ) AS used WHERE background.owner_person = $1 AND used.background_id = background.id
)
UPDATE preset SET owner_person = NULL, owner_space = used.space_id FROM (
    SELECT (body ->> 'preset')::bigint AS preset_id, min(space_id) AS space_id FROM entry
    WHERE kind = 'preset' AND body ? 'preset' GROUP BY 1
) AS used WHERE preset.owner_person = $1 AND used.preset_id = preset.id

-- name: delete_versions
-- Removes the versions of what belongs to private places or to a person; the hashes of files that they named.
WITH cards AS (
    DELETE FROM character_version WHERE character_id = ANY (ARRAY(SELECT id FROM character WHERE {{theirs_alone}}))
    RETURNING file_sha256, picture_sha256
), books AS (
    DELETE FROM world_book_version WHERE book_id = ANY (ARRAY(SELECT id FROM world_book WHERE {{theirs_alone}}))
    RETURNING file_sha256
), presets AS (
    DELETE FROM preset_version WHERE preset_id = ANY (ARRAY(SELECT id FROM preset WHERE {{theirs_alone}}))
    RETURNING file_sha256
), backgrounds AS (
    DELETE FROM background_version WHERE background_id = ANY (ARRAY(SELECT id FROM background WHERE {{theirs_alone}}))
), bound AS (
    DELETE FROM world_binding WHERE book_id = ANY (ARRAY(SELECT id FROM world_book WHERE {{theirs_alone}}))
        OR character_id = ANY (ARRAY(SELECT id FROM character WHERE {{theirs_alone}}))
), fed AS (
    UPDATE cradle_piece SET sha256 = NULL FROM cradle_piece AS before
    WHERE cradle_piece.character_id = before.character_id AND cradle_piece.number = before.number
        AND before.sha256 IS NOT NULL AND before.character_id = ANY (ARRAY(SELECT id FROM character WHERE {{theirs_alone}}))
    RETURNING before.sha256
), told AS (
    DELETE FROM person_fact WHERE character_id = ANY (ARRAY(SELECT id FROM character WHERE {{theirs_alone}}))
), scripts AS (
    DELETE FROM script_file WHERE character_id = ANY (ARRAY(SELECT id FROM character WHERE {{theirs_alone}}))
)
SELECT file_sha256 AS sha256 FROM cards WHERE file_sha256 IS NOT NULL
UNION SELECT picture_sha256 FROM cards WHERE picture_sha256 IS NOT NULL
UNION SELECT file_sha256 FROM books WHERE file_sha256 IS NOT NULL
UNION SELECT file_sha256 FROM presets WHERE file_sha256 IS NOT NULL
UNION SELECT sha256 FROM fed

-- name: delete_owned
-- Removes what belonged to private places or to a person, once its versions are gone. Vectors of world entries name no
-- book; with a book they all go, and are made again.
WITH vectors AS (
    DELETE FROM world_vector WHERE EXISTS (SELECT FROM world_book WHERE {{theirs_alone}})
), cards AS (
    DELETE FROM character WHERE {{theirs_alone}}
), books AS (
    DELETE FROM world_book WHERE {{theirs_alone}}
), backgrounds AS (
    DELETE FROM background WHERE {{theirs_alone}}
)
DELETE FROM preset WHERE {{theirs_alone}}

-- name: empty_arrived
-- Empties what a person sent, as it arrived: so many rows ($2). What waited is answered no more. The hashes of its files.
WITH theirs AS MATERIALIZED (
    SELECT space_id, id FROM inbox
    WHERE person_id = $1 AND (text <> '' OR body <> '{}' OR outcome IS NULL) LIMIT $2
), emptied AS (
    UPDATE inbox SET text = '', body = '{}', outcome = CASE
        WHEN inbox.outcome = 'turn' THEN 'erased' WHEN inbox.outcome = 'held' THEN 'withdrawn'
        ELSE coalesce(inbox.outcome, 'withdrawn') END
    FROM theirs WHERE inbox.space_id = theirs.space_id AND inbox.id = theirs.id
)
SELECT count(*) FROM theirs

-- name: drop_attachments
-- Removes the files of what a person sent; their hashes.
DELETE FROM attachment USING inbox
WHERE inbox.person_id = $1 AND attachment.space_id = inbox.space_id AND attachment.inbox_id = inbox.id
RETURNING attachment.sha256

-- name: drop_uploads
-- Removes the files that wait for a person's yes; their hashes.
DELETE FROM upload WHERE person_id = $1 RETURNING sha256

-- name: leave_house
-- What the house holds of a person besides their stories: facts, consent, settings, personas, traces of what they did.
WITH facts AS (
    DELETE FROM person_fact WHERE person_id = $1
), consents AS (
    DELETE FROM consent WHERE person_id = $1
), first_writers AS (
    DELETE FROM first_consent WHERE person_id = $1
), busy_days AS (
    DELETE FROM first_busy WHERE person_id = $1
), posts_for_them AS (
    UPDATE circle_member SET seen_by = 'everybody', seen_by_person = NULL, frequency = 'off' WHERE seen_by_person = $1
), links AS (
    DELETE FROM person_link WHERE person_id = $1
), asked_links AS (
    DELETE FROM link_ask WHERE $1 IN (maker_id, taker_id)
), codes_of_links AS (
    DELETE FROM link_code WHERE person_id = $1
), codes_of_moves AS (
    DELETE FROM move_code WHERE person_id = $1
), booths AS (
    DELETE FROM booth WHERE person_id = $1
), filled_in AS (
    DELETE FROM asked_form WHERE person_id = $1
), panels AS (
    DELETE FROM panel WHERE person_id = $1
), counted AS (
    DELETE FROM numbered WHERE person_id = $1
), own AS (
    DELETE FROM setting WHERE space_id = 0 AND scope = 'person' AND scope_id = $1
), placed AS (
    UPDATE setting SET set_by = NULL WHERE set_by = $1 AND NOT (space_id = 0 AND scope = 'person' AND scope_id = $1)
), audited AS (
    UPDATE audit SET person_id = NULL,
        body = CASE WHEN body @> jsonb_build_object('scope', 'person', 'scope_id', $1::bigint) THEN '{}' ELSE body END
    WHERE person_id = $1 OR body @> jsonb_build_object('scope', 'person', 'scope_id', $1::bigint)
), amounts AS (
    DELETE FROM allowance WHERE scope = 'person' AND scope_id = $1::text
), set_amounts AS (
    UPDATE allowance SET set_by = NULL WHERE set_by = $1 AND NOT (scope = 'person' AND scope_id = $1::text)
), told_of AS (
    DELETE FROM allowance_told WHERE scope = 'person' AND scope_id = $1::text
), blocked AS (
    UPDATE blocked_person SET blocked_by = NULL WHERE blocked_by = $1
), refused AS (
    UPDATE blocked_word SET set_by = NULL WHERE set_by = $1
), granted AS (
    UPDATE role_grant SET granted_by = NULL WHERE granted_by = $1
), used AS (
    UPDATE usage SET person_id = NULL WHERE person_id = $1
), kept_twice AS (
    DELETE FROM kept_file AS it USING kept_file AS other
    WHERE it.person_id = $1 AND other.space_id = it.space_id AND other.sha256 = it.sha256 AND other.person_id IS NULL
), kept AS (
    UPDATE kept_file AS it SET person_id = NULL WHERE it.person_id = $1 AND NOT EXISTS (SELECT FROM kept_file AS other
        WHERE other.space_id = it.space_id AND other.sha256 = it.sha256 AND other.person_id IS NULL)
), codes AS (
    DELETE FROM owner_code WHERE used_by = $1
), spaces AS (
    UPDATE space SET access_by = NULL WHERE access_by = $1
), waiting AS (
    DELETE FROM due WHERE kind LIKE 'correction/%' AND body ->> 'person' = $1::text
), bound AS (
    DELETE FROM world_binding WHERE persona_id = ANY (ARRAY(SELECT id FROM user_persona WHERE person_id = $1))
), worn AS (
    DELETE FROM chat_persona
    WHERE person_id = $1 OR persona_id = ANY (ARRAY(SELECT id FROM user_persona WHERE person_id = $1))
)
UPDATE person SET persona_id = NULL WHERE id = $1

-- name: drop_personas
-- Removes the personas of a person.
DELETE FROM user_persona WHERE person_id = $1

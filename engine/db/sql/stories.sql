-- name: story_branch
-- The branches of a story.
SELECT id, parent, forked_at, reason, created_at, name, named_by, archived_at
FROM branch WHERE space_id = $1 AND session_id = $2 ORDER BY id

-- name: story_turn
-- The turns of a story that an entry came of: who asked for what.
SELECT id, branch_id AS branch, after_seq, kind, character_id AS character, person_id AS person, state, outcome, model,
    started_at, ended_at
FROM turn WHERE space_id = $1 AND session_id = $2 AND state <> 'running' AND id IN (
    SELECT turn_id FROM entry WHERE space_id = $1 AND session_id = $2 AND turn_id IS NOT NULL
)
ORDER BY branch_id, after_seq, id

-- name: story_entry
-- The log of a story. An act about the cast names the version of the card that holds now. What the characters of a circle
-- wrote among themselves is not told.
SELECT it.branch_id AS branch, it.seq, it.kind, it.person_id AS person, it.character_id AS character, it.turn_id AS turn,
    it.target_seq AS target, it.status, it.text, it.raw,
    CASE WHEN it.kind = 'member' THEN it.body || jsonb_strip_nulls(jsonb_build_object('version', {{card_played}}))
        WHEN it.kind = 'backstage' THEN '{}' ELSE it.body END AS body,
    it.said_at
FROM entry AS it WHERE it.space_id = $1 AND it.session_id = $2 ORDER BY it.branch_id, it.seq

-- name: story_derived
-- What was derived from the log. Rows that only point to a fact about a person are the person's.
SELECT id, kind, branch_id AS branch, seq, holder, from_seq, to_seq, n, text, body
FROM derived WHERE space_id = $1 AND session_id = $2 AND kind <> 'fact'
ORDER BY branch_id, seq, kind, from_seq, to_seq, n, holder

-- name: story_source
-- What it was derived from.
SELECT derived_id AS row, branch_id AS branch, from_seq, to_seq
FROM source WHERE space_id = $1 AND session_id = $2 ORDER BY derived_id, branch_id, from_seq

-- name: story_retired
-- What ended.
SELECT derived_id AS row, branch_id AS branch, seq, by_id AS by, reason
FROM retired WHERE space_id = $1 AND session_id = $2 ORDER BY branch_id, seq, derived_id

-- name: story_memory
-- What is searched.
SELECT derived_id AS row, kind, tag, holder, branch_id AS branch, seq, nth, person_id AS person, character_id AS character,
    about, people, characters, pinned, occurred_at, until
FROM memory WHERE space_id = $1 AND session_id = $2 ORDER BY derived_id

-- name: story_remembered
-- How far the work behind the turns has read.
SELECT kind, branch_id AS branch, seq FROM remembered WHERE space_id = $1 AND session_id = $2 ORDER BY kind, branch_id

-- name: story_savepoint
-- The saves of a story.
SELECT branch_id AS branch, seq, kind, name, preview, description, messages, day::text AS day, created_by AS person,
    created_at, deleted_at
FROM savepoint WHERE space_id = $1 AND session_id = $2 ORDER BY created_at, id

-- name: story_session
-- What a story is called, and where its chance comes from.
SELECT title, seed FROM session WHERE space_id = $1 AND id = $2

-- name: story_people
-- What people are called in their stories.
SELECT person.id, coalesce(played.name, person.name) AS name,
    EXISTS (SELECT FROM consent WHERE consent.person_id = person.id AND consent.elsewhere) AS tells
FROM person
LEFT JOIN chat_persona AS worn ON worn.space_id = $2 AND worn.session_id = $3 AND worn.person_id = person.id
CROSS JOIN LATERAL (
    SELECT at.space_id, {{chat_covers}} AS covered FROM (SELECT $2::bigint AS space_id, $3::bigint AS session_id) AS at
) AS chat
{{persona_told}}
WHERE person.id = ANY ($1::bigint[])

-- name: story_settings
-- What was set for a channel.
SELECT name, value FROM setting WHERE space_id = $1 AND scope = 'channel' AND scope_id = $2 ORDER BY name

-- name: story_facts
-- What is known about a person, with its day: by everybody, and by some characters.
SELECT it.text, it.character_id AS character, it.private, it.occurred_at, dated.kind, dated.calendar, dated.year, dated.month,
    dated.day, dated.leap, dated.minute, dated.every, dated.wish
FROM person_fact AS it LEFT JOIN fact_date AS dated ON dated.person_id = it.person_id AND dated.fact_id = it.id
WHERE it.person_id = $1 AND it.ended_at IS NULL AND (it.character_id IS NULL OR it.character_id = ANY ($2::bigint[]))
ORDER BY it.occurred_at, it.id

-- name: story_person
-- Who a person ($1) is in a chat: what they are called, and the persona they play, if any.
SELECT coalesce(played.name, person.name) AS name, played.id AS persona, played.body
FROM person
LEFT JOIN chat_persona AS worn ON worn.space_id = $2 AND worn.session_id = $3 AND worn.person_id = person.id
CROSS JOIN LATERAL (
    SELECT at.space_id, {{chat_covers}} AS covered FROM (SELECT $2::bigint AS space_id, $3::bigint AS session_id) AS at
) AS chat
{{persona_told}}
WHERE person.id = $1

-- name: story_bindings
-- The books that come with some characters, and with a persona ($3), in a space, in the order in which they were bound;
-- those of the characters' own folders last.
WITH bound AS (
    SELECT it.character_id AS character, it.book_id AS book, 0 AS kind, it.id AS place
    FROM world_binding AS it
    WHERE it.space_id = $1 AND (it.character_id = ANY ($2::bigint[]) OR it.persona_id = $3::bigint)
    UNION ALL
    SELECT who.id, book.id, 1, book.id
    FROM character AS who JOIN world_book AS book ON book.comes_with IN (who.builtin, who.name)
    WHERE who.id = ANY ($2::bigint[]) AND NOT EXISTS (
        SELECT FROM world_binding AS it WHERE it.space_id = $1 AND it.character_id = who.id AND it.book_id = book.id
    )
)
SELECT bound.character, bound.book
FROM bound JOIN world_book ON world_book.id = bound.book AND world_book.deleted_at IS NULL
ORDER BY bound.kind, bound.place

-- name: story_scripts
-- The files of regex scripts that run in a space for some characters, and for all (null), in the order in which they run.
SELECT character_id AS character, name, scripts FROM script_file
WHERE space_id = $1 AND deleted_at IS NULL AND (character_id IS NULL OR character_id = ANY ($2::bigint[]))
ORDER BY id

-- name: shelf_character
-- Some characters in all their versions.
SELECT it.id, it.name, it.builtin, version.version, version.card::text AS body, blob.bytes AS picture, 0 AS entries,
    it.runs_scripts AS runs
FROM character AS it JOIN character_version AS version ON version.character_id = it.id
LEFT JOIN blob ON blob.sha256 = version.picture_sha256
WHERE it.id = ANY ($1::bigint[]) ORDER BY it.id, version.version

-- name: shelf_book
-- Some world books as they are now.
SELECT it.id, it.name, it.builtin, version.version, version.book::text AS body, NULL::bytea AS picture, version.entries,
    false AS runs
FROM world_book AS it JOIN LATERAL (
    SELECT * FROM world_book_version WHERE book_id = it.id ORDER BY world_book_version.version DESC LIMIT 1
) AS version ON true
WHERE it.id = ANY ($1::bigint[]) ORDER BY it.id

-- name: shelf_preset
-- Some presets in all their versions.
SELECT it.id, it.name, it.builtin, version.version, version.preset::text AS body, NULL::bytea AS picture, 0 AS entries,
    it.runs_scripts AS runs
FROM preset AS it JOIN preset_version AS version ON version.preset_id = it.id
WHERE it.id = ANY ($1::bigint[]) ORDER BY it.id, version.version

-- name: shelf_background
-- Some backgrounds in all their versions.
SELECT it.id, it.name, it.builtin, version.version, version.body::text AS body, NULL::bytea AS picture, 0 AS entries,
    false AS runs
FROM background AS it JOIN background_version AS version ON version.background_id = it.id
WHERE it.id = ANY ($1::bigint[]) ORDER BY it.id, version.version

-- name: usable_character
-- The characters of a name that a space may use.
SELECT id FROM character WHERE (builtin IS NOT NULL OR owner_space = $1) AND name = $2 AND deleted_at IS NULL ORDER BY id

-- name: usable_book
-- The world books of a name that a space may use.
SELECT id FROM world_book WHERE (builtin IS NOT NULL OR owner_space = $1) AND name = $2 AND deleted_at IS NULL ORDER BY id

-- name: usable_preset
-- The presets of a name that a space may use.
SELECT id FROM preset WHERE (builtin IS NOT NULL OR owner_space = $1) AND name = $2 AND deleted_at IS NULL ORDER BY id

-- name: usable_background
-- The backgrounds of a name that a space may use.
SELECT id FROM background WHERE (builtin IS NOT NULL OR owner_space = $1) AND name = $2 AND deleted_at IS NULL ORDER BY id

-- name: keep_character
-- A character of a space, without a version; $3: the scripts of its card run.
INSERT INTO character (owner_space, name, runs_scripts) VALUES ($1, $2, $3) RETURNING id

-- name: keep_book
-- A world book of a space, without a version.
INSERT INTO world_book (owner_space, name) VALUES ($1, $2) RETURNING id

-- name: keep_preset
-- A preset of a space, without a version; $3: its scripts run.
INSERT INTO preset (owner_space, name, runs_scripts) VALUES ($1, $2, $3) RETURNING id

-- name: keep_background
-- A background of a space, without a version.
INSERT INTO background (owner_space, name) VALUES ($1, $2) RETURNING id

-- name: keep_character_version
-- A version of a character under the number that a story names.
INSERT INTO character_version (character_id, version, card, picture_sha256) VALUES ($1, $2, $3::text::json, $4)

-- name: keep_book_version
-- A version of a world book under the number that it had.
INSERT INTO world_book_version (book_id, version, book, entries) VALUES ($1, $2, $3::text::json, $4)

-- name: keep_preset_version
-- A version of a preset under the number that a story names.
INSERT INTO preset_version (preset_id, version, preset) VALUES ($1, $2, $3::text::json)

-- name: keep_background_version
-- A version of a background under the number that a story names.
INSERT INTO background_version (background_id, version, body) VALUES ($1, $2, $3::text::jsonb)

-- name: keep_person
-- Somebody who spoke in a story elsewhere; nobody here can be them.
INSERT INTO person (platform, external, name) VALUES ('imported', $1, $2) RETURNING id

-- name: new_numbers
-- Numbers for derived rows and turns that are to be stored.
SELECT array(SELECT nextval(pg_get_serial_sequence('derived', 'id')) FROM generate_series(1, $1::int)) AS rows,
    array(SELECT nextval(pg_get_serial_sequence('turn', 'id')) FROM generate_series(1, $2::int)) AS turns

-- name: begin_story
-- Gives a session that has just begun what its story had.
WITH begun AS (
    UPDATE session SET title = $3, seed = $4, branches = $5 WHERE space_id = $1 AND id = $2
)
UPDATE branch SET reason = it.reason, created_at = it.created_at, name = it.name, named_by = it.named_by,
    archived_at = it.archived_at
FROM jsonb_to_record($6::jsonb) AS it (reason text, created_at timestamptz, name text, named_by bigint, archived_at timestamptz)
WHERE branch.space_id = $1 AND branch.session_id = $2 AND branch.id = 1

-- name: keep_story_branch
-- Stores branches of a story.
INSERT INTO branch (space_id, session_id, id, parent, forked_at, reason, created_at, name, named_by, archived_at)
SELECT $1, $2, it.* FROM jsonb_to_recordset($3::jsonb) AS it (id int, parent int, forked_at bigint, reason text,
    created_at timestamptz, name text, named_by bigint, archived_at timestamptz)

-- name: keep_story_turn
-- Stores turns of a story, as long ended ones of a stand ($4).
INSERT INTO turn (space_id, session_id, id, stand_id, branch_id, after_seq, kind, character_id, person_id, state, outcome,
    fence, model, started_at, ended_at)
OVERRIDING SYSTEM VALUE
SELECT $1, $2, it.id, $4, it.branch, it.after_seq, it.kind, it."character", it.person, it.state, it.outcome, 0, it.model,
    it.started_at, it.ended_at
FROM jsonb_to_recordset($3::jsonb) AS it (id bigint, branch int, after_seq bigint, kind text, "character" bigint,
    person bigint, state text, outcome text, model text, started_at timestamptz, ended_at timestamptz)

-- name: keep_story_entry
-- Stores entries of a story.
INSERT INTO entry (space_id, session_id, branch_id, seq, kind, person_id, character_id, turn_id, target_seq, status, text,
    raw, body, said_at)
SELECT $1, $2, it.* FROM jsonb_to_recordset($3::jsonb) AS it (branch int, seq bigint, kind text, person bigint,
    "character" bigint, turn bigint, target bigint, status text, text text, raw text, body jsonb, said_at timestamptz)

-- name: keep_story_derived
-- Stores derived rows of a story.
INSERT INTO derived (space_id, session_id, id, kind, branch_id, seq, holder, from_seq, to_seq, n, text, body)
OVERRIDING SYSTEM VALUE
SELECT $1, $2, it.* FROM jsonb_to_recordset($3::jsonb) AS it (id bigint, kind text, branch int, seq bigint, holder bigint,
    from_seq bigint, to_seq bigint, n int, text text, body jsonb)

-- name: keep_story_source
-- Stores what they were derived from.
INSERT INTO source (space_id, session_id, derived_id, branch_id, from_seq, to_seq)
SELECT $1, $2, it.* FROM jsonb_to_recordset($3::jsonb) AS it ("row" bigint, branch int, from_seq bigint, to_seq bigint)

-- name: keep_story_retired
-- Stores what ended.
INSERT INTO retired (space_id, session_id, derived_id, branch_id, seq, by_id, reason)
SELECT $1, $2, it.* FROM jsonb_to_recordset($3::jsonb)
    AS it ("row" bigint, branch int, seq bigint, "by" bigint, reason text)

-- name: keep_story_memory
-- Stores memories of a story.
INSERT INTO memory (space_id, session_id, derived_id, kind, tag, holder, branch_id, seq, nth, person_id, character_id, about,
    people, characters, pinned, occurred_at, until, words)
SELECT $1, $2, it."row", it.kind, it.tag, it.holder, it.branch, it.seq, it.nth, it.person, it."character", it.about,
    it.people, it.characters, it.pinned, it.occurred_at, it.until, it.words
FROM jsonb_to_recordset($3::jsonb) AS it ("row" bigint, kind text, tag text, holder bigint, branch int, seq bigint,
    nth int, person bigint, "character" bigint, about bigint[], people bigint[], characters bigint[], pinned boolean,
    occurred_at timestamptz, until timestamptz, words int)

-- name: keep_story_remembered
-- Stores how far the work behind the turns had read.
INSERT INTO remembered (space_id, session_id, kind, branch_id, seq)
SELECT $1, $2, it.* FROM jsonb_to_recordset($3::jsonb) AS it (kind text, branch int, seq bigint)

-- name: keep_story_savepoint
-- Stores saves of a story.
WITH made AS (
    INSERT INTO savepoint (space_id, session_id, id, branch_id, seq, kind, name, preview, description, messages, day, created_by,
        created_at, deleted_at)
    SELECT $1, $2, session.saves + row_number() OVER (), it.*
    FROM session CROSS JOIN jsonb_to_recordset($3::jsonb) AS it (branch int, seq bigint, kind text, name text, preview text,
        description text, messages int, day date, person bigint, created_at timestamptz, deleted_at timestamptz)
    WHERE session.space_id = $1 AND session.id = $2
    RETURNING id
)
UPDATE session SET saves = saves + (SELECT count(*) FROM made) WHERE space_id = $1 AND id = $2

-- name: keep_words
-- Stores which memories hold which words.
INSERT INTO word (space_id, session_id, term, derived_id, times, words)
SELECT $1, $2, it.term, it.id, it.times, it.words
FROM unnest($3::int[], $4::bigint[], $5::smallint[], $6::int[]) AS it (term, id, times, words)

-- name: count_words
-- Counts the words of a story that has just been stored.
INSERT INTO word_count (space_id, session_id, term, memories, times)
SELECT $1, $2, term, count(*), sum(times) FROM word WHERE space_id = $1 AND session_id = $2 GROUP BY term
UNION ALL
SELECT $1, $2, 0, count(*), sum(words) FROM memory WHERE space_id = $1 AND session_id = $2 HAVING count(*) > 0
ORDER BY 3

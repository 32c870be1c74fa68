-- name: move_session
-- The session itself, in another space; everything else follows it.
INSERT INTO session (space_id, id, title, titled_by, status, seed, branches, saves, created_by, created_at, touched_at,
    trashed_at)
OVERRIDING SYSTEM VALUE
SELECT $3, id, title, titled_by, status, seed, branches, saves, created_by, created_at, touched_at, trashed_at
FROM session WHERE space_id = $1 AND id = $2

-- name: move_branch
-- Its branches.
INSERT INTO branch (space_id, session_id, id, parent, forked_at, reason, created_at, name, named_by, archived_at)
SELECT $3, session_id, id, parent, forked_at, reason, created_at, name, named_by, archived_at
FROM branch WHERE space_id = $1 AND session_id = $2

-- name: move_turn
-- Its turns, which all belong to the stand ($4) in the new place.
INSERT INTO turn (space_id, session_id, id, stand_id, branch_id, after_seq, kind, character_id, person_id, state, outcome, tries, fence,
    endpoint, model, prompt_tokens, reply_tokens, facts, started_at, ended_at, joined)
OVERRIDING SYSTEM VALUE
SELECT $3, session_id, id, $4, branch_id, after_seq, kind, character_id, person_id, state, outcome, tries, fence,
    endpoint, model, prompt_tokens, reply_tokens, facts, started_at, ended_at, joined
FROM turn WHERE space_id = $1 AND session_id = $2

-- name: move_entry
-- Its log.
INSERT INTO entry (space_id, session_id, branch_id, seq, kind, person_id, character_id, turn_id, target_seq, status, text, raw, body,
    said_at, written_at, audience)
SELECT $3, session_id, branch_id, seq, kind, person_id, character_id, turn_id, target_seq, status, text, raw, body,
    said_at, written_at, NULL
FROM entry WHERE space_id = $1 AND session_id = $2

-- name: move_derived
-- What was derived from the log.
INSERT INTO derived (space_id, session_id, id, kind, branch_id, seq, holder, from_seq, to_seq, n, text, body, created_at, audience)
OVERRIDING SYSTEM VALUE
SELECT $3, session_id, id, kind, branch_id, seq, holder, from_seq, to_seq, n, text, body, created_at, NULL
FROM derived WHERE space_id = $1 AND session_id = $2

-- name: move_source
-- What that was derived from.
INSERT INTO source (space_id, session_id, derived_id, branch_id, from_seq, to_seq)
SELECT $3, session_id, derived_id, branch_id, from_seq, to_seq
FROM source WHERE space_id = $1 AND session_id = $2

-- name: move_retired
-- What ended.
INSERT INTO retired (space_id, session_id, derived_id, branch_id, seq, by_id, reason)
SELECT $3, session_id, derived_id, branch_id, seq, by_id, reason
FROM retired WHERE space_id = $1 AND session_id = $2

-- name: move_savepoint
-- Its saves.
INSERT INTO savepoint (space_id, session_id, id, branch_id, seq, kind, name, preview, created_by, named_by, created_at, deleted_at,
    description, messages, day)
SELECT $3, session_id, id, branch_id, seq, kind, name, preview, created_by, named_by, created_at, deleted_at,
    description, messages, day
FROM savepoint WHERE space_id = $1 AND session_id = $2

-- name: move_memory
-- Its memories.
INSERT INTO memory (space_id, session_id, derived_id, kind, tag, holder, branch_id, seq, nth, person_id, character_id, about, people,
    characters, pinned, occurred_at, until, words, audience)
SELECT $3, session_id, derived_id, kind, tag, holder, branch_id, seq, nth, person_id, character_id, about, people,
    characters, pinned, occurred_at, until, words, NULL
FROM memory WHERE space_id = $1 AND session_id = $2

-- name: move_memory_vector
-- Their vectors.
INSERT INTO memory_vector (space_id, session_id, model_id, derived_id, v)
SELECT $3, session_id, model_id, derived_id, v
FROM memory_vector WHERE space_id = $1 AND session_id = $2

-- name: move_word
-- Their words.
INSERT INTO word (space_id, session_id, term, derived_id, times, words)
SELECT $3, session_id, term, derived_id, times, words
FROM word WHERE space_id = $1 AND session_id = $2

-- name: move_word_count
-- How often there is each word.
INSERT INTO word_count (space_id, session_id, term, memories, times)
SELECT $3, session_id, term, memories, times
FROM word_count WHERE space_id = $1 AND session_id = $2

-- name: move_remembered
-- How far the work behind the turns has read.
INSERT INTO remembered (space_id, session_id, kind, branch_id, seq)
SELECT $3, session_id, kind, branch_id, seq
FROM remembered WHERE space_id = $1 AND session_id = $2

-- name: move_chat_persona
-- Who people are in it.
INSERT INTO chat_persona (space_id, session_id, person_id, persona_id)
SELECT $3, session_id, person_id, persona_id
FROM chat_persona WHERE space_id = $1 AND session_id = $2

-- name: move_numbered
-- What numbers people have for what is in it.
INSERT INTO numbered (space_id, session_id, person_id, kind, thing, number)
SELECT $3, session_id, person_id, kind, thing, number
FROM numbered WHERE space_id = $1 AND session_id = $2

-- name: move_stand_to
-- A stand in the new place, on the branch that was played.
WITH stood AS (
    INSERT INTO stand (space_id, session_id, channel_id, branch_id) VALUES ($1, $2, $3, $4) RETURNING id
), turned AS (
    UPDATE channel SET stand_id = (SELECT id FROM stood) WHERE space_id = $1 AND id = $3
)
SELECT id FROM stood

-- name: move_stand_within
-- The stand of a session that is played in another channel of its space from now on.
WITH left_behind AS (
    UPDATE channel SET stand_id = NULL WHERE space_id = $1 AND stand_id = $2
), moved AS (
    UPDATE stand SET channel_id = $3 WHERE space_id = $1 AND id = $2 RETURNING id
)
UPDATE channel SET stand_id = (SELECT id FROM moved) WHERE space_id = $1 AND id = $3

-- name: leave_stand
-- In the channel of a stand nothing is played any more.
UPDATE channel SET stand_id = NULL WHERE space_id = $1 AND stand_id = $2

-- name: move_facts
-- Facts about people say where they were said; those that not everybody could read are private in the new space.
UPDATE person_fact SET space_id = $3, learned_in = $3, private = private OR audience IS NOT NULL, audience = NULL
WHERE space_id = $1 AND session_id = $2

-- name: leave_rows
-- What arrived and what was shown in the old place is of no story any more: nothing would find the words that
-- were shown when they are to be forgotten, so they go now. What was still to be done is marked anew.
WITH arrived AS (
    UPDATE inbox SET session_id = NULL, turn_id = NULL, branch_id = NULL, seq = NULL
    WHERE space_id = $1 AND session_id = $2
), shown AS (
    UPDATE outbox SET session_id = NULL, turn_id = NULL, text = '',
        state = CASE WHEN state = 'planned' THEN 'sent' ELSE state END
    WHERE space_id = $1 AND session_id = $2
), marked AS (
    DELETE FROM due WHERE space_id = $1 AND session_id = $2
), counted AS (
    DELETE FROM numbered WHERE space_id = $1 AND session_id = $2
)
DELETE FROM session WHERE space_id = $1 AND id = $2

-- name: hand_characters
-- Characters of the old space that play in the story and in no other go along.
UPDATE character SET owner_space = $3 WHERE owner_space = $1
    AND id = ANY (ARRAY(SELECT character_id FROM entry WHERE space_id = $3 AND session_id = $2 AND kind = 'member'))
    AND id NOT IN (SELECT character_id FROM entry WHERE space_id = $1 AND kind = 'member' AND character_id IS NOT NULL)

-- name: put_move_code
-- A code for a session, instead of any before; old ones go.
WITH gone AS (
    DELETE FROM move_code WHERE (space_id = $2 AND session_id = $3 AND sha256 <> $1) OR made_at < now() - $6::interval
)
INSERT INTO move_code (sha256, space_id, session_id, stand_id, person_id) VALUES ($1, $2, $3, $4, $5)

-- name: move_code
-- The session that waits under a code, where it stands, and how much of it there is.
SELECT it.space_id, it.session_id, it.stand_id, it.person_id, session.title, space.private, space.title AS place, channel.title AS channel,
    stand.channel_id, stand.branch_id,
    (SELECT count(*) FROM entry WHERE entry.space_id = it.space_id AND entry.session_id = it.session_id
        AND entry.kind = 'message' AND entry.status <> 'erased') AS messages,
    (SELECT count(*) FROM stand AS other WHERE other.space_id = it.space_id AND other.session_id = it.session_id) AS stands
FROM move_code AS it
JOIN session ON session.space_id = it.space_id AND session.id = it.session_id
JOIN stand ON stand.space_id = it.space_id AND stand.id = it.stand_id
JOIN space ON space.id = it.space_id
JOIN channel ON channel.space_id = it.space_id AND channel.id = stand.channel_id
WHERE it.sha256 = $1 AND it.made_at > now() - $2::interval

-- name: drop_move_code
-- A code is used once.
DELETE FROM move_code WHERE sha256 = $1

-- name: leave_personas
-- Ends who others than the people $3, under any of their names, are in a session.
DELETE FROM chat_persona WHERE space_id = $1 AND session_id = $2 AND person_id NOT IN (
    SELECT same.id FROM unnest($3::bigint[]) AS who (id) CROSS JOIN LATERAL {{circle}} AS same (id)
)

-- name: leave_names
-- What others than the people $3, under any of their names, called a session, its branches and its saves stays behind.
WITH agreed AS MATERIALIZED (
    SELECT same.id FROM unnest($3::bigint[]) AS who (id) CROSS JOIN LATERAL {{circle}} AS same (id)
), titles AS (
    UPDATE session SET title = '', titled_by = NULL
    WHERE space_id = $1 AND id = $2 AND coalesce(titled_by, created_by) NOT IN (SELECT id FROM agreed)
), branches AS (
    UPDATE branch SET name = '', named_by = NULL
    WHERE space_id = $1 AND session_id = $2 AND name <> '' AND named_by NOT IN (SELECT id FROM agreed)
)
UPDATE savepoint SET
    name = CASE WHEN coalesce(named_by, created_by) = ANY (ARRAY(SELECT id FROM agreed)) THEN name ELSE '#' || id END,
    description = CASE WHEN created_by = ANY (ARRAY(SELECT id FROM agreed)) THEN description ELSE '' END
WHERE space_id = $1 AND session_id = $2
    AND (created_by NOT IN (SELECT id FROM agreed) OR named_by NOT IN (SELECT id FROM agreed))

-- name: walled_words
-- Whether anybody but the people $3, under any of their names, has said something in a session that not everybody could
-- read who reads where each reader meets the clauses $4. Those who came with a file are nobody here.
SELECT EXISTS (
    SELECT FROM entry JOIN person ON person.id = entry.person_id AND person.platform <> 'imported'
    WHERE entry.space_id = $1 AND entry.session_id = $2 AND entry.status <> 'erased' AND NOT entry.audience <@ $4::int[]
        AND entry.person_id NOT IN (
            SELECT same.id FROM unnest($3::bigint[]) AS who (id) CROSS JOIN LATERAL {{circle}} AS same (id)
        )
)

-- name: others_spoke
-- Whether anybody but the people $3, under any of their names, has said, written or changed words in a session, or had them
-- remembered. Those who came with a file are nobody here.
SELECT EXISTS (
    SELECT FROM entry JOIN person ON person.id = entry.person_id AND person.platform <> 'imported'
    WHERE entry.space_id = $1 AND entry.session_id = $2 AND entry.status <> 'erased'
        AND entry.kind NOT IN ('member', 'card', 'preset', 'plot', 'timers', 'books', 'hide')
        AND entry.person_id NOT IN (
            SELECT same.id FROM unnest($3::bigint[]) AS who (id) CROSS JOIN LATERAL {{circle}} AS same (id)
        )
)

-- name: told_of_others
-- Whether a reply in a session was made from memories of, or facts about, anybody but the people $3, under any of their
-- names, that not everybody could read who meets the clauses $4 (null: whatever they are). What the character said in
-- another chat may repeat anybody.
WITH agreed AS MATERIALIZED (
    SELECT same.id FROM unnest($3::bigint[]) AS who (id) CROSS JOIN LATERAL {{circle}} AS same (id)
), quoted AS MATERIALIZED (
    SELECT DISTINCT quote ->> 0 AS store, (quote ->> 1)::bigint AS id
    FROM turn CROSS JOIN jsonb_array_elements(turn.facts -> 'recalled') AS quote
    WHERE turn.space_id = $1 AND turn.session_id = $2
)
SELECT EXISTS (
    SELECT FROM quoted JOIN memory AS it ON it.space_id = $1 AND it.derived_id = quoted.id
    WHERE quoted.store <> 'fact' AND ($4::int[] IS NULL OR NOT it.audience <@ $4)
        AND (it.person_id IS NULL AND it.session_id <> $2 OR EXISTS (
            SELECT FROM {{concerned}} JOIN person ON person.id = concerned.id AND person.platform <> 'imported'
            WHERE concerned.id NOT IN (SELECT id FROM agreed)
        ))
) OR EXISTS (
    SELECT FROM quoted JOIN person_fact AS it ON it.id = quoted.id
    WHERE quoted.store = 'fact' AND ($4::int[] IS NULL OR NOT it.audience <@ $4)
        AND it.person_id NOT IN (SELECT id FROM agreed)
)

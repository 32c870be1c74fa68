-- fragment: first_columns
-- What the store makes a FirstConsent of.
it.person_id, it.character_id, it.space_id, it.channel_id, it.daily, it.every, it.quiet_from, it.quiet_to, it.unwanted, it.never

-- fragment: first_plan_columns
-- What the store makes a Plan of.
it.id, it.person_id, it.character_id, it.day, it.why, it.ref, it.begins, it.ends, it.state, it.obstacle, character.name

-- name: first_consents
-- What a person allows characters, under all their names; of one character ($2) or all, the one given last first.
SELECT {{first_columns}}, character.name FROM first_consent AS it JOIN character ON character.id = it.character_id
WHERE it.person_id IN {{names_of_first}} AND ($2::bigint IS NULL OR it.character_id = $2)
ORDER BY it.set_at DESC, it.character_id

-- name: hold_first_consent
-- What a person allows a character, held as it is until the transaction ends, with the platform's names of the channel.
SELECT {{first_columns}}, space.platform, space.external AS space_name, channel.external AS channel_name, space.private
FROM first_consent AS it
JOIN space ON space.id = it.space_id JOIN channel ON channel.space_id = it.space_id AND channel.id = it.channel_id
WHERE it.person_id = $1 AND it.character_id = $2
FOR UPDATE OF it

-- name: first_consents_in
-- What is allowed in a channel, held as it is until the transaction ends.
SELECT {{first_columns}} FROM first_consent AS it WHERE it.space_id = $1 AND it.channel_id = $2
ORDER BY it.person_id, it.character_id FOR UPDATE

-- name: put_first_consent
-- What a person allows a character from now on; what they allowed it under other names is taken back.
WITH others AS (
    DELETE FROM first_consent WHERE person_id = ANY (ARRAY{{names_of_first}}) AND person_id <> $1 AND character_id = $2
)
INSERT INTO first_consent (person_id, character_id, space_id, channel_id, daily, every, quiet_from, quiet_to, unwanted, never)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (person_id, character_id) DO UPDATE SET space_id = excluded.space_id, channel_id = excluded.channel_id,
    daily = excluded.daily, every = excluded.every, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
    unwanted = excluded.unwanted, never = excluded.never, set_at = now()

-- name: join_first_consents
-- The people $1 are one from now on: of a character each has allowed something, the strictest "never" holds and the newest
-- of the rest.
WITH newest AS (
    SELECT DISTINCT ON (character_id)
        person_id, character_id, bool_or(never) OVER (PARTITION BY character_id) AS refused
    FROM first_consent WHERE person_id = ANY ($1::bigint[])
    ORDER BY character_id, set_at DESC, person_id
), refused AS (
    UPDATE first_consent AS it SET never = true FROM newest
    WHERE it.person_id = newest.person_id AND it.character_id = newest.character_id AND newest.refused
)
DELETE FROM first_consent AS it WHERE it.person_id = ANY ($1::bigint[])
    AND NOT EXISTS (SELECT FROM newest WHERE newest.person_id = it.person_id AND newest.character_id = it.character_id)

-- name: mark_first_plans
-- Marks that each character that may write first plans the days ahead ($1: the kind of mark). One a space, a person, a character.
INSERT INTO due (space_id, session_id, kind)
SELECT space_id, 0, $1 || '/' || person_id || '.' || character_id FROM first_consent WHERE daily > 0 AND NOT never
ORDER BY space_id, person_id, character_id
ON CONFLICT DO NOTHING

-- name: first_plans_lately
-- What a character planned for a person since a day ($3), and whether they have said something in a channel ($4, $5) since
-- each was written; all but plan $6.
SELECT it.ref, it.why, it.day, it.state, it.wrote_on, it.obstacle, coalesce(it.written_at < (
    SELECT max(inbox.received_at) FROM inbox
    WHERE inbox.space_id = $4 AND inbox.channel_id = $5 AND inbox.kind = 'message' AND inbox.received_at > it.written_at
), false) AS answered
FROM first_plan AS it
WHERE it.person_id = $1 AND it.character_id = $2 AND it.day >= $3 AND it.id IS DISTINCT FROM $6::bigint
ORDER BY it.day, it.id

-- name: last_said_in
-- When somebody said something last in a channel.
SELECT sent_at FROM inbox WHERE space_id = $1 AND channel_id = $2 AND kind = 'message' ORDER BY position DESC, id DESC LIMIT 1

-- name: add_first_plans
-- Plans messages; one that is planned already is not planned again.
INSERT INTO first_plan (person_id, character_id, day, why, ref, begins, ends)
SELECT $1, $2, it.day, it.why, it.ref, it.begins, it.ends
FROM unnest($3::date[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[]) AS it (day, why, ref, begins, ends)
ON CONFLICT (person_id, character_id, day, why, ref) DO NOTHING
RETURNING id, begins

-- name: first_plans_of
-- What is planned for a person from a day ($2) on, by all characters, and what became of it, in order; whether what was
-- written was given up on its way: the message lies behind the act that says why it was written.
SELECT {{first_plan_columns}}, it.state = 'written' AND coalesce((
        SELECT bool_and(outbox.state = 'unknown') FROM entry
        JOIN outbox ON outbox.space_id = entry.space_id AND outbox.session_id = entry.session_id
            AND outbox.turn_id = entry.turn_id AND outbox.kind = 'reply'
        WHERE entry.space_id = it.space_id AND entry.session_id = it.session_id AND entry.branch_id = it.branch_id
            AND entry.seq BETWEEN it.behind + 2 AND it.behind + 4 AND entry.kind = 'message'
    ), false) AS lost
FROM first_plan AS it JOIN character ON character.id = it.character_id
WHERE it.person_id IN {{names_of_first}} AND it.day >= $2 ORDER BY it.begins, it.id

-- name: open_first_plans
-- What a character has planned for a person and not yet written.
SELECT {{first_plan_columns}} FROM first_plan AS it JOIN character ON character.id = it.character_id
WHERE it.person_id = $1 AND it.character_id = $2 AND it.state = 'planned' ORDER BY it.begins, it.id

-- name: mark_first_plan
-- A plan is to be written $3 from now (kind $2, of space $1), unless that is marked. A mark that ends just now is seen as there.
INSERT INTO due (space_id, session_id, kind, not_before)
SELECT $1, 0, $2, now() + $3::interval
WHERE NOT EXISTS (SELECT FROM due WHERE space_id = $1 AND session_id = 0 AND kind = $2)
ON CONFLICT DO NOTHING

-- name: first_plan
-- A plan.
SELECT {{first_plan_columns}} FROM first_plan AS it JOIN character ON character.id = it.character_id WHERE it.id = $1

-- name: newest_first_plan
-- What was last written to a person in a channel by a character by itself.
SELECT {{first_plan_columns}} FROM first_plan AS it JOIN character ON character.id = it.character_id
JOIN first_consent AS given ON given.person_id = it.person_id AND given.character_id = it.character_id
WHERE it.person_id IN {{names_of_first}} AND given.space_id = $2 AND given.channel_id = $3 AND it.state = 'written'
ORDER BY it.written_at DESC, it.id DESC LIMIT 1

-- name: write_first_plan
-- A plan is written now, behind an entry ($5) of branch $4 of session $3; nothing where something became of it before.
UPDATE first_plan SET state = 'written', wrote_on = $6, written_at = now(), space_id = $2, session_id = $3, branch_id = $4,
    behind = $5
WHERE id = $1 AND state = 'planned' RETURNING id

-- name: drop_first_plan
-- A plan is dropped, for a reason.
UPDATE first_plan SET state = 'dropped', obstacle = $2 WHERE id = $1 AND state = 'planned' RETURNING id

-- name: first_plan_behind
-- The plan that was written behind an entry ($4) of a branch ($3).
SELECT {{first_plan_columns}} FROM first_plan AS it JOIN character ON character.id = it.character_id
WHERE it.space_id = $1 AND it.session_id = $2 AND it.branch_id = $3 AND it.behind = $4 AND it.state = 'written'
ORDER BY it.id DESC LIMIT 1

-- name: take_back_first_plan
-- A plan that was to be written and came to nothing is dropped, for a reason.
UPDATE first_plan SET state = 'dropped', obstacle = $2, wrote_on = NULL, written_at = NULL, space_id = NULL, session_id = NULL,
    branch_id = NULL, behind = NULL
WHERE id = $1 AND state = 'written'

-- name: drop_late_first_plans
-- The plans of a person and a character whose time was over at $3 are dropped, for a reason.
UPDATE first_plan SET state = 'dropped', obstacle = $4 WHERE person_id = $1 AND character_id = $2 AND state = 'planned' AND ends <= $3

-- name: plan_first_anew
-- What is planned and not yet written goes: it is planned anew, by what the person says now.
DELETE FROM first_plan WHERE person_id = $1 AND character_id = $2 AND state = 'planned'

-- name: first_in_house
-- How many people let characters write first, how many messages are planned, and how many were written since a moment ($1),
-- or in the last 24 hours.
SELECT (SELECT count(DISTINCT person_id) FROM first_consent WHERE daily > 0 AND NOT never) AS people,
    count(*) FILTER (WHERE state = 'planned') AS planned,
    count(*) FILTER (WHERE written_at >= coalesce($1::timestamptz, now() - interval '24 hours')) AS written
FROM first_plan

-- name: first_busy
-- The days from $2 on on which a person wants to be left alone.
SELECT DISTINCT day FROM first_busy WHERE person_id IN {{names_of_first}} AND day >= $2 ORDER BY day

-- name: add_first_busy
-- A day more.
INSERT INTO first_busy (person_id, day) VALUES ($1, $2) ON CONFLICT DO NOTHING

-- name: drop_first_busy
-- A day less.
DELETE FROM first_busy WHERE person_id = ANY (ARRAY{{names_of_first}}) AND day = $2 RETURNING day

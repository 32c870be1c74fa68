-- name: own_messages
-- What a person has said, with what each message replied to, and the newest text that it was given.
SELECT space.title AS place, space.platform, channel.title AS channel, CASE WHEN session.created_by = $1 THEN session.title END AS chat, it.said_at, it.kind, it.text,
    it.body -> 'reply_to' AS reply_to, it.target_seq, it.branch_id, it.seq, it.session_id
FROM entry AS it
JOIN session ON session.space_id = it.space_id AND session.id = it.session_id
JOIN space ON space.id = it.space_id
LEFT JOIN LATERAL (
    SELECT channel.title FROM stand JOIN channel ON channel.space_id = stand.space_id AND channel.id = stand.channel_id
    WHERE stand.space_id = it.space_id AND stand.session_id = it.session_id ORDER BY stand.id LIMIT 1
) AS channel ON true
WHERE it.person_id = $1 AND it.kind IN ('message', 'revision', 'note') AND it.status <> 'erased'
ORDER BY it.said_at, it.space_id, it.session_id, it.branch_id, it.seq

-- name: own_held
-- What a person has said where an owner has still to let them in.
SELECT space.title AS place, space.platform, channel.title AS channel, it.sent_at AS said_at, it.text
FROM inbox AS it
JOIN space ON space.id = it.space_id
JOIN channel ON channel.space_id = it.space_id AND channel.id = it.channel_id
WHERE it.person_id = $1 AND it.outcome = 'held' AND it.text <> '' ORDER BY it.id

-- name: own_memories
-- What is remembered of what a person said and wrote, and what is remembered about them.
SELECT space.title AS place, CASE WHEN session.created_by = $1 THEN session.title END AS chat, character.name AS character, it.kind, derived.text, it.occurred_at,
    it.pinned, EXISTS (
        SELECT FROM retired WHERE retired.space_id = it.space_id AND retired.session_id = it.session_id
            AND retired.derived_id = it.derived_id
    ) AS ended
FROM memory AS it
JOIN derived ON derived.space_id = it.space_id AND derived.session_id = it.session_id AND derived.id = it.derived_id
JOIN session ON session.space_id = it.space_id AND session.id = it.session_id
JOIN space ON space.id = it.space_id
JOIN character ON character.id = it.holder
WHERE it.person_id = $1 OR $1 = ANY (it.about)
ORDER BY it.occurred_at, it.derived_id

-- name: own_facts
-- Every fact about a person, ended ones too.
SELECT it.id, it.text, character.name AS character, it.private, it.occurred_at, it.made_at, it.ended_at, it.ended_by, it.ended_why,
    to_jsonb(dated) - 'person_id' - 'fact_id' AS date
FROM person_fact AS it LEFT JOIN character ON character.id = it.character_id
LEFT JOIN fact_date AS dated ON dated.person_id = it.person_id AND dated.fact_id = it.id
WHERE it.person_id = $1
ORDER BY it.made_at, it.id

-- name: own_personas
-- The personas of a person.
SELECT name, body - 'raw' AS body, created_at, deleted_at IS NOT NULL AS deleted FROM user_persona
WHERE person_id = $1 ORDER BY id

-- name: own_settings
-- What a person has set for themselves.
SELECT name, value, set_at FROM setting WHERE space_id = 0 AND scope = 'person' AND scope_id = $1 ORDER BY name

-- name: own_consent
-- What a person allows, and how they are known.
SELECT person.platform, person.external AS number, person.name, person.created_at AS known_since,
    coalesce(consent.elsewhere, false) AS told_elsewhere, coalesce(consent.facts, true) AS facts_are_kept,
    coalesce(consent.opted_out, false) AS not_heard_among_others,
    coalesce(consent.adult, false) AS said_to_be_an_adult, link.linked_at,
    consent.set_at AS allowed_at
FROM person LEFT JOIN consent ON consent.person_id = person.id LEFT JOIN person_link AS link ON link.person_id = person.id
WHERE person.id = $1

-- name: own_first_consents
-- Which characters a person lets write first, or never.
SELECT character.name AS character, it.daily AS times_a_day, it.every AS every_days, it.quiet_from, it.quiet_to,
    it.unwanted AS not_about, it.never, it.set_at
FROM first_consent AS it JOIN character ON character.id = it.character_id WHERE it.person_id = $1 ORDER BY it.set_at

-- name: own_first_plans
-- What these planned to write by themselves, and what became of it.
SELECT character.name AS character, it.day, it.why, it.begins, it.ends, it.state, it.obstacle, it.written_at
FROM first_plan AS it JOIN character ON character.id = it.character_id WHERE it.person_id = $1 ORDER BY it.begins, it.id

-- name: own_busy_days
-- Days on which a person wants to be left alone.
SELECT day FROM first_busy WHERE person_id = $1 ORDER BY day

-- name: own_circle_posts
-- Which characters of circles post for a person alone.
SELECT character.name AS character, space.title AS place, channel.title AS channel, it.frequency
FROM circle_member AS it
JOIN character ON character.id = it.character_id
JOIN space ON space.id = it.space_id
JOIN channel ON channel.space_id = it.space_id AND channel.id = it.channel_id
WHERE it.seen_by_person = $1 ORDER BY it.joined_at, it.character_id

-- name: own_saves
-- Places of stories that a person has named.
SELECT CASE WHEN session.created_by = $1 THEN session.title END AS chat,
    CASE WHEN coalesce(savepoint.named_by, $1) = $1 THEN savepoint.name END AS name,
    CASE WHEN savepoint.created_by = $1 THEN savepoint.description END AS description, savepoint.created_at
FROM savepoint
JOIN session ON session.space_id = savepoint.space_id AND session.id = savepoint.session_id
WHERE (savepoint.created_by = $1 OR savepoint.named_by = $1) AND savepoint.kind = 'manual' ORDER BY savepoint.created_at

-- name: own_presses
-- What a person's presses on quick replies have stored and placed, and what they took away; not what was there before.
SELECT space.title AS place, CASE WHEN session.created_by = $1 THEN session.title END AS chat, it.said_at, it.kind,
    it.body -> 'changed' AS changed, it.body -> 'changed_shared' AS changed_shared
FROM entry AS it
JOIN session ON session.space_id = it.space_id AND session.id = it.session_id
JOIN space ON space.id = it.space_id
WHERE it.person_id = $1 AND it.kind IN ('variables', 'injects') AND it.body ?| '{changed,changed_shared}'
ORDER BY it.said_at, it.space_id, it.session_id, it.branch_id, it.seq

-- fragment: blocked_here
-- What blocks a person ($3) under any of their names in a space ($1) or everywhere; nothing where nobody does.
blocked_person AS it WHERE it.space_id IN (0, $1) AND (it.platform, it.external) IN (
    SELECT name.platform, name.external FROM (SELECT $3::bigint AS id) AS who CROSS JOIN LATERAL {{circle}} AS same (id)
    JOIN person AS name ON name.id = same.id
)

-- fragment: words_blocked
-- The words that are refused in a space ($1) or everywhere.
blocked_word AS it WHERE it.space_id IN (0, $1)

-- name: words_blocked
-- Reads them.
SELECT DISTINCT word FROM {{words_blocked}} ORDER BY word

-- name: block_person
-- Somebody ($3) is not heard from now on in a space ($1; 0: anywhere), as $4 says, which is noted in $2. Returns nothing where
-- that is so already.
WITH blocked AS (
    INSERT INTO blocked_person (space_id, platform, external, blocked_by)
    SELECT $1, platform, external, $4 FROM person WHERE id = $3
    ON CONFLICT DO NOTHING RETURNING platform, external
)
INSERT INTO audit (space_id, person_id, act, body)
SELECT $2, $4, 'block', jsonb_build_object('scope', 'person', 'scope_id', $3::bigint, 'everywhere', $1 = 0) FROM blocked
RETURNING id

-- name: unblock_person
-- They ($3, as a platform $5 names them) are heard again. Returns nothing where nobody had blocked them there.
WITH gone AS (
    DELETE FROM blocked_person WHERE space_id = $1 AND platform = $5 AND external = $3 RETURNING platform, external
)
INSERT INTO audit (space_id, person_id, act, body)
SELECT $2, $4, 'unblock', jsonb_build_object('scope', 'person', 'scope_id', coalesce(person.id, 0), 'everywhere', $1 = 0)
FROM gone LEFT JOIN person USING (platform, external)
RETURNING id

-- name: blocked_people
-- Who is blocked in a space ($1) and everywhere, the last first; whoever asked to be forgotten has a number alone.
SELECT it.space_id = 0 AS everywhere, it.platform, it.external, coalesce(person.name, '') AS name, it.blocked_at
FROM blocked_person AS it LEFT JOIN person ON person.platform = it.platform AND person.external = it.external
WHERE it.space_id IN (0, $1) AND ($1 = 0 OR it.platform = $2 OR $3)
ORDER BY it.blocked_at DESC, it.external

-- name: people_meant
-- Who somebody of a platform ($1) may be: by its number for them ($2), else by their name, if they have written in a space
-- ($3); at most two.
SELECT id, external, name, owner_since IS NOT NULL AS owner FROM person
WHERE platform = $1 AND (external = $2 OR lower(name) = lower($2) AND EXISTS (
    SELECT FROM inbox WHERE inbox.space_id = $3 AND inbox.person_id = person.id
))
ORDER BY external = $2 DESC, id LIMIT 2

-- name: who_said
-- Who sent a message ($3) of a channel ($2), as the platform calls them.
SELECT person.external FROM inbox JOIN person ON person.id = inbox.person_id
WHERE inbox.space_id = $1 AND inbox.channel_id = $2 AND inbox.external = $3

-- name: block_word
-- Nobody says a word from now on in a space ($1; 0: anywhere), as $4 says, which is noted in $2. Returns nothing where that
-- is so already, or where $5 words are.
WITH blocked AS (
    INSERT INTO blocked_word (space_id, word, set_by)
    SELECT $1, $3, $4 WHERE (SELECT count(*) FROM blocked_word WHERE space_id = $1) < $5
    ON CONFLICT DO NOTHING RETURNING word
)
INSERT INTO audit (space_id, person_id, act, body)
SELECT $2, $4, 'word', jsonb_build_object('everywhere', $1 = 0, 'blocked', true) FROM blocked RETURNING id

-- name: unblock_word
-- A word may be said again. Returns nothing where it was not blocked there.
WITH gone AS (
    DELETE FROM blocked_word WHERE space_id = $1 AND lower(word) = lower($3) RETURNING word
)
INSERT INTO audit (space_id, person_id, act, body)
SELECT $2, $4, 'word', jsonb_build_object('everywhere', $1 = 0, 'blocked', false) FROM gone RETURNING id

-- name: words_listed
-- The words that are blocked in a space ($1) and everywhere.
SELECT space_id = 0 AS everywhere, word FROM blocked_word WHERE space_id IN (0, $1) ORDER BY lower(word), everywhere

-- name: reports_go
-- Where reports of a space go: nothing where that is to the owners.
SELECT space.platform, space.external AS space, channel.external AS channel, space.private, channel.title
FROM space JOIN channel ON channel.space_id = space.id AND channel.id = space.reports_id WHERE space.id = $1

-- name: set_reports
-- Reports of a space ($1) go to a channel ($2) from now on; null: to the owners. Writes down who said so.
WITH said AS (
    UPDATE space SET reports_id = $2 WHERE id = $1 AND reports_id IS DISTINCT FROM $2 RETURNING id
)
INSERT INTO audit (space_id, person_id, act, body)
SELECT id, $3, 'reports', jsonb_build_object('channel', coalesce($2::bigint, 0)) FROM said

-- name: note_report
-- Notes that somebody ($2) reports a reply, once; returns nothing where they did before.
INSERT INTO audit (space_id, person_id, act, body)
SELECT $1, $2, 'report', jsonb_build_object('session', $3::bigint, 'branch', $4::int, 'seq', $5::bigint)
WHERE NOT EXISTS (
    SELECT FROM audit WHERE space_id = $1 AND act = 'report' AND person_id = $2
        AND body @> jsonb_build_object('session', $3::bigint, 'branch', $4::int, 'seq', $5::bigint)
)
RETURNING id

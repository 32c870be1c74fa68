-- fragment: door
-- What decides how something is heard that a person ($3) says in a channel ($2) of a space ($1): who they are to the house,
-- whether they were asked for their language, want to be heard, whether the space is open, what was set for all who talk
-- there, what roles allow, whether the characters are silent, who began what is played. The digest changes with any of it.
SELECT it.access, it.access_at, it.owner, it.asked, it.opted_out, it.settings, it.stand_id, it.grants, it.paused, it.begun_by,
    md5(it.access || coalesce(it.access_at::text, '') || it.owner || it.asked || it.opted_out || it.settings || it.grants
        || it.paused::text || coalesce(it.begun_by, 0)) AS digest
FROM (
    SELECT space.access, space.access_at, channel.stand_id,
        coalesce((SELECT owner_since IS NOT NULL FROM person WHERE id = $3), false)::text AS owner,
        coalesce((SELECT asked_at IS NOT NULL FROM person WHERE id = $3), false)::text AS asked,
        coalesce((SELECT opted_out FROM consent WHERE person_id = $3), false)::text AS opted_out,
        coalesce((
            SELECT json_agg(json_build_array(scope, scope_id, name, value) ORDER BY scope, name) FROM (
                SELECT scope, scope_id, name, value FROM setting
                WHERE space_id = $1 AND ((scope = 'space' AND scope_id = $1) OR (scope = 'channel' AND scope_id = $2))
                UNION ALL
                SELECT own.scope, own.scope_id, own.name, own.value
                FROM (SELECT $3::bigint AS id) AS who CROSS JOIN LATERAL {{set_by_person}} AS own
            ) AS given
        )::text, '[]') AS settings,
        coalesce((
            SELECT json_agg(json_build_array(role, may) ORDER BY role, may) FROM role_grant WHERE space_id = $1
        )::text, '[]') AS grants,
        coalesce(space.paused_at, channel.paused_at) IS NOT NULL AS paused,
        (SELECT session.created_by FROM stand
         JOIN session ON session.space_id = stand.space_id AND session.id = stand.session_id
         WHERE stand.space_id = $1 AND stand.id = channel.stand_id) AS begun_by
    FROM space JOIN channel ON channel.space_id = space.id AND channel.id = $2
    WHERE space.id = $1
) AS it

-- name: door
-- Reads it.
{{door}}

-- name: use_code
-- Uses up the owner's code on a platform: its sender becomes an owner, and a private space of theirs opens. Returns
-- nothing when it had been used there.
WITH used AS (
    INSERT INTO owner_code (sha256, platform, used_by) VALUES ($1, $2, $3)
    ON CONFLICT (sha256, platform) DO NOTHING RETURNING used_by
), owner AS (
    UPDATE person SET owner_since = coalesce(owner_since, now()) FROM used WHERE person.id = used.used_by
), opened AS (
    UPDATE space SET access = 'open', access_by = used.used_by, access_at = now()
    FROM used WHERE space.id = $4 AND space.private AND space.access <> 'open'
), noted AS (
    INSERT INTO audit (space_id, person_id, act, body) SELECT $4, used_by, 'claim', jsonb_build_object('platform', $2::text)
    FROM used
)
SELECT used_by FROM used

-- name: make_at_home
-- Makes a person an owner and opens their private space; touches nothing that is so already.
WITH owner AS (
    UPDATE person SET owner_since = now() WHERE id = $2 AND owner_since IS NULL RETURNING id
), opened AS (
    UPDATE space SET access = 'open', access_by = $2, access_at = now() WHERE id = $1 AND access <> 'open' RETURNING id
)
SELECT EXISTS (SELECT FROM owner) OR EXISTS (SELECT FROM opened) AS changed

-- name: code_is_free
-- Whether nobody is an owner on a platform.
SELECT NOT EXISTS (SELECT FROM person WHERE platform = $1 AND owner_since IS NOT NULL)

-- name: refuse_once
-- Notes that somebody is told that nobody may talk here yet; returns nothing when they were told within a day.
UPDATE person SET refused_at = now()
WHERE id = $1 AND (refused_at IS NULL OR refused_at < now() - interval '1 day') RETURNING id

-- name: ask_once
-- Notes that the owners are asked about a space; returns nothing when they were, or have decided.
UPDATE space SET access = 'asked', access_at = now() WHERE id = $1 AND access = 'new' RETURNING id

-- name: owners
-- The owners on a platform.
SELECT external FROM person WHERE platform = $1 AND owner_since IS NOT NULL ORDER BY owner_since, id

-- name: spaces
-- Every space but the terminal, newest first; $1: only those that nobody decided on; $2: only this one.
SELECT id, platform, external, title, private, access, coalesce(access_at, created_at) AS since,
    (SELECT count(DISTINCT inbox.person_id) FROM inbox WHERE inbox.space_id = space.id) AS people
FROM space
WHERE platform <> 'terminal' AND (NOT $1 OR access IN ('new', 'asked')) AND ($2::bigint IS NULL OR id = $2)
ORDER BY id DESC

-- name: decide_space
-- Opens or closes a space, and writes down who did it.
WITH decided AS (
    UPDATE space SET access = $2, access_by = $3, access_at = now() WHERE id = $1 RETURNING id
)
INSERT INTO audit (space_id, person_id, act, body)
SELECT id, $3, CASE WHEN $2 = 'open' THEN 'open' ELSE 'close' END, '{}' FROM decided
RETURNING space_id

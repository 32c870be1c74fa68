-- fragment: door
-- What decides how something is heard that a person ($3) says in a channel ($2) of a space ($1): who they are to the house,
-- whether they were asked for their language, want to be heard, whether the space is open, what was set for all who talk
-- there, what roles allow, whether the characters are silent, who began what is played, whether they are blocked, and which
-- words are. The digest changes with any of it.
SELECT it.access, it.access_at, it.owner, it.asked, it.opted_out, it.settings, it.stand_id, it.grants, it.paused, it.begun_by,
    it.blocked, it.words,
    md5(it.access || coalesce(it.access_at::text, '') || it.owner || it.asked || it.opted_out || it.settings || it.grants
        || it.paused::text || coalesce(it.begun_by, 0) || it.blocked || it.words) AS digest
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
        EXISTS (SELECT FROM {{blocked_here}})::text AS blocked,
        coalesce((SELECT json_agg(DISTINCT word) FROM {{words_blocked}})::text, '[]') AS words,
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

-- name: guesses
-- How many codes of a kind were wrong so far, and when the last one was; nobody else tries one until the transaction ends.
INSERT INTO guess (what, wrong, last_at) VALUES ($1, 0, to_timestamp(0))
ON CONFLICT (what) DO UPDATE SET wrong = guess.wrong RETURNING wrong, last_at

-- name: count_guesses
-- Says how many codes of a kind were wrong by now.
UPDATE guess SET wrong = $2, last_at = $3 WHERE what = $1

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

-- name: first_owner
-- Who is an owner on a platform, the longest.
SELECT id FROM person WHERE platform = $1 AND owner_since IS NOT NULL ORDER BY owner_since, id LIMIT 1

-- name: owners
-- The owners on a platform.
SELECT external FROM person WHERE platform = $1 AND owner_since IS NOT NULL ORDER BY owner_since, id

-- fragment: waited_in
-- Whether somebody waits in a space that nobody decided on.
access IN ('new', 'asked') AND EXISTS (
    SELECT FROM inbox WHERE inbox.space_id = space.id AND inbox.outcome = 'held')

-- fragment: of_an_owner
-- Whether a space is where an owner talks alone.
private AND EXISTS (SELECT FROM person WHERE person.home_id = space.id AND person.owner_since IS NOT NULL)

-- name: space_ids
-- The ids of all that "spaces" lists, in its order.
SELECT id FROM space WHERE platform <> 'terminal' ORDER BY {{waited_in}} DESC, {{of_an_owner}}, id DESC

-- name: spaces
-- Every space but the terminal, those where somebody waits first, then the newest; $1: only those that nobody decided on; $2:
-- only this one. A private one is called as its person is; the names of who waits come in the order in which they began to.
SELECT id, platform, external, private, access, coalesce(access_at, created_at) AS since,
    CASE WHEN private THEN coalesce((SELECT max(person.name) FROM person WHERE person.home_id = space.id), title) ELSE title END
        AS title,
    (SELECT count(DISTINCT inbox.person_id) FROM inbox WHERE inbox.space_id = space.id) AS people,
    array(
        SELECT person.name FROM inbox JOIN person ON person.id = inbox.person_id
        WHERE inbox.space_id = space.id AND inbox.outcome = 'held' GROUP BY person.id, person.name ORDER BY min(inbox.id)
    ) AS waiting,
    {{of_an_owner}} AS owned,
    EXISTS (SELECT FROM role_grant WHERE role_grant.space_id = space.id AND role_grant.may = 'talk') AS by_role,
    (
        SELECT jsonb_object_agg(setting.name, setting.value ORDER BY setting.scope = 'channel') FROM setting
        WHERE setting.space_id = space.id AND setting.name IN ('mode', 'speaks')
            AND (setting.scope = 'space' OR space.private AND setting.scope = 'channel')
    ) AS given
FROM space
WHERE platform <> 'terminal' AND (NOT $1 OR access IN ('new', 'asked')) AND ($2::bigint IS NULL OR id = $2)
ORDER BY {{waited_in}} DESC, owned, id DESC

-- name: decide_space
-- Opens or closes a space, and writes down who did it.
WITH decided AS (
    UPDATE space SET access = $2, access_by = $3, access_at = now() WHERE id = $1 RETURNING id
)
INSERT INTO audit (space_id, person_id, act, body)
SELECT id, $3, CASE WHEN $2 = 'open' THEN 'open' ELSE 'close' END, '{}' FROM decided
RETURNING space_id

-- name: let_in
-- What was held of whoever may talk now waits for its answer: in a space ($1), or of one person ($2) everywhere. Of each
-- person in a channel the newest quarter of an hour asks for one, what is older comes along; without words nothing does.
-- Each channel of these, and of a private space, is marked for who serves its platform, with the languages to tell it in:
-- none where $3 says so, nor where not everybody may talk.
WITH held AS (
    SELECT inbox.space_id, inbox.id, inbox.channel_id, inbox.person_id, inbox.text <> '' AS said, inbox.body ->> 'tongue' AS tongue,
        inbox.sent_at > max(inbox.sent_at) OVER (PARTITION BY inbox.space_id, inbox.channel_id, inbox.person_id)
            - interval '15 minutes' AS asks
    FROM inbox
    JOIN space ON space.id = inbox.space_id
    JOIN person ON person.id = inbox.person_id
    WHERE inbox.outcome = 'held' AND ($1::bigint IS NULL OR inbox.space_id = $1)
        AND ($2::bigint IS NULL OR inbox.person_id = $2) AND (space.access = 'open' OR person.owner_since IS NOT NULL)
), freed AS (
    UPDATE inbox SET outcome = CASE WHEN held.said THEN NULL ELSE 'absorbed' END, quiet = NOT held.asks,
        body = inbox.body - 'tongue', received_at = now()
    FROM held WHERE inbox.space_id = held.space_id AND inbox.id = held.id
), places AS (
    SELECT space_id, channel_id, tongue, id FROM held
    UNION ALL
    SELECT channel.space_id, channel.id, NULL, NULL FROM channel JOIN space ON space.id = channel.space_id
    WHERE space.id = $1 AND space.private
), told AS (
    SELECT places.space_id, places.channel_id, space.platform,
        CASE WHEN $3 AND space.access = 'open' THEN coalesce(
            (SELECT jsonb_agg(it.tongue ORDER BY it.first) FROM (
                SELECT newest.tongue, min(newest.id) AS first FROM (
                    SELECT DISTINCT ON (each.person_id) each.tongue, each.id FROM held AS each
                    WHERE each.space_id = places.space_id AND each.channel_id = places.channel_id
                    ORDER BY each.person_id, each.id DESC
                ) AS newest GROUP BY newest.tongue
            ) AS it), '[""]') ELSE '[]' END AS tongues
    FROM places JOIN space ON space.id = places.space_id
    GROUP BY places.space_id, places.channel_id, space.platform, space.access
)
INSERT INTO due AS it (space_id, session_id, kind, body)
SELECT space_id, 0, 'let-in.' || platform || '/' || channel_id, jsonb_build_object('tell', tongues) FROM told
ON CONFLICT (space_id, session_id, kind) DO UPDATE SET body = excluded.body, {{marked_again}}
RETURNING space_id, split_part(kind, '/', 2)::bigint AS channel_id

-- name: turn_away
-- What was held in a space is not kept any more: an owner does not let its people in.
UPDATE inbox SET text = '', body = '{}', outcome = 'withdrawn' WHERE space_id = $1 AND outcome = 'held'

-- name: empty_held
-- What was held for longer than $1 is emptied; that somebody waits stays.
UPDATE inbox SET text = '', body = jsonb_build_object('tongue', body -> 'tongue')
WHERE outcome = 'held' AND text <> '' AND sent_at < now() - $1::interval

-- name: let_in_at
-- A channel whose people may talk now: where it is, and whose message there is the newest that waits for an answer.
SELECT space.platform, space.external AS space, channel.external AS channel, space.private, space.access = 'open' AS open,
    asking.person_id, asking.name
FROM channel JOIN space ON space.id = channel.space_id
LEFT JOIN LATERAL (
    SELECT inbox.person_id, person.name FROM inbox JOIN person ON person.id = inbox.person_id
    WHERE inbox.space_id = $1 AND inbox.channel_id = $2 AND inbox.outcome IS NULL AND inbox.kind = 'message' AND NOT inbox.quiet
    ORDER BY inbox.position DESC, inbox.id DESC LIMIT 1
) AS asking ON true
WHERE channel.space_id = $1 AND channel.id = $2

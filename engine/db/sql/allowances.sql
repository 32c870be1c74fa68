-- name: allowances
-- Every allowance, the time zone of its place, if one was set there, and what share of it one person may use, if that was
-- set: of what all in a space may use where others are.
SELECT it.space_id, it.scope, it.scope_id, it.unit, it.amount,
    (SELECT setting.value #>> '{}' FROM setting
     WHERE setting.space_id = it.space_id AND setting.name = 'timezone'
         AND (setting.scope = 'space' OR (setting.scope = it.scope AND setting.scope_id::text = it.scope_id))
         AND setting.scope IN ('space', 'channel')
     ORDER BY setting.scope = 'channel' DESC LIMIT 1) AS zone,
    CASE WHEN it.scope <> 'space' OR space.private THEN 0 ELSE
        (SELECT (setting.value #>> '{}')::float8 FROM setting
         WHERE setting.space_id = it.space_id AND setting.scope = 'space' AND setting.name = 'person_share'
             AND jsonb_typeof(setting.value) = 'number') END AS share
FROM allowance AS it LEFT JOIN space ON space.id = it.space_id
ORDER BY it.space_id, it.scope, it.scope_id, it.unit

-- name: used_since
-- What was used since ($4) by each of some holders (space $1, 0 for the house; what it is $2; its number $3); of people and
-- roles by each person, or by what speaks for them.
SELECT it.n, coalesce(used.owner, '') AS owner, used.tokens, used.cents, used.messages
FROM unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[])
    WITH ORDINALITY AS it (space_id, holder, holder_id, since, n)
CROSS JOIN LATERAL (
    SELECT CASE WHEN it.holder IN ('person', 'role')
            THEN coalesce('through ' || nullif(person.through, ''), usage.person_id::text) END AS owner,
        sum(usage.prompt_tokens + usage.reply_tokens)::float8 AS tokens,
        (100 * coalesce(sum(usage.cost), 0))::float8 AS cents,
        count(usage.turn_id)::float8 AS messages
    FROM usage LEFT JOIN person ON person.id = usage.person_id
    WHERE usage.at >= it.since AND (it.space_id = 0 OR usage.space_id = it.space_id) AND CASE it.holder
        WHEN 'channel' THEN usage.channel_id::text = it.holder_id
        WHEN 'person' THEN usage.person_id IS NOT NULL AND it.holder_id IN ('*', usage.person_id::text)
        WHEN 'role' THEN usage.person_id IS NOT NULL
        ELSE true END
    GROUP BY 1
) AS used

-- name: note_uses
-- What vectors, and listening and speaking, took, by whom it was for (space $1, 0 for the house; channel $2; person $3, who may
-- be gone by now).
INSERT INTO usage (space_id, session_id, role, kind, endpoint, model, prompt_tokens, reply_tokens, person_id, channel_id, cost)
SELECT it.space_id, 0, it.role, it.kind, it.endpoint, it.model, it.tokens, 0, person.id, it.channel_id, it.cost
FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::integer[], $7::float8[],
    $8::text[], $9::text[]) AS it (space_id, channel_id, person_id, endpoint, model, tokens, cost, role, kind)
LEFT JOIN person ON person.id = it.person_id

-- name: put_allowance
-- Sets how much may be used in a day, and writes down who did it.
WITH before AS (
    SELECT amount FROM allowance WHERE space_id = $1 AND scope = $2 AND scope_id = $3 AND unit = $4
), noted AS (
    INSERT INTO audit (space_id, person_id, act, body)
    VALUES ($1, $6, 'allowance', jsonb_build_object('scope', $2::text, 'scope_id', $7::jsonb, 'unit', $4::text, 'before', (SELECT amount FROM before), 'after', $5::bigint))
)
INSERT INTO allowance (space_id, scope, scope_id, unit, amount, set_by) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (space_id, scope, scope_id, unit)
DO UPDATE SET amount = excluded.amount, set_by = excluded.set_by, set_at = now()

-- name: clear_allowance
-- Takes away what was set for a holder, and writes down who did it.
WITH gone AS (
    DELETE FROM allowance WHERE space_id = $1 AND scope = $2 AND scope_id = $3 RETURNING unit, amount
), noted AS (
    INSERT INTO audit (space_id, person_id, act, body)
    SELECT $1, $4, 'allowance', jsonb_build_object('scope', $2::text, 'scope_id', $5::jsonb, 'unit', unit, 'before', amount) FROM gone
)
SELECT count(*) FROM gone

-- name: tell_once
-- Notes that a share of an allowance was told of in a channel, on a day; returns nothing when it was before.
INSERT INTO allowance_told (space_id, scope, scope_id, day, share, channel_id) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT DO NOTHING RETURNING channel_id

-- name: forget_told
-- What was told before a day is of no use any more.
DELETE FROM allowance_told WHERE day < $1

-- name: called
-- What some holders (what it is $1, its number $2) are called, in their order; '' where that is not known.
SELECT coalesce(CASE it.holder
    WHEN 'channel' THEN (SELECT coalesce(nullif(channel.title, ''), channel.external) FROM channel
        WHERE channel.id::text = it.holder_id)
    WHEN 'space' THEN (SELECT coalesce(nullif(space.title, ''), space.external) FROM space WHERE space.id::text = it.holder_id)
    WHEN 'person' THEN (SELECT person.name FROM person WHERE person.id::text = it.holder_id)
    ELSE it.holder_id END, '') AS title
FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS it (holder, holder_id, n) ORDER BY it.n

-- name: person_called
-- Somebody of a platform ($1) by what the platform calls them or by their name ($2), who has written in a space ($3), or
-- anywhere when that is 0.
SELECT person.id FROM person
WHERE person.platform = $1 AND (person.external = $2 OR lower(person.name) = lower($2))
    AND ($3::bigint = 0 OR EXISTS (SELECT FROM inbox WHERE inbox.space_id = $3 AND inbox.person_id = person.id))
ORDER BY person.external = $2 DESC, person.id DESC LIMIT 1

-- fragment: of_whom
-- What concerns whoever asks: the whole house, a space ($1), or a person ($2).
($1::bigint IS NULL OR usage.space_id = $1) AND ($2::bigint IS NULL OR usage.person_id = $2)

-- name: usage_by_day
-- What was used since the days in $3 began (the oldest first), by day counted back from the last, and by kind.
SELECT cardinality($3::timestamptz[]) - width_bucket(usage.at, $3::timestamptz[]) AS day,
    CASE WHEN usage.turn_id IS NOT NULL AND usage.kind = '' THEN 'reply' ELSE usage.kind END AS kind,
    sum(usage.prompt_tokens + usage.reply_tokens)::bigint AS tokens, sum(usage.cost)::float8 AS dollars,
    count(usage.turn_id) AS replies
FROM usage WHERE usage.at >= ($3::timestamptz[])[1] AND {{of_whom}}
GROUP BY 1, 2 ORDER BY 1, 2

-- name: usage_by_character
-- Which characters used the most since $3.
SELECT coalesce(character.name, '') AS name, sum(usage.prompt_tokens + usage.reply_tokens)::bigint AS tokens,
    sum(usage.cost)::float8 AS dollars
FROM usage LEFT JOIN character ON character.id = usage.character_id
WHERE usage.at >= $3 AND {{of_whom}}
GROUP BY usage.character_id, character.name ORDER BY 2 DESC LIMIT 5

-- name: usage_by_channel
-- Which channels used the most since $3.
SELECT CASE WHEN space.private THEN '' ELSE coalesce(nullif(channel.title, ''), channel.external) END AS name,
    space.private, sum(usage.prompt_tokens + usage.reply_tokens)::bigint AS tokens, sum(usage.cost)::float8 AS dollars
FROM usage
JOIN channel ON channel.space_id = usage.space_id AND channel.id = usage.channel_id
JOIN space ON space.id = usage.space_id
WHERE usage.at >= $3 AND {{of_whom}}
GROUP BY 1, 2, CASE WHEN space.private THEN 0 ELSE channel.id END ORDER BY 3 DESC LIMIT 5

-- name: usage_of_replies
-- How many replies there were in a while, and what they and the work behind them read and wrote; or, of a kind ($2), how many
-- calls.
SELECT CASE WHEN $2::text IS NULL THEN count(turn_id) ELSE count(*) END AS replies, coalesce(sum(prompt_tokens), 0)::float8 AS read,
    coalesce(sum(reply_tokens), 0)::float8 AS written
FROM usage WHERE at > now() - $1::interval AND ($2::text IS NULL OR kind = $2)

-- name: pause_channel
-- The characters are silent in a channel from now on, or no longer.
WITH there AS (
    UPDATE channel SET paused_at = CASE WHEN $3 THEN coalesce(paused_at, now()) END WHERE space_id = $1 AND id = $2
    RETURNING id
)
INSERT INTO audit (space_id, person_id, act, body)
SELECT $1, $4, CASE WHEN $3 THEN 'pause' ELSE 'resume' END, jsonb_build_object('scope', 'channel', 'scope_id', id) FROM there

-- name: pause_spaces
-- The same in a space, in all when $1 is null; with a space its channels go on, too.
WITH there AS (
    UPDATE space SET paused_at = CASE WHEN $2 THEN coalesce(paused_at, now()) END WHERE ($1::bigint IS NULL OR id = $1)
    RETURNING id
), channels AS (
    UPDATE channel SET paused_at = NULL WHERE NOT $2 AND paused_at IS NOT NULL AND ($1::bigint IS NULL OR space_id = $1)
)
INSERT INTO audit (space_id, person_id, act, body)
SELECT $4, $3, CASE WHEN $2 THEN 'pause' ELSE 'resume' END,
    jsonb_build_object('scope', CASE WHEN $1::bigint IS NULL THEN 'house' ELSE 'space' END)

-- name: grant_role
-- Lets a role do something, and writes down who did it.
WITH granted AS (
    INSERT INTO role_grant (space_id, role, may, granted_by) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING may
)
INSERT INTO audit (space_id, person_id, act, body)
SELECT $1, $4, 'grant', jsonb_build_object('role', $2::text, 'may', may) FROM granted

-- name: revoke_role
-- Takes it back, and writes down who did it.
WITH gone AS (
    DELETE FROM role_grant WHERE space_id = $1 AND role = $2 AND ($3::text = '' OR may = $3) RETURNING may
), noted AS (
    INSERT INTO audit (space_id, person_id, act, body)
    SELECT $1, $4, 'revoke', jsonb_build_object('role', $2::text, 'may', may) FROM gone
)
SELECT count(*) FROM gone

-- name: changes
-- Who changed what, newest first: in a space ($1), everywhere when it is null.
SELECT audit.id, audit.at, audit.act, audit.body, coalesce(person.name, '') AS by,
    CASE WHEN space.private THEN '' ELSE coalesce(nullif(space.title, ''), space.external, '') END AS place,
    count(*) OVER () AS of
FROM audit LEFT JOIN person ON person.id = audit.person_id LEFT JOIN space ON space.id = audit.space_id
WHERE ($1::bigint IS NULL OR audit.space_id = $1) AND (audit.body <> '{}' OR audit.act IN ('open', 'close'))
ORDER BY audit.at DESC, audit.id DESC LIMIT $2 OFFSET $3

-- name: note_search
-- Notes that somebody ($4) has something looked up for a character ($3) of a session, unless they have done so $6 times
-- since ($5): returns nothing then. Who speaks through the same thing is counted together.
INSERT INTO usage (space_id, session_id, character_id, person_id, role, kind, endpoint, model, prompt_tokens, reply_tokens,
    channel_id)
SELECT $1, $2, $3, $4, 'search', 'search', '', '', 0, 0, (
    SELECT channel_id FROM stand WHERE stand.space_id = $1 AND stand.session_id = $2 ORDER BY id DESC LIMIT 1
)
WHERE $6 > (
    SELECT count(*) FROM usage AS it JOIN person ON person.id = it.person_id JOIN person AS asker ON asker.id = $4
    WHERE it.space_id = $1 AND it.at >= $5 AND it.role = 'search'
        AND (person.id = asker.id OR (asker.through <> '' AND person.through = asker.through))
)
RETURNING id

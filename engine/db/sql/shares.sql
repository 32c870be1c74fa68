-- name: lock_share
-- What is left of a share ($1) is asked for by one at a time: two would both take the last of it.
SELECT pg_advisory_xact_lock(hashtextextended('share/' || $1, 0))

-- name: used_of_share
-- What calls of a kind ($1) took since a moment ($2) in the house, and how many there were.
SELECT coalesce(sum(prompt_tokens + reply_tokens), 0)::float8 AS tokens, (100 * coalesce(sum(cost), 0))::float8 AS cents,
    count(*)::float8 AS calls
FROM usage WHERE at >= $2 AND kind = $1

-- name: running_first
-- How many messages that characters write first are being written, of those begun since a moment ($1), but plan $2.
SELECT count(*) FROM first_plan AS it WHERE it.written_at >= $1 AND it.id IS DISTINCT FROM $2::bigint AND EXISTS (
    SELECT FROM turn WHERE turn.space_id = it.space_id AND turn.session_id = it.session_id
        AND turn.branch_id = it.branch_id AND turn.after_seq > it.behind AND turn.kind = 'unasked' AND turn.state = 'running'
)

-- name: running_in_circles
-- How many posts are being written that were begun since a moment ($1), and how many circles read, but channel $2.
SELECT (SELECT count(*) FROM turn WHERE state = 'running' AND kind = 'unasked' AND person_id IS NULL AND started_at >= $1)
    + (SELECT count(*) FROM due WHERE split_part(kind, '.', 1) = 'circle_round' AND held_until > now()
        AND split_part(kind, '/', 2) IS DISTINCT FROM $2::bigint::text)

-- name: circles_in_house
-- How many characters post in circles, and how many posts were written there since a moment ($1), or in the last 24 hours.
SELECT (SELECT count(*) FROM circle_member WHERE frequency <> 'off') AS characters, count(turn_id) AS written
FROM usage WHERE at >= coalesce($1::timestamptz, now() - interval '24 hours') AND kind = 'circle'

-- name: usage_of_circles
-- How many tokens all took that was done in the circles of the house in a while, and how many posts were written there.
SELECT coalesce(sum(prompt_tokens + reply_tokens), 0)::float8 AS tokens, count(turn_id) FILTER (WHERE kind = 'circle') AS posts
FROM usage WHERE at > now() - $1::interval AND (space_id, channel_id) IN (SELECT space_id, channel_id FROM circle_member)

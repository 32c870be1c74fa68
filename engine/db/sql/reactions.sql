-- name: channel_of_message
-- The channel of a space in which a message of a platform ($3) was said or shown that may be of a session; of a topic the
-- platform does not say it.
SELECT channel.external FROM space JOIN channel ON channel.space_id = space.id
WHERE space.platform = $1 AND space.external = $2 AND (
    EXISTS (
        SELECT FROM inbox WHERE inbox.space_id = space.id AND inbox.channel_id = channel.id AND inbox.external = $3
            AND inbox.kind = 'message' AND (inbox.outcome IS NULL OR inbox.outcome = 'turn')
    )
    OR EXISTS (
        SELECT FROM outbox WHERE outbox.space_id = space.id AND outbox.channel_id = channel.id AND outbox.platform_id = $3
            AND outbox.kind IN ('reply', 'line')
    )
)
LIMIT 1

-- name: reacted
-- What a reaction on a message ($3) of a channel ($2) is about: where its session is played there, whether the message waits
-- still, and what the row ($4) says that holds the person's reactions on it. $5: the session, where that is known.
WITH target AS (
    SELECT $5::bigint AS session_id, false AS waiting, 0 AS n WHERE $5::bigint IS NOT NULL
    UNION ALL
    SELECT coalesce(inbox.session_id, played.session_id), inbox.outcome IS NULL, 1
    FROM inbox JOIN channel ON channel.space_id = inbox.space_id AND channel.id = inbox.channel_id
    LEFT JOIN stand AS played ON played.space_id = channel.space_id AND played.id = channel.stand_id
    WHERE inbox.space_id = $1 AND inbox.channel_id = $2 AND inbox.external = $3 AND inbox.kind = 'message'
        AND (inbox.outcome IS NULL OR inbox.outcome = 'turn')
    UNION ALL
    (SELECT session_id, false, 2 FROM outbox
     WHERE space_id = $1 AND channel_id = $2 AND platform_id = $3 AND kind IN ('reply', 'line') ORDER BY id DESC LIMIT 1)
)
SELECT stand.id, stand.session_id, stand.channel_id, stand.branch_id, target.waiting, kept.body
FROM target
JOIN stand ON stand.space_id = $1 AND stand.session_id = target.session_id AND stand.channel_id = $2
LEFT JOIN inbox AS kept ON kept.space_id = $1 AND kept.channel_id = $2 AND kept.external = $4 AND kept.kind = 'reaction'
ORDER BY target.n LIMIT 1

-- name: keep_reactions
-- Which reactions a person ($4) has on a message now: one row for both, which waits for the stand of the session ($9).
INSERT INTO inbox (space_id, channel_id, external, kind, person_id, position, body, sent_at, target, session_id, quiet)
VALUES ($1, $2, $3, 'reaction', $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (space_id, channel_id, external) DO UPDATE
SET body = excluded.body, sent_at = excluded.sent_at, received_at = now(), outcome = NULL, session_id = excluded.session_id,
    quiet = excluded.quiet

-- name: clear_reactions
-- Somebody who may took a reaction ($5; null: all of them) off a message ($3, at $4) for everybody.
WITH cleared AS (
    UPDATE inbox SET outcome = NULL, received_at = now(), body = inbox.body || jsonb_build_object(
        'emojis', CASE WHEN $5::text IS NULL THEN '[]'::jsonb ELSE (inbox.body -> 'emojis') - $5::text END)
    WHERE space_id = $1 AND channel_id = $2 AND position = $4 AND kind = 'reaction' AND target = $3
        AND jsonb_array_length(body -> 'emojis') > 0
    RETURNING session_id
)
SELECT stand.id, stand.session_id, stand.channel_id, stand.branch_id FROM stand
WHERE stand.space_id = $1 AND stand.channel_id = $2 AND stand.session_id = ANY (ARRAY(SELECT session_id FROM cleared)) LIMIT 1

-- name: finish_reactions
-- Reactions that have become acts, or are about nothing that is played. What they say stays, for the next change of them.
UPDATE inbox SET outcome = 'applied', body = body || jsonb_build_object('told', body -> 'emojis')
WHERE space_id = $1 AND id = ANY ($2::bigint[])

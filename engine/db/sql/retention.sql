-- name: kept_for
-- Spaces that keep what was said for so many days only ($1: the house's own number, 0 for ever).
SELECT space.id, coalesce((it.value #>> '{}')::int, $1) AS days FROM space
LEFT JOIN setting AS it ON it.space_id = space.id AND it.scope = 'space' AND it.scope_id = space.id
    AND it.name = 'retention_days'
WHERE coalesce((it.value #>> '{}')::int, $1) > 0
ORDER BY space.id

-- name: too_old
-- Up to $3 entries of a space that were said longer ago than so many days ($2), of one session.
WITH first AS (
    SELECT session_id FROM entry
    WHERE space_id = $1 AND said_at < now() - make_interval(days => $2) AND status <> 'erased'
        AND kind IN ('message', 'revision')
    LIMIT 1
)
SELECT it.session_id, it.branch_id, it.seq FROM entry AS it JOIN first USING (session_id)
WHERE it.space_id = $1 AND it.said_at < now() - make_interval(days => $2) AND it.status <> 'erased'
    AND it.kind IN ('message', 'revision')
ORDER BY it.branch_id, it.seq LIMIT $3

-- name: memories_too_old
-- Memories of a space of what ended longer ago than so many days.
SELECT session_id, derived_id FROM memory
WHERE space_id = $1 AND until < now() - make_interval(days => $2)
ORDER BY session_id, derived_id LIMIT $3

-- name: empty_older
-- Empties what arrived in a space, was shown there, and was noted beside saves, longer ago than so many days. The hashes of
-- its files.
WITH arrived AS (
    UPDATE inbox SET text = '', body = CASE outcome WHEN 'held' THEN jsonb_build_object('tongue', body -> 'tongue') ELSE '{}' END
    WHERE space_id = $1 AND sent_at < now() - make_interval(days => $2) AND outcome IS NOT NULL
        AND (text <> '' OR (body <> '{}' AND outcome <> 'held'))
), shown AS (
    UPDATE outbox SET text = ''
    WHERE space_id = $1 AND made_at < now() - make_interval(days => $2) AND state IN ('sent', 'unknown') AND text <> ''
), grown AS (
    UPDATE draft SET text = '' FROM turn
    WHERE draft.space_id = $1 AND turn.space_id = $1 AND turn.session_id = draft.session_id AND turn.id = draft.turn_id
        AND turn.state <> 'running' AND turn.started_at < now() - make_interval(days => $2) AND draft.text <> ''
), saved AS (
    UPDATE savepoint SET preview = '', name = CASE WHEN name = left(preview, 60) THEN '#' || id ELSE name END
    WHERE space_id = $1 AND created_at < now() - make_interval(days => $2) AND preview <> ''
), told AS (
    DELETE FROM person_fact WHERE space_id = $1 AND occurred_at < now() - make_interval(days => $2)
)
DELETE FROM attachment USING inbox
WHERE attachment.space_id = $1 AND inbox.space_id = $1 AND inbox.id = attachment.inbox_id
    AND inbox.sent_at < now() - make_interval(days => $2)
RETURNING attachment.sha256

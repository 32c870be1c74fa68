-- name: channels_at
-- The channel that a platform calls so, or every channel of the space.
SELECT channel.space_id, channel.id FROM channel JOIN space ON space.id = channel.space_id
WHERE space.platform = $1 AND space.external = $2 AND ($3 = '' OR channel.external = $3)

-- name: busy_stands
-- The stands of a channel where a turn runs, and the one that is played.
SELECT stand.id, stand.session_id, stand.channel_id, stand.branch_id FROM stand
JOIN channel ON channel.space_id = $1 AND channel.id = stand.channel_id
WHERE stand.space_id = $1 AND stand.channel_id = $2 AND (
    stand.id = channel.stand_id
    OR EXISTS (SELECT FROM turn WHERE turn.space_id = $1 AND turn.stand_id = stand.id AND turn.state = 'running')
)
ORDER BY stand.id

-- name: absorb_waiting
-- What arrived in a channel that is gone is answered no more. Edits and deletions are applied when somebody is there.
UPDATE inbox SET outcome = 'absorbed' WHERE space_id = $1 AND channel_id = $2 AND outcome IS NULL AND kind = 'message'

-- name: give_up_sendings
-- What was to be delivered to a channel that is gone.
UPDATE outbox SET state = 'unknown', moved_at = now()
WHERE space_id = $1 AND channel_id = $2 AND state IN ('planned', 'sending')

-- name: drop_late
-- What was to be answered later in a channel that is gone.
DELETE FROM due USING stand
WHERE stand.space_id = $1 AND stand.channel_id = $2 AND due.space_id = $1 AND due.session_id = stand.session_id
    AND due.kind = $3 || '/' || stand.id

-- name: transcripts
-- What was heard in recordings, by their hashes $1.
SELECT sha256, text FROM transcript WHERE sha256 = ANY($1)

-- name: keep_transcript
-- Keeps what was heard in a recording that is still there.
INSERT INTO transcript (sha256, model, text)
SELECT sha256, $2, $3 FROM blob WHERE sha256 = $1
ON CONFLICT (sha256) DO NOTHING

-- name: unheard
-- Messages that wait until somebody has listened to them: those of channel $2 of space $1, or (null) those on platforms $3
-- that arrived longer ago than $4.
SELECT inbox.space_id, inbox.id, inbox.channel_id, inbox.person_id, inbox.text, inbox.body, space.platform, space.private
FROM inbox JOIN space ON space.id = inbox.space_id
WHERE inbox.outcome IS NULL AND inbox.kind = 'message' AND inbox.body ? 'unheard'
    AND (inbox.space_id = $1 AND inbox.channel_id = $2
        OR $1 IS NULL AND space.platform = ANY ($3::text[]) AND inbox.received_at < now() - $4::interval)
ORDER BY inbox.space_id, inbox.channel_id, inbox.position, inbox.id

-- name: heard
-- A message was listened to: what it says aloud ($3, "" for nothing) and its files ($4), if it waits for that still. Whether it
-- asks for no answer, and where its channel plays.
WITH heard AS (
    UPDATE inbox SET body = (body - 'unheard') || jsonb_build_object('files', $4::jsonb)
        || CASE WHEN $3 = '' THEN '{}' ELSE jsonb_build_object('spoken', $3::text) END
    WHERE space_id = $1 AND id = $2 AND outcome IS NULL AND body ? 'unheard'
    RETURNING channel_id, quiet
)
SELECT heard.quiet, stand.id, stand.session_id, stand.channel_id, stand.branch_id
FROM heard JOIN channel ON channel.space_id = $1 AND channel.id = heard.channel_id
LEFT JOIN stand ON stand.space_id = $1 AND stand.id = channel.stand_id

-- fragment: said_aloud
-- What a message "said" says, with what was said aloud in it.
concat_ws(E'\n', nullif(said.text, ''), said.body ->> 'spoken')

-- fragment: shown_as
-- What a message of the channel ($2) called $13 says, for the one that replies to it: who said it, and how it begins.
coalesce((
    SELECT jsonb_build_object('reply_to', jsonb_strip_nulls(jsonb_build_object(
        'speaker', it.speaker, 'text', left(it.text, 200), 'character', it.character)))
    FROM (
        SELECT person.name AS speaker, {{said_aloud}} AS text, NULL::bigint AS character FROM inbox AS said JOIN person ON person.id = said.person_id
        WHERE said.space_id = $1 AND said.channel_id = $2 AND said.external = $13 AND said.kind = 'message'
            AND coalesce(said.outcome, '') NOT IN ('held', 'withdrawn', 'erased')
        UNION ALL
        (SELECT coalesce(character.name, ''), outbox.text, turn.character_id FROM outbox
         LEFT JOIN turn ON turn.space_id = outbox.space_id AND turn.session_id = outbox.session_id AND turn.id = outbox.turn_id
         LEFT JOIN character ON character.id = turn.character_id
         WHERE outbox.space_id = $1 AND outbox.channel_id = $2 AND outbox.platform_id = $13 AND outbox.kind IN ('reply', 'line')
         ORDER BY outbox.id DESC LIMIT 1)
    ) AS it
    LIMIT 1
), '{}')

-- name: receive
-- Stores a message, once, if what decided how it is heard is what the caller knew ($4), and says where it is played. One
-- that asks for an answer waits for a stand to be there. What is too old to be answered is stored quietly.
WITH door AS (
    {{door}}
), wanted AS (
    SELECT door.*, $10 OR $9 < now() - $12::interval AS quiet,
        EXISTS (SELECT FROM inbox WHERE space_id = $1 AND channel_id = $2 AND external = $5) AS again
    FROM door
), stored AS (
    INSERT INTO inbox (space_id, channel_id, external, kind, person_id, position, text, body, sent_at, quiet)
    SELECT $1, $2, $5, $11, $3, $6, $7, $8 || {{shown_as}}, $9, wanted.quiet FROM wanted
    WHERE digest = $4 AND (stand_id IS NOT NULL OR wanted.quiet)
    ON CONFLICT (space_id, channel_id, external) DO NOTHING
    RETURNING id
)
SELECT wanted.access, wanted.access_at, wanted.owner, wanted.asked, wanted.opted_out, wanted.settings, wanted.digest,
    wanted.grants, wanted.paused, wanted.begun_by, wanted.blocked, wanted.words, wanted.quiet, wanted.again,
    stored.id AS inbox_id, stand.id, stand.session_id, stand.channel_id, stand.branch_id
FROM wanted
LEFT JOIN stored ON true
LEFT JOIN stand ON stand.space_id = $1 AND stand.id = wanted.stand_id

-- name: receive_edit
-- Takes in the new text of a message, if it is its author's ($3) and news. A message that waits is changed where it waits;
-- for one that was taken up, the change waits for the stand of its session. The message's row shows the newest text.
WITH target AS (
    SELECT id, outcome, quiet, session_id, position FROM inbox
    WHERE space_id = $1 AND channel_id = $2 AND external = $5 AND kind = 'message' AND person_id = $3
        AND text <> $6 AND (outcome IS NULL OR outcome = 'turn')
        AND coalesce((body ->> 'edited_at')::timestamptz, '-infinity') <= $8
), changed AS (
    UPDATE inbox SET text = $6, body = inbox.body || jsonb_build_object('edited_at', $8::timestamptz)
    FROM target
    WHERE inbox.space_id = $1 AND inbox.id = target.id AND inbox.outcome IS NOT DISTINCT FROM target.outcome
    RETURNING inbox.id
), stored AS (
    INSERT INTO inbox (space_id, channel_id, external, kind, person_id, position, text, body, sent_at, target, session_id)
    SELECT $1, $2, $4, 'edit', $3, target.position, $6, $7, $8, $5, target.session_id
    FROM target JOIN changed USING (id) WHERE target.outcome = 'turn'
    ON CONFLICT (space_id, channel_id, external) DO NOTHING
)
SELECT changed.id IS NOT NULL AS done, target.outcome IS NULL AS waiting, target.quiet,
    stand.id, stand.session_id, stand.channel_id, stand.branch_id
FROM target
JOIN channel ON channel.space_id = $1 AND channel.id = $2
LEFT JOIN changed ON true
LEFT JOIN stand ON stand.space_id = $1 AND CASE WHEN target.outcome IS NULL THEN stand.id = channel.stand_id
    ELSE stand.session_id = target.session_id AND stand.channel_id = $2 END

-- name: receive_deletion
-- Takes in that a message is gone. One that waits, is held, or was left lying, is emptied and never answered, and nothing quotes it;
-- for one that was taken up, the deletion waits for the stand of its session. Files that nothing else holds go with it.
WITH target AS (
    SELECT id, person_id, nullif(nullif(outcome, 'absorbed'), 'held') AS outcome, quiet, session_id, position, {{said_aloud}} AS text
    FROM inbox AS said
    WHERE space_id = $1 AND channel_id = $2 AND external = $4 AND kind = 'message'
        AND (outcome IS NULL OR outcome IN ('turn', 'absorbed', 'held'))
), emptied AS (
    UPDATE inbox SET text = '', body = '{}', outcome = 'withdrawn' FROM target
    WHERE inbox.space_id = $1 AND inbox.id = target.id AND target.outcome IS NULL
        AND (inbox.outcome IS NULL OR inbox.outcome IN ('absorbed', 'held'))
    RETURNING inbox.id
), quoting AS (
    UPDATE inbox SET body = inbox.body - 'reply_to' FROM target
    WHERE inbox.space_id = $1 AND inbox.channel_id = $2 AND inbox.position > target.position AND target.outcome IS NULL
        AND inbox.body #>> '{reply_to,text}' = left(target.text, 200)
), files AS (
    DELETE FROM attachment USING emptied WHERE attachment.space_id = $1 AND attachment.inbox_id = emptied.id
    RETURNING attachment.sha256, attachment.inbox_id
), bytes AS (
    DELETE FROM blob USING files WHERE blob.sha256 = files.sha256
        AND NOT EXISTS (SELECT FROM attachment AS it WHERE it.sha256 = files.sha256
            AND (it.space_id, it.inbox_id) <> ($1, files.inbox_id))
        AND NOT ({{held_blob}})
), stored AS (
    INSERT INTO inbox (space_id, channel_id, external, kind, person_id, position, sent_at, target, session_id)
    SELECT $1, $2, $3, 'delete', target.person_id, target.position, $5, $4, target.session_id
    FROM target WHERE target.outcome = 'turn'
    ON CONFLICT (space_id, channel_id, external) DO NOTHING
    RETURNING id
)
SELECT target.outcome IS NULL AS waiting, target.quiet, EXISTS (SELECT FROM emptied) AS emptied,
    EXISTS (SELECT FROM stored) AS stored, stand.id, stand.session_id, stand.channel_id, stand.branch_id
FROM target
LEFT JOIN stand ON stand.space_id = $1 AND stand.session_id = target.session_id AND stand.channel_id = $2

-- name: attach
-- Names the kept files of a message.
INSERT INTO attachment (space_id, inbox_id, n, sha256, filename)
SELECT $1, $2, n, sha256, filename FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS it (sha256, filename, n)

-- name: first_time
-- Stores a command or a button without its words, once. The same call ($7) may ask again when its answer was lost.
INSERT INTO inbox AS it (space_id, channel_id, external, kind, person_id, position, body, sent_at, outcome)
VALUES ($1, $2, $3, $4, $5, $6, jsonb_build_object('call', $7::text), $8, 'absorbed')
ON CONFLICT (space_id, channel_id, external) DO UPDATE SET outcome = it.outcome WHERE it.body ->> 'call' = $7
RETURNING id

-- name: lock_channel
-- Keeps others from beginning a session in a channel until the end of the transaction.
SELECT id FROM channel WHERE space_id = $1 AND id = $2 FOR UPDATE

-- name: edit_held
-- The new text of a message that is held until its author ($3) may talk; returns nothing where that is none, or no news.
UPDATE inbox SET text = $5, body = body || jsonb_build_object('edited_at', $6::timestamptz)
WHERE space_id = $1 AND channel_id = $2 AND person_id = $3 AND external = $4 AND outcome = 'held' AND text NOT IN ('', $5)
    AND coalesce((body ->> 'edited_at')::timestamptz, '-infinity') <= $6
RETURNING id

-- name: hold
-- Keeps what somebody ($3) says who may not talk yet, once, until an owner decides about the space; the newest $10 of them in a
-- channel, with what its body ($11) says, and in which language ($9) they were spoken to. Returns what was decided: nothing is kept where that is done.
WITH place AS (
    SELECT access FROM space WHERE id = $1 FOR SHARE
), crowded AS (
    UPDATE inbox SET text = '', body = '{}', outcome = 'withdrawn' FROM (
        SELECT id FROM inbox WHERE space_id = $1 AND channel_id = $2 AND person_id = $3 AND outcome = 'held'
        ORDER BY position DESC, id DESC OFFSET $10 - 1
    ) AS it WHERE inbox.space_id = $1 AND inbox.id = it.id
), kept AS (
    INSERT INTO inbox (space_id, channel_id, external, kind, person_id, position, text, body, sent_at, quiet, outcome)
    SELECT $1, $2, $4, $5, $3, $6, $7, $11 || jsonb_build_object('tongue', $9::text), $8, true, 'held'
    FROM place WHERE access IN ('new', 'asked')
    ON CONFLICT (space_id, channel_id, external) DO NOTHING
)
SELECT access FROM place

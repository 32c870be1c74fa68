-- name: receive
-- Stores what arrived, once, and says where it is played; a second delivery returns nothing. Where nothing is played it
-- waits for nobody: its person is told so, and a session that begins later does not begin with it.
WITH stored AS (
    INSERT INTO inbox (space_id, channel_id, external, kind, person_id, position, text, body, sent_at, outcome)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9,
        coalesce($10, CASE WHEN channel.stand_id IS NULL THEN 'absorbed' END)
    FROM channel WHERE channel.space_id = $1 AND channel.id = $2
    ON CONFLICT (space_id, channel_id, external) DO NOTHING
    RETURNING id
)
SELECT stored.id AS inbox_id, stand.id, stand.session_id, stand.channel_id, stand.branch_id
FROM stored
JOIN channel ON channel.space_id = $1 AND channel.id = $2
LEFT JOIN stand ON stand.space_id = $1 AND stand.id = channel.stand_id

-- name: look
-- What the holder of a stand's lease finds: where it stands, a turn that was left running, and what waits. The draft is
-- locked: what its writer saves, and shows, after it was read here would be lost.
SELECT stand.session_id, stand.channel_id, stand.branch_id, session.title = '' AS untitled,
    coalesce(
        (SELECT max(seq) FROM entry
         WHERE entry.space_id = $1 AND entry.session_id = stand.session_id AND entry.branch_id = stand.branch_id),
        branch.forked_at
    ) AS head,
    (SELECT row_to_json(left_over) FROM (
        SELECT turn.id, turn.kind, turn.fence, turn.tries, turn.after_seq, turn.character_id, turn.person_id, turn.branch_id, draft.text, draft.stop
        FROM turn JOIN draft USING (space_id, session_id)
        WHERE turn.space_id = $1 AND turn.stand_id = $2 AND turn.state = 'running' AND draft.turn_id = turn.id
        ORDER BY turn.id DESC LIMIT 1
        FOR UPDATE OF draft
    ) AS left_over) AS running,
    (SELECT json_agg(row_to_json(waiting) ORDER BY waiting.position, waiting.id) FROM (
        SELECT inbox.id, inbox.position, inbox.person_id, inbox.text, inbox.body, inbox.sent_at
        FROM inbox
        JOIN channel ON channel.space_id = $1 AND channel.id = inbox.channel_id AND channel.stand_id = stand.id
        WHERE inbox.space_id = $1 AND inbox.channel_id = stand.channel_id AND inbox.outcome IS NULL
            AND inbox.kind = 'message'
        ORDER BY inbox.position, inbox.id LIMIT $3
    ) AS waiting) AS waiting
FROM stand
JOIN session ON session.space_id = $1 AND session.id = stand.session_id
JOIN branch ON branch.space_id = $1 AND branch.session_id = stand.session_id AND branch.id = stand.branch_id
WHERE stand.space_id = $1 AND stand.id = $2

-- name: open_turn
-- Begins a turn: its row, its empty draft, and the inbox rows that it alone answers.
WITH begun AS (
    INSERT INTO turn (space_id, session_id, stand_id, branch_id, after_seq, kind, character_id, fence, person_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $10) RETURNING id
), growing AS (
    INSERT INTO draft (space_id, session_id, turn_id, fence) SELECT $1, $2, id, $8 FROM begun
), consumed AS (
    UPDATE inbox SET outcome = 'turn', session_id = $2, turn_id = begun.id FROM begun
    WHERE inbox.space_id = $1 AND inbox.id = ANY ($9::bigint[]) AND inbox.outcome IS NULL
    RETURNING inbox.id
)
SELECT begun.id, (SELECT count(*) FROM consumed) AS consumed FROM begun

-- name: resume_turn
-- Takes over a turn that a crash left running; what was not shown is written anew.
WITH again AS (
    UPDATE turn SET tries = tries + 1, fence = $4
    WHERE space_id = $1 AND session_id = $2 AND id = $3 AND state = 'running' RETURNING id
)
UPDATE draft SET fence = $4, text = '', stop = false FROM again
WHERE draft.space_id = $1 AND draft.session_id = $2 AND draft.turn_id = again.id

-- name: load_turn
-- All that a turn requires, in one statement: session, cast, settings that could apply, and the last $7 messages.
SELECT
    (SELECT row_to_json(it) FROM (
        SELECT session.title, session.seed FROM session WHERE session.space_id = $1 AND session.id = $2
    ) AS it) AS session,
    (SELECT json_agg(row_to_json(it)) FROM (
        SELECT DISTINCT ON (it.character_id) it.character_id, it.body, it.seq
        FROM entry AS it {{on_line}}
        WHERE it.kind = 'member'
        ORDER BY it.character_id, it.seq DESC
    ) AS it) AS members,
    (SELECT json_agg(json_build_array(it.scope, it.scope_id, it.name, it.value)) FROM setting AS it
     WHERE it.space_id IN (0, $1) AND (it.scope IN ('space', 'character') OR (it.scope = 'channel' AND it.scope_id = $8)
         OR (it.scope = 'person' AND it.scope_id = $9))) AS settings,
    (SELECT json_agg(row_to_json(it) ORDER BY it.seq) FROM (
        SELECT {{read_columns}} FROM {{as_read}} WHERE it.kind = 'message' ORDER BY it.seq DESC LIMIT $7
    ) AS it) AS history,
    (SELECT fence FROM draft WHERE space_id = $1 AND session_id = $2 AND turn_id = $10) AS fence

-- name: end_turn
-- Ends a running turn under its fence; returns nothing when it had ended or somebody else holds it.
WITH ended AS (
    UPDATE turn SET state = $5, outcome = $6, endpoint = $7, model = $8, prompt_tokens = $9, reply_tokens = $10,
        facts = $11, ended_at = now()
    WHERE space_id = $1 AND session_id = $2 AND id = $3 AND fence = $4 AND state = 'running'
    RETURNING id, branch_id, character_id
), gone AS (
    DELETE FROM draft USING ended
    WHERE draft.space_id = $1 AND draft.session_id = $2 AND draft.turn_id = ended.id
), touched AS (
    UPDATE session SET touched_at = now() FROM ended WHERE session.space_id = $1 AND session.id = $2
), used AS (
    INSERT INTO usage (space_id, session_id, turn_id, character_id, role, endpoint, model, prompt_tokens, reply_tokens)
    SELECT $1, $2, ended.id, ended.character_id, 'chat', $7, $8, coalesce($9, 0), coalesce($10, 0) FROM ended
    WHERE $7 IS NOT NULL
)
SELECT id FROM ended

-- name: turn_state
-- How a turn stands: asked after a commit whose answer was lost.
SELECT state, outcome FROM turn WHERE space_id = $1 AND session_id = $2 AND id = $3

-- name: last_turn
-- What the newest ended turn of a session cost.
SELECT model, prompt_tokens, reply_tokens, facts, ended_at - started_at AS took FROM turn
WHERE space_id = $1 AND session_id = $2 AND state <> 'running'
ORDER BY id DESC LIMIT 1

-- name: stop_turn
-- Asks whoever writes the running reply of a stand to stop.
UPDATE draft SET stop = true FROM turn
WHERE turn.space_id = $1 AND turn.stand_id = $2 AND turn.state = 'running'
    AND draft.space_id = $1 AND draft.session_id = turn.session_id AND draft.turn_id = turn.id
RETURNING draft.turn_id

-- name: save_drafts
-- The saver's one statement: every draft that grew, under its fence; what does not come back was lost to another.
WITH grown AS (
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[])
        AS it (space_id, session_id, turn_id, fence, text)
)
UPDATE draft SET text = grown.text, saved_at = now() FROM grown
WHERE draft.space_id = grown.space_id AND draft.session_id = grown.session_id AND draft.turn_id = grown.turn_id
    AND draft.fence = grown.fence
RETURNING draft.space_id, draft.session_id, draft.turn_id, draft.stop

-- name: unfinished
-- Stands of some platforms with a turn left running, or with fresh messages that wait, that nobody but $3 holds. Begins
-- with the few that have work: it is asked every few seconds, and most stands are idle.
SELECT stand.space_id, stand.id, stand.session_id, stand.channel_id, stand.branch_id, space.platform
FROM (
    SELECT space_id, stand_id FROM turn WHERE state = 'running'
    UNION
    SELECT channel.space_id, channel.stand_id FROM inbox
    JOIN channel ON channel.space_id = inbox.space_id AND channel.id = inbox.channel_id
    WHERE inbox.outcome IS NULL AND inbox.kind = 'message' AND inbox.received_at > now() - $2::interval
) AS work
JOIN stand ON stand.space_id = work.space_id AND stand.id = work.stand_id
JOIN space ON space.id = stand.space_id AND space.platform = ANY ($1::text[])
LEFT JOIN lease ON lease.space_id = stand.space_id AND lease.stand_id = stand.id
WHERE lease.owner IS NULL OR lease.expires_at < now() OR lease.owner = $3

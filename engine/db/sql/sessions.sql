-- name: new_session
-- A session with its first branch, standing in a channel, which turns to it.
WITH born AS (
    INSERT INTO session (space_id, seed, created_by, title) VALUES ($1, $3, $4, $5) RETURNING id
), first AS (
    INSERT INTO branch (space_id, session_id, id, reason) SELECT $1, id, 1, 'start' FROM born
), stood AS (
    INSERT INTO stand (space_id, session_id, channel_id, branch_id) SELECT $1, id, $2, 1 FROM born
    RETURNING id, session_id
), turned AS (
    UPDATE channel SET stand_id = (SELECT id FROM stood) WHERE space_id = $1 AND id = $2
)
SELECT id AS stand_id, session_id FROM stood

-- name: current_stand
-- Where people play now in a channel.
SELECT stand.id, stand.session_id, stand.channel_id, stand.branch_id
FROM channel JOIN stand ON stand.space_id = channel.space_id AND stand.id = channel.stand_id
WHERE channel.space_id = $1 AND channel.id = $2

-- name: stand_in
-- Where a session stands in a channel.
SELECT id, session_id, channel_id, branch_id FROM stand WHERE space_id = $1 AND channel_id = $2 AND session_id = $3

-- name: title
-- A session's title.
SELECT title FROM session WHERE space_id = $1 AND id = $2

-- name: titled
-- A session's title, and the clauses that each reader of a channel ($3) meets.
SELECT session.title, {{covered}} AS covered FROM session JOIN channel ON channel.space_id = $1 AND channel.id = $3
WHERE session.space_id = $1 AND session.id = $2

-- name: title_told
-- A session's title, where each reader meets the clauses $3: if they could all read wherever it is played.
SELECT title FROM session WHERE space_id = $1 AND id = $2 AND NOT EXISTS (
    SELECT FROM stand JOIN channel ON channel.space_id = stand.space_id AND channel.id = stand.channel_id
    WHERE stand.space_id = $1 AND stand.session_id = $2 AND NOT channel.audience <@ $3::int[]
)

-- name: move_stand
-- Stands on another branch; the caller took the next fence in the same transaction.
UPDATE stand SET branch_id = $3 WHERE space_id = $1 AND id = $2

-- name: turn_channel
-- Makes a session's stand the one that is played in its channel, and wakes the session if it was put away.
WITH there AS (
    SELECT id, session_id, channel_id FROM stand WHERE space_id = $1 AND session_id = $2 AND channel_id = $3
), awake AS (
    UPDATE session SET status = 'active', trashed_at = NULL
    FROM there WHERE session.space_id = $1 AND session.id = there.session_id
)
UPDATE channel SET stand_id = there.id FROM there
WHERE channel.space_id = $1 AND channel.id = there.channel_id
RETURNING there.id

-- name: leave_channel
-- The channel plays nothing if it played this session.
UPDATE channel SET stand_id = NULL FROM stand
WHERE channel.space_id = $1 AND stand.space_id = $1 AND stand.id = channel.stand_id AND stand.session_id = $2

-- fragment: sessions_meant
-- The sessions that stand in a channel, as "session" and "stand", in some states ($3), whose title fits a pattern ($4). $5:
-- the pattern needs no more than the letters of ASCII folded, which is quicker.
stand JOIN session ON session.space_id = stand.space_id AND session.id = stand.session_id
WHERE stand.space_id = $1 AND stand.channel_id = $2 AND session.status = ANY ($3::text[])
    AND CASE WHEN $4 = '%%' THEN true WHEN $5::boolean THEN session.title COLLATE "C" ILIKE $4 ELSE session.title ILIKE $4 END

-- fragment: chat_number
-- The number of a session in the channel ($2) where it stands, given as "chosen" with its "stand_id": the first is 1.
(SELECT count(*) FROM stand AS it WHERE it.space_id = $1 AND it.channel_id = $2 AND it.id <= chosen.stand_id)

-- fragment: members_of
-- Beside sessions, given as "chosen": who has played in them, as "members".
CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(DISTINCT character.name), '{}') AS characters,
        coalesce(array_agg(DISTINCT character.id), '{}') AS ids
    FROM entry AS it
    JOIN character ON character.id = it.character_id
    WHERE it.space_id = $1 AND it.session_id = chosen.id AND it.kind = 'member'
) AS members

-- fragment: said_in
-- How many messages lie on the line of the stand of a session, given as "chosen".
(WITH RECURSIVE up AS (
    SELECT branch.id, branch.parent, branch.forked_at, NULL::bigint AS upto FROM branch
    WHERE branch.space_id = $1 AND branch.session_id = chosen.id AND branch.id = chosen.branch_id
    UNION ALL
    SELECT branch.id, branch.parent, branch.forked_at, up.forked_at FROM up
    JOIN branch ON branch.space_id = $1 AND branch.session_id = chosen.id AND branch.id = up.parent
 )
 SELECT count(*) FROM up
 JOIN entry AS it ON it.space_id = $1 AND it.session_id = chosen.id AND it.branch_id = up.id
     AND (up.upto IS NULL OR it.seq <= up.upto)
 WHERE it.kind = 'message' AND it.status <> 'erased')

-- name: session_list
-- A part of them, most recently played first, with the number of all; the mark is when one was played ($9) and its number
-- ($10).
WITH wanted AS (
    SELECT $6::bigint AS size, $7::bigint AS after, $8::text AS turn
), meant AS MATERIALIZED (
    SELECT session.id, session.touched_at, stand.id AS stand_id, stand.branch_id FROM {{sessions_meant}}
), counted AS MATERIALIZED (
    SELECT (SELECT count(*) FROM meant) AS total, CASE WHEN $8 <> '' THEN (
        SELECT count(*) FROM meant WHERE (touched_at, id) > ($9::timestamptz, $10::bigint)
            OR (touched_at, id) = ($9::timestamptz, $10::bigint) AND $8 = '>'
    ) END AS ahead
), begins AS MATERIALIZED (
    {{page_begins}}
), chosen AS MATERIALIZED (
    SELECT * FROM meant ORDER BY touched_at DESC, id DESC OFFSET (SELECT start FROM begins) LIMIT $6
), shown AS (
    SELECT chosen.id, session.title, session.status, chosen.touched_at, session.trashed_at,
        (SELECT channel.stand_id FROM channel WHERE channel.space_id = $1 AND channel.id = $2)
            IS NOT DISTINCT FROM chosen.stand_id AS current,
        {{said_in}} AS messages, members.characters, members.ids, {{chat_number}} AS number
    FROM chosen CROSS JOIN LATERAL (
        SELECT title, status, trashed_at FROM session WHERE space_id = $1 AND id = chosen.id OFFSET 0
    ) AS session {{members_of}}
)
SELECT counted.total, begins.start, shown.* FROM counted CROSS JOIN begins LEFT JOIN shown ON true
ORDER BY shown.touched_at DESC, shown.id DESC

-- name: sessions_called
-- Those that a number ($7) or a title ($8) may mean: the one with that number first, then those of just that title.
WITH chosen AS (
    (
        SELECT session.id, session.title, session.status, session.touched_at, stand.id AS stand_id FROM {{sessions_meant}}
            AND $6 > 0
        ORDER BY (length(session.title) = length($8) AND lower(session.title) = lower($8)) DESC, session.touched_at DESC
        LIMIT $6
    ) UNION (
        SELECT session.id, session.title, session.status, session.touched_at, stand.id FROM stand
        JOIN session ON session.space_id = stand.space_id AND session.id = stand.session_id
        WHERE stand.space_id = $1 AND session.status = ANY ($3::text[]) AND $7::bigint IS NOT NULL AND stand.id = (
            SELECT it.id FROM stand AS it WHERE it.space_id = $1 AND it.channel_id = $2
            ORDER BY it.id OFFSET greatest($7::bigint, 1) - 1 LIMIT 1
        )
    )
), counted AS (
    SELECT chosen.*, {{chat_number}} AS number FROM chosen
)
SELECT chosen.id, chosen.title, chosen.status, chosen.number, channel.stand_id IS NOT DISTINCT FROM chosen.stand_id AS current
FROM counted AS chosen JOIN channel ON channel.space_id = $1 AND channel.id = $2
ORDER BY (chosen.number = $7) DESC NULLS LAST, (lower(chosen.title) = lower($8)) DESC, chosen.touched_at DESC

-- name: session_info
-- One session ($3) that stands in a channel, as lists show it.
WITH chosen AS (
    SELECT session.id, session.title, session.status, session.touched_at, session.trashed_at, stand.branch_id,
        stand.id AS stand_id
    FROM stand JOIN session ON session.space_id = stand.space_id AND session.id = stand.session_id
    WHERE stand.space_id = $1 AND stand.channel_id = $2 AND stand.session_id = $3
)
SELECT chosen.id, chosen.title, chosen.status, chosen.touched_at, chosen.trashed_at,
    channel.stand_id IS NOT DISTINCT FROM chosen.stand_id AS current,
    {{said_in}} AS messages, members.characters, members.ids, {{chat_number}} AS number
FROM chosen JOIN channel ON channel.space_id = $1 AND channel.id = $2 {{members_of}}

-- name: rename_session
-- Gives a session a title, by a person ($4).
UPDATE session SET title = $3, titled_by = $4 WHERE space_id = $1 AND id = $2

-- name: put_session
-- Moves a session to active, archive or trash.
UPDATE session SET status = $3, trashed_at = CASE WHEN $3 = 'trashed' THEN now() END
WHERE space_id = $1 AND id = $2

-- name: empty_trash
-- Removes one session that has lain in the trash for longer than an interval, with all that was said in it.
WITH gone AS (
    DELETE FROM session WHERE (space_id, id) = (
        SELECT space_id, id FROM session WHERE status = 'trashed' AND trashed_at < now() - $1::interval
        LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING space_id, id
), arrived AS (
    DELETE FROM inbox USING gone WHERE inbox.space_id = gone.space_id AND inbox.session_id = gone.id
), shown AS (
    DELETE FROM outbox USING gone WHERE outbox.space_id = gone.space_id AND outbox.session_id = gone.id
), marked AS (
    DELETE FROM due USING gone WHERE due.space_id = gone.space_id AND due.session_id = gone.id
), counted AS (
    DELETE FROM numbered USING gone WHERE numbered.space_id = gone.space_id AND numbered.session_id = gone.id
)
SELECT id FROM gone

-- name: newest_turn
-- The newest turn of a session, running or not.
SELECT id FROM turn WHERE space_id = $1 AND session_id = $2 ORDER BY id DESC LIMIT 1

-- name: session_holdings
-- How much a session holds on all its branches, and in how many channels it stands.
SELECT
    (SELECT count(*) FROM entry WHERE space_id = $1 AND session_id = $2 AND kind = 'message' AND status <> 'erased')
        AS messages,
    (SELECT count(*) FROM branch WHERE space_id = $1 AND session_id = $2) AS branches,
    (SELECT count(*) FROM savepoint WHERE space_id = $1 AND session_id = $2 AND deleted_at IS NULL) AS saves,
    (SELECT count(*) FROM memory WHERE space_id = $1 AND session_id = $2 AND kind <> 'said') AS memories,
    (SELECT count(*) FROM stand WHERE space_id = $1 AND session_id = $2) AS places

-- name: last_said_by
-- Where on a line a person ($6) last said something, under any of their names.
SELECT it.seq, it.said_at FROM entry AS it {{on_line}}
WHERE it.kind = 'message' AND it.person_id IN (
    SELECT same.id FROM (SELECT $6::bigint AS id) AS who CROSS JOIN LATERAL {{circle}} AS same (id)
)
ORDER BY it.seq DESC LIMIT 1

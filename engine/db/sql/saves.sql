-- name: save
-- Names a place of the log; nothing where a day has its savepoint.
WITH numbered AS (
    UPDATE session SET saves = saves + 1 WHERE space_id = $1 AND id = $2
        AND ($11::date IS NULL OR NOT EXISTS (SELECT FROM savepoint WHERE space_id = $1 AND session_id = $2 AND day = $11))
    RETURNING saves
)
INSERT INTO savepoint (space_id, session_id, id, branch_id, seq, kind, name, preview, created_by, description, messages, day)
SELECT $1, $2, saves, $3, $4, $5, $6, $7, $8, $9, $10, $11 FROM numbered
ON CONFLICT (space_id, session_id, day) DO NOTHING
RETURNING {{save_columns}}

-- fragment: save_columns
-- What the store makes a Savepoint of.
id, branch_id, seq, kind, name, preview, created_at, description, messages, day, deleted_at

-- fragment: saves_meant
-- The savepoints of a session whose name or description fits a pattern ($3): those that are there, or, with $4, those that
-- were deleted not longer ago than $5. $6: the pattern needs no more than the letters of ASCII folded, which is quicker.
savepoint WHERE space_id = $1 AND session_id = $2
    AND CASE WHEN $3 = '%%' THEN true
        WHEN $6::boolean THEN name COLLATE "C" ILIKE $3 OR (description <> '' AND description COLLATE "C" ILIKE $3)
        ELSE name ILIKE $3 OR (description <> '' AND description ILIKE $3) END
    AND CASE WHEN $4::boolean THEN deleted_at > now() - $5::interval ELSE deleted_at IS NULL END

-- name: saves_listed
-- A part of them, newest first, with the number of all; the mark is the number of one ($10).
WITH wanted AS (
    SELECT $7::bigint AS size, $8::bigint AS after, $9::text AS turn
), counted AS MATERIALIZED (
    SELECT (SELECT count(*) FROM {{saves_meant}}) AS total, CASE WHEN $9 <> '' THEN (
        SELECT count(*) FROM {{saves_meant}} AND (id > $10::bigint OR id = $10::bigint AND $9 = '>')
    ) END AS ahead
), begins AS MATERIALIZED (
    {{page_begins}}
), shown AS (
    SELECT {{save_columns}} FROM {{saves_meant}} ORDER BY id DESC OFFSET (SELECT start FROM begins) LIMIT $7
)
SELECT counted.total, begins.start, shown.* FROM counted CROSS JOIN begins LEFT JOIN shown ON true ORDER BY shown.id DESC

-- name: save_numbered
-- The savepoint of a number.
SELECT {{save_columns}} FROM savepoint WHERE space_id = $1 AND session_id = $2 AND id = $3 AND deleted_at IS NULL

-- name: saves_called
-- Those that a number ($7) or a name ($8) may mean: the one with that number first, then those of just that name.
WITH fits AS (
    SELECT {{save_columns}} FROM {{saves_meant}} AND $9 > 0
    ORDER BY (length(name) = length($8) AND lower(name) = lower($8)) DESC, id DESC LIMIT $9
), numbered AS (
    SELECT {{save_columns}} FROM savepoint WHERE space_id = $1 AND session_id = $2 AND id = $7
        AND CASE WHEN $4::boolean THEN deleted_at > now() - $5::interval ELSE deleted_at IS NULL END
)
SELECT {{save_columns}} FROM (SELECT * FROM fits UNION SELECT * FROM numbered) AS it
ORDER BY (id = $7) DESC NULLS LAST, (lower(name) = lower($8)) DESC, id DESC

-- name: rename_savepoint
-- Gives a savepoint another name, which somebody ($5) has chosen.
UPDATE savepoint SET name = $4, named_by = $5 WHERE space_id = $1 AND session_id = $2 AND id = $3 AND deleted_at IS NULL RETURNING id

-- name: delete_savepoint
-- Puts a savepoint into the trash; the line it lies on stays.
UPDATE savepoint SET deleted_at = now()
WHERE space_id = $1 AND session_id = $2 AND id = $3 AND deleted_at IS NULL RETURNING id

-- name: undelete_savepoint
-- Takes a savepoint back that was deleted not longer ago than an interval.
UPDATE savepoint SET deleted_at = NULL
WHERE space_id = $1 AND session_id = $2 AND id = $3 AND deleted_at > now() - $4::interval RETURNING id

-- name: empty_saves
-- Removes what was deleted longer ago than an interval.
DELETE FROM savepoint WHERE deleted_at < now() - $1::interval

-- name: trim_savepoints
-- Keeps only the newest automatic savepoints of one kind.
DELETE FROM savepoint
WHERE space_id = $1 AND session_id = $2 AND kind = $3 AND deleted_at IS NULL AND id NOT IN (
    SELECT id FROM savepoint
    WHERE space_id = $1 AND session_id = $2 AND kind = $3 AND deleted_at IS NULL
    ORDER BY id DESC LIMIT $4
)

-- name: stands_played
-- Where people have played since a time, and since the newest daily savepoint of the session.
SELECT stand.space_id, stand.id, stand.session_id, stand.channel_id, stand.branch_id FROM session
JOIN stand ON stand.space_id = session.space_id AND stand.session_id = session.id
WHERE session.touched_at > $1 AND session.status = 'active' AND NOT EXISTS (
    SELECT FROM savepoint AS it
    WHERE it.space_id = session.space_id AND it.session_id = session.id AND it.day IS NOT NULL
        AND it.created_at > session.touched_at + interval '1 day'
)
ORDER BY stand.space_id, stand.session_id, stand.id DESC

-- name: has_day
-- Whether a session has a savepoint of a day.
SELECT EXISTS (SELECT FROM savepoint WHERE space_id = $1 AND session_id = $2 AND day = $3)

-- name: last_before
-- The last message of a line that was said before a moment ($6), and when.
SELECT it.seq, it.said_at FROM unnest($3::int[], $4::bigint[], $5::bigint[]) AS line (branch_id, after, upto)
CROSS JOIN LATERAL (
    SELECT seq, said_at FROM entry
    WHERE space_id = $1 AND session_id = $2 AND branch_id = line.branch_id AND seq > line.after AND seq <= line.upto
        AND kind = 'message' AND status <> 'erased' AND said_at < $6
    ORDER BY seq DESC LIMIT 1
) AS it
ORDER BY it.seq DESC LIMIT 1

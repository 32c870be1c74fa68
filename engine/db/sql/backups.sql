-- name: backup_snapshot
-- Names what this transaction sees, so that another connection can see the same; and which process it is.
SELECT pg_export_snapshot() AS snapshot, pg_backend_pid() AS pid;

-- name: backup_server
-- Asks for the server's major version, and how large this database is.
SELECT current_setting('server_version_num')::int / 10000 AS major, pg_database_size(current_database()) AS size;

-- name: backup_worker
-- Which processes of the server work for a dump.
SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database();

-- name: backup_patience
-- A dump of a large database takes longer than a turn may.
SELECT set_config('statement_timeout', '0', false), set_config('idle_in_transaction_session_timeout', '0', false),
    set_config('lock_timeout', '0', false);

-- name: census
-- How many rows the tables hold that nobody could replace. Of those that every version had: what is backed up before a
-- migration may be old.
SELECT
    (SELECT count(*) FROM space) AS space, (SELECT count(*) FROM person) AS person,
    (SELECT count(*) FROM character) AS character, (SELECT count(*) FROM session) AS session,
    (SELECT count(*) FROM branch) AS branch, (SELECT count(*) FROM entry) AS entry,
    (SELECT count(*) FROM derived) AS derived, (SELECT count(*) FROM retired) AS retired,
    (SELECT count(*) FROM savepoint) AS savepoint, (SELECT count(*) FROM setting) AS setting,
    (SELECT count(*) FROM blob) AS blob;

-- name: census_session
-- Of the stories that were played last, the first that can be read in a moment.
SELECT it.space_id, it.id FROM (
    SELECT space_id, id, touched_at FROM session ORDER BY touched_at DESC, id DESC LIMIT 20
) AS it
CROSS JOIN LATERAL (
    SELECT count(*) AS entries FROM (
        SELECT FROM entry WHERE entry.space_id = it.space_id AND entry.session_id = it.id LIMIT 50001
    ) AS first_ones
) AS length
WHERE length.entries BETWEEN 1 AND 50000
ORDER BY it.touched_at DESC, it.id DESC LIMIT 1;

-- name: census_story
-- A story as a hash: its entries, what was derived from them, and what ended.
SELECT encode(sha256(convert_to(
    coalesce((
        SELECT string_agg(
            concat_ws('|', branch_id, seq, kind, person_id, character_id, status, text, raw, body, said_at AT TIME ZONE 'UTC'),
            E'\n' ORDER BY branch_id, seq
        ) FROM entry WHERE space_id = $1 AND session_id = $2
    ), '') || E'\n\n' || coalesce((
        SELECT string_agg(concat_ws('|', id, kind, branch_id, seq, holder, from_seq, to_seq, n, text, body), E'\n' ORDER BY id)
        FROM derived WHERE space_id = $1 AND session_id = $2
    ), '') || E'\n\n' || coalesce((
        SELECT string_agg(concat_ws('|', derived_id, branch_id, seq, reason), E'\n' ORDER BY branch_id, seq, derived_id)
        FROM retired WHERE space_id = $1 AND session_id = $2
    ), ''), 'UTF8')), 'hex');

-- name: broken_lines
-- How many branches have gaps, or entries before the place where they fork; and places of the log that lie on no branch.
SELECT count(*) FROM branch
JOIN (
    SELECT space_id, session_id, branch_id, count(*) AS entries, min(seq) AS first, max(seq) AS last
    FROM entry GROUP BY space_id, session_id, branch_id
) AS it ON it.space_id = branch.space_id AND it.session_id = branch.session_id AND it.branch_id = branch.id
WHERE it.first <> branch.forked_at + 1 OR it.last <> branch.forked_at + it.entries;

-- name: broken_keys
-- How many foreign keys are not in force.
SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND NOT convalidated;

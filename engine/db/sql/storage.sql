-- fragment: counted_with
-- A person ($2), and all who speak through the same thing.
(SELECT who.id FROM person JOIN person AS who ON who.id = person.id OR (person.through <> '' AND who.through = person.through)
    WHERE person.id = $2)

-- name: lock_storage
-- Nobody else keeps files in a space until this transaction ends: two would fill the same room.
SELECT pg_advisory_xact_lock(hashtextextended(format('kept_file %s', $1::bigint), 0))

-- name: note_kept
-- Somebody keeps a file in a space; returns nothing where they did before.
INSERT INTO kept_file (space_id, person_id, sha256, bytes) VALUES ($1, $2, $3, $4)
ON CONFLICT (space_id, sha256, person_id) DO NOTHING RETURNING id

-- name: storage_used
-- How much a person ($2) keeps in a space ($1), and all in it together: bytes of files, files that wait to be imported,
-- memories that people wrote or imported. What somebody wrote about themselves is theirs alone.
WITH counted AS MATERIALIZED {{counted_with}}, file AS (
    SELECT sha256, max(bytes) AS bytes, bool_or(person_id IN (SELECT id FROM counted)) AS own
    FROM kept_file WHERE space_id = $1 GROUP BY sha256
), waiting AS (
    SELECT split_part(token, '.', 1) AS token, bool_or(person_id IN (SELECT id FROM counted)) AS own
    FROM upload WHERE space_id = $1 GROUP BY 1
), planted AS (
    SELECT memory.person_id IN (SELECT id FROM counted) AS own FROM memory
    JOIN derived ON derived.space_id = $1 AND derived.session_id = memory.session_id AND derived.id = memory.derived_id
    WHERE memory.space_id = $1 AND (memory.kind = 'manual' OR (memory.kind = 'core' AND derived.body @> '{"imported": true}'))
        AND NOT EXISTS (SELECT FROM retired WHERE retired.space_id = $1 AND retired.derived_id = memory.derived_id
            AND retired.session_id = memory.session_id)
    UNION ALL
    SELECT true FROM person_fact
    WHERE person_id IN (SELECT id FROM counted) AND person_fact.space_id = 0 AND person_fact.ended_at IS NULL
)
SELECT (SELECT coalesce(sum(bytes) FILTER (WHERE own), 0)::bigint FROM file) AS own_files,
    (SELECT coalesce(sum(bytes), 0)::bigint FROM file) AS all_files,
    (SELECT count(*) FILTER (WHERE own) FROM waiting) AS own_imports, (SELECT count(*) FROM waiting) AS all_imports,
    (SELECT count(*) FILTER (WHERE own) FROM planted) AS own_memories, (SELECT count(*) FROM planted) AS all_memories

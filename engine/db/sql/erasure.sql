-- name: revisions_of
-- The revisions of an entry with one seq, on any branch.
SELECT branch_id, seq FROM entry
WHERE space_id = $1 AND session_id = $2 AND kind = 'revision' AND target_seq = $3

-- name: empty_entries
-- Empties entries and returns what they said.
WITH before AS (
    SELECT entry.branch_id, entry.seq, entry.text FROM entry
    JOIN unnest($3::int[], $4::bigint[]) AS it (branch_id, seq) USING (branch_id, seq)
    WHERE entry.space_id = $1 AND entry.session_id = $2
)
UPDATE entry SET text = '', raw = NULL, body = '{}', status = 'erased' FROM before
WHERE entry.space_id = $1 AND entry.session_id = $2 AND entry.branch_id = before.branch_id AND entry.seq = before.seq
RETURNING before.text

-- name: empty_titles
-- A session whose title was made of erased words has none.
UPDATE session SET title = '' WHERE space_id = $1 AND id = $2 AND title = ANY ($3::text[])

-- name: empty_previews
-- Savepoints that show erased words show none; a name that was made of them is a number.
UPDATE savepoint SET preview = '', name = CASE WHEN name = left(preview, 60) THEN '#' || id ELSE name END
WHERE space_id = $1 AND session_id = $2 AND preview = ANY ($3::text[])

-- name: empty_quotes
-- What was said in a channel after a message ($3) quotes its words no more, as it arrived and as entries of any session.
WITH quoting AS (
    UPDATE inbox SET body = body - 'reply_to'
    WHERE space_id = $1 AND channel_id = $2 AND body #>> '{reply_to,text}' = ANY ($4::text[])
        AND position > (SELECT position FROM inbox AS it WHERE it.space_id = $1 AND it.id = $3)
    RETURNING session_id, branch_id, seq
)
UPDATE entry SET body = entry.body - 'reply_to' FROM quoting
WHERE entry.space_id = $1 AND entry.session_id = quoting.session_id AND entry.branch_id = quoting.branch_id
    AND entry.seq = quoting.seq

-- name: made_from_seq
-- The derived rows of any branch with a source that has one seq, with the end of that source, and from where to where
-- all of their sources lie on their own branch.
SELECT it.id, it.kind, source.branch_id, source.to_seq, it.body, it.branch_id AS home, it.from_seq AS first,
    it.to_seq AS last
FROM source
JOIN derived AS it ON it.space_id = $1 AND it.session_id = $2 AND it.id = source.derived_id
WHERE source.space_id = $1 AND source.session_id = $2 AND $3 BETWEEN source.from_seq AND source.to_seq

-- name: remove_derived
-- Removes derived rows with their sources; what they had ended is live again, and their words are counted no more. The
-- counts are taken in the order of the words, as everybody does who changes them.
WITH freed AS (
    DELETE FROM retired WHERE space_id = $1 AND session_id = $2 AND by_id = ANY ($3::bigint[])
), unsaid AS (
    DELETE FROM word WHERE space_id = $1 AND session_id = $2 AND derived_id = ANY ($3::bigint[]) RETURNING term, times
), forgotten AS (
    DELETE FROM memory WHERE space_id = $1 AND session_id = $2 AND derived_id = ANY ($3::bigint[]) RETURNING words
), fewer AS MATERIALIZED (
    SELECT term, count(*) AS memories, sum(times) AS times FROM unsaid GROUP BY term
    UNION ALL
    SELECT 0, count(*), sum(words) FROM forgotten HAVING count(*) > 0
), held AS MATERIALIZED (
    SELECT it.term, fewer.memories, fewer.times, it.memories - fewer.memories AS left_over
    FROM word_count AS it JOIN fewer USING (term)
    WHERE it.space_id = $1 AND it.session_id = $2
    ORDER BY it.term FOR UPDATE OF it
), emptied AS (
    DELETE FROM word_count AS it USING held
    WHERE it.space_id = $1 AND it.session_id = $2 AND it.term = held.term AND held.left_over <= 0
), counted AS (
    UPDATE word_count AS it SET memories = it.memories - held.memories, times = it.times - held.times FROM held
    WHERE it.space_id = $1 AND it.session_id = $2 AND it.term = held.term AND held.left_over > 0
)
DELETE FROM derived WHERE space_id = $1 AND session_id = $2 AND id = ANY ($3::bigint[])

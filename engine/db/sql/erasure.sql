-- name: revisions_of_entries
-- The revisions, on any branch, of entries; a revision is about the entry of its own line. And what was kept of their words
-- when they were given others, which says where it was first said.
WITH RECURSIVE erased AS MATERIALIZED (
    SELECT * FROM unnest($3::int[], $4::bigint[]) AS it (branch_id, seq)
), up AS (
    SELECT it.branch_id AS at_branch, it.seq AS at_seq, it.target_seq, branch.id, branch.parent, branch.forked_at
    FROM entry AS it JOIN branch ON branch.space_id = $1 AND branch.session_id = $2 AND branch.id = it.branch_id
    WHERE it.space_id = $1 AND it.session_id = $2 AND it.kind = 'revision' AND it.target_seq = ANY ($4::bigint[])
    UNION ALL
    SELECT up.at_branch, up.at_seq, up.target_seq, branch.id, branch.parent, branch.forked_at
    FROM up JOIN branch ON branch.space_id = $1 AND branch.session_id = $2 AND branch.id = up.parent
    WHERE up.target_seq <= up.forked_at
)
SELECT up.at_branch AS branch_id, up.at_seq AS seq FROM up
JOIN erased ON erased.branch_id = up.id AND erased.seq = up.target_seq
WHERE up.target_seq > up.forked_at
UNION
SELECT it.branch_id, it.seq FROM entry AS it
JOIN erased ON it.body -> 'from' = jsonb_build_array(erased.branch_id, erased.seq)
WHERE it.space_id = $1 AND it.session_id = $2 AND it.kind = 'message' AND it.body ? 'from'

-- name: empty_entries
-- Empties entries and returns what they said: all of it, and what they added to what had been said there before.
WITH before AS (
    SELECT entry.branch_id, entry.seq, entry.text,
        substr(entry.text, 1 + coalesce((entry.body ->> 'behind')::int, 0)) AS said
    FROM entry
    JOIN unnest($3::int[], $4::bigint[]) AS it (branch_id, seq) USING (branch_id, seq)
    WHERE entry.space_id = $1 AND entry.session_id = $2
)
UPDATE entry SET text = '', raw = NULL, body = '{}', status = 'erased' FROM before
WHERE entry.space_id = $1 AND entry.session_id = $2 AND entry.branch_id = before.branch_id AND entry.seq = before.seq
RETURNING before.text, before.said

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

-- name: made_from_entries
-- The derived rows of any branch that were made from one of some entries, or at one, with where all their sources lie. And
-- what is remembered of a chapter among them: which of its messages that comes from is only what a model said.
WITH RECURSIVE erased AS MATERIALIZED (
    SELECT * FROM unnest($3::int[], $4::bigint[]) AS it (branch_id, seq)
), stretches AS (
    SELECT source.derived_id, branch.id, branch.parent, branch.forked_at, source.from_seq, source.to_seq
    FROM source JOIN branch ON branch.space_id = $1 AND branch.session_id = $2 AND branch.id = source.branch_id
    WHERE source.space_id = $1 AND source.session_id = $2
    UNION ALL
    SELECT it.derived_id, branch.id, branch.parent, branch.forked_at, it.from_seq, least(it.to_seq, it.forked_at)
    FROM stretches AS it
    JOIN branch ON branch.space_id = $1 AND branch.session_id = $2 AND branch.id = it.parent
    WHERE it.from_seq <= it.forked_at
), stale AS (
    SELECT it.derived_id FROM stretches AS it
    JOIN erased ON erased.branch_id = it.id AND erased.seq = it.from_seq
    WHERE it.from_seq = it.to_seq AND it.from_seq > it.forked_at
    UNION
    SELECT it.derived_id FROM stretches AS it
    JOIN erased ON erased.branch_id = it.id AND erased.seq BETWEEN it.from_seq AND it.to_seq
    WHERE it.from_seq < it.to_seq AND erased.seq > it.forked_at
    UNION
    SELECT it.id FROM derived AS it JOIN erased USING (branch_id, seq) WHERE it.space_id = $1 AND it.session_id = $2
), told AS (
    SELECT beside.id AS derived_id FROM stale
    JOIN derived AS chapter ON chapter.space_id = $1 AND chapter.session_id = $2 AND chapter.id = stale.derived_id
    JOIN derived AS beside ON beside.space_id = $1 AND beside.session_id = $2 AND beside.branch_id = chapter.branch_id
        AND beside.seq = chapter.seq AND beside.body ->> 'chapter' = chapter.body ->> 'at'
    WHERE chapter.kind = 'chapter' AND beside.kind IN ('event', 'plot')
)
SELECT it.id, it.kind, it.branch_id, it.from_seq, it.to_seq, it.body
FROM (SELECT derived_id FROM stale UNION SELECT derived_id FROM told) AS stale
JOIN derived AS it ON it.space_id = $1 AND it.session_id = $2 AND it.id = stale.derived_id

-- name: still_said
-- Which stretches ($3 branches, $4 from, $5 to), by number, hold a message that was not erased.
WITH RECURSIVE stretches AS (
    SELECT it.number, branch.id, branch.parent, branch.forked_at, it.from_seq, it.to_seq
    FROM unnest($3::int[], $4::bigint[], $5::bigint[]) WITH ORDINALITY AS it (branch_id, from_seq, to_seq, number)
    JOIN branch ON branch.space_id = $1 AND branch.session_id = $2 AND branch.id = it.branch_id
    UNION ALL
    SELECT it.number, branch.id, branch.parent, branch.forked_at, it.from_seq, least(it.to_seq, it.forked_at)
    FROM stretches AS it
    JOIN branch ON branch.space_id = $1 AND branch.session_id = $2 AND branch.id = it.parent
    WHERE it.from_seq <= it.forked_at
)
SELECT DISTINCT stretches.number FROM stretches WHERE EXISTS (
    SELECT FROM entry WHERE entry.space_id = $1 AND entry.session_id = $2 AND entry.branch_id = stretches.id
        AND entry.seq BETWEEN greatest(stretches.from_seq, stretches.forked_at + 1) AND stretches.to_seq
        AND entry.kind = 'message' AND entry.status IN ('complete', 'interrupted')
)

-- name: drop_vectors_behind
-- Removes the vectors of what was said right behind some entries, on any branch: they were made with the words before.
WITH erased AS MATERIALIZED (
    SELECT * FROM unnest($3::int[], $4::bigint[]) AS it (branch_id, seq)
), behind AS MATERIALIZED (
    SELECT DISTINCT branch.id AS branch_id, next.seq
    FROM erased
    JOIN branch ON branch.space_id = $1 AND branch.session_id = $2
        AND (branch.id = erased.branch_id OR branch.forked_at >= erased.seq)
    CROSS JOIN LATERAL (
        SELECT entry.seq FROM entry
        WHERE entry.space_id = $1 AND entry.session_id = $2 AND entry.branch_id = branch.id AND entry.seq > erased.seq
            AND entry.kind = 'message'
        ORDER BY entry.seq LIMIT 1
    ) AS next
    WHERE branch.id = erased.branch_id OR NOT EXISTS (
        SELECT FROM entry
        WHERE entry.space_id = $1 AND entry.session_id = $2 AND entry.branch_id = erased.branch_id
            AND entry.seq > erased.seq AND entry.seq <= branch.forked_at AND entry.kind = 'message'
    )
)
DELETE FROM memory_vector AS it USING source, behind
WHERE it.space_id = $1 AND it.session_id = $2 AND source.space_id = $1 AND source.session_id = $2
    AND source.branch_id = behind.branch_id AND source.from_seq = behind.seq AND source.to_seq = behind.seq
    AND it.derived_id = source.derived_id

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

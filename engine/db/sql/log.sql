-- name: append
-- Adds entries at consecutive places, read by whoever can read there and meets their own clauses; the caller holds the
-- lease's fence in the same transaction.
INSERT INTO entry (space_id, session_id, branch_id, seq, kind, person_id, character_id, turn_id, target_seq, status,
                   text, raw, body, said_at, audience)
SELECT $1, $2, $3, $4 + n, kind, person_id, character_id, turn_id, target_seq, status, text, raw, body, said_at,
    (SELECT array_agg(DISTINCT clause.id ORDER BY clause.id)
     FROM unnest({{audience_of_stand}} || fresh.audience::int[]) AS clause (id))
FROM unnest($5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::text[], $11::text[], $12::text[],
            $13::jsonb[], $14::timestamptz[], $15::text[]) WITH ORDINALITY
    AS fresh (kind, person_id, character_id, turn_id, target_seq, status, text, raw, body, said_at, audience, n)

-- name: keep_wording
-- Lays an entry ($3, $4) down once more on branch $5, with the words ($7, of which it came $8) and the body ($9) that it had
-- until now. Among the replies at its place it counts as written when that was.
INSERT INTO entry (space_id, session_id, branch_id, seq, kind, character_id, turn_id, status, text, raw, body, said_at,
                   written_at, audience)
SELECT $1, $2, $5, it.seq, it.kind, it.character_id, it.turn_id, $6, $7, $8, $9, it.said_at, it.written_at, $10::int[]
FROM entry AS it WHERE it.space_id = $1 AND it.session_id = $2 AND it.branch_id = $3 AND it.seq = $4

-- name: branches
-- All branches of a session; immutable, so they may be kept.
SELECT id, parent, forked_at FROM branch WHERE space_id = $1 AND session_id = $2

-- name: head
-- The last seq of a branch; its fork when it has no entry of its own.
SELECT coalesce(
    (SELECT max(seq) FROM entry WHERE space_id = $1 AND session_id = $2 AND branch_id = $3),
    (SELECT forked_at FROM branch WHERE space_id = $1 AND session_id = $2 AND id = $3)
) AS head

-- name: fork
-- A new branch that begins after entry forked_at of its parent.
WITH numbered AS (
    UPDATE session SET branches = branches + 1 WHERE space_id = $1 AND id = $2 RETURNING branches
)
INSERT INTO branch (space_id, session_id, id, parent, forked_at, reason)
SELECT $1, $2, branches, $3, $4, $5 FROM numbered
RETURNING id

-- name: messages
-- The last $7 messages of a line after seq $6, newest first, but for those that people have deleted.
SELECT {{read_columns}} FROM {{as_read}} WHERE it.kind = 'message' AND it.status <> 'erased' AND it.seq NOT IN ({{deleted}})
ORDER BY it.seq DESC LIMIT $7

-- name: entries
-- Every entry of a line after seq $6, first to last.
SELECT {{read_columns}} FROM {{as_read}} ORDER BY it.seq

-- name: entry_at
-- The entry at seq $7 of a line, which lies behind seq $6, as its newest revision has it; none where people deleted it.
SELECT {{read_columns}} FROM {{as_read}} WHERE it.seq = $7 AND it.seq NOT IN ({{deleted}})

-- name: acts_behind
-- Every act of a line behind seq $6, first to last; what was said is not read.
SELECT {{read_columns}} FROM {{as_read}} WHERE it.kind <> 'message' ORDER BY it.seq

-- name: acts
-- The acts of some kinds ($6) on a line, first to last.
SELECT it.branch_id, it.seq, it.kind, it.person_id, NULL AS person_name, it.character_id, it.turn_id, it.target_seq,
    it.status, it.text, it.raw, false AS revised,
    CASE WHEN it.kind = 'member' THEN {{cast_body}} ELSE it.body - 'raw' END AS body, it.said_at, it.audience
FROM entry AS it {{on_line}}
WHERE it.kind = ANY ($6::text[]) AND it.kind <> 'message'
ORDER BY it.seq

-- name: newest_acts
-- The newest act on a line of each kind that carries a whole new state, as far as it may be told in channel $6 (null: all).
SELECT newest.kind, newest.body
FROM (SELECT (SELECT {{covered}} FROM channel WHERE channel.space_id = $1 AND channel.id = $6) AS covered) AS place
CROSS JOIN {{newest_acts}}

-- name: said_on
-- How many messages people and characters have said on a line.
SELECT count(it.person_id) AS from_people, count(it.character_id) AS from_characters,
    coalesce(sum(length(it.text)), 0) AS characters
FROM entry AS it {{on_line}}
WHERE it.kind = 'message' AND it.status IN ('complete', 'interrupted') AND it.text <> ''

-- name: import_branches
-- Branches of a session that is imported, each behind an entry of the first branch, numbered on behind $5 others.
WITH numbered AS (
    UPDATE session SET branches = 1 + $5::bigint + cardinality($3::bigint[]) WHERE space_id = $1 AND id = $2
)
INSERT INTO branch (space_id, session_id, id, parent, forked_at, reason)
SELECT $1, $2, 1 + $5::bigint + n, 1, forked_at, $4 FROM unnest($3::bigint[]) WITH ORDINALITY AS it (forked_at, n)

-- name: import_swipes
-- The other versions of imported messages: one entry on each of their branches, behind $8 others.
INSERT INTO entry (space_id, session_id, branch_id, seq, kind, character_id, text, body, said_at)
SELECT $1, $2, 1 + $8::bigint + n, seq, 'message', character_id, text, body, said_at
FROM unnest($3::bigint[], $4::bigint[], $5::text[], $6::jsonb[], $7::timestamptz[]) WITH ORDINALITY
    AS it (seq, character_id, text, body, said_at, n)

-- name: line_raws
-- What lines of another program said besides, by their place on a line.
SELECT it.branch_id, it.seq, it.body -> 'raw' AS raw FROM entry AS it {{on_line}} WHERE it.body ? 'raw' ORDER BY it.seq

-- name: versions
-- The versions of what characters said: the first message behind each place where another reply was begun, on the branch
-- that forks there and on the one it forks from.
WITH begun AS (
    SELECT branch.parent, branch.forked_at, branch.id FROM branch
    WHERE branch.space_id = $1 AND branch.session_id = $2 AND branch.reason = 'again'
), taken AS (
    SELECT parent, forked_at, id FROM begun UNION SELECT parent, forked_at, parent FROM begun
)
SELECT taken.parent, taken.forked_at, it.branch_id, it.seq, {{words_there}}, it.written_at,
    (it.body ->> 'swipe')::integer AS swipe, it.body -> 'raw' AS file
FROM taken CROSS JOIN LATERAL (
    SELECT entry.branch_id, entry.seq, entry.character_id, entry.text, entry.raw, entry.body, entry.written_at FROM entry
    WHERE entry.space_id = $1 AND entry.session_id = $2 AND entry.branch_id = taken.id AND entry.seq > taken.forked_at
        AND entry.kind = 'message' AND entry.status IN ('complete', 'interrupted')
    ORDER BY entry.seq LIMIT 1
) AS it
{{revised_there}}
WHERE it.character_id IS NOT NULL
ORDER BY it.branch_id, it.seq

-- name: messages_on
-- How many messages lie on a line.
SELECT count(*) FROM entry AS it {{on_line}} WHERE it.kind = 'message' AND it.status <> 'erased'

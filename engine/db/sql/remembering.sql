-- fragment: first_unread
-- Where the first $4 messages, revisions and hidings of a session lie that work of kind $3 has not read yet.
first AS MATERIALIZED (
    SELECT it.branch_id, it.seq FROM branch
    LEFT JOIN remembered ON remembered.space_id = $1 AND remembered.session_id = $2 AND remembered.kind = $3
        AND remembered.branch_id = branch.id
    CROSS JOIN LATERAL (
        SELECT entry.branch_id, entry.seq FROM entry
        WHERE entry.space_id = $1 AND entry.session_id = $2 AND entry.branch_id = branch.id
            AND entry.seq > coalesce(remembered.seq, branch.forked_at) AND entry.kind IN ('message', 'revision', 'hide')
        ORDER BY entry.seq LIMIT $4
    ) AS it
    WHERE branch.space_id = $1 AND branch.session_id = $2
    ORDER BY it.branch_id, it.seq LIMIT $4
)

-- name: unread
-- Messages, revisions and hidings of a session that work of kind $3 has not read yet, branch by branch, in order; at most
-- $4. They are locked, and so are some others ($5, $6): an erasure comes before this transaction or after it, never in
-- between.
WITH {{first_unread}}, held AS MATERIALIZED (
    SELECT entry.seq FROM entry JOIN unnest($5::int[], $6::bigint[]) AS wanted (branch_id, seq) USING (branch_id, seq)
    WHERE entry.space_id = $1 AND entry.session_id = $2
    FOR SHARE OF entry
)
SELECT it.branch_id, it.seq, it.kind, it.person_id, NULL AS person_name, it.character_id, it.turn_id, it.target_seq,
    it.status, it.text, NULL AS raw, false AS revised, it.body - 'raw' AS body, it.said_at, it.audience
FROM entry AS it JOIN first ON it.branch_id = first.branch_id AND it.seq = first.seq
WHERE it.space_id = $1 AND it.session_id = $2 AND (SELECT count(*) FROM held) >= 0
ORDER BY it.branch_id, it.seq
FOR SHARE OF it

-- name: unread_ahead
-- The messages among those, each with what was said before it in the same talk, as both read now. Nothing is locked.
WITH {{first_unread}}
SELECT it.branch_id, it.seq, it.text, coalesce(before.text, '') AS before,
    before.branch_id AS before_branch, before.seq AS before_seq
FROM entry AS it JOIN first ON it.branch_id = first.branch_id AND it.seq = first.seq
CROSS JOIN LATERAL (SELECT it.branch_id, it.seq, it.said_at AS moment) AS at
LEFT JOIN LATERAL {{message_before}} AS before ON true
WHERE it.space_id = $1 AND it.session_id = $2 AND it.kind = 'message' AND it.status <> 'erased'
ORDER BY it.branch_id, it.seq

-- name: said_before
-- How many messages lie on a line before seq $6, erased ones too; of the last $7 that are not, who said them when; and
-- the acts by which characters came and went on it.
SELECT (SELECT count(*) FROM entry AS it {{on_line}} WHERE it.kind = 'message' AND it.seq < $6) AS said,
    (SELECT json_agg(json_build_array(it.person_id, it.said_at) ORDER BY it.seq) FROM (
        SELECT it.person_id, it.said_at, it.seq FROM entry AS it {{on_line}}
        WHERE it.kind = 'message' AND it.status <> 'erased' AND it.seq < $6
        ORDER BY it.seq DESC LIMIT $7
    ) AS it) AS recent,
    (SELECT json_agg(json_build_array(it.seq, it.character_id, it.body - 'raw') ORDER BY it.seq)
     FROM entry AS it {{on_line}} WHERE it.kind = 'member' AND it.character_id IS NOT NULL) AS comings

-- name: end_said
-- Ends, at $8, $9, what is remembered of messages $6 to $7 of a line. What is hidden goes on being so only as long as
-- nothing else ends it; it is not hidden twice.
INSERT INTO retired (space_id, session_id, derived_id, branch_id, seq, reason)
SELECT $1, $2, it.id, $8, $9, $10 FROM derived AS it {{on_line}}
WHERE it.kind = 'said' AND it.from_seq BETWEEN $6 AND $7 AND NOT (it.branch_id = $8 AND it.seq = $9)
    AND it.id NOT IN (
        SELECT it.derived_id FROM retired AS it {{on_line}} WHERE $10 = 'hidden' OR it.reason <> 'hidden'
    )
ON CONFLICT DO NOTHING

-- name: hide_new
-- Ends what was made of a message at a place ($3, $4) where the message is hidden.
INSERT INTO retired (space_id, session_id, derived_id, branch_id, seq, reason)
SELECT $1, $2, it.id, $3, $4, 'hidden' FROM derived AS it
WHERE it.space_id = $1 AND it.session_id = $2 AND it.kind = 'said' AND it.branch_id = $3 AND it.seq = $4
ON CONFLICT DO NOTHING

-- name: hidden_said
-- What is remembered of messages $6 to $7 of a line that was ended there by hiding them and by nothing else.
SELECT it.id, it.text, it.body, it.holder, it.from_seq, it.to_seq, source.branch_id AS source_branch, memory.tag, memory.nth,
    memory.person_id, memory.character_id, memory.about, memory.people, memory.characters, memory.pinned,
    memory.occurred_at, memory.until
FROM derived AS it {{on_line}}
JOIN memory ON memory.space_id = $1 AND memory.session_id = $2 AND memory.derived_id = it.id
JOIN source ON source.space_id = $1 AND source.session_id = $2 AND source.derived_id = it.id
WHERE it.kind = 'said' AND it.from_seq BETWEEN $6 AND $7
    AND it.id IN (SELECT it.derived_id FROM retired AS it {{on_line}})
    AND it.id NOT IN (SELECT it.derived_id FROM retired AS it {{on_line}} WHERE it.reason <> 'hidden')
ORDER BY it.from_seq, it.id

-- name: sessions_unread
-- Sessions with messages, revisions or hidings that work of kind $1 has not read.
SELECT DISTINCT branch.space_id, branch.session_id FROM branch
LEFT JOIN remembered ON remembered.space_id = branch.space_id AND remembered.session_id = branch.session_id
    AND remembered.kind = $1 AND remembered.branch_id = branch.id
WHERE EXISTS (
    SELECT FROM entry
    WHERE entry.space_id = branch.space_id AND entry.session_id = branch.session_id AND entry.branch_id = branch.id
        AND entry.seq > coalesce(remembered.seq, branch.forked_at) AND entry.kind IN ('message', 'revision', 'hide')
)
ORDER BY branch.space_id, branch.session_id

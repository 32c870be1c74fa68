-- name: siblings
-- What characters said at one place of the story: right behind the last message up to entry $4 of branch $3. First up to
-- that message, then down every branch on which no message comes between; a row for each of them, without a seq where
-- nothing was said yet. Of imported versions the number counts, of others when they were written. With the plan by which
-- a character wrote there without being asked.
WITH RECURSIVE up (branch_id, upto, said) AS (
    SELECT $3::int, $4::bigint, (
        SELECT it.seq FROM entry AS it
        WHERE it.space_id = $1 AND it.session_id = $2 AND it.branch_id = $3 AND it.seq <= $4
            AND it.kind = 'message' AND it.status <> 'erased'
        ORDER BY it.seq DESC LIMIT 1
    )
    UNION ALL
    SELECT branch.parent, branch.forked_at, (
        SELECT it.seq FROM entry AS it
        WHERE it.space_id = $1 AND it.session_id = $2 AND it.branch_id = branch.parent AND it.seq <= branch.forked_at
            AND it.kind = 'message' AND it.status <> 'erased'
        ORDER BY it.seq DESC LIMIT 1
    )
    FROM up JOIN branch ON branch.space_id = $1 AND branch.session_id = $2 AND branch.id = up.branch_id
    WHERE up.said IS NULL AND branch.parent IS NOT NULL
), before AS (
    SELECT branch_id, said FROM up WHERE said IS NOT NULL
), reach (branch_id, after) AS (
    (
        SELECT branch_id, said FROM before
        UNION ALL
        SELECT id, 0 FROM branch
        WHERE space_id = $1 AND session_id = $2 AND parent IS NULL AND NOT EXISTS (SELECT FROM before)
    )
    UNION ALL
    SELECT branch.id, branch.forked_at
    FROM reach JOIN branch ON branch.space_id = $1 AND branch.session_id = $2
        AND branch.parent = reach.branch_id AND branch.forked_at >= reach.after
    WHERE NOT EXISTS (
        SELECT FROM entry AS it
        WHERE it.space_id = $1 AND it.session_id = $2 AND it.branch_id = reach.branch_id
            AND it.seq > reach.after AND it.seq <= branch.forked_at AND it.kind = 'message' AND it.status <> 'erased'
    )
)
SELECT (SELECT branch_id FROM before) AS before_branch, (SELECT said FROM before) AS before_seq,
    reach.branch_id, said.seq, said.character_id, said.person_id, said.turn_id, said.status,
    (said.body ->> 'greeting')::int AS greeting, coalesce((said.body ->> 'greetings')::int, 0) AS greetings, (
        SELECT plan.id FROM first_plan AS plan
        WHERE plan.space_id = $1 AND plan.session_id = $2 AND plan.branch_id = reach.branch_id
            AND plan.behind >= reach.after AND plan.behind < said.seq AND said.character_id IS NOT NULL
        ORDER BY plan.id DESC LIMIT 1
    ) AS first_plan
FROM reach LEFT JOIN LATERAL (
    SELECT it.seq, it.character_id, it.person_id, it.turn_id, it.status, it.body, it.written_at FROM entry AS it
    WHERE it.space_id = $1 AND it.session_id = $2 AND it.branch_id = reach.branch_id AND it.seq > reach.after
        AND it.kind = 'message' AND it.status <> 'erased'
    ORDER BY it.seq LIMIT 1
) AS said ON true
ORDER BY said.written_at, (said.body ->> 'swipe')::int, reach.branch_id

-- name: wordings
-- The words of replies at one place ($3 branches, $4 seqs), each as it reads at the end of its own branch, and who could
-- read them.
SELECT it.branch_id, it.seq, {{words_there}}, it.audience || newest.audience AS audience
FROM unnest($3::int[], $4::bigint[]) AS wanted (branch_id, seq)
JOIN entry AS it ON it.space_id = $1 AND it.session_id = $2 AND it.branch_id = wanted.branch_id AND it.seq = wanted.seq
{{revised_there}}

-- name: stood_on
-- The branches of a session that people play from, but for one stand ($3).
SELECT branch_id FROM stand WHERE space_id = $1 AND session_id = $2 AND id <> $3

-- name: plan_line
-- Plans that an entry of the log ($5, $6; of turn $4, if of one) is to be seen again, part by part, each in the message
-- that is named or in a new one. A part without text takes its message away.
INSERT INTO outbox (space_id, channel_id, session_id, turn_id, branch_id, seq, part, kind, text, platform_id)
SELECT $1, $3, $2, $4, $5, $6, it.part - 1, 'line', it.text, it.platform_id
FROM unnest($7::text[], $8::text[]) WITH ORDINALITY AS it (text, platform_id, part)
ORDER BY it.part
RETURNING id, session_id, turn_id, part, kind, text, body, state, platform_id

-- name: line_goes_out
-- A part of a line is about to be sent.
UPDATE outbox SET state = 'sending', moved_at = now() WHERE space_id = $1 AND id = $2 AND state = 'planned'

-- name: showing_place
-- The platform's messages of a channel ($3) that show an entry ($4, $5; of turn $6, if of one) now: nothing newer was
-- shown in them, and they were not taken away. Of several times that it was shown the last counts.
WITH said AS (
    SELECT it.id, it.part, it.platform_id, it.made_at, it.kind FROM outbox AS it
    WHERE it.space_id = $1 AND it.session_id = $2 AND it.channel_id = $3 AND it.platform_id IS NOT NULL
        AND it.kind IN ('reply', 'line', 'notice') AND NOT (it.kind = 'line' AND it.text = '')
        AND (it.turn_id = $6 OR (it.branch_id = $4 AND it.seq = $5))
        AND NOT EXISTS (
            SELECT FROM outbox AS newer
            WHERE newer.space_id = $1 AND newer.channel_id = $3 AND newer.platform_id = it.platform_id
                AND newer.id > it.id
        )
)
SELECT platform_id FROM said
WHERE kind <> 'line' AND NOT EXISTS (SELECT FROM said AS line WHERE line.kind = 'line')
    OR kind = 'line' AND made_at = (SELECT max(made_at) FROM said AS line WHERE line.kind = 'line')
ORDER BY part, id

-- name: showing_words
-- The platform's messages of a channel ($3) that show what people said once more ($4 branches, $5 seqs), oldest first.
SELECT it.platform_id FROM outbox AS it
WHERE it.space_id = $1 AND it.session_id = $2 AND it.channel_id = $3 AND it.platform_id IS NOT NULL
    AND it.kind = 'line' AND it.text <> '' AND it.turn_id IS NULL
    AND (it.branch_id, it.seq) IN (SELECT * FROM unnest($4::int[], $5::bigint[]))
    AND NOT EXISTS (
        SELECT FROM outbox AS newer
        WHERE newer.space_id = $1 AND newer.channel_id = $3 AND newer.platform_id = it.platform_id AND newer.id > it.id
    )
ORDER BY it.id

-- name: shown_as
-- The texts of the messages that showed an entry ($4, $5; of turn $6, if of one) in a channel ($3), by part: those of the
-- last time that it was shown or planned to be.
WITH said AS (
    SELECT id, part, kind, turn_id, made_at, text FROM outbox
    WHERE space_id = $1 AND session_id = $2 AND channel_id = $3 AND (platform_id IS NOT NULL OR state <> 'sent')
        AND kind IN ('reply', 'line') AND text <> '' AND (turn_id = $6 OR (branch_id = $4 AND seq = $5))
)
SELECT said.text FROM said JOIN (SELECT * FROM said ORDER BY id DESC LIMIT 1) AS newest
    ON said.kind = newest.kind AND said.turn_id IS NOT DISTINCT FROM newest.turn_id
        AND (said.kind = 'reply' OR said.made_at = newest.made_at)
ORDER BY said.part

-- name: shows_place
-- Which entry of which session a message of the platform ($3) is about: what it shows now, or what became of it.
SELECT session_id, branch_id, seq, turn_id FROM (
    (
        SELECT it.session_id, coalesce(it.branch_id, said.branch_id) AS branch_id, coalesce(it.seq, said.seq) AS seq,
            it.turn_id, 1 AS n
        FROM outbox AS it
        LEFT JOIN turn ON turn.space_id = $1 AND turn.session_id = it.session_id AND turn.id = it.turn_id
        LEFT JOIN LATERAL (
            SELECT entry.branch_id, entry.seq FROM entry
            WHERE entry.space_id = $1 AND entry.session_id = turn.session_id AND entry.branch_id = turn.branch_id
                AND entry.seq > turn.after_seq AND entry.turn_id = turn.id AND entry.kind = 'message'
            ORDER BY entry.seq LIMIT 1
        ) AS said ON it.seq IS NULL
        WHERE it.space_id = $1 AND it.channel_id = $2 AND it.platform_id = $3 AND it.kind IN ('reply', 'line')
        ORDER BY it.id DESC LIMIT 1
    )
    UNION ALL
    SELECT session_id, branch_id, seq, NULL, 2 FROM inbox
    WHERE space_id = $1 AND channel_id = $2 AND external = $3 AND kind = 'message'
) AS found
WHERE seq IS NOT NULL
ORDER BY n LIMIT 1

-- name: entry_turn
-- Whose reply an entry ($3, $4) is; nothing where there is no such message.
SELECT turn_id FROM entry
WHERE space_id = $1 AND session_id = $2 AND branch_id = $3 AND seq = $4 AND kind = 'message' AND status <> 'erased'

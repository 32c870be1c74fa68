-- name: take_lease
-- Takes a stand's lease if it is free, ran out, or is this instance's own; or ($6) whoever holds it. A stand that has gone
-- has none.
INSERT INTO lease AS held (space_id, stand_id, fence, owner, boot, expires_at)
SELECT space_id, id, 1, $3, $4::uuid, now() + $5::interval FROM stand WHERE space_id = $1 AND id = $2
ON CONFLICT (space_id, stand_id) DO UPDATE
    SET fence = held.fence + 1, owner = excluded.owner, boot = excluded.boot, expires_at = excluded.expires_at
    WHERE $6 OR held.owner IS NULL OR held.expires_at < now() OR held.owner = excluded.owner
RETURNING fence

-- name: hold_lease
-- Proves the fence inside a writing transaction and keeps it from moving until the end of it.
SELECT fence FROM lease WHERE space_id = $1 AND stand_id = $2 AND fence = $3 AND owner IS NOT NULL FOR UPDATE

-- name: beat
-- Keeps every lease of this boot alive. One that somebody is writing under just now waits for the next beat: a process
-- that froze inside its transaction would else cost this one all its leases.
UPDATE lease SET expires_at = now() + $3::interval FROM (
    SELECT space_id, stand_id FROM lease WHERE owner = $1 AND boot = $2 FOR UPDATE SKIP LOCKED
) AS free
WHERE lease.space_id = free.space_id AND lease.stand_id = free.stand_id

-- name: give_back
-- Gives the lease back under its fence, unless something waits for the stand.
UPDATE lease SET owner = NULL, boot = NULL, expires_at = '-infinity'
WHERE space_id = $1 AND stand_id = $2 AND fence = $3 AND NOT EXISTS (
    SELECT FROM inbox JOIN stand ON stand.space_id = inbox.space_id AND stand.channel_id = inbox.channel_id
    JOIN channel ON channel.space_id = stand.space_id AND channel.id = stand.channel_id
    WHERE inbox.space_id = $1 AND stand.id = $2 AND {{waits}}
)
RETURNING fence

-- name: end_older_boots
-- Ends the leases that older boots of this instance left; only the holder of the instance's lock may say so.
UPDATE lease SET owner = NULL, boot = NULL, expires_at = '-infinity' WHERE owner = $1 AND boot <> $2

-- name: end_leases
-- Gives back every lease of this boot: its process ends, and another may go on at once.
UPDATE lease SET owner = NULL, boot = NULL, expires_at = '-infinity' WHERE owner = $1 AND boot = $2

-- name: transaction_number
-- The number of the transaction it runs in, to be asked for later.
SELECT pg_current_xact_id()::text

-- fragment: marked_again
-- Marking, as "it", what is due already. While somebody does it, its time stands at infinity, so the earliest that was
-- asked for since then holds. What rests after a failure goes on resting.
marks = it.marks + 1,
    not_before = CASE WHEN it.tries > 0 AND it.owner IS NULL THEN it.not_before
        ELSE least(it.not_before, excluded.not_before) END

-- fragment: said_due
-- What is due when something was said, and when: facts once it has been quiet for three minutes. In the order of the key, in
-- which whoever takes several marks locks them: each would else wait for the other.
(VALUES ('chronicle', now()), ('facts', now() + interval '3 minutes'), ('remember', now())) AS said (kind, not_before)

-- fragment: said_again
-- The same when it is due already: facts wait for the quiet anew, but not when five marks came together. What waits longer
-- than for a quiet puts nothing off, and is put forward by what does not.
ON CONFLICT (space_id, session_id, kind) DO UPDATE SET marks = it.marks + 1,
    not_before = CASE WHEN it.tries > 0 AND it.owner IS NULL THEN it.not_before
        WHEN it.kind <> 'facts' OR excluded.not_before > now() + interval '3 minutes'
            THEN least(it.not_before, excluded.not_before)
        WHEN it.marks + 1 < 5 OR it.not_before > now() + interval '3 minutes' THEN excluded.not_before
        ELSE least(it.not_before, now()) END

-- name: mark_due
-- Marks work to be done later; a mark that is there stays, and may be claimed from then on.
INSERT INTO due AS it (space_id, session_id, kind, not_before, body)
VALUES ($1, $2, $3, now() + $4::interval, $5)
ON CONFLICT (space_id, session_id, kind) DO UPDATE SET body = excluded.body, {{marked_again}}

-- name: drop_due
-- Removes a mark whose work nobody does just now: whoever does it finds that there is nothing to be done.
DELETE FROM due WHERE space_id = $1 AND session_id = $2 AND kind = $3 AND owner IS NULL

-- name: mark_each_due
-- Marks one kind of work for many sessions, ready at once.
INSERT INTO due AS it (space_id, session_id, kind)
SELECT one.space_id, one.session_id, $3 FROM unnest($1::bigint[], $2::bigint[]) AS one (space_id, session_id)
ORDER BY one.space_id, one.session_id
ON CONFLICT (space_id, session_id, kind) DO UPDATE SET {{marked_again}}

-- name: mark_said
-- Marks what follows from something said.
INSERT INTO due AS it (space_id, session_id, kind, not_before)
SELECT $1, $2, said.kind, said.not_before FROM {{said_due}} {{said_again}}

-- name: mark_revised
-- Marks what follows when something got another text: facts are drawn again once it has been quiet for $3.
INSERT INTO due AS it (space_id, session_id, kind, not_before)
SELECT $1, $2, said.kind, CASE said.kind WHEN 'facts' THEN now() + $3::interval ELSE said.not_before END
FROM {{said_due}}
ON CONFLICT (space_id, session_id, kind) DO UPDATE SET marks = it.marks + 1,
    not_before = CASE WHEN it.tries > 0 AND it.owner IS NULL THEN it.not_before
        WHEN it.kind = 'facts' THEN excluded.not_before
        ELSE least(it.not_before, excluded.not_before) END

-- fragment: may_be_claimed
-- Whether a mark waits for nothing and nobody, or for somebody whose time ran out.
((held_until IS NULL AND not_before <= now()) OR held_until < now())

-- name: claim_due
-- Claims ready work under the next fence, at most $4: of some kinds ($1) whatever has waited longest, then one mark each of
-- others ($5). A claim whose time ran out may be taken over. What stands behind a slash in a kind tells marks of one kind
-- apart. From here on marks are counted, and times set, anew.
-- Materialized: a join may run an inner query once a row, and each time it would claim as many again.
WITH together AS MATERIALIZED (
    SELECT space_id, session_id, kind, marks, owner FROM due
    WHERE split_part(kind, '/', 1) = ANY ($1::text[]) AND {{may_be_claimed}}
    ORDER BY least(not_before, held_until) LIMIT $4
    FOR UPDATE SKIP LOCKED
), alone AS MATERIALIZED (
    SELECT it.* FROM unnest($5::text[]) AS family (name) CROSS JOIN LATERAL (
        SELECT space_id, session_id, kind, marks, owner FROM due
        WHERE split_part(kind, '/', 1) = family.name AND {{may_be_claimed}}
        ORDER BY least(not_before, held_until) LIMIT 1
        FOR UPDATE SKIP LOCKED
    ) AS it
    LIMIT $4 - (SELECT count(*) FROM together)
), ready AS MATERIALIZED (
    SELECT * FROM together UNION ALL SELECT * FROM alone
)
UPDATE due SET fence = due.fence + 1, owner = $2, held_until = now() + $3::interval, tries = due.tries + 1, marks = 0,
    not_before = 'infinity'
FROM ready
WHERE due.space_id = ready.space_id AND due.session_id = ready.session_id AND due.kind = ready.kind
RETURNING due.space_id, due.session_id, due.kind, due.since, due.fence, ready.marks, due.tries, due.body,
    ready.owner IS NOT NULL AS abandoned

-- name: abandon_due
-- Ends the claims that an older boot of this instance left; only the holder of the instance's lock may say so.
UPDATE due SET held_until = '-infinity' WHERE owner = $1 AND held_until IS NOT NULL

-- name: extend_due
-- Keeps claims alive, and returns those that somebody else has taken over. One that its job is finishing just now is
-- left alone.
WITH mine AS (
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) AS it (space_id, session_id, kind, fence)
), kept AS (
    UPDATE due SET held_until = now() + $5::interval FROM (
        SELECT due.space_id, due.session_id, due.kind FROM due JOIN mine USING (space_id, session_id, kind, fence)
        WHERE due.owner IS NOT NULL FOR UPDATE OF due SKIP LOCKED
    ) AS free
    WHERE due.space_id = free.space_id AND due.session_id = free.session_id AND due.kind = free.kind
)
SELECT due.space_id, due.session_id, due.kind FROM due JOIN mine USING (space_id, session_id, kind)
WHERE due.fence <> mine.fence

-- name: release_due
-- Gives claims back as if they had never been taken: the process ends, and another may go on at once.
UPDATE due SET owner = NULL, held_until = NULL, not_before = now(), tries = tries - 1, marks = due.marks + mine.marks
FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::int[])
    AS mine (space_id, session_id, kind, fence, marks)
WHERE due.space_id = mine.space_id AND due.session_id = mine.session_id AND due.kind = mine.kind
    AND due.fence = mine.fence AND due.owner IS NOT NULL

-- fragment: finished
-- Removes a mark whose work is done, under the claim's fence; a mark that was made again meanwhile stays due. Locked first:
-- what is marked just now counts, whichever of the two is there first.
held AS MATERIALIZED (
    SELECT marks FROM due
    WHERE space_id = $1 AND session_id = $2 AND kind = $3 AND fence = $4 AND owner IS NOT NULL FOR UPDATE
), done AS (
    DELETE FROM due USING held
    WHERE space_id = $1 AND session_id = $2 AND kind = $3 AND fence = $4 AND held.marks = 0 RETURNING kind
), renewed AS (
    UPDATE due SET owner = NULL, held_until = NULL, tries = 0, fault = '' FROM held
    WHERE space_id = $1 AND session_id = $2 AND kind = $3 AND fence = $4 AND held.marks > 0 RETURNING kind
)

-- name: finish_due
-- Removes a mark in the transaction of its work.
WITH {{finished}}
SELECT kind FROM done UNION ALL SELECT kind FROM renewed

-- name: finish_reading
-- The same, and how far the work ($5) has read branches ($6, $7) with it: never less far than before.
WITH {{finished}}, advanced AS (
    INSERT INTO remembered AS it (space_id, session_id, kind, branch_id, seq)
    SELECT $1, $2, $5, part.branch_id, part.seq FROM held CROSS JOIN unnest($6::int[], $7::bigint[]) AS part (branch_id, seq)
    ON CONFLICT (space_id, session_id, kind, branch_id) DO UPDATE SET seq = greatest(it.seq, excluded.seq)
)
SELECT kind FROM done UNION ALL SELECT kind FROM renewed

-- name: keep_due
-- Goes on with a mark of which a part is done, under the claim's fence, in the transaction of that part: it is its first try.
UPDATE due SET tries = 1, fault = ''
WHERE space_id = $1 AND session_id = $2 AND kind = $3 AND fence = $4 AND owner IS NOT NULL RETURNING kind

-- name: postpone_due
-- Leaves a mark due after a pause, under the claim's fence, with the error of the try ($8). Unless it failed ($7), the
-- claim does not count.
UPDATE due SET owner = NULL, held_until = NULL, not_before = now() + $5::interval, marks = marks + $6,
    tries = CASE WHEN $7 THEN tries ELSE tries - 1 END, fault = $8
WHERE space_id = $1 AND session_id = $2 AND kind = $3 AND fence = $4 AND owner IS NOT NULL RETURNING kind

-- name: due_listed
-- What is due in a session and its space ($1, $2), what waits longest first; everywhere where $1 is null, then only what
-- ended in an error. Marks of one kind are told apart by what stands behind a slash; people are told of the kind, and when
-- it begins: null where it may be done now, or somebody does it. What waits for a person's yes is nobody's work.
SELECT split_part(kind, '/', 1) AS kind, count(*) AS marks, min(since) AS since, max(tries) AS tries,
    CASE WHEN bool_and(owner IS NULL AND not_before > now()) THEN min(not_before) END AS begins,
    coalesce((array_agg(fault ORDER BY since) FILTER (WHERE fault <> ''))[1], '') AS fault
FROM due
WHERE CASE WHEN $1::bigint IS NULL THEN fault <> '' ELSE space_id = $1 AND session_id IN (0, $2::bigint) END
    AND (owner IS NOT NULL OR not_before < 'infinity')
GROUP BY 1 ORDER BY min(since), 1

-- name: plan_sending
-- Plans what is to be shown, part by part; planning the same turn's part twice plans it once.
INSERT INTO outbox (space_id, channel_id, session_id, turn_id, part, kind, text, body)
SELECT $1, $2, $3, $4, it.part, it.kind, it.text, it.body
FROM unnest($5::int[], $6::text[], $7::text[], $8::jsonb[]) AS it (part, kind, text, body)
ON CONFLICT (space_id, session_id, turn_id, part, kind) WHERE turn_id IS NOT NULL AND kind <> 'line' DO NOTHING
RETURNING id, part

-- name: plan_progress
-- Plans what is said of the progress of something ($4): its newest message in the channel is changed, if there is one.
WITH old AS (
    SELECT id FROM outbox
    WHERE space_id = $1 AND channel_id = $2 AND (state <> 'sent' OR platform_id IS NOT NULL)
        AND kind = 'progress' AND session_id = $3 AND body ->> 'of' = $4
    ORDER BY id DESC LIMIT 1
), changed AS (
    UPDATE outbox SET body = $5, state = 'planned', moved_at = now() FROM old
    WHERE outbox.space_id = $1 AND outbox.id = old.id
    RETURNING outbox.id, session_id, turn_id, part, kind, text, body, state, platform_id
), added AS (
    INSERT INTO outbox (space_id, channel_id, session_id, kind, body)
    SELECT $1, $2, $3, 'progress', $5 WHERE NOT EXISTS (SELECT FROM old)
    RETURNING id, session_id, turn_id, part, kind, text, body, state, platform_id
)
SELECT * FROM changed UNION ALL SELECT * FROM added

-- name: plan_reply
-- The final parts of a turn, in order: those that were there get their text, those that nobody tried to send and that are
-- no more go, those that are no more although a message may be there lose their text. The entry that they show ($9, $10)
-- is named where the turn did not begin it.
WITH fresh AS (
    SELECT * FROM unnest($5::int[], $6::text[], $7::text[], $8::jsonb[]) AS it (part, kind, text, body)
), void AS (
    DELETE FROM outbox
    WHERE space_id = $1 AND session_id = $3 AND turn_id = $4 AND kind = 'reply' AND state = 'planned'
        AND platform_id IS NULL AND part NOT IN (SELECT part FROM fresh)
), emptied AS (
    UPDATE outbox SET text = '', moved_at = now(), state = CASE WHEN platform_id IS NULL THEN state ELSE 'planned' END
    WHERE space_id = $1 AND session_id = $3 AND turn_id = $4 AND kind = 'reply'
        AND NOT (state = 'planned' AND platform_id IS NULL) AND part NOT IN (SELECT part FROM fresh)
    RETURNING id, session_id, turn_id, part, kind, text, body, state, platform_id
), kept AS (
    INSERT INTO outbox AS it (space_id, channel_id, session_id, turn_id, part, kind, text, body, branch_id, seq)
    SELECT $1, $2, $3, $4, fresh.part, fresh.kind, fresh.text, fresh.body, $9::int, $10::bigint FROM fresh
    ON CONFLICT (space_id, session_id, turn_id, part, kind) WHERE turn_id IS NOT NULL AND kind <> 'line' DO UPDATE
        SET text = excluded.text, body = excluded.body, branch_id = excluded.branch_id, seq = excluded.seq, moved_at = now(),
            state = CASE WHEN it.platform_id IS NULL THEN it.state ELSE 'planned' END
    RETURNING id, session_id, turn_id, part, kind, text, body, state, platform_id
)
SELECT * FROM kept UNION ALL SELECT * FROM emptied ORDER BY part

-- name: move_sending
-- The saver's second statement: what deliveries became of parts; of several moves of one part the last counts. Locked in
-- the order in which a commit locks them: each would else wait for the other.
WITH moved AS MATERIALIZED (
    SELECT space_id, id, (array_agg(state ORDER BY n DESC))[1] AS state,
        (array_agg(platform_id ORDER BY n DESC) FILTER (WHERE platform_id IS NOT NULL))[1] AS platform_id,
        (array_agg(controls ORDER BY n DESC))[1] AS controls
    FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::boolean[]) WITH ORDINALITY
        AS it (space_id, id, state, platform_id, controls, n)
    GROUP BY space_id, id
), held AS MATERIALIZED (
    SELECT outbox.space_id, outbox.id FROM outbox JOIN moved USING (space_id, id)
    ORDER BY outbox.space_id, outbox.id FOR NO KEY UPDATE OF outbox
)
UPDATE outbox SET state = it.state, platform_id = coalesce(it.platform_id, outbox.platform_id), controls = it.controls,
    moved_at = now()
FROM held JOIN moved AS it USING (space_id, id)
WHERE outbox.space_id = held.space_id AND outbox.id = held.id

-- name: place_parts
-- Which messages of the platform show parts of replies that grow. Locked as above.
WITH held AS MATERIALIZED (
    SELECT outbox.space_id, outbox.id, it.platform_id FROM outbox
    JOIN unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::text[])
        AS it (space_id, session_id, turn_id, part, platform_id) USING (space_id, session_id, turn_id, part)
    WHERE outbox.turn_id IS NOT NULL AND outbox.kind = 'reply'
    ORDER BY outbox.space_id, outbox.id FOR NO KEY UPDATE OF outbox
)
UPDATE outbox SET platform_id = held.platform_id, moved_at = now() FROM held
WHERE outbox.space_id = held.space_id AND outbox.id = held.id

-- name: mark_sending
-- A part is about to be sent; one that nobody planned yet belongs to a reply that still grows under its fence.
WITH planned AS (
    UPDATE outbox SET state = 'sending', moved_at = now()
    WHERE space_id = $1 AND session_id = $2 AND turn_id = $3 AND part = $4 AND state = 'planned' AND kind <> 'line'
    RETURNING id
)
INSERT INTO outbox (space_id, channel_id, session_id, turn_id, part, kind, state)
SELECT $1, $5, $2, $3, $4, 'reply', 'sending' FROM turn
WHERE turn.space_id = $1 AND turn.session_id = $2 AND turn.id = $3 AND turn.state = 'running' AND turn.fence = $6
    AND NOT EXISTS (
        SELECT FROM outbox WHERE space_id = $1 AND session_id = $2 AND turn_id = $3 AND part = $4 AND kind <> 'line'
    )
ON CONFLICT (space_id, session_id, turn_id, part, kind) WHERE turn_id IS NOT NULL AND kind <> 'line'
    DO UPDATE SET state = 'sending', moved_at = now() WHERE outbox.state = 'planned'

-- name: open_sendings
-- What was planned for a channel and has not arrived, in order.
SELECT id, session_id, turn_id, part, kind, text, body, state, platform_id, made_at, moved_at FROM outbox
WHERE space_id = $1 AND channel_id = $2 AND state <> 'sent'
ORDER BY id

-- name: left_open
-- What was planned for a platform's channels and has not arrived, in order and the parts of a turn together, with what
-- its delivery has to know. What belongs to a turn that still runs is delivered by whoever takes that up.
SELECT outbox.id, outbox.space_id, outbox.channel_id, outbox.session_id, outbox.turn_id, outbox.part, outbox.kind,
    outbox.text, outbox.body, outbox.state, outbox.platform_id, outbox.made_at,
    space.external AS space_name, channel.external AS channel_name, space.private,
    said.branch_id AS said_branch, said.seq AS said_seq,
    coalesce(turn.character_id, said.character_id) AS character_id, character.name AS character_name, turn.person_id,
    (SELECT {{card_played}} FROM entry AS it
     WHERE it.space_id = outbox.space_id AND it.session_id = outbox.session_id AND it.kind = 'member'
         AND it.character_id = coalesce(turn.character_id, said.character_id)
     ORDER BY it.written_at DESC LIMIT 1) AS version,
    (SELECT count(DISTINCT it.character_id) > 1 FROM entry AS it
     WHERE it.space_id = outbox.space_id AND it.session_id = outbox.session_id AND it.kind = 'member') AS named,
    coalesce((
        SELECT inbox.external FROM inbox
        WHERE inbox.space_id = turn.space_id AND inbox.channel_id = outbox.channel_id
            AND inbox.session_id = turn.session_id AND inbox.turn_id = turn.id AND inbox.kind = 'message'
        ORDER BY inbox.position DESC, inbox.id DESC LIMIT 1
    ), turn.facts ->> 'answers', outbox.body ->> 'about') AS after
FROM outbox
JOIN space ON space.id = outbox.space_id AND space.platform = $1
JOIN channel ON channel.space_id = outbox.space_id AND channel.id = outbox.channel_id
LEFT JOIN turn ON turn.space_id = outbox.space_id AND turn.session_id = outbox.session_id AND turn.id = outbox.turn_id
LEFT JOIN LATERAL (
    SELECT entry.branch_id, entry.seq, entry.character_id FROM entry
    WHERE entry.space_id = outbox.space_id AND entry.session_id = outbox.session_id AND entry.kind = 'message'
        AND CASE WHEN outbox.seq IS NULL
            THEN entry.branch_id = turn.branch_id AND entry.seq > turn.after_seq AND entry.turn_id = turn.id
            ELSE entry.branch_id = outbox.branch_id AND entry.seq = outbox.seq END
    ORDER BY entry.seq LIMIT 1
) AS said ON true
LEFT JOIN character ON character.id = coalesce(turn.character_id, said.character_id)
WHERE outbox.state <> 'sent' AND outbox.state <> 'unknown' AND turn.state IS DISTINCT FROM 'running'
ORDER BY min(outbox.id) OVER (PARTITION BY outbox.session_id, outbox.turn_id, outbox.branch_id, outbox.seq,
    CASE WHEN outbox.kind = 'line' THEN outbox.made_at END,
    CASE WHEN outbox.turn_id IS NULL AND outbox.kind <> 'line' THEN outbox.id END), outbox.part

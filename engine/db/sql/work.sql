-- name: take_lease
-- Takes a stand's lease if it is free, ran out, or is this instance's own; or ($6) whoever holds it.
INSERT INTO lease AS held (space_id, stand_id, fence, owner, boot, expires_at)
VALUES ($1, $2, 1, $3, $4, now() + $5::interval)
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
UPDATE lease SET expires_at = now() + $3::interval WHERE (space_id, stand_id) IN (
    SELECT space_id, stand_id FROM lease WHERE owner = $1 AND boot = $2 FOR UPDATE SKIP LOCKED
)

-- name: give_back
-- Gives the lease back under its fence, unless something waits on the stand's channel.
UPDATE lease SET owner = NULL, boot = NULL, expires_at = '-infinity'
WHERE space_id = $1 AND stand_id = $2 AND fence = $3 AND NOT EXISTS (
    SELECT FROM inbox JOIN stand ON stand.space_id = inbox.space_id AND stand.channel_id = inbox.channel_id
    JOIN channel ON channel.space_id = stand.space_id AND channel.id = stand.channel_id AND channel.stand_id = stand.id
    WHERE inbox.space_id = $1 AND stand.id = $2 AND inbox.outcome IS NULL AND inbox.kind = 'message'
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

-- name: took_effect
-- Whether a transaction was committed.
SELECT pg_xact_status($1::text::xid8) = 'committed'

-- name: mark_due
-- Marks work to be done later; a mark that is there stays, and may be claimed from then on.
INSERT INTO due AS it (space_id, session_id, kind, not_before, body)
VALUES ($1, $2, $3, now() + $4::interval, $5)
ON CONFLICT (space_id, session_id, kind) DO UPDATE
    SET not_before = least(it.not_before, excluded.not_before), body = excluded.body, marks = it.marks + 1

-- name: claim_due
-- Claims ready work of some kinds under the next fence; a claim whose time ran out may be taken over.
UPDATE due SET fence = due.fence + 1, owner = $2, held_until = now() + $3::interval, tries = due.tries + 1
FROM (
    SELECT space_id, session_id, kind FROM due
    WHERE kind = ANY ($1::text[]) AND not_before <= now() AND (held_until IS NULL OR held_until < now())
    ORDER BY not_before LIMIT $4
    FOR UPDATE SKIP LOCKED
) AS ready
WHERE due.space_id = ready.space_id AND due.session_id = ready.session_id AND due.kind = ready.kind
RETURNING due.space_id, due.session_id, due.kind, due.since, due.fence, due.marks, due.tries, due.body

-- name: finish_due
-- Removes a mark whose work is done, under the claim's fence, in the transaction of that work; a mark that was made
-- again meanwhile stays due.
WITH done AS (
    DELETE FROM due WHERE space_id = $1 AND session_id = $2 AND kind = $3 AND fence = $4 AND marks = $5 RETURNING kind
), renewed AS (
    UPDATE due SET owner = NULL, held_until = NULL, tries = 0
    WHERE space_id = $1 AND session_id = $2 AND kind = $3 AND fence = $4 AND marks <> $5 RETURNING kind
)
SELECT kind FROM done UNION ALL SELECT kind FROM renewed

-- name: postpone_due
-- Leaves a mark due after a pause, under the claim's fence.
UPDATE due SET owner = NULL, held_until = NULL, not_before = now() + $5::interval
WHERE space_id = $1 AND session_id = $2 AND kind = $3 AND fence = $4 RETURNING kind

-- name: drop_due
-- Forgets a mark whatever its state: its reason is gone.
DELETE FROM due WHERE space_id = $1 AND session_id = $2 AND kind = $3

-- name: plan_sending
-- Plans what is to be shown, part by part; planning the same turn's part twice plans it once.
INSERT INTO outbox (space_id, channel_id, session_id, turn_id, part, kind, text, body)
SELECT $1, $2, $3, $4, it.part, it.kind, it.text, it.body
FROM unnest($5::int[], $6::text[], $7::text[], $8::jsonb[]) AS it (part, kind, text, body)
ON CONFLICT (space_id, session_id, turn_id, part, kind) WHERE turn_id IS NOT NULL DO NOTHING
RETURNING id, part

-- name: move_sending
-- The saver's second statement: what deliveries became of parts; of several moves of one part the last counts.
UPDATE outbox SET state = it.state, platform_id = coalesce(it.platform_id, outbox.platform_id), moved_at = now()
FROM (
    SELECT space_id, id, (array_agg(state ORDER BY n DESC))[1] AS state,
        (array_agg(platform_id ORDER BY n DESC) FILTER (WHERE platform_id IS NOT NULL))[1] AS platform_id
    FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) WITH ORDINALITY
        AS moved (space_id, id, state, platform_id, n)
    GROUP BY space_id, id
) AS it
WHERE outbox.space_id = it.space_id AND outbox.id = it.id

-- name: open_sendings
-- What was planned for a channel and has not arrived, in order.
SELECT id, session_id, turn_id, part, kind, text, body, state, platform_id, made_at, moved_at FROM outbox
WHERE space_id = $1 AND channel_id = $2 AND state <> 'sent'
ORDER BY id

-- fragment: covered
-- The clauses that each reader of "channel" meets: some clause of its own audience says at least as much.
ARRAY(
    SELECT clause.id FROM audience_clause AS clause
    WHERE clause.space_id = channel.space_id AND EXISTS (
        SELECT FROM audience_clause AS here
        WHERE here.space_id = channel.space_id AND here.id = ANY (channel.audience) AND here.readers <@ clause.readers
    )
    ORDER BY clause.id
)

-- fragment: audience_of_stand
-- Who can read where branch $3 of session $2 is played; where none plays on it, who can read every place of its session.
(
    SELECT array_agg(DISTINCT clause.id ORDER BY clause.id)
    FROM stand
    JOIN channel ON channel.space_id = $1 AND channel.id = stand.channel_id
    CROSS JOIN LATERAL unnest(channel.audience) AS clause (id)
    WHERE stand.space_id = $1 AND stand.session_id = $2 AND (stand.branch_id = $3 OR NOT EXISTS (
        SELECT FROM stand AS played
        WHERE played.space_id = $1 AND played.session_id = $2 AND played.branch_id = $3
    ))
)

-- name: put_audience
-- Says who can read a channel now: everybody in the space (null), or whoever meets all of some clauses, as a list of lists;
-- and whether adults alone can ($4). True where that was never known.
WITH clauses AS (
    INSERT INTO audience_clause (space_id, readers)
    SELECT $1, ARRAY(SELECT jsonb_array_elements_text(it.readers) AS reader ORDER BY reader)
    FROM jsonb_array_elements($3::jsonb) AS it (readers)
    ON CONFLICT (space_id, readers) DO UPDATE SET readers = excluded.readers
    RETURNING id
), before AS (
    SELECT audience_known FROM channel WHERE space_id = $1 AND id = $2
)
UPDATE channel SET audience = (SELECT array_agg(clauses.id ORDER BY clauses.id) FROM clauses), audience_known = true,
    age_restricted = $4
FROM before WHERE channel.space_id = $1 AND channel.id = $2
RETURNING NOT before.audience_known AS first

-- name: clause_of
-- The number of the clause that readers meet by one of $2, made where there is none.
INSERT INTO audience_clause (space_id, readers) VALUES ($1, $2::text[])
ON CONFLICT (space_id, readers) DO UPDATE SET readers = excluded.readers
RETURNING id

-- name: put_age_restricted
-- Says whether adults alone can read a channel, where nothing else is known of who can.
UPDATE channel SET age_restricted = $3 WHERE space_id = $1 AND id = $2

-- name: heard_before
-- Gives what was said in a channel ($2) before it was known who can read it, and what was made of that, its audience. Of a
-- story that is played elsewhere too it is the branch that is played there.
WITH its AS MATERIALIZED (
    SELECT branch.session_id, branch.id AS branch_id, channel.audience FROM stand
    JOIN channel ON channel.space_id = $1 AND channel.id = $2
    JOIN branch ON branch.space_id = $1 AND branch.session_id = stand.session_id AND (
        branch.id = stand.branch_id OR NOT EXISTS (
            SELECT FROM stand AS other
            WHERE other.space_id = $1 AND other.session_id = stand.session_id AND other.channel_id <> $2
        )
    )
    WHERE stand.space_id = $1 AND stand.channel_id = $2 AND channel.audience IS NOT NULL
), entries AS (
    UPDATE entry SET audience = its.audience FROM its
    WHERE entry.space_id = $1 AND entry.session_id = its.session_id AND entry.branch_id = its.branch_id
        AND entry.audience IS NULL
), made AS (
    UPDATE derived SET audience = its.audience FROM its
    WHERE derived.space_id = $1 AND derived.session_id = its.session_id AND derived.branch_id = its.branch_id
        AND derived.audience IS NULL
), memories AS (
    UPDATE memory SET audience = its.audience FROM its
    WHERE memory.space_id = $1 AND memory.session_id = its.session_id AND memory.branch_id = its.branch_id
        AND memory.audience IS NULL
)
UPDATE person_fact SET audience = its.audience FROM its
WHERE person_fact.space_id = $1 AND person_fact.session_id = its.session_id
    AND person_fact.branch_id = its.branch_id AND person_fact.audience IS NULL

-- name: covered
-- The clauses that each reader of a channel ($2) meets: what has no other may be told there.
SELECT {{covered}} AS covered FROM channel WHERE channel.space_id = $1 AND channel.id = $2

-- name: covers
-- Whether everybody who can read a channel ($2) can read channel $3 of its space.
SELECT coalesce(there.audience, '{}') <@ {{covered}} AS covers
FROM channel JOIN channel AS there ON there.space_id = channel.space_id AND there.id = $3
WHERE channel.space_id = $1 AND channel.id = $2

-- name: covered_by
-- The clauses that everybody meets who meets the clauses $2.
SELECT {{covered}} AS covered FROM (SELECT $1::bigint AS space_id, $2::int[] AS audience) AS channel

-- name: read_there
-- From now on a session is for whoever reads channel $3: all of it ($4), or what not all of these could read.
WITH place AS MATERIALIZED (
    SELECT channel.audience, {{covered}} AS covered FROM channel WHERE channel.space_id = $1 AND channel.id = $3
), entries AS (
    UPDATE entry SET audience = place.audience FROM place
    WHERE entry.space_id = $1 AND entry.session_id = $2 AND ($4 OR NOT entry.audience <@ place.covered)
), made AS (
    UPDATE derived SET audience = place.audience FROM place
    WHERE derived.space_id = $1 AND derived.session_id = $2 AND ($4 OR NOT derived.audience <@ place.covered)
)
UPDATE memory SET audience = place.audience FROM place
WHERE memory.space_id = $1 AND memory.session_id = $2 AND ($4 OR NOT memory.audience <@ place.covered)

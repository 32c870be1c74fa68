-- fragment: counted_together
-- What is counted together, as "it": things of kind $4, of space $1, session $2 and person $3, each 0 where there is none.
numbered AS it WHERE it.space_id = $1 AND it.session_id = $2 AND it.person_id = $3 AND it.kind = $4

-- name: numbers_of
-- The numbers of things ($5), as far as they have any.
SELECT it.thing, it.number FROM {{counted_together}} AND it.thing = ANY ($5::bigint[])

-- name: things_numbered
-- The things that have number $5: the newest version of one first.
SELECT it.thing FROM {{counted_together}} AND it.number = $5 ORDER BY it.thing DESC

-- name: lock_numbers
-- Keeps others from counting the same until the end of the transaction.
SELECT pg_advisory_xact_lock(hashtextextended(format('numbered %s %s %s %s', $1::bigint, $2::bigint, $3::bigint, $4::text), 0))

-- name: number_things
-- Numbers for things ($5) that have none: that of what a thing took the place of ($6 things, $7 what was there before), else
-- the next ones, in the order in which the things were made.
WITH kept AS (
    SELECT was.thing, min(before.number) AS number
    FROM unnest($6::bigint[], $7::bigint[]) AS was (thing, earlier)
    JOIN (SELECT it.thing, it.number FROM {{counted_together}}) AS before ON before.thing = was.earlier
    GROUP BY was.thing
), lacking AS (
    SELECT new.thing, kept.number FROM unnest($5::bigint[]) AS new (thing) LEFT JOIN kept ON kept.thing = new.thing
    WHERE NOT EXISTS (SELECT FROM {{counted_together}} AND it.thing = new.thing)
)
INSERT INTO numbered (space_id, session_id, person_id, kind, thing, number)
SELECT $1, $2, $3, $4, thing, coalesce(
    number,
    (SELECT coalesce(max(it.number), 0) FROM {{counted_together}})
        + row_number() OVER (PARTITION BY number IS NULL ORDER BY thing)
)
FROM lacking
RETURNING thing, number

-- name: earlier_derived
-- What rows of a session ($3) took the place of, through all versions: each with the rows before it.
WITH RECURSIVE chain AS (
    SELECT new.thing, new.thing AS earlier, 0 AS step FROM unnest($3::bigint[]) AS new (thing)
    UNION ALL
    SELECT chain.thing, before.derived_id, chain.step + 1 FROM chain CROSS JOIN LATERAL (
        SELECT ended.derived_id FROM derived JOIN retired AS ended
            ON ended.space_id = $1 AND ended.session_id = $2 AND ended.branch_id = derived.branch_id
            AND ended.seq = derived.seq AND ended.by_id = derived.id
        WHERE derived.space_id = $1 AND derived.session_id = $2 AND derived.id = chain.earlier
    ) AS before
    WHERE chain.step < 1000
)
SELECT thing, earlier FROM chain WHERE step > 0

-- name: earlier_facts
-- The same for facts ($2) about person $1, under all their names.
WITH RECURSIVE chain AS (
    SELECT new.thing, new.thing AS earlier, 0 AS step FROM unnest($2::bigint[]) AS new (thing)
    UNION ALL
    SELECT chain.thing, fact.id, chain.step + 1
    FROM chain JOIN person_fact AS fact ON fact.person_id IN {{names_of_first}} AND fact.ended_by = chain.earlier
    WHERE chain.step < 1000
)
SELECT thing, earlier FROM chain WHERE step > 0

-- name: first_name
-- The name under which what person $1 has is counted: the first of theirs.
SELECT min(same.id) FROM {{names_of_first}} AS same (id)

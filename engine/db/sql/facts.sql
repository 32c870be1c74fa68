-- fragment: fact_columns
-- What the store makes a PersonFact of.
it.id, it.person_id, it.character_id, it.text, it.private, it.space_id, it.session_id, it.branch_id, it.seq, it.occurred_at,
    it.ended_at, it.ended_by, it.ended_why

-- fragment: told_facts
-- The facts about person $1, as "it", that are true now and that character $2 (null: any) may tell here, whichever of their
-- names they were kept under: all ($3), those that the person shares, and those that were said in this space ($4) where
-- everybody who can read here could read them ($5: the clauses that are covered). Every read of facts but their history goes
-- through here.
(
    SELECT fact.id, $1::bigint AS person_id, fact.person_id AS kept_under, fact.character_id, fact.text, fact.private,
        fact.space_id, fact.session_id, fact.branch_id, fact.seq, fact.occurred_at, fact.ended_at, fact.ended_by,
        fact.ended_why
    FROM person_fact AS fact
    WHERE fact.person_id IN {{names_of_first}} AND fact.ended_at IS NULL
        AND (fact.character_id IS NULL OR fact.character_id = $2 OR $2::bigint IS NULL)
        AND ($3::boolean OR NOT fact.private AND (fact.shared OR fact.learned_in = $4
            AND (fact.audience IS NULL OR fact.audience <@ $5::int[])))
) AS it

-- name: facts_of
-- What is true of a person now, oldest first.
SELECT {{fact_columns}} FROM {{told_facts}} ORDER BY it.occurred_at, it.id

-- name: facts_near
-- The facts that are nearest in meaning to vector $7 of model $6; at most $8.
SELECT {{fact_columns}}, -(vector.v <#> $7::halfvec) AS cosine
FROM {{told_facts}}
JOIN person_fact_vector AS vector ON vector.person_id = it.kept_under AND vector.fact_id = it.id AND vector.model_id = $6
ORDER BY vector.v <#> $7::halfvec, it.id
LIMIT $8

-- fragment: held_source
-- The entry a fact was said in, held as it is now: an erasure either was first and is seen, or waits and finds the fact.
held AS MATERIALIZED (
    SELECT status, audience FROM entry WHERE space_id = $5 AND session_id = $6 AND branch_id = $7 AND seq = $8 FOR SHARE
)

-- name: add_fact
-- Stores a fact; the same words from the same place are stored once, ended or not. One on the card is there once at a time.
-- What was said in an entry that has been erased is not stored. One on the card that is not private is shared.
WITH {{held_source}}
INSERT INTO person_fact (person_id, character_id, text, private, space_id, session_id, branch_id, seq, occurred_at, learned_in,
    audience, shared)
SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $5, (SELECT audience FROM held), NOT $4 AND $5 = 0 WHERE 'erased' NOT IN (SELECT status FROM held)
ON CONFLICT DO NOTHING
RETURNING id

-- name: supersede_fact
-- Stores a fact that ends fact $10 of the same person, if that is true now, under the name that it is kept under. The same
-- words from the same place may be there already: then they end it. One that is put right by hand ($5 is 0) is told where
-- the old one was.
WITH {{held_source}}, old AS MATERIALIZED (
    SELECT id, person_id, learned_in, audience, shared FROM person_fact
    WHERE person_id = ANY (ARRAY{{names_of_first}}) AND id = $10 AND ended_at IS NULL AND 'erased' NOT IN (SELECT status FROM held)
    FOR UPDATE
), there AS (
    SELECT it.id FROM person_fact AS it, old
    WHERE it.person_id = old.person_id AND it.id <> old.id AND it.ended_at IS NULL AND it.text = $3
        AND it.character_id IS NOT DISTINCT FROM $2
        AND (it.space_id, it.session_id, it.branch_id, it.seq) = ($5, $6, $7, $8)
), made AS (
    INSERT INTO person_fact (person_id, character_id, text, private, space_id, session_id, branch_id, seq, occurred_at,
        learned_in, audience, shared)
    SELECT old.person_id, $2, $3, $4, $5, $6, $7, $8, $9, CASE WHEN $5 = 0 THEN old.learned_in ELSE $5 END,
        CASE WHEN $5 = 0 THEN old.audience ELSE (SELECT audience FROM held) END, old.shared AND $5 = 0 FROM old
    ON CONFLICT DO NOTHING
    RETURNING id
), by AS (
    SELECT id FROM made UNION ALL SELECT id FROM there LIMIT 1
)
UPDATE person_fact SET ended_at = now(), ended_by = by.id, ended_why = $11
FROM by, old WHERE person_fact.person_id = old.person_id AND person_fact.id = old.id
RETURNING by.id

-- name: end_fact
-- Ends a fact that is true now, and nothing takes its place.
UPDATE person_fact SET ended_at = now(), ended_why = $3
WHERE person_id = ANY (ARRAY{{names_of_first}}) AND id = $2 AND ended_at IS NULL
RETURNING id

-- name: share_fact
-- Says whether a fact is private, or shared with every place.
UPDATE person_fact SET private = $3, shared = NOT $3 WHERE person_id = ANY (ARRAY{{names_of_first}}) AND id = $2 AND ended_at IS NULL RETURNING id

-- name: fact_history
-- A fact with what it took the place of and what took its place, oldest first.
WITH RECURSIVE chain AS (
    SELECT it.* FROM person_fact AS it WHERE it.person_id IN {{names_of_first}} AND it.id = $2
    UNION
    SELECT it.* FROM chain JOIN person_fact AS it
        ON it.person_id = chain.person_id AND (it.ended_by = chain.id OR it.id = chain.ended_by)
)
SELECT {{fact_columns}} FROM chain AS it ORDER BY it.made_at, it.id

-- name: facts_from
-- Every fact, ended or not, that was said at one of these places of a session.
SELECT {{fact_columns}} FROM person_fact AS it
JOIN unnest($3::int[], $4::bigint[]) AS said (branch_id, seq) ON it.branch_id = said.branch_id AND it.seq = said.seq
WHERE it.space_id = $1 AND it.session_id = $2
ORDER BY it.person_id, it.id

-- name: remove_facts
-- Removes facts about a person for good, with their vectors.
DELETE FROM person_fact WHERE person_id = $1 AND id = ANY ($2::bigint[])

-- name: revive_facts
-- What fact $2, which is gone for good, had taken the place of is true again.
UPDATE person_fact SET ended_at = NULL, ended_by = NULL, ended_why = NULL WHERE person_id = $1 AND ended_by = $2

-- name: facts_lacking
-- Facts that are true now and have no vector of model $1.
SELECT it.person_id, it.id, it.text FROM person_fact AS it
LEFT JOIN person_fact_vector AS vector
    ON vector.person_id = it.person_id AND vector.fact_id = it.id AND vector.model_id = $1
WHERE it.ended_at IS NULL AND vector.fact_id IS NULL
ORDER BY it.id
LIMIT $2

-- name: put_fact_vectors
-- Stores vectors of model $1 for facts that are still there.
WITH there AS MATERIALIZED (
    SELECT fact.person_id, fact.id, it.v FROM person_fact AS fact
    JOIN unnest($2::bigint[], $3::bigint[], $4::halfvec[]) AS it (person_id, id, v) USING (person_id, id)
    FOR KEY SHARE OF fact
)
INSERT INTO person_fact_vector (person_id, fact_id, model_id, v)
SELECT person_id, id, $1, v FROM there
ON CONFLICT DO NOTHING

-- name: drop_other_fact_vectors
-- Removes up to $2 vectors of facts that were made by other models than $1.
WITH old AS MATERIALIZED (
    SELECT person_id, fact_id, model_id FROM person_fact_vector WHERE model_id <> $1 LIMIT $2
)
DELETE FROM person_fact_vector AS it USING old
WHERE it.person_id = old.person_id AND it.fact_id = old.fact_id AND it.model_id = old.model_id

-- name: consent_of
-- What a person allows.
SELECT elsewhere, facts, opted_out FROM consent WHERE person_id = $1

-- name: put_consent
-- What a person allows from now on, under all their names.
INSERT INTO consent (person_id, elsewhere, facts, opted_out) SELECT same.id, $2, $3, $4 FROM {{names_of_first}} AS same (id)
ON CONFLICT (person_id) DO UPDATE
    SET elsewhere = excluded.elsewhere, facts = excluded.facts, opted_out = excluded.opted_out, set_at = now()

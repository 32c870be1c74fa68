-- fragment: for_adults
-- Whether adults alone read a "channel" of a "space": the platform says so, or it is the private place of somebody who does.
(channel.age_restricted OR space.private AND EXISTS (
    SELECT FROM person JOIN consent ON consent.person_id = person.id WHERE person.home_id = space.id AND consent.adult
))

-- name: adult_place
-- Whether adults alone read a channel ($2), and what was said of characters ($3).
SELECT space.private, {{for_adults}} AS for_adults,
    (SELECT json_object_agg(id, adult) FROM character WHERE id = ANY ($3::bigint[]) AND adult IS NOT NULL) AS said
FROM space JOIN channel ON channel.space_id = space.id WHERE space.id = $1 AND channel.id = $2

-- name: mark_adult
-- Says whether a character is for adults, and writes down who did it.
WITH marked AS (
    UPDATE character SET adult = $3 WHERE id = $2 AND adult IS DISTINCT FROM $3 RETURNING id
)
INSERT INTO audit (space_id, person_id, act, body)
SELECT $1, $4, 'adult', jsonb_build_object('character', id, 'adult', $3::boolean) FROM marked

-- name: confirm_adult
-- Notes whether a person has said, under all their names, that they are an adult.
INSERT INTO consent (person_id, adult) SELECT same.id, $2 FROM {{names_of_first}} AS same (id)
ON CONFLICT (person_id) DO UPDATE SET adult = excluded.adult, set_at = now()

-- name: adult_confirmed
-- Whether they have.
SELECT adult FROM consent WHERE person_id = $1

-- name: sights
-- What may be looked into besides session $2: the newest $4 sessions of the space in which character $3 plays and of which
-- anything is remembered, as they stand now. And whether anything of $2 is, who of $5 has facts told of them, who they
-- are under all their names, who of them lets private ones be told elsewhere, and who of those of whom there are some that
-- may not be told here was never asked. If the space is private, where else person $6 (null: nobody) talks in private,
-- under which name.
WITH RECURSIVE newest AS MATERIALIZED (
    SELECT session.id, session.touched_at FROM session
    WHERE session.space_id = $1 AND session.id <> $2 AND session.status <> 'trashed'
        AND EXISTS (
            SELECT FROM entry WHERE entry.space_id = $1 AND entry.session_id = session.id AND entry.kind = 'member'
                AND entry.character_id = $3
        )
        AND EXISTS (
            SELECT FROM word_count WHERE word_count.space_id = $1 AND word_count.session_id = session.id
                AND word_count.term = 0
        )
    ORDER BY session.touched_at DESC, session.id DESC LIMIT $4
), stood AS MATERIALIZED (
    SELECT newest.id, newest.touched_at, chosen.branch_id FROM newest CROSS JOIN LATERAL (
        SELECT stand.branch_id FROM stand
        JOIN channel ON channel.space_id = $1 AND channel.id = stand.channel_id
        WHERE stand.space_id = $1 AND stand.session_id = newest.id
        ORDER BY channel.stand_id IS NOT DISTINCT FROM stand.id DESC, stand.id DESC LIMIT 1
    ) AS chosen
), up AS (
    SELECT stood.id AS session_id, branch.id, branch.parent, branch.forked_at, coalesce(
        (SELECT max(seq) FROM entry
         WHERE entry.space_id = $1 AND entry.session_id = stood.id AND entry.branch_id = branch.id),
        branch.forked_at
    ) AS upto
    FROM stood JOIN branch ON branch.space_id = $1 AND branch.session_id = stood.id AND branch.id = stood.branch_id
    UNION ALL
    SELECT up.session_id, branch.id, branch.parent, branch.forked_at, up.forked_at
    FROM up JOIN branch ON branch.space_id = $1 AND branch.session_id = up.session_id AND branch.id = up.parent
)
SELECT
    EXISTS (
        SELECT FROM word_count WHERE word_count.space_id = $1 AND word_count.session_id = $2 AND word_count.term = 0
    ) AS own,
    (SELECT json_agg(json_build_array(it.session_id, it.segments) ORDER BY stood.touched_at DESC, stood.id DESC) FROM (
        SELECT up.session_id, json_agg(json_build_array(up.id, up.forked_at, up.upto) ORDER BY up.id) AS segments
        FROM up GROUP BY up.session_id
    ) AS it JOIN stood ON stood.id = it.session_id) AS others,
    (SELECT array_agg(who.id) FROM unnest($5::bigint[]) AS who (id) WHERE EXISTS (
        SELECT FROM person_fact WHERE person_fact.person_id IN {{circle}} AND person_fact.ended_at IS NULL
    )) AS told,
    (SELECT array_agg(DISTINCT same.id) FROM unnest($5::bigint[]) AS who (id) CROSS JOIN LATERAL {{circle}} AS same (id))
        AS here,
    (SELECT array_agg(consent.person_id) FROM consent
     WHERE consent.person_id = ANY ($5::bigint[]) AND consent.elsewhere) AS elsewhere,
    (SELECT array_agg(who.id) FROM unnest($5::bigint[]) AS who (id)
     WHERE NOT (SELECT private FROM space WHERE space.id = $1)
        AND who.id NOT IN (SELECT person_id FROM consent WHERE consent.elsewhere OR consent.opted_out)
        AND EXISTS (
            SELECT FROM person_fact WHERE person_fact.person_id IN {{circle}} AND person_fact.ended_at IS NULL
                AND person_fact.private AND (person_fact.character_id IS NULL OR person_fact.character_id = $3)
        )
        AND NOT EXISTS (SELECT FROM person WHERE person.id IN {{circle}} AND person.elsewhere_asked_at IS NOT NULL)
    ) AS unasked,
    (SELECT json_agg(json_build_array(home.id, person.id) ORDER BY home.id)
     FROM (SELECT $6::bigint AS id) AS who CROSS JOIN LATERAL {{circle}} AS same (id)
     JOIN person ON person.id = same.id AND person.id <> who.id
     JOIN space AS home ON home.id = person.home_id AND home.id <> $1 AND home.private
     WHERE (SELECT private FROM space WHERE space.id = $1)
        AND NOT EXISTS (SELECT FROM consent WHERE consent.person_id = who.id AND consent.opted_out)) AS linked

-- name: platforms_of
-- The platforms of spaces.
SELECT id, platform FROM space WHERE id = ANY ($1::bigint[])

-- name: memories_paged
-- A part of the memories of some kinds ($14) and, with $15, of those of any kind that are pinned, newest first, with $16
-- pinned ones before them; with the number of all, and with $23 how many messages there are besides. In one pass over the
-- lines. The mark is whether one comes first ($20), when it was ($21), and its number ($22).
WITH wanted AS (
    SELECT $17::bigint AS size, $18::bigint AS after, $19::text AS turn
), seen AS MATERIALIZED (
    SELECT it.session_id, it.derived_id, it.pinned AND $16::boolean AS first, it.occurred_at,
        it.kind = ANY ($14::text[]) OR it.pinned AND $15::boolean AS listed
    FROM {{whole_line}} {{recallable}}
        AND (it.kind = ANY ($14::text[]) OR $15::boolean AND it.pinned OR $23::boolean AND it.kind = 'said')
), counted AS MATERIALIZED (
    SELECT count(*) FILTER (WHERE listed) AS total, count(*) FILTER (WHERE NOT listed) AS said, CASE WHEN $19 <> '' THEN (
        SELECT count(*) FROM seen WHERE listed AND (
            (first, occurred_at, derived_id) > ($20::boolean, $21::timestamptz, $22::bigint)
            OR (first, occurred_at, derived_id) = ($20::boolean, $21::timestamptz, $22::bigint) AND $19 = '>'
        )
    ) END AS ahead FROM seen
), begins AS MATERIALIZED (
    {{page_begins}}
), best AS MATERIALIZED (
    SELECT * FROM seen WHERE listed
    ORDER BY first DESC, occurred_at DESC, derived_id DESC OFFSET (SELECT start FROM begins) LIMIT $17
), shown AS (
    SELECT {{memory_columns}} FROM (SELECT it.* FROM best {{candidate_of}}) AS it {{memory_readings}}
)
SELECT counted.total, counted.said, begins.start, shown.* FROM counted CROSS JOIN begins LEFT JOIN shown ON true
ORDER BY shown.pinned AND $16::boolean DESC, shown.occurred_at DESC, shown.id DESC

-- name: memory_uses
-- How often some memories ($3), or versions before them, were recalled for the newest $4 replies of some sessions ($2).
WITH RECURSIVE version AS (
    SELECT it AS id, it AS newest FROM unnest($3::bigint[]) AS it
    UNION
    SELECT later.derived_id, version.newest FROM version
    JOIN retired AS later ON later.space_id = $1 AND later.session_id = ANY ($2::bigint[]) AND later.by_id = version.id
        AND {{same_memory}}
)
SELECT version.newest AS id, count(*) AS uses
FROM (
    SELECT turn.facts FROM turn
    WHERE turn.space_id = $1 AND turn.session_id = ANY ($2::bigint[])
    ORDER BY turn.id DESC LIMIT $4
) AS turn CROSS JOIN jsonb_array_elements(turn.facts -> 'recalled') AS it
JOIN version ON version.id = (it ->> 1)::bigint
WHERE it ->> 0 <> 'fact'
GROUP BY 1

-- name: memory_now
-- The memory that has taken the place of memory $6 on a line; that one itself when none has.
WITH RECURSIVE chain AS (
    SELECT $6::bigint AS id, 0 AS step
    UNION ALL
    SELECT later.by_id, chain.step + 1 FROM chain CROSS JOIN LATERAL (
        SELECT it.by_id FROM retired AS it {{on_line}}
        WHERE it.derived_id = chain.id AND it.by_id IS NOT NULL
        ORDER BY it.seq DESC LIMIT 1
    ) AS later
    WHERE chain.step < 1000
)
SELECT id FROM chain ORDER BY step DESC LIMIT 1

-- name: memory_past
-- What memory $6 has taken the place of on a line, oldest first: the texts, when they ended and why.
WITH RECURSIVE chain AS (
    SELECT $6::bigint AS id, 0 AS step, NULL::int AS branch_id, NULL::bigint AS seq, '' AS reason
    UNION ALL
    SELECT earlier.derived_id, chain.step + 1, earlier.branch_id, earlier.seq, earlier.reason
    FROM chain CROSS JOIN LATERAL (
        SELECT it.derived_id, it.branch_id, it.seq, it.reason FROM retired AS it {{on_line}} WHERE it.by_id = chain.id
    ) AS earlier
    WHERE chain.step < 100
)
SELECT derived.text, entry.said_at AS ended_at, chain.reason
FROM chain JOIN derived ON derived.space_id = $1 AND derived.session_id = $2 AND derived.id = chain.id
LEFT JOIN entry ON entry.space_id = $1 AND entry.session_id = $2 AND entry.branch_id = chain.branch_id
    AND entry.seq = chain.seq
WHERE chain.step > 0
ORDER BY chain.step DESC, chain.id

-- name: garden_made
-- The memories that acts made at some places ($3 branch, $4 seq).
SELECT derived.id, memory.kind, memory.tag, memory.branch_id, memory.seq, memory.holder, derived.text, derived.body,
    memory.nth, memory.person_id, memory.character_id, memory.about, memory.people, memory.characters, memory.pinned,
    memory.occurred_at, memory.until, (
        SELECT json_agg(json_build_array(source.branch_id, source.from_seq, source.to_seq))::text FROM source
        WHERE source.space_id = $1 AND source.session_id = $2 AND source.derived_id = derived.id
    ) AS sources
FROM unnest($3::int[], $4::bigint[]) AS place (branch_id, seq)
JOIN memory ON memory.space_id = $1 AND memory.session_id = $2 AND memory.branch_id = place.branch_id
    AND memory.seq = place.seq
JOIN derived ON derived.space_id = $1 AND derived.session_id = $2 AND derived.id = memory.derived_id
ORDER BY memory.seq, derived.id

-- name: garden_ended
-- What acts ended at some places ($3 branch, $4 seq), and what took its place.
SELECT retired.derived_id, retired.branch_id, retired.seq, retired.by_id, retired.reason
FROM unnest($3::int[], $4::bigint[]) AS place (branch_id, seq)
JOIN retired ON retired.space_id = $1 AND retired.session_id = $2 AND retired.branch_id = place.branch_id
    AND retired.seq = place.seq
ORDER BY retired.seq, retired.derived_id

-- name: written_at
-- The rows of the chronicle, of the kinds $5, that people wrote by acts at some places ($3 branch, $4 seq).
SELECT {{derived_columns}}
FROM unnest($3::int[], $4::bigint[]) AS place (branch_id, seq) CROSS JOIN unnest($5::text[]) AS wanted (kind)
JOIN derived AS it ON it.space_id = $1 AND it.session_id = $2 AND it.kind = wanted.kind
    AND it.branch_id = place.branch_id AND it.seq = place.seq
WHERE it.body ? 'was'
ORDER BY it.seq, it.id

-- name: names_of_characters
-- What characters are called, whatever space they are of.
SELECT id, name FROM character WHERE id = ANY ($1::bigint[])

-- name: recalled_for
-- What was recalled for the reply that message $3 of a channel ($2) shows.
SELECT turn.facts -> 'recalled' AS recalled
FROM outbox JOIN turn ON turn.space_id = $1 AND turn.session_id = outbox.session_id AND turn.id = outbox.turn_id
WHERE outbox.space_id = $1 AND outbox.channel_id = $2 AND outbox.platform_id = $3
ORDER BY outbox.id DESC LIMIT 1

-- fragment: whole_line
-- The lines of all sights, as "line": a row for each stretch, with what may be seen there. The arguments of every read of
-- memories: $1 space; $2 sessions, one a sight; $3 branch, $4 after, $5 upto and $6 sight of each stretch; $7 tags (null:
-- any) and $8 only by whom (null: anybody) of each sight; $9 the character; $10 who is here; $11 and $12 the time;
-- $13 the clauses that each reader here meets (null: all).
(
    SELECT ($2::bigint[])[sight] AS session_id, branch_id, after, upto, sight, ($7::text[])[sight]::text[] AS tags,
        ($8::bigint[])[sight] AS only_by
    FROM unnest($3::int[], $4::bigint[], $5::bigint[], $6::int[]) AS line (branch_id, after, upto, sight)
    OFFSET 0
) AS line

-- fragment: recallable
-- The memories, as "it", that may be recalled: on the stretches "line", which come before. Every read of memories goes
-- through here. They lie there and no retirement that lies there names them; the character holds them or was there; and
-- everybody who can read here could read all that they were made from (their clauses are all covered), or everyone who
-- wrote them and everyone they are about lets them be told elsewhere. In other sessions than the first everyone of these is
-- here or lets it. What a character said belongs to those who were there; what belongs to nobody stays where it is.
-- The columns and the order are those of the index, which keeps the server on it, whatever it believes about a new table.
CROSS JOIN LATERAL (
    SELECT memory.session_id, memory.derived_id, memory.kind, memory.tag, memory.holder, memory.branch_id, memory.seq,
        memory.nth, memory.person_id, memory.character_id, memory.about, memory.people, memory.characters, memory.pinned,
        memory.occurred_at, memory.until, memory.words, memory.audience
    FROM memory
    WHERE memory.space_id = $1 AND memory.session_id = line.session_id AND memory.branch_id = line.branch_id
        AND memory.seq > line.after AND memory.seq <= line.upto
    ORDER BY memory.seq
) AS it
WHERE (line.tags IS NULL OR it.tag = ANY (line.tags))
    AND (it.holder = $9 OR $9 = ANY (it.characters))
    AND (line.only_by IS NULL OR it.person_id = line.only_by)
    AND ($12::timestamptz IS NULL OR it.occurred_at < $12)
    AND ($11::timestamptz IS NULL OR it.occurred_at >= $11 OR it.until > $11)
    AND (it.audience IS NULL OR $13::int[] IS NULL OR it.audience <@ $13 OR (
        SELECT bool_and(concerned.id IN (SELECT person_id FROM consent WHERE elsewhere)) FROM {{concerned}}
    ))
    AND (line.sight = 1 OR (
        SELECT bool_and(concerned.id = ANY ($10::bigint[]) OR concerned.id IN (SELECT person_id FROM consent WHERE elsewhere))
        FROM {{concerned}}
    ))
    AND it.derived_id NOT IN (
        SELECT ended.derived_id FROM {{whole_line}} CROSS JOIN LATERAL (
            SELECT retired.derived_id FROM retired
            WHERE retired.space_id = $1 AND retired.session_id = line.session_id AND retired.branch_id = line.branch_id
                AND retired.seq > line.after AND retired.seq <= line.upto
            ORDER BY retired.seq
        ) AS ended
    )

-- fragment: concerned
-- Who a memory, as "it", belongs to: who wrote it and whom it is about; what a character said, to those who were there.
unnest(CASE WHEN it.person_id IS NULL THEN it.about || it.people ELSE it.about || it.person_id END) AS concerned (id)

-- fragment: candidate_columns
-- What the store makes a Candidate of, in the order of its fields; cosine, bm25 and pinned follow.
it.derived_id, it.session_id, it.tag, it.nth, it.person_id, it.character_id, it.occurred_at, it.words

-- fragment: candidate_of
-- Beside the best ones, as "best", their rows.
CROSS JOIN LATERAL (
    SELECT memory.* FROM memory
    WHERE memory.space_id = $1 AND memory.session_id = best.session_id AND memory.derived_id = best.derived_id
    OFFSET 0
) AS it

-- fragment: memory_topic
-- What a memory, as "it" beside "derived", is about in a few words; a version of one keeps what the one before had.
coalesce(derived.body ->> 'topic', (
        SELECT topic.text FROM derived AS topic
        WHERE topic.space_id = $1 AND topic.session_id = it.session_id AND topic.kind = 'topic' AND topic.holder = it.holder
            AND topic.branch_id = it.branch_id AND topic.seq = it.seq AND topic.from_seq = derived.from_seq
        LIMIT 1
    ))

-- fragment: memory_columns
-- What the store makes a Memory of. People are called what they are called in their stories.
it.derived_id AS id, it.session_id, it.kind, it.tag, it.branch_id, it.seq, it.holder, derived.text, it.occurred_at,
    it.until, derived.from_seq, derived.to_seq, it.nth, it.person_id, it.character_id,
    coalesce(played.name, person.name, speaker.name, '') AS speaker, it.about, it.pinned, derived.body,
    (
        SELECT json_agg(json_build_array(source.branch_id, source.from_seq, source.to_seq)
            ORDER BY source.branch_id, source.from_seq)::text
        FROM source WHERE source.space_id = $1 AND source.session_id = it.session_id AND source.derived_id = it.derived_id
    ) AS sources,
    {{memory_topic}} AS topic

-- fragment: memory_readings
-- Beside memories, as "it", with what reading them takes.
JOIN derived ON derived.space_id = $1 AND derived.session_id = it.session_id AND derived.id = it.derived_id
    LEFT JOIN person ON person.id = it.person_id
    LEFT JOIN chat_persona AS worn
        ON worn.space_id = $1 AND worn.session_id = it.session_id AND worn.person_id = person.id
    CROSS JOIN (SELECT $1::bigint AS space_id, coalesce($13::int[], '{}') AS covered) AS chat
    {{persona_told}}
    LEFT JOIN character AS speaker ON speaker.id = it.character_id

-- name: remember
-- Stores memories with their sources and words; a second try finds them there and changes and counts nothing. Nothing is
-- made from entries that have been erased: the entries are held, as they are now, so that an erasure either was first and
-- is seen, or waits and finds what was made.
WITH RECURSIVE stretches AS (
    SELECT it.number, branch.id AS branch_id, branch.parent, branch.forked_at, it.from_seq, it.to_seq
    FROM unnest($23::int[], $24::int[], $25::bigint[], $26::bigint[]) AS it (number, branch_id, from_seq, to_seq)
    JOIN branch ON branch.space_id = $1 AND branch.session_id = $2 AND branch.id = it.branch_id
    UNION ALL
    SELECT it.number, branch.id, branch.parent, branch.forked_at, it.from_seq, least(it.to_seq, it.forked_at)
    FROM stretches AS it
    JOIN branch ON branch.space_id = $1 AND branch.session_id = $2 AND branch.id = it.parent
    WHERE it.from_seq <= it.forked_at
), held AS MATERIALIZED (
    SELECT stretches.number, it.status, it.audience FROM stretches CROSS JOIN LATERAL (
        SELECT status, audience FROM entry
        WHERE space_id = $1 AND session_id = $2 AND branch_id = stretches.branch_id
            AND seq BETWEEN greatest(stretches.from_seq, stretches.forked_at + 1) AND stretches.to_seq
        ORDER BY seq FOR SHARE
    ) AS it
), heard AS (
    SELECT held.number, array_agg(DISTINCT clause.id ORDER BY clause.id) AS audience
    FROM (
        SELECT held.number, held.audience FROM held
        UNION ALL
        SELECT placed.number, entry.audience FROM unnest($5::int[], $6::bigint[]) WITH ORDINALITY AS placed (branch_id, seq, number)
        JOIN entry ON entry.space_id = $1 AND entry.session_id = $2 AND entry.branch_id = placed.branch_id
            AND entry.seq = placed.seq
    ) AS held CROSS JOIN LATERAL unnest(held.audience) AS clause (id) GROUP BY held.number
), new AS MATERIALIZED (
    SELECT nextval(pg_get_serial_sequence('derived', 'id')) AS id, it.* FROM ROWS FROM (
        unnest($3::text[]), unnest($4::text[]), unnest($5::int[]), unnest($6::bigint[]), unnest($7::bigint[]),
        unnest($8::bigint[]), unnest($9::bigint[]), unnest($10::int[]), unnest($11::text[]), unnest($12::jsonb[]),
        unnest($13::int[]), unnest($14::bigint[]), unnest($15::bigint[]), unnest($16::text[]), unnest($17::text[]),
        unnest($18::text[]), unnest($19::boolean[]), unnest($20::timestamptz[]), unnest($21::timestamptz[]),
        unnest($22::int[])
    ) WITH ORDINALITY AS it (
        kind, tag, branch_id, seq, holder, from_seq, to_seq, n, text, body, nth, person_id, character_id, about, people,
        characters, pinned, occurred_at, until, words, number
    )
), made AS (
    INSERT INTO derived (space_id, session_id, id, kind, branch_id, seq, holder, from_seq, to_seq, n, text, body, audience)
    OVERRIDING SYSTEM VALUE
    SELECT $1, $2, id, kind, branch_id, seq, holder, from_seq, to_seq, n, text, body, audience
    FROM new LEFT JOIN heard USING (number)
    WHERE number NOT IN (SELECT number FROM held WHERE status = 'erased')
    ORDER BY number
    ON CONFLICT (space_id, session_id, kind, holder, branch_id, from_seq, to_seq, n) DO NOTHING
    RETURNING id, audience
), kept AS MATERIALIZED (
    SELECT new.*, made.audience FROM new JOIN made USING (id)
), sources AS (
    INSERT INTO source (space_id, session_id, derived_id, branch_id, from_seq, to_seq)
    SELECT $1, $2, kept.id, it.branch_id, it.from_seq, it.to_seq
    FROM unnest($23::int[], $24::int[], $25::bigint[], $26::bigint[]) AS it (number, branch_id, from_seq, to_seq)
    JOIN kept USING (number)
), memories AS (
    INSERT INTO memory (space_id, session_id, derived_id, kind, tag, holder, branch_id, seq, nth, person_id, character_id,
        about, people, characters, pinned, occurred_at, until, words, audience)
    SELECT $1, $2, id, kind, tag, holder, branch_id, seq, nth, person_id, character_id,
        about::bigint[], people::bigint[], characters::bigint[], pinned, occurred_at, until, words, audience
    FROM kept
), said AS MATERIALIZED (
    SELECT kept.id, it.term, it.times, kept.words FROM unnest($27::int[], $28::int[], $29::smallint[]) AS it (number, term, times)
    JOIN kept USING (number)
), words AS (
    INSERT INTO word (space_id, session_id, term, derived_id, times, words)
    SELECT $1, $2, term, id, times, words FROM said
), counted AS (
    INSERT INTO word_count AS it (space_id, session_id, term, memories, times)
    SELECT $1, $2, term, count(*), sum(times) FROM said GROUP BY term
    UNION ALL
    SELECT $1, $2, 0, count(*), sum(words) FROM kept HAVING count(*) > 0
    ORDER BY 3
    ON CONFLICT (space_id, session_id, term) DO UPDATE
    SET memories = it.memories + excluded.memories, times = it.times + excluded.times
)
SELECT made.id FROM new LEFT JOIN made USING (id) ORDER BY new.number

-- name: memory_like
-- The id of a memory that was stored before, by what it was made from.
SELECT id FROM derived
WHERE space_id = $1 AND session_id = $2 AND kind = $3 AND holder = $4 AND branch_id = $5 AND from_seq = $6 AND to_seq = $7
    AND n = $8

-- name: topic_kept
-- What a memory ($3) is about in a few words, where another version of it says the same text ($4).
SELECT {{memory_topic}} FROM memory AS it
JOIN derived ON derived.space_id = $1 AND derived.session_id = $2 AND derived.id = it.derived_id
WHERE it.space_id = $1 AND it.session_id = $2 AND it.derived_id = $3 AND derived.text = $4

-- name: replace_memory
-- Ends a memory ($3) at a place ($5, $6), another one ($4) takes its place; when it says the same it has its vectors too.
WITH ended AS (
    INSERT INTO retired (space_id, session_id, derived_id, branch_id, seq, by_id, reason)
    VALUES ($1, $2, $3, $5, $6, $4, $7)
    ON CONFLICT DO NOTHING
)
INSERT INTO memory_vector (space_id, session_id, derived_id, model_id, v)
SELECT $1, $2, $4, model_id, v FROM memory_vector
WHERE space_id = $1 AND session_id = $2 AND derived_id = $3 AND (
    SELECT count(DISTINCT text) FROM derived WHERE space_id = $1 AND session_id = $2 AND id IN ($3, $4)
) = 1
ON CONFLICT DO NOTHING

-- name: memories_worded
-- The memories that answer words best, by BM25: $14 words with their weights $15; $16 k1, $17 b; at most $18. Words that
-- stand in more than 30 % of the memories, and in more than 50, say nothing and are not looked up.
WITH counted AS (
    SELECT coalesce(sum(memories), 0)::float8 AS memories, coalesce(sum(times), 0)::float8 AS times FROM word_count
    WHERE space_id = $1 AND session_id = ANY ($2::bigint[]) AND term = 0
), asked AS MATERIALIZED (
    SELECT it.term, it.number - 1 AS number,
        it.weight * ln(1 + (counted.memories - found.memories + 0.5) / (found.memories + 0.5)) AS weight,
        $16::float8 * $17::float8 * counted.memories / greatest(counted.times, 1) AS by_length
    FROM counted, unnest($14::int[], $15::float8[]) WITH ORDINALITY AS it (term, weight, number) CROSS JOIN LATERAL (
        SELECT sum(memories)::float8 AS memories FROM word_count
        WHERE space_id = $1 AND session_id = ANY ($2::bigint[]) AND word_count.term = it.term
        OFFSET 0
    ) AS found
    WHERE found.memories > 0 AND NOT (found.memories > 50 AND found.memories > counted.memories * 0.3)
), best AS MATERIALIZED (
    SELECT hit.session_id, hit.derived_id,
        sum(asked.weight * hit.times * ($16::float8 + 1)
            / (hit.times + $16::float8 * (1 - $17::float8) + asked.by_length * hit.words)) AS bm25,
        array_agg(asked.number) AS numbers, array_agg(hit.times) AS times
    FROM asked CROSS JOIN LATERAL (
        SELECT word.session_id, word.derived_id, word.times, word.words FROM word
        WHERE word.space_id = $1 AND word.session_id = ANY ($2::bigint[]) AND word.term = asked.term
        OFFSET 0
    ) AS hit
    WHERE (hit.derived_id IN (SELECT it.derived_id FROM {{whole_line}} {{recallable}})) IS TRUE
    GROUP BY 1, 2
    ORDER BY bm25 DESC, 2 DESC
    LIMIT $18
)
SELECT derived_id, bm25, numbers, times FROM best ORDER BY bm25 DESC, derived_id DESC

-- name: memory_candidates
-- What the order of finds goes by, of memories ($3) that a search through "recallable" has just found in sessions ($2). In
-- one pass for all: a join with what was found is planned as one look at the whole session for each on a new table.
SELECT {{candidate_columns}}, it.pinned FROM memory AS it
WHERE it.space_id = $1 AND it.session_id = ANY ($2::bigint[]) AND it.derived_id = ANY ($3::bigint[])

-- name: any_memory
-- Whether any of some sessions ($2) has a memory of a kind ($3).
SELECT EXISTS (
    SELECT FROM unnest($2::bigint[]) AS looked_at (session_id) CROSS JOIN LATERAL (
        SELECT FROM derived WHERE space_id = $1 AND session_id = looked_at.session_id AND kind = $3 LIMIT 1
    ) AS it
)

-- name: word_weights
-- How much words ($3, with weights $4) tell in some sessions ($2), in the order asked; those that are too common, nothing.
-- With how many words a memory has there on average.
WITH counted AS (
    SELECT coalesce(sum(memories), 0)::float8 AS memories, coalesce(sum(times), 0)::float8 AS times FROM word_count
    WHERE space_id = $1 AND session_id = ANY ($2::bigint[]) AND term = 0
)
SELECT it.weight * CASE WHEN found.memories > 50 AND found.memories > counted.memories * 0.3 THEN 0
        ELSE ln(1 + (counted.memories - found.memories + 0.5) / (found.memories + 0.5)) END AS weight,
    counted.times / greatest(counted.memories, 1) AS mean_words
FROM counted, unnest($3::int[], $4::float8[]) WITH ORDINALITY AS it (term, weight, number) CROSS JOIN LATERAL (
    SELECT coalesce(sum(memories), 0)::float8 AS memories FROM word_count
    WHERE space_id = $1 AND session_id = ANY ($2::bigint[]) AND word_count.term = it.term
    OFFSET 0
) AS found
ORDER BY it.number

-- fragment: nearest
-- The memories that are nearest in meaning to vector $15 of model $14, by an exact search; at most $16. What the search is
-- to hold to besides comes next.
WITH best AS MATERIALIZED (
    SELECT it.session_id, it.derived_id, -(it.v <#> $15::halfvec) AS cosine
    FROM unnest($2::bigint[]) AS looked_at (session_id) CROSS JOIN LATERAL (
        SELECT vector.session_id, vector.derived_id, vector.v FROM memory_vector AS vector
        WHERE vector.space_id = $1 AND vector.session_id = looked_at.session_id AND vector.model_id = $14

-- fragment: nearest_first
-- The end of a search begun by "nearest". The order is that of the index.
        ORDER BY vector.derived_id
    ) AS it
    WHERE (it.derived_id IN (SELECT it.derived_id FROM {{whole_line}} {{recallable}})) IS TRUE
    ORDER BY it.v <#> $15::halfvec
    LIMIT $16
)
SELECT derived_id, cosine FROM best ORDER BY cosine DESC, derived_id DESC

-- name: memories_near
-- The memories that are nearest in meaning to a vector, from the index that holds vectors of that size.
{{nearest}} AND vector_dims(vector.v) <= 1280 {{nearest_first}}

-- name: memories_near_wide
-- The memories that are nearest in meaning to a vector that is too wide for the index.
{{nearest}} {{nearest_first}}

-- name: memories_within
-- The first $14 memories by time, with the number of all.
SELECT {{candidate_columns}}, NULL::float8 AS cosine, 0::float8 AS bm25, it.pinned, count(*) OVER () AS total
FROM {{whole_line}} {{recallable}}
ORDER BY it.occurred_at, it.derived_id
LIMIT $14

-- name: memories_told
-- Memories with their texts, by time; of more than $14 as many from every part of the time. Pages of the diary count apart.
-- With the number of all lines and of all pages.
WITH seen AS MATERIALIZED (
    SELECT it.*, count(*) OVER its AS total, row_number() OVER (its ORDER BY it.occurred_at, it.derived_id) AS number
    FROM {{whole_line}} {{recallable}}
    WINDOW its AS (PARTITION BY it.kind = 'diary')
)
SELECT {{memory_columns}}, it.total FROM seen AS it {{memory_readings}}
WHERE it.number * $14 / it.total > (it.number - 1) * $14 / it.total
ORDER BY it.occurred_at, it.derived_id

-- name: memories_holding
-- The $15 newest memories whose texts are like all patterns ($14).
WITH told AS MATERIALIZED (
    SELECT derived.id FROM derived
    WHERE derived.space_id = $1 AND derived.session_id = ANY ($2::bigint[]) AND derived.text LIKE ALL ($14::text[])
)
SELECT it.derived_id, it.occurred_at FROM {{whole_line}} {{recallable}} AND it.derived_id IN (SELECT told.id FROM told)
ORDER BY it.occurred_at DESC, it.derived_id DESC
LIMIT $15

-- name: memories_read
-- Memories by id, in one pass over the lines: narrowed to the places of these few first, a server with statistics of many
-- small sessions planned a pass for each of them, a second and more.
WITH seen AS MATERIALIZED (
    SELECT it.* FROM {{whole_line}} {{recallable}} AND it.derived_id = ANY ($14::bigint[])
)
SELECT {{memory_columns}} FROM seen AS it {{memory_readings}}

-- name: memories_listed
-- A page of memories of some kinds ($14), or of these alone ($15): pinned first, then newest first; the number of all.
WITH seen AS MATERIALIZED (
    SELECT it.session_id, it.derived_id, it.pinned, it.occurred_at FROM {{whole_line}} {{recallable}}
        AND it.kind = ANY ($14::text[]) AND ($15::bigint[] IS NULL OR it.derived_id = ANY ($15::bigint[]))
), best AS MATERIALIZED (
    SELECT * FROM seen ORDER BY pinned DESC, occurred_at DESC, derived_id DESC OFFSET $16 LIMIT $17
), shown AS (
    SELECT {{memory_columns}} FROM (SELECT it.* FROM best {{candidate_of}}) AS it {{memory_readings}}
)
SELECT counted.total, shown.* FROM (SELECT count(*) AS total FROM seen) AS counted LEFT JOIN shown ON true
ORDER BY shown.pinned DESC, shown.occurred_at DESC, shown.id DESC

-- name: memory_ids
-- The memories of some kinds ($14) and those of any kind that are pinned.
SELECT it.derived_id FROM {{whole_line}} {{recallable}} AND (it.kind = ANY ($14::text[]) OR it.pinned)

-- name: memories_counted
-- How many memories there are of each kind.
SELECT it.kind, count(*) AS memories FROM {{whole_line}} {{recallable}} GROUP BY it.kind

-- fragment: same_memory
-- "later" ended a memory by another version of it.
later.by_id IS NOT NULL AND later.reason = ANY ('{pinned,edited,corrected,shown}'::text[])

-- name: memories_as_stars
-- The newest $15 memories and the pinned ones, with their vectors of model $14 and how often they, or versions before them,
-- were recalled.
WITH RECURSIVE seen AS MATERIALIZED (
    SELECT it.session_id, it.derived_id, it.kind, it.occurred_at, it.pinned FROM {{whole_line}} {{recallable}}
), shown AS MATERIALIZED (
    SELECT * FROM seen WHERE pinned
    UNION
    (SELECT * FROM seen ORDER BY occurred_at DESC, derived_id DESC LIMIT $15)
), told AS (
    SELECT turn.session_id, (it ->> 1)::bigint AS id, count(*) AS uses
    FROM turn CROSS JOIN jsonb_array_elements(turn.facts -> 'recalled') AS it
    WHERE turn.space_id = $1 AND turn.session_id = ANY ($2::bigint[]) AND it ->> 0 <> 'fact'
    GROUP BY 1, 2
), version AS (
    SELECT * FROM told
    UNION ALL
    SELECT later.session_id, later.by_id, version.uses FROM version
    JOIN retired AS later ON later.space_id = $1 AND later.session_id = version.session_id
        AND later.derived_id = version.id AND {{same_memory}}
), used AS (
    SELECT session_id, id, sum(uses)::bigint AS uses FROM version GROUP BY 1, 2
)
SELECT it.derived_id AS id, it.kind, derived.text, it.occurred_at, it.pinned, vector.v, coalesce(used.uses, 0) AS uses
FROM shown AS it
JOIN derived ON derived.space_id = $1 AND derived.session_id = it.session_id AND derived.id = it.derived_id
LEFT JOIN memory_vector AS vector ON vector.space_id = $1 AND vector.session_id = it.session_id
    AND vector.derived_id = it.derived_id AND vector.model_id = $14
LEFT JOIN used ON used.session_id = it.session_id AND used.id = it.derived_id
ORDER BY it.occurred_at DESC, it.derived_id DESC

-- name: model_number
-- The number of an embedding model; a new one gets the next, and so does one that gives vectors of another size.
WITH made AS (
    INSERT INTO embedding_model (name, dims) SELECT $1, $2
    WHERE NOT EXISTS (SELECT FROM embedding_model WHERE name = $1 AND dims = $2)
    ON CONFLICT (name, dims) DO UPDATE SET dims = embedding_model.dims
    RETURNING id
)
SELECT id FROM embedding_model WHERE name = $1 AND dims = $2 UNION ALL SELECT id FROM made

-- fragment: message_before
-- The message that was said before a moment, "at", in the same talk: its text as it reads now.
(
    SELECT entry.branch_id, entry.seq, coalesce((
        SELECT revision.text FROM entry AS revision
        WHERE revision.space_id = $1 AND revision.session_id = $2 AND revision.kind = 'revision'
            AND revision.target_seq = entry.seq
        ORDER BY revision.seq DESC LIMIT 1
    ), entry.text) AS text
    FROM (
        SELECT * FROM entry
        WHERE entry.space_id = $1 AND entry.session_id = $2 AND entry.branch_id = at.branch_id
            AND entry.seq < at.seq AND entry.kind = 'message'
        ORDER BY entry.seq DESC LIMIT 1
    ) AS entry
    WHERE entry.status <> 'erased' AND entry.said_at > at.moment - interval '6 hours'
)

-- fragment: talk_before
-- Beside a memory, as "it", the message that was said before it in the same talk, as "before". A vector is made of both.
LEFT JOIN LATERAL (
    SELECT source.branch_id, source.from_seq AS seq, it.occurred_at AS moment
    FROM derived JOIN source ON source.space_id = $1 AND source.session_id = $2 AND source.derived_id = derived.id
    WHERE derived.space_id = $1 AND derived.session_id = $2 AND derived.id = it.derived_id AND derived.kind = 'said'
    LIMIT 1
) AS at ON true
LEFT JOIN LATERAL {{message_before}} AS before ON true

-- name: memories_lacking
-- Memories of a session without a vector of model $3, newest first, each with what was said before it.
SELECT it.derived_id, derived.text, coalesce(before.text, '') AS before, before.branch_id, before.seq FROM (
    SELECT memory.derived_id, memory.occurred_at FROM memory
    LEFT JOIN memory_vector AS vector ON vector.space_id = $1 AND vector.session_id = $2
        AND vector.derived_id = memory.derived_id AND vector.model_id = $3
    WHERE memory.space_id = $1 AND memory.session_id = $2 AND vector.derived_id IS NULL
    ORDER BY memory.derived_id DESC LIMIT $4
) AS it
JOIN derived ON derived.space_id = $1 AND derived.session_id = $2 AND derived.id = it.derived_id
{{talk_before}}
ORDER BY it.derived_id DESC

-- name: hold_entries
-- Keeps entries from being changed until the transaction ends.
SELECT seq FROM entry JOIN unnest($3::int[], $4::bigint[]) AS wanted (branch_id, seq) USING (branch_id, seq)
WHERE space_id = $1 AND session_id = $2
FOR SHARE OF entry

-- name: read_before
-- What was said before some memories ($3), as it reads now.
SELECT it.derived_id, coalesce(before.text, '') AS before FROM memory AS it
{{talk_before}}
WHERE it.space_id = $1 AND it.session_id = $2 AND it.derived_id = ANY ($3::bigint[])

-- name: sessions_lacking
-- Sessions with memories that have no vector of model $1.
SELECT DISTINCT memory.space_id, memory.session_id FROM memory
LEFT JOIN memory_vector AS vector ON vector.space_id = memory.space_id AND vector.session_id = memory.session_id
    AND vector.derived_id = memory.derived_id AND vector.model_id = $1
WHERE vector.derived_id IS NULL
LIMIT $2

-- name: put_vectors
-- Stores vectors of model $3 for memories that are still there.
WITH there AS MATERIALIZED (
    SELECT memory.derived_id FROM memory
    WHERE space_id = $1 AND session_id = $2 AND derived_id = ANY ($4::bigint[])
    FOR KEY SHARE
)
INSERT INTO memory_vector (space_id, session_id, derived_id, model_id, v)
SELECT $1, $2, it.id, $3, it.v FROM unnest($4::bigint[], $5::halfvec[]) AS it (id, v)
JOIN there ON there.derived_id = it.id
ON CONFLICT DO NOTHING

-- name: drop_other_vectors
-- Removes up to $2 vectors of memories that were made by other models than $1.
WITH old AS MATERIALIZED (
    SELECT space_id, session_id, derived_id, model_id FROM memory_vector WHERE model_id <> $1 LIMIT $2
)
DELETE FROM memory_vector AS it USING old
WHERE it.space_id = old.space_id AND it.session_id = old.session_id AND it.derived_id = old.derived_id
    AND it.model_id = old.model_id

-- name: remembered
-- How far a kind of background work has read each branch of a session.
SELECT branch_id, seq FROM remembered WHERE space_id = $1 AND session_id = $2 AND kind = $3

-- name: advance_remembered
-- A kind of background work has read a branch up to a seq; never less than before.
INSERT INTO remembered AS it (space_id, session_id, kind, branch_id, seq) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (space_id, session_id, kind, branch_id) DO UPDATE SET seq = greatest(it.seq, excluded.seq)

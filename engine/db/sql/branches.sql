-- fragment: branches_seen
-- Branches, given as "chosen", as people see them: how much was said on each, its last words, those before it begins, and
-- whether another place than the one on branch $5 stands on it.
SELECT chosen.id, chosen.parent, chosen.forked_at, chosen.reason, chosen.created_at, chosen.name,
    chosen.archived_at IS NOT NULL AS archived, said.messages, coalesce(latest.text, '') AS preview,
    coalesce(before.text, '') AS after, EXISTS (
        SELECT FROM stand WHERE stand.space_id = $1 AND stand.session_id = $2 AND stand.branch_id = chosen.id
            AND chosen.id <> $5::integer
    ) AS elsewhere
FROM chosen
CROSS JOIN LATERAL (
    SELECT count(*) AS messages FROM entry AS it
    WHERE it.space_id = $1 AND it.session_id = $2 AND it.branch_id = chosen.id AND it.kind = 'message'
        AND it.status <> 'erased'
) AS said
LEFT JOIN LATERAL (
    SELECT left(it.text, 200) AS text FROM entry AS it
    WHERE it.space_id = $1 AND it.session_id = $2 AND it.branch_id = chosen.id AND it.kind = 'message'
        AND it.status <> 'erased'
    ORDER BY it.seq DESC LIMIT 1
) AS latest ON true
LEFT JOIN LATERAL (
    SELECT {{said_before}} AS text FROM (SELECT chosen.parent, chosen.forked_at) AS branch
) AS before ON true

-- fragment: branch_row
-- Branches of a session, given as "numbers" of them: their rows.
SELECT branch.* FROM branch WHERE branch.space_id = $1 AND branch.session_id = $2 AND branch.id = ANY (ARRAY (
    SELECT id FROM numbers
))

-- fragment: branches_meant
-- The branches of a session that are shown, or, with $3, those that were put away; whose name fits a pattern ($4).
branch WHERE space_id = $1 AND session_id = $2 AND (archived_at IS NOT NULL) = $3::boolean
    AND ($4 = '%%' OR name ILIKE $4)

-- name: branch_list
-- A part of them: the one that is stood on ($5) first, then the newest; with the number of all. The mark is the number of
-- one ($9).
WITH wanted AS (
    SELECT $6::bigint AS size, $7::bigint AS after, $8::text AS turn
), counted AS MATERIALIZED (
    SELECT (SELECT count(*) FROM {{branches_meant}}) AS total, CASE WHEN $8 <> '' THEN (
        SELECT count(*) FROM {{branches_meant}} AND (
            CASE WHEN $9::bigint = $5::integer THEN false ELSE id = $5::integer OR id > $9::bigint END
            OR id = $9::bigint AND $8 = '>'
        )
    ) END AS ahead
), begins AS MATERIALIZED (
    {{page_begins}}
), numbers AS (
    SELECT id FROM {{branches_meant}}
    ORDER BY (id = $5::integer) DESC, id DESC OFFSET (SELECT start FROM begins) LIMIT $6
), chosen AS MATERIALIZED (
    {{branch_row}}
), shown AS (
    {{branches_seen}}
)
SELECT counted.total, begins.start, shown.* FROM counted CROSS JOIN begins LEFT JOIN shown ON true
ORDER BY (shown.id = $5::integer) DESC, shown.id DESC

-- name: branches_called
-- Those that a number ($6) or a name ($7) may mean, shown or put away: the one with that number first. $3: the pattern ($4)
-- needs no more than the letters of ASCII folded, which is quicker.
WITH numbers AS (
    (
        SELECT id FROM branch
        WHERE space_id = $1 AND session_id = $2 AND name <> ''
            AND CASE WHEN $3::boolean THEN name COLLATE "C" ILIKE $4 ELSE name ILIKE $4 END
        ORDER BY (length(name) = length($7) AND lower(name) = lower($7)) DESC, id DESC LIMIT $8
    ) UNION (
        SELECT id FROM branch WHERE space_id = $1 AND session_id = $2 AND id = $6::bigint
    )
), chosen AS MATERIALIZED (
    {{branch_row}}
)
{{branches_seen}}
ORDER BY (chosen.id = $6::bigint) DESC NULLS LAST, (lower(chosen.name) = lower($7)) DESC, chosen.id DESC

-- name: branch_undone
-- Behind which seq a branch begins that an undo has made in the last $4 seconds.
SELECT forked_at FROM branch
WHERE space_id = $1 AND session_id = $2 AND id = $3 AND reason = 'undo'
    AND created_at > now() - make_interval(secs => $4::integer)

-- fragment: said_before
-- The last words before "branch" begins, on whichever branch they lie; null where there are none.
(
    WITH RECURSIVE up AS (
        SELECT branch.parent AS id, branch.forked_at AS upto
        UNION ALL
        SELECT above.parent, least(above.forked_at, up.upto) FROM up
        CROSS JOIN LATERAL (
            SELECT it.parent, it.forked_at FROM branch AS it
            WHERE it.space_id = $1 AND it.session_id = $2 AND it.id = up.id LIMIT 1
        ) AS above
        WHERE NOT EXISTS (
            SELECT FROM entry AS it
            WHERE it.space_id = $1 AND it.session_id = $2 AND it.branch_id = up.id AND it.seq <= up.upto
                AND it.kind = 'message' AND it.status <> 'erased'
        )
    )
    SELECT left(it.text, 200) FROM up
    JOIN entry AS it ON it.space_id = $1 AND it.session_id = $2 AND it.branch_id = up.id AND it.seq <= up.upto
        AND it.kind = 'message' AND it.status <> 'erased'
    ORDER BY it.seq DESC LIMIT 1
)

-- name: branch_tree
-- Every branch of a session, first to last, and where each begins; as two arrays, for there may be many.
SELECT coalesce(array_agg(id ORDER BY id), '{}') AS numbers, coalesce(array_agg(parent ORDER BY id), '{}') AS parents
FROM branch WHERE space_id = $1 AND session_id = $2

-- name: branch_nodes
-- The branches of a session, or these of them ($3), with as little of each as a tree shows.
SELECT branch.id, branch.parent, branch.forked_at, branch.name, branch.archived_at IS NOT NULL AS archived,
    (SELECT count(*) FROM entry AS it
     WHERE it.space_id = $1 AND it.session_id = $2 AND it.branch_id = branch.id AND it.kind = 'message'
         AND it.status <> 'erased') AS messages,
    coalesce((SELECT left(it.text, 60) FROM entry AS it
     WHERE it.space_id = $1 AND it.session_id = $2 AND it.branch_id = branch.id AND it.kind = 'message'
         AND it.status <> 'erased'
     ORDER BY it.seq DESC LIMIT 1), '') AS preview,
    CASE WHEN NOT EXISTS (
        SELECT FROM entry AS it
        WHERE it.space_id = $1 AND it.session_id = $2 AND it.branch_id = branch.id AND it.kind = 'message'
            AND it.status <> 'erased'
    ) THEN {{said_before}} END AS after
FROM branch WHERE branch.space_id = $1 AND branch.session_id = $2
    AND ($3::integer[] IS NULL OR branch.id = ANY ($3::integer[]))
ORDER BY branch.id

-- name: name_branch
-- Gives a branch a name.
UPDATE branch SET name = $4, named_by = $5 WHERE space_id = $1 AND session_id = $2 AND id = $3 RETURNING id

-- name: put_branch
-- Puts a branch away, or shows it again.
UPDATE branch SET archived_at = CASE WHEN $4::boolean THEN now() END
WHERE space_id = $1 AND session_id = $2 AND id = $3 RETURNING id

-- name: stand_elsewhere
-- A stand of a session in another channel of its space, on a branch of its own; the channel turns to it.
WITH stood AS (
    INSERT INTO stand (space_id, session_id, channel_id, branch_id) VALUES ($1, $2, $3, $4) RETURNING id
), turned AS (
    UPDATE channel SET stand_id = (SELECT id FROM stood) WHERE space_id = $1 AND id = $3
)
SELECT id FROM stood

-- name: parted
-- What of the derived rows, but for the messages themselves, is live on one line and not on another: $3 to $5 are the
-- stretch of the one behind the place where they part, $6 to $8 that of the other, $9 to $11 the line before it. What ended
-- is looked up in the order of its index, which keeps a server without statistics on it. What needs
-- more than the clauses $12, which each reader meets, is left out.
WITH ended AS MATERIALIZED (
    SELECT it.derived_id FROM unnest($3::int[], $4::bigint[], $5::bigint[]) AS line (branch_id, after, upto)
    CROSS JOIN LATERAL (
        SELECT derived_id FROM retired
        WHERE space_id = $1 AND session_id = $2 AND branch_id = line.branch_id
            AND seq > line.after AND seq <= line.upto
        ORDER BY seq
    ) AS it
), ended_there AS MATERIALIZED (
    SELECT it.derived_id FROM unnest($6::int[], $7::bigint[], $8::bigint[]) AS line (branch_id, after, upto)
    CROSS JOIN LATERAL (
        SELECT derived_id FROM retired
        WHERE space_id = $1 AND session_id = $2 AND branch_id = line.branch_id
            AND seq > line.after AND seq <= line.upto
        ORDER BY seq
    ) AS it
), found AS (
    SELECT it.id, it.kind, it.text, it.body, it.audience FROM unnest($3::int[], $4::bigint[], $5::bigint[]) AS line (branch_id, after, upto)
    CROSS JOIN LATERAL (
        SELECT * FROM derived
        WHERE space_id = $1 AND session_id = $2 AND branch_id = line.branch_id
            AND seq > line.after AND seq <= line.upto
        ORDER BY seq
    ) AS it
    UNION ALL
    SELECT it.id, it.kind, it.text, it.body, it.audience FROM (SELECT DISTINCT derived_id FROM ended_there) AS gone
    CROSS JOIN LATERAL (
        SELECT * FROM derived WHERE space_id = $1 AND session_id = $2 AND id >= gone.derived_id ORDER BY id LIMIT 1
    ) AS it
    JOIN unnest($9::int[], $10::bigint[], $11::bigint[]) AS line (branch_id, after, upto)
        ON it.branch_id = line.branch_id AND it.seq > line.after AND it.seq <= line.upto
    WHERE it.id = gone.derived_id AND NOT EXISTS (
        SELECT FROM retired
        JOIN unnest($9::int[], $10::bigint[], $11::bigint[]) AS line (branch_id, after, upto)
            ON retired.branch_id = line.branch_id AND retired.seq > line.after AND retired.seq <= line.upto
        WHERE retired.space_id = $1 AND retired.session_id = $2 AND retired.derived_id = it.id
    )
)
SELECT found.kind, left(found.text, 160) AS text, left(coalesce(found.body ->> 'name', ''), 60) AS name FROM found
WHERE found.kind NOT IN ('said', 'judged') AND found.id NOT IN (SELECT ended.derived_id FROM ended)
    AND (found.audience IS NULL OR found.audience <@ $12::int[])
ORDER BY found.id

-- name: copy_channel_settings
-- What is set for a channel ($2) is set for another one ($3) too, where nothing is set.
INSERT INTO setting (space_id, scope, scope_id, name, value, set_by)
SELECT $1, scope, $3, name, value, $4 FROM setting WHERE space_id = $1 AND scope = 'channel' AND scope_id = $2
ON CONFLICT DO NOTHING

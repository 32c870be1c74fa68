-- name: stands_of
-- Where a session is played, up to which seq, with every setting that could apply there whoever it is, and what its story
-- was dealt from; the stand that was made last comes first.
SELECT stand.id, stand.session_id, stand.channel_id, stand.branch_id, space.platform, space.private, session.seed,
    {{covered}} AS covered, coalesce(
        (SELECT max(seq) FROM entry WHERE space_id = $1 AND session_id = $2 AND branch_id = stand.branch_id),
        (SELECT forked_at FROM branch WHERE space_id = $1 AND session_id = $2 AND id = stand.branch_id)
    ) AS head, (
        SELECT json_agg(json_build_array(it.scope, it.scope_id, it.name, it.value)) FROM setting AS it
        WHERE it.space_id IN (0, $1)
            AND (it.scope IN ('space', 'character') OR (it.scope = 'channel' AND it.scope_id = stand.channel_id))
    ) AS settings
FROM stand JOIN session ON session.space_id = stand.space_id AND session.id = stand.session_id
JOIN space ON space.id = stand.space_id
JOIN channel ON channel.space_id = stand.space_id AND channel.id = stand.channel_id
WHERE stand.space_id = $1 AND stand.session_id = $2
ORDER BY stand.id DESC

-- name: background_tokens
-- How many tokens work in the background has taken in a space since a moment.
SELECT coalesce(sum(prompt_tokens + reply_tokens), 0) AS tokens FROM usage
WHERE space_id = $1 AND at >= $2 AND role = 'utility'

-- name: note_usage
-- What a call that belongs to no reply has taken, and what ($4) it was for.
INSERT INTO usage (space_id, session_id, character_id, role, kind, endpoint, model, prompt_tokens, reply_tokens, cost,
    channel_id)
VALUES ($1, $2, $3, 'utility', $4, $5, $6, $7, $8, $9::float8, (
    SELECT channel_id FROM stand WHERE stand.space_id = $1 AND stand.session_id = $2 ORDER BY id DESC LIMIT 1
))

-- name: spoken
-- What was said on a line from seq $6 to seq $7, first to last, at most $8; each with the seq of the revision that gave
-- it its text, or of the act by which the model may read it again, and of what character commented on, by the act before
-- it. Failures and empty messages were not said.
WITH said AS (
    SELECT it.branch_id, it.seq, it.person_id, it.character_id, it.text, it.said_at, it.body, it.audience
    FROM entry AS it {{on_line}}
    WHERE it.seq BETWEEN $6 AND $7 AND it.kind = 'message' AND it.status IN ('complete', 'interrupted')
    ORDER BY it.seq LIMIT $8
), newest AS (
    SELECT DISTINCT ON (it.target_seq) it.target_seq, it.seq, it.branch_id, it.text, it.audience
    FROM entry AS it {{on_line}}
    WHERE it.kind = 'revision' AND it.seq > $6 AND it.target_seq <= $7 AND it.status <> 'erased'
    ORDER BY it.target_seq, it.seq DESC
), shown AS (
    SELECT DISTINCT ON (span.seq) span.seq AS about, it.seq, it.branch_id
    FROM entry AS it {{on_line}} AND it.seq > $6
    CROSS JOIN LATERAL generate_series(
        greatest(it.target_seq, $6), least(coalesce((it.body ->> 'upto')::bigint, it.target_seq), $7)
    ) AS span (seq)
    WHERE it.kind = 'hide' AND NOT coalesce((it.body ->> 'hidden')::boolean, false)
    ORDER BY span.seq, it.seq DESC
)
SELECT said.branch_id, said.seq,
    CASE WHEN shown.seq > coalesce(newest.seq, 0) THEN shown.branch_id
        ELSE coalesce(newest.branch_id, said.branch_id) END AS text_branch,
    greatest(coalesce(newest.seq, said.seq), shown.seq) AS text_seq, coalesce(newest.text, said.text) AS text, said.person_id,
    coalesce(played.name, person.name, '') AS person_name, said.character_id, coalesce(speaker.name, '') AS character_name,
    said.said_at, said.body ? 'impersonated' AS impersonated, said.body ? 'narrator' AS narrated,
    said.body ? 'greeting' AS greeted, said.body ? 'forward' AS forwarded, said.audience || newest.audience AS audience,
    said.body -> 'reply_to' AS reply_to, (
        SELECT (act.body ->> 'target')::bigint FROM entry AS act
        WHERE said.character_id IS NOT NULL AND said.text LIKE '@%' AND act.space_id = $1 AND act.session_id = $2
            AND act.branch_id = said.branch_id AND act.seq = said.seq - 1 AND act.kind = 'occasion'
            AND act.body ->> 'why' = 'comment'
    ) AS target
FROM said
LEFT JOIN newest ON newest.target_seq = said.seq
LEFT JOIN shown ON shown.about = said.seq
LEFT JOIN person ON person.id = said.person_id
LEFT JOIN chat_persona AS worn
    ON worn.space_id = $1 AND worn.session_id = $2 AND worn.person_id = person.id
CROSS JOIN LATERAL (
    SELECT at.space_id, {{chat_covers}} AS covered FROM (SELECT $1::bigint AS space_id, $2::bigint AS session_id) AS at
) AS chat
{{persona_told}}
LEFT JOIN character AS speaker ON speaker.id = said.character_id
ORDER BY said.seq

-- name: revised_behind
-- The older messages of a line (before seq $6) that were revised from there on.
SELECT DISTINCT it.target_seq FROM entry AS it {{on_line}}
WHERE it.seq >= $6 AND it.kind = 'revision' AND it.target_seq < $6
ORDER BY it.target_seq

-- name: keep_still
-- Keeps a stand's line from growing, and entries from being emptied, until the transaction ends.
WITH held AS MATERIALIZED (
    SELECT FROM lease WHERE space_id = $1 AND stand_id = $3 FOR SHARE
)
SELECT it.branch_id, it.seq, it.status FROM entry AS it
JOIN unnest($4::int[], $5::bigint[]) AS source (branch_id, seq) USING (branch_id, seq)
WHERE it.space_id = $1 AND it.session_id = $2 AND (SELECT count(*) FROM held) >= 0
ORDER BY it.branch_id, it.seq
FOR SHARE OF it

-- name: put_topics
-- What messages are about, in a few words: a row beside each, from the place on from which its text holds.
WITH made AS (
    INSERT INTO derived (space_id, session_id, kind, branch_id, seq, holder, from_seq, to_seq, n, text, audience)
    SELECT $1, $2, 'topic', it.branch_id, it.seq, $3, it.said, it.said,
        CASE WHEN it.seq = it.said THEN 0 ELSE it.seq END, it.text, (
            SELECT entry.audience FROM entry WHERE entry.space_id = $1 AND entry.session_id = $2
                AND entry.branch_id = it.branch_id AND entry.seq = it.said
        )
    FROM unnest($4::int[], $5::bigint[], $6::bigint[], $7::text[]) AS it (branch_id, seq, said, text)
    ON CONFLICT (space_id, session_id, kind, holder, branch_id, from_seq, to_seq, n) DO NOTHING
    RETURNING id, branch_id, from_seq
)
INSERT INTO source (space_id, session_id, derived_id, branch_id, from_seq, to_seq)
SELECT $1, $2, id, branch_id, from_seq, from_seq FROM made

-- name: pages_of
-- The diary pages that lie on a line, each with where and why it ended there, if it did.
SELECT page.id, page.from_seq, page.to_seq, ended.seq AS ended_at, ended.reason
FROM (SELECT it.* FROM derived AS it {{on_line}} WHERE it.kind = 'diary' AND it.holder = $6) AS page
LEFT JOIN LATERAL (
    SELECT it.seq, it.reason FROM retired AS it {{on_line}} WHERE it.derived_id = page.id ORDER BY it.seq DESC LIMIT 1
) AS ended ON true
ORDER BY page.from_seq, page.id

-- name: sessions_with_talk
-- Sessions that were played within a while ($1), with words where they stand that work of kind $2 has not read.
SELECT DISTINCT stand.space_id, stand.session_id
FROM stand JOIN session ON session.space_id = stand.space_id AND session.id = stand.session_id
WHERE session.status = 'active' AND session.touched_at > now() - $1::interval AND EXISTS (
    SELECT FROM entry
    WHERE entry.space_id = stand.space_id AND entry.session_id = stand.session_id AND entry.branch_id = stand.branch_id
        AND entry.kind = 'message' AND entry.seq > coalesce((
            SELECT seq FROM remembered
            WHERE remembered.space_id = stand.space_id AND remembered.session_id = stand.session_id
                AND remembered.kind = $2 AND remembered.branch_id = stand.branch_id
        ), 0)
)

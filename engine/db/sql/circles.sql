-- fragment: circle_member_columns
-- What the store makes a CircleMember of.
it.space_id, it.channel_id, it.character_id, character.name, it.frequency, it.interests, it.tone, it.planned_until,
it.planned_zone, it.seen_by, it.seen_by_person

-- name: circle_members
-- The characters of a channel's circle, in the order in which they came.
SELECT {{circle_member_columns}}
FROM circle_member AS it JOIN character ON character.id = it.character_id
WHERE it.space_id = $1 AND it.channel_id = $2 AND character.deleted_at IS NULL
ORDER BY it.joined_at, it.character_id

-- name: come_into_circle
-- A character comes into a circle, or gets another frequency there ($4; null: the one it has, at first the usual one).
INSERT INTO circle_member AS it (space_id, channel_id, character_id, frequency, joined_by)
VALUES ($1, $2, $3, coalesce($4, 'rare'), $5)
ON CONFLICT (space_id, channel_id, character_id) DO UPDATE SET frequency = coalesce($4, it.frequency), planned_until = NULL

-- name: go_from_circle
-- A character leaves a circle.
DELETE FROM circle_member WHERE space_id = $1 AND channel_id = $2 AND character_id = $3 RETURNING character_id

-- name: describe_circle_member
-- What a character posts about, and how; null leaves it as it is.
UPDATE circle_member SET interests = coalesce($4, interests), tone = coalesce($5, tone)
WHERE space_id = $1 AND channel_id = $2 AND character_id = $3 RETURNING character_id

-- name: show_circle_posts
-- Who sees what a character posts from now on ($4; $5: which person alone).
UPDATE circle_member SET seen_by = $4, seen_by_person = $5
WHERE space_id = $1 AND channel_id = $2 AND character_id = $3 RETURNING character_id

-- name: posting_to_person
-- Where a character ($2) posts for a person alone, with the platform's names of the channel.
SELECT {{circle_member_columns}}, space.platform, space.private
FROM circle_member AS it
JOIN character ON character.id = it.character_id AND character.deleted_at IS NULL
JOIN space ON space.id = it.space_id
WHERE it.character_id = $2 AND it.seen_by = 'person' AND it.frequency <> 'off' AND it.seen_by_person IN {{names_of_first}}
ORDER BY it.space_id, it.channel_id

-- name: planned_in_circle
-- The posts of a character are planned until day $4 of zone $5: only for who says so first.
UPDATE circle_member SET planned_until = $4, planned_zone = $5
WHERE space_id = $1 AND channel_id = $2 AND character_id = $3
    AND (planned_until IS NULL OR planned_until < $4 OR planned_zone <> $5)
RETURNING character_id

-- name: circles_played
-- Where something is played in a channel that has members of a circle; only ($2) where somebody has written what waits.
SELECT channel.space_id, channel.id, stand.session_id, space.platform, space.private
FROM channel
JOIN space ON space.id = channel.space_id AND space.platform = ANY ($1::text[])
JOIN stand ON stand.space_id = channel.space_id AND stand.id = channel.stand_id
WHERE EXISTS (SELECT FROM circle_member AS it WHERE it.space_id = channel.space_id AND it.channel_id = channel.id)
    AND (NOT $2 OR EXISTS (
        SELECT FROM inbox WHERE inbox.space_id = channel.space_id AND inbox.channel_id = channel.id
            AND inbox.kind = 'message' AND inbox.outcome IS NULL
    ))
ORDER BY 1, 2

-- name: note_post_thread
-- The copy of a post ($3) is called $4; one that is noted again has the newest text.
INSERT INTO post_thread (space_id, channel_id, post, root, said_sha256) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (space_id, channel_id, post) DO UPDATE SET root = excluded.root, said_sha256 = excluded.said_sha256

-- name: root_of_post
-- What the copy of a post is called.
SELECT root FROM post_thread WHERE space_id = $1 AND channel_id = $2 AND post = $3

-- name: post_of_root
-- Which post a message is the copy of.
SELECT post FROM post_thread WHERE space_id = $1 AND channel_id = $2 AND root = $3

-- name: post_that_said
-- A post with the text of this hash that nobody knows to have sent.
SELECT post FROM post_thread AS it
WHERE space_id = $1 AND channel_id = $2 AND said_sha256 = $3 AND NOT EXISTS (
    SELECT FROM outbox WHERE outbox.space_id = it.space_id AND outbox.channel_id = it.channel_id AND outbox.platform_id = it.post
)
ORDER BY length(post) DESC, post DESC LIMIT 1

-- name: forget_post_thread
-- A post is gone, and its copy with it.
DELETE FROM post_thread WHERE space_id = $1 AND channel_id = $2 AND post = $3

-- name: posts_passed_over
-- The posts of a channel's circle that said what was said before and were left out, within a while ($4; $3: how these turns
-- ended), in order.
SELECT turn.character_id, turn.started_at FROM turn
JOIN stand ON stand.space_id = turn.space_id AND stand.id = turn.stand_id
WHERE stand.space_id = $1 AND stand.channel_id = $2 AND turn.session_id = stand.session_id AND turn.kind = 'unasked'
    AND turn.outcome = $3 AND turn.started_at > now() - $4::interval
ORDER BY turn.started_at, turn.id

-- name: subjects_taken
-- What the posts of a circle on a line were about behind seq $6, at most $7, the newest first.
SELECT it.character_id, it.body ->> 'subject' AS subject, it.said_at FROM entry AS it {{on_line}}
WHERE it.seq > $6 AND it.kind = 'occasion' AND it.body ->> 'subject' IS NOT NULL AND it.character_id IS NOT NULL
ORDER BY it.seq DESC LIMIT $7

-- name: lived_lately
-- What a character may tell of in a circle: pages of its diary, messages of people with pictures (each with its seq), and
-- what happened in its other stories; at most $14 of each, the newest first.
WITH seen AS MATERIALIZED (
    SELECT it.derived_id, it.session_id, it.kind, it.occurred_at, line.sight > 1 AS elsewhere, (
        SELECT min(entry.seq) FROM source
        JOIN entry ON entry.space_id = $1 AND entry.session_id = it.session_id AND entry.branch_id = source.branch_id
            AND entry.seq = source.from_seq AND entry.kind = 'message' AND entry.body ? 'files'
        CROSS JOIN LATERAL jsonb_array_elements(entry.body -> 'files') AS file
        JOIN blob ON blob.sha256 = file ->> 'sha256'
        WHERE source.space_id = $1 AND source.session_id = it.session_id AND source.derived_id = it.derived_id
            AND file ->> 'media_type' LIKE 'image/%' AND it.kind = 'said' AND it.person_id IS NOT NULL
    ) AS picture
    FROM {{whole_line}} {{recallable}} AND it.kind IN ('said', 'core', 'manual', 'diary', 'event')
), counted AS (
    SELECT seen.*, row_number() OVER (
        PARTITION BY seen.picture IS NULL, seen.kind = 'diary', seen.session_id
        ORDER BY seen.occurred_at DESC, seen.derived_id DESC
    ) AS number
    FROM seen WHERE seen.elsewhere OR seen.picture IS NOT NULL OR seen.kind = 'diary'
)
SELECT derived_id, session_id, kind, occurred_at, elsewhere, coalesce(picture, 0) AS picture
FROM counted WHERE number <= $14
ORDER BY occurred_at DESC, derived_id DESC

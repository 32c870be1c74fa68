-- name: circle_members
-- The characters of a channel's circle, in the order in which they came.
SELECT it.character_id, character.name, it.frequency, it.interests, it.tone, it.planned_until, it.planned_zone
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

-- name: controls_standing
-- The parts under whose messages the buttons of a reply stand in a channel ($3), the newest first. What a newer part shows
-- in the same message counts.
SELECT it.id, it.space_id, it.session_id, it.turn_id, it.part, it.kind, it.text, it.body, it.state, it.platform_id
FROM outbox AS it
JOIN space ON space.id = it.space_id AND space.platform = $1 AND space.external = $2
JOIN channel ON channel.space_id = it.space_id AND channel.id = it.channel_id AND channel.external = $3
WHERE it.controls AND NOT EXISTS (
    SELECT FROM outbox AS newer
    WHERE newer.space_id = it.space_id AND newer.channel_id = it.channel_id AND newer.platform_id = it.platform_id
        AND newer.id > it.id
)
ORDER BY it.id DESC

-- name: controls_left
-- The channels of a platform where buttons stand under more than one reply. Where a message shows something newer, the
-- older row says so from now on.
WITH marked AS (
    SELECT it.space_id, it.channel_id, it.id, space.external AS space_name, space.private, EXISTS (
        SELECT FROM outbox AS newer
        WHERE newer.space_id = it.space_id AND newer.channel_id = it.channel_id AND newer.platform_id = it.platform_id
            AND newer.id > it.id
    ) AS past
    FROM outbox AS it JOIN space ON space.id = it.space_id AND space.platform = $1
    WHERE it.controls
), cleared AS (
    UPDATE outbox SET controls = false FROM marked
    WHERE marked.past AND outbox.space_id = marked.space_id AND outbox.id = marked.id
)
SELECT marked.space_name, channel.external AS channel_name, marked.private
FROM marked JOIN channel ON channel.space_id = marked.space_id AND channel.id = marked.channel_id
WHERE NOT marked.past
GROUP BY channel.space_id, channel.id, channel.external, marked.space_name, marked.private
HAVING count(*) > 1

-- name: planned_lately
-- The newest parts that were planned for a channel ($3), delivered or not, the newest first.
SELECT it.id, it.space_id, it.session_id, it.turn_id, it.part, it.kind, it.text, it.body, it.state, it.platform_id
FROM outbox AS it
JOIN space ON space.id = it.space_id AND space.platform = $1 AND space.external = $2
JOIN channel ON channel.space_id = it.space_id AND channel.id = it.channel_id AND channel.external = $3
ORDER BY it.id DESC LIMIT $4

-- name: shown_below
-- Whether a part of the story is shown, or planned to be, in a newer message of a channel ($2) than the message $3: one
-- that showed something first after that one did. What older messages say anew changes nothing.
WITH this AS (
    SELECT min(id) AS first FROM outbox WHERE space_id = $1 AND channel_id = $2 AND platform_id = $3
)
SELECT EXISTS (
    SELECT FROM outbox AS it, this
    WHERE it.space_id = $1 AND it.channel_id = $2 AND it.kind IN ('reply', 'line') AND it.text <> ''
        AND it.platform_id IS DISTINCT FROM $3 AND it.id > this.first
        AND NOT EXISTS (
            SELECT FROM outbox AS other
            WHERE other.space_id = $1 AND other.channel_id = $2 AND other.platform_id = it.platform_id
                AND (other.id > it.id OR other.id < this.first)
        )
)

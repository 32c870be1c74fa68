-- name: resolve_place
-- Finds or makes the space, the channel and the person that a platform speaks of. Empty titles and names change nothing;
-- an empty person is nobody. A private place is its person's home.
WITH here AS (
    INSERT INTO space (platform, external, title, private) VALUES ($1, $2, $3, $8)
    ON CONFLICT (platform, external) DO UPDATE
        SET title = CASE WHEN excluded.title = '' THEN space.title ELSE excluded.title END, private = excluded.private
    RETURNING id
), there AS (
    INSERT INTO channel (space_id, external, title) SELECT id, $4, $5 FROM here
    ON CONFLICT (space_id, external) DO UPDATE SET title = CASE WHEN excluded.title = '' THEN channel.title ELSE excluded.title END
    RETURNING id
), who AS (
    INSERT INTO person (platform, external, name, home_id, through)
    SELECT $1, $6, coalesce(nullif($7, ''), $6), CASE WHEN $8 THEN here.id END, $9 FROM here WHERE $6 <> ''
    ON CONFLICT (platform, external) DO UPDATE SET name = CASE WHEN $7 = '' THEN person.name ELSE $7 END,
        home_id = coalesce(excluded.home_id, person.home_id)
    RETURNING id
)
SELECT here.id AS space_id, there.id AS channel_id, coalesce((SELECT id FROM who), 0) AS person_id FROM here, there

-- name: channel_called
-- The channel that a platform calls $3 in a space that it calls $2; nothing where nothing has come from it.
SELECT channel.space_id, channel.id AS channel_id, space.private FROM space JOIN channel ON channel.space_id = space.id
WHERE space.platform = $1 AND space.external = $2 AND channel.external = $3

-- name: known_channels
-- Every channel of a platform, the position of the newest thing that was stored from it, and of a private one whose it is.
SELECT channel.space_id, channel.id AS channel_id, space.external AS space, channel.external AS channel, space.private,
    space.access = 'open' AS open, channel.audience_known,
    (SELECT max(person.id) FROM person WHERE person.home_id = space.id AND space.private) AS person,
    (SELECT inbox.position FROM inbox WHERE inbox.space_id = channel.space_id AND inbox.channel_id = channel.id
     ORDER BY inbox.position DESC LIMIT 1) AS newest
FROM space JOIN channel ON channel.space_id = space.id
WHERE space.platform = $1
ORDER BY channel.space_id, channel.id

-- name: spaces_called
-- The space that a platform calls $2 and the one it calls $3, locked until the end of the transaction.
SELECT id, external FROM space WHERE platform = $1 AND external IN ($2, $3) ORDER BY id FOR UPDATE

-- name: rename_space
-- Gives a space another name on its platform.
UPDATE space SET external = $2 WHERE id = $1

-- name: rename_channels
-- Gives the channels of a space the names that follow from its own: the same, or with a topic behind a dot.
UPDATE channel SET external = $3 || substr(external, length($2::text) + 1)
WHERE space_id = $1 AND (external = $2 OR starts_with(external, $2 || '.'))

-- name: leave_messages_behind
-- Gives the messages of a space the name under which they stood ($2) besides their own, and a place before all others:
-- under its new name the platform counts from the beginning again.
WITH arrived AS (
    UPDATE inbox SET external = $2 || ':' || inbox.external, target = $2 || ':' || inbox.target,
        position = inbox.position - newest.position - 1
    FROM (SELECT max(position) AS position FROM inbox WHERE space_id = $1) AS newest
    WHERE space_id = $1
)
UPDATE outbox SET platform_id = $2 || ':' || platform_id, controls = false WHERE space_id = $1 AND platform_id IS NOT NULL

-- name: take_over_space
-- What one space ($1) decided holds for another ($2) too: who may talk, and values that were not set there.
WITH decided AS (
    UPDATE space SET access = it.access, access_by = it.access_by, access_at = it.access_at
    FROM space AS it WHERE it.id = $1 AND space.id = $2 AND space.access IN ('new', 'asked')
)
INSERT INTO setting (space_id, scope, scope_id, name, value, set_by, set_at)
SELECT $2, scope, $2, name, value, set_by, set_at FROM setting WHERE space_id = $1 AND scope = 'space'
ON CONFLICT DO NOTHING

-- name: drop_empty_space
-- Removes a space in which nothing was ever said or set; returns nothing when there is something to keep.
WITH empty AS (
    SELECT $1::bigint AS id WHERE NOT EXISTS (SELECT FROM session WHERE space_id = $1)
        AND NOT EXISTS (SELECT FROM inbox WHERE space_id = $1)
        AND NOT EXISTS (SELECT FROM outbox WHERE space_id = $1)
        AND NOT EXISTS (SELECT FROM setting WHERE space_id = $1)
        AND NOT EXISTS (SELECT FROM character WHERE owner_space = $1)
        AND NOT EXISTS (SELECT FROM world_book WHERE owner_space = $1)
        AND NOT EXISTS (SELECT FROM preset WHERE owner_space = $1)
        AND NOT EXISTS (SELECT FROM world_binding WHERE space_id = $1)
        AND NOT EXISTS (SELECT FROM script_file WHERE space_id = $1)
        AND NOT EXISTS (SELECT FROM quick_set WHERE space_id = $1)
        AND NOT EXISTS (SELECT FROM upload WHERE space_id = $1)
), channels AS (
    DELETE FROM channel USING empty WHERE channel.space_id = empty.id
), clauses AS (
    DELETE FROM audience_clause USING empty WHERE audience_clause.space_id = empty.id
)
DELETE FROM space USING empty WHERE space.id = empty.id RETURNING space.id

-- name: place_title
-- What people call a channel; the space that it is in, where it has no name of its own.
SELECT coalesce(nullif(channel.title, ''), space.title)
FROM channel JOIN space ON space.id = channel.space_id WHERE channel.space_id = $1 AND channel.id = $2

-- name: place_within
-- What people call a channel, and the space that it is in.
SELECT concat_ws(' · ', nullif(channel.title, ''), nullif(space.title, ''))
FROM channel JOIN space ON space.id = channel.space_id WHERE channel.space_id = $1 AND channel.id = $2

-- name: reading_mark
-- What a platform's client wrote down.
SELECT value FROM reading_mark WHERE platform = $1 AND name = $2

-- name: set_reading_mark
-- Writes something down for a platform's client.
INSERT INTO reading_mark (platform, name, value) VALUES ($1, $2, $3)
ON CONFLICT (platform, name) DO UPDATE SET value = excluded.value, moved_at = now()

-- name: booth_of
-- The thread that a person has in a lounge, as the platform calls it.
SELECT channel.external FROM booth
JOIN channel ON channel.space_id = booth.space_id AND channel.id = booth.channel_id
WHERE booth.space_id = $1 AND booth.lobby = $2 AND booth.person_id = $3

-- name: booths_on
-- Every booth on a platform: its thread and its person, as the platform calls them.
SELECT space.external AS space, channel.external AS thread, person.external AS person FROM booth
JOIN space ON space.id = booth.space_id
JOIN channel ON channel.space_id = booth.space_id AND channel.id = booth.channel_id
JOIN person ON person.id = booth.person_id
WHERE space.platform = $1 ORDER BY booth.made_at

-- name: keep_booth
-- The thread that a person has in a lounge from now on.
INSERT INTO booth (space_id, lobby, person_id, channel_id) VALUES ($1, $2, $3, $4)
ON CONFLICT (space_id, lobby, person_id) DO UPDATE SET channel_id = excluded.channel_id, made_at = now()

-- name: drop_booths
-- A thread or a lounge is gone.
DELETE FROM booth WHERE space_id = $1 AND (channel_id = $2 OR lobby = $2)

-- name: resolve_place
-- Finds or makes the space, the channel and the person that a platform speaks of.
WITH here AS (
    INSERT INTO space (platform, external, title) VALUES ($1, $2, $3)
    ON CONFLICT (platform, external) DO UPDATE SET title = CASE WHEN excluded.title = '' THEN space.title ELSE excluded.title END
    RETURNING id
), there AS (
    INSERT INTO channel (space_id, external, title) SELECT id, $4, $5 FROM here
    ON CONFLICT (space_id, external) DO UPDATE SET title = CASE WHEN excluded.title = '' THEN channel.title ELSE excluded.title END
    RETURNING id
), who AS (
    INSERT INTO person (platform, external, name) VALUES ($1, $6, $7)
    ON CONFLICT (platform, external) DO UPDATE SET name = excluded.name
    RETURNING id
)
SELECT here.id AS space_id, there.id AS channel_id, who.id AS person_id FROM here, there, who

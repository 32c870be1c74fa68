-- name: put_panel
-- A panel of a person in a channel, in the place of the one of its kind before.
INSERT INTO panel (space_id, channel_id, person_id, kind, message, line, standings, tongue, shown)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (space_id, channel_id, person_id, kind) DO UPDATE
    SET message = excluded.message, line = excluded.line, standings = excluded.standings, tongue = excluded.tongue,
        shown = excluded.shown, made_at = now()

-- name: panels_in
-- The panels of everybody in a channel, the newest $4, none older than $3.
SELECT person_id, kind, message, line, standings, tongue, shown FROM panel
WHERE space_id = $1 AND channel_id = $2 AND made_at > now() - $3::interval
ORDER BY made_at DESC LIMIT $4

-- name: panels_elsewhere
-- The panels that show what is decided in channel $2 of space $1 but stand in others of its platform $3: those of the
-- space, and of what owners are asked ($6) anywhere. The newest $5, none older than $4.
SELECT panel.space_id, panel.channel_id, space.external AS space, channel.external AS channel, space.private,
    panel.person_id, panel.kind, panel.message, panel.line, panel.standings, panel.tongue, panel.shown
FROM panel
JOIN space ON space.id = panel.space_id
JOIN channel ON channel.space_id = panel.space_id AND channel.id = panel.channel_id
WHERE space.platform = $3 AND panel.channel_id <> $2 AND panel.made_at > now() - $4::interval
    AND (panel.space_id = $1 OR split_part(panel.kind, ' ', 1) = ANY($6))
ORDER BY panel.made_at DESC LIMIT $5

-- name: panel_shows
-- A panel was drawn anew and shows $6 now, unless its message is another by now.
UPDATE panel SET shown = $6
WHERE space_id = $1 AND channel_id = $2 AND person_id = $3 AND kind = $4 AND message = $5

-- name: drop_old_panels
-- Panels that nobody looks at any more.
DELETE FROM panel WHERE made_at < now() - $1::interval

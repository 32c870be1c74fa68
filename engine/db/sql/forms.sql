-- name: ask_form
-- A form begins or goes on, instead of any that a person was filling in there. Which message asks may be known better here
-- than to whoever goes on with the same form ($8).
INSERT INTO asked_form (space_id, channel_id, person_id, line, field, given, message)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (space_id, channel_id, person_id) DO UPDATE
    SET line = excluded.line, field = excluded.field, given = excluded.given, made_at = now(),
        message = CASE WHEN $8 AND excluded.message = '' THEN asked_form.message ELSE excluded.message END

-- name: asked_form
-- What a person is filling in, unless it is older than $4.
SELECT line, field, given, message FROM asked_form
WHERE space_id = $1 AND channel_id = $2 AND person_id = $3 AND made_at > now() - $4::interval

-- name: name_question
-- Which message of the platform asks for a field ($4) of a form ($6), where that is still asked for or no other is known.
UPDATE asked_form SET message = $5
WHERE space_id = $1 AND channel_id = $2 AND person_id = $3 AND line = $6
    AND (field = $4 OR message = '')

-- name: leave_form
-- A person fills in nothing there any more; what they were filling in, unless it is older than $4.
DELETE FROM asked_form WHERE space_id = $1 AND channel_id = $2 AND person_id = $3
RETURNING line, field, given, message, made_at > now() - $4::interval AS fresh

-- name: drop_old_forms
-- Forms that nobody went on with.
DELETE FROM asked_form WHERE made_at < now() - $1::interval

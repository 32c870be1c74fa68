-- fragment: without_gone
-- Statements of a cradle ($1) go ("gone"): what the first of them ended holds again, unless what ended the last of them holds; and
-- what took the place of one took that of the one before it.
ends AS (
    SELECT number, ended_by AS by FROM gone
    UNION SELECT ends.number, gone.ended_by FROM ends JOIN gone ON gone.number = ends.by
), before AS (
    SELECT number, instead_of AS older FROM gone
    UNION SELECT before.number, gone.instead_of FROM before JOIN gone ON gone.number = before.older
), deleted AS (
    DELETE FROM cradle_statement WHERE character_id = $1 AND number = ANY (ARRAY(SELECT number FROM gone))
), again AS (
    UPDATE cradle_statement AS it SET
        ended_by = CASE WHEN it.ended_by = ANY (ARRAY(SELECT number FROM gone)) THEN (
            SELECT nullif(ends.by, 0) FROM ends
            WHERE ends.number = it.ended_by AND NOT EXISTS (SELECT FROM gone WHERE gone.number = ends.by)
        ) ELSE it.ended_by END,
        instead_of = CASE WHEN it.instead_of = ANY (ARRAY(SELECT number FROM gone)) THEN (
            SELECT before.older FROM before
            WHERE before.number = it.instead_of AND NOT EXISTS (SELECT FROM gone WHERE gone.number = before.older)
        ) ELSE it.instead_of END
    WHERE it.character_id = $1 AND it.number NOT IN (SELECT number FROM gone)
        AND (it.ended_by = ANY (ARRAY(SELECT number FROM gone)) OR it.instead_of = ANY (ARRAY(SELECT number FROM gone)))
)

-- name: begin_cradle
-- A cradle for a character that has just been made.
WITH grows AS (
    UPDATE character SET growing = true WHERE id = $1
)
INSERT INTO cradle (character_id, space_id, person_id, begun_at) VALUES ($1, $2, $3, $4)

-- name: cradles_listed
-- The cradles of a space, those that are not born yet first, then the newest first; how much was fed and waits.
SELECT cradle.character_id, character.name, cradle.begun_at, cradle.born_at,
    count(piece.number) FILTER (WHERE piece.state <> 'taken') AS pieces,
    count(piece.number) FILTER (WHERE piece.state = 'waiting') AS waiting
FROM cradle JOIN character ON character.id = cradle.character_id
LEFT JOIN cradle_piece AS piece ON piece.character_id = cradle.character_id
WHERE cradle.space_id = $1 AND character.deleted_at IS NULL
GROUP BY cradle.character_id, character.name, cradle.begun_at, cradle.born_at
ORDER BY cradle.born_at IS NOT NULL, cradle.begun_at DESC, cradle.character_id DESC
LIMIT $2

-- name: lock_cradle
-- Lets nobody else change a cradle until the transaction ends: how many statements there ever were.
SELECT statements FROM cradle WHERE character_id = $1 FOR UPDATE

-- name: cradle
-- A cradle of a space; where $2 is null any, even of a character that lies in the trash: what is erased is erased there, too.
SELECT cradle.character_id, cradle.space_id, character.name, cradle.person_id, cradle.begun_at, cradle.born_at,
    cradle.question
FROM cradle JOIN character ON character.id = cradle.character_id
WHERE cradle.character_id = $1 AND ($2::bigint IS NULL OR (cradle.space_id = $2 AND character.deleted_at IS NULL))

-- name: cradle_pieces
-- What was fed, first to last.
SELECT number, kind, state, text, source, asked, sha256, person_id, fed_at, read_to, fault FROM cradle_piece
WHERE character_id = $1 ORDER BY number

-- name: cradle_statements
-- What a draft says and said, first to last.
SELECT number, field, text, title, keys, quote, piece, made_at, instead_of, contradicts, ended_by, proposed
FROM cradle_statement WHERE character_id = $1 ORDER BY number

-- name: feed_cradle
-- Something is fed, with the question that stands open.
INSERT INTO cradle_piece (character_id, number, kind, text, source, sha256, person_id, fed_at, asked)
SELECT $1, 1 + coalesce((SELECT max(number) FROM cradle_piece WHERE character_id = $1), 0), $2, $3, $4, $5, $6, $7, question
FROM cradle WHERE character_id = $1
RETURNING number

-- name: read_on
-- So much of a piece ($3) has been read, from $4 on; it is read wholly, or cannot be. Nothing where somebody else was first.
UPDATE cradle_piece SET read_to = $3, state = $5, fault = $6
WHERE character_id = $1 AND number = $2 AND state = 'waiting' AND read_to = $4
RETURNING number

-- name: add_statements
-- Statements of a draft, and what they take the place of: older ones, and ones among themselves.
WITH told AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS it (
        number integer, field text, text text, title text, keys text[], quote text, piece integer, instead_of integer,
        contradicts boolean, proposed boolean
    )
), ended AS (
    UPDATE cradle_statement AS older SET ended_by = told.number FROM told
    WHERE older.character_id = $1 AND older.number = told.instead_of AND NOT told.proposed
), counted AS (
    UPDATE cradle SET statements = greatest(statements, (SELECT max(number) FROM told)) WHERE character_id = $1
)
INSERT INTO cradle_statement (
    character_id, number, field, text, title, keys, quote, piece, made_at, instead_of, contradicts, proposed, ended_by
)
SELECT $1, number, field, text, title, keys, quote, piece, $3, instead_of, contradicts, proposed,
    (SELECT max(later.number) FROM told AS later WHERE later.instead_of = told.number AND NOT later.proposed)
FROM told

-- name: ask_of_cradle
-- What the draft would like to know next.
UPDATE cradle SET question = $2 WHERE character_id = $1

-- name: end_statement
-- A statement no longer holds, by another one, or put aside by hand (0); or it holds again (null).
UPDATE cradle_statement SET ended_by = $3 WHERE character_id = $1 AND number = $2

-- name: take_proposed
-- Somebody says yes to what was read after birth.
UPDATE cradle_statement SET proposed = false WHERE character_id = $1 AND number = $2 AND proposed AND ended_by IS NULL
RETURNING number

-- name: take_back_piece
-- A piece is taken back: its words go, and all that was read in it; what that ended holds again.
WITH RECURSIVE gone AS (
    SELECT number, ended_by, instead_of FROM cradle_statement WHERE character_id = $1 AND piece = $2
), {{without_gone}}
UPDATE cradle_piece AS it SET state = 'taken', text = '', source = '', asked = '', sha256 = NULL, fault = ''
FROM cradle_piece AS before
WHERE it.character_id = $1 AND it.number = $2 AND it.state <> 'taken'
    AND before.character_id = it.character_id AND before.number = it.number
RETURNING before.sha256

-- name: bear
-- The character leaves its cradle: lists show it from now on.
WITH born AS (
    UPDATE cradle SET born_at = $2, question = '' WHERE character_id = $1 AND born_at IS NULL RETURNING character_id
)
UPDATE character SET growing = false FROM born WHERE character.id = born.character_id RETURNING character.id

-- name: pieces_of_person
-- What somebody has fed anywhere, by cradle.
SELECT character_id, number FROM cradle_piece WHERE person_id = $1 AND state <> 'taken' ORDER BY character_id, number

-- name: drop_composed
-- What a draft was given without words that say so, greetings and what was made up, and what it asked: it may repeat words that
-- somebody takes with them.
WITH RECURSIVE gone AS (
    SELECT number, ended_by, instead_of FROM cradle_statement
    WHERE character_id = $1 AND (quote = '' OR field = 'greeting')
), {{without_gone}}, asked AS (
    UPDATE cradle SET question = '' WHERE character_id = $1
)
UPDATE cradle_piece SET asked = '' WHERE character_id = $1 AND asked <> ''

-- name: even_out_versions
-- Lets older versions of a character's card say what the newest one says.
UPDATE character_version AS it SET card = newest.card, picture_sha256 = newest.picture_sha256
FROM (SELECT version, card, picture_sha256 FROM character_version WHERE character_id = $1 ORDER BY version DESC LIMIT 1) AS newest
WHERE it.character_id = $1 AND it.version < newest.version

-- name: own_pieces
-- What a person has fed to characters.
SELECT character.name AS character, it.number, it.kind, it.text, it.source, it.asked, it.fed_at
FROM cradle_piece AS it JOIN character ON character.id = it.character_id
WHERE it.person_id = $1 AND it.state <> 'taken' ORDER BY it.fed_at, it.character_id, it.number

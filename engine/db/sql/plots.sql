-- name: newest_judged
-- The newest row of a line, live there, that judges how far its story has come ($6 is the kind of such rows). Rows that
-- judge that nothing has happened name no point.
SELECT {{derived_columns}} FROM {{chronicle_on_line}}
WHERE it.body ? 'point' AND it.id NOT IN ({{ended}})
ORDER BY it.seq DESC, it.id DESC LIMIT 1

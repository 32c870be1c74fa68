-- name: dates_of
-- What is true of a person now and has a day, oldest first.
SELECT {{fact_columns}}, dated.kind, dated.calendar, dated.year, dated.month, dated.day, dated.leap, dated.minute, dated.every,
    dated.wish
FROM {{told_facts}}
JOIN fact_date AS dated ON dated.person_id = it.kept_under AND dated.fact_id = it.id
ORDER BY it.occurred_at, it.id

-- name: put_date
-- The day of a fact that is true now, instead of any before; nothing where it is not.
INSERT INTO fact_date (person_id, fact_id, kind, calendar, year, month, day, leap, minute, every, wish)
SELECT it.person_id, it.id, $3, $4, $5, $6, $7, $8, $9, $10, $11 FROM person_fact AS it
WHERE it.person_id = ANY (ARRAY{{names_of_first}}) AND it.id = $2 AND it.ended_at IS NULL
ON CONFLICT (person_id, fact_id) DO UPDATE
    SET kind = excluded.kind, calendar = excluded.calendar, year = excluded.year, month = excluded.month, day = excluded.day,
        leap = excluded.leap, minute = excluded.minute, every = excluded.every, wish = excluded.wish
RETURNING fact_id

-- name: hand_on_date
-- A fact that took the place of fact $2 keeps its day, unless it has one.
INSERT INTO fact_date (person_id, fact_id, kind, calendar, year, month, day, leap, minute, every, wish)
SELECT now.person_id, now.id, old.kind, old.calendar, old.year, old.month, old.day, old.leap, old.minute, old.every, old.wish
FROM fact_date AS old
JOIN person_fact AS now ON now.person_id = old.person_id AND now.id = $3
WHERE old.person_id IN {{names_of_first}} AND old.fact_id = $2
ON CONFLICT DO NOTHING

-- name: wish_date
-- What a person wants done about the day of a fact that is true now.
UPDATE fact_date AS dated SET wish = $3 FROM person_fact AS it
WHERE dated.person_id = ANY (ARRAY{{names_of_first}}) AND dated.fact_id = $2
    AND it.person_id = dated.person_id AND it.id = dated.fact_id AND it.ended_at IS NULL
RETURNING dated.fact_id

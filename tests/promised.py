"""A promise of today whose hour has come, and the plan to keep it, for tests that let a character write first."""

from typing import Final

PROMISED: Final = """
fact AS (
    INSERT INTO person_fact (person_id, text, private, space_id, session_id, branch_id, seq, occurred_at)
    SELECT person_id, 'ask how it went', true, 0, 0, 0, 0, now() FROM given RETURNING person_id, id
), dated AS (
    INSERT INTO fact_date (person_id, fact_id, kind, calendar, year, month, day, every, wish)
    SELECT person_id, id, 'promised', 'solar', extract(year FROM now() AT TIME ZONE 'UTC'),
        extract(month FROM now() AT TIME ZONE 'UTC'), extract(day FROM now() AT TIME ZONE 'UTC'), 'never', 'remind'
    FROM fact
), planned AS (
    INSERT INTO first_plan (person_id, character_id, day, why, ref, begins, ends)
    SELECT given.person_id, given.character_id, (now() AT TIME ZONE 'UTC')::date, 'promise', 'date:' || fact.id,
        now() - interval '1 minute', now() + interval '2 hours'
    FROM given, fact RETURNING id
)
"""
"""Behind ``given`` (person_id, character_id, space_id) in a WITH; leaves ``planned`` (id)."""

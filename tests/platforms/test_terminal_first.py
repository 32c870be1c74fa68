"""A character writes first in the terminal: allowed there, printed while nobody types, and silent after "never"."""

from typing import Final

import asyncpg
import pytest

from tests.platforms.room import House
from tests.platforms.terminal_seat import TerminalSeat
from tests.processes.daemon import daemon
from tests.servers.model import say

pytestmark = pytest.mark.share(2)

WRITES: Final = "How did the move go?"
_DUE: Final = """
WITH given AS (
    UPDATE first_consent SET quiet_from = 0, quiet_to = 0 RETURNING person_id, character_id, space_id
), fact AS (
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
INSERT INTO due (space_id, session_id, kind)
SELECT given.space_id, 0, 'first.terminal/' || planned.id FROM given, planned
"""
"""A promise of today whose hour has come."""
NEVER: Final = {"en": "/me first never", "zh": "/我 主动 别再"}
ON: Final = {"en": "/me first on", "zh": "/我 主动 开"}


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_it_is_allowed_written_and_never_again(house: House, language: str) -> None:
    """Who talks in a terminal is never written to; or is told of it only when they type; or "never" does nothing."""
    house.model.answer = lambda _: say("Hello, Ann.")
    seat = TerminalSeat(house.folder, language=language)
    names = {"LANGUAGE": language, "TIMEZONE": "UTC", "DEFAULTS__DEBOUNCE": "0", "LOG": "info"}
    async with daemon(house.url, house.folder / "terminal", house.model.url, seat.program, **names) as one:
        await one.start()
        sql = await asyncpg.connect(house.url)
        try:
            ann = seat.person("Ann", language)
            place = seat.private(ann)
            seat.says(ann, place, "Hello.")
            await seat.reads(place, "Hello, Ann.")
            said = seat.says(ann, place, ON[language])
            await seat.reads(place, "", said.id)
            house.model.answer = lambda _: say(WRITES)
            await sql.execute(_DUE)
            await seat.reads(place, WRITES)
            said = seat.says(ann, place, NEVER[language])
            await seat.reads(place, "", said.id)
            assert [it["never"] for it in await sql.fetch("SELECT never FROM first_consent")] == [True]
            assert [it["state"] for it in await sql.fetch("SELECT state FROM first_plan")] == ["written"]
        finally:
            await sql.close()
        assert await one.terminate() == 0

"""A character writes first in the terminal: allowed there, printed while nobody types, and silent after "never"."""

from typing import Final

import asyncpg
import pytest

from tests.platforms.room import House
from tests.platforms.terminal_seat import TerminalSeat
from tests.processes.daemon import daemon
from tests.promised import PROMISED
from tests.servers.model import say

pytestmark = pytest.mark.share(2)

WRITES: Final = "How did the move go?"
_DUE: Final = f"""
WITH given AS (
    UPDATE first_consent SET quiet_from = 0, quiet_to = 0 RETURNING person_id, character_id, space_id
), {PROMISED}
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

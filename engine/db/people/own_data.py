"""Everything that is a person's own, in Postgres, as rows of plain values."""

from datetime import date
from typing import Any, Final

from engine.db.postgres.pool import Statements

_PARTS: Final = {
    "messages": "own_messages",
    "fed_to_characters": "own_pieces",
    "waiting": "own_held",
    "memories": "own_memories",
    "facts": "own_facts",
    "personas": "own_personas",
    "settings": "own_settings",
    "consent": "own_consent",
    "characters_that_write_first": "own_first_consents",
    "what_they_planned": "own_first_plans",
    "busy_days": "own_busy_days",
    "posts_for_them_alone": "own_circle_posts",
    "saves": "own_saves",
    "stored_by_quick_replies": "own_presses",
}

Rows = list[dict[str, Any]]


async def read(on: Statements, person: int) -> dict[str, Rows]:
    """Each part by its name, oldest first; times and days as ISO 8601."""
    return {part: [_plain(dict(row)) for row in await on.fetch(name, person)] for part, name in _PARTS.items()}


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {name: it.isoformat() if isinstance(it, date) else it for name, it in row.items()}

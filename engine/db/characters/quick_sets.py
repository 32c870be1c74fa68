"""Sets of quick replies, in Postgres."""

import json

from engine.db.postgres.pool import Statements
from engine.rules.formats.presets.quick_replies import quick_replies_from_json
from engine.values.characters.quick_replies import QuickReplySet, QuickSetInfo


async def add(on: Statements, space: int, quick_set: QuickReplySet) -> int:
    """A set for everybody in a space; its id."""
    raw = json.dumps(quick_set.raw, ensure_ascii=False, separators=(",", ":"))
    return await on.fetchval("add_quick_set", space, quick_set.name, raw)


async def listed(on: Statements, space: int) -> list[QuickSetInfo]:
    """The sets of a space, the oldest first."""
    return [
        QuickSetInfo(row["id"], row["name"], quick_replies_from_json(json.loads(row["replies"]), row["name"]))
        for row in await on.fetch("quick_sets", space)
    ]


async def delete(on: Statements, space: int, number: int) -> bool:
    """Forget a set; False when there is none."""
    return await on.execute("delete_quick_set", space, number) == 1

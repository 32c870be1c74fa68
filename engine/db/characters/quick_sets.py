"""Sets of quick replies, in Postgres."""

import asyncio
import json
from collections import OrderedDict
from dataclasses import replace
from typing import Final

from engine.db.postgres.pool import Statements
from engine.errors import TooManyQuickSets
from engine.rules.formats.presets.quick_replies import quick_replies_from_json
from engine.values.characters.quick_replies import QuickReplySet, QuickSetInfo, QuickSetName

MOST_SETS: Final = 100
"""So many sets a space may have."""
KEPT_CHARACTERS: Final = 20_000_000
"""Characters of messages in the sets that are kept."""


async def add(on: Statements, space: int, quick_set: QuickReplySet) -> int:
    """A set for everybody in a space; its id. Raises TooManyQuickSets."""
    raw = json.dumps(quick_set.raw, ensure_ascii=False, separators=(",", ":"))
    number = await on.fetchval("add_quick_set", space, quick_set.name, raw, MOST_SETS)
    if number is None:
        raise TooManyQuickSets(limit=MOST_SETS)
    return number


async def names(on: Statements, space: int) -> list[QuickSetName]:
    """The sets of a space, the oldest first."""
    return [QuickSetName(row["id"], row["name"]) for row in await on.fetch("quick_sets", space)]


async def whole(on: Statements, space: int, number: int) -> QuickSetInfo | None:
    """A set with all of its file; None when there is none."""
    row = await on.fetchrow("quick_set", space, number)
    return await asyncio.to_thread(_read, number, row["name"], row["replies"]) if row else None


async def delete(on: Statements, space: int, number: int) -> bool:
    """Forget a set; False when there is none."""
    return await on.execute("delete_quick_set", space, number) == 1


class QuickSetStore:
    """Sets of quick replies by their ids, without their files; a set never changes, so those used last are kept."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, QuickSetInfo] = OrderedDict()
        self._characters = 0

    async def listed(self, on: Statements, space: int) -> list[QuickSetInfo]:
        """The sets of a space, the oldest first."""
        found = [await self._one(on, space, it.id) for it in await names(on, space)]
        return [it for it in found if it is not None]

    def forget(self, number: int) -> None:
        """A set is there no more."""
        if found := self._known.pop(number, None):
            self._characters -= _length(found)

    async def _one(self, on: Statements, space: int, number: int) -> QuickSetInfo | None:
        if number not in self._known:
            found = await whole(on, space, number)
            if found is None:
                return None
            self.forget(number)  # somebody else may have read it meanwhile
            self._known[number] = found = replace(found, found=replace(found.found, raw={}))
            self._characters += _length(found)
            while self._characters > KEPT_CHARACTERS and len(self._known) > 1:
                self.forget(next(iter(self._known)))
            return found
        self._known.move_to_end(number)
        return self._known[number]


def _length(info: QuickSetInfo) -> int:
    return sum(len(it.message) for it in info.found.replies)


def _read(number: int, name: str, replies: str) -> QuickSetInfo:
    return QuickSetInfo(number, name, quick_replies_from_json(json.loads(replies), name))

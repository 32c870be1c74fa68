"""Backgrounds of stories by version, in Postgres."""

from collections import OrderedDict
from dataclasses import dataclass

from engine.db.postgres.pool import Statements
from engine.rules.formats.stories.backgrounds import background_from_json, background_json
from engine.values.story.director import Background

KEPT_BACKGROUNDS = 64


@dataclass(frozen=True, slots=True)
class BackgroundRow:
    """A background as lists need it, in its newest version. ``points``: how many its outline has."""

    id: int
    name: str
    version: int
    points: int


async def add(on: Statements, background: Background, *, space: int) -> int:
    """A new background of a space; its id."""
    return await on.fetchval("add_background", None, space, None, background.name, background_json(background))


async def add_version(on: Statements, number: int, background: Background) -> int | None:
    """The next version of a background, which is called as it says from now on; None where there is none any more."""
    return await on.fetchval("add_background_version", number, background.name, background_json(background))


async def listed(on: Statements, space: int, person: int) -> list[BackgroundRow]:
    """The backgrounds that ``person`` may use in ``space``, the house's first."""
    rows = await on.fetch("backgrounds", space, person)
    return [BackgroundRow(row["id"], row["name"], row["version"], row["points"]) for row in rows]


async def delete(on: Statements, number: int) -> bool:
    """Forget a background; False when there is none."""
    return await on.execute("delete_background", number) == 1


class BackgroundStore:
    """Backgrounds by number and version; a version never changes, so those used last are kept."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[int, int], Background] = OrderedDict()

    async def background(self, on: Statements, number: int, version: int) -> Background | None:
        """One version of a background; None when there is none. Raises InputError when it cannot be read."""
        key = (number, version)
        if key not in self._known:
            row = await on.fetchrow("background", number, version)
            if row is None:
                return None
            self._known[key] = background_from_json(row["body"])
            if len(self._known) > KEPT_BACKGROUNDS:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return self._known[key]

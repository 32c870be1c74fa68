"""Presets by version, in Postgres."""

import json
from collections import OrderedDict
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from engine.db.postgres.pool import Statements
from engine.rules.formats.presets.presets import preset_from_json
from engine.values.characters.presets import Preset, PresetInfo
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import ChannelHead
from engine.values.ids import ChannelHeadKey

KEPT_PRESETS = 64


async def add(
    on: Statements, name: str, preset: Mapping[str, Any], *, space: int, file: str | None, runs_scripts: bool
) -> int:
    """A new preset of a space; its id."""
    raw = json.dumps(preset, ensure_ascii=False, separators=(",", ":"))
    return await on.fetchval("add_preset", None, space, None, name, runs_scripts, raw, file)


async def listed(on: Statements, space: int, person: int) -> list[PresetInfo]:
    """The presets that ``person`` may use in ``space``."""
    rows = await on.fetch("presets", space, person)
    return [PresetInfo(row["id"], row["name"], row["builtin"] is not None, row["version"]) for row in rows]


async def beside(on: Statements, space: int, person: int, character: int) -> tuple[int, int] | None:
    """Id and version of the preset that came in one file with a character, if ``person`` may use it in ``space``."""
    row = await on.fetchrow("preset_beside", space, person, character)
    return (row["id"], row["version"]) if row else None


async def delete(on: Statements, preset: int) -> bool:
    """Forget a preset; False when there is none."""
    return await on.execute("delete_preset", preset) == 1


async def lock(on: Statements, preset: int, space: int, person: int) -> bool:
    """Let nobody else change a preset until the transaction ends; False where nobody may change it there."""
    return await on.fetchval("lock_preset", preset, space, person) is not None


async def played_with(on: Statements, preset: int, space: int) -> list[tuple[ChannelHead, Here]]:
    """Where sessions of a space that have ever been played with a preset stand, but for those in the trash."""
    rows = await on.fetch("played_with_preset", space, preset)
    return [
        (
            ChannelHead(ChannelHeadKey(space, row["id"]), row["session_id"], row["channel_id"], row["branch_id"]),
            Here(space, row["channel_id"], 0, row["platform"], row["private"]),
        )
        for row in rows
    ]


async def runs_scripts(on: Statements, preset: int) -> bool:
    """Whether its scripts may run; False where there is none."""
    return bool(await on.fetchval("preset_runs", preset))


async def add_version(on: Statements, preset: int, raw: Mapping[str, Any]) -> int:
    """The next version of a preset; its number."""
    return await on.fetchval("add_preset_version", preset, json.dumps(raw, ensure_ascii=False, separators=(",", ":")))


async def versions(on: Statements, preset: int) -> list[tuple[int, datetime]]:
    """Every version of a preset and when it was made, oldest first."""
    return [(row["version"], row["created_at"]) for row in await on.fetch("preset_versions", preset)]


class PresetStore:
    """Presets by number and version; a version never changes, so those used last are kept."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[int, int], Preset] = OrderedDict()

    async def preset(self, on: Statements, number: int, version: int) -> Preset | None:
        """One version of a preset; None when there is none. Raises InputError when it cannot be read."""
        key = (number, version)
        if key not in self._known:
            row = await on.fetchrow("preset", number, version)
            if row is None:
                return None
            self._known[key] = preset_from_json(json.loads(row["preset"]), row["name"])
            if len(self._known) > KEPT_PRESETS:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return self._known[key]

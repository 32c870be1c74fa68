"""Files of regex scripts, in Postgres."""

import json
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from engine.db.postgres.pool import Statements
from engine.rules.formats.presets.regex_scripts import scripts_from_json
from engine.values.characters.scripts import RegexScript

KEPT_FILES = 256


async def add(
    on: Statements, space: int, name: str, scripts: Sequence[Any], *, character: int | None, file: str | None
) -> int:
    """A file of scripts for a character, or for every character of a space; its id."""
    raw = json.dumps(scripts, ensure_ascii=False, separators=(",", ":"))
    return await on.fetchval("add_scripts", space, character, name, raw, file)


class ScriptFiles:
    """Files of scripts; one never changes, so those used last are kept."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[int, int], tuple[RegexScript, ...]] = OrderedDict()

    async def scripts(self, on: Statements, space: int, number: int) -> tuple[RegexScript, ...]:
        """The scripts of a file; none when it is gone."""
        key = (space, number)
        if key not in self._known:
            raw = await on.fetchval("scripts", space, number)
            if raw is None:
                return ()
            self._known[key] = scripts_from_json(json.loads(raw))
            if len(self._known) > KEPT_FILES:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return self._known[key]

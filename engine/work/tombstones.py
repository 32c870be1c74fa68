"""Who asked to be forgotten, in a file beside the data: a backup that is put back does not bring them back."""

import asyncio
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path

import structlog

from engine.values.people.rights import Tombstone

FILE = "forgotten.jsonl"

_log = structlog.get_logger(__name__)


def hash_of(platform: str, external: str) -> str:
    """What stands for somebody called ``external`` on ``platform``."""
    return sha256(f"{platform}:{external}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Tombstones:
    """The file; a line for each time that somebody asked."""

    path: Path

    async def append(self, stones: Sequence[Tombstone]) -> None:
        """Add lines; returns once they are on the disk."""
        await asyncio.to_thread(self._append, stones)

    async def read(self) -> list[Tombstone]:
        """Every line that can be read."""
        return await asyncio.to_thread(self._read)

    def _append(self, stones: Sequence[Tombstone]) -> None:
        lines = "".join(
            json.dumps({"platform": it.platform, "sha256": it.sha256, "at": it.at.isoformat()}) + "\n" for it in stones
        )
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(lines)
            file.flush()
            os.fsync(file.fileno())

    def _read(self) -> list[Tombstone]:
        try:
            text = self.path.read_text("utf-8", errors="replace")
        except FileNotFoundError:
            return []
        return [stone for line in text.splitlines() if (stone := _stone(line)) is not None]


def _stone(line: str) -> Tombstone | None:
    try:
        found = json.loads(line)
        return Tombstone(str(found["platform"]), str(found["sha256"]), datetime.fromisoformat(found["at"]))
    except (ValueError, KeyError, TypeError):  # a line that a crash has cut
        _log.warning("a line of the tombstones cannot be read", file=FILE, action="it is passed over")
        return None

"""Who asked to be forgotten, in a file beside the data: a backup that is put back does not bring them back.

A stone names nobody, and can't be guessed at by trying every number that a platform gives: what stands for somebody is
an HMAC under a key of the house, which lies in a file of its own and in no backup. The first versions wrote a plain
hash; the HMAC is made of that, so that theirs could be taken over.
"""

import asyncio
import fcntl
import hmac
import json
import os
import secrets
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

import structlog

from engine.errors import ConfigError
from engine.values.people.rights import Tombstone

FILE: Final = "forgotten.jsonl"
KEY_FILE: Final = "forgotten.key"
_KEY_BYTES: Final = 32
_SIGN_LETTERS: Final = 8

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class StoneKey:
    """Makes stones. ``sign`` stands before each, so that it is seen which key one was made with."""

    secret: bytes

    @property
    def sign(self) -> str:
        return sha256(b"sign:" + self.secret).hexdigest()[:_SIGN_LETTERS]

    def stone(self, platform: str, external: str) -> str:
        """What stands for somebody called ``external`` on ``platform``."""
        return self.taken_over(sha256(f"{platform}:{external}".encode()).hexdigest())

    def taken_over(self, plain: str) -> str:
        """The stone of somebody of whom only the plain hash of the first versions is known."""
        return f"{self.sign}:{hmac.new(self.secret, plain.encode(), sha256).hexdigest()}"

    def keyed(self, stone: Tombstone) -> Tombstone:
        """``stone`` as this key makes it, if it is of the first versions; any other as it is."""
        return stone if ":" in stone.stands_for else replace(stone, stands_for=self.taken_over(stone.stands_for))

    def knows(self, stone: Tombstone) -> bool:
        """Whether this key can tell whom ``stone`` is about."""
        return stone.stands_for.startswith(f"{self.sign}:")


@dataclass(frozen=True, slots=True)
class Tombstones:
    """The file, a line for each time that somebody asked; the key lies beside it."""

    path: Path

    async def key(self) -> StoneKey:
        """The house's key, made where there is none yet. Raises ConfigError, OSError."""
        return await asyncio.to_thread(self._key)

    async def append(self, stones: Sequence[Tombstone]) -> None:
        """Add lines; returns once they are on the disk."""
        await asyncio.to_thread(self._append, stones)

    async def read(self) -> list[Tombstone]:
        """Every line that can be read; those of the first versions are written anew under the key."""
        return await asyncio.to_thread(self._read)

    def _key(self) -> StoneKey:
        path = self.path.with_name(KEY_FILE)
        if not path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            half = path.with_name(f"{KEY_FILE}.{secrets.token_hex(4)}")
            _write(half, f"{secrets.token_hex(_KEY_BYTES)}\n")
            with suppress(FileExistsError):  # another process was faster: its key counts
                os.link(half, path)
            half.unlink()
            _sync(path.parent)
        try:
            return StoneKey(bytes.fromhex(path.read_text("ascii").strip()))
        except ValueError:
            raise ConfigError(name=str(path), reason="damaged") from None

    def _append(self, stones: Sequence[Tombstone]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._alone():
            _write(self.path, _lines(stones), os.O_APPEND)

    def _read(self) -> list[Tombstone]:
        found = self._found()
        if all(":" in it.stands_for for it in found):
            return found
        key = self._key()
        with self._alone():
            keyed = [key.keyed(it) for it in self._found()]
            new = self.path.with_name(f"{FILE}.new")
            new.unlink(missing_ok=True)
            _write(new, _lines(keyed))
            new.replace(self.path)
            _sync(self.path.parent)
        return keyed

    def _found(self) -> list[Tombstone]:
        try:
            text = self.path.read_text("utf-8", errors="replace")
        except FileNotFoundError:
            return []
        return [stone for line in text.splitlines() if (stone := _stone(line)) is not None]

    @contextmanager
    def _alone(self) -> Generator[None]:
        """No other process writes meanwhile."""
        handle = os.open(self.path.with_name(f"{FILE}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)


def _lines(stones: Sequence[Tombstone]) -> str:
    return "".join(
        json.dumps({"platform": stone.platform, "stone": stone.stands_for, "at": stone.at.isoformat()}) + "\n"
        for stone in stones
    )


def _stone(line: str) -> Tombstone | None:
    try:
        found = json.loads(line)
        stands_for = str(found["stone"] if "stone" in found else found["sha256"])
        return Tombstone(str(found["platform"]), stands_for, datetime.fromisoformat(found["at"]))
    except (ValueError, KeyError, TypeError):  # a line that a crash has cut
        _log.warning("a line of the tombstones cannot be read", file=FILE, action="it is passed over")
        return None


def _write(path: Path, text: str, how: int = os.O_EXCL) -> None:
    """For our user alone, and on the disk."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | how, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

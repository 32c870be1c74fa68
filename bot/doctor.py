"""``python -m bot doctor``: every part in a line, ok or what to do."""

import importlib.metadata
import re
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from bot.console import Console
from bot.platform_questions import TITLES, KnownBot, title_of
from bot.setup.demo import Demonstration
from engine.config.config import Config
from engine.errors import PlatformError
from engine.service.house import HouseService
from engine.values.house.house import DoctorPart, Finding
from engine.values.models.models import RoleName

LOCK: Final = Path(__file__).parents[1] / "requirements.lock"
LOW_DISK_BYTES: Final = 1 << 30

_OLDEST_PYTHON: Final = (3, 11)
_FIRST_YEAR: Final = 2026  # no clock that is right has been before this program
_PINNED: Final = re.compile(r"^([a-z0-9._-]+)==\S+ \\$", re.MULTILINE | re.IGNORECASE)  # without a platform's marker


Bots = Mapping[str, Callable[[], Awaitable[KnownBot]]]
"""Asks each platform that has a token who its bot is. Raises PlatformError."""


@dataclass(frozen=True, slots=True)
class Manner:
    """``quick``: models are asked for nothing that costs time or money. ``quiet``: only problems are said, quickly."""

    quick: bool = False
    quiet: bool = False


async def run(config: Config, console: Console, house: HouseService, bots: Bots, manner: Manner) -> int:
    """The exit code: 0 when all is well, 1 when something needs doing."""
    well = True
    async for finding in _findings(config, house, bots, manner):
        well &= finding.ok
        if not (manner.quiet and finding.ok):
            _show(console, finding)
    if not manner.quiet:
        console.say("doctor-well" if well else "doctor-unwell")
    return 0 if well else 1


def _show(console: Console, finding: Finding) -> None:
    part = console.speaker.say(f"doctor-part-{finding.part}", **finding.data)
    text = console.speaker.say(finding.message, **finding.data)
    console.say("doctor-line-ok" if finding.ok else "doctor-line-problem", part=part, text=text)


async def _findings(config: Config, house: HouseService, bots: Bots, manner: Manner) -> AsyncIterator[Finding]:
    for one in (python(), packages(LOCK), *data_folder(config.data_dir), *await house.database()):
        yield one
    for one in await house.backups(quick=manner.quick or manner.quiet):
        yield one
    for role in RoleName:
        found = await house.models(role, quick=manner.quick or manner.quiet)
        for one in found or (Finding(DoctorPart(role.value), ok=True, message=f"doctor-{role}-none"),):
            yield one
    searches = await house.searches(quick=manner.quick or manner.quiet)
    for one in searches or (Finding(DoctorPart.SEARCH, ok=True, message="doctor-search-none"),):
        yield one
    hears = await house.hearing(quick=manner.quick or manner.quiet)
    for one in hears or (Finding(DoctorPart.HEARING, ok=True, message="doctor-hearing-none"),):
        yield one
    speaks = await house.speech(quick=manner.quick or manner.quiet)
    for one in speaks or (Finding(DoctorPart.SPEAKING, ok=True, message="doctor-speaking-none"),):
        yield one
    for platform in dict.fromkeys((*TITLES, *bots)):
        yield await _platform(platform, bots)
    for one in (_demo(), terminal(sys.stdout.encoding or ""), clock(house.now(), config.timezone)):
        yield one


async def _platform(platform: str, bots: Bots) -> Finding:
    """Whether a platform knows the token; one without a token is not switched on."""
    part, named = DoctorPart.PLATFORM, {"platform": title_of(platform)}
    if platform not in bots:
        return Finding(part, ok=True, message="doctor-platform-none", data=named)
    try:
        known = await bots[platform]()
    except PlatformError as error:
        return Finding(part, ok=False, message=error.message, data={**named, **error.data})
    return Finding(part, ok=True, message="doctor-platform", data={**named, "name": known.name, "link": known.link})


def python() -> Finding:
    """The interpreter."""
    version = sys.version.split(maxsplit=1)[0]
    fit = sys.version_info >= _OLDEST_PYTHON
    return Finding(DoctorPart.PROGRAM, fit, "doctor-python" if fit else "doctor-python-old", {"version": version})


def packages(lock: Path) -> Finding:
    """Whether what the lock names is installed; another version of it may be somebody's choice."""
    missing = [name for name in _PINNED.findall(lock.read_text("utf-8")) if not _is_installed(name)]
    if missing:
        return Finding(
            DoctorPart.PROGRAM, ok=False, message="doctor-packages-missing", data={"names": ", ".join(missing)}
        )
    return Finding(DoctorPart.PROGRAM, ok=True, message="doctor-packages")


def data_folder(folder: Path) -> Iterator[Finding]:
    """Whether the folder can be written, and has room. It is not made for this."""
    place = next(one for one in (folder, *folder.parents) if one.exists())
    try:
        with tempfile.TemporaryFile(dir=place):
            pass
        free = shutil.disk_usage(place).free
    except OSError as error:
        reason = error.strerror or type(error).__name__
        yield Finding(
            DoctorPart.DATA, ok=False, message="doctor-data-folder", data={"folder": str(folder), "reason": reason}
        )
        return
    yield Finding(DoctorPart.DATA, ok=True, message="doctor-data", data={"folder": str(folder)})
    low = free < LOW_DISK_BYTES
    message = "doctor-data-disk-low" if low else "doctor-data-disk"
    yield Finding(DoctorPart.DATA, ok=not low, message=message, data={"megabytes": free >> 20})


def terminal(encoding: str) -> Finding:
    """Whether every language can be shown."""
    fit = encoding.lower().replace("-", "") in ("utf8", "utf8sig")
    message = "doctor-terminal" if fit else "doctor-terminal-encoding"
    return Finding(DoctorPart.TERMINAL, fit, message, {"encoding": encoding or "-"})


def clock(now: datetime, zone: str) -> Finding:
    """A clock far behind breaks certificates and the order of everything."""
    fit = now.year >= _FIRST_YEAR
    data = {"zone": zone, "now": now.strftime("%Y-%m-%d %H:%M")}
    return Finding(DoctorPart.CLOCK, fit, "doctor-clock" if fit else "doctor-clock-wrong", data)


def _demo() -> Finding:
    return Finding(
        DoctorPart.DEMO, ok=True, message="doctor-demo" if Demonstration().installed() else "doctor-demo-none"
    )


def _is_installed(name: str) -> bool:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True

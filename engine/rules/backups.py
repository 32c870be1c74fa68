"""How backups are called, which of them stay, and when the next one is due. Pure."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from engine.values.house.backups import Backup, BackupKind

ENDING: Final = ".dump"
DAYS: Final = 7
WEEKS: Final = 4
MIGRATIONS: Final = 5
NIGHT_HOUR: Final = 4
"""UTC; a house that sleeps then makes up for it within the hour in which it wakes."""

_NAME: Final = re.compile(r"omoide-(\d{8}T\d{6}Z)-(night|migration|hand|restore)\.dump")
_STAMP: Final = "%Y%m%dT%H%M%SZ"


def name_of(kind: BackupKind, at: datetime) -> str:
    """What the file of a backup is called."""
    return f"omoide-{at.astimezone(UTC).strftime(_STAMP)}-{kind.value}{ENDING}"


def read_name(name: str, size: int) -> Backup | None:
    """The backup that a file called so is; None for other files."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    try:
        at = datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
    return Backup(name, BackupKind(match[2]), at, size)


def newest_first(found: Iterable[Backup]) -> list[Backup]:
    """In the order in which people look for one."""
    return sorted(found, key=lambda it: (it.at, it.name), reverse=True)


def outdated(found: Sequence[Backup]) -> list[Backup]:
    """Those that may go: of the nights all but the newest of each of 7 days and of 4 weeks, and old ones of migrations.

    What somebody asked for stays, and so does the newest of all.
    """
    ordered = newest_first(found)
    nights = [it for it in ordered if it.kind is BackupKind.NIGHT]
    kept = {it.name for it in ordered[:1]}
    kept |= _newest_of(nights, DAYS, lambda it: it.at.date().toordinal())
    kept |= _newest_of(nights, WEEKS, lambda it: it.at.date().toordinal() // 7)
    kept |= {it.name for it in ordered if it.kind in (BackupKind.HAND, BackupKind.RESTORE)}
    kept |= {it.name for it in [it for it in ordered if it.kind is BackupKind.MIGRATION][:MIGRATIONS]}
    return [it for it in ordered if it.name not in kept]


def _newest_of(nights: Sequence[Backup], many: int, period: Callable[[Backup], int]) -> set[str]:
    """The newest backup of each of the last ``many`` periods in which there was one."""
    newest: dict[int, str] = {}
    for it in nights:
        newest.setdefault(period(it), it.name)
    return set([newest[it] for it in sorted(newest, reverse=True)][:many])


def is_due(found: Sequence[Backup], now: datetime) -> bool:
    """Whether the last night's backup is missing."""
    night = now.astimezone(UTC).replace(hour=NIGHT_HOUR, minute=0, second=0, microsecond=0)
    if night > now:
        night -= timedelta(days=1)
    return not any(it.kind is BackupKind.NIGHT and it.at >= night for it in found)

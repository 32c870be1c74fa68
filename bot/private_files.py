"""What the house keeps is for its own user: folders 0700, files 0600, from their first byte on."""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

_OTHERS: Final = 0o077
_IN_PASSING: Final = 0o711
_DATABASE: Final = "database"


def keep_private() -> None:
    """From now on whatever this process and the programs that it starts make is for their user alone."""
    os.umask(_OTHERS)


def make_house(house: Path) -> None:
    """Make the folder of a house where there is none. Raises OSError."""
    missing = [it for it in (house, *house.parents) if not it.exists()]
    for place in reversed(missing):
        place.mkdir()
        if os.geteuid() == 0:
            place.chmod(_IN_PASSING)


def close_to_others(house: Path) -> None:
    """Take from others what an earlier version, or a copy, left open to them in the folder of a house.

    Where we are root, the database's own user must get through on its way to the database; it can read nothing there.
    What belongs to somebody else, as the database then does, is left as it is.
    """
    root = os.geteuid() == 0
    ways = (house, house / _DATABASE) if root else ()
    for place in (house, *_inside(house)):
        with suppress(OSError):  # gone meanwhile, or on a disk that knows no modes: doctor says what cannot be used
            found = place.lstat()
            mode = stat.S_IMODE(found.st_mode)
            closed = _IN_PASSING & mode if place in ways else mode & ~_OTHERS
            if found.st_uid == os.geteuid() and not stat.S_ISLNK(found.st_mode) and closed != mode:
                place.chmod(closed)


def _inside(house: Path) -> list[Path]:
    """All in ``house`` but what the server keeps for itself."""
    kept = house / _DATABASE / "pgdata"
    found: list[Path] = []
    for folder, folders, files in os.walk(house):
        here = Path(folder)
        folders[:] = [it for it in folders if here / it != kept]
        found += [here / it for it in (*folders, *files)]
    return found

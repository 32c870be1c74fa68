"""The data folder of our own Postgres: ours or not, which major, made whole or not at all.

folder/omoide-database     marks the folder as ours
folder/{users,guard,start}.lock   locks; the kernel gives them back when a process dies
folder/postgres.log        what the server says; bounded
folder/location            only when root's server user cannot enter ``folder``: where ``home`` is
home/pgdata  home/socket  home/programs     ``home`` is ``folder`` itself, or a place below /var/lib/omoide
"""

import getpass
import hashlib
import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from engine.db.postgres.programs import Programs, RunAs, may_enter, usable_programs, user_to_run_as
from engine.errors import DatabaseStartFailed, DataFolderForeign, DataFolderMajor, DataFolderUnreachable

ROLE = "omoide"
SYSTEM_HOME = Path("/var/lib/omoide")
LONGEST_SOCKET_PATH = 100
"""Bytes; the kernel takes 107, macOS 103."""

PASSABLE = 0o711 if os.geteuid() == 0 else 0o700
"""The mode of a folder on the way to the database: root's server user walks through it and sees nothing in it."""
_MARKER = "omoide-database"
_ADMITS = "# Written anew at each start: through the socket comes the user that we run as, and nobody else.\n"
_SOCKET_NAME = ".s.PGSQL.5432"


@dataclass(frozen=True, slots=True)
class DataFolder:
    """A folder that is ours. Nothing in it says yet that there is a database."""

    path: Path

    @property
    def users_lock(self) -> Path:
        return self.path / "users.lock"

    @property
    def guard_lock(self) -> Path:
        return self.path / "guard.lock"

    @property
    def start_lock(self) -> Path:
        return self.path / "start.lock"

    @property
    def log(self) -> Path:
        return self.path / "postgres.log"

    @property
    def home(self) -> Path:
        """Where the database itself lies."""
        location = self.path / "location"
        return Path(location.read_text("utf-8").strip()) if location.exists() else self.path

    @property
    def pgdata(self) -> Path:
        return self.home / "pgdata"


@dataclass(frozen=True, slots=True)
class PreparedFolder:
    """Everything the guard needs to start the server of a folder."""

    programs: Programs
    user: RunAs | None
    pgdata: Path
    socket: Path


def open_folder(path: Path) -> DataFolder:
    """Make the folder or take the one that is there. Raises DataFolderForeign, DataFolderUnreachable."""
    folder = DataFolder(Path(os.path.realpath(path)))
    try:
        if not folder.path.is_dir():
            folder.path.mkdir(mode=PASSABLE, parents=True, exist_ok=True)
            folder.path.chmod(PASSABLE)  # whatever the umask takes
        marker = folder.path / _MARKER
        if any(folder.path.iterdir()) and not marker.exists():  # in this order: another starter makes the marker first
            raise DataFolderForeign(folder=str(folder.path))
        for file in (marker, folder.users_lock, folder.guard_lock, folder.start_lock):
            file.touch(mode=0o600)
    except (PermissionError, FileExistsError, NotADirectoryError) as error:
        raise DataFolderUnreachable(folder=str(folder.path), user=getpass.getuser()) from error
    return folder


def prepare(folder: DataFolder, programs: Programs, *, durable: bool) -> PreparedFolder:
    """Make the database unless it is there. Needs the folder's start lock.

    Raises DataFolderForeign, DataFolderMajor, DataFolderUnreachable, DatabaseStartFailed.
    """
    user = user_to_run_as(folder.pgdata)
    _choose_home(folder, user)
    home, pgdata = folder.home, folder.pgdata
    if pgdata.exists():
        _check_database(pgdata, programs, user)
    usable = usable_programs(programs, user, home)
    if not pgdata.exists():
        _make_database(pgdata, usable, user, durable=durable)
    _admit(pgdata, user)
    return PreparedFolder(usable, user, pgdata, _socket_folder(home, user))


def _choose_home(folder: DataFolder, user: RunAs | None) -> None:
    """Parents are never opened up: where the server's user cannot enter, the database lies elsewhere."""
    if user is None or folder.home != folder.path or may_enter(folder.path, user):
        return
    home = SYSTEM_HOME / secrets.token_hex(8)
    home.mkdir(parents=True)
    SYSTEM_HOME.chmod(0o711)
    home.chmod(0o700)
    os.chown(home, user.uid, user.gid)
    if not may_enter(home, user):
        raise DataFolderUnreachable(folder=str(home), user=user.name)
    half = folder.path / "location.new"
    half.write_text(f"{home}\n", "utf-8")
    half.replace(folder.path / "location")


def _check_database(pgdata: Path, programs: Programs, user: RunAs | None) -> None:
    try:
        found = (pgdata / "PG_VERSION").read_text("utf-8").strip()
    except FileNotFoundError as error:
        raise DataFolderForeign(folder=str(pgdata)) from error
    except PermissionError as error:
        raise DataFolderUnreachable(folder=str(pgdata), user=getpass.getuser()) from error
    if found != programs.major:
        raise DataFolderMajor(folder=str(pgdata), found=found, needed=programs.major)
    owner = user.uid if user is not None else os.geteuid()
    if pgdata.stat().st_uid != owner:
        raise DataFolderUnreachable(folder=str(pgdata), user=user.name if user is not None else getpass.getuser())


def _make_database(pgdata: Path, programs: Programs, user: RunAs | None, *, durable: bool) -> None:
    """Made under another name and then renamed, so a crash leaves no half database."""
    for half in pgdata.parent.glob(f"{pgdata.name}.new-*"):
        shutil.rmtree(half, ignore_errors=True)
    new = pgdata.with_name(f"{pgdata.name}.new-{secrets.token_hex(4)}")
    new.mkdir(mode=0o700)
    if user is not None:
        os.chown(new, user.uid, user.gid)
    done = subprocess.run(  # noqa: S603 — the programs of our own package
        [
            programs.path("initdb"), "-D", str(new), "-U", ROLE, "--auth-local=peer", "--auth-host=reject",
            "--encoding=UTF8", "--locale-provider=libc", "--locale=C.UTF-8", "--set", "lc_messages=C",
            *([] if durable else ["--no-sync"]),
        ],
        capture_output=True,
        check=False,
        cwd=new,
        env={"PATH": os.defpath, "LC_ALL": "C.UTF-8", "TZ": "UTC"},
        user=user.uid if user is not None else None,
        group=user.gid if user is not None else None,
        extra_groups=[] if user is not None else None,
    )  # fmt: skip
    if done.returncode != 0:
        shutil.rmtree(new, ignore_errors=True)
        reason = done.stderr.decode("utf-8", "replace").strip() or f"initdb ended with {done.returncode}"
        raise DatabaseStartFailed(reason=reason[-400:], log="-")
    new.rename(pgdata)


def _admit(pgdata: Path, user: RunAs | None) -> None:
    """Let in who we are, by the name that the kernel tells of whoever connects.

    Whom the machine has no name for, as in some containers, is let in by the socket's folder alone.
    """
    try:
        name = pwd.getpwuid(os.geteuid()).pw_name.replace('"', '""')
    except KeyError:
        rules = {"pg_hba.conf": "local all all trust\n", "pg_ident.conf": ""}
    else:
        rules = {
            "pg_hba.conf": f"local all all peer map={ROLE}\n",
            "pg_ident.conf": f'{ROLE} "{name}" all\n',
        }
    for file, rule in rules.items():
        new = pgdata / f"{file}.new"
        new.unlink(missing_ok=True)
        new.touch(mode=0o600)
        new.write_text(_ADMITS + rule, "utf-8")
        if user is not None:
            os.chown(new, user.uid, user.gid)
        new.replace(pgdata / file)


def _socket_folder(home: Path, user: RunAs | None) -> Path:
    """A folder of mode 0700 that belongs to the server's user; short enough for a socket, and plain enough to name."""
    preferred = home / "socket"
    name = str(preferred)
    fits = len(os.fsencode(preferred / _SOCKET_NAME)) <= LONGEST_SOCKET_PATH and not set(name) & set(',"\n')
    return _private(preferred if fits else _short_folder(home, user), user)


def _short_folder(home: Path, user: RunAs | None) -> Path:
    short = f"omoide-{hashlib.sha256(os.fsencode(home)).hexdigest()[:16]}"
    own = (os.environ.get("XDG_RUNTIME_DIR", ""), tempfile.gettempdir()) if user is None else ()
    for place in own:
        folder = Path(place) / short
        if place and Path(place).is_dir() and len(os.fsencode(folder / _SOCKET_NAME)) <= LONGEST_SOCKET_PATH:
            return folder
    return Path("/tmp") / short  # noqa: S108 — checked for owner and mode right after


def _private(folder: Path, user: RunAs | None) -> Path:
    uid = user.uid if user is not None else os.geteuid()
    try:
        folder.mkdir(mode=0o700)
        if user is not None:
            os.chown(folder, user.uid, user.gid)
    except FileExistsError:
        found = folder.lstat()
        if folder.is_symlink() or not folder.is_dir() or found.st_uid != uid or found.st_mode & 0o077:
            raise DataFolderForeign(folder=str(folder)) from None
    return folder

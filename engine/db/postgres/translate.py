"""The driver's errors in our words, once.

What a lost connection means depends on what was under way. Before a COMMIT is sent nothing is kept
(DatabaseUnreachable); from then on nobody knows (DatabaseOutcomeUnknown). The driver's own text may quote what a person
wrote, so it is not carried along where a value or a row is at fault.
"""

from collections.abc import Generator
from contextlib import contextmanager

import asyncpg  # pyright: ignore[reportMissingTypeStubs] — the driver has no types

from engine.errors import (
    DatabaseConflict,
    DatabaseConstraint,
    DatabaseError,
    DatabaseFull,
    DatabaseOutcomeUnknown,
    DatabaseRefused,
    DatabaseTimeout,
    DatabaseUnreachable,
)

DRIVER_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)

_CONFLICTS = {"40001", "40P01", "55P03"}  # serialization failure, deadlock, lock not available
_LOST = {"57P01", "57P02", "57P03", "57P05"}  # shut down, crashed, still starting, idle for too long
_QUOTES_VALUES = ("22", "23")  # data exceptions and broken constraints name the value or row


@contextmanager
def translated(query: str, *, commits: bool = False) -> Generator[None]:
    """Raise our errors instead of the driver's. ``commits``: what runs inside may end in a commit."""
    try:
        yield
    except DRIVER_ERRORS as error:
        if (ours := _ours(error, query, commits=commits)) is None:
            raise
        raise ours from _cause(error)


def _ours(error: Exception, query: str, *, commits: bool) -> DatabaseError | None:
    """None: wrong use of the driver, a fault of ours that is shown as it is."""
    if isinstance(error, TimeoutError):
        return _timed_out(type(error).__name__, query, commits=commits)
    if isinstance(error, asyncpg.PostgresError):
        return _from_server(error, query, commits=commits)
    if isinstance(error, asyncpg.InterfaceError) and "clos" not in str(error):
        return None
    return _lost(type(error).__name__, commits=commits)


def _from_server(error: asyncpg.PostgresError, query: str, *, commits: bool) -> DatabaseError:
    code = _code(error)
    if code in _CONFLICTS:
        return DatabaseConflict(code=code)
    if code in _LOST or code.startswith("08"):
        return _lost(code, commits=commits)
    if code == "57014":
        return _timed_out(code, query, commits=False)  # cancelled by the server: it was undone
    if code == "53100":
        return DatabaseFull(code=code)
    if code.startswith("53"):
        return DatabaseUnreachable(code=code)
    if code.startswith("23"):
        return DatabaseConstraint(code=code, query=query, constraint=str(getattr(error, "constraint_name", None) or ""))
    if code.startswith("28") or code == "3D000":
        return DatabaseRefused(code=code, reason=str(error.args[0]))
    return DatabaseError(query=query, code=code)


def _lost(code: str, *, commits: bool) -> DatabaseError:
    return DatabaseOutcomeUnknown(code=code) if commits else DatabaseUnreachable(code=code)


def _timed_out(code: str, query: str, *, commits: bool) -> DatabaseError:
    return DatabaseOutcomeUnknown(code=code) if commits else DatabaseTimeout(code=code, query=query)


def _cause(error: Exception) -> Exception | None:
    if isinstance(error, asyncpg.PostgresError):
        if _code(error).startswith(_QUOTES_VALUES):
            return None
        vars(error)["detail"] = None
    return error


def _code(error: asyncpg.PostgresError) -> str:
    """The SQLSTATE, five characters; the driver's class name where the server gave none."""
    return str(getattr(error, "sqlstate", None) or type(error).__name__)

"""What in a file asks for the time, and which tests are marked as depending on it."""

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Final

from tests.code.sources import AnyFunction, Source

SEAM: Final = "tests/calendar.py"
"""Where the tests ask what time it is."""

_WALL: Final = frozenset(
    {
        *("datetime.datetime.now", "datetime.datetime.utcnow", "datetime.datetime.today", "datetime.date.today"),
        *("time.time", "time.time_ns", "time.localtime", "time.gmtime", "time.ctime", "time.strftime"),
        *("time.clock_gettime", "time.clock_gettime_ns", "discord.utils.utcnow", "email.utils.localtime"),
    }
)
"""What reads the clock of the machine, by its full name. ``time.monotonic`` knows no date."""
_CLOCKS: Final = frozenset(it.partition(".")[0] for it in _WALL)
"""The packages that these come from."""
_NEEDS_AN_ARGUMENT: Final = frozenset(
    {"time.localtime", "time.gmtime", "time.ctime", "time.strftime", "email.utils.localtime"}
)
"""These ask the clock only where they are given no time."""
_ARGUMENTS: Final = {"time.strftime": 2}
_TODAY: Final = frozenset({"tests.calendar.now", "tests.calendar.seconds"})
_DAYS_AGO: Final = re.compile(
    r"\bnow\(\)\s*[-+]\s*(?:\S+\s*\*\s*)?interval\s*'[^']*\b(?:day|week|month|year)s?\b", re.IGNORECASE
)
"""SQL that reckons in days from today."""


def wall_reads(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Where a module asks the machine for the time, as line and name; also where it hands on who does."""
    nodes = list(ast.walk(tree))
    known = {short: name for short, name in _imported(nodes).items() if name.partition(".")[0] in _CLOCKS}
    if not known:  # as in most modules
        return
    called = {id(node.func): node for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        if not isinstance(node, ast.Attribute | ast.Name):
            continue
        name = _full_name(node, known)
        if name in _WALL and not _has_a_time(name, called.get(id(node))):
            yield node.lineno, name


def _has_a_time(name: str, call: ast.Call | None) -> bool:
    return name in _NEEDS_AN_ARGUMENT and call is not None and len(call.args) >= _ARGUMENTS.get(name, 1)


def _imported(nodes: Iterable[ast.AST]) -> dict[str, str]:
    """Names as a module calls things, with what they are called where they come from."""
    known: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            for it in node.names:
                known[it.asname or it.name.split(".")[0]] = it.name if it.asname else it.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom):
            known |= {it.asname or it.name: f"{node.module}.{it.name}" for it in node.names}
    return known


def _full_name(node: ast.expr, known: dict[str, str]) -> str:
    """``datetime.datetime.now`` of ``dt.datetime.now``; "" for what is no name."""
    if isinstance(node, ast.Name):
        return known.get(node.id, "")
    if isinstance(node, ast.Attribute):
        front = _full_name(node.value, known)
        return f"{front}.{node.attr}" if front else ""
    return ""


def reckoning(source: Source) -> Iterator[tuple[str, bool]]:
    """The definitions of a file of tests that take today's date, or days from it, into their own hands, by name.

    With each goes whether it is marked ``calendar``, by itself or with the whole file.
    """
    known = _imported(ast.walk(source.tree))
    whole = _whole_file_is_marked(source.tree)
    for node in source.tree.body:
        if any(_reckons(it, known) for it in ast.walk(node)):
            name = node.name if isinstance(node, AnyFunction | ast.ClassDef) else str(node.lineno)
            yield f"{source.path}:{name}", whole or _is_marked(node)


def _reckons(node: ast.AST, known: dict[str, str]) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and bool(_DAYS_AGO.search(node.value))
    return isinstance(node, ast.Attribute | ast.Name) and _full_name(node, known) in _TODAY


def marked(source: Source) -> bool:
    """Whether some test of the file, or all of it, is marked ``calendar``."""
    return _whole_file_is_marked(source.tree) or any(map(_is_marked, source.tree.body))


def _whole_file_is_marked(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark" and _says_mark(node.value)
        for node in tree.body
    )


def _is_marked(node: ast.stmt) -> bool:
    return isinstance(node, AnyFunction | ast.ClassDef) and any(map(_says_mark, node.decorator_list))


def _says_mark(node: ast.expr) -> bool:
    return any(isinstance(it, ast.Attribute) and ast.unparse(it) == "pytest.mark.calendar" for it in ast.walk(node))

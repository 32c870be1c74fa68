"""SQL lives in named files and is never put together from strings."""

import ast
import re
from collections.abc import Iterator

from engine.db.postgres.queries import product_queries
from tests.code.sources import PRODUCT, ROOT, Source, sources

_RUNS = {"copy_from_query", "cursor", "execute", "executemany", "fetch", "fetchmany", "fetchrow", "fetchval", "prepare"}
_SQL = re.compile(
    r"\s*(SELECT\s|INSERT\s+INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|WITH\s+\w+\s+AS\s|(CREATE|ALTER|DROP)\s+[A-Z]+\s)"
)
_CHANGES = re.compile(r"\bUPDATE \w+ (AS \w+ )?SET\b|\bDELETE FROM\b|\bFOR (UPDATE|SHARE|KEY SHARE|NO KEY UPDATE)\b")
_SEMI_JOIN = re.compile(r"(?<!NOT )\bIN \(\s*(SELECT|WITH)\b|\b(WHERE|AND) EXISTS\b")
_HARMLESS = {("delete_owned", "WHERE EXISTS"), ("read_there", "AND EXISTS")}  # of no row; of none that is changed
_BLOCK = re.compile(r"^-- (?:name|fragment): *(\S+)\n(.*)$", re.MULTILINE)


def test_statements_are_not_put_together() -> None:
    """A statement built from strings is where a nickname becomes SQL."""
    built = [place for source in sources(*PRODUCT) for place in _built(source)]
    assert built == []


def test_no_sql_above_the_database_layer() -> None:
    """A statement outside engine/db escapes the checks on spaces, lines and plans."""
    outside = [
        f"{source.path}:{node.lineno}"
        for source in sources(*PRODUCT)
        if not source.path.startswith("engine/db/")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _SQL.match(node.value)
    ]
    assert outside == []


def test_statements_say_what_they_are_for() -> None:
    """A statement without a sentence is copied, not reused, and the copies drift apart."""
    silent = [
        f"{file.name}:{name}"
        for file in sorted((ROOT / "engine/db/sql").glob("*.sql"))
        for name, after in _BLOCK.findall(file.read_text("utf-8"))
        if not re.match(r"-- \S+(?: \S+)+", after)
    ]
    assert silent == []


def test_so_many_are_locked_once() -> None:
    """A join may run its inner query once a row: ``LIMIT 2 … SKIP LOCKED`` then takes all there is.

    What stands behind ``WITH … AS MATERIALIZED``, or is compared as one value, is run once; behind ``LATERAL`` it is
    meant to be run for each row.
    """
    again = [
        f"{file.name}: {before.splitlines()[-1]}({query.strip()}"
        for file in sorted((ROOT / "engine/db/sql").glob("*.sql"))
        for before, query in _locking(file.read_text("utf-8"))
        if "LIMIT" in query and not before.rstrip().endswith(("AS MATERIALIZED", "=", "LATERAL"))
    ]
    assert again == []


def test_what_is_written_or_locked_is_not_looked_up_through_a_join() -> None:
    """A row that somebody else has just changed is passed over, silently, by such a statement under some plans.

    ``id IN (SELECT …)`` becomes a join that may look the row up once for each value. When it has changed meanwhile,
    Postgres checks its new version against the first value alone. ``id = ANY (ARRAY(SELECT …))`` and a query in FROM
    are checked against all.
    """
    joined = [
        f"{name}: {' '.join(query.sql[found.start() : found.end() + 60].split())}"
        for name, query in product_queries().items()
        if _CHANGES.search(query.sql)
        for found in _SEMI_JOIN.finditer(query.sql)
        if (name, found[0]) not in _HARMLESS
    ]
    assert joined == []


def _locking(text: str) -> Iterator[tuple[str, str]]:
    """Each query in brackets that passes over what others hold, and what stands before its bracket."""
    for found in re.finditer("SKIP LOCKED", text):
        depth, at = 1, found.start()
        while depth:
            at -= 1
            depth += {")": 1, "(": -1}.get(text[at], 0)
        yield text[:at], text[at + 1 : found.end()]


def _built(source: Source) -> Iterator[str]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _RUNS:
            text = node.args[0] if node.args else None
            formatted = (
                isinstance(text, ast.Call) and isinstance(text.func, ast.Attribute) and text.func.attr == "format"
            )
            if formatted or isinstance(text, ast.JoinedStr | ast.BinOp):
                yield f"{source.path}:{node.lineno}"

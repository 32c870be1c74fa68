"""The SQL of the product: named statements read from ``engine/db/sql/*.sql``.

A file is a run of blocks. ``-- name: entries_last`` starts a statement, ``-- fragment: live`` a piece that statements
include as ``{{live}}``. The comment lines right below the header say, in a sentence, what the block is for. Names and
fragments are shared by all files, so a rule such as "what is live on a line" is written once.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SQL_FOLDER = Path(__file__).parents[1] / "sql"

_HEADER = re.compile(r"^--\s*(name|fragment):(.*)$", re.MULTILINE)
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_INCLUDE = re.compile(r"\{\{\s*([^{}]*?)\s*\}\}")
_NO_CODE = re.compile(r"--[^\n]*|/\*.*?\*/|'(?:[^']|'')*'", re.DOTALL)
_LOCKING = re.compile(r"\bfor\s+(no\s+key\s+)?update\b", re.IGNORECASE)
_WRITING = re.compile(r"\b(insert|update|delete|merge|truncate|create|alter|drop)\b", re.IGNORECASE)


class QueryFileError(ValueError):
    """A ``.sql`` file of the product is wrong; the text says where and why."""


@dataclass(frozen=True, slots=True)
class Query:
    """One named statement. ``writes``: run alone, it commits something."""

    name: str
    purpose: str
    sql: str
    writes: bool


@dataclass(frozen=True, slots=True)
class _Block:
    kind: str
    name: str
    purpose: str
    sql: str
    file: str


class Queries(Mapping[str, Query]):
    """The named statements, by name, with their fragments filled in."""

    def __init__(self, queries: Mapping[str, Query]) -> None:
        self._queries = dict(queries)

    @classmethod
    def load(cls, folder: Path) -> "Queries":
        """Read every ``.sql`` file of ``folder``. Raises QueryFileError on the first thing that is wrong."""
        blocks: dict[tuple[str, str], _Block] = {}
        for file in sorted(folder.glob("*.sql")):
            for block in _blocks(file.read_text("utf-8"), file.name):
                if (before := blocks.get((block.kind, block.name))) is not None:
                    raise QueryFileError(f"{block.file}: {block.kind} {block.name} is already in {before.file}")
                blocks[block.kind, block.name] = block
        fragments = {name: block for (kind, name), block in blocks.items() if kind == "fragment"}
        return cls({name: _query(block, fragments) for (kind, name), block in blocks.items() if kind == "name"})

    def __getitem__(self, name: str) -> Query:
        return self._queries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._queries)

    def __len__(self) -> int:
        return len(self._queries)


@cache
def product_queries() -> Queries:
    """The statements of ``engine/db/sql``, read once."""
    return Queries.load(SQL_FOLDER)


def _blocks(text: str, file: str) -> Iterator[_Block]:
    headers = list(_HEADER.finditer(text))
    before = text[: headers[0].start()] if headers else text
    if _NO_CODE.sub("", before).strip():
        raise QueryFileError(f"{file}: SQL before the first '-- name:' or '-- fragment:'")
    ends = [header.start() for header in headers[1:]] + [len(text)]
    for header, end in zip(headers, ends, strict=True):
        kind, name = header[1], header[2].strip()
        if not _NAME.fullmatch(name):
            raise QueryFileError(f"{file}: {name!r} is no name; use small letters, digits and underscores")
        purpose, sql = _purpose_and_sql(text[header.end() : end])
        if not purpose:
            raise QueryFileError(f"{file}: {name} does not say in a sentence what it is for")
        if not _NO_CODE.sub("", sql).strip():
            raise QueryFileError(f"{file}: {name} has no SQL")
        yield _Block(kind, name, purpose, sql, file)


def _purpose_and_sql(body: str) -> tuple[str, str]:
    lines = body.strip().splitlines()
    first_sql = next((n for n, line in enumerate(lines) if not line.startswith("--")), len(lines))
    purpose = " ".join(line.removeprefix("--").strip() for line in lines[:first_sql]).strip()
    return purpose, "\n".join(lines[first_sql:]).strip().rstrip(";").rstrip()


def _query(block: _Block, fragments: Mapping[str, _Block]) -> Query:
    sql = _expanded(block, fragments, (block.name,))
    code = _LOCKING.sub("", _NO_CODE.sub("", sql))
    return Query(block.name, block.purpose, sql, _WRITING.search(code) is not None)


def _expanded(block: _Block, fragments: Mapping[str, _Block], inside: tuple[str, ...]) -> str:
    def fill(include: re.Match[str]) -> str:
        fragment = fragments.get(include[1])
        if fragment is None:
            raise QueryFileError(f"{block.file}: {block.name} includes the unknown fragment {include[1]!r}")
        if fragment.name in inside[1:]:
            raise QueryFileError(f"{block.file}: fragment {fragment.name} includes itself")
        return _expanded(fragment, fragments, (*inside, fragment.name))

    return _INCLUDE.sub(fill, block.sql)

"""The parts of the rule that says what may be told where, each of which can be taken away."""

from collections.abc import Mapping
from pathlib import Path
from shutil import copytree
from tempfile import mkdtemp
from typing import Final

from engine.db.postgres.queries import SQL_FOLDER, Queries

CLAUSES: Final[Mapping[str, tuple[str, str, str]]] = {
    "memories": ("memory.sql", "(it.audience IS NULL OR $13::int[] IS NULL", "(true OR $13::int[] IS NULL"),
    "facts": ("facts.sql", "(fact.audience IS NULL OR", "(true OR"),
    "facts of another server": ("facts.sql", "fact.learned_in = $4", "(true OR fact.learned_in = $4)"),
    "history": ("line.sql", "it.audience || newest.audience", "NULL::int[]"),
    "notes": ("line.sql", "it.audience <@ place.covered)", "true)"),
    "personas": ("line.sql", "place.told AND place.audience <@ chat.covered", "true"),
    "personas of another server": ("line.sql", "place.space_id = chat.space_id", "true"),
    "clauses": ("audiences.sql", "here.readers <@ clause.readers", "true"),
    "what is made of it": ("derived.sql", "unnest(said.audience) AS clause (id)", "unnest(NULL::int[]) AS clause (id)"),
    "moved words": ("moving.sql", "entry.kind NOT IN ('member',", "false AND entry.kind NOT IN ('member',"),
}
"""The file of each, what stands there, and what stands there when it is gone."""


def without(clause: str, folder: Path) -> Queries:
    """The product's statements without one clause, from a copy in ``folder``."""
    file, before, after = CLAUSES[clause]
    copied = copytree(SQL_FOLDER, Path(mkdtemp(dir=folder)) / "sql")
    text = (copied / file).read_text("utf-8")
    assert before in text, f"{clause}: {before!r} is not in {file}"
    (copied / file).write_text(text.replace(before, after), "utf-8")
    return Queries.load(copied)

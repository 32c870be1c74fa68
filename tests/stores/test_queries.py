"""The files of named SQL: found by name, shared pieces filled in, mistakes seen at the start."""

from pathlib import Path

import pytest

from engine.db.postgres.queries import Queries, QueryFileError, product_queries


def load(folder: Path, **files: str) -> Queries:
    for name, text in files.items():
        (folder / f"{name}.sql").write_text(text, "utf-8")
    return Queries.load(folder)


def test_a_statement_is_found_by_its_name(tmp_path: Path):
    """If this fails, no store can reach the database."""
    queries = load(
        tmp_path, a="-- name: one\n-- Gives one.\n-- Really one.\nSELECT 1;\n\n-- name: two\n-- Gives two.\nSELECT 2"
    )
    assert (queries["one"].sql, queries["one"].purpose) == ("SELECT 1", "Gives one. Really one.")
    assert sorted(queries) == ["one", "two"]


def test_a_fragment_is_filled_in_across_files_and_inside_fragments(tmp_path: Path):
    """If this fails, the rule of what is live is copied into each statement and the copies drift apart."""
    queries = load(
        tmp_path,
        a="-- name: live_rows\n-- Reads.\nSELECT 1 WHERE {{live}} AND {{ live }}",
        b="-- fragment: live\n-- What is live.\n(x AND {{inner}})\n-- fragment: inner\n-- More.\ny",
    )
    assert queries["live_rows"].sql == "SELECT 1 WHERE (x AND y) AND (x AND y)"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("-- name: a\nSELECT 1", "what it is for"),
        ("-- name: a\n-- Says.\n", "no SQL"),
        ("-- name: A B\n-- Says.\nSELECT 1", "no name"),
        ("SELECT 1;\n-- name: a\n-- Says.\nSELECT 1", "before the first"),
        ("-- name: a\n-- Says.\nSELECT {{b}}", "unknown fragment 'b'"),
        ("-- name: a\n-- Says.\nSELECT 1\n-- name: a\n-- Says.\nSELECT 2", "already in"),
        ("-- name: a\n-- Says.\n{{b}}\n-- fragment: b\n-- B.\n{{c}}\n-- fragment: c\n-- C.\n{{b}}", "includes itself"),
    ],
)
def test_a_mistake_in_a_file_stops_the_start(tmp_path: Path, text: str, complaint: str):
    """If this fails, a broken statement is found by a person in the middle of a conversation."""
    with pytest.raises(QueryFileError, match=complaint):
        load(tmp_path, a=text)


@pytest.mark.parametrize(
    ("sql", "writes"),
    [
        ("SELECT 'delete' -- update", False),
        ("SELECT 1 FROM t FOR UPDATE SKIP LOCKED", False),
        ("SELECT updated_at FROM t", False),
        ("WITH gone AS (DELETE FROM t RETURNING a) SELECT a FROM gone", True),
        ("insert into t values (1)", True),
    ],
)
def test_a_statement_knows_whether_it_writes(tmp_path: Path, sql: str, writes: bool):
    """If this fails, a write whose answer was lost is taken for a harmless read and done twice or never."""
    assert load(tmp_path, a=f"-- name: a\n-- Says.\n{sql}")["a"].writes is writes


def test_the_statements_of_the_product_load():
    """If this fails, nothing starts: a file in engine/db/sql has a mistake."""
    assert len(product_queries()) > 0

"""The README promises nothing that no test proves."""

from tests.code.promises import PROMISES, README, bare, clauses, names_in, promises

SAID = clauses(README.read_text("utf-8"))
HELD = promises(PROMISES.read_text("utf-8"))


def test_every_clause_of_the_readme_is_quoted() -> None:
    """A sentence would be added that is not so, and nobody would notice."""
    quoted = [bare(quote) for it in HELD for quote in it.quotes]
    assert len(SAID) > 100
    new = [it for it in SAID if not any(quote in bare(it) for quote in quoted)]
    assert new == [], "name their tests in docs/promises.md"


def test_what_is_quoted_stands_in_the_readme() -> None:
    """The list of promises would speak of what the README does not say any more."""
    said = [bare(it) for it in SAID]
    assert [quote for it in HELD for quote in it.quotes if not any(bare(quote) in one for one in said)] == []


def test_every_promise_has_a_test() -> None:
    """A promise would stand there that nothing proves."""
    assert [it.quotes for it in HELD if not it.quotes or bool(it.tests) is it.plain] == []


def test_every_test_that_is_named_is_there() -> None:
    """A test was renamed or taken away, and what it proved is open."""
    assert sorted({f"{file}::{name}" for it in HELD for file, name in it.tests if name not in names_in(file)}) == []


PAGE = """# A

- **One.** Two (a; b) is `x; y`; three.
  Four “五。六” is so.

一。二；三。

| | |
|---|---|
| a | b |
```
run  # five
```
"""


def test_a_page_is_read_clause_by_clause() -> None:
    """A promise in the middle of a paragraph, a table or another language would be passed over."""
    prose = ["**One.", "Two (a; b) is `x; y`", "three.", "Four “五。六” is so.", "一。", "二", "三。"]
    assert clauses(PAGE) == ["run  # five", *prose, "| a | b |"]

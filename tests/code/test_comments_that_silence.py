"""Every silenced check says which one and why."""

import io
import re
import tokenize
from collections.abc import Iterator

from tests.code.sources import PRODUCT, Source, sources

_SILENCES = re.compile(r"#\s*(?:type:\s*ignore|pyright:|mypy:|noqa|ruff:\s*noqa|fmt:\s*off)", re.IGNORECASE)
_WITH_REASON = re.compile(
    r"#\s*(?:type:\s*ignore\[[\w-]+(?:,\s*[\w-]+)*\]|pyright:\s*ignore\[\w+(?:,\s*\w+)*\]|noqa:\s*[A-Z]+\d+(?:,\s*[A-Z]+\d+)*)"
    r"\W+\w+(?:\W+\w+)+"
)


def test_silenced_checks_have_a_code_and_a_reason() -> None:
    """A check that is silenced without a word lets the next bug pass unseen."""
    unexplained = [
        f"{source.path}:{line}: {comment}"
        for source in sources(*PRODUCT)
        if _SILENCES.search(source.text)
        for line, comment in _comments(source)
        if _SILENCES.search(comment) and not _WITH_REASON.search(comment)
    ]
    assert unexplained == []


def test_the_reason_is_looked_for() -> None:
    """If the pattern took anything, unexplained silence would pass."""
    bare = (
        "# type: ignore",
        "# type: ignore[misc]",
        "# pyright: ignore",
        "# noqa",
        "# noqa: BLE001",
        "# pyright: basic",
    )
    good = ("# noqa: BLE001 - the turn ends here", "# pyright: ignore[reportX]  # asyncpg has no types")
    assert [comment for comment in bare if not _SILENCES.search(comment) or _WITH_REASON.search(comment)] == []
    assert [comment for comment in good if not _WITH_REASON.search(comment)] == []


def _comments(source: Source) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source.text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string

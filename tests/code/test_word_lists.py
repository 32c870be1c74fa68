"""Lists of words lie beside the code: where they come from, and that they are whole."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.code.sources import ROOT

FILES = sorted(ROOT.joinpath("engine").rglob("*.json"))


def _lists(value: Any) -> Iterator[list[str]]:
    if isinstance(value, list):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _lists(inner)


@pytest.mark.parametrize("file", FILES, ids=lambda it: it.stem)
def test_a_list_says_where_it_comes_from(file: Path) -> None:
    """Words of somebody else are given away under a licence that is not theirs."""
    found = json.loads(file.read_text("utf-8"))
    assert list(found)[:2] == ["provenance", "licence"]
    assert all(isinstance(found[it], str) and found[it] for it in ("provenance", "licence"))


@pytest.mark.parametrize("file", FILES, ids=lambda it: it.stem)
def test_a_list_holds_words_once(file: Path) -> None:
    """Somebody takes a word out, and it is still there; or a blank beside it keeps it from ever being found."""
    lists = list(_lists(json.loads(file.read_text("utf-8"))))
    assert lists
    for words in lists:
        assert words
        assert all(it == " ".join(it.split()) for it in words)
        assert sorted(words) == sorted(set(words))


def test_every_list_is_read() -> None:
    """A file of words lies there, and nobody reads it."""
    read = [path.read_text("utf-8") for path in ROOT.joinpath("engine").rglob("*.py")]
    assert FILES
    assert [it.name for it in FILES if not any(f'word_lists(__file__, "{it.name}")' in text for text in read)] == []

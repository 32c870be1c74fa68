"""Words that the glossary of CONTRIBUTING.md has put aside are in no text that people read."""

import re
from functools import cache
from typing import Final

import pytest

from bot.commands.framework.table import table_for
from tests.code.locales import LANGUAGES, variants
from tests.code.sources import ROOT

TABLE: Final = table_for("discord")
MOST: Final = 40
"""Rows of a table that people still read."""
IDIOMS: Final = {"en": ("takes place", "note place"), "zh": ()}
"""What is said, or typed, with such a word in it."""


@cache
def glossary() -> tuple[tuple[str, ...], ...]:
    """The rows: what is said in English and in Chinese, what is not in English and in Chinese."""
    words = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("\n## Words\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in words.splitlines() if line.startswith("|")]
    return tuple(tuple(cell.strip() for cell in row) for row in rows[2:])


@cache
def retired(language: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Every word that is not said, with what is said instead."""
    said, not_said = (0, 2) if language == "en" else (1, 3)
    return tuple((word, _words(row[said])) for row in glossary() for word in _words(row[not_said]))


def _words(cell: str) -> tuple[str, ...]:
    return tuple(filter(None, (it.strip() for it in re.split("[,、]", re.sub("（.*?）", "", cell)))))


def found(language: str, text: str) -> list[str]:
    """The words of a text that are not said. One inside a word that is said, or an idiom, is none."""
    wrong = []
    folded = text.casefold()
    for word, instead in retired(language):
        if word.casefold() not in folded:
            continue
        fine = [it.span() for said in (*instead, *IDIOMS[language]) for it in re.finditer(re.escape(said), text, re.I)]
        pattern = rf"\b{re.escape(word)}\b" if language == "en" else re.escape(word)
        spans = [it.span() for it in re.finditer(pattern, text, re.I)]
        wrong += [word for first, last in spans if not any(a <= first and last <= b for a, b in fine)]
    return wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_says_what_the_glossary_has_put_aside(language: str) -> None:
    """Somebody new would read words that only the house knows, or two names for one thing."""
    assert sorted((name, word) for name, text in variants(language) for word in found(language, text)) == []


def test_no_command_is_called_what_the_glossary_has_put_aside() -> None:
    """A button says 恢复 and the command that does the same 找回: one thing with two names."""
    actions = [(it.zh, command) for command in TABLE for it in command.actions]
    names = [*((it.zh, it) for it in TABLE), *actions]
    assert [(command.zh, name) for name, command in names if found("zh", name)] == []


def test_the_glossary_is_short_and_whole() -> None:
    """Nobody would read it, or a row would forbid nothing."""
    assert 20 < len(glossary()) <= MOST
    assert all(len(row) == 4 and row[0] and row[1] and (row[2] or row[3]) for row in glossary())
    words = [word for language in LANGUAGES for word, _ in retired(language)]
    assert len(words) == len(set(words))


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "Bob is open now.", ["open now"]),
        ("en", "Nobody has opened this place yet.", ["place"]),
        ("en", "What the house has used", ["house", "what the house has used"]),
        ("en", "The sign a037e3 is in the log.", ["the sign"]),
        ("en", "It is for who looks after the place.", ["looks after", "place"]),
        ("en", "What fits: 0 to 1", ["what fits"]),
        ("en", "I am awake here now.", ["awake"]),
        ("en", "This story takes place in it.", []),
        ("zh", "整个家的用量", ["整个家"]),
        ("zh", "主提示之前", ["主提示"]),
        ("zh", "主提示词之前", []),
        ("zh", "还没有作者注释。", ["作者注释"]),
        ("zh", "问问这里的管理者。", ["管理者"]),
    ],
)
def test_a_word_that_is_not_said_is_found(language: str, text: str, words: list[str]) -> None:
    """The check would find nothing, whatever is written."""
    assert found(language, text) == words

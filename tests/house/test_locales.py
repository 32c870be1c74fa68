"""Both languages say the same things."""

import re

import pytest

from tests.house.locales import FOLDER, LANGUAGES, messages, spelled_out
from tests.house.sources import ROOT

SUBJECTS = sorted({file.name for language in LANGUAGES for file in (FOLDER / language).glob("*.ftl")})


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_subject_has_the_same_messages_in_both_languages(subject: str) -> None:
    """Someone would read an identifier, the other language, or a sentence with a hole."""
    english, chinese = ({k: m for k, m in messages(lang).items() if m.file == subject} for lang in LANGUAGES)
    assert english == chinese


def test_chinese_knows_no_singular() -> None:
    """A line for one thing would never be read: to the plural rules of Chinese one is as many as two."""
    assert not [file.name for file in (FOLDER / "zh").glob("*.ftl") if "[one]" in file.read_text("utf-8")]


SAYS = re.compile(r"""\.(?:say|knows|tell_once\([^,"]+,)\(?\s*"([a-z][a-z0-9-]*)\"""")
PHONE = 600
"""So many characters a phone shows at once."""
FILES = frozenset({"rights-readme"})
"""Pages of a file, not of a chat."""
CHINESE = re.compile(r"[\u4e00-\u9fff]")
WORDS = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")
NAMES: frozenset[str] = frozenset()
"""Names that are the same in both languages."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_has_words(language: str) -> None:
    """Someone would read an identifier."""
    known = messages(language)
    said = {
        (message, str(file.relative_to(ROOT)))
        for file in sorted((ROOT / "bot").rglob("*.py"))
        for message in SAYS.findall(file.read_text("utf-8"))
    }
    assert len(said) > 300
    assert sorted(it for it in said if it[0] not in known) == []


def test_nothing_is_left_in_english() -> None:
    """Whoever reads Chinese would come upon a sentence in English."""
    english, chinese = spelled_out("en"), spelled_out("zh")
    unread = [name for name, text in chinese.items() if not CHINESE.search(text) and WORDS.search(text)]
    same = [name for name, text in chinese.items() if text == english[name] and WORDS.search(text)]
    assert sorted({*unread, *same} - NAMES) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_longer_than_a_phone(language: str) -> None:
    """People would scroll past what they were to do."""
    texts = spelled_out(language)
    assert sorted(name for name, text in texts.items() if len(text) > PHONE and name not in FILES) == []

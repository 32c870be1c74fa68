"""Both languages say the same things."""

import pytest

from tests.house.locales import FOLDER, LANGUAGES, messages

SUBJECTS = sorted({file.name for language in LANGUAGES for file in (FOLDER / language).glob("*.ftl")})


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_subject_has_the_same_messages_in_both_languages(subject: str) -> None:
    """Someone would read an identifier, the other language, or a sentence with a hole."""
    english, chinese = ({k: m for k, m in messages(lang).items() if m.file == subject} for lang in LANGUAGES)
    assert english == chinese


def test_chinese_knows_no_singular() -> None:
    """A line for one thing would never be read: to the plural rules of Chinese one is as many as two."""
    assert not [file.name for file in (FOLDER / "zh").glob("*.ftl") if "[one]" in file.read_text("utf-8")]

"""Both languages say the same things."""

import pytest

from tests.house.locales import FOLDER, LANGUAGES, messages

SUBJECTS = sorted({file.name for language in LANGUAGES for file in (FOLDER / language).glob("*.ftl")})


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_subject_has_the_same_messages_in_both_languages(subject: str) -> None:
    """Someone would read an identifier, the other language, or a sentence with a hole."""
    english, chinese = ({k: m for k, m in messages(lang).items() if m.file == subject} for lang in LANGUAGES)
    assert english == chinese

"""What models write for JSON is read as what they meant."""

import pytest

from engine.rules.chronicle.pages import ToldPage
from engine.rules.wire.json_reader import NotTheShape, read_answer


@pytest.mark.parametrize(
    ("text", "page", "lines"),
    [
        ('```json\n{"page": "Tom waits.", "timeline": ["One."]}\n```', "Tom waits.", ["One."]),
        ('Here is the page:\n{"page": "Tom waits.", "timeline": []}\nDone!', "Tom waits.", []),
        ('{"page": "Tom waits.", "timeline": ["One.", "Two.",],}', "Tom waits.", ["One.", "Two."]),
        ('{"page": "Tom\nwaits.", "timeline": []}', "Tom\nwaits.", []),
        ('{"page": "汤姆说"快走"，就走了。", "timeline": []}', '汤姆说"快走"，就走了。', []),
        ('{"page": "Tom waits.", "timeline": ["One.", "Tw', "Tom waits.", ["One.", "Tw"]),
        ("{'page': 'Tom waits.', 'timeline': []}", "Tom waits.", []),
    ],
)
def test_faults_that_models_make_are_mended(text: str, page: str, lines: list[str]) -> None:
    """A page is lost for a comma, or asked for again at somebody's cost."""
    told = read_answer(text, ToldPage)
    assert (told.page, told.timeline) == (page, lines)


@pytest.mark.parametrize(
    "text", ["", "I cannot do that.", '{"page": {"a": 1}}', '{"page": "a", "figures": [{"known": 1}]}']
)
def test_what_has_another_shape_is_said(text: str) -> None:
    """An answer that tells nothing is stored as a page."""
    with pytest.raises(NotTheShape):
        read_answer(text, ToldPage)

"""What models write for JSON is read as what they meant."""

import pytest

from engine.rules.chronicle.pages import ToldPage
from engine.rules.wire.answer_schema import answer_schema
from engine.rules.wire.json_reader import NotTheShape, read_answer

TEXT = {"type": "string"}
SHAPE = {
    "type": "object",
    "properties": {"page": TEXT, "timeline": {"type": "array", "items": TEXT, "maxItems": 2}},
    "required": ["page", "timeline"],
    "additionalProperties": False,
}


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
    told = read_answer(text, ToldPage, SHAPE)
    assert (told.page, told.timeline) == (page, lines)


@pytest.mark.parametrize(
    "text", ["", "I cannot do that.", '{"page": {"a": 1}}', '{"page": "a", "figures": [{"known": 1}]}']
)
def test_what_has_another_shape_is_said(text: str) -> None:
    """An answer that tells nothing is stored as a page."""
    with pytest.raises(NotTheShape):
        read_answer(text, ToldPage, answer_schema(ToldPage))


def test_what_is_sound_in_a_list_is_kept_when_asked() -> None:
    """One line too many, and a whole page of the story is lost; or what nobody asked for is told."""
    text = '{"page": "Tom waits.", "timeline": ["One.", {"no": 1}, "Two.", "Three."], "figures": [{"name": "Tom"}]}'
    with pytest.raises(NotTheShape, match="timeline"):
        read_answer(text, ToldPage, SHAPE)
    told = read_answer(text, ToldPage, SHAPE, mend=True)
    assert (told.page, told.timeline, told.figures) == ("Tom waits.", ["One.", "Two."], [])


def test_a_schema_says_only_what_is_enforced() -> None:
    """Somebody limits an answer by a keyword that nothing looks at, and believes it."""
    with pytest.raises(ValueError, match="uniqueItems"):
        read_answer('{"page": "Tom waits.", "timeline": []}', ToldPage, {**SHAPE, "uniqueItems": True})

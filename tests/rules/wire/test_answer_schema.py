"""What a model is asked to answer in is made of the class that reads the answer."""

from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field

from engine.rules.wire.answer_schema import answer_schema
from engine.rules.wire.json_reader import Worded

TEXT = {"type": "string"}


class Thing(BaseModel):
    """Text that no model is to read."""

    name: Worded
    kind: Literal["here", "away"] = "here"


class Answer(BaseModel):
    things: list[Thing] = Field(default_factory=list[Thing], json_schema_extra={"maxItems": 3})
    words: list[str] = []


def of(**properties: object) -> dict[str, object]:
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


def test_an_answer_is_asked_for_whole_and_without_anything_else() -> None:
    """A strict endpoint refuses a schema with definitions or defaults, or a model leaves out what has a default."""
    thing = of(name=TEXT, kind={"type": "string", "enum": ["here", "away"]})
    things = {"type": "array", "items": thing, "maxItems": 3}
    assert answer_schema(Answer) == of(things=things, words={"type": "array", "items": TEXT})


def test_what_is_given_this_time_holds_this_time() -> None:
    """A model may name a page that there is not, or the names of one chat are told in the next one."""
    before = answer_schema(Answer)
    narrow = answer_schema(Answer, {"things.name": ["a", "b"], "words": range(1, 3)}, {"things": 1})
    things, words = narrow["properties"]["things"], narrow["properties"]["words"]
    assert things["items"]["properties"]["name"] == TEXT | {"enum": ["a", "b"]}
    assert (things["maxItems"], words["items"]["enum"]) == (1, [1, 2])
    assert answer_schema(Answer) == before


def test_nothing_is_asked_for_where_there_is_nothing_to_choose_from() -> None:
    """An empty list of values is a schema that servers refuse."""
    assert answer_schema(Answer, {"words": []}) == of(things=answer_schema(Answer)["properties"]["things"])


@pytest.mark.parametrize("field", [str | None, Annotated[str, Field(pattern="a")], dict[str, int]])
def test_a_class_says_no_more_than_is_enforced(field: object) -> None:
    """A limit of a class reaches no model, or one reaches it that nothing checks."""
    shape = type("Shape", (BaseModel,), {"__annotations__": {"found": field}})
    with pytest.raises(ValueError, match="nothing enforces"):
        answer_schema(shape)

"""What is asked of Gemini: one system text, then people and the model in turns."""

import pytest

from engine.rules.wire.gemini_request import generate_body
from engine.values.models.models import Sampling
from engine.values.models.prompts import PromptMessage, Role

SYSTEM = tuple(PromptMessage(Role.SYSTEM, text) for text in ("You are Lan.", "Be brief.", "It is six."))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_prompt_of_system_texts_alone_is_sent_whole(count: int) -> None:
    """The character would forget its card where nobody has said anything yet, or Gemini would refuse the request."""
    body = generate_body(SYSTEM[:count], Sampling())
    told = [it["text"] for it in body.get("systemInstruction", {"parts": []})["parts"]]
    assert body["contents"] == [{"role": "user", "parts": [{"text": SYSTEM[count - 1].text}]}]
    assert told == [it.text for it in SYSTEM[: count - 1]]


def test_neighbours_of_one_role_are_one_content() -> None:
    """Gemini refuses two contents of one role in a row."""
    said = (
        PromptMessage(Role.USER, "Hi."),
        PromptMessage(Role.USER, "Well?"),
        PromptMessage(Role.ASSISTANT, "Hm."),
        SYSTEM[2],
    )
    body = generate_body((*SYSTEM[:2], *said), Sampling())
    assert [it["text"] for it in body["systemInstruction"]["parts"]] == ["You are Lan.", "Be brief."]
    assert [(it["role"], [part["text"] for part in it["parts"]]) for it in body["contents"]] == [
        ("user", ["Hi.", "Well?"]),
        ("model", ["Hm."]),
        ("user", ["It is six."]),
    ]

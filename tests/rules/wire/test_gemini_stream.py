"""Gemini's stream."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.wire.gemini_stream import GeminiDecoder
from engine.values.models.models import Delta, Finish, Finished, Reasoning, ToolCall, Usage, WireError, WireEvent
from tests.rules.wire.test_openai_stream import joined


def candidate(*parts: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    found: dict[str, Any] = {"content": {"role": "model", "parts": list(parts)}, "index": 0}
    return {"candidates": [found | ({"finishReason": finish} if finish else {})]}


def wire(*chunks: dict[str, Any]) -> bytes:
    return b"".join(b"data: " + json.dumps(chunk, ensure_ascii=False).encode() + b"\r\n\r\n" for chunk in chunks)


def decoded(*parts: bytes) -> list[WireEvent]:
    decoder = GeminiDecoder()
    events = [event for part in parts for event in decoder.feed(part)]
    return joined(events + decoder.flush())


def test_a_usual_reply() -> None:
    """If it fails, Gemini cannot be talked to."""
    last = candidate({"text": "lo"}, finish="STOP") | {
        "usageMetadata": {"promptTokenCount": 7, "candidatesTokenCount": 2, "thoughtsTokenCount": 3}
    }
    stream = wire(candidate({"text": "hm", "thought": True}), candidate({"text": "Hel"}), last)
    assert decoded(stream) == [Reasoning("hm"), Delta("Hello"), Finished(Finish.STOP), Usage(7, 5)]
    told = wire({"usageMetadata": {"promptTokenCount": 7, "candidatesTokenCount": 2, "cachedContentTokenCount": 4}})
    assert decoded(told) == [Usage(7, 2, 4)]


@pytest.mark.parametrize(
    ("chunk", "event"),
    [
        ({"promptFeedback": {"blockReason": "SAFETY"}}, Finished(Finish.CONTENT_FILTER)),
        (candidate(finish="MAX_TOKENS"), Finished(Finish.LENGTH)),
        (candidate(finish="PROHIBITED_CONTENT"), Finished(Finish.CONTENT_FILTER)),
        (candidate(finish="NEVER_HEARD_OF"), Finished(Finish.UNKNOWN)),
        ({"error": {"code": 503, "message": "over", "status": "UNAVAILABLE"}}, WireError(503, "UNAVAILABLE", "over")),
    ],
)
def test_ends_that_are_no_plain_stop(chunk: dict[str, Any], event: WireEvent) -> None:
    """If it fails, a blocked, cut or failed reply passes for a whole one."""
    assert decoded(wire(chunk)) == [event]


def test_function_calls() -> None:
    """If it fails, Gemini's tool calls are lost, or a broken one passes for a good one."""
    call = candidate({"functionCall": {"name": "look", "args": {"page": 3}}}, finish="STOP")
    assert decoded(wire(call)) == [ToolCall("look", {"page": 3}), Finished(Finish.TOOLS)]
    broken = candidate(finish="MALFORMED_FUNCTION_CALL")
    assert decoded(wire(broken)) == [ToolCall("", None), Finished(Finish.TOOLS)]


CHUNKS = [
    wire(candidate({"text": "想出😀"})),
    wire(candidate({"text": "hm", "thought": True}, {"text": "b"})),
    wire(candidate({"text": "c"}, finish="STOP")),
    wire({"usageMetadata": {"promptTokenCount": "x"}}),
    wire({"candidates": [{"content": {"parts": [5, {"text": None}, {"functionCall": 3}]}}]}),
    b'data: {"candidates": [{\n\n',
]


@given(
    st.lists(st.one_of(st.sampled_from(CHUNKS), st.binary(max_size=20)), max_size=8).map(b"".join),
    st.lists(st.integers(0, 1000), max_size=12),
)
def test_any_bytes_cut_anywhere_give_the_same_events(stream: bytes, cuts: list[int]) -> None:
    """If it fails, the same reply reads differently, or raises, depending on how the network cut it."""
    places = sorted({min(cut, len(stream)) for cut in cuts} | {0, len(stream)})
    parts = [stream[start:end] for start, end in pairwise(places)]
    assert decoded(*parts) == decoded(stream)

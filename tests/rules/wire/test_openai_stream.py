"""The OpenAI-compatible stream in all the ways servers write it."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.wire.openai_stream import OpenAIDecoder
from engine.values.models.models import (
    Delta,
    EndMark,
    Finish,
    Finished,
    Life,
    Reasoning,
    ToolCall,
    Usage,
    WireError,
    WireEvent,
)


def choice(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def wire(*chunks: Any) -> bytes:
    return b"".join(
        b"data: " + (chunk if isinstance(chunk, bytes) else json.dumps(chunk).encode()) + b"\n\n" for chunk in chunks
    )


def decoded(*parts: bytes) -> list[WireEvent]:
    decoder = OpenAIDecoder()
    events = [event for part in parts for event in decoder.feed(part)]
    return joined(events + decoder.flush())


def joined(events: list[WireEvent]) -> list[WireEvent]:
    """The same events with neighbouring texts made one, and repeated signs of life."""
    out: list[WireEvent] = []
    for event in events:
        last = out[-1] if out else None
        if isinstance(event, Delta) and isinstance(last, Delta):
            out[-1] = Delta(last.text + event.text)
        elif isinstance(event, Reasoning) and isinstance(last, Reasoning):
            out[-1] = Reasoning(last.text + event.text)
        elif not isinstance(event, Life):
            out.append(event)
    return out


def test_a_usual_reply() -> None:
    """If it fails, no OpenAI-compatible model can be talked to."""
    stream = wire(
        choice({"role": "assistant", "content": ""}),
        choice({"content": "Hel"}),
        choice({"content": "lo"}),
        choice({}, "stop"),
        {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 2}},
        b"[DONE]",
    )
    assert decoded(stream) == [Delta("Hello"), Finished(Finish.STOP), Usage(7, 2), EndMark()]


@pytest.mark.parametrize(
    ("told", "cached"),
    [
        ({"prompt_tokens_details": {"cached_tokens": 5}}, 5),
        ({"prompt_tokens_details": {"cached_tokens": 0}}, 0),
        ({"prompt_cache_hit_tokens": 6, "prompt_cache_miss_tokens": 1}, 6),
        ({"prompt_tokens_details": {"cached_tokens": 90}}, 7),
        ({"prompt_tokens_details": None}, None),
        ({"prompt_tokens_details": {"cached_tokens": "many"}}, 0),
    ],
)
def test_what_came_out_of_a_cache_is_told(told: dict[str, Any], cached: int | None) -> None:
    """A bill is ten times too high, or nobody can see whether the front of prompts stays as it was."""
    stream = wire({"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 2, **told}})
    assert decoded(stream) == [Usage(7, 2, cached)]


def test_many_chunks_in_one_read_are_one_text() -> None:
    """If it fails, a fast model costs several times the CPU."""
    assert OpenAIDecoder().feed(wire(*[choice({"content": "a"})] * 50)) == [Delta("a" * 50)]


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_reasoning_is_not_text(field: str) -> None:
    """If it fails, people read what a model only thinks."""
    stream = wire(choice({field: "hm", "content": None}), choice({"content": "Yes"}), choice({}, "stop"))
    assert decoded(stream) == [Reasoning("hm"), Delta("Yes"), Finished(Finish.STOP)]


def test_content_as_parts() -> None:
    """If it fails, Mistral's thinking models seem to say nothing."""
    parts = [{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}, {"type": "text", "text": "Yes"}]
    assert decoded(wire(choice({"content": parts}))) == [Reasoning("hm"), Delta("Yes")]


def test_a_reply_that_is_not_streamed() -> None:
    """If it fails, a server that ignores stream=true seems to say nothing."""
    whole = {"choices": [{"message": {"content": "Hi"}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 1}}
    assert decoded(wire(whole)) == [Delta("Hi"), Finished(Finish.STOP), Usage(1, 0)]


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("length", Finish.LENGTH),
        ("max_tokens", Finish.LENGTH),
        ("content_filter", Finish.CONTENT_FILTER),
        ("end_turn", Finish.STOP),
        ("never_heard_of", Finish.UNKNOWN),
    ],
)
def test_finish_reasons(reason: str, finish: Finish) -> None:
    """If it fails, a reply that was cut or filtered passes for a whole one."""
    assert decoded(wire(choice({"content": "a"}), choice({}, reason))) == [Delta("a"), Finished(finish)]


@pytest.mark.parametrize(
    ("chunk", "error"),
    [
        ({"error": {"message": "over", "type": "server_error", "code": 503}}, WireError(503, "server_error", "over")),
        ({"error": {"message": "over", "code": "overloaded"}}, WireError(0, "overloaded", "over")),
        (
            {"object": "error", "message": "bad", "type": "BadRequestError", "param": None, "code": 400},
            WireError(400, "BadRequestError", "bad"),
        ),
        ({"error": "model runner has stopped"}, WireError(0, "", "model runner has stopped")),
        (
            {
                "error": {"code": 502, "message": "gone"},
                "choices": [{"delta": {"content": ""}, "finish_reason": "error"}],
            },
            WireError(502, "", "gone"),
        ),
        (choice({}, "error"), WireError(0, "error", "")),
    ],
)
def test_errors_inside_a_stream(chunk: dict[str, Any], error: WireError) -> None:
    """If it fails, a reply that died on the server passes for a whole one."""
    assert decoded(wire(choice({"content": "a"}), chunk)) == [Delta("a"), error]


def test_llama_cpp_writes_errors_into_a_field_of_its_own() -> None:
    """If it fails, an error of llama.cpp passes for a silent end."""
    assert decoded(b'error: {"code":500,"message":"slot"}\n\n') == [WireError(500, "", "slot")]


def test_half_a_json_line() -> None:
    """If it fails, a hole in the middle of a reply goes unnoticed, or the end of a cut one raises."""
    half = b'{"choices":[{"delta":{"content":"mis'
    assert decoded(wire(choice({"content": "a"}), half)) == [Delta("a"), WireError(0, "garbled", "")]
    assert decoded(wire(choice({"content": "a"})) + b"data: " + half) == [Delta("a")]


def test_tool_calls_in_pieces() -> None:
    """If it fails, a model's tool call is lost or told half."""

    def piece(name: str | None, arguments: str) -> dict[str, Any]:
        return choice({"tool_calls": [{"index": 0, "function": {"name": name, "arguments": arguments}}]})

    stream = wire(piece("look", '{"page'), piece(None, '": 3}'), choice({}, "tool_calls"))
    assert decoded(stream) == [ToolCall("look", {"page": 3}), Finished(Finish.TOOLS)]
    garbage = wire(piece("look", '{"page'), choice({}, "tool_calls"))
    assert decoded(garbage) == [ToolCall("look", None), Finished(Finish.TOOLS)]


@pytest.mark.parametrize("same_index", [True, False])
def test_several_tool_calls(*, same_index: bool) -> None:
    """If it fails, of several calls one is told, or all as one that nobody can read."""

    def piece(number: int, given: str, name: str | None, arguments: str) -> dict[str, Any]:
        function = {"name": name, "arguments": arguments}
        return choice({"tool_calls": [{"index": 0 if same_index else number, "id": given, "function": function}]})

    pieces = [piece(0, "a", "look", '{"page": 1}'), piece(1, "b", "look", '{"pa'), piece(1, "c", None, 'ge": 2}')]
    calls = [ToolCall("look", {"page": 1}), ToolCall("look", {"page": 2})]
    assert decoded(wire(*pieces, choice({}, "tool_calls"))) == [*calls, Finished(Finish.TOOLS)]


def test_surrogates_and_nul_are_cleaned() -> None:
    """If it fails, one odd character of a model makes its reply impossible to store."""
    pair = wire(b'{"choices":[{"delta":{"content":"a\\ud83d"}}]}', b'{"choices":[{"delta":{"content":"\\ude00b"}}]}')
    assert decoded(pair) == [Delta("a😀b")]
    assert decoded(wire(b'{"choices":[{"delta":{"content":"x\\ude00\\u0000y"}}]}')) == [Delta("x\ufffdy")]


CHUNKS = [
    wire(choice({"content": "Hello "})),
    wire(choice({"content": "想出😀"})),
    wire(choice({"reasoning_content": "hm"})),
    wire(b'{"choices":[{"delta":{"content":"a\\ud83d"}}]}'),
    wire(b'{"choices":[{"delta":{"content":"\\ude00"}}]}'),
    wire(choice({}, "stop")),
    wire({"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 4}}),
    wire(b"[DONE]"),
    wire({"error": {"message": "no", "code": 500}}),
    wire(b'{"choices":[{"delta":'),
    wire(b'{"choices":[{"delta":{"content":"\xff\xc3"}}]}'),
    wire([1, 2], "text", None, {"choices": 5}, {"choices": [[]]}, {"choices": [{"delta": {"content": {"a": 1}}}]}),
    b"data: \r\n\r\n",
    b": keep\n\n",
    b"\xef\xbb\xbf",
    b"data: " + b"[" * 3000 + b"\n\n",
    b'data: {"choices": ' + b"[" * 3000 + b"\n\n",
    b'data: {"usage": {"prompt_tokens": ' + b"9" * 5000 + b"}}\n\n",
]


@given(
    st.lists(st.one_of(st.sampled_from(CHUNKS), st.binary(max_size=20)), max_size=10).map(b"".join),
    st.lists(st.integers(0, 2000), max_size=15),
)
def test_any_bytes_cut_anywhere_give_the_same_events(stream: bytes, cuts: list[int]) -> None:
    """If it fails, the same reply reads differently, or raises, depending on how the network cut it."""
    places = sorted({min(cut, len(stream)) for cut in cuts} | {0, len(stream)})
    parts = [stream[start:end] for start, end in pairwise(places)]
    whole = decoded(stream)
    assert decoded(*parts) == whole
    for event in whole:
        if isinstance(event, Delta | Reasoning):
            event.text.encode()
            assert "\0" not in event.text

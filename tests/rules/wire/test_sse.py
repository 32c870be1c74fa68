"""Server-sent events from bytes cut anywhere."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.wire.sse import Comment, ServerEvent, SseDecoder, SseEvent, TooLong

PIECES = [
    b"data: one\n\n",
    b"data: two\r\n\r\n",
    b"data:three\r\r",
    b"data: first\ndata: second\n\n",
    b"data\n\n",
    b": comment\n",
    b"event: error\ndata: bad\n\n",
    b"id: 5\nretry: 10\n",
    b"\xef\xbb\xbf",
    b"\xf0\x9f\x98\x80",
    b"\xff\xfe",
    b"data: \xe6\x83\xb3\xe5\x87\xba\n",
    b"\r",
    b"\n",
    b"x" * 40,
    b"data: " + b"y" * 30,
    b"data: {}\n\ndata: {}\n\n",
]

streams = st.lists(st.one_of(st.sampled_from(PIECES), st.binary(max_size=12)), max_size=12).map(b"".join)


def decoded(*parts: bytes, limit: int = 1 << 20) -> list[SseEvent]:
    decoder = SseDecoder(limit)
    events = [event for part in parts for event in decoder.feed(part)]
    return events + decoder.flush()


@given(streams, st.lists(st.integers(0, 400), max_size=12))
def test_cuts_do_not_matter(stream: bytes, cuts: list[int]) -> None:
    """If it fails, the same reply reads differently depending on how the network cut it."""
    places = sorted({min(cut, len(stream)) for cut in cuts} | {0, len(stream)})
    parts = [stream[start:end] for start, end in pairwise(places)]
    single = [stream[place : place + 1] for place in range(len(stream))]
    whole = decoded(stream, limit=64)
    assert decoded(*parts, limit=64) == whole
    assert decoded(*single, limit=64) == whole


def test_line_ends_bom_comments_and_lines_of_data() -> None:
    """If it fails, a server with other line ends than usual is not understood."""
    stream = b"\xef\xbb\xbfdata: a\r\n\r\n: note\rdata:b\rdata:  c\r\revent: error\ndata: d\n\n"
    assert decoded(stream) == [
        ServerEvent("a"),
        Comment(),
        ServerEvent("b\n c"),
        ServerEvent("d", "error"),
    ]


def test_last_event_without_blank_line() -> None:
    """If it fails, the end of a reply is lost when a server closes without a last blank line."""
    assert decoded(b"data: a\n\ndata: b") == [ServerEvent("a"), ServerEvent("b")]


def test_invalid_utf8_is_replaced_wherever_it_is_cut() -> None:
    """If it fails, one broken byte costs the whole reply."""
    assert decoded(b"data: \xe6\x83\xff", b"\xb3z\n\n") == [ServerEvent("\ufffd\ufffd\ufffdz")]


def test_a_huge_line_is_told_once_and_takes_no_memory() -> None:
    """If it fails, a broken or hostile server fills the memory with one endless line."""
    decoder = SseDecoder()
    events: list[SseEvent] = []
    for _ in range(800):
        events += decoder.feed(b"x" * 65536)
    assert events == [TooLong()]
    assert len(decoder._tail) <= 1 << 20
    assert decoder.feed(b"\n\ndata: on\n\n") == [ServerEvent("on")]


def test_endless_data_lines_are_bounded() -> None:
    """If it fails, an event that never ends fills the memory line by line."""
    decoder = SseDecoder(limit=1000)
    events = [event for _ in range(100) for event in decoder.feed(b"data: " + b"x" * 90 + b"\n")]
    assert events == [TooLong()]
    assert sum(map(len, decoder._data)) <= 1000

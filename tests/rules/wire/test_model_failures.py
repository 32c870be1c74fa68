"""What endpoints' errors mean, how long they ask to wait, and what is tried next."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.retries import TRIES, Lane, Try, next_try
from engine.rules.wire.failures import context_told, from_status, parse_retry_after
from engine.values.models.failures import FailureKind

NOW = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("7", 7.0),
        (" 1.5 ", 1.5),
        ("Thu, 01 Jan 2026 12:00:30 GMT", 30.0),
        ("soon", None),
        ("-1", None),
        ("9" * 99, None),
    ],
)
def test_retry_after(header: str, seconds: float | None) -> None:
    """If it fails, a provider's wish to be left alone for a while is misread."""
    assert parse_retry_after(header, NOW) == seconds


def test_gemini_tells_the_pause_in_the_body() -> None:
    """If it fails, Gemini's free tier is asked again too early."""
    body = '{"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "details": [{"retryDelay": "17s"}]}}'
    failure = from_status(429, body)
    assert (failure.kind, failure.retry_after) == (FailureKind.RATE, 17.0)


@given(st.integers(300, 599), st.text(max_size=80), st.one_of(st.none(), st.text(max_size=20)))
def test_any_answer_is_understood_somehow(status: int, body: str, header: str | None) -> None:
    """If it fails, a provider's odd error page ends in a traceback."""
    assert from_status(status, body, header, NOW).status in range(300, 600)


def after(*lanes: Lane, at: int = 0, shown: bool = False, spare: float = 1.0, waited_for: bool = True) -> Try | None:
    return next_try(lanes, at, shown=shown, spare=spare, waited_for=waited_for, jitter=1.0)


def test_what_is_tried_next() -> None:
    """If it fails, a person waits on the wrong model, or sees a reply begin twice."""
    failed, shut, fresh = Lane(1), Lane(1, open=False), Lane()
    assert after(failed) == Try(0, 1.0)
    assert after(failed, spare=0.0) is None
    assert after(Lane(TRIES)) is None
    assert after(shut) is None
    assert after(failed, shown=True) is None
    assert after(failed, fresh) == Try(0, 1.0)
    assert after(failed, fresh, spare=0.5) == Try(1)
    assert after(Lane(1, pause=5.0), fresh) == Try(1)
    assert after(shut, fresh) == Try(1)
    assert after(failed, fresh, shown=True) == Try(1)
    assert after(failed, Lane(1, pause=3.0), at=1, spare=0.1) == Try(0, 1.0)
    assert after(shut, Lane(1, pause=3.0), at=1, spare=0.1) == Try(1, 4.0)
    assert after(failed, failed, at=1, spare=0.0) == Try(0, 1.0)
    assert after(failed, failed, at=1, spare=0.0, waited_for=False) is None


def test_a_refusal_without_a_size_tells_none() -> None:
    """A model of whom nobody knows what it holds would be sent one token."""
    assert context_told("The prompt is too long.") == 0
    assert context_told("This model's maximum context length is 8,192 tokens.") == 8_192

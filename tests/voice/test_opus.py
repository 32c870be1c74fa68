"""Voice messages without decoding them: how long they are, and how loud."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.voice.opus import measured
from tests.servers.voice import opus


@pytest.mark.parametrize("seconds", [0.1, 1.0, 12.34, 61.0])
def test_length_and_loudness_of_what_was_said(seconds: float) -> None:
    """People see a voice message of no length, or of one that Discord refuses."""
    found = measured(opus(seconds))
    assert found is not None
    length, points = found
    assert abs(length - seconds) < 0.03
    assert 1 <= len(points) <= 256
    assert max(points) == 255


def test_other_sound_is_none() -> None:
    """A song is sent as a voice message, and nobody can play it."""
    for data in (b"", b"ID3", b"OggS" + bytes(60), opus(1)[:40], b"RIFF" + opus(1)):
        assert measured(data) is None


@given(st.integers(0, 600), st.integers(0, 255))
def test_broken_sound_breaks_nothing(at: int, byte: int) -> None:
    """One bad byte from a service ends a reply."""
    data = bytearray(opus(1))
    data[at % len(data)] = byte
    found = measured(bytes(data))
    assert found is None or (len(found[1]) <= 256 and found[0] >= 0)

"""What is learnt of endpoints that choose."""

import pytest

from engine.llm.skills import BELIEVED, IN_A_ROW, REST, Skills
from engine.values.models.models import Endpoint, Format

ONE = Endpoint("one", Format.OPENAI, "http://one/v1", "m")
OTHER = Endpoint("one", Format.OPENAI, "http://one/v1", "another")


@pytest.fixture
def skills() -> Skills:
    return Skills()


def test_an_endpoint_is_offered_functions_until_it_cannot_call_them(skills: Skills) -> None:
    """A model without functions is asked by functions for ever, or one with them never."""
    assert skills.calls(ONE)
    skills.cannot_call(ONE)
    assert not skills.calls(ONE)
    assert skills.calls(OTHER)


def test_who_called_once_may_talk_once(skills: Skills) -> None:
    """One slip of a model, and it is never offered functions again."""
    skills.called(ONE)
    skills.cannot_call(ONE)
    assert skills.calls(ONE)


def test_nothing_is_believed_of_who_has_called_before(skills: Skills) -> None:
    """A server that drops the functions seems to need nothing, always."""
    assert [skills.declined(ONE) for _ in range(BELIEVED)] == [False] * BELIEVED
    assert not skills.calls(ONE)
    skills.called(OTHER)
    assert skills.declined(OTHER)
    assert skills.calls(OTHER)


def test_who_fails_again_and_again_rests(skills: Skills) -> None:
    """Every reply waits for a model that is too slow."""
    skills.failed(ONE, 0.0)
    skills.answered(ONE)
    for _ in range(IN_A_ROW):
        assert not skills.rests(ONE, 1.0)
        skills.failed(ONE, 1.0)
    assert skills.rests(ONE, REST)
    assert not skills.rests(OTHER, REST)
    assert not skills.rests(ONE, REST + 1.0)
    skills.failed(ONE, REST + 2.0)
    assert skills.rests(ONE, REST + 3.0)

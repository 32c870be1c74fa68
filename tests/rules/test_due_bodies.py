"""What marks of due work say, as the database stores it."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.bodies import due
from engine.values.house.due_bodies import CorrectionMark, ForgetMark, LetInMark, StretchMark, UnansweredMark
from engine.values.people.rights import PersonalData

CASES: Final[tuple[tuple[Any, Mapping[str, Any], Callable[..., Any], Callable[..., Any]], ...]] = (
    (StretchMark(2, 3, 9), {"branch": 2, "from": 3, "to": 9}, due.stretch_of, due.stretch_json),
    (UnansweredMark(5, 2, 9), {"stand": 5, "branch": 2, "head": 9}, due.unanswered_of, due.unanswered_json),
    (LetInMark(("en", "zh")), {"tell": ["en", "zh"]}, due.let_in_of, due.let_in_json),
    (LetInMark(), {"tell": []}, due.let_in_of, due.let_in_json),
    (
        ForgetMark(7, ("Ann", "小安"), (3, 4), 12, PersonalData(6, 5, 4, 3, 2, 1)),
        {
            "person": 7,
            "names": ["Ann", "小安"],
            "private": [3, 4],
            "channel": 12,
            "counts": {"messages": 6, "memories": 5, "facts": 4, "personas": 3, "chats": 2, "places": 1},
        },
        due.forget_of,
        due.forget_json,
    ),
    (
        ForgetMark(7, (), (), 0),
        {"person": 7, "names": [], "private": [], "channel": 0},
        due.forget_of,
        due.forget_json,
    ),
    (
        CorrectionMark(7, "core", 40, "The lamp is blue."),
        {"person": 7, "store": "core", "id": 40, "now": "The lamp is blue."},
        due.correction_of,
        due.correction_json,
    ),
)
"""Marks, how they are stored, and who reads and writes them."""
JSON: Final = (
    st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.lists(st.text(max_size=2) | st.none())
)


@pytest.mark.parametrize(("mark", "stored", "read", "written"), CASES)
def test_marks_are_read_as_they_were_stored(
    mark: Any, stored: Mapping[str, Any], read: Callable[..., Any], written: Callable[..., Any]
) -> None:
    """What was due before an update is done for somebody else, or never."""
    assert written(mark) == stored
    assert read(json.loads(json.dumps(stored))) == mark


def test_a_mark_without_a_stretch_asks_for_what_nobody_read() -> None:
    """The newest talk is never read, or the first message is read again and again."""
    assert due.stretch_of({}) is None


@given(st.data(), st.sampled_from(CASES))
def test_any_mark_is_read(data: st.DataObject, case: tuple[Any, Mapping[str, Any], Any, Any]) -> None:
    """One broken mark holds up all that is due."""
    _, stored, read, written = case
    found = read(data.draw(st.dictionaries(st.sampled_from([*stored]), JSON)))
    assert found is None or read(written(found)) == found

"""Marks of progress: read from the model's text, and never seen by people, however the text is cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.director.marks import mark_in
from engine.rules.wire.tags import TagHider, TagPatterns, parse_tags
from engine.values.story.director import Mark, PointStatus

MARKS = [
    "[PROGRESS:3:completed]",
    "[progress:3:COMPLETED]",
    "【PROGRESS：３：completed】",
    "［PROGRESS: 3 : completed］",
    "[ PROGRESS:3:completed ]",
]
NO_MARKS = ["[PROGRESS:X:status]", "[PROGRESS:3:done]", "[PROGRESS:3:已完成]"]
WORDS = [
    "[PROGRESS: we come nearer]",
    "[PROGRESS:3]",
    "[PROGRES:3:completed]",
    "PROGRESS:3:completed",
    "[PROGRESS:3:completed",
    "[PROGRESS:3:comp\nleted]",
    "[12345]",
]


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_is_read(mark: str) -> None:
    """A model that writes its mark a little differently never moves the story on."""
    assert mark_in(f"She nods. {mark}", 5) == Mark(3, PointStatus.COMPLETED)


@pytest.mark.parametrize("status", PointStatus)
@pytest.mark.parametrize("written", ["{}", "{} "])
def test_every_status(status: PointStatus, written: str) -> None:
    """One of the three words is not understood."""
    assert mark_in(f"[PROGRESS:1:{written.format(status.value.replace('_', ' '))}]", 1) == Mark(1, status)


def test_the_first_mark_counts() -> None:
    """Two marks in a reply, or a number that the outline lacks, send the story to and fro."""
    assert mark_in("[PROGRESS:2:pending] or [PROGRESS:3:completed]", 5) == Mark(2, PointStatus.PENDING)
    assert mark_in("[PROGRESS:6:completed] [PROGRESS:3:completed]", 5) is None
    assert mark_in("[PROGRESS:0:completed]", 5) is None
    assert mark_in("[PROGRESS:X:status] [PROGRESS:3:completed]", 5) == Mark(3, PointStatus.COMPLETED)


@pytest.mark.parametrize("text", NO_MARKS + WORDS)
def test_what_says_nothing_is_no_mark(text: str) -> None:
    """Words in brackets, or half a mark, move the story."""
    assert mark_in(text, 5) is None


@pytest.mark.parametrize("mark", MARKS + NO_MARKS)
def test_people_never_see_one(mark: str) -> None:
    """A mark appears for a moment while the reply grows, wherever its pieces are cut."""
    raw = f"She nods.\n{mark}\nThen she goes."
    for cut in range(len(raw) + 1):
        for second in range(cut, len(raw) + 1):
            hider = TagHider(TagPatterns())
            shown = [hider.feed(it) for it in (raw[:cut], raw[cut:second], raw[second:])]
            whole = hider.finish().clean
            assert whole == "She nods.\nThen she goes."
            assert all(whole.startswith(it) for it in shown)


@pytest.mark.parametrize("text", WORDS)
def test_words_that_look_like_one_stay(text: str) -> None:
    """What somebody says in brackets is swallowed."""
    assert parse_tags(f"A {text} b", TagPatterns()).clean == f"A {text} b"


def test_marks_may_be_left() -> None:
    """Who wants to see the marks sees none."""
    raw = "She nods. [PROGRESS:3:completed]"
    assert parse_tags(raw, TagPatterns(hide_progress=False)).clean == raw


PIECES = [*MARKS, *WORDS, "[", "]", "PROGRESS", ":", "3", "completed", " ", "\n", "*", "x", "【", "[emotion:joy]"]


@given(st.lists(st.sampled_from(PIECES), max_size=20), st.integers(0, 60))
def test_any_text_is_cut_the_same(pieces: list[str], cut: int) -> None:
    """What people saw while a reply grew is not what is kept of it."""
    raw = "".join(pieces)
    hider = TagHider(TagPatterns())
    shown = [hider.feed(raw[:cut]), hider.feed(raw[cut:])]
    whole = hider.finish()
    assert whole == parse_tags(raw, TagPatterns())
    assert all(whole.clean.startswith(it) for it in shown)

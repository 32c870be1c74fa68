"""How far a story has come: what replies say, and what is judged of them, in whichever order it is known."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.bodies.plots import plot_act_json, plot_of
from engine.rules.bodies.rows import read_row, written_row
from engine.rules.director.outline import goal, outline_text
from engine.rules.director.plot import after_reply, as_seen, judgement_in, moves_on
from engine.values.chats.bodies import PlotBody
from engine.values.chats.entries import Derived, Place
from engine.values.documents import JsonObject
from engine.values.story.chronicle import ChronicleKind
from engine.values.story.chronicle_bodies import JudgedBody
from engine.values.story.director import BEGINNING, Judged, Mark, Plot, Point, PointStatus

MARK = st.builds(Mark, st.integers(1, 9), st.sampled_from(PointStatus))
REPLIES = st.lists(st.none() | MARK, max_size=12)
OUTLINE = ("One.", "Two.", 'Three, "quoted"\nand cut.')


def _after(replies: list[Mark | None]) -> Plot:
    plot = BEGINNING
    for mark in replies:
        plot = after_reply(plot, mark)
    return plot


@given(REPLIES)
def test_the_newest_mark_counts(replies: list[Mark | None]) -> None:
    """The story stands where no reply has put it, or the director counts wrong."""
    plot = _after(replies)
    marks = [it for it in replies if it is not None]
    expected = marks[-1] if marks else Mark(1, PointStatus.PENDING)
    silent = next((n for n, it in enumerate(reversed(replies)) if it is not None), len(replies))
    assert (plot.point, plot.status, plot.silent, plot.replies) == (
        expected.point,
        expected.status,
        silent,
        len(replies),
    )


@given(REPLIES, MARK, REPLIES)
def test_a_judgement_counts_as_a_mark(before: list[Mark | None], judged: Mark, behind: list[Mark | None]) -> None:
    """What was judged late, or by another process, leaves the story elsewhere than had it been known at once."""
    said = as_seen(_after([*before, judged, *behind]), None, 9)
    found = as_seen(_after([*before, None, *behind]), Judged(len(before) + 1, judged), 9)
    assert (found.point, found.status, found.silent, found.ended) == (
        said.point,
        said.status,
        said.silent,
        said.ended,
    )


@given(REPLIES, st.integers(1, 9))
def test_a_point_lies_in_the_outline(replies: list[Mark | None], points: int) -> None:
    """A shorter outline leaves the story at a point that nobody has written, or ends it at once."""
    plot = _after(replies)
    found = as_seen(plot, None, points)
    assert 1 <= found.point <= points
    assert found.ended == (plot.point == points and plot.status is PointStatus.COMPLETED)


@given(REPLIES, st.booleans())
def test_an_act_holds_the_plot(replies: list[Mark | None], told: bool) -> None:
    """After a restart the story stands elsewhere."""
    plot = Plot(*_slots(_after(replies)), told)
    assert plot_of(json.loads(json.dumps(plot_act_json(PlotBody(plot=plot))))) == plot


def _slots(plot: Plot) -> tuple[int, PointStatus, int, bool, int]:
    return plot.point, plot.status, plot.silent, False, plot.replies


@given(MARK, st.integers(1, 99))
def test_a_row_holds_a_judgement(mark: Mark, reply: int) -> None:
    """What was judged is read as something else."""
    stored = json.loads(json.dumps(written_row(ChronicleKind.JUDGED, JudgedBody(reply=reply, mark=mark))))
    row = Derived(1, ChronicleKind.JUDGED, Place(1, 5), 7, "", read_row(ChronicleKind.JUDGED, stored), 1, 5)
    assert judgement_in(row) == Judged(reply, mark)
    assert judgement_in(replace(row, body=JudgedBody(reply=reply))) is None


@given(
    st.dictionaries(
        st.sampled_from(["point", "status", "silent", "replies", "told"]),
        st.none() | st.integers() | st.text() | st.booleans() | st.lists(st.integers()),
    )
)
def test_any_act_is_read(body: JsonObject) -> None:
    """A chat that was edited by hand cannot be played."""
    plot = plot_of(body)
    assert plot.point >= 1
    assert 0 <= plot.silent <= plot.replies


def test_the_outline_tells_what_is_to_come() -> None:
    """The model cannot tell what has happened from what is still to come."""
    text = outline_text(OUTLINE, Plot(2, PointStatus.IN_PROGRESS))
    told = json.loads(text)["story_outline"]
    assert [(it["index"], it["content"], it["status"]) for it in told] == [
        (1, "One.", "completed"),
        (2, "Two.", "in_progress"),
        (3, OUTLINE[2], "pending"),
    ]
    assert len(text.splitlines()) == len(OUTLINE) + 4


def test_the_goal_is_what_has_not_happened() -> None:
    """The character is urged towards a point that lies behind it."""
    assert goal(OUTLINE, Plot(2, PointStatus.IN_PROGRESS)) == Point(2, "Two.")
    assert goal(OUTLINE, Plot(1, PointStatus.COMPLETED)) == Point(2, "Two.")
    assert goal(OUTLINE, Plot(3, PointStatus.COMPLETED)) is None


def test_moving_on() -> None:
    """A doubtful judgement takes the story back."""
    plot = Plot(2, PointStatus.IN_PROGRESS)
    assert moves_on(plot, Mark(2, PointStatus.COMPLETED))
    assert moves_on(plot, Mark(3, PointStatus.IN_PROGRESS))
    assert not moves_on(plot, Mark(2, PointStatus.IN_PROGRESS))
    assert not moves_on(plot, Mark(1, PointStatus.COMPLETED))

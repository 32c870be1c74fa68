"""Replies cut into rows of a terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.terminal.flow import Flow
from bot.words.rows import cells, rows_of

TEXTS = st.text(alphabet="ab \n海风，́👍")


@pytest.mark.parametrize(
    ("text", "width", "rows"),
    [
        ("hello wide world", 10, ["hello wide", "world"]),
        ("abcdefgh", 5, ["abcde", "fgh"]),
        ("海风吹来的早上", 5, ["海风", "吹来", "的早", "上"]),
        ("海风吹来，早上", 8, ["海风吹", "来，早上"]),
        ("他说“你好”", 5, ["他说", "“你", "好”"]),
        ("用make运行", 6, ["用make", "运行"]),
        ("运行make", 6, ["运行", "make"]),
        ("a\n\nb", 5, ["a", "", "b"]),
        ("", 5, [""]),
    ],
)
def test_rows_end_between_words(text: str, width: int, rows: list[str]) -> None:
    """Words would be torn apart at the edge of a narrow window."""
    assert rows_of(text, width) == rows


@given(TEXTS, st.integers(2, 12))
def test_no_row_is_wider_than_the_terminal(text: str, width: int) -> None:
    """A row that is too wide breaks twice and leaves scraps on the screen."""
    rows = rows_of(text, width)
    assert all(sum(map(cells, row)) <= width for row in rows)
    assert "".join(rows).replace(" ", "") == text.replace("\n", "").replace(" ", "")


@given(TEXTS, st.integers(2, 12), st.data())
def test_a_growing_reply_prints_the_same_rows_as_a_whole_one(text: str, width: int, data: st.DataObject) -> None:
    """A row that was printed too early would miss the end of its last word."""
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    flow, printed = Flow(), list[str]()
    for cut in (*cuts, len(text)):
        step = flow.grow(text[:cut], width)
        assert not step.replaced
        printed += step.rows
    assert [*printed, flow.rest()] == rows_of(text, width)


def test_a_replaced_reply_starts_over() -> None:
    """The first words of the new reply would be missing."""
    flow = Flow()
    flow.grow("one two three", 5)
    step = flow.grow("uno due", 5)
    assert (step.replaced, step.rows, step.tail) == (True, ("uno",), "due")

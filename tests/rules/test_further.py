"""The messages of a reply that goes on: what people have read stays where it stands."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.rules.text.bubbles import messages
from engine.rules.text.further import further
from engine.rules.text.splitting import Counting, length, split

WORDS = st.text(alphabet='ab 。！?.\n-*“”"1🎉', max_size=160)
CODE = st.lists(
    st.sampled_from(["```py\n", "```\n", "x = 1\n", "word ", "Yes. ", "。", "\n", "\n\n", "- milk\n"]), max_size=40
).map("".join)
MOST = st.integers(0, 8)


@given(WORDS | CODE, WORDS | CODE, MOST, MOST, st.integers(40, 90), st.sampled_from(Counting))
def test_what_stands_stays_and_what_is_new_follows(
    before: str, more: str, then: int, now: int, size: int, counting: Counting
) -> None:
    """A message that people have read would lose words to another one, or words would be lost or doubled."""
    before = before.strip()
    text = before + more.rstrip()
    assume(text.count("```") < 5)  # of two fences side by side nobody can tell which one was added
    standing = messages(before, then, size, counting)
    for whole in (True, False):
        shown = further(text, standing, now, size, counting, whole=whole)
        assert all(length(it, counting) <= size for it in shown)
        settled = standing[:-1]
        assert [it.rstrip() for it in shown[: len(settled)]] == [it.rstrip() for it in settled]
        if standing and "```" not in text:
            assert shown[len(standing) - 1].startswith(standing[-1].rstrip())
            assert "".join("".join(shown).split()) == "".join(text.split()) or not whole
    if "```" not in text:
        assert "".join(further(text, standing, now, size, counting)).rstrip() == text


@given(WORDS, st.lists(WORDS, min_size=1, max_size=5), st.lists(MOST, min_size=6, max_size=6))
def test_it_may_go_on_often(before: str, more: list[str], most: list[int]) -> None:
    """The third time that a reply goes on, with other settings, would move what the first two had shown."""
    text = before.strip()
    shown = messages(text, most[0], 60, Counting.UTF16)
    for one, number in zip(more, most[1:], strict=False):
        text = (text + one).rstrip()
        wider = further(text, shown, number, 60, Counting.UTF16)
        assert all(new.startswith(old.rstrip()) for old, new in zip(shown, wider, strict=False))
        assert len(wider) >= len(shown)
        shown = wider


@given(WORDS, WORDS, MOST)
def test_what_grows_only_grows(before: str, more: str, most: int) -> None:
    """While the rest is written, words would jump from one message to the next and back."""
    text = before.strip()
    standing = messages(text, most, 400, Counting.UTF16)
    seen: tuple[str, ...] = standing
    for upto in range(len(more) + 1):
        shown = further((text + more[:upto]).rstrip(), standing, most, 400, Counting.UTF16, whole=False)
        assert all(new.startswith(old.rstrip()) for old, new in zip(seen, shown, strict=False))
        seen = shown


TWO = ("One.\n\n", "Two")
LONG = "They take ten minutes to cook, and so does the soup, so sit down and tell me of it all. "


@pytest.mark.parametrize(
    ("standing", "more", "most", "shown"),
    [
        (TWO, " and three.", 3, ("One.\n\n", "Two and three.")),
        (TWO, "\n\nThree.\n\nFour.", 3, ("One.\n\n", "Two\n\n", "Three.\n\n", "Four.")),
        (TWO, " is.\n\nThree.", 3, ("One.\n\n", "Two is.\n\n", "Three.")),
        (TWO, "\n\nThree.", 0, ("One.\n\n", "Two\n\nThree.")),
        (("We need:\n- milk",), "\n- tea\n\nNow.", 3, ("We need:\n- milk\n- tea\n\n", "Now.")),
        (("```py\na = 1",), "\n\nb = 2\n```\n\nNice?", 3, ("```py\na = 1\n\nb = 2\n```\n\n", "Nice?")),
        (("Noodles. " + LONG.strip(),), "\n\nSo?", 3, ("Noodles. " + LONG.strip() + "\n\n", "So?")),
        (("Noodles.",), " " + LONG + LONG.strip(), 2, ("Noodles. " + LONG, LONG.strip())),
        ((), "One.\n\nTwo.", 3, ("One.\n\n", "Two.")),
    ],
)
def test_new_lines_are_new_messages(standing: tuple[str, ...], more: str, most: int, shown: tuple[str, ...]) -> None:
    """What is said further would be glued below what was said, or torn from the sentence that it ends."""
    assert further("".join(standing) + more, standing, most, 2_000, Counting.UTF16) == shown


def test_what_an_edit_changed_is_cut_anew_and_the_rest_stays() -> None:
    """A typo that is corrected in the last message would move the words of the first."""
    shown = ("One. " + LONG, "Two.\n\n", "Thre.")
    assert further("One. " + LONG + "Two.\n\nThree.", shown, 3, 2_000, Counting.UTF16) == (*shown[:2], "Three.")
    assert further("One. " + LONG + "Two.", shown, 3, 2_000, Counting.UTF16) == (shown[0], "Two.")


def test_a_full_message_is_not_cut_anew() -> None:
    """A message at the platform's limit would lose its last paragraph to the next one."""
    text = "\n\n".join(f"Paragraph {n} tells of the sea and of the lamp." for n in range(12))
    standing = split(text, 300, Counting.UTF16)
    shown = further(text + " " + LONG, standing, 0, 300, Counting.UTF16)
    assert shown[: len(standing) - 1] == standing[:-1]
    assert shown[len(standing) - 1].startswith(standing[-1])


def test_code_is_closed_and_opened_where_a_message_is_full() -> None:
    """Half of the code would be shown as plain words when the reply goes on."""
    text = "Look:\n```py\n" + "a = 1\n" * 30
    standing = split(text, 100, Counting.UTF16)
    shown = further(text + "b = 2\n" * 30 + "```", standing, 3, 100, Counting.UTF16)
    assert shown[: len(standing) - 1] == standing[:-1]
    assert all(it.count("```") == 2 for it in shown)
    assert "".join(shown).count("b = 2\n") == 30

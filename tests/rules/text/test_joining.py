"""A text, and what is written further behind it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.text.joining import Seam, attached

SHOWN = "The keeper climbs the stairs, lamp in hand, and looks out over the"


def gone_on(before: str, more: str, size: int = 1, *, exact: bool = False) -> str:
    """The whole, the second text in pieces of ``size``."""
    seam = Seam(before, exact=exact)
    pieces = [seam.feed(more[at : at + size]) for at in range(0, len(more), size)]
    return before + "".join(pieces) + seam.flush()


@pytest.mark.parametrize(
    ("before", "raw", "whole"),
    [
        ("Once there was", "a lamp.", "Once there was a lamp."),
        ("Once there was", " a lamp.", "Once there was a lamp."),
        ("Once there was ", "a lamp.", "Once there was a lamp."),
        ("Once there was ", " a lamp.", "Once there was a lamp."),
        ("He sat.", "\n\nThen he rose.", "He sat.\n\nThen he rose."),
        ("He sat.", "\nThen he rose.", "He sat.\nThen he rose."),
        ("He sat", ", and rose.", "He sat, and rose."),
        ("It", "'s late.", "It's late."),
        ("She said (", "softly) no.", "She said (softly) no."),
        ("She said", '"No."', 'She said "No."'),
        ("灯塔亮着", "，风停了。", "灯塔亮着，风停了。"),
        ("灯塔亮着。", "风停了。", "灯塔亮着。风停了。"),
        ("他说 OK", "然后走了。", "他说 OK然后走了。"),
        ("", "All of it.", "All of it."),
        ("All of it.", "  ", "All of it."),
    ],
)
@pytest.mark.parametrize("size", [1, 3, 100])
def test_what_is_written_further_fits(before: str, raw: str, whole: str, size: int) -> None:
    """Two words would run into one, a space would stand in Chinese, or a paragraph would be lost."""
    assert gone_on(before, raw, size) == whole


@pytest.mark.parametrize(
    ("before", "raw", "whole"),
    [
        (SHOWN, SHOWN + " sea.", SHOWN + " sea."),  # all of it once more
        (SHOWN, SHOWN.replace(" ", "\n"), SHOWN),  # and no more
        (SHOWN, SHOWN[:-4], SHOWN),  # not even that
        (SHOWN, "looks out over the sea.", SHOWN + " sea."),
        (SHOWN, "the sea.", SHOWN + " sea."),
        (SHOWN, " the sea.", SHOWN + " sea."),
        (SHOWN, "then he waits.", SHOWN + " then he waits."),  # a word that only begins like the last one
        ("We climb to the light", "lighthouse.", "We climb to the lighthouse."),
        ("We climb to the lighth", "lighthouse.", "We climb to the lighthouse."),
        ("I am, she says, he", "helped me.", "I am, she says, he helped me."),
        ("No, ", "no, no!", "No, no, no!"),
        ("Wait, wait", ", wait!", "Wait, wait, wait!"),
        ("他提着灯，走上", "走上楼梯。", "他提着灯，走上楼梯。"),
        ("他提着灯，走上楼梯，看着", "他提着灯，走上楼梯，看着海。", "他提着灯，走上楼梯，看着海。"),
        ("他提着灯，", "，走上楼梯。", "他提着灯，走上楼梯。"),
        ("他看见我", "我们的船。", "他看见我们的船。"),
        ("他慢", "慢地走。", "他慢慢地走。"),
        ("“看", "看，那里！”", "“看看，那里！”"),
    ],
)
@pytest.mark.parametrize("size", [1, 4, 1000])
def test_what_was_said_is_not_said_twice(before: str, raw: str, whole: str, size: int) -> None:
    """ "over the the sea": people would see where the reply was cut."""
    assert gone_on(before, raw, size) == whole


@pytest.mark.parametrize(
    ("before", "raw", "whole"),
    [
        ("We climb to the lighth", "ouse.", "We climb to the lighthouse."),
        ("It is very", " very far.", "It is very very far."),
        (SHOWN, SHOWN + " sea.", SHOWN + " sea."),
    ],
)
def test_a_model_that_goes_on_from_the_letter_is_believed(before: str, raw: str, whole: str) -> None:
    """Half a word and its rest would stand apart."""
    assert gone_on(before, raw, exact=True) == whole


@given(st.text(), st.text(), st.integers(1, 9), st.booleans())
def test_nothing_new_is_lost(before: str, more: str, size: int, exact: bool) -> None:
    """What people have read would change, or a part of what is new be gone, whatever the pieces."""
    whole = gone_on(before, more, size, exact=exact)
    assert whole.startswith(before)
    assert "".join((before + more).split()).endswith("".join(whole[len(before) :].split()))
    assert whole == gone_on(before, more, 1_000, exact=exact)


@pytest.mark.parametrize(
    ("before", "more", "raw", "whole"),
    [
        ("We go.", "Up.", " Up.", "We go. Up."),
        ("We go.", "Up.", "\n\n[emotion:joy] Up.", "We go.\n\nUp."),
        ("We g", "o up.", "o up.", "We go up."),
        ("We go ", "up.", "up.", "We go up."),
        ("", "Up.", " Up.", "Up."),
        ("We go.", "", "", "We go."),
    ],
)
def test_the_gap_of_a_seam_stands(before: str, more: str, raw: str, whole: str) -> None:
    """A second gap, or none, would come where a tag was taken away."""
    assert attached(before, more, raw) == whole

"""The work of each rule grows no faster than its text, whatever the text is."""

import pytest

from tests.rules.growth.calls import LEFT_OUT, TextCall, public_functions, text_calls
from tests.rules.growth.measure import STEEPEST, is_felt, steepness, undisturbed
from tests.rules.growth.shapes import CLEANED, SHAPES

CALLS = list(text_calls())


def test_there_is_something_to_measure() -> None:
    """A change of how functions are found would leave nothing that is measured, and nobody would see it."""
    names = {it.name for it in CALLS}
    assert {"text.bubbles.bubbles:text", "wire.sse.SseDecoder.feed:data", "formats.books.read_book:data"} <= names
    assert len(names) > 300


@pytest.mark.growth
@pytest.mark.parametrize("call", CALLS, ids=[it.name for it in CALLS])
def test_work_grows_with_the_text(call: TextCall) -> None:
    """A reply of twelve thousand exclamation marks stops everybody else's for four seconds."""
    shapes = SHAPES if "clean" in call.name else {name: it for name, it in SHAPES.items() if name not in CLEANED}
    with undisturbed():
        felt = [name for name, piece in shapes.items() if is_felt(call.ready, piece)]
        steep = {name: power for name in felt if (power := steepness(call.ready, shapes[name])) > STEEPEST}
    assert steep == {}


def test_what_is_left_out_is_there() -> None:
    """A name that nothing has any more would hide the next function that is called so."""
    names = [name for name, _, _ in public_functions()]
    assert [it for it in LEFT_OUT if not any(name.startswith(it.partition(":")[0]) for name in names)] == []

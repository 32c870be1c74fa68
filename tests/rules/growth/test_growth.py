"""The work of each rule grows no faster than its text, whatever the text is.

Each text is tried in a few shapes, others every day; GROWTH=all, which ``make growth`` sets, tries every shape.
"""

import os
from hashlib import blake2b

import pytest

from engine.values.models.stage import PromptStage
from tests import calendar
from tests.rules.growth.calls import LEFT_OUT, TextCall, public_functions, text_calls
from tests.rules.growth.measure import STEEPEST, is_felt, steepness, undisturbed
from tests.rules.growth.shapes import CLEANED, SHAPES
from tests.rules.growth.stages import OURS, STAGES, stage_calls, text_fields, texts_in

pytestmark = pytest.mark.slow

CALLS = list(text_calls())
BUILT = stage_calls()
_A_DAY = 3
_LOOKS = 3


def test_there_is_something_to_measure() -> None:
    """A change of how functions are found would leave nothing that is measured, and nobody would see it."""
    names = {it.name for it in CALLS}
    assert {"text.bubbles.bubbles:text", "wire.sse.SseDecoder.feed:data", "formats.books.books.read_book:data"} <= names
    assert len(names) > 300


def shapes_for(name: str, day: str, count: int = _A_DAY) -> dict[str, str]:
    """The shapes in which a text is tried: all, or so many that follow from its name and the day alone."""
    fitting = {shape: it for shape, it in SHAPES.items() if "clean" in name or shape not in CLEANED}
    if os.environ.get("GROWTH") == "all":
        return fitting
    ranked = sorted(fitting, key=lambda it: blake2b(f"{day} {name} {it}".encode(), digest_size=8).digest())
    return {it: fitting[it] for it in ranked[:count]}


@pytest.mark.share(3)
@pytest.mark.parametrize("call", CALLS, ids=[it.name for it in CALLS])
def test_work_grows_with_the_text(call: TextCall) -> None:
    """A reply of twelve thousand exclamation marks stops everybody else's for four seconds."""
    assert steep_in(call, _A_DAY) == {}


@pytest.mark.share(3)
@pytest.mark.parametrize("field", BUILT)
def test_work_on_a_prompt_grows_with_each_text_of_it(field: str) -> None:
    """A character with a nickname of sixty thousand brackets stops everybody else's at each of its turns."""
    calls = BUILT[field]
    if os.environ.get("GROWTH") != "all":  # one of the stages a day
        calls = [calls[(calendar.now().toordinal() + len(field)) % len(calls)]]
    assert {it.name: steep for it in calls if (steep := steep_in(it, 1))} == {}


def steep_in(call: TextCall, count: int) -> dict[str, float]:
    """The shapes of today in which the work grows faster than the text, and with which power."""
    shapes = shapes_for(call.name, f"{calendar.now():%Y-%m-%d}", count)
    with undisturbed():
        return {name: power for name, piece in shapes.items() if (power := _steep_each_time(call, piece))}


def _steep_each_time(call: TextCall, piece: str) -> float:
    """With which power it grows, if that is too steep each time it is looked at; else 0.

    One moment in which the machine is slow makes work felt that is not, and then any power may come out of it.
    """
    power = 0.0
    for _ in range(_LOOKS):
        if not is_felt(call.ready, piece) or (power := steepness(call.ready, piece)) <= STEEPEST:
            return 0.0
    return power


def test_every_shape_has_its_day() -> None:
    """A shape that is never chosen is never tried."""
    chosen = {it for day in range(200) for it in shapes_for("text.bubbles.bubbles:text", str(day))}
    assert chosen == SHAPES.keys() - CLEANED


@pytest.mark.parametrize("name", STAGES)
def test_every_field_of_a_stage_has_a_text_that_grows(name: str) -> None:
    """A new field would be the one that nobody has tried."""
    assert texts_in(STAGES[name]()) == text_fields(PromptStage)
    assert OURS.keys() <= text_fields(PromptStage)


def test_what_is_left_out_is_there() -> None:
    """A name that nothing has any more would hide the next function that is called so."""
    names = [name for name, _, _ in public_functions()]
    assert [it for it in LEFT_OUT if not any(name.startswith(it.partition(":")[0]) for name in names)] == []

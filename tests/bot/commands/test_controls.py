"""What buttons say."""

from hypothesis import given
from hypothesis import strategies as st

from bot.commands.framework import controls
from bot.commands.framework.controls import Control, control, pressed


@given(st.sampled_from(controls.NAMES), st.text(max_size=50))
def test_a_control_comes_back_as_it_was_made(name: str, argument: str) -> None:
    """A button would do another thing than it says."""
    made = control(name, argument)
    assert pressed(made) == (Control(name, argument) if controls.fits(made) else None)


@given(st.text())
def test_any_text_is_a_control_or_none(text: str) -> None:
    """A forged button would end the listening."""
    found = pressed(text)
    assert found is None or (found.name in controls.NAMES and (found.turn is None or found.turn >= 0))

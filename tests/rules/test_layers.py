"""What holds in a place: its mode's bundle, the operator's defaults, what people set."""

import pytest

from engine.rules.layers import layers
from engine.rules.scopes import SettingLayer, explain, merge
from engine.values.chats.incoming import Here
from engine.values.house.setting_choices import Mode, Speaks
from engine.values.house.setting_scopes import SettingScope
from engine.values.house.settings import Settings

GROUP = Here(1, 2, 3, "discord")
PRIVATE = Here(1, 2, 3, "discord", private=True)
TERMINAL = Here(1, 2, 3, "terminal", private=True)


def holding(here: Here, *stored: tuple[str, int, str, object], **defaults: object) -> Settings:
    return merge(layers(SettingLayer(SettingScope.DEFAULT, defaults), stored, here, None))  # type: ignore[arg-type]


def test_what_a_place_is_like_before_anybody_set_anything() -> None:
    """A direct message waits to be called by name, or a group is talked into."""
    private, group, terminal = holding(PRIVATE), holding(GROUP), holding(TERMINAL)
    assert (private.mode, private.speaks, private.debounce, private.controls) == (Mode.CHAT, Speaks.ALWAYS, 4.0, False)
    assert (group.mode, group.speaks, group.debounce, group.controls) == (Mode.STORY, Speaks.CALLED, 1.2, True)
    assert (terminal.speaks, terminal.debounce) == (Speaks.ALWAYS, 0.0)


def test_a_mode_brings_its_bundle() -> None:
    """Choosing a mode changes its name and nothing else."""
    lounge = holding(GROUP, ("space", 1, "mode", "lounge"))
    assert (lounge.mode, lounge.controls, lounge.debounce) == (Mode.LOUNGE, False, 1.2)
    nearer = holding(GROUP, ("space", 1, "mode", "lounge"), ("channel", 2, "mode", "chat"))
    assert (nearer.mode, nearer.debounce) == (Mode.CHAT, 4.0)
    own = holding(GROUP, ("space", 1, "mode", "lounge"), ("space", 1, "controls", True))
    assert own.controls, "what somebody set wins over the bundle"


@pytest.mark.parametrize("here", [GROUP, PRIVATE])
def test_what_the_operator_gave_wins_over_the_bundle(here: Here) -> None:
    """An operator sets the pause to 0, and every mode puts it back."""
    assert holding(here, debounce=0.0).debounce == 0.0
    assert holding(here, ("space", 1, "debounce", 2.0), debounce=0.0).debounce == 2.0
    assert holding(here, mode="lounge").mode is Mode.LOUNGE
    assert not holding(here, mode="lounge").controls


def test_the_mode_is_named_as_the_origin() -> None:
    """/settings cannot say why the character waits four seconds."""
    explained = explain("debounce", layers(SettingLayer(SettingScope.DEFAULT), [], PRIVATE, None))
    assert (explained.scope, explained.origins[-1].origin) == (SettingScope.MODE, "chat")

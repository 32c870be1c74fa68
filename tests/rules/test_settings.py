"""The settings of a conversation, as people and commands see them."""

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from engine.values.house.setting_about import SettingGroup, SettingUnit
from engine.values.house.setting_fields import FIELDS, ValueKind
from engine.values.house.setting_modes import MODES
from engine.values.house.setting_scopes import SettingScope
from engine.values.house.settings import Settings

LOCALES = Path(__file__).parents[2] / "config" / "locales"


def texts(language: str) -> dict[str, str]:
    lines = (LOCALES / language / "settings.ftl").read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z][a-z-]*) = (.*(?:\n[ \t]+.*)*)", lines, re.MULTILINE))


def test_both_languages_have_the_same_messages_with_the_same_variables() -> None:
    """Somebody would read a message's id, or a sentence with a hole."""
    english, chinese = texts("en"), texts("zh")
    assert set(english) == set(chinese)
    for name, text in english.items():
        assert set(re.findall(r"\$\w+", text)) == set(re.findall(r"\$\w+", chinese[name])), name


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_setting_says_what_it_is(language: str) -> None:
    """A new setting would be shown without a name or help."""
    known = texts(language)
    for field in FIELDS.values():
        assert {field.label, field.help, *map(field.choice_label, field.choices)} <= set(known)
    assert {f"unit-{unit}" for unit in SettingUnit} | {f"scope-{scope}" for scope in SettingScope} <= set(known)


def test_few_settings_stand_in_front() -> None:
    """People on a phone would scroll through a page of settings to find theirs."""
    assert 0 < sum(field.about.front for field in FIELDS.values()) <= 12
    assert {field.about.group for field in FIELDS.values()} == set(SettingGroup)


def test_numbers_have_a_range_and_every_default_lies_in_it() -> None:
    """A setting could be put to a value that breaks every turn."""
    for field in FIELDS.values():
        if field.kind in (ValueKind.WHOLE, ValueKind.NUMBER):
            assert field.low is not None
            assert field.high is not None
            assert field.default is None or field.low <= float(field.default) <= field.high
        if field.kind is ValueKind.CHOICE:
            assert field.default in field.choices
            assert set(field.about.words.values()) <= set(field.choices)
            assert all(word == word.casefold() for word in field.about.words)


def test_modes_are_valid_settings() -> None:
    """Choosing a mode would break the channel."""
    for values in MODES.values():
        Settings.model_validate(values)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("timezone", "Mars/Base"),
        ("timezone", "../../etc/passwd"),
        ("timezone", "Asia"),
        ("emotion_pattern", "no gap"),
        ("emotion_pattern", "{}"),
        ("gesture_pattern", "*{}{}*"),
        ("temperature", float("nan")),
        ("debounce", 15.5),
        ("surprise", 1),
    ],
)
def test_senseless_values_are_refused(name: str, value: object) -> None:
    """A typing mistake would be stored and break later turns."""
    with pytest.raises(ValidationError):
        Settings.model_validate({name: value})


def test_settings_cannot_change_during_a_turn() -> None:
    """Half a turn would play by other rules than the other half."""
    with pytest.raises(ValidationError):
        Settings().debounce = 3.0  # pyright: ignore[reportAttributeAccessIssue] — what the test is about

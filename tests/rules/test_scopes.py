"""Which setting holds, and why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import (
    SettingNotHere,
    SettingNotUnderstood,
    SettingOutOfRange,
    SettingTooLoose,
    UnknownSetting,
)
from engine.rules.scopes import Fate, SettingLayer, check, explain, field_of, merge, names_in, parse_value
from engine.values.house.setting_about import SettingGroup
from engine.values.house.setting_choices import MemoryPosition, Mode
from engine.values.house.setting_fields import FIELDS, ValueKind
from engine.values.house.setting_modes import MODES
from engine.values.house.setting_scopes import SettingScope, SettingValue
from engine.values.house.settings import Settings

SCOPES = list(SettingScope)
ANY_VALUE = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
NAMES = st.sampled_from([*FIELDS, "gone_long_ago"])
ANY_LAYER = st.builds(SettingLayer, st.sampled_from(SCOPES), st.dictionaries(NAMES, ANY_VALUE, max_size=6))


def test_the_nearest_scope_wins() -> None:
    """Somebody would set something for their chat and nothing would change."""
    for upto in range(1, len(SCOPES)):
        layers = [
            SettingLayer(scope, {"language": "zh" if rank == upto else "en"})
            for rank, scope in enumerate(SCOPES[: upto + 1])
        ]
        if FIELDS["language"].may_be_set(SCOPES[upto]):
            assert merge(reversed(layers)).language == "zh", SCOPES[upto]


def test_a_mode_is_under_everything_people_set() -> None:
    """Choosing a mode would undo what was set by hand."""
    mode = SettingLayer(SettingScope.MODE, MODES[Mode.CHAT], "chat")
    assert merge([mode]).debounce == 4.0
    assert merge([SettingLayer(SettingScope.SPACE, {"debounce": 2.0}), mode]).debounce == 2.0


def test_null_clears() -> None:
    """A setting could never be taken back."""
    layers = [
        SettingLayer(SettingScope.SPACE, {"history_limit": 20}),
        SettingLayer(SettingScope.CHANNEL, {"history_limit": None}),
    ]
    assert merge(layers).history_limit == 20
    assert check("history_limit", None, SettingScope.CHANNEL, layers) is None


@given(st.lists(ANY_LAYER, max_size=8))
def test_whatever_is_stored_the_settings_are_valid_and_explained(layers: list[SettingLayer]) -> None:
    """A value from an older version would stop every turn of a channel, or `/settings` would tell another story."""
    merged = merge(layers)
    assert Settings.model_validate(merged.model_dump()) == merged
    for name in FIELDS:
        explained = explain(name, layers)
        assert explained.value == merged.model_dump(mode="json")[name]
        winners = [origin for origin in explained.origins if origin.fate is Fate.WINS]
        assert [(winner.scope, winner.value) for winner in winners] == [(explained.scope, explained.value)]
        ranks = [SCOPES.index(origin.scope) for origin in explained.origins]
        assert ranks == sorted(ranks)


@given(st.sampled_from(list(FIELDS)), ANY_VALUE, st.sampled_from(SCOPES))
def test_what_check_lets_through_is_what_holds(name: str, value: SettingValue | None, scope: SettingScope) -> None:
    """Somebody would be told "set" and another value would hold."""
    try:
        stored = check(name, value, scope)
    except (SettingOutOfRange, SettingNotUnderstood, SettingNotHere):
        return
    if stored is not None:
        assert merge([SettingLayer(scope, {name: stored})]).model_dump(mode="json")[name] == stored


def test_explain_tells_every_origin() -> None:
    """Nobody could find out why a setting has the value it has."""
    layers = [
        SettingLayer(SettingScope.CHANNEL, {"history_limit": 12}, "#tea"),
        SettingLayer(SettingScope.SPACE, {"history_limit": 900}, "Harbour"),
        SettingLayer(SettingScope.PERSON, {"history_limit": 3}),
        SettingLayer(SettingScope.CHARACTER, {"history_limit": "many"}),
    ]
    explained = explain("history-limit", layers)
    assert (explained.name, explained.value, explained.scope) == ("history_limit", 12, SettingScope.CHANNEL)
    assert [(origin.scope, origin.given, origin.value, origin.fate) for origin in explained.origins] == [
        (SettingScope.DEFAULT, 0, 0, Fate.OVERRIDDEN),
        (SettingScope.SPACE, 900, 500, Fate.OVERRIDDEN),
        (SettingScope.CHARACTER, "many", None, Fate.UNREADABLE),
        (SettingScope.CHANNEL, 12, 12, Fate.WINS),
        (SettingScope.PERSON, 3, None, Fate.NOT_HERE),
    ]


def test_a_lower_scope_only_tightens_a_budget() -> None:
    """A channel could spend more than its server allows."""
    space = SettingLayer(SettingScope.SPACE, {"budget_tokens": 8_000})
    assert merge([space, SettingLayer(SettingScope.CHANNEL, {"budget_tokens": 60_000})]).budget_tokens == 8_000
    assert merge([space, SettingLayer(SettingScope.CHANNEL, {"budget_tokens": 4_000})]).budget_tokens == 4_000
    assert (
        explain("budget_tokens", [space, SettingLayer(SettingScope.CHANNEL, {"budget_tokens": 60_000})])
        .origins[-1]
        .fate
        is Fate.HELD
    )
    with pytest.raises(SettingTooLoose) as refused:
        check("budget_tokens", 60_000, SettingScope.CHANNEL, [space])
    assert refused.value.data == {
        "name": "budget_tokens",
        "label": "setting-budget-tokens",
        "limit": 8_000,
        "scope": "space",
    }


def test_the_default_is_no_limit() -> None:
    """Nobody could raise the budget of their own server."""
    assert check("budget_tokens", 60_000, SettingScope.SPACE) == 60_000
    assert (
        check(
            "budget_tokens",
            60_000,
            SettingScope.CHANNEL,
            [SettingLayer(SettingScope.CHANNEL, {"budget_tokens": 9_000})],
        )
        == 60_000
    )


def test_out_of_range_names_the_range() -> None:
    """Somebody would have to guess which numbers are possible."""
    with pytest.raises(SettingOutOfRange) as refused:
        parse_value("budget_tokens", "999k")
    assert refused.value.data == {
        "name": "budget_tokens",
        "label": "setting-budget-tokens",
        "low": 1_000,
        "high": 200_000,
    }


def test_a_scope_that_may_not_is_refused() -> None:
    """One person in a channel could set the budget that all pay for."""
    with pytest.raises(SettingNotHere):
        check("budget_tokens", 2_000, SettingScope.PERSON)


def test_an_unknown_name_gets_near_ones() -> None:
    """A typing mistake would end in a dead end."""
    with pytest.raises(UnknownSetting) as refused:
        field_of("budget-token")
    assert "budget_tokens" in str(refused.value.data["near"])


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("budget_tokens", "24k", 24_000),
        ("budget_tokens", " 24,000 ", 24_000),
        ("budget_tokens", "2万", 20_000),
        ("budget_tokens", "１２Ｋ", 12_000),
        ("budget_tokens", "1.5k", 1_500),
        ("debounce", "2.5", 2.5),
        ("show_gestures", "开", True),
        ("show_gestures", "OFF", False),
        ("show_gestures", "关闭", False),
        ("language", "ZH", "zh"),
        ("language", "中文", "zh"),
        ("memory-position", "Before-History", MemoryPosition.BEFORE_HISTORY.value),
        ("timezone", "asia/shanghai", "Asia/Shanghai"),
        ("emotion_pattern", "<{}>", "<{}>"),
        ("budget_tokens", "默认", None),
        ("temperature", "default", None),
    ],
)
def test_people_type_values_in_their_own_way(name: str, typed: str, value: SettingValue | None) -> None:
    """Somebody would be refused for writing a number as they always do."""
    assert parse_value(name, typed) == value


@given(st.sampled_from(list(FIELDS)), st.text(max_size=60) | st.text("0123456789.,-+kK千万eE_ ", max_size=20))
def test_anything_typed_is_a_value_or_a_clear_refusal(name: str, typed: str) -> None:
    """Odd input would be answered by an internal error."""
    try:
        value = parse_value(name, typed)
    except (SettingOutOfRange, SettingNotUnderstood):
        return
    if value is not None:
        field = FIELDS[name]
        scope = next(iter(field.about.scopes))
        assert check(name, value, scope) == value
        assert isinstance(value, bool) == (field.kind is ValueKind.SWITCH)


def test_a_group_is_reset_at_once() -> None:
    """Going back to how it was would take a command for each setting."""
    assert set(names_in()) == set(FIELDS)
    assert set(names_in(SettingGroup.PEOPLE)) == {"language", "timezone"}

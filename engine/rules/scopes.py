"""Which setting holds and why: default ← mode ← space ← character ← channel ← person.

In which language a person is spoken to is also what their app speaks, below the space, and what they write, below what
they chose.

A layer is what one scope set, as stored. Reading is forgiving, because a stored value may come from an older version: a
number outside the range counts as the nearest one inside, a value of the wrong kind or in the wrong scope counts as
absent. Setting is strict: ``check`` refuses and names what would do.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from typing import Final, cast

from pydantic import ValidationError

from engine.errors import SettingNotHere, SettingNotUnderstood, SettingOutOfRange, SettingTooLoose, UnknownSetting
from engine.values.house.setting_about import SettingGroup
from engine.values.house.setting_fields import FIELDS, SettingField, ValueKind
from engine.values.house.setting_scopes import HEARD, SettingScope, SettingValue
from engine.values.house.settings import Settings

_ORDER: Final[Mapping[SettingScope, int]] = {scope: rank for rank, scope in enumerate(SettingScope)}
_HOUSE: Final = frozenset({SettingScope.DEFAULT, SettingScope.MODE})
_ON: Final = frozenset({"on", "yes", "true", "1", "开", "打开", "开启", "是"})
_OFF: Final = frozenset({"off", "no", "false", "0", "关", "关闭", "关掉", "否"})
_CLEAR: Final = frozenset({"default", "reset", "null", "默认", "恢复默认"})
_MULTIPLES: Final[Mapping[str, int]] = {"k": 1_000, "千": 1_000, "万": 10_000}


@dataclass(frozen=True, slots=True)
class SettingLayer:
    """What one scope set. A value of None clears, as if it were absent. ``origin`` names the mode, space or channel."""

    scope: SettingScope
    values: Mapping[str, SettingValue | None] = field(default_factory=dict[str, SettingValue | None])
    origin: str = ""


class Fate(StrEnum):
    """What became of one layer's value."""

    WINS = "wins"
    OVERRIDDEN = "overridden"
    HELD = "held"  # looser than a higher scope allows, and held to its limit
    UNREADABLE = "unreadable"
    NOT_HERE = "not-here"


@dataclass(frozen=True, slots=True)
class SettingOrigin:
    """One layer's say about a setting: ``given`` as stored, ``value`` as it counts (None when it does not)."""

    scope: SettingScope
    origin: str
    given: SettingValue | None
    value: SettingValue | None
    fate: Fate


@dataclass(frozen=True, slots=True)
class Explanation:
    """Where a setting's value comes from: every origin, weakest first, and the scope that won."""

    name: str
    value: SettingValue | None
    scope: SettingScope
    origins: tuple[SettingOrigin, ...]


def field_of(name: str) -> SettingField:
    """The field called ``name`` (hyphens and case do not matter). Raises UnknownSetting."""
    plain = name.strip().replace("-", "_").lower()
    if plain in FIELDS:
        return FIELDS[plain]
    near = get_close_matches(plain[:64], FIELDS, n=3)
    raise UnknownSetting(name=name[:64], near=", ".join(near), count=len(near))


def merge(layers: Iterable[SettingLayer]) -> Settings:
    """The settings that hold under ``layers``, which may come in any order. Unknown names are passed over.

    A person's layer belongs here only when the turn is that person's own. The process's own defaults (language, time
    zone) come as a layer of scope DEFAULT. ``model_fields_set`` of what is returned names what some layer says.
    """
    ordered = tuple(layers)
    given = {name for layer in ordered for name in layer.values if name in FIELDS}
    found = {name: explain(name, ordered) for name in given}  # the model's own defaults are those of the others
    said = {name: it.value for name, it in found.items() if it.origins[0].fate is not Fate.WINS}
    return Settings.model_validate({name: value for name, value in said.items() if value is not None})


def explain(name: str, layers: Iterable[SettingLayer]) -> Explanation:
    """Every origin of one setting in order, and who wins. Raises UnknownSetting."""
    about = field_of(name)
    winner = SettingOrigin(SettingScope.DEFAULT, "", about.default, about.default, Fate.WINS)
    origins = [winner]
    for layer in sorted(layers, key=lambda layer: _ORDER[layer.scope]):
        given = layer.values.get(about.name)
        if given is None:
            continue
        origin = _read(about, layer, given, winner)
        if origin.fate is Fate.WINS:
            origins = [_overridden(earlier) for earlier in origins]
            winner = origin
        origins.append(origin)
    return Explanation(about.name, winner.value, winner.scope, tuple(origins))


def check(
    name: str, value: SettingValue | None, scope: SettingScope, layers: Iterable[SettingLayer] = ()
) -> SettingValue | None:
    """The value to store when somebody sets ``name`` in ``scope``; None clears. ``layers`` are those that hold there.

    Raises UnknownSetting, SettingNotHere, SettingOutOfRange, SettingNotUnderstood, SettingTooLoose.
    """
    about = field_of(name)
    if not about.may_be_set(scope):
        raise SettingNotHere(name=about.name, label=about.label, scope=scope.value)
    if value is None:
        return None
    stored = _validate(about, value)
    above = explain(about.name, [layer for layer in layers if _ORDER[layer.scope] < _ORDER[scope]])
    if _is_looser(about, stored, above.scope, above.value):
        limit = cast("int", above.value)
        raise SettingTooLoose(name=about.name, label=about.label, limit=limit, scope=above.scope.value)
    return stored


def parse_value(name: str, text: str) -> SettingValue | None:
    """What a person typed for a setting: "24k", "2万", "on", "关", a choice in any case; "default" or "默认" is None.

    Raises UnknownSetting, SettingOutOfRange, SettingNotUnderstood.
    """
    about = field_of(name)
    typed = unicodedata.normalize("NFKC", text[:256]).strip()
    word = typed.casefold()
    if not word or word in _CLEAR:
        return None
    if about.kind is ValueKind.SWITCH:
        if word not in _ON | _OFF:
            raise _not_understood(about)
        return word in _ON
    if about.kind in (ValueKind.WHOLE, ValueKind.NUMBER):
        return _validate(about, _parse_number(about, word))
    if about.kind is ValueKind.CHOICE:
        return _validate(about, about.about.words.get(word, word.replace("-", "_")))
    return _validate(about, typed)


def names_in(group: SettingGroup | None = None) -> tuple[str, ...]:
    """The settings of a group, or all, as a reset clears them."""
    return tuple(name for name, about in FIELDS.items() if group is None or about.about.group is group)


def _read(about: SettingField, layer: SettingLayer, given: SettingValue, above: SettingOrigin) -> SettingOrigin:
    if layer.scope not in HEARD and not about.may_be_set(layer.scope):
        return SettingOrigin(layer.scope, layer.origin, given, None, Fate.NOT_HERE)
    try:
        value = _validate(about, _into_range(about, given))
    except (SettingNotUnderstood, SettingOutOfRange):
        return SettingOrigin(layer.scope, layer.origin, given, None, Fate.UNREADABLE)
    if _is_looser(about, value, above.scope, above.value):
        return SettingOrigin(layer.scope, layer.origin, given, above.value, Fate.HELD)
    return SettingOrigin(layer.scope, layer.origin, given, value, Fate.WINS)


def _overridden(origin: SettingOrigin) -> SettingOrigin:
    if origin.fate is not Fate.WINS:
        return origin
    return SettingOrigin(origin.scope, origin.origin, origin.given, origin.value, Fate.OVERRIDDEN)


def _is_looser(about: SettingField, value: SettingValue, scope: SettingScope, limit: SettingValue | None) -> bool:
    if not about.about.tightens or scope in _HOUSE:
        return False
    return isinstance(value, int | float) and isinstance(limit, int | float) and value > limit


def _into_range(about: SettingField, value: SettingValue) -> SettingValue:
    if about.low is None or about.high is None or isinstance(value, str):
        return value
    return value if about.low <= value <= about.high else (about.low if value < about.low else about.high)


def _validate(about: SettingField, value: SettingValue) -> SettingValue:
    """The value as the model reads it, in a form that JSON can hold."""
    if isinstance(value, bool) is not (about.kind is ValueKind.SWITCH):
        raise _not_understood(about)
    try:
        settings = Settings.model_validate({about.name: value})
    except ValidationError as error:
        kinds = {problem["type"] for problem in error.errors(include_input=False, include_url=False)}
        if kinds & {"greater_than_equal", "less_than_equal"}:
            low, high = about.low or 0, about.high or 0
            raise SettingOutOfRange(name=about.name, label=about.label, low=low, high=high) from None
        raise _not_understood(about) from None
    return cast("SettingValue", settings.model_dump(mode="json")[about.name])


def _parse_number(about: SettingField, word: str) -> float:
    factor = _MULTIPLES.get(word[-1], 1)
    digits = (word[:-1] if factor > 1 else word).replace(",", "").replace("_", "").strip()
    whole, _, fraction = digits.removeprefix("-").partition(".")
    if len(digits) > 15 or not (whole + fraction).isdecimal():
        raise _not_understood(about)
    number = float(digits) * factor
    return int(number) if number.is_integer() else number


def _not_understood(about: SettingField) -> SettingNotUnderstood:
    return SettingNotUnderstood(name=about.name, label=about.label, expected=_expected(about))


def _expected(about: SettingField) -> str:
    if about.kind is ValueKind.SWITCH:
        return "on | off"
    if about.kind is ValueKind.CHOICE:
        return " | ".join(about.choices)
    if about.low is not None and about.high is not None:
        return f"{about.low:,} … {about.high:,}"
    return about.about.example or str(about.default)

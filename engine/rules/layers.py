"""What holds in one place for one person: stored values by scope, over the mode's bundle, over the house's defaults."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.rules.scopes import SettingLayer, explain
from engine.values.chats.incoming import Here
from engine.values.house.setting_choices import Mode, Speaks
from engine.values.house.setting_modes import MODES
from engine.values.house.setting_scopes import GIVEN_BY_THE_HOUSE, HEARD, SettingScope, SettingValue

_LANGUAGE: Final = "language"
_HEARD_LAST: Final = (SettingScope.NAMED, SettingScope.WRITTEN, SettingScope.APP)
_TERMINAL: Final[Mapping[str, SettingValue]] = {"debounce": 0.0}


def layers(
    defaults: SettingLayer, stored: Iterable[tuple[str, int, str, Any]], here: Here, character: int | None
) -> tuple[SettingLayer, ...]:
    """The layers that hold for ``here`` and ``character``; ``stored`` are rows of scope, id in that scope, name, value.

    ``defaults`` is what the operator gave. It stands above the bundle of the mode, which nobody chose value by value.
    """
    ids = {
        SettingScope.SPACE: here.space,
        SettingScope.CHARACTER: character,
        SettingScope.CHANNEL: here.channel,
        SettingScope.PERSON: here.person,
    }
    rows = tuple(stored)
    own = tuple(
        SettingLayer(
            scope, {name: value for kind, number, name, value in rows if kind == scope and number == ids[scope]}
        )
        for scope in ids
    )
    return (defaults, _mode(defaults, own, here), *own)


def heard(stored: Iterable[tuple[str, int, str, Any]], here: Here) -> dict[SettingScope, str]:
    """The language of the person's app, and the ones they write and call commands in, as far as that was noticed."""
    own = {
        name: str(value) for kind, number, name, value in stored if (kind, number) == (SettingScope.PERSON, here.person)
    }
    return {scope: own[name] for scope, name in HEARD.items() if own.get(name)}


def in_their_language(holding: Iterable[SettingLayer], noticed: Mapping[SettingScope, str]) -> tuple[SettingLayer, ...]:
    """``holding`` for what the person reads. Prompts do without: what they say would change with each language."""
    return (*holding, *(SettingLayer(scope, {_LANGUAGE: language}) for scope, language in noticed.items()))


def as_opened(holding: tuple[SettingLayer, ...], tongue: str) -> tuple[SettingLayer, ...]:
    """``holding`` as a page tells it that was opened in ``tongue``: how its reader has written since does not move it.

    A language that somebody chose does.
    """
    rest, found = holding, explain(_LANGUAGE, holding)
    if found.value == tongue or found.scope not in {*HEARD, *GIVEN_BY_THE_HOUSE}:
        return holding
    for scope in _HEARD_LAST:
        rest = tuple(it for it in rest if it.scope is not scope)
        if explain(_LANGUAGE, rest).value == tongue:
            return rest
    before = tuple(it for it in holding if it.scope is not SettingScope.NAMED)
    return (*before, SettingLayer(SettingScope.NAMED, {_LANGUAGE: tongue}))


def _mode(defaults: SettingLayer, own: tuple[SettingLayer, ...], here: Here) -> SettingLayer:
    usual = {"mode": (Mode.CHAT if here.private else Mode.STORY).value}
    chosen = explain("mode", (SettingLayer(SettingScope.DEFAULT, usual), defaults, *own)).value
    mode = Mode(str(chosen))
    values = dict(MODES[mode]) | {"mode": mode.value}
    if here.private:
        values["speaks"] = Speaks.ALWAYS.value
    if here.platform == "terminal":
        values |= _TERMINAL
    return SettingLayer(
        SettingScope.MODE, {name: it for name, it in values.items() if name not in defaults.values}, mode.value
    )

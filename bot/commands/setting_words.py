"""Settings in words and buttons: a value as people read it, what fits, the next values to choose from. Pure."""

from typing import Final

from bot.commands import controls
from bot.commands.reply import Choice
from bot.localise import Speaker
from engine.values.setting_fields import FIELDS, Kind, SettingField
from engine.values.settings import MODES, Group, Mode, SettingValue

_STEPS: Final = 20
"""A button moves a number by about this part of its range."""


def shown(about: SettingField, value: SettingValue | None, speak: Speaker) -> str:
    """A value as people read it."""
    if value is None:
        return speak.say("settings-model-decides")
    if about.kind is Kind.SWITCH:
        return speak.say("settings-on" if value else "settings-off")
    if about.kind is Kind.CHOICE:
        return speak.say(about.choice_label(str(value)))
    if about.about.unit and isinstance(value, int | float):
        return speak.say(f"unit-{about.about.unit.value}", count=value)
    return str(value)


def allowed_values(about: SettingField, speak: Speaker) -> str:
    """What may be typed for a setting."""
    if about.kind is Kind.SWITCH:
        return "on | off"
    if about.kind is Kind.CHOICE:
        return " | ".join(about.choices)
    if about.low is not None and about.high is not None:
        return speak.say("settings-range", low=about.low, high=about.high)
    return about.about.example or str(about.default)


def group_called(given: str, speak: Speaker) -> Group | None:
    """The group that a person calls ``given``."""
    words = {speak.say(f"settings-group-{group.value}").casefold(): group for group in Group}
    return words.get(given.casefold()) or next((it for it in Group if it.value == given.casefold()), None)


def to_groups(speak: Speaker) -> tuple[Choice, ...]:
    """The buttons that open the groups."""
    return tuple(_run(f"/settings {group.value}", speak.say(f"settings-group-{group.value}")) for group in Group)


def to_change(about: SettingField, value: SettingValue | None, speak: Speaker) -> tuple[Choice, ...]:
    """The buttons under a setting: other values it can have, its default again, and back to its group."""
    group = about.about.group.value
    values = [
        _run(f"/settings {about.name} {typed}", label)
        for typed, label in _others(about, value, speak)
        if controls.fits(controls.control(controls.RUN, f"/settings {about.name} {typed}"))
    ]
    reset = _run(f"/settings reset {about.name}", speak.say("settings-reset-button"))
    return (*values, reset, _run(f"/settings {group}", speak.say(f"settings-group-{group}")))


def to_modes(speak: Speaker, now: Mode) -> tuple[Choice, ...]:
    """The buttons that give a place another mode."""
    return tuple(_run(f"/mode {it.value}", speak.say(f"mode-{it.value}")) for it in Mode if it is not now)


def sets(mode: Mode, speak: Speaker) -> str:
    """What a mode sets, in words."""
    return speak.say("mode-between").join(_valued(name, value, speak) for name, value in MODES[mode].items())


def _valued(name: str, value: SettingValue, speak: Speaker) -> str:
    return speak.say("mode-sets", label=speak.say(FIELDS[name].label), value=shown(FIELDS[name], value, speak))


def _others(about: SettingField, value: SettingValue | None, speak: Speaker) -> list[tuple[str, str]]:
    """Values that differ from ``value``: what is typed, and what a button says."""
    if about.kind is Kind.SWITCH:
        return [("off", speak.say("settings-off"))] if value else [("on", speak.say("settings-on"))]
    if about.kind is Kind.CHOICE:
        return [(it, speak.say(about.choice_label(it))) for it in about.choices if it != value]
    if about.low is None or about.high is None or isinstance(value, str) or value is None:
        return []
    near = (max(about.low, value - _step(about, value)), min(about.high, value + _step(about, value)))
    exact = [round(it, 3) if about.kind is Kind.NUMBER else int(it) for it in near]
    return [(str(it), f"{mark} {shown(about, it, speak)}") for it, mark in zip(exact, "−+", strict=True) if it != value]


def _step(about: SettingField, value: float) -> float:
    """A step that is felt at ``value`` and round to read: 1, 2 or 5 of some power of ten."""
    spread = (about.high or 0) - (about.low or 0)
    wanted = abs(value) / 4 or spread / _STEPS
    power = 10.0 ** len(str(int(wanted))[1:]) if wanted >= 1 else 0.1 if about.kind is Kind.NUMBER else 1.0
    factor = max((it for it in (1, 2, 5) if it * power <= wanted), default=1)
    return min(factor * power, spread)


def _run(line: str, label: str) -> Choice:
    return Choice(controls.control(controls.RUN, line), label)

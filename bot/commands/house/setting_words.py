"""Settings in words and buttons: a value as people read it, what fits, the next values to choose from. Pure."""

from dataclasses import replace
from difflib import get_close_matches
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.declared import Table
from bot.commands.framework.reply import ReplyChoice
from bot.commands.house import setting_rights
from bot.commands.house.setting_places import those_of
from bot.words.localise import LANGUAGES, Speaker
from engine.errors import UnknownSetting
from engine.values.house.setting_about import SettingGroup
from engine.values.house.setting_choices import Mode
from engine.values.house.setting_fields import FIELDS, SettingField, ValueKind
from engine.values.house.setting_modes import MODES
from engine.values.house.setting_scopes import SettingScope, SettingValue

_STEPS: Final = 20
"""A button moves a number by about this part of its range."""
_NEAR: Final = 3
_TYPED: Final = {"on": "开", "off": "关", "default": "默认"}
_SHORT: Final = 8
"""So many characters of a word are typed rather than a name in English."""
_ALIKE: Final = 0.6
_ALIKE_IN_CHINESE: Final = 0.5
"""How much of a name a slip leaves: of two characters one."""


def shown(about: SettingField, value: SettingValue | None, speak: Speaker) -> str:
    """A value as people read it."""
    if value is None:
        return speak.say("settings-model-decides")
    if about.kind is ValueKind.SWITCH:
        return speak.say("settings-on" if value else "settings-off")
    if about.kind is ValueKind.CHOICE and str(value) in about.choices:
        return speak.say(about.choice_label(str(value)))
    if about.about.unit and isinstance(value, int | float):
        return speak.say(f"unit-{about.about.unit.value}", count=value)
    return f"{value:g}" if isinstance(value, float) else str(value) or speak.say("settings-empty")


def allowed_values(about: SettingField, speak: Speaker) -> str:
    """What may be typed for a setting."""
    if about.kind is ValueKind.SWITCH:
        labels = {"on": speak.say("settings-on"), "off": speak.say("settings-off")}
        fits = [(label if speak.typed == speak.language else typed, label) for typed, label in labels.items()]
    else:
        fits = [(_typed_choice(about, it, speak), speak.say(about.choice_label(it))) for it in about.choices]
    if fits:
        said = (typed if typed == word else speak.say("settings-fit", typed=typed, label=word) for typed, word in fits)
        return speak.say("settings-fits-between").join(said)
    if about.low is not None and about.high is not None:
        return speak.say("settings-range", low=about.low, high=about.high)
    return about.about.example or str(about.default)


def spelled_setting(text: str, name: str, value: str, speak: Speaker) -> str:
    """``text``, the arguments of a command, with the words of ``speak`` for a setting and its value, where these are
    short; in English, as the product calls them.
    """
    if speak.typed != "zh":
        called = setting_called(name, speak)
        back = {label: typed for typed, label in _TYPED.items()}
        meant = typed_value(FIELDS[called], value, speak) if called in FIELDS else value
        return _put(text, name, value, called if called in FIELDS else name, back.get(meant, meant))
    about = FIELDS.get(name)
    label = speak.say(about.label) if about else ""
    if about is None or any(map(str.isspace, label)) or setting_called(label, speak) != name:
        return text
    switch = about.kind is ValueKind.SWITCH or value == "default"
    typed = _TYPED[value] if switch and value in _TYPED else value
    typed = _typed_choice(about, value, speak) if value in about.choices else typed
    return _put(text, name, value, label, typed)


def _put(text: str, name: str, value: str, other_name: str, other_value: str) -> str:
    """``text`` with another name and another value in the places of these."""
    before, _, behind = text.partition(name)
    end = f"{behind.removesuffix(value)}{other_value}" if value else behind
    return f"{before}{other_name}{end}"


def _typed_choice(about: SettingField, choice: str, speak: Speaker) -> str:
    """What is typed for a choice: its word where that is short, and typed so."""
    label = speak.say(about.choice_label(choice))
    return label if speak.typed == "zh" and label.isalnum() and len(label) <= _SHORT else choice


def typed_value(about: SettingField, given: str, speak: Speaker) -> str:
    """What is typed for ``given``: a choice may be called what lists show for it, in any language."""
    spoken = (speak, *map(speak.to, LANGUAGES))
    labels = {it.say(about.choice_label(choice)).casefold(): choice for it in spoken[::-1] for choice in about.choices}
    return labels.get(given.strip().casefold(), given)


def group_called(given: str, speak: Speaker) -> SettingGroup | None:
    """The group that a person calls ``given``, in any language."""
    word = given.casefold()
    for speaker in map(speak.to, LANGUAGES):
        words = {speaker.say(f"settings-group-{group.value}").casefold(): group for group in SettingGroup}
        if word in words:
            return words[word]
    return next((it for it in SettingGroup if it.value == word), None)


def setting_called(given: str, speak: Speaker) -> str:
    """The name of the setting that a person calls ``given``; ``given`` as a name where lists show no such word."""
    word = given.strip().casefold()
    for speaker in map(speak.to, LANGUAGES):
        words = {speaker.say(field.label).casefold(): name for name, field in FIELDS.items()}
        if word in words:
            return words[word]
    return word.replace("-", "_")


def setting_meant(given: str, speak: Speaker) -> SettingField:
    """The setting that a person calls ``given``. Raises UnknownSetting, which names those that look like it."""
    name = setting_called(given, speak)
    if name in FIELDS:
        return FIELDS[name]
    called = {**FIELDS, **{speak.say(it.label).casefold(): it for it in FIELDS.values()}}
    alike = _ALIKE if name.isascii() else _ALIKE_IN_CHINESE
    found = dict.fromkeys(called[it].name for it in get_close_matches(name[:64], called, n=_NEAR, cutoff=alike))
    near = (speak.say("settings-fit", typed=it, label=speak.say(FIELDS[it].label)) for it in found)
    raise UnknownSetting(name=given[:64], near=speak.say("list-comma").join(near), count=len(found))


def name_and_value(given: str, value: str, speak: Speaker) -> tuple[str, str]:
    """The same where what lists show for a setting is several words: then some of ``value`` belong to the name."""
    name, typed = setting_called(given, speak), f"{given} {value}".strip()
    if name in FIELDS or not value:
        return name, value
    for speaker in map(speak.to, LANGUAGES):
        labels = sorted(((speaker.say(it.label), it.name) for it in FIELDS.values()), key=lambda it: -len(it[0]))
        for label, called in labels:
            if f"{typed} ".casefold().startswith(f"{label} ".casefold()):
                return called, typed[len(label) :].strip()
    return name, value


def run_choice(line: str, label: str, *, beside: bool = False) -> ReplyChoice:
    """A button that runs a command line."""
    return ReplyChoice(controls.control(controls.RUN, line), label, beside)


def to_change(
    about: SettingField, value: SettingValue | None, scope: SettingScope, speak: Speaker, *, is_set: bool
) -> tuple[ReplyChoice, ...]:
    """The buttons that set something for ``scope``: other values, any other in words, and its default if ``is_set``."""
    line = setting_rights.line(about.name, scope)
    here = scope in (SettingScope.CHANNEL, SettingScope.PERSON) and scope is setting_rights.usual(about.name)
    reset = f"/settings reset {about.name}" if here else f"{line} default"
    write = f"/settings write {setting_rights.WORDS[scope]} {about.name}"
    to_default = [run_choice(reset, speak.say("settings-reset-button"))] if is_set else []
    return (*_values(about, value, line, write, speak), *to_default)


def _values(
    about: SettingField, value: SettingValue | None, line: str, write: str, speak: Speaker
) -> list[ReplyChoice]:
    """A button says what it sets. Beside numbers stands the one that holds: pressed, it asks for any other."""
    if about.kind is ValueKind.SWITCH:
        others = [("off", speak.say("settings-off"))] if value else [("on", speak.say("settings-on"))]
        return [run_choice(f"{line} {typed}", label) for typed, label in others]
    if about.kind is ValueKind.CHOICE:
        others = [(it, speak.say(about.choice_label(it))) for it in about.choices if it != value]
        made = [run_choice(f"{line} {typed}", label) for typed, label in others]
        return [it for it in made if controls.fits(it.control)]
    other = speak.say("settings-write-choice")
    if about.low is None or about.high is None or isinstance(value, str) or value is None:
        return [replace(run_choice(write, speak.say("settings-write-button")), alone=other)]
    lower, higher = (
        [run_choice(f"{line} {neighbour}", shown(about, neighbour, speak), beside=True)] if neighbour != value else []
        for neighbour in neighbours(about, value)
    )
    now = speak.say("settings-now-button", value=shown(about, value, speak))
    written = replace(run_choice(write, now, beside=bool(lower)), alone=other)
    return [*(replace(it, beside=False) for it in lower), written, *higher]


def whose_word(scope: SettingScope, speak: Speaker) -> str:
    """Whom a setting is set for, in words."""
    return speak.say(f"scope-{scope.value}")


def to_modes(speak: Speaker, now: Mode) -> tuple[ReplyChoice, ...]:
    """The buttons that give a place another mode."""
    return tuple(run_choice(f"/mode {it.value}", speak.say(f"mode-{it.value}")) for it in Mode if it is not now)


def to_booths(speak: Speaker) -> tuple[ReplyChoice, ...]:
    """The button that offers booths in a lounge."""
    return (run_choice("/mode booths", speak.say("mode-booths-button")),)


def sets(mode: Mode, table: Table, speak: Speaker) -> str:
    """What a mode sets on the platform of ``table``, in words."""
    values = MODES[mode]
    return speak.say("mode-between").join(_valued(it, values[it], speak) for it in those_of(values, table))


def _valued(name: str, value: SettingValue, speak: Speaker) -> str:
    return speak.say("mode-sets", label=speak.say(FIELDS[name].label), value=shown(FIELDS[name], value, speak))


def neighbours(about: SettingField, value: float) -> tuple[float, float]:
    """The values a step below and above ``value``, ``value`` itself at an end of the range."""
    low, high, step = about.low or 0, about.high or 0, _step(about, value)
    near = (max(low, value - step), min(high, value + step))
    below, above = (round(it, 3) if about.kind is ValueKind.NUMBER else int(it) for it in near)
    return below, above


def _step(about: SettingField, value: float) -> float:
    """A step that is felt at ``value`` and round to read: 1, 2 or 5 of some power of ten."""
    spread = (about.high or 0) - (about.low or 0)
    wanted = abs(value) / 4 or spread / _STEPS
    power = 10.0 ** len(str(int(wanted))[1:]) if wanted >= 1 else 0.1 if about.kind is ValueKind.NUMBER else 1.0
    factor = max((it for it in (1, 2, 5) if it * power <= wanted), default=1)
    return min(factor * power, spread)

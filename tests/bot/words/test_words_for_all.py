"""Every command, action, choice and value has a name in both languages, and each is understood in either."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest

from bot.commands.framework.arguments import Wrong, bind, usage, words_of
from bot.commands.framework.declared import Action, Command, Param, ParamKind
from bot.commands.framework.table import COMMANDS, table_for
from bot.commands.house.setting_words import group_called, setting_called, shown, typed_value
from bot.discord import slash
from bot.words.localise import LANGUAGES, Speech
from engine.rules.scopes import parse_value
from engine.values.house.setting_about import SettingGroup
from engine.values.house.setting_fields import FIELDS, ValueKind

SPEECH: Final = Speech()
HAN: Final = re.compile(r"[\u4e00-\u9fff]")
SAME_IN_BOTH: Final = frozenset({"token"})
"""What is called so in Chinese too."""
USES: Final = [(command, action) for command in COMMANDS for action in (None, *command.shown)]
CHOICES: Final = [
    (command, action, param)
    for command, action in USES
    for param in (action.params if action else command.params)
    if param.kind is ParamKind.CHOICE
]


def _id(value: object) -> str:
    return value.name if isinstance(value, Command | Action | Param) else str(value or "")


@pytest.mark.parametrize(("command", "action"), USES, ids=_id)
def test_each_name_is_there_in_both_languages(command: Command, action: Action | None) -> None:
    """Whoever writes Chinese would have to know the English word, or read it in the help."""
    names = action.names if action else ((command.name, command.zh),)
    assert all(en.isascii() and HAN.search(zh) for en, zh in names)
    if action:
        meant = {command.split(f"{word} 1") for pair in names for word in pair}
        assert meant == {(action, "1")}


@pytest.mark.parametrize(("command", "action", "param"), CHOICES, ids=_id)
def test_each_choice_is_there_in_both_languages(command: Command, action: Action | None, param: Param) -> None:
    """A choice could be made in English alone, or the help of one language would name a word of the other."""
    assert len(param.zh) == len(param.choices) > 0
    assert all(HAN.search(word) or word in SAME_IN_BOTH for word in param.zh)
    for word, zh in zip(param.choices, param.zh, strict=True):
        assert [bind([param], it) for it in (word, zh)] == [{param.name: word}] * 2
    shown = {language: usage(command, action, SPEECH.speaker(language)) for language in LANGUAGES}
    for language, line in shown.items():
        assert "|".join(words_of(param, SPEECH.speaker(language))) in line
    assert not HAN.search(shown["en"])


@pytest.mark.parametrize(("command", "action"), USES, ids=_id)
def test_each_flag_is_understood_in_both_languages(command: Command, action: Action | None) -> None:
    """A yes in Chinese would not count."""
    flags = [it for it in (action.params if action else command.params) if it.kind is ParamKind.FLAG]
    assert all({bool(HAN.search(word)) for word in it.choices} == {True, False} for it in flags)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "name", [name for name, it in FIELDS.items() if it.kind in (ValueKind.CHOICE, ValueKind.SWITCH)]
)
def test_a_setting_and_its_values_are_understood_in_either_language(name: str, language: str) -> None:
    """Who reads one language and types the other would be told that there is no such setting or value."""
    about, speak = FIELDS[name], SPEECH.speaker(language)
    for spoken in map(SPEECH.speaker, LANGUAGES):
        assert setting_called(spoken.say(about.label), speak) == name
        if about.kind is ValueKind.SWITCH:
            assert parse_value(name, spoken.say("settings-on")) is True
            assert parse_value(name, spoken.say("settings-off")) is False
        for choice in about.choices:
            assert parse_value(name, typed_value(about, spoken.say(about.choice_label(choice)), speak)) == choice


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_value_has_a_name_and_no_description(language: str) -> None:
    """Whoever chooses a mode reads: “Mode” is now “story: prose, with several versions and saves”."""
    speak = SPEECH.speaker(language)
    labels = [shown(about, choice, speak) for about in FIELDS.values() for choice in about.choices]
    assert not [it for it in labels if set(it) & set(":：")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_group_of_settings_is_understood_in_either_language(language: str) -> None:
    """Who reads one language and types the other would be told that there is no such group."""
    for spoken in map(SPEECH.speaker, LANGUAGES):
        assert [
            group_called(spoken.say(f"settings-group-{it.value}"), SPEECH.speaker(language)) for it in SettingGroup
        ] == [*SettingGroup]


DECLARED: Final = {it["name"]: it for it in slash.declared(table_for("discord"), SPEECH)}


def _leaves(option: Mapping[str, Any], *above: Mapping[str, Any]) -> Iterator[list[Mapping[str, Any]]]:
    inner = [it for it in option.get("options", ()) if it["type"] in (1, 2)]
    path = [*above, option]
    if not inner:
        yield path
    for it in inner:
        yield from _leaves(it, *path)


def _used(path: list[Mapping[str, Any]]) -> dict[str, Any]:
    """What Discord sends when somebody uses the last of some names, each inside the one before."""
    used: dict[str, Any] = {"options": []}
    for option in path[:0:-1]:
        used = {"options": [{"name": option["name"], "type": option["type"], **used}]}
    return {"name": path[0]["name"], **used}


@pytest.mark.parametrize("command", list(table_for("discord")), ids=_id)
def test_every_action_can_be_chosen_on_discord_once(command: Command) -> None:
    """Somebody would not find "/memory sky", which help names, or would read it three times under three names."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for path in _leaves(DECLARED[command.name]):
        asked = slash.asked(table_for("discord"), _used(path))
        assert asked is not None
        found.setdefault(asked.action.name if asked.action else "", set()).add(tuple(it["name"] for it in path[1:]))
    for action in command.shown:
        [path] = found[action.name]
        assert path in (tuple(action.name.split()), (action.name, path[-1])), "or in the folder that has its name"
    assert set(found) == {"", *(it.name for it in command.shown)}


@pytest.mark.parametrize(("command", "action", "param"), CHOICES, ids=_id)
def test_every_choice_is_offered_on_discord_in_both_languages(
    command: Command, action: Action | None, param: Param
) -> None:
    """Somebody would read English words among Chinese ones, or not find what help names."""
    if command.name not in DECLARED:
        return
    options = [it for path in _leaves(DECLARED[command.name]) for it in path[-1].get("options", ())]
    offered = [it["choices"] for it in options if it["name"] == param.name and it.get("choices")]
    words = [
        {"name": word, "value": word, "name_localizations": {"zh-CN": zh, "zh-TW": zh}}
        for word, zh in zip(param.choices, param.zh, strict=True)
    ]
    assert words in offered


def test_no_two_names_on_discord_are_alike() -> None:
    """Discord refuses all commands where two names beside each other are one, in any language."""
    for command in DECLARED.values():
        for path in _leaves(command):
            for option in path:
                for names in _names(option.get("options", ())):
                    assert len(names) == len(set(names)), option["name"]


def _names(options: list[Mapping[str, Any]]) -> Iterator[list[str]]:
    yield [it["name"] for it in options]
    yield [it["name_localizations"]["zh-CN"] for it in options]


def test_a_wrong_choice_is_refused() -> None:
    """The check above would pass whatever a choice is called."""
    theme = next(param for _, _, param in CHOICES if param.name == "theme")
    assert isinstance(bind([theme], "紫色"), Wrong)


def test_every_option_on_discord_has_a_chinese_name() -> None:
    """Whoever's Discord is Chinese would read English names in front of what they type."""
    for command in DECLARED.values():
        for option in (it for path in _leaves(command) for it in path[-1].get("options", ())):
            zh = option["name_localizations"]["zh-CN"]
            assert HAN.search(zh)
            assert re.fullmatch(r"[-_\w]{1,32}", zh)
            assert zh == zh.lower()

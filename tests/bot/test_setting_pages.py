"""Modes and settings as pages with buttons."""

from dataclasses import replace
from typing import Any

import pytest

from bot.commands.abilities import Standing
from bot.commands.run import run
from bot.commands.setting_words import group_called, sets, to_change, to_groups, to_modes
from bot.localise import Speech
from engine.values.setting_fields import FIELDS
from engine.values.settings import Group, Mode, Scope
from tests.bot.fakes import FakeEngine
from tests.bot.test_commands import Type
from tests.bot.test_people import call_of

SPEECH = Speech()


@pytest.mark.parametrize(
    ("name", "value", "lines"),
    [
        ("listen", False, ["listen on"]),
        ("mode", "chat", ["mode story", "mode lounge"]),
        ("debounce", 4.0, ["debounce 3.0", "debounce 5.0"]),
        ("debounce", 0.0, ["debounce 0.5"]),
        ("history_limit", 500, ["history_limit 400"]),
        ("budget_tokens", 24_000, ["budget_tokens 19000", "budget_tokens 29000"]),
        ("temperature", None, []),
    ],
)
def test_a_setting_has_its_next_values_as_buttons(name: str, value: Any, lines: list[str]) -> None:
    """On a phone somebody would have to type a value, and guess one beyond the range."""
    choices = to_change(FIELDS[name], value, SPEECH.speaker("en"))
    expected = [*lines, f"reset {name}", FIELDS[name].about.group.value]
    assert [it.control for it in choices] == [f"run:/settings {line}" for line in expected]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_group_and_mode_has_its_words(language: str) -> None:
    """A button would carry the name of a message instead of a word."""
    speak = SPEECH.speaker(language)
    labels = [it.label for it in (*to_groups(speak), *to_modes(speak, Mode.CHAT))]
    assert not [it for it in labels if "settings-" in it or "mode-" in it]
    for group in Group:
        assert group_called(speak.say(f"settings-group-{group.value}"), speak) is group
    assert speak.say("setting-bubbles") in sets(Mode.CHAT, speak)


class _Moded(FakeEngine):
    """An engine whose place may have another mode."""

    def __init__(self) -> None:
        super().__init__()
        kept = self.settings.put

        async def put(here: Any, scope: Scope, name: str, text: str) -> Any:
            if name != "mode":
                return await kept(here, scope, name, text)
            self.settings.values |= {"mode": text, "bubbles": 3, "controls": False}
            return text

        self.settings.put = put  # type: ignore[method-assign]  # a test's own rule


async def test_a_mode_says_what_it_sets_and_what_changes(piped: Type) -> None:
    """Somebody would choose a mode blindly, and wonder where the buttons went."""
    said = await piped(_Moded(), "/mode", "/mode chat")
    assert "Bubbles: 3 messages" in said
    assert "Bubbles: 0 messages → 3 messages" in said
    assert "Buttons: on → off" in said


async def test_a_group_is_a_page_and_is_counted_before_it_is_taken_back(piped: Type) -> None:
    """A reset would take more back than anybody meant."""
    engine = FakeEngine()
    said = await piped(engine, "/settings pace", "/settings history_limit 40", "/settings reset memory")
    assert "debounce = 1.2 s" in said
    assert "One setting was changed here: history_limit. Take it back?" in said
    assert engine.settings.values["history_limit"] == 40, "nothing before the yes"


@pytest.mark.parametrize("line", ["/settings mode lounge", "/settings listen on", "/settings budget_tokens 9000"])
async def test_a_member_changes_nothing_for_the_place(line: str) -> None:
    """Anybody in a server could make the character listen to everyone, or give the place another mode."""
    engine = FakeEngine()
    given = replace(call_of(engine, private=False), standings=frozenset({Standing.MEMBER, Standing.PLAYER}))
    assert (await run(given, "settings", line.partition(" ")[2])).private
    assert set(engine.settings.values) == {"language"}
    await run(given, "settings", "language zh")
    assert engine.settings.values["language"] == "zh", "what is their own is theirs to set"

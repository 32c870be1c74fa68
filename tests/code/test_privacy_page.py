"""What people are told of their privacy: the same in both languages, on the page and in the help."""

import re
from pathlib import Path
from typing import Final

import pytest

from bot.commands.framework.table import table_for
from bot.words.localise import LANGUAGES, Speech

DOCS: Final = Path(__file__).parents[2] / "docs"
PAGES: Final = ("privacy.md", "privacy.zh.md")
TEXTS: Final = ("help-privacy-who", "help-privacy-kept", "help-privacy-model", "help-privacy-yours")
_HEADS: Final = re.compile(r"^(?:#+ |- |\*\*)", re.MULTILINE)
_CODE: Final = re.compile(r"`([^`]+)`")


def test_the_page_has_the_same_parts_in_both_languages() -> None:
    """A part that is mended or added in one language alone leaves others with what holds no more."""
    english, chinese = ((DOCS / it).read_text("utf-8") for it in PAGES)
    assert _HEADS.findall(english) == _HEADS.findall(chinese)
    assert sorted(set(_CODE.findall(english))) == sorted(set(_CODE.findall(chinese)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("platform", ["discord", "telegram", "terminal"])
def test_the_help_names_what_people_can_do_with_commands_that_there_are(language: str, platform: str) -> None:
    """Somebody wants to see, take or erase what is kept of them, and types what does nothing."""
    speak, table = Speech().speaker(language), table_for(platform)
    said = "\n".join(speak.say(it, platform=platform) for it in TEXTS)
    found: set[str] = set()
    for name, rest in re.findall(r"(?<!\S)/(\w+)(?: ([^\n—–]*))?", said):
        command = table.find(name)
        assert command is not None, name
        action, _ = command.split(rest.strip())
        found.add(command.action_ability(action) if action else command.name)
    assert {"me", "me fact", "memory", "me optout", "me export", "me forget"} <= found

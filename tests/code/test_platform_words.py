"""A server of Discord is a group on Telegram: every text takes the word of the platform that it is read on."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from fluent.syntax import ast as fluent

from bot.commands.framework.latin import by_place
from bot.commands.framework.table import table_for
from bot.words.localise import Speech
from tests.code.locales import LANGUAGES, entries

_SERVER: Final = {"en": re.compile(r"\bservers?\b", re.I), "zh": re.compile("服务器")}
_ANY_KIND: Final = {"en": re.compile(r"\bgroups?\b", re.I), "zh": re.compile("群")}
"""A text that names other kinds of places beside servers is of all platforms at once."""
_MACHINES: Final = re.compile(r"error-(?:backup|database|vector|embedded|embedding)-|setup-|choose-|app-|doctor-")
"""Texts about programs that serve, and for whoever sets the bot up, before any platform."""
_DISCORD: Final = frozenset({"help-on-discord", "error-no-booth"})
"""Texts that are told on Discord alone: of its threads and their permissions."""
_OF_SETTINGS: Final = re.compile(r"(?:setting|settings|scope|mode|error-setting|command-settings)-")


def said_on(platform: str, pattern: fluent.Pattern | None) -> Iterator[str]:
    """Every way that a text may read on a platform, one for each choice by anything else."""
    ways = [""]
    for element in pattern.elements if pattern else ():
        ends = [*_ways(platform, element)]
        ways = [way + end for way in ways for end in ends] if len(ends) > 1 else [way + ends[0] for way in ways]
    yield from ways


def _ways(platform: str, element: fluent.TextElement | fluent.Placeable) -> Iterator[str]:
    if isinstance(element, fluent.TextElement):
        yield element.value
        return
    chosen = element.expression
    if not isinstance(chosen, fluent.SelectExpression):
        yield "{}"
        return
    by_platform = isinstance(chosen.selector, fluent.VariableReference) and chosen.selector.id.name == "platform"
    own = [it for it in chosen.variants if isinstance(it.key, fluent.Identifier) and it.key.name == platform]
    left = own or [it for it in chosen.variants if it.default] if by_platform else chosen.variants
    for variant in left:
        yield from said_on(platform, variant.value)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("platform", ["telegram", "terminal"])
def test_no_text_speaks_of_a_server_where_there_is_none(language: str, platform: str) -> None:
    """In a Telegram group somebody reads that a budget is for a server, and looks for one."""
    wrong = {
        name
        for name, entry in entries(language).items()
        if not (_MACHINES.match(name) or name in _DISCORD) and (platform == "telegram" or _OF_SETTINGS.match(name))
        for text in said_on(platform, entry.value)
        if _SERVER[language].search(text) and not _ANY_KIND[language].search(text)
    }
    assert sorted(wrong) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_texts_about_servers(language: str) -> None:
    """The check above would find nothing wherever it looked."""
    found = {
        name
        for name, entry in entries(language).items()
        if any(_SERVER[language].search(it) for it in said_on("discord", entry.value))
    }
    assert len(found) > 20


@pytest.mark.parametrize(("platform", "word"), [("telegram", "group"), ("discord", "server"), ("irc", "server")])
@pytest.mark.parametrize("private", [True, False])
def test_a_text_knows_where_it_is_read(platform: str, word: str, private: bool) -> None:
    """Whoever writes a text would have to see to it at each place where it is said."""
    speak = by_place(Speech(), table_for(platform))[private].speaker("zh").to("en")
    assert speak.say("scope-space") == f"this {word}"

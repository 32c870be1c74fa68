"""The pictures of the README show what people see today."""

import html
import re

import pytest

from bot.delivery.channel_preferences import ChannelPreferences
from bot.delivery.growing import under_a_reply
from bot.words.localise import Speech
from engine.values.chats.entries import Place
from engine.values.chats.notices import SECONDS_AGO, Notice
from engine.values.chats.swipes import Swipe
from tests.code.sources import ROOT

PICTURES = {"conversation": "en", "conversation.zh": "zh"}
SAVED = {"en": "Before the storm", "zh": "暴风雨之前"}
TWO_DAYS = 2 * 86_400.0
LARGEST = 8_192
"""Bytes: the page is read on phones."""


def _picture(name: str) -> str:
    return (ROOT / f"docs/{name}.svg").read_text("utf-8")


def _texts(picture: str, kind: str) -> list[str]:
    return [html.unescape(it) for it in re.findall(rf'<text [^>]*class="{kind}"[^>]*>([^<]*)</text>', picture)]


@pytest.mark.parametrize(("name", "language"), PICTURES.items())
def test_buttons_and_divider_say_what_the_bot_says(name: str, language: str) -> None:
    """The first thing anybody sees would show buttons that are not there."""
    speak = Speech().speaker(language)
    [row] = under_a_reply(Swipe(7, Place(1, 9), 2, 3), ChannelPreferences(speak, controls=True))
    divider = speak.notice(Notice("divider-load", {"name": SAVED[language], SECONDS_AGO: TWO_DAYS}))
    for theme in ("", "-dark"):
        picture = _picture(f"{name}{theme}")
        assert _texts(picture, "label") == [it.label for it in row]
        assert _texts(picture, "dim") == [divider]


@pytest.mark.parametrize("name", PICTURES)
def test_light_and_dark_differ_in_colours_alone(name: str) -> None:
    """At night people would read another conversation than by day."""
    light, dark = (re.sub(r"#[0-9a-f]{3,6};|#[0-9a-f]{6}\}", "", _picture(f"{name}{it}")) for it in ("", "-dark"))
    assert _picture(name) != _picture(f"{name}-dark")
    assert light == dark


@pytest.mark.parametrize("name", PICTURES)
def test_the_readme_shows_a_small_picture_in_both_themes(name: str) -> None:
    """The page would have a hole, or a picture that loads something from elsewhere."""
    readme = (ROOT / "README.md").read_text("utf-8")
    assert f'srcset="docs/{name}-dark.svg"' in readme
    assert f'src="docs/{name}.svg"' in readme
    for picture in (_picture(name), _picture(f"{name}-dark")):
        assert len(picture.encode()) < LARGEST
        assert not re.search(r'<script|<image|@import|url\((?!#)|href="(?!#)', picture)

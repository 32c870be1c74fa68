"""Whom a character heeds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.attention import Attention, attention, draw_of, is_called, is_heard
from engine.values.house.setting_choices import Speaks
from engine.values.house.settings import Settings


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("Mira, are you there?", True),
        ("what does mira think", True),
        ("ＭＩＲＡ！", True),
        ("(Mira)", True),
        ("Mira's lamp", True),
        ("a miracle", False),
        ("Elmira is a city", False),
        ("_Mira_ frowned", True),
        ("Elmira and Mira", True),
        ("问Mira吧", True),
        ("米拉你在吗", True),
        ("我和小米拉着手", True),
        ("", False),
    ],
)
def test_a_name_is_heard_as_people_write_it(text: str, called: bool) -> None:
    """The character does not answer to its name, or answers whenever a word contains it."""
    assert is_called(text, ["Mira", "米拉"]) is called


def test_an_empty_name_calls_nobody() -> None:
    """A card without a name answers everything."""
    assert not is_called("Hello.", ["", "  "])


@given(st.text(max_size=40), st.text(max_size=10))
def test_a_name_between_blanks_always_calls(text: str, name: str) -> None:
    """A name in some script is never recognised."""
    if name.strip():
        assert is_called(f"{text} {name} {text}", [name])


@pytest.mark.parametrize(
    ("settings", "addressed", "draw", "expected"),
    [
        (Settings(), True, 0.9, Attention.ANSWER),
        (Settings(), False, 0.0, Attention.IGNORE),
        (Settings(listen=True), False, 0.0, Attention.OVERHEAR),
        (Settings(speaks=Speaks.ALWAYS), False, 0.9, Attention.ANSWER),
        (Settings(speaks=Speaks.CHANCE, chance=0.5), False, 0.4, Attention.ANSWER),
        (Settings(speaks=Speaks.CHANCE, chance=0.5), False, 0.5, Attention.IGNORE),
        (Settings(speaks=Speaks.CHANCE, chance=0.5, listen=True), False, 0.5, Attention.OVERHEAR),
        (Settings(speaks=Speaks.CHANCE, chance=0.0), False, 0.0, Attention.IGNORE),
        (Settings(speaks=Speaks.CHANCE, chance=1.0), False, 0.999, Attention.ANSWER),
    ],
)
def test_when_a_character_answers(settings: Settings, addressed: bool, draw: float, expected: Attention) -> None:
    """A setting says one thing and the character does another."""
    assert attention(settings, addressed=addressed, draw=draw) is expected


def test_proxied_people_are_a_setting() -> None:
    """Somebody who speaks through another bot is never heard, or cannot be left out."""
    assert is_heard(Settings(), "proxy-1-ivy")
    assert not is_heard(Settings(proxies=False), "proxy-1-ivy")
    assert is_heard(Settings(proxies=False), "1")


def test_draws_are_fair_and_repeat() -> None:
    """One in ten becomes one in two, or the same message is judged twice and differently."""
    drawn = [draw_of(7, 3, f"m{n}") for n in range(2_000)]
    assert drawn == [draw_of(7, 3, f"m{n}") for n in range(2_000)]
    assert all(0 <= it < 1 for it in drawn)
    assert 150 < sum(it < 0.1 for it in drawn) < 250
    assert draw_of(1, 23) != draw_of(12, 3)

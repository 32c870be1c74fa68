"""What is a message, a command, an aside."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.routing import Aside, Author, ChatMessage, Nothing, Routed, Typed, heeds, route


@pytest.mark.parametrize(
    ("text", "routed"),
    [
        ("hello / there", ChatMessage("hello / there")),
        ("  hello\nyou ", ChatMessage("  hello\nyou ")),
        ("/save  Old Harbour ", Typed("save", "Old Harbour")),
        ("/存档 港口", Typed("存档", "港口")),
        ("／存档　港口", Typed("存档", "港口")),
        ("/SAVE@omoide_bot", Typed("save")),
        ("/", Typed("")),
        ("/ shrugs", ChatMessage("/ shrugs")),
        ("// out of character", Aside()),
        ("／／题外话", Aside()),
        ("((brb))", Aside()),
        ("（（等一下））", Aside()),
        (" \n ", Nothing()),
        ("", Nothing()),
    ],
)
def test_a_text_is_what_people_mean_by_it(text: str, routed: Routed) -> None:
    """A command would be said to the character, or words meant for people would be answered."""
    assert route(text) == routed


@given(st.text())
def test_any_text_is_something(text: str) -> None:
    """A strange character at the start of a message would lose it."""
    routed = route(text)
    if isinstance(routed, ChatMessage):
        assert routed.text == text


@pytest.mark.parametrize(
    ("author", "heard"),
    [
        (Author(), True),
        (Author(own=True), False),
        (Author(own=True, webhook=True, application="466378653216014359"), False),
        (Author(bot=True), False),
        (Author(bot=True, webhook=True), False),
        (Author(bot=True, webhook=True, application="466378653216014359"), True),
        (Author(webhook=True, application="1"), False),
    ],
)
def test_people_are_heard_and_bots_are_not(author: Author, heard: bool) -> None:
    """Two bots would talk to each other all night, or people who speak through a proxy would be ignored."""
    assert heeds(author, proxies=True) is heard
    assert not heeds(author, proxies=False) or not author.webhook

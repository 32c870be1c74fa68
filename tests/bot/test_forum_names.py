"""What messages and threads of a forum that is a circle are called."""

from datetime import UTC, datetime

import pytest

from bot.delivery.circles import located, named
from bot.discord.forums.names import LONGEST_TITLE, in_forum, title_of
from engine.values.chats.incoming import Incoming, IncomingKind, Origin
from engine.values.chats.places import Address

FORUM = Address("discord", "1", "7")
_THREAD = Origin("discord", "1", "9", "5", "Ann")
_THERE = Origin("discord", "1", "7", "5", "Ann", channel_title="#life")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Baked bread. It smells.", "Baked bread."),
        ("**Baked** bread\n\nand ate it", "Baked bread and ate it"),
        ("今天烤了面包。真香！", "今天烤了面包。"),
        ("It cost 3.50 and no more", "It cost 3.50 and no more"),
        ("   ", "…"),
    ],
)
def test_a_thread_is_called_by_the_first_sentence(text: str, title: str) -> None:
    """A title shows marks, breaks off within a number, or is empty, which Discord refuses."""
    assert title_of(text) == title


def test_a_title_has_an_end() -> None:
    """Discord refuses a title of more than a hundred letters."""
    assert len(title_of("bread " * 50)) <= LONGEST_TITLE
    assert title_of("面" * 200).endswith("…")


def test_a_name_says_where_a_message_is() -> None:
    """What is named twice, or by no thread, is found nowhere."""
    assert located(FORUM, named("9", "11")) == (Address("discord", "1", "9"), "11")
    assert named("9", named("9", "11")) == "9/11"
    assert named("9", "") == ""
    assert located(FORUM, "11") == (FORUM, "11")


def _arrived(
    message: int,
    kind: IncomingKind = IncomingKind.MESSAGE,
    *,
    target: str = "",
    replied: str = "",
    text: str = "Bread!",
    title: str = "Baking",
) -> Incoming:
    at = datetime(2026, 5, 1, tzinfo=UTC)
    said = Incoming(_THREAD, str(message), text, at, message, kind, target=target, replied=replied)
    return in_forum(said, _THERE, title)


def test_what_is_said_under_a_post_answers_the_post() -> None:
    """A comment belongs to no post, or one that answers a comment to the post instead."""
    said = _arrived(12)
    assert (said.origin.channel, said.external, said.replied, said.text) == ("7", "9/12", "9/9", "Bread!")
    assert _arrived(12, replied="11").replied == "9/11"


def test_a_post_begins_with_the_title_that_it_was_given() -> None:
    """Characters read a post whose subject stands in its title alone."""
    begun = _arrived(9)
    assert (begun.external, begun.replied, begun.text) == ("9/9", "", "Baking\nBread!")
    assert _arrived(9, IncomingKind.EDIT, target="9").text == "Baking\nBread!"


_LONG = "**Bread** " * (LONGEST_TITLE // 6) + "and butter."


@pytest.mark.parametrize(
    ("title", "text"),
    [
        (title_of(_LONG), _LONG),
        ("bread bread...", _LONG),
        ("Baked bread.", "Baked bread, again"),
        ("BAKED  bread", "baked **bread** again"),
        ("今天烤了面包…", "今天烤了面包和蛋糕。"),
        ("", "Bread!"),
    ],
)
def test_a_title_that_is_the_beginning_of_a_post_is_not_read_twice(title: str, text: str) -> None:
    """Whoever shortens their first words to a title is taken to have said them two times."""
    assert _arrived(9, title=title, text=text).text == text


def test_a_title_that_says_something_else_is_read() -> None:
    """A title is lost because its post begins with a part of it."""
    assert _arrived(9, title="Bread and butter", text="Bread").text == "Bread and butter\nBread"
    assert _arrived(9, title="Look", text="").text == "Look"


def test_what_is_done_there_is_about_the_message_by_its_thread() -> None:
    """A deletion is about nothing that is known."""
    gone = _arrived(12, IncomingKind.DELETE, target="12")
    assert (gone.target, gone.replied) == ("9/12", "")

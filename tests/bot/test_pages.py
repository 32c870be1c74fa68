"""Answers as messages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands.framework.controls import LONGEST
from bot.commands.framework.reply import (
    SILENT,
    Confirm,
    Listing,
    ListItem,
    Paragraph,
    QuotedText,
    Reply,
    ReplyChoice,
    Retelling,
    told,
)
from bot.delivery.surface import SurfaceMessage
from bot.discord.letters import plain, without_links
from bot.pages import pages
from bot.words.localise import Speech
from engine.values.chats.entries import EntryStatus
from engine.values.chats.outgoing import PartLimit
from tests.bot.seen import spoken, view

SPEECH = Speech()
LIMIT = PartLimit(2000)


def made(reply: Reply, limit: PartLimit = LIMIT, key: str = "i1", answers: str = "") -> list[SurfaceMessage]:
    return pages(reply, limit, SPEECH, key, answers=answers)


def controls_of(part: SurfaceMessage) -> list[list[str]]:
    return [[button.control for button in row] for row in part.buttons]


def test_nothing_to_say_is_no_message() -> None:
    """The platform would be asked to send an empty message."""
    assert made(SILENT) == []
    assert made(told("")) == []


def test_a_list_fits_a_phone_and_its_title_stands_out() -> None:
    """On a phone a list would be a wall of text."""
    items = (ListItem("Harbour", "3 days ago", "7", current=True), ListItem("Hill", "", "9"))
    [part] = made(Reply((Listing("Saves (1/1)", items, "/load 2"),)))
    assert part.text == "Saves (1/1)\n› 7 · Harbour\n  3 days ago\n9 · Hill\n\n/load 2"
    assert [part.text[start:end] for start, end in part.bold] == ["Saves (1/1)", "7 · Harbour"]


LINK = "[look](https://x_y.de/_a_) [here](https://evil.example)"


def test_what_people_wrote_is_shown_to_the_letter() -> None:
    """A name could hide a link behind words, or make what follows bold; a title in bold would fall apart."""
    items = (ListItem(LINK, "**bold** _x_", "7", current=True), ListItem("- no list #12", "# Head"))
    reply = Reply(
        (Paragraph("> ||`secret`|| ~~out~~ \\\\ 2*3"), Listing("a*b", items)), Confirm("Load __x__?", "/load 1 yes")
    )
    [part] = pages(reply, LIMIT, SPEECH, "i1", plain=plain)
    assert part.text == (
        "\\> \\|\\|\\`secret\\`\\|\\| \\~\\~out\\~\\~ \\\\\\\\ 2\\*3\n\na\\*b\n"
        "› 7 · \\[look](https://x_y.de/_a_) \\[here](https://evil.example)\n  \\*\\*bold\\*\\* \\_x\\_\n"
        "\\- no list #12\n  \\# Head\n\nLoad \\_\\_x\\_\\_?"
    )
    shown = [part.text[start:end] for start, end in part.bold]
    assert shown == ["a\\*b", "7 · \\[look](https://x_y.de/_a_) \\[here](https://evil.example)", "Load \\_\\_x\\_\\_?"]


def test_what_was_said_looks_as_it_was_said() -> None:
    """Behind a load, what somebody did would stand between stars where it was in italics."""
    [part] = pages(Reply((Retelling(view(spoken("*waves*"))),)), LIMIT, SPEECH, "i1", plain=plain)
    assert part.text == "Aki: *waves*"


def test_no_link_hides_in_what_was_said() -> None:
    """A memory that somebody had written would lead others to an address that they do not see."""
    words = rf"*looks* {LINK} \{LINK} \\{LINK} https://x.de/[a]"
    [part] = pages(Reply((QuotedText(words),)), LIMIT, SPEECH, "i1", plain=plain, said=without_links)
    link = LINK.replace("[", "\\[")
    first, rest = LINK.split(" ")
    escaped = rf"\{first} \{rest}"
    assert part.text == rf"*looks* {link} {escaped} \\{link} https://x.de/\[a]"


CODE = ["`a[0]`", "``a`[0]``", "```py\na[0] = `b[1]`\n```", "```\na[0]\\\n```", "`\\`a[0]`"]


@pytest.mark.parametrize("code", CODE)
def test_code_that_was_said_is_shown_as_it_is(code: str) -> None:
    """Whoever copies a line of code from a memory would get backslashes that nobody wrote."""
    shown, link = LINK.replace("[", "\\["), LINK
    whole = "`\\`a\\[0]`" if code == CODE[-1] else code
    assert without_links(f"{link}\n{code}\n{link}") == f"{shown}\n{whole}\n{shown}"


NO_CODE = [
    "` {}",
    "`` {}",
    "``` {}",
    "\\` {} `",
    "``a` {} `",
    "*`* {} `",
    "_`_ {} `",
    "<https://x.de/`> {} `",
    "https://x.de/` {} `",
    "> ```\n{}\n```",
    "# ```\n{}\n```",
    " ```\n{}\n```",
    "` {}\n`",
    "```\n``` ``` {} ```",
    "````\n{}\n````",
    "```a```` {} ```",
]


@pytest.mark.parametrize("text", NO_CODE)
def test_a_link_hides_behind_no_mark_that_may_be_none_of_code(text: str) -> None:
    """Somebody writes a backtick before a link, an app takes it for a letter, and the link hides behind its words."""
    assert without_links(text.format("[x](https://y.z)")) == text.format("\\[x](https://y.z)")


@given(st.text("*_[a (", max_size=300), st.integers(20, 60))
def test_escaped_texts_fit_a_message(text: str, size: int) -> None:
    """A title of stars would be longer than a message may be, and the answer would not arrive."""
    made = pages(told(text), PartLimit(size), SPEECH, "i1", plain=plain)
    assert all(len(it.text) <= size for it in made)
    assert "".join(it.text for it in made) == plain(text).rstrip()


def test_a_scene_says_who_said_what_and_what_broke_off() -> None:
    """After a load people would not know where the story stands."""
    shown = view(spoken("Where are we?", character=None), spoken("At the pier", status=EntryStatus.INTERRUPTED))
    [part] = made(Reply((Paragraph("Back."), Retelling(shown))))
    assert part.text == "Back.\n\nMo: Where are we?\nAki: At the pier\n– interrupted –"


def test_a_question_has_buttons_in_the_language_of_the_answer() -> None:
    """A question could only be answered by somebody who knows the command."""
    [part] = made(Reply(confirm=Confirm("要读档吗？", "/load 3 yes"), tongue="zh"))
    assert controls_of(part) == [["run:/load 3 yes", "no:"]]
    assert [button.label for row in part.buttons for button in row] == ["是", "否"]


def test_a_question_too_long_for_a_button_says_what_to_type() -> None:
    """A long name would make a button that the platform refuses."""
    [part] = made(Reply(confirm=Confirm("Sure?", "/chats rename " + "港" * 30)))
    assert part.buttons == ()
    assert "type: /chats rename 港" in part.text


def test_choices_stand_two_in_a_row_under_the_last_message() -> None:
    """Four buttons in a row cannot be read on a phone, and buttons in the middle are missed."""
    choices = tuple(ReplyChoice(f"run:/admin open 1 {n}", str(n)) for n in range(3))
    parts = made(Reply((Paragraph("Long. " * 60),), choices=choices), PartLimit(100), answers="q")
    assert [len(row) for row in parts[-1].buttons] == [2, 1]
    assert all(not part.buttons for part in parts[:-1])
    assert [part.silent for part in parts] == [False] + [True] * (len(parts) - 1)
    assert [part.answers for part in parts] == ["q"] + [""] * (len(parts) - 1)
    assert len({part.key for part in parts}) == len(parts)


def test_a_button_that_no_platform_carries_is_not_there() -> None:
    """One long name would lose the whole answer, or stand there as a button that is never understood."""
    long = ReplyChoice("run:/me persona use " + "港" * 30, "a")
    [part] = made(Reply((Paragraph("Who?"),), choices=(long, ReplyChoice("no:", "b"))))
    assert controls_of(part) == [["no:"]]


@given(st.lists(st.tuples(st.text(max_size=60), st.text(max_size=300)), max_size=8), st.text(max_size=80))
def test_any_names_make_messages_within_the_limit(rows: list[tuple[str, str]], command: str) -> None:
    """A strange nickname would lose the whole answer."""
    items = tuple(ListItem(text, detail, "1") for text, detail in rows)
    limit = PartLimit(200)
    for part in made(Reply((Listing("Title", items),), Confirm("Sure?", f"/{command}")), limit):
        assert len(part.text.encode("utf-16-le", "surrogatepass")) // 2 <= 200
        assert all(0 <= start < end <= len(part.text) for start, end in part.bold)
        assert all(len(button.control.encode()) <= LONGEST for row in part.buttons for button in row)

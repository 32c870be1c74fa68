"""Answers that are moved to a private chat: each button and command that they take along does there what it says."""

from dataclasses import replace
from typing import Final

import pytest

from bot.commands.framework import controls
from bot.commands.framework.abilities import MATRIX
from bot.commands.framework.confiding import ANYWHERE, Confiding, is_of_chat, moving
from bot.commands.framework.offering import ability_in
from bot.commands.framework.reply import Confirm, Form, Listing, ListItem, Paragraph, Reply, ReplyChoice, told
from bot.commands.framework.table import table_for
from bot.telegram.toasts import Seldom
from bot.words.localise import Speech
from tests.bot.words.everybody import EVERYWHERE, lines

NOTE: Final = "Type these commands there."
GROUP: Final = "-1002000000001.12"
MOVES: Final = Confiding(EVERYWHERE, NOTE, GROUP)
STAYS: Final = Confiding(EVERYWHERE, NOTE)
LINES: Final = [line for _, line in lines() if line.startswith("/")]


def run(line: str) -> str:
    return controls.running(line)


def pressed_in(reply: Reply) -> list[str]:
    """All that can be pressed in an answer."""
    items = [item for block in reply.blocks if isinstance(block, Listing) for item in block.items]
    asked = [reply.confirm.yes, reply.confirm.no] if reply.confirm and reply.confirm.fits else []
    return [*asked, *(it.control for it in reply.choices), *(one.control for it in items for one in it.choices)]


@pytest.mark.parametrize("moving", [MOVES, STAYS], ids=["telegram", "discord"])
@pytest.mark.parametrize("line", LINES)
def test_each_button_that_goes_along_acts_where_it_was_asked_for(moving: Confiding, line: str) -> None:
    """A button that is pressed in a private chat would act on that chat instead of the group."""
    one = (ReplyChoice(run(f"{line} 3"), "3"),)
    asked = Confirm("Sure?", f"{line} 3 yes", refusal=f"{line} no")
    reply = Reply((Listing("a", (ListItem("b", choices=one),)),), asked, one, private=True, secret=True)
    left = pressed_in(moving.moved(reply))
    anywhere = ability_in(line, EVERYWHERE) in ANYWHERE
    for control in left:
        found = controls.pressed(control)
        assert found
        if anywhere:
            assert found.name == controls.RUN
        else:
            assert (found.name, found.channel) == (controls.IN, GROUP)
            assert found.line.startswith(line)
    assert len(left) == (4 if anywhere or moving.there else 0)


@pytest.mark.parametrize("moving", [MOVES, STAYS], ids=["telegram", "discord"])
@pytest.mark.parametrize("line", LINES)
def test_a_command_that_counts_elsewhere_says_so(moving: Confiding, line: str) -> None:
    """A hint is followed where it is read, and refused there, or does something to another chat."""
    told = (
        Reply((Paragraph(f"To change it, type: {line} 3."),)),
        Reply((Listing("a", (), hint=f"{line} 3"),)),
        Reply((Listing("a", (ListItem("b", key=line),)),)),
        Reply(confirm=Confirm("Sure?", f"{line} {'港' * 30} yes")),
    )
    for reply in told:
        moved = moving.moved(replace(reply, private=True, secret=True))
        noted = moved.blocks[-1:] == (Paragraph(NOTE),)
        assert noted is (ability_in(line, EVERYWHERE) not in ANYWHERE), reply


def test_an_answer_about_a_chat_says_first_about_which() -> None:
    """Somebody in three groups reads in private what was recalled, and guesses in which of them."""
    moves = moving(EVERYWHERE, Speech().speaker("en"), "Harbour", GROUP)
    about = Paragraph("About “Harbour”:")
    said = Reply((Paragraph("Nothing."),), secret=True)
    asked = Reply(confirm=Confirm("Sure?", "/memory delete 1 yes"), secret=True)
    for reply in (said, asked):
        plain = moves.moved(reply)
        assert moves.moved(replace(reply, of_chat=True)) == replace(plain, blocks=(about, *plain.blocks))
    nameless = moving(EVERYWHERE, Speech().speaker("en"), "", GROUP)
    assert nameless.moved(replace(said, of_chat=True)) == said
    assert not moves.moved(Reply(secret=True, of_chat=True)).speaks, "what was read over the chat needs no heading"


def test_what_is_about_a_chat_is_neither_about_oneself_nor_the_house() -> None:
    """What is known of somebody everywhere would be said to be about one group."""
    own = {it for it in MATRIX if it.partition(" ")[0] in ("me", "admin", "fix", "help")}
    assert not any(map(is_of_chat, own | ANYWHERE))
    assert all(map(is_of_chat, ("memory", "memory sky", "why recalled", "story init", "diary", "story persona")))


def test_what_counts_anywhere_is_what_concerns_oneself() -> None:
    """A command that is about a story would be let through without a word."""
    assert set(MATRIX) >= ANYWHERE
    assert {it.partition(" ")[0] for it in ANYWHERE} == {"me", "help", "chats"}
    assert table_for("discord").find("help")


def test_where_no_button_reaches_a_channel_its_question_is_answered_there() -> None:
    """In a group a fact could only be corrected by typing a number, or the fact would be read there."""
    yes, edit = "/fix yes 0ab12cd34ef", ReplyChoice("run:/fix edit 0ab12cd34ef", "Edit")
    asked = Reply(confirm=Confirm("Ann is allergic.", yes, own=True), choices=(edit,), private=True, secret=True)
    assert STAYS.moved(asked) == Reply((Paragraph("Ann is allergic."),), secret=True)
    assert STAYS.beside(asked, "In private.") == Reply(confirm=Confirm("In private.", yes, own=True), choices=(edit,))
    assert MOVES.beside(asked, "In private.") == Reply((Paragraph("In private."),))
    for other in (
        Reply(confirm=Confirm("Delete everything about you?", "/me forget yes"), secret=True),
        Reply(confirm=Confirm("Sure?", f"/fix yes {'港' * 30}", own=True), secret=True),
        Reply((Paragraph("1"),), choices=(edit,), secret=True),
    ):
        assert STAYS.beside(other, "In private.") == Reply((Paragraph("In private."),))


def test_what_an_answer_does_is_done_where_it_cannot_be_said() -> None:
    """Somebody who lets nobody write to them decides something, and the owners never hear of it."""

    async def then() -> None: ...

    reply = Reply((Paragraph("Secret."),), owners=told("Ann did."), gone=("m1",), then=then, secret=True)
    for moves in (MOVES, STAYS):
        said = moves.unsaid(reply, "I can't write to you.")
        assert said.blocks == (Paragraph("I can't write to you."),)
        assert (said.owners, said.gone, said.then) == (reply.owners, reply.gone, reply.then)


def test_a_form_is_opened_where_it_counts() -> None:
    """What is written in a private chat would change another memory than the one that was shown."""
    form, own = Form("/memory edit 12", "Memory", ()), Form("/me fact edit 3", "Fact", ())
    assert STAYS.moved(Reply(form=form)).form is None
    assert STAYS.beside(Reply(form=form), "In private.").form == form
    assert STAYS.moved(Reply(form=own)).form == own
    assert STAYS.beside(Reply(form=own), "In private.").form is None


def test_what_is_said_seldom_is_said_once_a_minute() -> None:
    """Three commands in a busy group are followed by the same line three times, or by none for ever."""
    now = 100.0
    seldom = Seldom(lambda: now)
    assert [seldom.passes(it) for it in (("club", "ann"), ("club", "ann"), ("club", "ben"), ("inn", "ann"))] == [
        True, False, True, True,
    ]  # fmt: skip
    now = 159.0
    assert not seldom.passes(("club", "ann"))
    now = 160.0
    assert seldom.passes(("club", "ann"))

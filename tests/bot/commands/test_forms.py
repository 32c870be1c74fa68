"""Forms as values: what is asked, and that any words come out as they went in."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.commands.framework import controls
from bot.commands.framework.arguments import Wrong, bind, taken
from bot.commands.framework.declared import CommandCall, Param, ParamKind, TextPrompt
from bot.commands.framework.forms import Use, about_and_line, asked_for, blank, in_words, opening, pressed_opens, use_of
from bot.commands.framework.reply import Field, Form, Listing, Reply
from bot.commands.framework.steps import Steps, cancels, commands, packed, unpacked
from bot.commands.framework.table import table_for
from bot.commands.memory import diary, memory
from bot.commands.people import abouts
from bot.commands.story import chronicle
from bot.discord import components
from bot.pages import pages
from engine.errors import DatabaseTimeout
from engine.values.chats.outgoing import PartLimit
from engine.values.house.asking import AskedForm
from engine.values.story.chronicle import ChronicleKind
from tests.bot.at_terminal import SPEECH, AtTerminal
from tests.bot.commands.test_people import call_of
from tests.bot.words.test_quoted import told
from tests.servers.discord.using import modal_data
from tests.turns.memory.test_garden import NOW, page_of_the_diary

TABLE = table_for("discord")
EN, ZH = SPEECH.speaker("en"), SPEECH.speaker("zh")
WORDS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1)
TRICKY = ('"quoted', "“全角”", "/save me", "@everyone", "one\n\ntwo ", "yes", "3-5", "#12", " ")


def _uses() -> list[Use]:
    """Every command and action that can lack words, with everything else given."""
    found: list[Use] = []
    for command in TABLE:
        for action in (None, *command.actions):
            params = (action or command).params
            given = {it.name: 12 if it.kind is ParamKind.INT else "12" for it in params if it.required and not it.asked}
            found.append(Use(command, action, given))
    return [it for it in found if it.lacking]


@pytest.mark.parametrize("use", _uses(), ids=lambda it: f"{it.command.name} {it.action.name if it.action else ''}")
def test_every_form_can_be_drawn_and_is_understood(use: Use) -> None:
    """A command would open a window that Discord refuses, or fill in another command."""
    for speak in (EN, ZH):
        form = blank(use, speak)
        assert form is not None
        drawn = components.form(form, speak)
        assert drawn is not None
        assert all(it.label and not it.label.startswith(("param-", "command-")) for it in form.fields)
        assert speak.knows(use.label)
        again = use_of(TABLE, form.line)
        assert again == use
        assert opening(TABLE, form.line) == use
        assert pressed_opens(TABLE, f"run:{form.line}") == use


@given(WORDS, WORDS, WORDS)
@example("Mo", TRICKY[0], TRICKY[1])
@example(TRICKY[2], TRICKY[3], TRICKY[4])
@example("yes", "x" * 4001, "🙂" * 5000)
def test_words_come_out_of_a_window_as_they_went_in(name: str, text: str, now: str) -> None:
    """A quote, a new line or a slash would change what somebody wrote; a long text would lose its end."""
    form = Form(
        "/me persona set", "Persona", (Field("name", "Name", name), Field("text", "Text", now, long=True)), "12"
    )
    drawn = components.form(form, EN)
    if drawn is None:
        assert len(now) > 10_000
        return
    untouched = components.filled_in(_sent(drawn, {}))
    assert untouched is not None
    assert untouched == components.Filled("/me persona set", "12", {"name": name, "text": now})
    written = components.filled_in(_sent(drawn, {"text": text[:4000]}))
    assert written is not None
    assert written.fields["text"].startswith(text[:4000])
    params = (Param("name", asked=TextPrompt.LINE), Param("text", ParamKind.REST, asked=TextPrompt.TEXT))
    kept = {key: words for key, words in untouched.fields.items() if words.strip()}
    assert taken(params, untouched.fields) == kept


@given(WORDS, WORDS)
@example(*TRICKY[:2])
@example(*TRICKY[4:6])
def test_words_come_out_of_questions_as_they_went_in(first: str, second: str) -> None:
    """What was answered before a restart would be lost, or changed."""
    form = Form("/story background new", "New", (Field("name", "Name"), Field("text", "Text", first, long=True)))
    steps = Steps(form)
    for answer in (second, None):
        kept = packed(steps, "77")
        assert kept.param == (steps.current.param if steps.current else "")
        stored = AskedForm(kept.line, kept.param, json.loads(json.dumps(kept.given)), kept.message)
        assert unpacked(stored) == steps
        steps = unpacked(stored).answered(answer) if answer is not None else unpacked(stored).kept()
    assert steps.current is None
    assert steps.answers == {"name": second, "text": first}


@given(WORDS)
@example(TRICKY[0])
@example('“ ” " 「 」')
def test_a_word_that_was_given_is_not_lost_on_the_way(name: str) -> None:
    """Whoever typed the name already would be asked for it again, or get another one."""
    command = TABLE.find("story")
    assert command is not None
    action = next(it for it in command.actions if it.name == "background new")
    use = Use(command, action, {"name": name})
    form = blank(use, EN)
    assert form is not None
    asked = {it.param: it.value for it in form.fields}
    typed = use_of(TABLE, form.line)
    assert typed is not None
    assert {**typed.args, **asked} == {"name": name, "text": ""}


def test_what_a_form_gives_is_checked() -> None:
    """A number that is none, or an empty text, would be taken for an answer."""
    params = (Param("memory", ParamKind.INT, required=True), Param("text", ParamKind.REST, required=True))
    assert taken(params, {"memory": " 12 ", "text": " as written "}) == {"memory": 12, "text": " as written "}
    assert isinstance(taken(params, {"memory": "x"}), Wrong)
    assert isinstance(taken(params, {"text": " \n"}), Wrong)
    assert isinstance(bind(params, "12"), Wrong)


def test_only_what_lacks_words_waits_for_a_form() -> None:
    """A slow command would be answered too late for Discord, or a form could not be opened any more."""
    for line, opens in (
        ("/memory edit 12", True),
        ("/edit", True),
        ("/我 人设 修改 3", True),
        ("/story background edit 3 setting", True),
        ("/memory edit 12 It was red.", False),
        ("/memory edit", False),
        ("/again", False),
        ("/save", False),
        ("nothing", False),
    ):
        assert (opening(TABLE, line) is not None) is opens, line
    under_a_reply = pressed_opens(TABLE, "at:7.12.340:/fix")
    assert under_a_reply is not None
    assert blank(under_a_reply, EN) is None, "its message is not known yet: words would go to another one"
    assert blank(replace(under_a_reply, about="12"), EN) is not None
    assert pressed_opens(TABLE, "form:7.12.340/save") is not None
    assert pressed_opens(TABLE, "again:7") is None
    assert about_and_line("@7.12.340/fix memory 3") == ("@7.12.340", "/fix memory 3")


def test_a_form_that_cannot_be_opened_is_a_button() -> None:
    """Where no window can open, nobody would get to it but by typing all of it."""
    form = Form("/memory edit 12", "Change", (Field("text", "Text", "old", long=True),), "99")
    worded = in_words(Reply(form=form), SPEECH)
    assert worded.form is None
    assert [it.control for it in worded.choices] == ["form:99/memory edit 12"]
    long = in_words(Reply(form=replace(form, line="/memory edit " + "1" * 60)), SPEECH)
    assert long.choices == ()


def test_a_slash_may_begin_an_answer() -> None:
    """Words that begin with a slash would be thrown away, or /cancel would be written down."""
    assert commands(TABLE, "/memory")
    assert not commands(TABLE, "/shrug")
    assert not commands(TABLE, "well, /memory")
    assert cancels("/cancel")
    assert cancels("/取消@omoide_bot")
    assert not cancels("/cancel the order")
    assert not cancels("cancel")


async def test_the_terminal_asks_one_field_after_another(mo: AtTerminal) -> None:
    """In the terminal nobody would know what is missing, or the words would be said to the character."""
    slashed, shrug = '“/shrug” is what "she" said', "/shrug, she says"
    _, asked, kept, _, changed, _, empty, added, _, left, _, after = await mo.answers(
        *("/memory add Her boat is called Tern.", "/memory edit 1", "", "/memory edit 1", slashed),
        *("/memory add", "", shrug, "/fix memory 1", "/cancel", "Hello.", "/memory"),
    )
    assert "Current text: Her boat is called Tern." in asked
    assert "Her boat is called Tern." in kept
    assert slashed in changed
    assert "This can't be empty." in empty
    assert shrug in added
    assert left == "Nothing was changed.\n"
    assert f"  [2] {shrug} · " in after
    assert f"  [1] {slashed} · " in after
    assert await mo.said() == ["Hello."]


async def test_a_form_of_several_fields_can_be_left_half_way(mo: AtTerminal) -> None:
    """A half filled form would swallow the next command, or do half of its work."""
    _, second, left, *_, made, listed, shown = await mo.answers(
        *("/story background new", "Harbour", "/status"),
        *("/story background new", "Harbour", "A town by the sea."),
        *("/story background list", "/story background show 1"),
    )
    assert "step 2 of 2" in second
    assert "was cancelled. Nothing was changed.\nOmoide" in left
    assert "Created: background 1, Harbour." in made
    assert "  [1] Harbour" in listed
    assert "\n  2  " not in listed
    assert "A town by the sea." in shown


async def test_a_form_comes_empty_where_its_words_cannot_be_read(mo: AtTerminal) -> None:
    """Somebody could not write because the database took a rest just then."""

    async def gone(_: CommandCall) -> Mapping[str, str]:
        raise DatabaseTimeout

    await mo.types("I came by boot.")
    command = TABLE.find("edit")
    assert command is not None
    shown = [await asked_for(call_of(mo), Use(it, None, {})) for it in (command, replace(command, form=gone))]
    assert [[field.value for field in it.form.fields] for it in shown if it and it.form] == [["I came by boot."], [""]]


async def test_every_item_has_its_buttons_and_they_fit_a_screen(mo: AtTerminal) -> None:
    """To change one of eight memories people would have to type its number, or Discord would drop the last buttons."""
    lines = [f"/memory add The boat {n}." for n in range(9)] + [f"/me fact add I sail {n}." for n in range(9)]
    await mo.types("Hello.", *lines)
    await told(mo, times=9)
    for days in range(3):
        await page_of_the_diary(mo.room, NOW - timedelta(days=days), "It rained.")
    call = replace(call_of(mo), table=TABLE)
    every = [await abouts.facts(call), await diary.pages(call), await chronicle.listing(ChronicleKind.DOSSIER)(call)]
    pages_of = [await memory.listing(call), await chronicle.listing(ChronicleKind.PAGE)(call)]
    sizes = []
    for reply in (*every, *pages_of):
        [listing] = reply.blocks
        assert isinstance(listing, Listing)
        sizes.append(len(listing.items))
        for item in listing.items:
            assert [it.label.partition(" ")[0] for it in item.choices] == ["✏️", "🗑"]
            assert all(opening(call.table, it.control.removeprefix("run:")) for it in item.choices[:1])
            assert all(controls.fits(it.control) for it in item.choices)
        [part] = pages(reply, PartLimit(4096), SPEECH, "k")
        assert len(part.buttons) <= 5
        assert all(len(row) <= 4 for row in part.buttons)
    assert sizes == [8, 3, 8, 8, 8]
    assert "✏️" not in await mo.types("/memory", "/me fact")


def _sent(modal: dict[str, Any], fields: dict[str, str]) -> dict[str, Any]:
    return modal_data(modal, fields)

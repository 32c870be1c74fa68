"""Forms as values: what is asked, and that any words come out as they went in."""

import json
from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.commands.framework import controls
from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.arguments import Wrong, bind, taken
from bot.commands.framework.declared import CommandCall, Param, ParamKind, TextPrompt
from bot.commands.framework.forms import Use, about_and_line, blank, in_words, opening, pressed_opens, use_of
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
from tests.bot.conftest import SPEECH, Type
from tests.bot.fakes import HERE, NOW, FakeEngine
from tests.servers.discord.using import modal_data

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
    assert pressed_opens(TABLE, "at:7.12.340:/fix") is not None
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


async def test_the_terminal_asks_one_field_after_another(piped: Type) -> None:
    """In the terminal nobody would know what is missing, or the words would be said to the character."""
    engine = FakeEngine()
    said = await piped(
        engine,
        "/memory edit 21",
        "",
        "/memory edit 21",
        '“/shrug” is what "she" said',
        "/memory add",
        "",
        "/shrug, she says",
        "/fix memory 21",
        "/cancel",
        "Hello.",
    )
    assert engine.memories.calls == [
        ("edit", 21, "Her boat is called Tern."),
        ("edit", 21, '“/shrug” is what "she" said'),
        ("add", "/shrug, she says"),
    ]
    assert "Current text: Her boat is called Tern." in said
    assert "This can't be empty." in said
    assert "Left as it is." in said or "Nothing" in said
    assert [it.text for it in engine.turns.accepted] == ["Hello."]


async def test_a_form_of_several_fields_can_be_left_half_way(piped: Type) -> None:
    """A half filled form would swallow the next command, or do half of its work."""
    engine = FakeEngine()
    said = await piped(
        engine,
        "/story background new",
        "Harbour",
        "/status",
        "/story background new",
        "Harbour",
        "A town by the sea.",
    )
    assert "step 2 of 2" in said
    assert "was cancelled. Nothing was changed." in said
    assert [it for it in engine.backgrounds.calls if it[0] == "create"] == [("create", "Harbour", "A town by the sea.")]


async def test_a_form_comes_empty_where_its_words_cannot_be_read(piped: Type, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody could not write because the database took a rest just then."""
    engine = FakeEngine()

    async def gone(*_: Any) -> Any:
        raise DatabaseTimeout

    monkeypatch.setattr(engine.story, "own_words", gone, raising=False)
    said = await piped(engine, "/edit", "I came by boat.")
    assert "Current text" not in said
    assert engine.story.calls[-1] == ("edit", "I came by boat.")


async def test_every_item_has_its_buttons_and_they_fit_a_screen(piped: Type) -> None:
    """To change one of eight memories people would have to type its number, or Discord would drop the last buttons."""
    engine = FakeEngine()
    call: Any = CommandCall(
        cast("Any", engine), HERE, "Mo", EN, frozenset({AccessRole.OWNER}), TABLE, cast("Any", None), NOW
    )
    every = [await abouts.facts(call), await diary.pages(call), await chronicle.listing(ChronicleKind.DOSSIER)(call)]
    pages_of = [await memory.listing(call), await chronicle.listing(ChronicleKind.PAGE)(call)]
    for reply in (*every, *pages_of):
        [listing] = reply.blocks
        assert isinstance(listing, Listing)
        for item in listing.items:
            assert [it.label.partition(" ")[0] for it in item.choices] == ["✏️", "🗑"]
            assert all(opening(call.table, it.control.removeprefix("run:")) for it in item.choices[:1])
            assert all(controls.fits(it.control) for it in item.choices)
        [part] = pages(reply, PartLimit(4096), SPEECH, "k")
        assert len(part.buttons) <= 5
        assert all(len(row) <= 4 for row in part.buttons)
    assert "✏️" not in await piped(engine, "/memory", "/me fact")


def _sent(modal: dict[str, Any], fields: dict[str, str]) -> dict[str, Any]:
    return modal_data(modal, fields)

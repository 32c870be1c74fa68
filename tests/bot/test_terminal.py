"""What the terminal suggests, how replies look there, and what a number means."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands.framework.arguments import Wrong, bind, localised
from bot.commands.framework.controls import RUN, control
from bot.commands.framework.declared import ParamKind
from bot.commands.framework.reply import Confirm, Listing, ListItem, Reply, ReplyChoice
from bot.commands.framework.run import run
from bot.commands.framework.table import table_for
from bot.commands.house.setting_words import setting_meant, typed_value
from bot.terminal.completing import suggested
from bot.terminal.files import keep
from bot.terminal.ink import Ink, InkStyle, inked
from bot.terminal.wording import numbers_of, reply_lines, swipe_line
from engine.actions.house import settings
from engine.rules.scopes import parse_value
from engine.values.chats.entries import Place
from engine.values.chats.swipes import Swipe
from engine.values.house.setting_fields import FIELDS, ValueKind
from engine.values.house.setting_scopes import SettingScope
from engine.values.transfers.transfers import Document
from tests.bot.at_terminal import SPEECH, AtTerminal
from tests.bot.commands.test_people import call_of
from tests.bot.words.everybody import EVERYBODY, Doorstep, doorstep
from tests.bot.words.everybody import lines as everything
from tests.code.locales import messages
from tests.servers.model import say
from tests.turns.files import as_json

__all__ = ["doorstep"]

TABLE = table_for("terminal")
TONGUES = ("en", "zh")
NUMBERS = {it: SPEECH.speaker(it).say("terminal-number") for it in TONGUES}


class Asked:
    """A house that suggests one thing, and remembers what it was asked."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str, str, dict[str, str]]] = []

    async def __call__(self, command: str, param: str, typed: str, given: Mapping[str, str]) -> list[tuple[str, str]]:
        self.calls.append((command, param, typed, dict(given)))
        return [("3 · Before the storm", "3")]


async def _texts(line: str, language: str = "en", asked: Asked | None = None) -> list[str]:
    return [it.text for it in await suggested(line, TABLE, SPEECH.speaker(language), asked or Asked())]


async def test_a_slash_brings_the_commands_in_both_languages() -> None:
    """Somebody would have to know every command by heart, or type English in a Chinese house."""
    assert "/memory" in await _texts("/")
    assert await _texts("/mem") == ["/memory"]
    assert await _texts("/记") == ["/memory"]
    assert await _texts("/存", "zh") == ["/存档"]
    assert await _texts("hello") == await _texts("/memory\nlist") == await _texts("/nothing x") == []


async def test_actions_and_arguments_come_from_the_house() -> None:
    """The number of a save would have to be looked up before it can be loaded."""
    asked = Asked()
    [load] = await suggested("/load st", TABLE, SPEECH.speaker("en"), asked)
    assert (load.text, load.length, load.label, load.about) == ("3", 2, "3", "3 · Before the storm")
    assert asked.calls[0][0] == "load"
    assert asked.calls[0][2] == "st"
    assert "tree" in await _texts("/chats ", asked=asked)
    assert "分支" in " ".join(await _texts("/会话 ", "zh", asked))


async def test_a_value_is_asked_for_with_its_setting() -> None:
    """After a setting's name nothing could be suggested, since nobody would know for which."""
    asked = Asked()
    await _texts("/settings language e", asked=asked)
    assert [(call[2], call[3]) for call in asked.calls] == [("e", {"setting": "language"})]


def test_gestures_go_on_over_rows_and_end_with_their_paragraph() -> None:
    """A lone star would turn everything behind it into a gesture."""
    rows, _ = inked(["*She looks", "up.* Hello **you**", "5 * 3", "*never closed", "", "plain"], Ink())
    assert rows[0] == [(InkStyle.GESTURE, "*She looks")]
    assert rows[1] == [(InkStyle.GESTURE, "up.*"), (InkStyle.PLAIN, " Hello "), (InkStyle.STRONG, "**you**")]
    assert rows[2] == [(InkStyle.PLAIN, "5 * 3")]
    assert rows[5] == [(InkStyle.PLAIN, "plain")]


def test_code_is_left_alone() -> None:
    """Stars in a program would be read as gestures."""
    rows, _ = inked(["```", "a *b* c", "```", "- one `x`", "# Title"], Ink())
    assert rows[1] == [(InkStyle.CODE, "a *b* c")]
    assert rows[3][0] == (InkStyle.BULLET, "-")
    assert rows[4] == [(InkStyle.HEADING, "# Title")]


@given(st.lists(st.text(alphabet="ab *`#>-~我\u202e", max_size=30), max_size=8))
def test_no_character_is_lost_or_added(rows: list[str]) -> None:
    """What a character said could not be copied as it was said, or would not fit its row."""
    found, _ = inked(rows, Ink())
    assert ["".join(text for _, text in pieces) for pieces in found] == rows


async def test_a_number_chooses_what_was_just_offered(mo: AtTerminal, tmp_path: Path) -> None:
    """A number typed under choices would be said to the character, or said to it never again."""
    card = {"spec": "chara_card_v2", "data": {"name": "Yuki", "first_mes": "Good morning."}}
    (tmp_path / "card.json").write_bytes(as_json(card))
    said = await mo.types("/import card.json", "yes", "1", "1")
    assert "[1] Start a chat" in said
    assert said.endswith("Yuki: Good morning.\nYuki: …\n")
    assert await mo.said() == ["1"]


def test_what_a_button_does_is_typed_in_the_persons_language() -> None:
    """A Chinese terminal would offer commands with names that its other lines never use."""
    choices = (
        ReplyChoice(control(RUN, "/load 1"), "1 · 港口"),
        ReplyChoice(control(RUN, "/chats branches 2"), "分支 2"),
    )
    reply = Reply(choices=choices)
    chinese = [it.text for it in reply_lines(reply, TABLE, SPEECH.speaker("zh"))]
    assert chinese[:2] == ["[1] 1 · 港口 —— /读档 1", "[2] 分支 2 —— /会话 分支 2"]
    english = [it.text for it in reply_lines(reply, TABLE, SPEECH.speaker("en"))]
    assert english[:2] == ["[1] 1 · 港口 – /load 1", "[2] 分支 2 – /chats branches 2"]


def _lines() -> Iterator[tuple[str, str]]:
    """A line for each choice that a command knows, with the word that no Chinese line shows."""
    stand_in = {ParamKind.INT: "7", ParamKind.PAGE: "1"}
    for command in TABLE:
        for action in (None, *command.actions):
            params = action.params if action else command.params
            for number, param in enumerate(params):
                before = [
                    stand_in.get(it.kind) or next(iter(it.choices), "language")
                    for it in params[:number]
                    if it.kind is not ParamKind.FLAG
                ]
                behind = ["language" for it in params[number + 1 :] if it.required]
                for value in param.choices[: 1 if param.kind is ParamKind.FLAG else None]:
                    yield (
                        " ".join((f"/{command.name}", *([action.name] if action else []), *before, value, *behind)),
                        value,
                    )
    for name, about in FIELDS.items():
        for value in ("on", "off") if about.kind is ValueKind.SWITCH else ("default",):
            yield f"/settings {name} {value}", value
            yield f"/settings write here {name}", "here"


@pytest.mark.parametrize(("line", "word"), list(dict.fromkeys(_lines())))
def test_a_chinese_line_is_chinese_to_its_end(line: str, word: str) -> None:
    """A Chinese terminal would offer "/模式 chat": a command in Chinese, and what is chosen in English."""
    shown = localised(line, TABLE, SPEECH.speaker("zh"))
    assert localised(line, TABLE, SPEECH.speaker("en")) == line
    assert word in SAME or word not in shown.split()
    assert word in SAME or localised(shown, TABLE, SPEECH.speaker("en")) == line, "and back"
    assert _meant(shown) == _meant(line)


SAME = ("token", "tokens")
"""What is called so in Chinese too."""


def _meant(line: str) -> tuple[object, ...]:
    """What a line does: its command, its action, its arguments, with settings as the product calls them."""
    speak = SPEECH.speaker("zh")
    name, _, rest = line.removeprefix("/").partition(" ")
    command = TABLE.find(name)
    assert command is not None
    action, left = command.split(rest)
    given = bind(action.params if action else command.params, left)
    assert not isinstance(given, Wrong), line
    if setting := given.get("setting"):
        about = setting_meant(str(setting), speak)
        given["setting"] = about.name
        if "value" in given:
            given["value"] = str(parse_value(about.name, typed_value(about, str(given["value"]), speak)))
    return command.name, action and action.name, given


def test_a_yes_is_the_first_number_beside_a_question() -> None:
    """A one would keep a draft for later, below the question whether to use it."""
    question = Confirm("Use it here?", "/import yes a1 chat", label="Use it here")
    reply = Reply(confirm=question, choices=(ReplyChoice(control(RUN, "/import yes a1 bring"), "Keep for later"),))
    lines = [it.text for it in reply_lines(reply, TABLE, SPEECH.speaker("en"))]
    answers = ["[1] Use it here", "[2] Keep for later", "[3] No"]
    assert lines == ["Use it here?", *answers, NUMBERS["en"]], "nobody types what only buttons say"
    assert [numbers_of(reply)[n].control for n in (1, 3)] == [control(RUN, question.command), question.no]
    alone = [it.text for it in reply_lines(replace(reply, choices=()), TABLE, SPEECH.speaker("en"))]
    assert alone == ["Use it here? (type yes or no)"]


async def test_which_of_several_replies_is_told_where_it_is_shown(mo: AtTerminal) -> None:
    """Somebody who turns between replies would not know how many there are."""
    _, _, _, turned = await mo.answers("Hello.", "/again", "/again", "/again back")
    assert "◀ 2/3 ▶" in turned


@pytest.mark.parametrize("swipe", [None, Swipe(1, Place(1, 2)), Swipe(1, Place(1, 2), 0, 3)])
def test_one_reply_is_no_choice(swipe: Swipe | None) -> None:
    """Every reply would carry a line that says nothing."""
    assert swipe_line(swipe, SPEECH.speaker("en")) is None


def test_files_lie_together_for_their_owner_alone(tmp_path: Path) -> None:
    """A picture of what somebody remembers could be read by others, or replace an earlier one."""
    folder = tmp_path / "data/files"
    paths = [keep(Document("sky.png", "image/png", data), folder) for data in (b"1", b"2")]
    assert [it.name for it in paths] == ["sky.png", "sky-2.png"]
    assert folder.stat().st_mode & 0o077 == 0


def test_choices_count_on_behind_the_numbers_of_a_list() -> None:
    """Below “1 Lan” stood “1 Gallery”: whoever typed a one got the gallery."""
    plain = Listing("Outline", (ListItem("She goes", key="1"), ListItem("He waits", key="4")))
    reply = Reply((plain,), choices=(ReplyChoice(control(RUN, "/char gallery"), "Gallery"),))
    lines = [it.text for it in reply_lines(reply, TABLE, SPEECH.speaker("en"))]
    assert lines[1:] == [
        "  1  She goes",
        "  4  He waits",
        "",
        "[5] Gallery – /char gallery",
        NUMBERS["en"],
    ]
    assert list(numbers_of(reply)) == [5]


def test_a_number_means_the_line_that_has_it() -> None:
    """“1  3 · Before the storm – /load 3” stood below “3  Before the storm”: a three did nothing, a one loaded it."""
    saves = Listing("Saves", (ListItem("Late", key="7"), ListItem("Early", key="3")))
    buttons = tuple(ReplyChoice(control(RUN, f"/load {it.key}"), it.text, key=it.key) for it in saves.items)
    more = ReplyChoice(control(RUN, "/load list 2"), "Next page")
    reply = Reply((saves,), choices=(*buttons, more))
    lines = [it.text for it in reply_lines(reply, TABLE, SPEECH.speaker("en"))]
    assert lines[1:] == [
        "  [7] Late",
        "  [3] Early",
        "",
        "[8] Next page – /load list 2",
        NUMBERS["en"],
    ]
    assert {number: it.control for number, it in numbers_of(reply).items()} == {
        7: "run:/load 7",
        3: "run:/load 3",
        8: "run:/load list 2",
    }


@pytest.mark.parametrize("tongue", TONGUES)
def test_what_a_number_chooses_has_it_in_brackets(tongue: str) -> None:
    """“Type a number” below a list of which only two can be chosen: the others would be said to the character."""
    chats = Listing("Chats", tuple(ListItem(f"Chat {n}", key=str(n)) for n in (1, 2, 5)))
    buttons = tuple(ReplyChoice(control(RUN, f"/chats open {n}"), f"{n}", key=str(n)) for n in (1, 5))
    lines = [it.text for it in reply_lines(Reply((chats,), choices=buttons), TABLE, SPEECH.speaker(tongue))]
    assert lines == ["Chats", "  [1] Chat 1", "  2  Chat 2", "  [5] Chat 5", NUMBERS[tongue]]


async def test_a_number_that_chooses_nothing_is_not_said_to_the_character(mo: AtTerminal) -> None:
    """Whoever takes the number of a point for that of a choice would have the character answer “2”."""
    draft = {
        "name": "Storm",
        "setting": "Water.",
        "outline": ["A boat comes.", "The lamp goes out."],
        "ending": "Dawn.",
    }
    mo.model.notes = lambda _: say(json.dumps(draft))
    drafted, kept, shown, told, used = await mo.answers(
        "/story background draft rain", "[2]", "/story background show 1", "2", "[3]"
    )
    assert "\n  The lamp goes out.\n" in drafted
    assert "\nUse this background for the story here?\n[1] Use it now\n[2] Keep for later\n" in drafted
    assert "yes or no" not in drafted
    assert kept.startswith("Saved: the background “Storm”.")
    assert "  2  The lamp goes out.\n" in shown
    assert told == "2 can't be chosen here: only the numbers in [ ] can.\n"
    assert "Storm" in used, "what was offered waits still"
    assert await mo.said() == []


@pytest.mark.parametrize("lines", [("/help",), ("/帮助", "/帮助 1")])
async def test_help_offers_each_task_once(mo: AtTerminal, lines: tuple[str, ...]) -> None:
    """Every task would stand there as a line, and once more as a choice."""
    for printed in await mo.answers(*lines):
        numbers = re.findall(r"(?m)^(?:[› ] )?\[(\d)\] ", printed)
        named = re.findall(r"(?:/help|/帮助) \d", printed)
        assert len(numbers) == len(set(numbers)) == len(named) == len(set(named)) >= 5


SIGNS = re.compile(r"[^\W\d_]")
UNDER_A_REPLY = {"button-left", "button-right", "button-recalled", "button-more", "button-less", "button-again"}


@pytest.mark.parametrize("tongue", TONGUES)
def test_a_choice_says_in_words_what_it_does(tongue: str) -> None:
    """“1  ✏️ 1” and “2  🗑 1” stood where elsewhere two signs stand below a line; alone they say nothing."""
    texts = {it: SPEECH.speaker(tongue).say(it, number=1) for it in messages(tongue) if it.startswith("button-")}
    signs = {it for it, text in texts.items() if not SIGNS.search(text)} - UNDER_A_REPLY
    assert {"button-change", "button-drop", "button-anew"} <= signs
    assert {it for it in signs if not SIGNS.search(texts.get(f"{it}-alone", ""))} == set()


@pytest.mark.slow
async def test_no_answer_shows_a_number_twice(doorstep: Doorstep) -> None:
    """A number would mean another line than the one that it stands before."""
    it, wrong = await doorstep.place(EVERYBODY[0]), list[tuple[str, list[str]]]()
    for _, line in everything():
        reply = await it.asks(line)
        shown = [it.text for it in reply_lines(reply, TABLE, SPEECH.speaker("en"))]
        numbers = [found[1] for it in shown if (found := re.match(r"(?:[› ] )?\[?(\d+)(?:\]|  )", it))]
        groups = [block for block in reply.blocks if isinstance(block, Listing)]
        if len(groups) < 2 and len(numbers) != len(set(numbers)):
            wrong.append((line, shown))
    assert wrong == []


@pytest.mark.parametrize(("tongue", "other"), [("en", "another value"), ("zh", "其他值")])
async def test_a_choice_says_what_it_does_in_a_line_of_its_own(anybody: AtTerminal, tongue: str, other: str) -> None:
    """ "2  ✏️ 0.7 – /settings write here temperature" asked for another value, which nobody could guess."""
    call = call_of(anybody, tongue)
    for name, about in FIELDS.items():
        reply = await run(call, "settings", name)
        shown = [it.text for it in reply_lines(reply, TABLE, SPEECH.speaker(tongue))]
        assert not [it for it in shown if "◀" in it], name
        written = any("/settings write" in it.control for it in reply.choices)
        assert any(re.match(rf"\[\d+\] {other} ", it) for it in shown) is written, (name, about.kind)


@pytest.mark.parametrize("shown", ["quote", "spoiler"])
async def test_what_a_character_thinks_is_quoted(mo: AtTerminal, shown: str) -> None:
    """Somebody who reads along would take it for the reply."""
    await settings.put(mo.engine.ctx, mo.here, SettingScope.SPACE, "search", "auto")
    await settings.put(mo.engine.ctx, mo.here, SettingScope.SPACE, "search_sections", shown)
    mo.model.script(say("<mem>She said so\nin May.</mem>\nHello."))
    printed = await mo.types("Did she?")
    assert printed.endswith("Hello.\n> 💭 She said so\n> in May.\n")

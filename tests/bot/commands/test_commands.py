"""The commands: declared whole, found by every name, read as typed."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands.framework.abilities import MATRIX, AccessRole, allowed
from bot.commands.framework.arguments import ArgumentFault, Wrong, bind
from bot.commands.framework.controls import NAMES, Control
from bot.commands.framework.declared import Param, ParamKind
from bot.commands.framework.table import COMMANDS, table_for
from bot.commands.story.story import save_name, shortened
from bot.terminal.wording import ended_lines
from bot.words.localise import LANGUAGES, Speech
from engine.values.chats.entries import Place
from engine.values.chats.notices import Notice
from engine.values.chats.sessions import Savepoint
from engine.values.chats.turns import TurnState
from tests.bot.seen import NOW

PARAMS = [param for it in COMMANDS for param in (*it.params, *(p for action in it.actions for p in action.params))]


def _abilities() -> Iterator[str]:
    for command in COMMANDS:
        yield command.name
        yield from (command.action_ability(action) for action in command.actions)
    yield from (Control(name).ability for name in NAMES)


def test_every_command_and_button_has_a_row_in_the_matrix() -> None:
    """A new command would be open to strangers, or to nobody; a row without a command is a mistake in its name."""
    assert set(_abilities()) == set(MATRIX)


def test_what_has_no_row_is_denied() -> None:
    """A forgotten row would let everyone in."""
    assert not allowed("no such command", frozenset(AccessRole))
    assert not allowed("load", frozenset({AccessRole.MEMBER}))
    assert not allowed("help", frozenset())
    assert all(allowed(ability, {AccessRole.OWNER}) for ability in MATRIX)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_words(language: str) -> None:
    """Help would show identifiers."""
    speak = Speech().speaker(language)
    wanted = [text for command in COMMANDS for text in (command.label, command.help)]
    wanted += [command.action_label(action) for command in COMMANDS for action in command.actions]
    wanted += [text for param in PARAMS for text in (param.label, param.help)]
    wanted += [f"help-task-{command.task.value}" for command in COMMANDS]
    wanted += [f"command-wrong-{fault.value}" for fault in ArgumentFault]
    assert [it for it in wanted if not speak.knows(it)] == []


def test_every_name_means_one_command() -> None:
    """The same word would do another thing than help says."""
    names = [name for it in COMMANDS for name in (it.name, it.zh, *it.aliases)]
    assert len(names) == len(set(names))
    for command in COMMANDS:
        words = [word for action in command.actions for word in action.words]
        assert len(words) == len(set(words))


@pytest.mark.parametrize("name", ["again", "重来", "regenerate", "SWIPE", "ｓａｖｅｓ", "存档", "退出", "?"])
def test_a_command_is_found_by_each_of_its_names(name: str) -> None:
    """Someone who knows the word of another bot, or types with a Chinese keyboard, would be refused."""
    assert table_for("terminal").find(name) is not None


def test_leaving_is_for_the_terminal() -> None:
    """A person in a group chat could end the program."""
    assert table_for("discord").find("quit") is None


TITLE = Param("title", ParamKind.REST, required=True)
COUNT = Param("count", ParamKind.INT)
YES = Param("yes", ParamKind.FLAG, choices=("yes",))
SIDE = Param("side", ParamKind.CHOICE, choices=("left", "right"))


@pytest.mark.parametrize(
    ("params", "text", "args"),
    [
        ([COUNT, TITLE], "3 Old  Harbour", {"count": 3, "title": "Old  Harbour"}),
        ([TITLE, YES], "Old Harbour YES", {"title": "Old Harbour", "yes": True}),
        ([TITLE, YES], "yes", Wrong(ArgumentFault.MISSING, TITLE)),
        ([Param("a"), TITLE], '"Old Harbour" new', {"a": "Old Harbour", "title": "new"}),
        ([Param("a"), TITLE], "“老 港口” 新", {"a": "老 港口", "title": "新"}),
        ([COUNT], "#12", {"count": 12}),
        ([COUNT], "", {}),
        ([COUNT], "x", Wrong(ArgumentFault.NOT_A_NUMBER, COUNT, "x")),
        ([SIDE], "RIGHT", {"side": "right"}),
        ([SIDE], "up", Wrong(ArgumentFault.NOT_A_CHOICE, SIDE, "up")),
        ([], "what", Wrong(ArgumentFault.TOO_MUCH, given="what")),
    ],
)
def test_arguments_are_read_as_typed(params: list[Param], text: str, args: object) -> None:
    """A save with two words in its name would be saved under one."""
    assert bind(params, text) == args


@given(st.text(), st.sampled_from([[COUNT, TITLE], [TITLE, YES], [Param("a"), SIDE], []]))
def test_any_arguments_are_read_or_refused(text: str, params: list[Param]) -> None:
    """A strange character behind a command would end the listening."""
    assert bind(params, text) is not None


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("memori", "memory"), ("hlep", "help"), ("wyh", "why"), ("记意", "memory"), ("frobnicate", ""), ("没有这个", "")],
)
def test_a_guess_is_near(typed: str, meant: str) -> None:
    """Who typed a slip would get no help, and who typed nonsense would be asked whether another nonsense was meant."""
    found = table_for("terminal").nearest(typed, lambda _: True)
    assert (found.name if found else "") == meant


OTHERS_CALL_IT = {
    "sessions": "chats", "regenerate": "again", "swipe": "again", "saves": "load", "restore": "load",
    "summarize": "story summary now", "总结": "story summary now", "prompt": "why full", "提示词": "why full",
    "forget": "me forget", "忘掉我": "me forget",
}  # fmt: skip


@pytest.mark.parametrize("platform", ["discord", "telegram", "terminal"])
@pytest.mark.parametrize("word", OTHERS_CALL_IT)
def test_what_others_call_a_command_is_known(platform: str, word: str) -> None:
    """Somebody types the word of another program and reads that nobody knows it."""
    command = table_for(platform).find(word)
    assert command is not None
    action, _ = command.split(command.called(word, ""))
    assert OTHERS_CALL_IT[word] == (command.action_ability(action) if action else command.name)


@pytest.mark.parametrize(("language", "line"), [("en", "/again"), ("zh", "/重来")])
def test_a_reply_that_failed_says_what_to_type(language: str, line: str) -> None:
    """In a terminal, where no button tries again, somebody would not know how to."""
    speak = Speech().speaker(language)
    said = ended_lines(TurnState.ERROR, Notice("turn-only-thought"), speak, "Lan")
    assert line in said[-1].text
    assert len(said) == 2
    assert ended_lines(TurnState.ERROR, None, speak, "Lan") == [], "nobody asked just now"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("message", ["divider-open", "divider-fork"])
def test_a_divider_names_no_chat_without_a_title(language: str, message: str) -> None:
    """People would read empty quotation marks."""
    said = Speech().speaker(language).notice(Notice(message, {"title": "none", "character": "Lan"}))
    assert not re.search("“”|「」|none", said)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("*She puts the pencil down.* Twenty-two forty.", "She puts the pencil down. Twenty-two forty."),
        ("*She puts th", "She puts th"),
        ("Hello **there**, `you`", "Hello there, you"),
        ("5 * 3 and *", "5 * 3 and *"),
    ],
)
def test_lists_show_words_without_their_marks(text: str, line: str) -> None:
    """Titles, saves and memories would be full of stars."""
    assert shortened(text) == line


def test_an_automatic_save_says_why_it_is_there() -> None:
    """A list of saves would say the same sentence twice, and not that nobody made it."""
    speak = Speech().speaker("en")
    save = Savepoint(3, Place(1, 1), "The boat leaves", "The boat leaves at noon.", "before_load", NOW)
    assert save_name(save, speak) == "before loading"
    assert save_name(replace(save, name="Pier"), speak) == "Pier"

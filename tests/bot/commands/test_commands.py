"""The commands: declared whole, found by every name, done as typed."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands.framework.abilities import MATRIX, AccessRole, allowed
from bot.commands.framework.arguments import ArgumentFault, Wrong, bind
from bot.commands.framework.controls import NAMES, Control
from bot.commands.framework.declared import HelpTopic, Param, ParamKind
from bot.commands.framework.table import COMMANDS, table_for
from bot.commands.story.story import save_name, shortened
from bot.terminal.wording import ended_lines
from bot.words.localise import LANGUAGES, Speech
from engine.values.characters.characters import CharacterInfo
from engine.values.chats.entries import Place
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import Savepoint
from engine.values.chats.turns import Notice, TurnState
from tests.bot.conftest import Type
from tests.bot.fakes import NOW, FakeEngine

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


async def test_a_wrong_command_says_what_to_type(piped: Type) -> None:
    """A typing mistake would leave someone without a next step."""
    said = await piped(FakeEngine(), "/agian", "/zzzzzz", "/chats from x", "/memory show", "/stop now")
    assert "Did you mean /again?" in said
    assert "There is no command /zzzzzz. /help" in said
    assert "“x” is not a number. Type: /chats from [how many messages back]" in said
    assert "Something is missing: memory. Type: /memory show <memory>" in said
    assert "“now” can't be used here. Type just: /stop" in said


@pytest.mark.parametrize(("language", "line"), [("en", "/stop – end a reply"), ("zh", "/停 —— 停下")])
async def test_the_first_page_of_help_says_how_a_reply_is_stopped(piped: Type, language: str, line: str) -> None:
    """In a busy group a reply comes without its stop button, and nobody would know what to type."""
    assert line in await piped(FakeEngine(language=language), "/help")


async def test_help_leads_from_a_task_to_a_command(piped: Type) -> None:
    """Someone new would not find out how to save."""
    said = await piped(FakeEngine(), "/help", "/help 2", "/help save", "/help nonsense")
    assert "/help 2" in said
    assert "/save · save this point of the story" in said
    assert "/save delete <save>" in said
    assert "no command /nonsense" in said


async def test_help_speaks_chinese(piped: Type) -> None:
    """Someone who speaks Chinese would have to type English words."""
    said = await piped(FakeEngine(language="zh"), "/帮助 存档")
    assert "/存档 改名 <存档> <名字>" in said


@pytest.mark.parametrize("house", LANGUAGES)
@pytest.mark.parametrize("typed", LANGUAGES)
@pytest.mark.parametrize("task", HelpTopic)
async def test_a_topic_of_help_is_found_in_either_language(
    piped: Type, house: str, typed: str, task: HelpTopic
) -> None:
    """Somebody who writes Chinese in an English house reads that there is no such topic."""
    topic = Speech().speaker(typed).say(f"help-task-{task.value}")
    said = await piped(FakeEngine(language=house), f"/help {topic}")
    if table_for("terminal").find(topic.split()[0]) is None:
        assert Speech().speaker(house).say(f"help-task-{task.value}") in said


async def test_chats_are_meant_by_number_or_title(piped: Type) -> None:
    """Someone would open, or throw away, another chat than they meant."""
    engine = FakeEngine()
    said = await piped(
        engine, "/chats", "/chats open 9", "/会话 打开 mount", "/chats open 3", "/chats rename New  name"
    )
    said += await piped(
        engine, "/chats rename 9 3 wishes", '/chats rename "mount" A peak', "/会话 改名 9 山", "/chats rename 4 x"
    )
    assert "› 7  Harbour · Aki, 12 messages, just now" in said
    assert "There is no “3” here. /chats" in said
    assert "There is no “4” here. /chats" in said
    assert "Chat 9 is now called “3 wishes”." in said
    renamed = [(None, "New  name"), (9, "3 wishes"), (9, "A peak"), (9, "山")]
    assert engine.sessions.calls == [("switch", 9), ("switch", 9), *(("rename", it) for it in renamed)]


async def test_the_pages_of_replies_have_several_names(piped: Type) -> None:
    """Whoever knows swipes from elsewhere would be told that nobody knows the word."""
    said = await piped(FakeEngine(), "/swipe left", "/swipe right", "/again prev", "/重来 左", "/重来 下一个")
    assert re.findall(r"turned (-?1)", said) == ["-1", "1", "-1", "-1", "1"]


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


async def test_throwing_away_asks_first(piped: Type) -> None:
    """A slip of the finger would throw a chat away."""
    engine = FakeEngine()
    said = await piped(engine, "/chats trash 9", "no", "/chats trash 9", "hello", "yes", "/chats trash 9", "是")
    assert "Delete “Mountain”? It contains 12 messages on 3 branches, 2 saves and 4 memories." in said
    assert "restore it until Dec 22, 2026" in said
    assert engine.sessions.calls == [("trash", 9)]
    assert [it.text for it in engine.turns.accepted] == ["hello", "yes"]


async def test_a_load_is_shown_asked_and_done(piped: Type) -> None:
    """Someone would lose their place without having seen where they go."""
    engine = FakeEngine()
    said = await piped(engine, "/load", "/load 1", "yes", "/load hill yes")
    assert "  2  Hill · just now · up there" in said
    assert "Aki: by the sea" in said
    assert "Messages: 3 move to another branch" in said
    assert "Memories: 2 move to another branch, one comes back" in said
    assert "Author’s note: rain → none" in said
    assert "What came after it is kept on branch 4." in said
    assert "1  ↩ Branch 4 – /chats branch 4" in said
    assert engine.story.calls == [("load", 1), ("load", 2)]


async def test_saves_are_made_named_and_deleted(piped: Type) -> None:
    """A save could not be found again."""
    engine = FakeEngine()
    said = await piped(engine, "/save the old harbour", "/save", "/save rename 2 Top", "/save delete harbour yes")
    assert "Saved: “the old harbour”. Type /load 3" in said
    names = [call[1] for call in engine.story.calls if call[0] == "save"]
    assert names[0] == "the old harbour"
    assert "2026" in names[1]
    assert engine.story.calls[2:] == [("rename_save", 2, "Top"), ("delete_save", 1)]


async def test_branches_can_be_reached(piped: Type) -> None:
    """A reply that was left by /again would be lost."""
    engine = FakeEngine()
    said = await piped(engine, "/chats branches", "/chats branch 5", "/chats from 2", "/undo", "/edit other words")
    assert "  5  another line · another reply, one message" in said
    assert engine.story.calls == [("switch", 5), ("from", 2), ("undo",), ("edit", "other words")]


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


async def test_characters_are_listed_used_and_begun_with(piped: Type) -> None:
    """An imported character could not be talked to."""
    engine = FakeEngine()
    said = await piped(engine, "/char", "/char use ren", "/new 2", "/new", "/char show")
    assert "› 1  Aki · built-in, speaks English\n  2  Ren" in said
    assert [it for it in engine.characters.calls if it != ("show", 2)] == [("use", 2), ("show", 1)]
    assert "Aki (calm)\n  Description · Keeps a bookshop." in said
    assert engine.sessions.calls == [("new", 2), ("new", None)]


async def test_two_characters_of_one_name_are_told_apart(piped: Type, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who imported a card twice could not see who plays, nor export who plays."""
    engine = FakeEngine()
    both = [CharacterInfo(number, "Aki", builtin=False, version=1) for number in (1, 2)]

    async def listed(here: Here) -> list[CharacterInfo]:
        return both

    monkeypatch.setattr(engine.characters, "list", listed)
    said = await piped(engine, "/char", "/char show", "/char show aki")
    assert "› 1  Aki\n  2  Aki" in said
    assert engine.characters.calls == [("show", 1)]


async def test_settings_are_listed_explained_set_and_reset(piped: Type) -> None:
    """A setting could not be changed without reading the manual."""
    engine = FakeEngine()
    said = await piped(engine, "/settings", "/settings history_limit", "/settings history_limit 40", "/settings")
    assert "Messages in view = 0 messages (history_limit)" in said
    assert "Allowed: 0 to 500" in said
    assert "“Messages in view” is now “40 messages” in this chat." in said
    assert engine.settings.values["history_limit"] == 40
    commands = ("/settings reset history_limit", "/settings advanced", "/settings budget_tokens 9000")
    said = await piped(engine, *commands, "/settings reset memory yes", "/settings reset memory")
    assert "“Messages in view” is back to “0 messages”." in said
    assert "Who answers = as in the imported story, else naturally" in said
    assert "One setting was reset." in said
    assert "Nothing was set here" in said


async def test_commands_and_settings_have_their_chinese_names_everywhere(piped: Type) -> None:
    """Someone would be told to type English words in the middle of a Chinese sentence."""
    said = await piped(FakeEngine(), "/me language zh", "/我", "/会话 打开 没有", "/设置 可见消息数 40", "/帮助 存档")
    assert "/我 语言" in said
    assert "输入 /会话 查看" in said
    assert "“可见消息数”现在是“40 条”" in said
    assert "/存档：" in said


def test_an_automatic_save_says_why_it_is_there() -> None:
    """A list of saves would say the same sentence twice, and not that nobody made it."""
    speak = Speech().speaker("en")
    save = Savepoint(3, Place(1, 1), "The boat leaves", "The boat leaves at noon.", "before_load", NOW)
    assert save_name(save, speak) == "before loading"
    assert save_name(replace(save, name="Pier"), speak) == "Pier"


async def test_no_is_answered(piped: Type) -> None:
    """Someone would not know whether their no was heard."""
    said = await piped(FakeEngine(), "/chats trash", "no")
    assert "Nothing was changed." in said


async def test_the_language_changes_with_the_answer(piped: Type) -> None:
    """Someone who asked for Chinese would go on reading English."""
    said = await piped(FakeEngine(), "/me", "/me language zh", "/帮助", "/reset")
    assert "Language · English" in said
    assert "好，从现在起我用中文。" in said
    assert "直接打字就能聊天" in said


async def test_a_word_that_no_action_knows_names_those_there_are(piped: Type) -> None:
    """A near miss is told that it is not a number, and nobody finds the right word."""
    said = await piped(FakeEngine(), "/chats renam The Pier", "/me language zh", "/会话 搬 ABC", "/存档 改名")
    assert "/chats has no “renam”. You can type: /chats rename" in said
    assert "/会话 没有“搬”这个用法" in said

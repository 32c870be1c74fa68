"""Commands as they are typed at a terminal: what is answered, and what has changed then."""

import json
import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.commands.framework.arguments import localised
from bot.commands.framework.declared import HelpTopic
from bot.commands.framework.table import table_for
from bot.words.localise import LANGUAGES, Speech
from engine.actions.characters import characters
from engine.actions.chats import sessions
from tests import calendar
from tests.bot.at_terminal import SPEECH, AtTerminal, Terminals
from tests.servers.model import say
from tests.turns.room import CARD


async def test_a_wrong_command_says_what_to_type(anybody: AtTerminal) -> None:
    """A typing mistake would leave someone without a next step."""
    near, far, number, missing, more = await anybody.answers(
        "/agian", "/zzzzzz", "/chats from x", "/memory show", "/stop now"
    )
    assert "Did you mean /again?" in near
    assert "There is no command /zzzzzz. /help" in far
    assert "“x” is not a number. Type: /chats from [how many messages back]" in number
    assert "Something is missing: memory. Type: /memory show <memory>" in missing
    assert "“now” can't be used here. Type just: /stop" in more


async def test_help_leads_from_a_task_to_a_command(anybody: AtTerminal) -> None:
    """Someone new would not find out how to save, or how a reply is stopped that came without its button."""
    first, second, save, none = await anybody.answers("/help", "/help 2", "/help save", "/help nonsense")
    assert "/help 2" in first
    assert "/stop – end a reply" in first
    assert "/save · save this point of the story" in second
    assert "/save delete <save>" in save
    assert "no command /nonsense" in none


async def test_help_speaks_chinese(terminals: Terminals) -> None:
    """Someone who speaks Chinese would have to type English words."""
    them = await terminals.somebody(language="zh")
    first, save = await them.answers("/帮助", "/帮助 存档")
    assert "/停 —— 停下" in first
    assert "/存档 改名 <存档> <名字>" in save


@pytest.mark.parametrize("house", LANGUAGES)
async def test_a_topic_of_help_is_found_in_either_language(terminals: Terminals, house: str) -> None:
    """Somebody who writes Chinese in an English house reads that there is no such topic."""
    them, table = await terminals.somebody(), table_for("terminal")
    topics = [
        (Speech().speaker(typed).say(message), Speech().speaker(house).say(message))
        for typed in LANGUAGES
        for message in (f"help-task-{it.value}" for it in HelpTopic)
    ]
    _, *said = await them.answers(f"/me language {house}", *(f"/help {typed}" for typed, _ in topics))
    missed = [
        typed
        for (typed, title), it in zip(topics, said, strict=True)
        if table.find(typed.split()[0]) is None and not it.startswith(title)
    ]
    assert missed == []


async def test_chats_are_meant_by_number_or_title(mo: AtTerminal) -> None:
    """Someone would open, or throw away, another chat than they meant."""
    *_, listed, first, named, none, own, words, by_title, chinese, no_chat, after = await mo.answers(
        "/chats rename Harbour",
        "/new",
        "/chats rename Mountain",
        "/chats",
        "/chats open 1",
        "/会话 打开 mount",
        "/chats open 3",
        "/chats rename New name",
        "/chats rename 1 3 wishes",
        '/chats rename "wish" A peak',
        "/会话 改名 1 山",
        "/chats rename 4 x",
        "/chats",
    )
    assert "› 2  Mountain · Lan, one message, just now\n  [1] Harbour · Lan, one message, just now" in listed
    assert "Opened: Harbour." in first
    assert "Mountain" in named
    assert "There is no chat “3” here. /chats" in none
    assert "There is no chat “4” here. /chats" in no_chat
    assert own == "This chat is now called “New name”.\n"
    assert words == "Chat 1 is now called “3 wishes”.\n"
    assert by_title == "Chat 1 is now called “A peak”.\n"
    assert "“山”" in chinese
    assert "› 2  New name · Lan" in after
    assert "\n  [1] 山 · Lan" in after


async def test_the_pages_of_replies_have_several_names(mo: AtTerminal) -> None:
    """Whoever knows swipes from elsewhere would be told that nobody knows the word."""
    ways = ("/swipe left", "/swipe right", "/again prev", "/重来 左", "/重来 下一个")
    _, _, _, *turned = await mo.answers("Hello.", "/again", "/again", *ways)
    assert [re.findall(r"◀ (.)/3 ▶", it) for it in turned] == [["2"], ["3"], ["2"], ["1"], ["2"]]


@pytest.mark.calendar
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])  # there it is never the same day
async def test_a_date_is_that_of_whoever_reads_it(mo: AtTerminal, zone: str) -> None:
    """Chats and saves would go a day before or after the one that was told, and a save be called after yesterday."""
    _, _, saved, *_, saves, asked, gone, trash = await mo.answers(
        *(f"/me timezone {zone}", "hello", "/save", "/save delete 1", "yes", "/save deleted"),
        *("/chats trash 1", "yes", "/chats archived"),
    )
    today = calendar.now().astimezone(ZoneInfo(zone))
    kept = today + timedelta(days=30)
    assert f"{today:%b} {today.day}, {today.year}" in saved
    for text in (asked, gone, trash, saves):
        assert f"{kept:%b} {kept.day}, {kept.year}" in text, text


@pytest.mark.calendar
async def test_throwing_away_asks_first(mo: AtTerminal) -> None:
    """A slip of the finger would throw a chat away, or a no would not be heard."""
    today = calendar.now()
    asked, no, kept, _, _, _, chats, _, gone, left = await mo.answers(
        *("/chats trash 1", "no", "/chats"),
        *("/chats trash 1", "hello", "yes", "/chats"),
        *("/chats trash 1", "是", "/chats"),
    )
    days = [it.astimezone(ZoneInfo(calendar.ZONE)) + timedelta(days=30) for it in (today, calendar.now())]
    assert "It contains one message on one branch, 0 saves and 0 memories." in asked
    assert any(f"restore it until {it:%b} {it.day}, {it.year}" in asked for it in days)
    assert no == "Nothing was changed.\n"
    assert "› 1  (no title yet) · Lan, one message" in kept
    assert "› 1  hello · Lan, 5 messages" in chats
    assert "Deleted: hello." in gone
    assert "hello" not in left
    assert await mo.said() == ["hello", "yes"]


async def test_a_load_is_shown_asked_and_done(mo: AtTerminal) -> None:
    """Someone would lose their place without having seen where they go."""
    mo.model.script(say("by the sea"), say("up there"))
    *_, saves, shown, done, at_once = await mo.answers(
        *("Hello.", "/save Harbour", "I go.", "/save Hill", "/scene note set rain", "/memory add It rained."),
        *("/load", "/load 1", "yes", "/load hill yes"),
    )
    assert "  [2] Hill · just now · 5 messages · up there" in saves
    assert "Lan: by the sea" in shown
    assert "Messages: 2 move to another branch" in shown
    assert "Memories: one moves to another branch" in shown
    assert "Author's note: rain → none" in shown
    assert "What came after it is kept on branch 1." in done
    assert "[1] ↩ Branch 1 – /chats branch 1" in done
    assert "Lan: by the sea" in done
    assert "Lan: up there" in at_once


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_what_was_undone_is_not_asked_for_other_words(terminals: Terminals, language: str) -> None:
    """Back at the greeting somebody fills in a form, and reads that they have written nothing yet."""
    it, speak = await terminals.somebody(language=language), SPEECH.speaker(language)
    nothing, _, _, asked, written, _, found = await it.answers(
        "/edit", "Hello.", "/undo", "/edit", "/edit other words", "Hello again.", "/edit"
    )
    assert nothing == f"{speak.say('error-nothing-of-yours', why='none')}\n"
    undone = f"{speak.say('error-nothing-of-yours', why='undone')}\n"
    assert asked == written == undone
    assert localised("/chats branches", table_for("terminal"), speak) in undone
    assert "Hello again." in found, "what there is can be changed"


async def test_saves_are_made_named_and_deleted(mo: AtTerminal) -> None:
    """A save could not be found again."""
    made, timed, _, _, left = await mo.answers(
        "/save the old harbour", "/save", "/save rename 2 Top", "/save delete harbour yes", "/load"
    )
    assert "Saved: “the old harbour”. Type /load 1" in made
    assert re.match(r"Saved: “\w+ \d+, \d{4}, ", timed), "without a name it has the time"
    assert "Saves: 1\n  [2] Top · " in left


async def test_branches_can_be_reached(mo: AtTerminal) -> None:
    """A reply that was left by /again would be lost."""
    mo.model.script(say("another line"), say("the last line"))
    _, _, branches, first, edited, back, undone = await mo.answers(
        "Hello.", "/again", "/chats branches", "/chats branch 1", "/edit other words", "/chats from 1", "/undo"
    )
    assert "› 2  the last line · another reply, one message" in branches
    assert "Lan: another line" in first
    assert "Changed." in edited
    assert back.startswith("A new branch starts one message back.")
    assert back.endswith("Mo: other words\n")
    assert "Undone: your message." in undone


async def test_characters_are_listed_used_and_begun_with(terminals: Terminals) -> None:
    """An imported character could not be talked to; or of two with one name nobody could see, or export, who plays."""
    them = await terminals.somebody(CARD)
    await characters.import_file(them.engine.ctx, them.here, json.dumps(CARD).encode())
    listed, which, _, used, again, show, other, _ = await them.answers(
        *("/char", "/char show mira", "/char use 3", "2", "/new", "/char show", "/new 1", "/new")
    )
    assert "  [1] Lan · built-in, speaks English\n" in listed
    assert "\n› [3] Mira\n  [4] Mira\n" in listed
    assert which == "“mira” matches more than one. Please use the number: 3, 4\n"
    assert "Mira: The lamp is out, Mo. Help me." in used
    assert "Mira: You made it, Mo. Sit down." in again
    assert "Mira\n  Description · Mira keeps a lighthouse." in show
    assert "Lan: " in other
    played = await sessions.listed(them.engine.ctx, them.here)
    assert [it.characters for it in played][:4] == [("Lan",), ("Lan",), ("Mira",), ("Mira",)]


async def test_settings_are_listed_explained_set_and_reset(mo: AtTerminal) -> None:
    """A setting could not be changed without reading the manual."""
    listed, before, put, after, back, advanced, _, reset, none = await mo.answers(
        *("/settings", "/settings history_limit", "/settings history_limit 40", "/settings history_limit"),
        *("/settings reset history_limit", "/settings advanced", "/settings budget_tokens 9000"),
        *("/settings reset memory yes", "/settings reset memory"),
    )
    assert "Budget = 24,000 tokens · budget_tokens" in listed
    assert "Messages in view = 0 messages (history_limit)" in before
    assert "Allowed: 0 to 500" in before
    assert "“Messages in view” is now “40 messages” in this chat." in put
    assert "Messages in view = 40 messages" in after
    assert "“Messages in view” is back to “0 messages”." in back
    assert "Who answers = as in the imported story, else naturally" in advanced
    assert "One setting was reset." in reset
    assert "Nothing was set here" in none


async def test_the_language_changes_with_the_answer(mo: AtTerminal) -> None:
    """Someone who asked for Chinese would go on reading English, or be told English words in a Chinese sentence."""
    before, changed, page, none, put, topic, first, action, missing = await mo.answers(
        *("/me", "/me language zh", "/我", "/会话 打开 没有", "/设置 可见消息数 40", "/帮助 存档", "/帮助"),
        *("/会话 搬 ABC", "/存档 改名"),
    )
    assert "Language · English" in before
    assert "好，从现在起我用中文。" in changed
    assert "/我 语言" in page
    assert "输入 /会话 查看" in none
    assert "“可见消息数”现在是“40 条”" in put
    assert "/存档：" in topic
    assert "直接打字就能聊天" in first
    assert "/会话 没有“搬”这个用法" in action
    assert "还缺存档" in missing


async def test_a_word_that_no_action_knows_names_those_there_are(anybody: AtTerminal) -> None:
    """A near miss is told that it is not a number, and nobody finds the right word."""
    said = await anybody.types("/chats renam The Pier")
    assert "/chats has no “renam”. You can type: /chats rename" in said

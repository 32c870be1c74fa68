"""Commands are named as they can be typed where people read: in Telegram's groups by their English names alone.

Under privacy mode Telegram brings a bot only those commands there.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import pytest

from bot.commands.framework.arguments import localised, usage
from bot.commands.framework.latin import by_place, in_latin
from bot.commands.framework.offering import offered_in
from bot.commands.framework.reply import Reply
from bot.commands.framework.steps import CANCEL
from bot.commands.framework.table import table_for
from bot.delivery.channel_preferences import ChannelPreferencesLookup
from bot.words.localise import LANGUAGES, Speech
from bot.words.marking import DATA, marked_data
from engine.actions.house import access, settings
from engine.values.chats.places import Address
from engine.values.house.setting_scopes import SettingScope
from tests.bot.visitor import Visitor, ann, owner
from tests.bot.words.test_offering import all_said
from tests.bot.words.test_tongues import ENDS_MORE, lines, said
from tests.code.locales import messages

__all__ = ["ann", "owner"]

TELEGRAM: Final = table_for("telegram")
PLATFORMS: Final = ("discord", "telegram", "terminal")
CHINESE: Final = re.compile(r"(?<![\w/.:<])/[\u4e00-\u9fff]\w*")
SPEECH: Final = Speech()


def known(text: str) -> list[str]:
    """The Chinese commands of a text that a bot would have to be brought."""
    return [it for it in CHINESE.findall(text) if it[1:] in CANCEL or TELEGRAM.find(it[1:])]


def test_there_are_texts_that_name_chinese_commands() -> None:
    """The checks below would try nothing."""
    named = [it for it in all_said() if CHINESE.search(DATA.sub("", it[2]))]
    assert len(named) > 150
    assert {lang for lang, *_ in named} == {"zh"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_names_what_can_be_typed_in_a_group(language: str) -> None:
    """In a group somebody types the command that they were told to type, and nothing happens."""
    wrong: list[tuple[str, str]] = []
    for lang, name, text in all_said():
        if lang != language:
            continue
        latin = in_latin(text, TELEGRAM)
        if known(latin) or list(offered_in(latin, TELEGRAM)) != list(offered_in(text, TELEGRAM)):
            wrong.append((name, latin))
        if language == "en":
            assert latin == text, name
        assert DATA.findall(latin) == DATA.findall(text), name
    assert wrong == []


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("private", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_said_as_its_place_types(platform: str, private: bool, language: str) -> None:
    """A group would read Chinese commands, or a private chat and another platform would lose theirs."""
    there = by_place(SPEECH, table_for(platform))[private].speaker(language)
    own = SPEECH.speaker(language)
    for name, message in messages(language).items():
        if message.file.startswith("setup") or not own.knows(name):
            continue
        data: dict[str, Any] = dict.fromkeys(message.variables, "7")
        if platform == "telegram" and not private:
            assert not known(there.say(name, **data)), name
        else:
            assert there.say(name, **data) == own.say(name, **data), name


@pytest.mark.parametrize("private", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_is_spelled_as_its_place_types(private: bool, language: str) -> None:
    """What the code puts into a text would be the one name that cannot be typed."""
    speak = by_place(SPEECH, TELEGRAM)[private].speaker(language)
    latin = language == "en" or not private
    for command in TELEGRAM:
        for action in (None, *command.shown):
            words = [f"/{command.zh}", *([action.zh] if action else [])]
            typed = [f"/{command.name}", *([action.name] if action else [])]
            numbered = action is not None and action.numbered
            for line in () if numbered else (" ".join(words), " ".join(typed)):
                assert localised(line, TELEGRAM, speak) == " ".join(typed if latin else words)
            assert usage(command, action, speak).startswith(" ".join(typed if latin else words))


def test_what_people_wrote_stays_as_it_is() -> None:
    """A title or a message that is quoted would be changed."""
    data = f"看 /剧情 背景 {marked_data('/剧情 背景 /x')} /剧情 背景"
    assert in_latin(data, TELEGRAM) == f"看 /story background {marked_data('/剧情 背景 /x')} /story background"


@pytest.mark.parametrize(
    ("text", "latin"),
    [
        ("用 /剧情 背景 选一个", "用 /story background 选一个"),
        ("/剧情 页 查看 7 · 修改 7 内容 · 重写 7", "/story pages show 7 · edit 7 内容 · redo 7"),
        ("输入 /我 别处 开；", "输入 /me elsewhere on；"),
        ("/剧情 剧情点 7 已完成", "/story point 7 completed"),
        ("/我 事实 共享 7 群聊", "/me fact share 7 groups"),
        ("/帮助 存档 说明某个命令", "/help save 说明某个命令"),
        ("（或 /提示词）", "（或 /prompt）"),
        ("/改写 隐藏 让角色看不到", "/edit hide 让角色看不到"),
        ("/取消 放弃修改。", "/cancel 放弃修改。"),
        ("/别的机器人 的命令", "/别的机器人 的命令"),
    ],
)
def test_of_a_command_all_that_is_typed_is_english(text: str, latin: str) -> None:
    """Half of a command would be Chinese, and the sentence behind it English."""
    assert in_latin(text, TELEGRAM) == latin


def read(reply: Reply) -> Iterator[str]:
    yield from said(reply)
    for block in reply.blocks:
        yield from (it.key for it in getattr(block, "items", ()))


@pytest.mark.parametrize("private", [True, False])
async def test_no_answer_names_what_cannot_be_typed_there(owner: Visitor, private: bool) -> None:
    """Of all answers one comes from texts that go another way."""
    visitor = owner if private else owner.named(owner.origin.person, private=False)
    visitor = replace(visitor, language="zh")
    here = await owner.engine.places.resolve(visitor.origin)
    await access.open_space(owner.engine.ctx, here, here.space)
    await settings.put(owner.engine.ctx, here, SettingScope.SPACE, "language", "zh")
    await visitor.uses("/me language zh")
    await visitor.says("今天我在码头看见一艘红船。", addressed=True)
    await visitor.idle()
    found = {
        line: words
        for line in [*lines(), "/frobnicate", "/story x", "/undo 3 4 5", "/help save"]
        if line not in ENDS_MORE
        and (words := [word for text in read(await visitor.uses(line)) for word in known(text)])
    }
    if private:
        assert len(found) > 15
    else:
        assert found == {}


async def test_what_is_told_in_a_group_names_what_can_be_typed_there(owner: Visitor) -> None:
    """A cut reply says how to go on, and that is passed over in silence."""
    shared = owner.named("ben", private=False)
    for visitor in (owner, shared):
        here = await owner.engine.places.resolve(visitor.origin)
        await settings.put(owner.engine.ctx, here, SettingScope.SPACE, "language", "zh")
    places = ChannelPreferencesLookup(owner.engine, "telegram", SPEECH, "zh")
    told = {
        private: (await places.preferences(Address("telegram", "9", "9", private=private))).speak.say("turn-stopped")
        for private in (True, False)
    }
    assert [known(it) for it in told.values()] == [["/继续", "/重来"], []]
    assert "/continue" in told[False]

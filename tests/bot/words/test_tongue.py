"""Everybody is spoken to in the language that they write, until they choose one; what could be either changes none."""

import io
import itertools
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import SecretStr

from bot.commands.framework.declared import ParamKind, Table
from bot.commands.framework.reply import Reply
from bot.commands.framework.table import COMMANDS, table_for
from bot.commands.framework.tongue import written_in
from bot.handler import Handler
from bot.terminal.conversation import Conversation
from bot.terminal.plain import talk_plainly
from bot.words.localise import LANGUAGES, Speech
from bot.words.writing import language_of
from engine.actions.house import settings as settings_actions
from engine.values.chats.incoming import IncomingKind
from engine.values.chats.outgoing import PartLimit
from engine.values.house.setting_choices import Language
from engine.values.house.setting_scopes import SettingScope
from tests import share
from tests.bot.visitor import CODE, DM, Visitor, now
from tests.bot.words.test_tongues import said
from tests.connections import engine_at
from tests.servers.model import ModelServer, say
from tests.turns.room import config_for, new_origin

TABLE: Final = table_for("telegram")
HAN: Final = re.compile(r"[\u4e00-\u9fff]")
WRITTEN: Final = {
    "zh": [
        "你好",
        "今天我在码头看见一艘红船。",
        "我觉得 machine learning 很有意思",
        "岚，昨天我们聊了什么？",
        "Lan 你还记得吗？😀",
        "看看这个 https://example.com/what-is-this-and-why",
        "我在用 `print(what is this)` 打印",
    ],
    "en": [
        "Hello there",
        "What did we talk about yesterday?",
        "I saw a red boat at the pier.",
        "Lan, do you remember me?",
        "don’t go",
        "@岚 what is this?",
    ],
}
AMBIGUOUS: Final = [
    "", "42", "3-5", "😀😀", "ok", "OK!", "haha", "Lan", "Gu Lan", "岚", "Discord", "lol", "…", "是", "yes", "🎉 1",
    "https://example.com/the/what/is/this", "<@1234> <:what_is_the:99>", "harbour.png", "> what is this and why",
    "What does 你好 mean, and why?", "今日は何を話しましたか", "오늘 뭐 했어요", "Guten Abend", "Bonsoir mon ami",
    "/", "//你好吗朋友", "((你好吗朋友))", "`what is this`", "machine learning models 很好",
]  # fmt: skip
"""Numbers, signs, names, what both languages say, quotes, other languages, mixtures, and asides."""


@pytest.mark.parametrize(("language", "text"), [(it, text) for it, texts in WRITTEN.items() for text in texts])
def test_a_sentence_has_a_language(language: str, text: str) -> None:
    """Somebody would go on reading the other language, whatever they write."""
    assert written_in(text, TABLE, {}) == language


@pytest.mark.parametrize("text", AMBIGUOUS)
def test_what_could_be_either_has_none(text: str) -> None:
    """A name or a number would turn everything into the other language."""
    assert written_in(text, TABLE, {}) == ""


@given(st.text())
@settings(max_examples=share.examples(300))
def test_any_text_is_read(text: str) -> None:
    """A strange message would be answered with an error."""
    assert language_of(text) in {"", *LANGUAGES}
    assert written_in(text, TABLE, {}) in {"", *LANGUAGES}


def _lines() -> Iterator[tuple[str, str]]:
    """Every command, action and choice by its Chinese and by its English word."""
    for command in COMMANDS:
        yield f"/{command.name}", ""
        yield f"/{command.zh}", "zh"
        for action in (None, *command.actions):
            params = action.params if action else command.params
            for en, zh in action.names if action else ():
                number = " 1" if action and action.numbered else ""
                yield f"/{command.name} {en}{number}", ""
                yield f"/{command.name} {zh}{number}", "zh"
            own = f"/{command.name} {action.name}" if action else f"/{command.name}"
            for param in params:
                if param.kind is ParamKind.CHOICE:
                    yield from ((f"{own} {it}", "") for it in param.choices)
                    yield from ((f"{own} {it}", "zh") for it in param.zh if HAN.search(it))


@pytest.mark.parametrize(("line", "language"), list(dict.fromkeys(_lines())))
def test_the_words_of_a_command_tell_its_language(line: str, language: str) -> None:
    """Somebody who types Chinese would be answered in English; or who takes an English word from a menu, in English."""
    assert written_in(line, Table(COMMANDS, "terminal"), {}) == language


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("/memory add 我喜欢红色的船", "zh"),
        ("/记忆 添加 I like red boats and the sea", "zh"),
        ("/memory add I like red boats and the sea", "en"),
        ("/memory add 12", ""),
        ("/fix it was my sister", "en"),
        ("/fix 是我妹妹", "zh"),
        ("/save 港口", "zh"),
        ("/load 港口", ""),
        ("/char use 岚", ""),
        ("/chats open 港口的夜晚", ""),
        ("/settings 语言 en", "zh"),
        ("/me language 中文", "zh"),
        ("/char new 岚 一个住在海边的人", ""),
        ("/memory delete 12 是", "zh"),
        ("/memory delete 12 yes", ""),
        ("/记一 星", "zh"),
        ("/memoy add", ""),
    ],
)
def test_the_arguments_of_a_command_tell_it_too(line: str, language: str) -> None:
    """A name from a list, or a card's text, would change the language; or a sentence of one's own would not."""
    assert written_in(line, TABLE, {}) == language


def test_a_form_tells_it_like_a_line() -> None:
    """Whoever writes a memory into a window would be answered in the other language."""
    assert written_in("/memory add", TABLE, {"text": "我喜欢红色的船"}) == "zh"
    assert written_in("/memory edit 3", TABLE, {"text": "She likes the red boat."}) == "en"
    assert written_in("/char edit 3", TABLE, {"description": "一个住在海边的人"}) == ""


@pytest.fixture(params=LANGUAGES)
async def here(request: pytest.FixtureRequest, fresh_database: str, tmp_path: Path) -> AsyncIterator[Visitor]:
    """The owner of a house of one language, whose app tells none; ``language`` is the house's."""
    origin = replace(new_origin(), private=True)
    async with ModelServer() as model:
        given = {"owner_code": SecretStr(CODE), "language": Language(request.param)}
        config = config_for(fresh_database, tmp_path, model).model_copy(update=given)
        async with engine_at(config, name="test", platforms={origin.platform: PartLimit(2000)}) as engine:
            handler = Handler(engine, TABLE, Speech(), now, request.param)
            visitor = Visitor(engine, handler, model, origin, DM, "")
            await visitor.says(CODE)
            yield replace(visitor, language=request.param)


def _speaks(reply: Reply) -> set[str]:
    """The languages of an answer: what it says it is in, and what its words are in."""
    assert reply.speaks
    return {reply.tongue, "zh" if _chinese("".join(said(reply))) else "en"}


def _chinese(text: str) -> bool:
    """Whether there is Chinese in ``text``, but for what is called so in English too."""
    return bool(HAN.search(re.sub("中文|顾岚|岚", "", text)))


def _other(language: str) -> str:
    return next(it for it in LANGUAGES if it != language)


USES: Final = {
    "zh": (
        "/记忆",
        "/我 语言 法语",
        "/存档 改名",
        "/没有这个",
        "/记忆 星空 紫色",
        "/读档 没有",
        "/帮助 存档",
        "/设置",
        "/导入",
    ),
    "en": (
        "/memory add I like red boats and the sea",
        "/memory",
        "/me language french",
        "/save rename",
        "/nothing",
        "/load nowhere",
        "/status",
        "/settings",
        "/import",
    ),
}
"""Answers, pages, errors, hints; a first line that tells the language."""


async def test_people_are_answered_in_the_language_they_write(here: Visitor) -> None:
    """A Chinese command in an English house would be answered in English, and a sentence in English in Chinese."""
    house, other = here.language, _other(here.language)
    visitor = replace(here, language="")
    assert _speaks(await visitor.uses("/me")) == {house}
    for line in USES[other]:
        assert _speaks(await visitor.uses(line)) == {other}, line
    for text in AMBIGUOUS:
        await visitor.says(text)
    pressed = await visitor.presses("run:/settings")
    assert _speaks(pressed) == {other}, "nothing of that was in another language"
    assert all(_chinese(it.label) is (other == "zh") for it in pressed.choices)
    await visitor.says(WRITTEN[house][1])
    assert _speaks(await visitor.uses("/me")) == {house}


@pytest.mark.share(2)
@pytest.mark.parametrize("once", ["/记忆", "/没有这个", "/memory 星空 x", "/settings 语言"])
async def test_a_chinese_command_holds_until_an_english_one(here: Visitor, once: str) -> None:
    """Who speaks English would be answered in Chinese for the rest of the evening, after one word of it."""
    visitor = replace(here, language="")
    for sentence, language in (("", here.language), *((WRITTEN[it][1], it) for it in LANGUAGES)):
        await visitor.says(sentence)
        assert _speaks(await visitor.uses(once)) == {"zh"}
        assert _speaks(await visitor.presses("run:/settings")) == {"zh"}
        for line in ("/status", "/frobnicate", "/settings frobnicate 3", "/me"):
            assert _speaks(await visitor.uses(line)) == {language}, (sentence, line)
        assert _speaks(await visitor.uses(once)) == {"zh"}
        assert _speaks(await visitor.uses("/frobnicate")) == {language}


async def test_what_somebody_chose_holds_whatever_they_write(here: Visitor) -> None:
    """Who chose a language would read another after a line in it; who takes the choice back would read the house's."""
    house, other = here.language, _other(here.language)
    visitor = replace(here, language="")
    await visitor.uses(f"/me language {house}")
    await visitor.says(WRITTEN[other][1])
    await visitor.uses(USES[other][0])
    assert _speaks(await visitor.uses("/me")) == {house}
    await visitor.uses("/settings reset language")
    assert _speaks(await visitor.uses("/me")) == {other}
    [why] = await settings_actions.explained(
        visitor.engine.ctx, await visitor.engine.places.resolve(visitor.origin), "language"
    )
    assert why.scope is SettingScope.WRITTEN


async def test_what_an_app_speaks_counts_until_somebody_writes(here: Visitor) -> None:
    """Who presses buttons first would read the house's language, though Telegram told ours."""
    house, other = here.language, _other(here.language)
    told = replace(here, language=other)
    assert _speaks(await told.presses("run:/settings")) == {other}
    assert _speaks(await replace(here, language="").presses("run:/settings")) == {other}, "it is remembered"
    assert _speaks(await replace(here, language="fr").presses("run:/settings")) == {"en"}
    await told.says(WRITTEN[house][1])
    assert _speaks(await told.uses("/me")) == {house}


async def test_an_english_command_counts_for_somebody_unknown(here: Visitor) -> None:
    """A stranger to a Chinese house cannot read what /help says; who writes Chinese types it all the same."""
    visitor = replace(here, language="")
    bob = visitor.named("bob", private=False)
    place = await bob.engine.places.resolve(bob.origin)
    await visitor.uses(f"/admin open id:{place.space} story")
    assert _speaks(await bob.says("/help")) == {"en"}
    await bob.says(WRITTEN["zh"][1], addressed=True)
    assert _speaks(await bob.says("/help")) == {"zh"}


async def test_two_in_one_place_are_each_answered_in_their_own(here: Visitor) -> None:
    """What one writes would change what the other reads."""
    house, other = here.language, _other(here.language)
    visitor = replace(here, language="")
    ann, bob = (visitor.named(it, private=False) for it in ("ann", "bob"))
    place = await bob.engine.places.resolve(bob.origin)
    await visitor.uses(f"/admin open id:{place.space} story")
    await ann.says(WRITTEN[house][1])
    await bob.says(WRITTEN[other][1])
    assert _speaks(await ann.uses("/status")) == {house}
    assert _speaks(await bob.uses("/status")) == {other}


async def test_who_may_not_come_in_yet_hears_it_in_their_language(here: Visitor) -> None:
    """A stranger reads one line, and could not read that."""
    stranger = replace(here, language="").named("eve")
    other = _other(here.language)
    assert _speaks(await stranger.says(WRITTEN[other][1])) == {other}


async def test_owners_are_told_in_their_language(here: Visitor) -> None:
    """Whoever looks after the house is asked whom to let in, in the language that they write; what failed, too."""
    other = _other(here.language)
    visitor = replace(here, language="")
    await visitor.says(WRITTEN[other][1])
    asked = await visitor.named("eve", private=False, space="inn").says(WRITTEN[here.language][1])
    assert asked.owners is not None
    assert _speaks(asked.owners) == {other}
    told = await settings_actions.language_of_owners(visitor.engine.ctx, visitor.origin.platform)
    assert told.value == other


async def test_a_picture_is_drawn_in_the_language_too(here: Visitor) -> None:
    """The words in a picture, and its name, would be of the other language."""
    other = _other(here.language)
    visitor = replace(here, language="")
    await visitor.uses({"zh": "/记忆 添加 我喜欢红色的船", "en": "/memory add I like red boats and the sea"}[other])
    reply = await visitor.uses({"zh": "/记忆 星空", "en": "/memory sky"}[other])
    assert _speaks(reply) == {other}
    [picture] = reply.documents
    assert bool(HAN.search(picture.filename)) is (other == "zh")


async def test_a_form_is_answered_in_the_language_of_its_words(here: Visitor) -> None:
    """Somebody writes into a window, and reads the other language below it."""
    other = _other(here.language)
    text = WRITTEN[other][1]
    visitor = replace(here, language="")
    sent = visitor.incoming("", IncomingKind.COMMAND)
    assert _speaks(await visitor.handler.fill(sent, visitor.sender, "/memory add", {"text": text})) == {other}


async def test_words_of_an_error_without_a_database(here: Visitor) -> None:
    """While the database is away, people would read the house's language whatever they wrote."""
    other = _other(here.language)
    speak = await here.handler.speaker(replace(here.origin, platform="\x00"), {SettingScope.WRITTEN: other})
    assert speak.language == other


@pytest.mark.parametrize("here", ["zh"], indirect=True)
async def test_a_yes_at_a_terminal_is_nobody_s_english(here: Visitor, tmp_path: Path) -> None:
    """Who answers a question would be spoken to in English from then on: the line that it runs is in English."""
    speak = Speech().speaker("zh")
    talk = Conversation(here.engine, here.handler, TABLE, here.origin, now, speak, tmp_path)
    await talk.begin()
    for line in ("/设置 温度 0.5", "/设置 按钮 开", "/settings reset all"):
        asked = await talk.submit(line)
    assert asked.confirm
    assert _speaks(await talk.submit("yes")) == {"zh"}


FIRST: Final = {
    "zh": ("/记忆", "/没有这个", "/设置", "/我 语言 法语"),
    "en": ("/memory", "/nothing", "/settings", "/me language french"),
}
"""A command of the other language: an answer, a mistake, a list with numbers, an error."""
AFTER: Final = ("/settings frobnicate 3", "/load nothing", "/memori", "/help", "/me usage")


async def _typed(here: Visitor, tmp_path: Path, lines: Sequence[str]) -> list[str]:
    """What a terminal prints behind each of ``lines``, with the notes about files, and what is said."""
    here.model.answer = lambda _: say("…")
    where = await here.engine.places.resolve(here.origin)
    await settings_actions.put(here.engine.ctx, where, SettingScope.CHANNEL, "debounce", "0")
    out = io.StringIO()
    starts: list[int] = []

    async def typing() -> AsyncIterator[str]:
        for line in lines:
            starts.append(len(out.getvalue()))
            yield line

    talk = Conversation(here.engine, here.handler, TABLE, here.origin, now, Speech().speaker(here.language), tmp_path)
    await talk_plainly(talk, typing(), out, "m")
    return [out.getvalue()[at:end] for at, end in itertools.pairwise([*starts, None])]


@pytest.mark.parametrize("here", ["en"], indirect=True)
@pytest.mark.parametrize("once", FIRST["zh"])
async def test_a_terminal_is_english_again_behind_a_chinese_command(here: Visitor, tmp_path: Path, once: str) -> None:
    """After one `/记忆` and any mistake, the lines round every answer would stay Chinese for the whole evening."""
    lines = [it for line in (*AFTER, WRITTEN["en"][0]) for it in (once, line, "/help", WRITTEN["en"][1])]
    lines += [once, AFTER[0], "/me usage"]
    for line, shown in zip(lines, await _typed(here, tmp_path, lines), strict=True):
        chinese = re.search("[\u3000-\u9fff\uff00-\uffef]", re.sub("中文|顾岚|岚", "", shown))
        assert bool(chinese) is (line == once), (line, shown)


@pytest.mark.parametrize("here", ["zh"], indirect=True)
@pytest.mark.parametrize("once", [*FIRST["en"], WRITTEN["en"][1]])
async def test_a_terminal_is_chinese_again_behind_an_english_line(here: Visitor, tmp_path: Path, once: str) -> None:
    """After a sentence or command in English, and any mistake, the lines round a Chinese answer would be English."""
    mistakes = ("/设置 没有 3", "/读档 没有", "/没有这个")
    lines = [it for line in (*mistakes, WRITTEN["zh"][0]) for it in (once, line, "/帮助", WRITTEN["zh"][1])]
    lines += [once, mistakes[0], "/我 用量"]
    for line, shown in zip(lines, await _typed(here, tmp_path, lines), strict=True):
        english = [it for it in shown.splitlines() if language_of(it) == "en" or it.startswith("顾岚: ")]
        assert line == once or english == [], (line, shown)

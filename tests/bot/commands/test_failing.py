"""Work behind the turns that fails: what /status says of it, and what to do."""

from typing import Final

import pytest

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.arguments import usage
from bot.commands.framework.table import table_for
from bot.commands.house.costs import prompts_words
from bot.commands.house.setting_places import does_something
from bot.words.localise import LANGUAGES, Speech
from engine.values.house.status import PromptsCost
from tests.bot.at_terminal import Terminals
from tests.bot.visitor import Visitor, ann, owner, words
from tests.servers.model import Finish, Script, Tokens, fail
from tests.turns.chronicled import head_of
from tests.turns.room import CARD

__all__ = ["ann", "owner"]

FAILS: Final = {
    "error-model-key": (
        "the model's key is refused. Put the right one into .env: python -m bot setup",
        "模型不接受密钥。请在 .env 里填上正确的密钥：python -m bot setup",
    ),
    "error-model-silent": ("the model doesn't answer. I'll keep trying", "模型没有响应，会自动重试"),
    "error-answer-unusable": (
        "the model's answers can't be used. Choose another utility model",
        "模型的回答无法使用。请换一个辅助模型",
    ),
    "died": (
        "the program crashed because of it. It is tried again in an hour; please report it with the log",
        "程序因此崩溃过，一小时后会重试；请附上日志反馈",
    ),
    "odd": (
        "something went wrong (error code odd). I'll keep trying; the log says more",
        "出错了（错误编号 odd），会自动重试；日志里有详情",
    ),
}
LINES: Final = {
    "en": """
  In progress · noting facts (2 hours ago)
  Fails here · writing the story, since 2 hours ago: {0}
  Fails · cleaning up, since 2 hours ago: {0}
""",
    "zh": """
  正在进行 · 记录事实（2 小时前）
  这里失败了 · 写故事页，2 小时前开始：{0}
  失败 · 清理，2 小时前开始：{0}
""",
}
DUE: Final = """
INSERT INTO due (space_id, session_id, kind, since, tries, fault)
VALUES ($1, $2, $3, now() - interval '121 minutes', $4, $5)
ON CONFLICT (space_id, session_id, kind) DO UPDATE SET (since, tries, fault) = (excluded.since, $4, $5)
"""


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_fails_says_what_to_do(terminals: Terminals, language: str) -> None:
    """Somebody waits for pages that never come, and /status says that all is well."""
    them = await terminals.somebody(CARD, language)
    sql, key = them.room.sql, (await head_of(them.room)).session_key
    await sql("DELETE FROM due WHERE fault <> ''")  # of other tests in this database
    await sql(DUE, key.space, key.session, "facts", 0, "")
    for fault, said in FAILS.items():
        await sql(DUE, key.space, key.session, "chronicle", 2, fault)
        await sql(DUE, 0, 0, "sweep", 2, fault)
        assert LINES[language].format(said[LANGUAGES.index(language)]) in await them.types("/status")
    await sql("DELETE FROM due WHERE fault <> ''")


async def test_where_a_model_runs_is_told_to_an_owner_alone(owner: Visitor) -> None:
    """A group would read at which address the house's model is, and can do nothing with it."""
    owner.model.notes = lambda _: fail(500)
    guild = owner.named(owner.origin.person, private=False)
    here = await guild.engine.places.resolve(guild.origin)
    await guild.uses(f"/admin open id:{here.space} story")
    manager = guild.named("Ann", private=False)
    manager.access_roles = manager.access_roles | {AccessRole.ADMIN}
    said = {
        who: words(await it.uses("/story background draft A storm"))
        for who, it in (("alone", owner), ("guild", guild), ("manager", manager))
    }
    assert "127.0.0.1" in said["alone"]
    assert said["guild"] == (
        "I can't do that right now: there is a problem with the model. Send me /status in a private chat to see which."
    )
    assert said["manager"].startswith("I can't do that right now: there is a problem with the model. Try again")
    assert "127.0.0.1" in repr((await owner.uses("/status")).blocks)
    for it in (guild, manager):
        blocks = repr((await it.uses("/status")).blocks)
        assert "Chat model" in blocks
        assert "127.0.0.1" not in blocks


WRITES_FIRST: Final = ("1 person allows it; 0 written today, 0 planned", "1 人允许；今天已发 0 条，计划中 0 条")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_owner_reads_how_much_is_written_first(terminals: Terminals, language: str) -> None:
    """Characters write first all over the house, and whoever pays for it does not see it."""
    them = await terminals.somebody(CARD, language)
    await them.room.sql("DELETE FROM first_consent")  # of other tests in this database
    before = await them.types("/status")
    await them.types("/me first on")
    shown = WRITES_FIRST[LANGUAGES.index(language)]
    assert shown not in before
    assert shown in await them.types("/status")


@pytest.mark.parametrize(
    ("seconds", "en", "zh"), [(0.0, "under 0.1 s", "用时不到 0.1 秒"), (0.5, "0.5 s", "用时 0.5 秒")]
)
def test_no_reply_takes_no_time(seconds: float, en: str, zh: str) -> None:
    """Somebody reads that a reply took 0.0 seconds."""
    for tongue, told in (("en", en), ("zh", zh)):
        short = "yes" if seconds < 0.1 else "no"
        said = Speech().speaker(tongue).say("status-last-is", prompt=5, reply=2, seconds=f"{seconds:.1f}", short=short)
        assert said.endswith(told), said
        step = Speech().speaker(tongue).say("why-step", step="load", ms=0)
        assert step in ("reading the chat under 1 ms", "读取会话不到 1 毫秒"), step


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_prompts_cost_is_told(terminals: Terminals, language: str) -> None:
    """Nobody can see what a chat costs, nor whether its service serves the front of prompts from a cache."""
    them = await terminals.somebody(CARD, language)
    them.room.model.script(Script(["Yes.", Finish(), Tokens(1_000, 5, 910)]))
    await them.types("Hello?")
    told = ("one reply read 1,000 tokens, 91 % of them from", "最近 1 次回复共读了 1,000 个 token，91% 来自")
    assert told[LANGUAGES.index(language)] in await them.types("/status")


def test_dollars_are_told_where_a_price_is_known() -> None:
    """A chat seems free whose price is known, or one of an unknown price to cost nothing."""
    for tongue, told in (("en", ", for US$0.0123"), ("zh", "，花费 0.0123 美元")):
        speak = Speech().speaker(tongue)
        assert prompts_words(PromptsCost(20, 80_000, 0.01231), speak).endswith(told)
        assert "0.0" not in prompts_words(PromptsCost(20, 80_000), speak)


@pytest.mark.parametrize(
    ("platform", "tongue", "line"),
    [
        ("discord", "en", "/admin pause [here|server|all]"),
        ("telegram", "en", "/admin pause [here|group|all]"),
        ("telegram", "zh", "/管理 暂停 [这里|群|全部]"),
    ],
)
def test_what_is_to_be_typed_is_called_as_on_the_platform(platform: str, tongue: str, line: str) -> None:
    """In a group of Telegram people would be told to type "server"."""
    table = table_for(platform)
    command = table.find("admin")
    assert command is not None
    action = next(it for it in command.actions if it.name == "pause")
    assert usage(command, action, Speech().on(platform).speaker(tongue)) == line


def test_pictures_are_no_setting_where_no_chat_has_any() -> None:
    """At a terminal a list would offer how many pictures are shown, and none can be sent."""
    assert does_something("pictures", table_for("telegram"))
    assert not does_something("pictures", table_for("terminal"))

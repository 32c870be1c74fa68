"""Work behind the turns that fails: what /status says of it, and what to do."""

from typing import Final

import pytest

from bot.words.localise import LANGUAGES
from tests.bot.at_terminal import Terminals
from tests.turns.chronicled import stand_of
from tests.turns.room import CARD

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
    sql, key = them.room.sql, (await stand_of(them.room)).session_key
    await sql("DELETE FROM due WHERE fault <> ''")  # of other tests in this database
    await sql(DUE, key.space, key.session, "facts", 0, "")
    for fault, said in FAILS.items():
        await sql(DUE, key.space, key.session, "chronicle", 2, fault)
        await sql(DUE, 0, 0, "sweep", 2, fault)
        assert LINES[language].format(said[LANGUAGES.index(language)]) in await them.types("/status")
    await sql("DELETE FROM due WHERE fault <> ''")

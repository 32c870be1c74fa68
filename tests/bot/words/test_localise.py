"""Messages in the person's language."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.words.localise import LANGUAGES, Speech
from bot.words.marking import DATA, unmarked
from engine.errors import FileTooBig
from engine.values.chats.notices import Notice


def test_an_error_is_told_in_the_language_of_the_person() -> None:
    """Someone who speaks Chinese would read English, or an identifier."""
    error = FileTooBig(size=1, limit=2, megabytes=20)
    assert (
        Speech().speaker("en").error(error)
        == "This file is too big to read: the limit is 20 MB. Please use a smaller one."
    )
    assert Speech().speaker("zh").error(error).startswith("这个文件太大了")
    assert Speech().speaker("fr").language == "en"


def test_a_missing_message_is_shown_by_its_id_and_logged() -> None:
    """A forgotten text would end the conversation."""
    with capture_logs() as logs:
        assert Speech().speaker("zh").notice(Notice("no-such-message", {"x": object()})) == "no-such-message"
    assert [log["message"] for log in logs] == ["no-such-message"]


def test_a_hole_in_a_message_is_logged(tmp_path: Path) -> None:
    """A value that was forgotten would stay unnoticed."""
    (tmp_path / "en").mkdir()
    (tmp_path / "en/a.ftl").write_text("greet = Hello { $name }, { $rest }\n", encoding="utf-8")
    with capture_logs() as logs:
        assert Speech(tmp_path).speaker("en").say("greet", name="\u202eAki") == "Hello \u202eAki, rest"
    assert [log["event"] for log in logs] == ["message has holes"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("length", [2_000, 2_001, 2_501, 100_000])
def test_a_long_text_is_said_whole(language: str, length: int) -> None:
    """Who is asked whether a long script may run gets a file with "{???}" in place of what it does."""
    text = ("ab船" * length)[:length]
    for speaker in (Speech().speaker(language), Speech().speaker(language).keeping(unmarked)):
        for message in ("script-replace", "form-terminal-now"):
            said = speaker.say(message, text=text, words=text)
            assert said == speaker.say(message, text="ab", words="ab").replace("ab", text)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Lan", "Lan 还没有笔记。"),
        ("米拉", "米拉还没有笔记。"),
        ("Søren", "Søren 还没有笔记。"),
        ("R2-D2", "R2-D2 还没有笔记。"),
        ("小明Tom", "小明Tom 还没有笔记。"),
        ("「Tom」", "「Tom」还没有笔记。"),
    ],
)
def test_a_name_in_latin_stands_apart_from_chinese(name: str, said: str) -> None:
    """Names, numbers and commands would stick to the words around them."""
    for speaker in (Speech().speaker("zh"), Speech().speaker("zh").keeping(lambda it: DATA.sub(r"\1", it))):
        assert speaker.say("memory-none", name=name, said=0).startswith(said)


def test_times_are_told_as_people_say_them() -> None:
    """A save of yesterday would be listed under a bare number of seconds."""
    en, zh, now = Speech().speaker("en"), Speech().speaker("zh"), datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
    told = [
        (timedelta(seconds=-5), "just now", "刚刚"),
        (timedelta(seconds=61), "a minute ago", "1 分钟前"),
        (timedelta(hours=5), "5 hours ago", "5 小时前"),
        (timedelta(days=1), "yesterday", "昨天"),
        (timedelta(days=3), "3 days ago", "3 天前"),
        (timedelta(days=70), "2 months ago", "2 个月前"),
        (timedelta(days=800), "2 years ago", "2 年前"),
    ]
    for past, english, chinese in told:
        assert (en.ago(now - past, now), zh.ago(now - past, now)) == (english, chinese)

"""What a story is told by, its outline and the persona, as they are typed and pressed."""

from datetime import timedelta

import pytest

from bot.commands.framework.table import table_for
from bot.commands.house.waiting import fault_of, waiting_lines
from bot.words.localise import Speech
from engine.values.house.work import WaitingWork
from engine.values.story.chronicle import Chronicle
from engine.values.story.director import Plot, PointStatus, Progress
from tests.bot.conftest import Type
from tests.bot.fake_chronicle import HARBOUR
from tests.bot.fakes import NOW, FakeEngine


async def test_where_the_story_stands(piped: Type) -> None:
    """Somebody cannot see how far a story has come, or that pages are off."""
    engine = FakeEngine()
    engine.chronicle.progress = Progress(HARBOUR, Plot(2, PointStatus.IN_PROGRESS), directed=False)
    said = await piped(engine, "/story")
    assert "Chapter · 2, 40 messages so far in all" in said
    assert "point 2 of 3 (in progress): They row out. (the director is off)" in said
    assert "🟢 7 detailed, 🟡 3 brief" in said
    engine.chronicle.told = Chronicle()
    engine.chronicle.progress = None
    said = await piped(engine, "/story")
    assert "no background; choose one with /story background" in said
    assert "/settings story_pages on" in said


async def test_pages_are_listed_shown_and_changed(piped: Type) -> None:
    """A wrong page stays in every prompt, or one is deleted by a slip of the finger."""
    engine = FakeEngine()
    said = await piped(
        engine,
        "/mm-pages",
        "/story pages 2",
        "/story page 4",
        "/story pages edit 4",
        "/story pages edit 4 They quarrel.",
        "/剧情 页 重写 #3",
        "/story page delete 2",
        "no",
        "/story pages delete 2",
        "yes",
        "/story pages show 99",
        "/story pages edit",
    )
    assert "Pages: 🟢 7 detailed, 🟡 3 brief (1/2)" in said
    assert "[10] 🟢 Day 10 · D1 · What happened on day 10." in said
    assert "[1] 🟡 Day 1" in said
    assert "Page 4 · 🟢 Day 4 · D1" in said
    assert "Current text: What happened on day 4." in said
    assert "Delete this page and what is remembered of it: “Day 2”?" in said
    assert "There is no “99” here. /story pages" in said
    assert engine.chronicle.calls == [
        ("edit", "story_page", 104, "They quarrel."),
        ("redo", "story_page", 103),
        ("delete", "story_page", 102),
    ]


async def test_lines_things_and_people_are_meant_by_number_or_name(piped: Type) -> None:
    """Somebody with two words in their name could not be changed."""
    engine = FakeEngine()
    said = await piped(
        engine,
        "/story timeline",
        "/story timeline edit 51 They meet at noon.",
        "/story items edit lamp mended",
        "/story people show tom reed",
        '/story people edit "Tom Reed" Gone.',
        "/剧情 人物 重写 Tom Reed",
        "/story people delete Tom yes",
        "/story items delete #61 yes",
    )
    assert "[52] A storm comes. · D2" in said
    assert "Tom Reed (also called Old Tom)\nKeeps the light." in said
    assert "/story people edit #71" in said
    assert engine.chronicle.calls == [
        ("edit", "timeline", 51, "They meet at noon."),
        ("edit", "item", 61, "mended"),
        ("edit", "dossier", 71, "Gone."),
        ("redo", "dossier", 71),
        ("delete", "dossier", 71),
        ("delete", "item", 61),
    ]


async def test_summaries_and_chapters(piped: Type) -> None:
    """A chapter is closed without a question, or a bad summary cannot be put right."""
    engine = FakeEngine()
    said = await piped(
        engine,
        "/story summary",
        "/story summary 30",
        "/story summaries",
        "/summarize",
        "/story summary edit 32 They rowed out.",
        "/story chapter The long night",
        "no",
        "/story chapter The long night",
        "yes",
        "/story chapters",
        "/剧情 章节 重写 1",
        "/story compress",
    )
    assert "Summary\nThey rowed." in said
    assert "Summary · merged into a newer one\nThey walked." in said
    assert "Summary of chapter 1" in said
    assert "Close chapter 2 as “The long night”?" in said
    assert "[1] The meeting" in said
    assert "7 pages are detailed" in said
    assert engine.chapters.calls == ["The long night"]
    assert engine.chronicle.calls == [
        ("sum up",),
        ("edit", "summary", 32, "They rowed out."),
        ("redo", "chapter", 31),
    ]


@pytest.mark.parametrize(
    ("line", "english", "chinese"),
    [
        ("pages", "There are no pages yet.", "还没有故事页。"),
        ("timeline", "The timeline is empty.", "时间线还是空的"),
        ("items", "There are no items yet", "还没有重要物品"),
        ("people", "There are no people yet", "还没有人物档案"),
        ("summary", "There is no summary yet", "还没有摘要"),
        ("chapters", "No chapter has been closed", "还没有结束过的章节"),
        ("compress", "no detailed pages to compress", "没有"),
    ],
)
async def test_where_there_is_nothing_yet(piped: Type, line: str, english: str, chinese: str) -> None:
    """Somebody new sees an empty list and not what to do."""
    for language, words in (("en", english), ("zh", chinese)):
        engine = FakeEngine(language=language)
        engine.chronicle.told = Chronicle()
        assert words in await piped(engine, f"/story {line}")


async def test_the_outline_is_shown_and_moved(piped: Type) -> None:
    """Somebody cannot see what comes next, or put a story back on its way."""
    engine = FakeEngine(language="zh")
    said = await piped(engine, "/剧情 大纲", "/剧情 剧情点 3 已完成", "/剧情 剧情点 x", "/story point 3 soon")
    assert "1  ✅ They meet." in said
    assert "› 2  ▶️ They row out." in said
    assert "3  ▫️ They come back." in said
    assert "/剧情 剧情点 3 —— 从那里继续" in said, "the point behind the one that is played"
    assert "/剧情 剧情点 2 已完成 ——" in said, "the one that is played"
    assert "第 3 点，共 3 点：已完成" in said
    assert "“x”不是数字" in said
    assert "“soon”不是可选项" in said


async def test_the_director_without_a_background_says_what_is_lacking(
    piped: Type, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody turns the director on, and nothing ever happens."""
    engine, put = FakeEngine(), list[object]()

    async def noted(*given: object) -> None:
        put.append(given[2:])

    monkeypatch.setattr(engine.settings, "put", noted)
    engine.director.lost = True
    said = await piped(engine, "/story director on", "/剧情 导演 关", "/story outline")
    assert put == [("director", "on"), ("director", "off")]
    assert "This story has no background yet." in said
    assert "/story background draft" in said
    assert "no outline to follow yet" in said
    assert "the story follows the outline" not in said
    engine.director.lost = False
    assert "the story follows the outline" in await piped(engine, "/story director on")


async def test_backgrounds_are_written_and_used(piped: Type) -> None:
    """A background could only come from a file."""
    engine = FakeEngine()
    said = await piped(
        engine,
        "/story background",
        "/story background show harb",
        "/story background use mountain",
        '/story background new "The pier" Rain.',
        "/剧情 背景 修改 4 结局 They drown.",
        "/story background delete 4",
        "yes",
        "/story background draft A pier",
        "no",
        "/story background amend a1b2c3d4e5f6a7b8 with rain",
        "no",
        "/story background off",
        "/story background use nowhere",
    )
    assert "› [4] Harbour · 3 points" in said
    assert "The end: Home." in said
    assert "It was at point 5, but this outline has only 3" in said
    assert "Use this background for the story here?" in said
    assert "with rain" in said
    assert "There is no “nowhere” here." in said
    assert engine.backgrounds.calls == [
        ("create", "The pier", "Rain."),
        ("change", 4, "ending", "They drown."),
        ("delete", 4),
        ("stop",),
    ]


async def test_the_persona_is_seen_and_taken_back(piped: Type) -> None:
    """A character changes, and nobody can see into what, or stop it."""
    engine = FakeEngine()
    said = await piped(
        engine,
        "/story persona",
        "/story persona list",
        "/story persona diff",
        "/story persona grow",
        "/story persona back 1",
        "/剧情 人设 修改 目标 to row",
        "/story persona off",
        "yes",
    )
    assert "Version 2 · grown automatically · in use\nGoals: to sail" in said
    assert "1  Version 1 · written by hand" in said
    assert "What changed from version 1 to version 2" in said
    assert "All 2 versions of the persona are no longer used." in said
    assert engine.evolution.calls == [("grow",), ("back", 1), ("edit", "目标", "to row"), ("clear",)]
    engine.evolution.young = True
    for line in ("/story persona", "/story persona off"):
        assert "still as on its card" in await piped(engine, line)


async def test_a_story_is_read_in_after_its_price(piped: Type) -> None:
    """Somebody pays for hundreds of calls that they were not told of, or cannot stop them."""
    said = await piped(FakeEngine(), "/story init", "no", "/story init", "yes", "/剧情 读入 暂停", "/story init resume")
    assert "Read 40 of 40 messages and the world books and card into memory? About 3 calls" in said
    assert "Reading 40 messages into memory" in said
    assert "Reading is paused at message 20 of 40." in said
    assert "being read into memory: 20 of 40" in said


@pytest.mark.parametrize("fault", ["error-model-key", "error-model-silent", "error-answer-unusable", "died", "odd"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_fails_says_what_to_do(fault: str, language: str) -> None:
    """Somebody waits for pages that never come, and /status says that all is well."""

    class Asked:
        speak = Speech().speaker(language)
        now = NOW
        table = table_for("terminal")

    call, since = Asked(), NOW - timedelta(hours=2)
    bad = WaitingWork("chronicle", 1, since, 3, fault)
    lines = waiting_lines(call, [bad, WaitingWork("facts", 1, since)], [bad, WaitingWork("sweep", 2, since, 1, fault)])  # type: ignore[arg-type] - the parts that count
    assert len(lines) == 3
    assert all("{" not in it.detail for it in lines)
    assert fault_of(call, bad) in lines[1].detail  # type: ignore[arg-type] - as above

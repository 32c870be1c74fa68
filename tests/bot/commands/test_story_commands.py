"""What a story is told by, as it is typed: pages, timeline, things, people, summaries and chapters."""

import itertools
import json
from typing import Final

import pytest

from bot.words.localise import LANGUAGES
from engine.actions.story import backgrounds
from engine.values.story.chronicle import Level
from engine.values.story.director import Background
from tests.bot.at_terminal import AtTerminal, Terminals
from tests.servers.model import Script, Seen, nothing_to_note, say
from tests.turns.chronicled import PAGE, blocks, chronicled, keeps_record, kept, page_of, told
from tests.turns.room import CARD

HARBOUR: Final = Background(
    "Harbour", "A town by the sea.", ("They meet.", "They row out.", "They come back."), "Home."
)
STANDS: Final = {
    "en": """The story
  Chapter · 2, 20 messages so far in all
  Outline · Harbour: point 2 of 3 (in progress): They row out. (the director is off)
  Pages · 🟢 7 detailed, 🟡 3 brief
  Index · 10 timeline entries, one item, one person
  Persona · as on the card
""",
    "zh": """剧情
  章节 · 第 2 章，至今共 20 条消息
  大纲 · Harbour：第 2 点，共 3 点（进行中）：They row out.（导演没有打开）
  故事页 · 🟢 详细 7 页，🟡 简略 3 页
  索引 · 时间线 10 条，物品 1 件，人物 1 个
  成长人设 · 和角色卡一样
""",
}
LACKS: Final = {
    "en": ("no background; choose one with /story background", "/settings story_pages on"),
    "zh": ("还没有背景；/剧情 背景 可以选一个", "/设置 故事页 开"),
}

NOTHING: Final = {
    "pages": ("There are no pages yet.", "还没有故事页。"),
    "timeline": ("The timeline is empty.", "时间线还是空的"),
    "items": ("There are no items yet", "还没有重要物品"),
    "people": ("There are no people yet", "还没有人物档案"),
    "summary": ("There is no summary yet", "还没有摘要"),
    "summaries": ("There is no summary yet", "还没有摘要"),
    "chapters": ("No chapter has been closed", "还没有结束过的章节"),
    "compress": ("no detailed pages to compress", "没有"),
}
"""What is said in English and in Chinese."""


def tells(seen: Seen) -> Script:
    """What the model notes: a page for every two messages, and on each of them Tom and his lamp."""
    if seen.errand != PAGE:
        return keeps_record(seen)
    said = [it["text"] for it in blocks(seen)["The talk"]]
    day = said[-1].partition(".")[0]
    item = {"name": "Lamp", "state": f"lit on {day}", "gone": False}
    figure = {"name": "Tom Reed", "aliases": ["Old Tom"], "known": "Keeps the light."}
    more = {"items": [item], "figures": [figure], "timeline": [f"{day}: they row."]}
    return say(json.dumps(page_of(said, title=day, brief=f"In brief: {said[-1]}", **more)))


async def a_tale(terminals: Terminals, pages: int) -> AtTerminal:
    """Somebody whose story has so many pages, the newest seven of them detailed. The greeting is on the first."""
    them = await terminals.somebody(CARD)
    await chronicled(them.room, page_every="2", fresh_pages="7", catalogue_pages="20", chapter_turns="1")
    them.model.notes = tells
    days = [f"Day {n}. It {falls}." for n in range(1, pages + 1) for falls in ("rains", "snows")]
    await told(them.room, *days[1:])
    assert len((await kept(them.room)).pages) == pages
    return them


@pytest.mark.parametrize("language", LANGUAGES)
async def test_where_the_story_stands(terminals: Terminals, language: str) -> None:
    """Somebody cannot see how far a story has come, or that pages are off."""
    them = await a_tale(terminals, 10)
    await backgrounds.use(
        them.engine.ctx, them.engine.runner, them.here, await backgrounds.create(them.engine.ctx, them.here, HARBOUR)
    )
    *_, stands = await them.answers(f"/me language {language}", "/story chapter", "yes", "/story point 2", "/story")
    assert stands.startswith(STANDS[language])
    *_, lacks = await them.answers("/story background off", "/settings story_pages off", "/story")
    assert all(it in lacks for it in LACKS[language])


async def test_pages_are_listed_shown_and_changed(terminals: Terminals) -> None:
    """A wrong page stays in every prompt, or one is deleted by a slip of the finger."""
    them = await a_tale(terminals, 10)
    before = await kept(them.room)
    first, second, shown, now, edited, redone, asked, no, again, gone, none, missing = await them.answers(
        *("/mm-pages", "/story pages 2", "/story page 4", "/story pages edit 4"),
        *("/story pages edit 4 They quarrel.", "/剧情 页 重写 #6", "/story page delete 2", "no"),
        *("/story pages delete 2", "yes", "/story pages show 99", "/story pages edit"),
    )
    assert first.startswith("Pages: 🟢 7 detailed, 🟡 3 brief (1/2)\n  [10] 🟢 Day 10 · D1 · Day 10. It rains.")
    assert "Page 2 › – /story pages 2" in first
    assert "\n  [1] 🟡 Day 1 · D1 · In brief: Day 1. It snows.\n" in second
    assert shown.startswith("Page 4 · 🟢 Day 4 · D1\nDay 4. It rains. Day 4. It snows.\n")
    assert "Current text: Day 4. It rains. Day 4. It snows." in now
    assert edited.endswith("Changed: They quarrel.\n")
    assert "/story pages" in redone
    assert asked == again
    assert "Delete this page and what is remembered of it: “Day 2”?" in asked
    assert no == "Nothing was changed.\n"
    assert gone.startswith("Deleted.")
    assert "There is no story page “99” here. /story pages" in none
    assert "Type: /story pages edit <which> <text>" in missing
    after = await kept(them.room)
    assert {it.number for it in before.pages} - {it.number for it in after.pages} == {2}
    was = {it.number: it for it in before.pages}
    assert {it.number: it.text for it in after.pages if it != was[it.number]} == {
        4: "They quarrel.",
        6: "Day 6. It rains. Day 6. It snows.",
    }, "one was changed, one written again from its messages"


async def test_lines_things_and_people_are_meant_by_number_or_name(terminals: Terminals) -> None:
    """Somebody with two words in their name could not be changed."""
    them = await a_tale(terminals, 3)
    lines, _, mended, items, tom, _, people = await them.answers(
        *("/story timeline", "/story timeline edit 1 They meet at noon.", "/story items edit lamp mended"),
        *("/story items", "/story people show tom reed", '/story people edit "Tom Reed" Gone.', "/story people"),
    )
    assert lines.startswith("Timeline: 3\n  [3] Day 3: they row. · D1\n  [2] Day 2: they row. · D1\n")
    assert mended == "Changed: mended\n"
    assert "Lamp · mended\n" in items
    assert tom.startswith("Tom Reed (also called Old Tom)\nKeeps the light.\n")
    assert "/story people edit #1" in tom
    assert "Tom Reed · Old Tom · Gone.\n" in people
    now = await kept(them.room)
    assert [it.text for it in now.timeline] == ["They meet at noon.", "Day 2: they row.", "Day 3: they row."]
    assert [(it.name, it.text) for it in now.items] == [("Lamp", "mended")]
    await them.types("/剧情 人物 重写 Tom Reed")
    [again] = (await kept(them.room)).dossiers
    assert again.text.endswith("Day 3. It rains. Day 3. It snows."), "it is told by its pages"
    await them.types("/story people delete Tom yes", "/story items delete #1 yes")
    after = await kept(them.room)
    assert (after.dossiers, after.items, len(after.timeline)) == ((), (), 3)


async def in_short(terminals: Terminals) -> AtTerminal:
    """Somebody whose talk is summed up when they ask, by a model that counts what it says."""
    them, told_of = await terminals.somebody(CARD), itertools.count(1)
    await chronicled(them.room, story_pages="off", summary="classic", chapter_turns="1")

    def notes(seen: Seen) -> Script:
        if seen.errand == {"summary"}:
            return say(json.dumps({"summary": f"Summary {next(told_of)}."}))
        event = {"event": f"Event {next(told_of)}.", "detail": "It rained.", "first": 1, "last": 2}
        return say(json.dumps({"events": [event]})) if seen.errand == {"events"} else nothing_to_note(seen)

    them.model.notes = notes
    return them


async def test_summaries_are_written_and_changed(terminals: Terminals) -> None:
    """A bad summary cannot be put right, or one that was merged into another cannot be read any more."""
    them = await in_short(terminals)
    for line in ("/summarize", "/story summary now"):
        await told(them.room, *(f"Line {n}." for n in range(1, 21)))
        assert "The summary is being written" in await them.types(line)
        await kept(them.room)
    newest, first, every, edited, again = await them.answers(
        *("/story summary", "/story summary 1", "/story summaries"),
        *("/story summary edit 2 They rowed out.", "/story summary list"),
    )
    assert newest.startswith("Summary\nSummary 2.\n")
    assert first == "Summary · merged into a newer one\nSummary 1.\n", "what holds no more is read, and changed no more"
    assert "/story summary edit 2" in newest
    both = "Summaries: 2\n  [2] Summary 2. · Summary\n  1  Summary 1. · Summary · merged into a newer one\n"
    assert every.startswith(both)
    assert edited == "Changed: They rowed out.\n"
    assert "[3] They rowed out. · Summary\n  2  Summary 2. · Summary · changed by hand since\n" in again
    assert [it.text for it in (await kept(them.room)).summaries] == ["They rowed out."]
    await them.types("/剧情 摘要 重写")
    assert [it.text for it in (await kept(them.room)).summaries] == ["Summary 3."]


async def test_a_chapter_is_closed_after_a_question(terminals: Terminals) -> None:
    """A chapter is closed by a slip of the finger, or what is told of it stays wrong."""
    them = await in_short(terminals)
    await told(them.room, "Shall we row?", "Yes.", "Good night.", "Sleep well.")
    asked, no, none, again, closed, waits = await them.answers(
        *("/story chapter The long night", "no", "/story chapters"),
        *("/story chapter The long night", "yes", "/story chapters"),
    )
    assert asked == again
    assert "Close chapter 1 as “The long night”?" in asked
    assert no == "Nothing was changed.\n"
    assert "No chapter has been closed" in none
    assert closed.startswith("Chapter 1 is closed.")
    assert waits.startswith("Chapters: 1\n  1  The long night · just now · its summary is still being written\n")
    await kept(them.room)
    listed, shown, every, _ = await them.answers(
        "/story chapters", "/story chapters show 1", "/story summaries", "/剧情 章节 重写 1"
    )
    assert listed.startswith("Chapters: 1\n  [1] The long night · just now · Event 1.\n")
    assert shown.startswith("Chapter 1 · The long night\nEvent 1.\n")
    assert "Event 1. · Summary of chapter 1\n" in every
    assert "/story summary edit" not in every, "a chapter's is changed with the chapter"
    assert [(it.text, it.chapter) for it in (await kept(them.room)).summaries] == [("Event 2.", 1)]
    them.model.notes = nothing_to_note
    await them.types("/story chapters redo 1")
    assert [(it.text, it.chapter) for it in (await kept(them.room)).summaries] == [("Event 2.", 1)], "none was lost"


async def test_older_pages_are_made_brief_when_asked(terminals: Terminals) -> None:
    """Somebody whose prompts are full can do nothing about it."""
    them = await a_tale(terminals, 4)
    assert await them.types("/story compress") == (
        "4 pages are detailed; the older ones are made brief now, down to half of the limit.\n"
    )
    assert [it.level for it in (await kept(them.room)).pages] == [Level.BRIEF, *[Level.DETAILED] * 3]


async def test_where_there_is_nothing_yet(terminals: Terminals) -> None:
    """Somebody new sees an empty list and not what to do."""
    for number, language in enumerate(LANGUAGES):
        them = await terminals.somebody(CARD, language)
        answers = await them.answers(*(f"/story {it}" for it in NOTHING))
        assert [it for it, said in zip(NOTHING, answers, strict=True) if NOTHING[it][number] not in said] == []

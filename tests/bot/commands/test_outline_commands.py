"""Where a story is set and led, who its character becomes, and reading it in, as they are typed."""

import json
import re
from dataclasses import replace
from typing import Final

import pytest

from bot.commands.framework.run import run
from bot.words.localise import LANGUAGES
from engine.actions.house import settings
from engine.actions.story import backgrounds, evolution, initiation, outlines
from engine.values.story.director import Background
from tests.bot.at_terminal import AtTerminal, Terminals
from tests.bot.commands.test_people import call_of
from tests.bot.visitor import words
from tests.servers.model import say
from tests.turns.chronicled import chronicled, kept, told
from tests.turns.room import CARD
from tests.turns.story.test_evolution import becomes
from tests.turns.story.test_initiation import reads

HARBOUR: Final = Background(
    "Harbour", "A town by the sea.", ("They meet.", "They row out.", "They come back."), "Home."
)
MOUNTAIN: Final = Background("Mountain", "Snow.", tuple(f"Step {n}." for n in range(1, 7)), "Down.")
DRAFT: Final = {"name": "Storm", "setting": "Water.", "outline": ["A boat comes.", "The lamp goes out."], "ending": ""}


async def plot(them: AtTerminal) -> tuple[object, ...]:
    """How far the story has come, as it is stored: background, point, status, and whether it is directed."""
    found = await outlines.progress(them.engine.ctx, them.here)
    return found.background.name, found.plot.point, found.plot.status.value, found.directed


async def test_the_outline_is_shown_and_moved(terminals: Terminals) -> None:
    """Somebody cannot see what comes next, or put a story back on its way."""
    them = await terminals.somebody(CARD, "zh")
    await backgrounds.create(them.engine.ctx, them.here, HARBOUR)
    none, _, _, moved, shown, done, ended, *wrong = await them.answers(
        *("/剧情 大纲", "/剧情 背景 使用 harb", "否", "/剧情 剧情点 2", "/剧情 大纲"),
        *("/剧情 剧情点 3 已完成", "/剧情 大纲", "/剧情 剧情点 x", "/story point 3 soon", "/剧情 剧情点 9"),
    )
    assert "这段剧情还没有背景" in none
    assert moved == "故事现在到了第 2 点，共 3 点：进行中。导演没有打开；/剧情 导演 开 可以打开。\n"
    assert shown == (
        "Harbour · 导演没有打开：/剧情 导演 开\n"
        "  1  ✅ They meet.\n› 2  ▶️ They row out.\n  3  ▫️ They come back.\n"
        "/剧情 剧情点 3 —— 从那里继续\n/剧情 剧情点 2 已完成 —— 标记为已完成\n"
    ), "the point behind the one that is played, and the one that is"
    assert done.startswith("故事现在到了第 3 点，共 3 点：已完成。")
    assert "  1  ✅ They meet.\n  2  ✅ They row out.\n› 3  ✅ They come back.\n" in ended
    assert ended.startswith("Harbour · 已经到了结局")
    assert "剧情点" not in ended.partition("They come back.\n")[2], "there is nothing to go on to, nor to mark"
    assert [it.partition("。")[0] for it in wrong] == [
        "“x”不是数字",
        "“soon”不是可选项",
        "大纲只有 3 个剧情点，没有第 9 点",
    ]
    assert await plot(them) == ("Harbour", 3, "completed", False)


async def test_an_outline_offers_no_point_that_is_played(terminals: Terminals) -> None:
    """The one point of an outline is being played, and people are told to go on from there."""
    them = await terminals.somebody(CARD)
    await backgrounds.create(them.engine.ctx, them.here, replace(HARBOUR, outline=("They meet.",)))
    *_, playing, _, done = await them.answers(
        *("/story background use harb", "no", "/story point 1", "/story outline"),
        *("/story point 1 completed", "/story outline"),
    )
    assert playing.endswith("They meet.\n/story point 1 completed – mark it as done\n")
    assert done.endswith("They meet.\n")


async def test_the_director_without_a_background_says_what_is_lacking(terminals: Terminals) -> None:
    """Somebody turns the director on, and nothing ever happens."""
    them = await terminals.somebody(CARD)
    on, outline, off = await them.answers("/story director on", "/story outline", "/剧情 导演 关")
    assert on == (
        "The director is on, but there is no outline to follow yet.\n"
        "This story has no background yet. Choose one with /story background, or have one written, for example: "
        "/story background draft A lighthouse that answers\n"
        "/story background – see all backgrounds\n"
        "/story background draft A lighthouse that answers – let the model write one\n"
    )
    assert "This story has no background yet." in outline
    assert "导演已关闭" in off
    assert not (await settings.current(them.engine.ctx, them.here)).director
    await backgrounds.create(them.engine.ctx, them.here, HARBOUR)
    asked, yes, no, again = await them.answers(
        "/story background use harbour", "yes", "/story director off", "/story director on"
    )
    assert "Switch on the director, so that the story follows the outline?" in asked
    assert yes == again == "The director is on: the story follows the outline.\n"
    assert "The director is off" in no
    assert await plot(them) == ("Harbour", 1, "pending", True)


async def test_backgrounds_are_written_and_used(terminals: Terminals) -> None:
    """A background could only come from a file."""
    them = await terminals.somebody(CARD)
    for it in (HARBOUR, MOUNTAIN):
        await backgrounds.create(them.engine.ctx, them.here, it)
    listed, whole, used, _, _, cut, made, changed = await them.answers(
        *("/story background", "/story background show harb", "/story background use mountain", "no"),
        *("/story point 5", "/story background use 1", '/story background new "The pier" Rain.'),
        "/剧情 背景 修改 1 结局 They drown.",
    )
    assert listed.startswith("Backgrounds\n  [1] Harbour · 3 points\n  [2] Mountain · 6 points\n")
    harbour = "Harbour\nA town by the sea.\nOutline\n  1  They meet.\n  2  They row out.\n  3  They come back.\n"
    assert whole.startswith(f"{harbour}The end: Home.\n")
    assert "starting at point 1 of 6.\nSwitch on the director" in used
    assert "It was at point 5, but this outline has only 3, so it is now at point 3." in cut
    assert "/story background use 3 uses it for this story." in made
    assert "结局：They drown." in changed
    asked, no, _, gone, after, off, nowhere = await them.answers(
        *("/story background delete 3", "no", "/story background delete pier", "yes", "/story background"),
        *("/story background off", "/story background use nowhere"),
    )
    assert "Delete the background The pier? Stories that use it go on." in asked
    assert (no, gone) == ("Nothing was changed.\n", "Deleted: The pier.\n")
    assert after.startswith("Backgrounds\n› [1] Harbour · 3 points\n  [2] Mountain · 6 points\n/story")
    assert "this story has no background" in off
    assert "There is no background “nowhere” here." in nowhere
    infos = await backgrounds.listed(them.engine.ctx, them.here)
    assert [(it.name, it.used) for it in infos] == [("Harbour", 0), ("Mountain", 0)]
    assert (await backgrounds.show(them.engine.ctx, them.here, infos[0].id)).ending == "They drown."


async def test_a_draft_is_changed_and_dropped(terminals: Terminals) -> None:
    """Somebody reads a draft, cannot change it, and finds it in the list though they said no."""
    them = await terminals.somebody(CARD)
    them.model.notes = lambda _: say(json.dumps(DRAFT))
    shown, changed, no, listed = await them.answers(
        *("/story background draft A pier", "/story background change with rain", "no", "/story background"),
    )
    assert shown.startswith("Storm\nWater.\nOutline\n  A boat comes.\n  The lamp goes out.\n")
    assert "\nUse this background for the story here?\n[1] Use it now\n[2] Keep for later\n" in shown
    assert changed == shown
    assert ["A pier" in it.prompt for it in them.model.errands[-2:]] == [True, True]
    assert ["with rain" in it.prompt for it in them.model.errands[-2:]] == [False, True]
    assert no == "Nothing was imported.\n"
    assert "Storm" not in listed
    assert await backgrounds.listed(them.engine.ctx, them.here) == []


async def test_the_persona_is_seen_and_taken_back(terminals: Terminals) -> None:
    """A character changes, and nobody can see into what, or stop it."""
    them = await terminals.somebody(CARD)
    await chronicled(them.room, story_pages="off", evolve="on", evolve_every="10", evolve_turns="5")
    them.model.notes = becomes(goals="to sail {n} boats")
    young = "The character is still as on its card; there is no other version yet.\n"
    lines = ("/story persona", "/story persona list", "/story persona diff", "/story persona off")
    assert await them.answers(*lines) == [young] * 4
    await told(them.room, *(it for n in range(10) for it in (f"Question {n}?", f"Answer {n}.")))
    await them.room.drain()
    assert "The character is thinking" in await them.types("/story persona grow")
    await them.room.drain()
    by_hand, shown, listed, changed, first, back, again = await them.answers(
        *("/剧情 人设 修改 目标 to row", "/story persona", "/story persona list", "/story persona diff"),
        *("/story persona diff 1", "/story persona back 1", "/story persona"),
    )
    assert by_hand == "已修改：从下一条回复起使用第 3 版。\n"
    assert shown.startswith("Version 3 · written by hand · in use\nGoals: to row\n")
    assert listed.startswith(
        "Versions of the persona\n› 3  Version 3 · written by hand · in use\n"
        "  2  Version 2 · grown on request\n  1  Version 1 · grown automatically\n"
    )
    assert changed == "What changed from version 2 to version 3\n- Goals: to sail 2 boats\n+ Goals: to row\n"
    assert first == "What changed from the card to version 1\n+ Goals: to sail 1 boats\n"
    assert back == "Version 1 is used from the next reply on.\n"
    assert again.startswith("Version 1 · grown automatically · in use\nGoals: to sail 1 boats\n")
    assert (await evolution.show(them.engine.ctx, them.here)).number == 1
    asked, no, _, gone, last = await them.answers(
        *("/story persona off", "no", "/story persona off", "yes", "/story persona"),
    )
    assert "Go back to the character card?" in asked
    assert no == "Nothing was changed.\n"
    assert "the character is as on its card" in gone
    assert last == young


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("back", [0, 1, 2])
async def test_what_goes_is_counted_as_it_was_asked(terminals: Terminals, language: str, back: int) -> None:
    """Somebody is asked about three versions, and told of one."""
    them = await terminals.somebody(CARD, language)
    for number in range(1, 4):
        await evolution.edit(them.engine.ctx, them.engine.runner, them.here, "goals", f"to row {number} boats")
    if back:
        await evolution.rollback(them.engine.ctx, them.engine.runner, them.here, back)
    asked, gone, again = await them.answers("/story persona off", "yes", "/story persona off")
    count = str(back or 3)
    assert re.findall(r"\d+", _figures(asked)) == re.findall(r"\d+", _figures(gone)) == [count]
    assert "(" not in again, "there is nothing left to ask about"


def _figures(text: str) -> str:
    """The first line, with its number as a figure."""
    return re.sub(r"\b[Oo]ne version\b", "1 version", text.splitlines()[0])


@pytest.mark.parametrize(
    ("language", "paused", "goes_on"), [("en", "Paused.", "Reading goes on."), ("zh", "已暂停。", "继续读入。")]
)
async def test_who_pauses_reading_in_private_reads_once_how_far_it_is(
    terminals: Terminals, language: str, paused: str, goes_on: str
) -> None:
    """The message that shows the progress says it, and the answer below says the same again."""
    them = await terminals.somebody(CARD)
    await chronicled(them.room, page_every="5")
    await told(them.room, "Line 1.", "Line 2.")
    await them.answers("/story init start", "yes")
    shown = call_of(them, language)
    assert words(await run(shown, "story", "init pause")) == paused
    assert words(await run(shown, "story", "init resume")) == goes_on
    among_others = call_of(them, language, private=False)
    assert "0" in words(await run(among_others, "story", "init pause")), "there the progress is shown elsewhere"


async def test_a_story_is_read_in_after_its_price(terminals: Terminals) -> None:
    """Somebody pays for hundreds of calls that they were not told of, or cannot stop them."""
    them = await terminals.somebody(CARD)
    await chronicled(them.room, page_every="5", fresh_pages="200", catalogue_pages="200", timeline_lines="100")
    them.model.notes = reads
    await told(them.room, *(f"Line {n}." for n in range(1, 43)))
    before = len(them.model.errands)
    cost = await initiation.cost(them.engine.ctx, them.here)
    asked, no, again, begun, running, waits, paused, on = await them.answers(
        *("/story init", "no", "/story init start", "yes", "/story init"),
        *("/剧情 读入 暂停", "/story init", "/story init resume"),
    )
    assert (
        asked
        == again
        == (
            "Read 43 of 43 messages and the world books and card into memory? About 4 calls of the utility model: "
            f"{cost.prompt_tokens:,} tokens read, {cost.answer_tokens:,} tokens written. (type yes or no)\n"
        )
    )
    assert no == "Nothing was changed.\n"
    assert begun.startswith("Reading 43 messages into memory in the background;")
    assert running.startswith("The story is being read into memory: 0 of 43 messages.\n[1] ⏸ Pause")
    assert waits.startswith("读入已暂停，停在第 0 条消息，共 43 条。\n[1] ▶ 继续")
    assert paused.startswith("Reading is paused at message 0 of 43.\n[1] ▶ Resume")
    assert on.startswith("The story is being read into memory: 0 of 43 messages.\n[1] ⏸ Pause")
    assert [len(it.splitlines()) for it in (begun, waits, on)] == [1, 3, 3], (
        "it is said once; its button, and what [ ] is"
    )
    assert len(them.model.errands) == before, "no model was asked before the work was done"
    assert len((await kept(them.room)).pages) == 9
    assert len(them.model.errands) == before + cost.calls == before + 4
    after, none = await them.answers("/story init", "/story init start")
    assert after == "The story was read into memory: 43 messages.\n"
    assert "All of this story has been read into memory." in none

"""The garden, the diary and the about-me card, as they are typed, over the real engine."""

import re
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from PIL import Image

from bot.commands.framework.abilities import AccessRole, allowed
from bot.commands.framework.table import table_for
from engine.actions.memory import garden as garden_actions
from engine.actions.people import abouts
from engine.db.chats import sessions
from engine.db.memory import memories
from engine.rules.recall.words.words import terms
from engine.turns.inputs.cast import who_plays
from engine.values.chats.entries import Place, Range
from engine.values.memory.memories import MemoryKind, NewMemory, Tag
from engine.values.paging import Wanted
from tests.bot.at_terminal import AtTerminal, Terminals
from tests.turns.memory.test_extract import fact, tells
from tests.turns.memory.test_garden import NOW, page_of_the_diary
from tests.turns.remembering import KNOWN_SINCE, known, past

SINCE = "Mar 2, 2026, 9:00\u202fAM"
"""``KNOWN_SINCE`` as people read it."""
SURE = "(type yes or no)\n"
CHINESE = (
    *("/记忆", "/记忆 查看 1", "/记忆 搜索 灯", "/记忆 删除 1", "/纠正 灯是绿的", "/纠正 事实 1", "/取消"),
    *("/日记", "/日记 列表", "/日记 昨天", "/我 事实", "/我 事实 查看 1", "/我 记住 关", "/我 别处 开"),
    *("/为什么", "/为何 回想", "/帮助 记忆"),
)
MORE = {"/日记 昨天": {"diary_turns"}, "/帮助 记忆": {"memory", "memories", "mem", "garden"}}
"""What else is not Chinese there: the name of a setting, and other names of a command."""
SUBJECTS = ("tern", "note", "dragon")


def by_subject(text: str) -> list[float]:
    """A vector that is alike for texts that name the same things, and at right angles for others."""
    named = [word in text.casefold() for word in SUBJECTS]
    return [*map(float, named), float(not any(named)), *([0.0] * 12)]


@pytest.fixture
async def them(mo: AtTerminal) -> AtTerminal:
    """Somebody whose clock is in UTC, in a chat that has begun."""
    mo.model.embed = by_subject
    await mo.types("/me timezone UTC")
    return mo


async def noted(them: AtTerminal) -> None:
    """A boat was told of, and the character has noted what it is called."""
    await past(them.room, ("She is called Tern.", "A fine name."), since=KNOWN_SINCE)
    await them.types("Well?")
    tells(them.room, fact("Her boat is called Gull.", 2), topics=[(2, "boats")])
    await them.room.drain()


async def garden(them: AtTerminal) -> Sequence[str]:
    """What is noted, as it is stored, newest first."""
    return [it.memory.text for it in (await garden_actions.page(them.engine.ctx, them.here, Wanted())).planted]


async def test_the_garden_is_shown_page_by_page(them: AtTerminal) -> None:
    """Nobody would see what a character has noted about the story."""
    await them.types("/chats rename Mountain", "/memory add A tern on the rocks.", "/new", "/chats rename Harbour")
    await noted(them)
    for n in range(8):
        await known(them.room, f"Note {n}.")
    before, _, first, second, last, found, none = await them.answers(
        *("/memory 2", "/memory pin 2", "/memory", lambda it: re.findall(r"\[(\d+)\] Page 2", it)[-1], "/memory 2"),
        *("/memory search tern", "/memory search dragons"),
    )
    assert "What Lan remembers: 10 notes (1/2)\n" in first
    assert f"  [2] Her boat is called Gull. · {SINCE} · note · boats\n" in before
    assert f"notes (1/2)\n  [2] 📌 Her boat is called Gull. · {SINCE} · note" in first
    assert f"  [10] Note 7. · {SINCE} · note · Mo\n  [9] Note 6. · " in first
    assert re.search(r"^\[\d+\] Page 2 › – /memory 2$", first, re.MULTILINE), "what stands there can be typed"
    assert second == last
    assert f"10 notes (2/2)\n  [4] Note 1. · {SINCE} · note · Mo\n  [3] Note 0. · " in second
    assert "3 messages are remembered too: /memory search finds them.\n" in second
    assert "\n/memory show 4 – see where it comes from\n" in second
    assert re.search(r"^  \[1\] A tern on the rocks\. · .* · written by hand · Mo · Mountain$", found, re.MULTILINE)
    assert f"  [11] She is called Tern. · {SINCE} · message · boats · Mo\n" in found
    assert "are remembered too" not in first, "they are counted above"
    assert "Note" not in found
    assert "There is no memory about “dragons”." in none


async def test_messages_are_counted_once_where_there_are_no_notes(them: AtTerminal) -> None:
    """The same number would be read twice, one line below the other."""
    await them.types("Hello.")
    await them.room.drain()
    (shown,) = await them.answers("/memory")
    assert re.search(r"Messages: [1-9]", shown)
    assert "\nLan has no notes yet. What was said is remembered too: /memory search finds it.\n" in shown


async def test_a_memory_is_shown_with_where_it_comes_from(them: AtTerminal) -> None:
    """Nobody could tell why a character believes something."""
    await noted(them)
    await them.types("/memory", "/fix memory 1 Her boat is called Tern.", "yes", "/memory pin 1")
    await them.room.drain()
    await them.types("Tern?", "And the Tern?")
    shown, none, word = await them.answers("/memory show #1", "/memory show 99", "/memory show x")
    assert shown.startswith(f"Her boat is called Tern.\nMemory 1 · pinned\n  {SINCE} · note · recalled 2 times\n")
    assert f"  From this chat\n  Mo: She is called Tern. · {SINCE}\n" in shown
    assert "  before: Her boat is called Gull. · corrected on " in shown
    assert "  before: Her boat is called Tern. · pinned or unpinned on " in shown
    assert (
        "[1] ✏️ Change 1 – /memory edit 1\n[2] 🗑 Delete 1 – /memory delete 1\n[3] 📌 Unpin – /memory unpin 1\n" in shown
    )
    assert "There is no memory 99 here. /memory" in none
    assert "“x” is not a number." in word


async def test_memories_are_written_changed_and_deleted(them: AtTerminal) -> None:
    """A wrong memory could not be taken away, or one was deleted by a slip of the finger."""
    notes = [f"/memory add Note {n}." for n in (2, 3, 4, 5)]
    added, changed, *_, asked, pinned, top, unpinned, below = await them.answers(
        *("/memory add She fears  the sea.", "/记忆 修改 1 Her boat is called Auk.", *notes, "/memory edit 1"),
        *("/memory pin 1", "/memory", "/memory unpin 1", "/memory"),
    )
    assert added == "Added as number 1: She fears the sea.\n"
    assert changed == "已修改，现在的编号是 1：Her boat is called Auk.\n"
    assert "✏️ the new text\nCurrent text: Her boat is called Auk.\n" in asked
    assert pinned == "“Change a memory” was cancelled. Nothing was changed.\nPinned: 1.\n"
    assert "5 notes\n  [1] 📌 Her boat is called Auk. · " in top
    assert unpinned == "Unpinned: 1.\n"
    assert "  [2] Note 2. · " in below[: below.index("  [1] Her boat is called Auk. · ")]
    many, no, one, yes, two, _, none, new = await them.answers(
        *("/memory delete 1, 2、#3 4", "no", "/memory delete 2", "yes", "/memory delete 3 5", "yes"),
        *("/memory delete them all", "/memory add"),
    )
    three = "“Her boat is called Auk.”, “Note 2.”, “Note 3.”"
    assert many == f"Delete these 4 memories: {three} and 1 more? The messages in the chat are kept. {SURE}"
    assert no == "Nothing was changed.\n"
    assert one == f"Delete this memory: “Note 2.”? The messages in the chat are kept. {SURE}"
    assert "One memory was deleted." in yes
    assert "Delete these 2 memories: “Note 3.”, “Note 5.”?" in two
    assert "There is no memory them here." in none
    assert "✏️ the new text" in new
    assert await garden(them) == ["Note 4.", "Her boat is called Auk."]


@pytest.mark.parametrize(
    ("language", "lines", "name", "said"),
    [
        ("en", ("/memory sky", "/memory sky light"), "memories", "Memory sky: 500 of 501 memories."),
        ("zh", ("/记忆 星空", "/记忆 星空 浅色"), "记忆星空", "记忆星空：501 条记忆中的 500 条。"),
    ],
)
async def test_the_sky_comes_as_a_picture(
    terminals: Terminals,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    lines: Sequence[str],
    name: str,
    said: str,
) -> None:
    """The map of stars would be promised and not come."""
    monkeypatch.chdir(tmp_path)  # files land where one sits
    them = await terminals.somebody(language=language)
    await them.types()
    await _many(them, 501)
    *skies, purple = await them.answers(*lines, "/memory sky purple")
    files = [Path(it.split()[-1].rstrip(".。").removeprefix("已保存到")) for it in skies]
    assert all(said in it for it in skies)
    assert all(re.fullmatch(rf"{name}-\d{{4}}-\d\d-\d\d(-2)?\.png", it.name) for it in files)
    pictures = [Image.open(it).convert("L") for it in files]
    assert [it.getpixel((2, 2)) > 128 for it in pictures] == [False, True]  # type: ignore[operator]
    assert "“purple”" in purple


async def _many(them: AtTerminal, count: int) -> None:
    """So many notes, written by hand at once."""
    async with them.room.db.transaction() as on:
        channel_head = await sessions.current(on, them.here.key)
        assert channel_head is not None
        line = await them.room.ctx.lines.current(on, channel_head.session_key, channel_head.branch)
        holder, place = await who_plays(on, channel_head.session_key, line), Place(channel_head.branch, line.head)
        span = (Range(place.branch, place.seq, place.seq),)
        made = [
            NewMemory(MemoryKind.MANUAL, Tag.MANUAL, place, holder, span, f"Note {n}", NOW, NOW, terms("note"), n=n)
            for n in range(count)
        ]
        await memories.remember(on, channel_head.session_key, made)


async def test_the_diary_is_read_by_day(them: AtTerminal) -> None:
    """The pages would be written and never read."""
    [empty] = await them.answers("/diary")
    for days, text in ((3, "It rained."), (1, "A quiet day by the lamp.")):
        await page_of_the_diary(them.room, NOW - timedelta(days=days), text)
    newest, day, none, listed, soon, changed = await them.answers(
        *("/diary", "/diary 2026-03-17", "/diary 2020-01-01", "/diary list", "/diary soon"),
        *("/memory edit 1 It snowed.",),
    )
    when = "At the end of a day a page is written if Lan said at least 6 things that day"
    assert empty.startswith(f"Lan's diary is still empty. {when}")
    assert newest.startswith(
        "Lan's diary, Thursday, March 19, 2026\nA quiet day by the lamp.\n/memory edit 2 We talked about the sea –"
    )
    assert day.startswith("Lan's diary, Tuesday, March 17, 2026\nIt rained.\n/memory edit 1 We talked about the sea –")
    assert "[1] ✏️ Change 1 – /memory edit 1\n[2] 🗑 Delete 1 – /memory delete 1\n" in day
    assert f"has no page for “2020-01-01”. /diary list shows the days that have one. {when}" in none
    assert listed.startswith(
        "Lan's diary: 2 pages\n"
        "  [1] 2026-03-19  Thursday, March 19, 2026 · A quiet day by the lamp.\n"
        "  [2] 2026-03-17  Tuesday, March 17, 2026 · It rained.\n"
        "/diary 2026-03-19 – read this page\n"
    )
    assert "“soon” isn't a day in the past." in soon
    assert changed == "Changed; it is now number 1: It snowed.\n"
    assert await garden(them) == ["A quiet day by the lamp.", "It snowed."]


async def test_what_is_known_about_somebody_is_theirs_to_change(them: AtTerminal) -> None:
    """Somebody could not see, correct or withhold what is known about them."""
    _, _, _, me, facts, again, shown, added, edited, asked, shared = await them.answers(
        *("/me fact add Mo lives in Oslo.", "/me fact edit 1 Mo lives in Bergen.", "/me fact add Mo hates nuts."),
        *("/me", "/me fact", "/me facts", "/me fact show 1", "/me fact add Mo sails."),
        *("/me fact edit 2 Mo is allergic to eggs.", "/me fact edit 2", "/me fact share 2"),
    )
    assert "  [1] /me fact  About you · 2 facts\n" in me
    assert facts.startswith("What is known about you: 2 facts\n  [2] Mo hates nuts. · ")
    assert facts == again
    assert shown.startswith("Mo lives in Bergen.\nFact 1\n  only Lan knows it, mentioned in private only · ")
    assert "  before: Mo lives in Oslo. · changed by hand on " in shown
    assert added == "Added as number 3: Mo sails. (only Lan knows it, mentioned in private only)\n"
    assert "number 2: Mo is allergic to eggs. (only Lan knows it" in edited
    assert "Current text: Mo is allergic to eggs.\n" in asked
    assert shared.endswith("\n2: Mo is allergic to eggs. (every character knows it, mentioned in private only)\n")
    groups, alone, sure, gone, none, off, on, maybe = await them.answers(
        *("/me fact share 2 groups", "/me fact unshare 3 群聊", "/me fact delete 1", "yes", "/me fact delete 99"),
        *("/me remember off", "/me elsewhere 开", "/me elsewhere maybe"),
    )
    assert groups == "2: Mo is allergic to eggs. (every character knows it, may be mentioned in groups)\n"
    assert alone == "3：Mo sails.（只有 Lan 知道，只在私下提起）\n"
    assert sure == f"Delete “Mo lives in Bergen.”? Nobody will mention it any more. {SURE}"
    assert gone == "Deleted.\n"
    assert "There is no fact 99 about you." in none
    assert off.startswith("From now on, no facts about you are noted. The 2 that are known stay until you delete them")
    assert "你私下说的事可以在群里提起" in on
    assert "“maybe” isn't one of the choices." in maybe
    card = await abouts.card(them.engine.ctx, them.here)
    assert {(it.fact.text, it.knower, it.fact.private) for it in card.facts} == {
        ("Mo sails.", "Lan", True),
        ("Mo is allergic to eggs.", "", False),
    }
    assert (card.consent.elsewhere, card.consent.facts) == (True, False)


async def test_all_of_it_is_said_in_chinese(terminals: Terminals) -> None:
    """Somebody who speaks Chinese would read English, or be told to type it."""
    them = await terminals.somebody(language="zh")
    await them.types("你好", "/记忆 添加 灯是红的。", "/我 事实 添加 我怕黑。", "灯呢？")
    await page_of_the_diary(them.room, NOW, "下雨了。")
    answers = await them.answers(*CHINESE)
    for line, said in zip(CHINESE, answers, strict=True):
        assert said.strip(), line
        assert set(re.findall("[A-Za-z_]{2,}", said)) <= {"Mo"} | MORE.get(line, set()), line


def test_strangers_may_look_into_nothing() -> None:
    """Whoever may only read along would read, or change, what a character remembers."""
    names = [f"memory {it.name}" for it in table_for("discord").find("memory").actions]  # type: ignore[union-attr]
    for ability in ("memory", *names, "fix", "fix yes", "diary", "why recalled"):
        assert not allowed(ability, {AccessRole.MEMBER})
        assert allowed(ability, {AccessRole.PLAYER})

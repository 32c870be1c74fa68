"""What a reply was told, and how it is corrected, as it is typed and pressed, over the real engine."""

import json
import re
from collections.abc import Sequence

import pytest

from bot.commands.framework import controls
from engine.actions.house import settings
from engine.actions.memory import garden
from engine.actions.people import abouts
from engine.values.house.setting_scopes import SettingScope
from engine.values.paging import Wanted
from tests.bot.at_terminal import AtTerminal, Terminals
from tests.servers.model import nothing_to_note, say
from tests.turns.remembering import past
from tests.turns.story.test_choosing import DAY, KEY, LAMP, QUARREL, calls, write_pages

SUBJECTS = ("boat", "nut", "sail")
CORRECTS = {"id", "text"}
"""What a model is asked for that makes a sentence of what somebody says is wrong."""
MARA = "A captain who never forgets."
ASKED = (
    "{}\n[1] Yes, change it\n[2] ✏️ Edit\n[3] 🗑 Forget\n[4] No\nType a number in [ ] to choose, or just keep writing.\n"
)


def by_subject(text: str) -> list[float]:
    """A vector that is alike for texts that name the same things, and at right angles for others."""
    named = [word in text.casefold() for word in SUBJECTS]
    return [*map(float, named), float(not any(named)), *([0.0] * 12)]


@pytest.fixture
def them(mo: AtTerminal) -> AtTerminal:
    """Somebody whose words are compared by what they name, with a model that has nothing to note."""
    mo.model.embed, mo.model.notes = by_subject, nothing_to_note
    return mo


async def notes(them: AtTerminal) -> list[str]:
    """What is noted, as it is stored, newest first."""
    return [it.memory.text for it in (await garden.page(them.engine.ctx, them.here, Wanted())).planted]


async def test_a_wrong_memory_is_put_right_in_one_gesture(them: AtTerminal) -> None:
    """What is wrong would stay, or a correction would be made that nobody has seen."""
    await them.types("/memory add Her boat is called Tern.", "/memory add Tom is her brother.", "Who is Tom?")
    said, form, asked, done, again, sentence, no = await them.answers(
        *("/fix yes Tom was my cousin", "2", "Tom is her cousin.", "1", "1", "/fix memory was wrong about Tom", "no")
    )
    assert said == ASKED.format("“Tom is her brother.” → “yes Tom was my cousin”")
    assert "✏️ the new text\nCurrent text: yes Tom was my cousin\n" in form
    assert asked == ASKED.format("“Tom is her brother.” → “Tom is her cousin.”")
    assert "Corrected: “Tom is her brother.” → “Tom is her cousin.”." in done
    assert "[1] ↻ Rewrite – /again\n" in done
    assert again == "Lan: …\n"
    [prompt] = {it.prompt for it in them.model.generations[-1:]}
    assert "Tom is her cousin." in prompt
    assert "Tom is her brother." not in prompt
    assert sentence == ASKED.format("“Tom is her cousin.” → “memory was wrong about Tom”")
    assert no == "Nothing was changed.\n"
    assert await notes(them) == ["Tom is her cousin.", "Her boat is called Tern."]


async def test_what_is_wrong_can_be_named(them: AtTerminal) -> None:
    """Whoever points at a memory or a fact would have another one changed, or could not be rid of it."""
    await them.types("/memory add Her boat is called Tern.", "/memory add Tom is her brother.")
    await them.types("/me fact add Mo lives in Oslo.", "/me fact", "/memory", "Who is Tom, her brother?")
    asked, done, form, fact, _, forget, gone, empty = await them.answers(
        *("/fix memory 1 Tom's boat is called Auk.", "yes", "/fix memory 1", "/纠正 事实 1 Mo lives in Turku.", "是"),
        *("/fix Tom is nobody.", "3", "/fix"),
    )
    assert asked == ASKED.format("“Her boat is called Tern.” → “Tom's boat is called Auk.”")
    assert "Corrected: “Her boat is called Tern.” → “Tom's boat is called Auk.”." in done
    assert "Current text: Tom's boat is called Auk.\n" in form
    assert "“Mo lives in Oslo.” → “Mo lives in Turku.”\n[1] 对，就这样改\n" in fact
    assert forget == ASKED.format("“Tom is her brother.” → “Tom is nobody.”")
    assert "Forgotten: “Tom is her brother.”." in gone
    assert "Correct a wrong memory\n✏️ What is right, in a sentence\n" in empty
    assert await notes(them) == ["Tom's boat is called Auk."]
    assert [it.fact.text for it in (await abouts.card(them.engine.ctx, them.here)).facts] == ["Mo lives in Turku."]


async def test_a_correction_is_made_once(them: AtTerminal) -> None:
    """A button that is pressed twice would correct, or forget, what has been corrected."""
    await them.types("/memory add Tom is her brother.", "/fix Tom is her son.")
    [row] = await them.room.sql(
        "SELECT kind FROM due WHERE space_id = $1 AND kind LIKE 'correction/%'", them.here.space
    )
    token = f"0{row['kind'].partition('/')[2]}"
    asked, form, done, *late = await them.answers(
        *(f"/fix edit {token} Tom is her cousin.", f"/fix edit {token}", f"/fix yes {token}", f"/fix yes {token}"),
        *(f"/fix forget {token}", f"/fix edit {token} Tom is her uncle."),
    )
    assert asked == ASKED.format("“Tom is her brother.” → “Tom is her cousin.”")
    assert "Current text: Tom is her cousin.\n" in form
    assert "Corrected: “Tom is her brother.” → “Tom is her cousin.”." in done
    assert all(it.startswith("This correction was made already, or it has expired.") for it in late)
    assert await notes(them) == ["Tom is her cousin."]


@pytest.mark.parametrize(
    ("language", "lines", "was", "now"),
    [
        ("en", ("/memory add {}", "/fix {}", "yes", "Corrected: {}."), "Tom is her brother.", "Tom is her cousin."),
        ("zh", ("/记忆 添加 {}", "/纠正 {}", "是", "已纠正：{}。"), "汤姆是她哥哥。", "汤姆是她表哥。"),
    ],
)
async def test_a_lone_yes_makes_the_correction(
    terminals: Terminals, language: str, lines: Sequence[str], was: str, now: str
) -> None:
    """The yes would be said to the character, and the wrong memory would stay."""
    them, (add, fix, yes, done) = await terminals.somebody(language=language), lines
    _, asked, made = await them.answers(add.format(was), fix.format(now), yes)
    change = f"“{was}” → “{now}”"
    assert change in asked
    assert made.startswith(done.format(change))
    assert await notes(them) == [now]
    assert await them.said() == []


async def test_words_of_a_form_that_change_the_old_ones_are_taken_as_they_are(them: AtTerminal) -> None:
    """A model would write a corrected sentence once more, or a hint would become the memory itself."""
    await them.types("/memory add Her boat is called Tern.", "/memory")
    made = say(json.dumps({"id": "m1", "text": "Her sister has a boat."}))
    them.model.notes = lambda seen: made if seen.errand == CORRECTS else nothing_to_note(seen)
    _, changed, _, hint, typed = await them.answers(
        *("/fix memory 1", "Her boat is called Auk.", "/fix memory 1", "it was my sister"),
        "/fix memory 1 Her boat is called Auk.",
    )
    assert changed == ASKED.format("“Her boat is called Tern.” → “Her boat is called Auk.”")
    assert hint == typed == ASKED.format("“Her boat is called Tern.” → “Her sister has a boat.”")


async def test_every_button_fits_every_platform() -> None:
    """A button would be left out on Telegram."""
    assert controls.fits(controls.control(controls.RUN, f"/memory delete {2**53}"))
    assert controls.fits(controls.control(controls.RUN, "/fix forget 0ab12cd34ef"))


async def test_what_was_recalled_stands_under_why(them: AtTerminal, terminals: Terminals) -> None:
    """Nobody would find the memory that led a reply astray."""
    zoe = await terminals.beside(them, "Zoe")
    nothing, before, _, none, still = await them.answers("/why", "/why recalled", "Hello.", "/why", "/why recalled")
    assert nothing == "No reply has been written here yet. Say something first.\n"
    assert before == still
    assert before.startswith("Nothing was recalled for the last reply.\n/memory search Sunday")
    assert none.startswith("Nothing was recalled for this reply.\nAlso in use: the character card, ")
    await zoe.types("/me fact add Zoe sails.", "I am here.")
    await them.types(*(f"/memory add Boat {n} is here." for n in range(5)), "/me fact add Mo hates nuts.")
    await them.room.drain()
    _, short, first, last, *_, chinese = await them.answers(
        *("Does Zoe sail the boat, and is a nut on it?", "/why", "/why recalled", "/why recalled 2"),
        *("/me language zh", "/为什么"),
    )
    assert short.startswith("What this reply was written with:\nMemories: 2 of 5\n  5  Boat 4 is here. · ")
    assert " · written by hand · Mo · closely related\n  4  Boat 3 is here. · " in short
    assert "\nAbout you: 1\n  fact 1  Mo hates nuts. · " in short
    assert "\nAbout others here: 1\n  Zoe sails. · " in short
    assert not {"about you", "about somebody here"} & set(re.split(r" · |\n", short)), "the titles above say so"
    assert "[6] ✏️ Change 5 – /fix memory 5\n[7] 🗑 Delete 5 – /memory delete 5\n" in short
    assert "[12] Everything that was recalled – /why recalled\n" in short
    assert first.startswith("Recalled for the last reply: 7 (1/2)\n  5  Boat 4 is here. · ")
    assert "[14] Page 2 › – /why recalled 2\n" in first
    rows = [it for it in last.splitlines() if it.startswith(("Rec", "  "))]
    assert [it.partition(" · ")[0] for it in rows] == [
        *("Recalled for the last reply: 7 (2/2)", "  1  Boat 0 is here.", "  fact 1  Mo hates nuts.", "  Zoe sails.")
    ]
    assert [it.rpartition(" · ")[2] for it in rows[2:]] == ["about you", "about somebody here"]
    assert last.count("🗑") == 2, "what is known about somebody else is theirs to change"
    assert "[4] ✏️ Change fact 1 – /fix fact 1\n[5] 🗑 Delete fact 1 – /me fact delete 1\n" in last
    assert chinese.startswith("这条回复用到了：\n记忆：5 条中的 2 条\n")
    assert "] ✏️ 修改事实 1 —— /纠正 事实 1\n" in chinese
    assert "] 🗑 删除事实 1 —— /我 事实 删除 1\n" in chinese


@pytest.mark.parametrize(
    ("language", "words", "by_model", "by_words"),
    [
        (
            "en",
            ("What was it that we found?", "/why recalled", "Will the Captain come back?"),
            (f"{KEY} · story page 1 · chosen by the model", f"{MARA} · profile of Mara · chosen by the model"),
            (f"{QUARREL} · story page 2 · has the same words", f"{MARA} · profile of Mara · has the same words"),
        ),
        (
            "zh",
            ("我们那时候找到了什么？", "/为何 回想", "那时候林岚在哪里？"),
            (f"{KEY} · 故事页第 1 页 · 由模型选出", f"{MARA} · Mara 的人物档案 · 由模型选出"),
            (f"{LAMP} · 故事页第 3 页 · 有相同的词", "守灯塔的人。 · 林岚的人物档案 · 有相同的词"),
        ),
    ],
)
async def test_pages_of_the_story_that_were_told_stand_under_why(
    terminals: Terminals, language: str, words: Sequence[str], by_model: Sequence[str], by_words: Sequence[str]
) -> None:
    """Nobody would find the page of the story that led a reply astray, or who chose it."""
    them, (found, recalled, back) = await terminals.somebody(language=language), words
    await them.types()
    for name, value in {"story_pages": "on", "summary": "off", "recall": "off", "budget_tokens": "8000"}.items():
        await settings.put(them.engine.ctx, them.here, SettingScope.SPACE, name, value)
    await past(them.room, *((f"Word {it}.", f"Answer {it}.") for it in range(40)), since=DAY)
    await write_pages(them.room)
    them.model.notes = lambda _: calls("p1", names=["Mara"])
    for said, told in ((found, by_model), (back, by_words)):
        _, shown = await them.answers(said, recalled)
        assert [it.strip() for it in shown.splitlines() if it.startswith("  ")] == list(told)
        await settings.put(them.engine.ctx, them.here, SettingScope.SPACE, "page_choice", "keywords")

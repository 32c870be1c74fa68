"""The garden, the diary, corrections and the about-me card, as they are typed and pressed."""

from pathlib import Path

import pytest

from bot.commands.framework import controls
from bot.commands.framework.abilities import AccessRole, allowed
from bot.commands.framework.table import table_for
from engine.values.chats.entries import Place
from engine.values.memory.memories import PersonFact, Recalled
from engine.values.story.choosing import ChosenBy, ChosenPages
from engine.values.story.chronicle import Dossier, Level, StoryPage
from tests.bot.conftest import Type
from tests.bot.fake_memory import AT, memory
from tests.bot.fakes import FakeEngine


async def test_the_garden_is_shown_page_by_page(piped: Type) -> None:
    """Nobody would see what a character has noted about the story."""
    engine = FakeEngine()
    said = await piped(engine, "/memory", "/memory 2", "/memory search tern", "/memory search dragons")
    assert "What Aki remembers: 11 notes (1/2)" in said
    assert "21  📌 Her boat is called Tern. · Nov 20, 2026, 3:30\u202fPM · noted · boats" in said
    assert "40 messages are remembered too" in said
    assert "Page 2 › – /memory 2" in said
    assert "31  A quiet day by the lamp." in said
    assert "noted · boats · Mountain" in said
    assert "There is no memory about “dragons”." in said


async def test_a_memory_is_shown_with_where_it_comes_from(piped: Type) -> None:
    """Nobody could tell why a character believes something."""
    said = await piped(FakeEngine(), "/memory show #21", "/memory show 99", "/memory show x")
    assert "Her boat is called Tern." in said
    assert "Memory 21 · pinned" in said
    assert "recalled 3 times" in said
    assert "Mo: She is called Tern." in said
    assert "before: Her boat is called Gull. · corrected on Nov 20, 2026" in said
    assert "✏️ 21 – /memory edit 21" in said
    assert "/memory unpin 21" in said
    assert "There is no memory 99 here. /memory" in said
    assert "“x” is not a number." in said


async def test_memories_are_written_changed_and_deleted(piped: Type) -> None:
    """A wrong memory could not be taken away, or one was deleted by a slip of the finger."""
    engine = FakeEngine()
    said = await piped(
        engine,
        "/memory add She fears  the sea.",
        "/记忆 修改 21 Her boat is called Auk.",
        "/memory edit 21",
        "/memory pin 12",
        "/memory unpin 21",
        "/memory delete 12, 13、#14",
        "no",
        "/memory delete 12",
        "yes",
        "/memory delete them all",
        "/memory add",
    )
    assert engine.memories.calls == [
        ("add", "She fears  the sea."),
        ("edit", 21, "Her boat is called Auk."),
        ("pin", 12, True),
        ("pin", 21, False),
        ("delete", 12),
    ]
    assert "Added as number 50: She fears the sea." in said
    assert "Current text: Her boat is called Tern." in said
    assert "was cancelled. Nothing was changed." in said
    assert "Delete these 3 memories: “Note 12.”, “Note 13.”, “Note 14.”?" in said
    assert "Delete this memory: “Note 12.”? The messages in the chat are kept." in said
    assert "There is no memory them here." in said
    assert said.count("✏️ the new text") == 2


async def test_the_sky_comes_as_a_picture(piped: Type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The map of stars would be promised and not come."""
    monkeypatch.chdir(tmp_path)
    said = await piped(FakeEngine(language="zh"), "/记忆 星空 浅色", "/memory sky purple")
    assert _files(tmp_path) == {"记忆星空-2026-11-22.png": b"\x89PNG"}
    assert "51 条记忆中的 1 条" in said
    assert "“purple”不是可选项" in said


async def test_the_diary_is_read_by_day(piped: Type) -> None:
    """The pages would be written and never read."""
    engine = FakeEngine()
    said = await piped(engine, "/diary", "/diary 2026-11-19", "/diary 2020-01-01", "/diary list", "/diary soon")
    assert "Aki’s diary, Friday, November 20, 2026" in said
    assert "A quiet day by the lamp." in said
    assert "It rained." in said
    assert "has no page for “2020-01-01”" in said
    assert "if Aki said at least 6 things that day" in said
    assert "2026-11-19  Thursday, November 19, 2026 · It rained." in said
    assert "“soon” isn't a day in the past." in said


async def test_a_wrong_memory_is_put_right_in_one_gesture(piped: Type) -> None:
    """What is wrong would stay, or a correction would be made that nobody has seen."""
    engine = FakeEngine()
    said = await piped(
        engine,
        "/fix yes it was my sister",
        "/fix edit 0ab12cd34ef Tom is her cousin.",
        "/fix edit 0ab12cd34ef",
        "/fix yes 0ab12cd34ef",
        "/fix yes 0ab12cd34ef",
        "/fix memory was wrong",
        "/fix memory 21 Her boat is called Auk.",
        "/fix memory 21",
        "/纠正 事实 3 Mo lives in Turku.",
        "/fix forget 0ab12cd34ef",
        "/fix",
    )
    assert engine.corrections.calls == [
        ("propose", "yes it was my sister", None, ""),
        ("propose", "memory was wrong", None, ""),
        ("propose", "Her boat is called Auk.", ("core", 21), ""),
        ("propose", "Mo lives in Turku.", ("fact", 3), ""),
    ]
    assert "“Tom is her brother.” → “yes it was my sister”" in said
    assert "“Tom is her brother.” → “yes it was my sister” (type yes or no)" in said
    assert "\n2  ✏️ Edit\n" in said
    assert "Corrected: “Tom is her brother.” → “Tom is her cousin.”" in said
    assert "↻ Rewrite – /again" in said
    assert "This correction was made already" in said
    assert "Current text: Her boat is called Tern." in said
    assert "Forgotten: “Tom is her brother.”" in said
    assert "Current text: Tom is her cousin." in said


@pytest.mark.parametrize(("language", "word"), [("en", "yes"), ("zh", "是")])
async def test_a_lone_yes_makes_the_correction(piped: Type, language: str, word: str) -> None:
    """The yes would be said to the character, and the wrong memory would stay."""
    engine = FakeEngine(language=language)
    said = await piped(engine, "/fix Tom is her cousin.", word)
    assert ("Corrected" if language == "en" else "已纠正") in said
    assert engine.turns.accepted == []


async def test_every_button_fits_every_platform() -> None:
    """A button would be left out on Telegram."""
    assert controls.fits(controls.control(controls.RUN, f"/memory delete {2**53}"))
    assert controls.fits(controls.control(controls.RUN, "/fix forget 0ab12cd34ef"))


async def test_what_was_recalled_stands_under_why(piped: Type) -> None:
    """Nobody would find the memory that led a reply astray."""
    engine = FakeEngine()
    engine.inspect.recalled = tuple(Recalled(memory(n, f"Note {n}."), 9.0, 0.9 - n / 20) for n in range(1, 6))
    engine.inspect.facts = (PersonFact(4, 3, "Mo is allergic.", AT), PersonFact(5, 8, "Zoe sails.", AT, private=False))
    short, whole = await piped(engine, "/why"), await piped(engine, "/why recalled 2")
    assert "What this reply was written with:" in short
    assert "Memories: 2 of 5" in short, "the title says how many of them stand below"
    assert "Facts about people: 2\n" in short
    assert "1  Note 1. · Nov 20, 2026, 3:30\u202fPM · noted · closely related" in short
    assert "✏️ 1 – /fix memory 1" in short
    assert "🗑 1 – /memory delete 1" in short
    assert "Everything that was recalled – /why recalled" in short
    assert "Recalled for the last reply: 7 (2/2)" in whole
    assert "fact 4  Mo is allergic. · Nov 20, 2026, 3:30\u202fPM · about you" in whole
    assert "🗑 4 – /me fact delete 4" in whole
    assert "about somebody here" in whole
    assert "/me fact delete 5" not in whole
    chinese = FakeEngine(language="zh")
    chinese.inspect = engine.inspect
    assert "记忆：5 条中的 2 条" in await piped(chinese, "/为什么")
    nothing = FakeEngine()
    assert "Nothing was recalled" in await piped(nothing, "/why recalled")
    assert "Nothing was recalled for this reply." in await piped(nothing, "/why")


async def test_pages_of_the_story_that_were_told_stand_under_why(piped: Type) -> None:
    """Nobody would find the page of the story that led a reply astray, or who chose it."""
    page = StoryPage(7, 12, "Mara leaves in the night.", Level.DETAILED, 1, 5, Place(1, 5))
    dossier = Dossier(8, "Mara", "A captain.", Place(1, 5))
    by_model, by_words = FakeEngine(), FakeEngine()
    by_model.inspect.story = ChosenPages(ChosenBy.SCHEMA, (page,), (dossier,))
    by_words.inspect.story = ChosenPages(ChosenBy.KEYWORDS, (page,))
    said = await piped(by_model, "/why recalled")
    assert "Mara leaves in the night. · story page 12 · chosen by the model" in said
    assert "A captain. · profile of Mara · chosen by the model" in said
    assert "story page 12 · has the same words" in await piped(by_words, "/why recalled")


async def test_what_is_known_about_somebody_is_theirs_to_change(piped: Type) -> None:
    """Somebody could not see, correct or withhold what is known about them."""
    engine = FakeEngine()
    said = await piped(
        engine,
        "/me",
        "/me fact",
        "/me facts",
        "/me fact show 3",
        "/me fact add Mo sails.",
        "/me fact edit 4 Mo is allergic to eggs.",
        "/me fact edit 4",
        "/me fact share 4",
        "/me fact share 4 groups",
        "/me fact unshare 3 群聊",
        "/me fact delete 3",
        "yes",
        "/me fact delete 99",
        "/me remember off",
        "/me elsewhere 开",
        "/me elsewhere maybe",
    )
    assert engine.people.calls == [
        ("add", 9, "Mo sails."),
        ("edit", 4, "Mo is allergic to eggs."),
        ("share", 4, True),
        ("tell", 4, True),
        ("tell", 3, False),
        ("delete", 3),
    ]
    assert (engine.people.consent.elsewhere, engine.people.consent.facts) == (True, False)
    assert "/me fact  About you · 2 facts" in said
    assert said.count("What is known about you: 2 facts\n") == 2
    assert "Aki knows it, mentioned in private only" in said
    assert "every character knows it, may be mentioned in groups" in said
    assert "before: Mo lives in Oslo. · changed by hand" in said
    assert "Delete “Mo lives in Bergen.”?" in said
    assert "There is no fact 99 about you." in said
    assert "The 2 that are known stay" in said
    assert "“maybe” isn't one of the choices." in said


@pytest.mark.parametrize(
    "line", ["/记忆", "/纠正 是我妹妹", "/日记", "/日记 列表", "/我 事实", "/我 记住 关", "/为何 回想", "/帮助 记忆"]
)
async def test_all_of_it_is_said_in_chinese(piped: Type, line: str) -> None:
    """Somebody who speaks Chinese would read English, or be told to type it."""
    said = await piped(FakeEngine(language="zh"), line)
    assert said.strip()
    lines = [it for it in said.splitlines() if it.startswith(("What", "Nothing", "/memory add", "/me fact add"))]
    assert lines == []


def test_strangers_may_look_into_nothing() -> None:
    """Whoever may only read along would read, or change, what a character remembers."""
    names = [f"memory {it.name}" for it in table_for("discord").find("memory").actions]  # type: ignore[union-attr]
    for ability in ("memory", *names, "fix", "fix yes", "diary", "why recalled"):
        assert not allowed(ability, {AccessRole.MEMBER})
        assert allowed(ability, {AccessRole.PLAYER})


def _files(folder: Path) -> dict[str, bytes]:
    return {it.name: it.read_bytes()[:4] for it in folder.iterdir()}


async def test_words_of_a_form_that_change_the_old_ones_are_taken_as_they_are(piped: Type) -> None:
    """A model would write a corrected sentence once more, or a hint would become the memory itself."""
    engine = FakeEngine()
    said = await piped(
        engine,
        "/fix memory 21",
        "Her boat is called Auk.",
        "/fix memory 21",
        "it was my sister",
        "/fix memory 21 Tern.",
    )
    assert engine.corrections.as_written == [True, False, False]
    assert "→ “Her boat is called Auk.”" in said

"""The evening that is written down: what is said stands on its page, as people see it."""

import re
from pathlib import Path

import pytest

from bot.words.localise import Speech
from bot.words.writing import has_chinese
from tests.conftest import NewDatabase
from tests.evening import markup, scenes
from tests.evening.evening import title_of
from tests.evening.lines import LINES
from tests.evening.page import Played, write
from tests.evening.play import PLATFORMS, play
from tests.evening.tape import Kind, Look, Shot, Tape


@pytest.mark.slow
@pytest.mark.share(2)
async def test_what_is_said_stands_on_the_page(new_database: NewDatabase, tmp_path: Path) -> None:
    """Who reads the page would not see what people saw, and would judge a change by something else."""
    evening = await play("telegram", "zh", await new_database(), tmp_path / "played", scenes.SLICE)
    assert evening.broken == []
    write(tmp_path / "pages", [Played("telegram", "zh", evening.tape.rows())])
    page = (tmp_path / "pages/telegram-zh.html").read_text("utf-8")
    lines, speak = LINES["zh"], Speech().speaker("zh")
    for name in ("bob knocks", "hello", "day", "sister"):
        assert page.count(f'<div class="text">{lines[name]}</div>') == 1
    replies = [it for key in ("晚上好", "十二个病人") for it in lines.replies[key]]
    spoken = re.sub(r"<[^>]+>|\s", "", page)
    for reply in replies:
        assert all(part in spoken for part in re.split(r"[\s*。，]+", reply)), reply
    assert speak.say("access-owner", name="小安") in page
    assert "Somebody writes" not in page
    [outline] = [it for it in evening.tape.rows() if lines.background["outline"][3] in it.look.body][-1:]
    on = speak.say("story-outline-list", name=lines.background["name"], page=1, pages=1, directed="yes", ended="no")
    assert lines.background["name"] in outline.look.body
    assert markup.plain(on) in outline.look.body, "the director is off"
    assert "••••••" in page
    assert evening.hands.seat.secrets[0] not in page
    assert 'href="telegram-zh.html"' in (tmp_path / "pages/index.html").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.share(6)
@pytest.mark.parametrize("language", list(LINES))
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_every_scene_comes_to_its_end(
    platform: str, language: str, new_database: NewDatabase, tmp_path: Path
) -> None:
    """A button that a scene presses would be called otherwise, and nobody could read the evening any more."""
    evening = await play(platform, language, await new_database(), tmp_path / "played")
    assert evening.broken == []


@pytest.mark.parametrize("scene", [*dict.fromkeys((*scenes.BY_PEOPLE, *scenes.TYPED))], ids=lambda it: it.__name__)
@pytest.mark.parametrize("language", list(LINES))
def test_every_scene_has_a_title_in_its_language(scene: scenes.Scene, language: str) -> None:
    """A page of one language has titles in another."""
    assert has_chinese(title_of(scene, language)) == (language == "zh")


@pytest.mark.parametrize("language", list(LINES))
def test_every_line_of_the_first_hour_has_its_own_reply(language: str) -> None:
    """A reply that has nothing to do with what was said reads like a fault of the product."""
    lines = LINES[language]
    for name in (
        "bob knocks",
        "bob knocks again",
        "hello",
        "day",
        "sister",
        "asks",
        "trouble",
        "guild",
        "night",
        "book",
    ):
        assert any(key in lines[name] for key in lines.replies), name


def _tape() -> Tape:
    return Tape(lambda: 0.0)


def _shot(text: str, *buttons: str, message: str = "1", gone: bool = False) -> Shot:
    return Shot(Kind.MESSAGE, 0, 0, "here", message=message, look=Look(text, (buttons,) if buttons else ()), gone=gone)


def test_a_reply_that_grew_is_one_bubble() -> None:
    """Every word of a reply would be a message of its own on the page."""
    tape = _tape()
    for text in ("The", "The tide", "The tide comes in."):
        tape.message(_shot(text))
    [row] = tape.rows()
    assert (row.look.body, row.changed) == ("The tide comes in.", False)


def test_a_menu_that_is_turned_is_shown_where_it_was_turned() -> None:
    """Only the last page of a menu would be seen, above the press that led there."""
    tape = _tape()
    tape.message(_shot("Page 1", "2"))
    tape.act("here", "Ann", "2")
    tape.message(_shot("Page 2", "1"))
    assert [(it.look.body, it.changed) for it in tape.rows()] == [("Page 1", False), ("2", False), ("Page 2", True)]


def test_buttons_that_go_are_no_change_to_be_read() -> None:
    """The page would show a reply twice for its buttons, which go when another reply comes."""
    tape = _tape()
    tape.message(_shot("Yes.", "again"))
    tape.steps()
    tape.message(_shot("Yes."))
    assert [it.look.buttons for it in tape.rows()] == [(("again",),)]


def test_what_is_deleted_is_said_to_be_gone() -> None:
    """A message that people do not see any more would stand there as if they did."""
    tape = _tape()
    tape.message(_shot("Oops."))
    tape.act("here", "Ann", "undo")
    tape.message(_shot("Oops.", gone=True))
    assert [it.gone for it in tape.rows()] == [False, False, True]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("*quiet* and **loud**", "<i>quiet</i> and <b>loud</b>"),
        ("2 \\* 3 \\* 4 < 5", "2 * 3 * 4 &lt; 5"),
        ("`*code*`", "<code>*code*</code>"),
        ("-# small\nlarge", "<small>small</small>\nlarge"),
        ("</save:12> and <@7>", "<b>/save:12</b> and <b>@7</b>"),
        ("a_b_c", "a_b_c"),
        ("a\\_b and _c_", "a_b and <i>c</i>"),
    ],
)
def test_discord_marks_are_drawn(written: str, shown: str) -> None:
    """The page would have stars where people see slanted words, or hide stars that people see."""
    assert markup.discord(written, lambda thing: thing) == shown


def test_telegram_entities_are_drawn() -> None:
    """Behind a sign of two units every mark on the page would be one letter off."""
    entities = [{"type": "italic", "offset": 3, "length": 5}, {"type": "bot_command", "offset": 9, "length": 5}]
    assert markup.telegram("🌙 quiet /save", entities) == "🌙 <i>quiet</i> <b>/save</b>"

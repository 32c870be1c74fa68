"""Backgrounds of stories as files: any bytes in, a background or a clear error out."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BackgroundEmpty, FieldTooLong, InputError, NoSuchPoint, OutlineTooLong, PointTooLong
from engine.rules.file_facts import contents_of
from engine.rules.formats.kinds import kind_of
from engine.rules.formats.stories.background_parts import with_part
from engine.rules.formats.stories.backgrounds import MOST_POINTS, checked, read_background, write_background
from engine.values.story.director import Background
from engine.values.transfers.transfers import FileKind, Offer
from tests.turns.files import BACKGROUND, as_json

TOLD = Background("Storm", "An island.\nA lamp.", ("A boat comes.", "The lamp goes out."), "Dawn.")


def test_the_json_of_other_programs_is_read() -> None:
    """A background from PersonaLab comes in without its outline, or in the wrong order."""
    shuffled = {**BACKGROUND, "story_outline": list(reversed(BACKGROUND["story_outline"]))}
    found = read_background(as_json(shuffled), "background.json")
    assert (found.name, found.setting) == ("废土复仇记", "2087年，核战后50年。")
    assert found.outline[0] == "发现背叛者的线索"
    assert found.outline[4] == "应对选择的后果"


def test_what_goes_out_comes_in_again() -> None:
    """A background that was exported cannot be imported elsewhere."""
    data = write_background(TOLD)
    assert kind_of(data, "storm.json") is FileKind.BACKGROUND
    assert read_background(data, "other.json") == TOLD


_WRITTEN = (
    "# Storm\n\n{setting}\n\n1. {one}\n2. {two}\n\nEnding: Dawn.",
    "Title: Storm\nSetting: {setting}\n## Outline\n1) {one}\n2) {two}\n## Ending\nDawn.",
    "# Storm\n世界设定：{setting}\n【大纲】\n第一幕 {one}\n第二幕：{two}\n结局：Dawn.",
    "标题：Storm\n{setting}\n\n1、{one}\n2、{two}\n# 结局\nDawn.",
    "# Storm\n{setting}\n\n**Act I**: {one}\n**Act II**: {two}\n\n## The ending\n\nDawn.\n",
    "# Storm\n{setting}\n\n第1章\n{one}\n\n第2章\n{two}\n\n结尾: Dawn.",
)


@pytest.mark.parametrize("form", _WRITTEN)
def test_a_numbered_list_is_an_outline(form: str) -> None:
    """Somebody writes an outline in a text file, and its points are lost in the setting."""
    text = form.format(setting=TOLD.setting, one=TOLD.outline[0], two=TOLD.outline[1])
    assert kind_of(text.encode(), "storm.md") is FileKind.BACKGROUND
    assert read_background(text.encode(), "x.md") == TOLD


def test_numbers_in_the_setting_are_no_points_where_the_outline_has_a_heading() -> None:
    """The rules of a world would be taken for what happens in it."""
    text = "1. No magic.\n2. No gods.\nOutline:\n1. A boat comes."
    found = read_background(text.encode(), "storm.txt")
    assert (found.setting, found.outline) == ("1. No magic.\n2. No gods.", ("A boat comes.",))
    assert found.name == "storm"


def test_plain_text_is_no_background() -> None:
    """A letter that somebody sends along would be taken for a story."""
    with pytest.raises(InputError):
        kind_of(b"Dear Ann,\nwe meet at 12:30 at the pier.\n", "letter.txt")
    with pytest.raises(InputError):
        kind_of(b"1. eggs\n2. milk\n", "list")


def test_a_look_says_what_is_in_it() -> None:
    """People say yes without knowing how long an outline is."""
    found = contents_of(as_json(BACKGROUND), "b.json")
    assert found.facts[0].message == "file-background"
    assert found.facts[0].data["points"] == 5
    assert found.offers == (Offer.CHAT, Offer.BRING)


@pytest.mark.parametrize(
    ("background", "error"),
    [
        (Background("x"), BackgroundEmpty),
        (Background("x", outline=(" ", "\n")), BackgroundEmpty),
        (Background("x", setting="y" * 8_001), FieldTooLong),
        (Background("x", outline=("y",) * (MOST_POINTS + 1)), OutlineTooLong),
        (Background("x", outline=("y", "y" * 501)), PointTooLong),
    ],
)
def test_limits_are_kept(background: Background, error: type[InputError]) -> None:
    """An endless outline stands in every prompt."""
    with pytest.raises(error):
        checked(background)


def test_parts_are_written_anew() -> None:
    """A misspelt point cannot be mended, added or taken away."""
    assert with_part(TOLD, "2", "The lamp breaks.").outline == ("A boat comes.", "The lamp breaks.")
    assert with_part(TOLD, "1", "").outline == ("The lamp goes out.",)
    assert with_part(TOLD, "3", "Dark.").outline == (*TOLD.outline, "Dark.")
    assert with_part(TOLD, "outline", "1. One.\n2. Two.").outline == ("One.", "Two.")
    assert with_part(TOLD, "outline", "One.\nTwo.").outline == ("One.", "Two.")
    assert with_part(TOLD, "ending", "") == replace(TOLD, ending="")
    assert with_part(TOLD, "name", " ") == TOLD
    for part in ("0", "4", "x", "²", "9" * 30):
        with pytest.raises(NoSuchPoint):
            with_part(TOLD, part, "y")


@given(
    st.one_of(st.binary(max_size=300), st.text(max_size=300).map(str.encode)), st.sampled_from(["", "x.md", "x.json"])
)
def test_reading_is_total(data: bytes, filename: str) -> None:
    """A broken file takes the reply with it."""
    try:
        found = read_background(data, filename)
    except InputError:
        return
    assert checked(found) == found


_LINES = st.lists(
    st.sampled_from(
        ["# A", "## Outline", "1. x", "第二幕 y", "结局：z", "Setting: s", "", "plain", "大纲：1. w", "#" * 9]
    ),
    max_size=12,
)


@given(_LINES)
def test_what_was_read_stays_when_it_goes_out_and_in(lines: list[str]) -> None:
    """Points would be lost each time a background moves."""
    try:
        found = read_background("\n".join(lines).encode(), "x.md")
    except BackgroundEmpty:
        return
    assert read_background(write_background(found), "y.json") == found
    assert json.loads(write_background(found))["story_outline"] == [
        {"index": at, "content": it} for at, it in enumerate(found.outline, 1)
    ]

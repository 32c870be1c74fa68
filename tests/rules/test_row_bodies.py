"""What rows made from the log say, as the database stores them: those of today, of later versions, and broken ones."""

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.bodies.fields import Stored
from engine.rules.bodies.rows import RowUpgrades, read_row, texts_in, written_row
from engine.rules.recall.remembering.sources import FACT
from engine.values.chats.row_bodies import NOTHING_SAID, OtherBody, RowBody, RowMarks, written_over
from engine.values.memory.memories import MemoryKind
from engine.values.memory.memory_bodies import FactBody, MemoryBody
from engine.values.story import chronicle_bodies as bodies
from engine.values.story.chronicle import ChronicleKind, Level
from engine.values.story.chronicle_bodies import PageOrigin
from engine.values.story.director import Mark, PointStatus

MARKS: Final = RowMarks(was="Rain.", imported=True, messages=(3, 9))
MARKED: Final = {"was": "Rain.", "imported": True, "messages": [3, 9]}

WHOLE: Final[Mapping[str, tuple[RowBody, Mapping[str, Any]]]] = {
    ChronicleKind.SUMMARY: (
        bodies.SummaryBody(until="2026-03-01T09:00:00+00:00", marks=MARKS),
        {"until": "2026-03-01T09:00:00+00:00"},
    ),
    ChronicleKind.CHAPTER: (
        bodies.ChapterBody(chapter=2, at=40, title="Storm", marks=MARKS),
        {"chapter": 2, "at": 40, "title": "Storm"},
    ),
    ChronicleKind.PAGE: (
        bodies.PageBody(
            number=7,
            level=Level.BRIEF,
            title="Tea",
            when="D2",
            brief="They had tea.",
            items=("cup",),
            figures=("Tom", "Bo"),
            origin=PageOrigin(setting=True, missed=5, room=2, redone=True, told="They had tea at noon."),
            marks=MARKS,
        ),
        {
            "number": 7,
            "level": 1,
            "title": "Tea",
            "when": "D2",
            "brief": "They had tea.",
            "items": ["cup"],
            "figures": ["Tom", "Bo"],
            "setting": True,
            "missed": 5,
            "room": 2,
            "redone": True,
            "told": "They had tea at noon.",
        },
    ),
    ChronicleKind.TIMELINE: (
        bodies.TimelineBody(when="D1–D3", merged=True, marks=MARKS),
        {"when": "D1–D3", "merged": True},
    ),
    ChronicleKind.ITEM: (bodies.ItemBody(name="Cup", marks=MARKS), {"name": "Cup"}),
    ChronicleKind.DOSSIER: (
        bodies.DossierBody(name="Tom", aliases=("Captain", "小汤"), marks=MARKS),
        {"name": "Tom", "aliases": ["Captain", "小汤"]},
    ),
    ChronicleKind.EVOLUTION: (
        bodies.EvolutionBody(
            number=3, fields={"goals": "Home."}, at=9, auto=True, hand=True, kept=("speech",), same=True, marks=MARKS
        ),
        {
            "number": 3,
            "fields": {"goals": "Home."},
            "at": 9,
            "auto": True,
            "hand": True,
            "kept": ["speech"],
            "same": True,
        },
    ),
    ChronicleKind.JUDGED: (
        bodies.JudgedBody(reply=4, mark=Mark(2, PointStatus.COMPLETED), marks=MARKS),
        {"reply": 4, "point": 2, "status": "completed"},
    ),
    **{
        kind: (
            MemoryBody(page=7, chapter=40, topic="tea", undated=True, marks=MARKS),
            {"page": 7, "chapter": 40, "topic": "tea", "undated": True},
        )
        for kind in MemoryKind
    },
    FACT: (FactBody(person=5, fact=6, marks=MARKS), {"person": 5, "fact": 6}),
}
"""Of each kind a body that says all that it may, and how it is stored."""

LESS: Final[tuple[tuple[str, Mapping[str, Any], RowBody], ...]] = (
    (ChronicleKind.SUMMARY, {}, bodies.SummaryBody()),
    (
        ChronicleKind.PAGE,
        {"number": 0, "level": 0, "title": "", "when": "", "brief": "", "setting": True},
        bodies.PageBody(origin=PageOrigin(setting=True)),
    ),
    (
        ChronicleKind.PAGE,
        {"number": 1, "level": 0, "title": "", "when": "", "brief": "", "items": [], "figures": []},
        bodies.PageBody(number=1, items=(), figures=()),
    ),
    (
        ChronicleKind.PAGE,
        {
            "number": 1, "level": 1, "title": "T", "when": "", "brief": "B", "items": [], "figures": ["Bo"],
            "redone": True, "told": "",
        },
        bodies.PageBody(
            number=1, level=Level.BRIEF, title="T", brief="B", items=(), figures=("Bo",),
            origin=PageOrigin(redone=True, told=""),
        ),
    ),
    (ChronicleKind.TIMELINE, {"when": ""}, bodies.TimelineBody()),
    (
        ChronicleKind.TIMELINE,
        {"when": "D1", "imported": True, "messages": None},
        bodies.TimelineBody(when="D1", marks=RowMarks(imported=True)),
    ),
    (ChronicleKind.DOSSIER, {"name": "Tom", "aliases": []}, bodies.DossierBody(name="Tom")),
    (
        ChronicleKind.EVOLUTION,
        {"number": 1, "fields": {}, "at": 0, "auto": False, "kept": []},
        bodies.EvolutionBody(number=1, at=0, auto=False, kept=()),
    ),
    (
        ChronicleKind.EVOLUTION,
        {"number": 1, "fields": {}, "hand": True, "at": 8},
        bodies.EvolutionBody(number=1, at=8, hand=True),
    ),
    (
        ChronicleKind.EVOLUTION,
        {"number": 0, "fields": {}, "same": True, "at": 0},
        bodies.EvolutionBody(at=0, same=True),
    ),
    (ChronicleKind.JUDGED, {"reply": 4}, bodies.JudgedBody(reply=4)),
    (MemoryKind.SAID, {}, MemoryBody()),
    (MemoryKind.MANUAL, {"was": ""}, MemoryBody(marks=RowMarks(was=""))),
    ("topic", {}, NOTHING_SAID),
    ("later", {"deep": [1, None]}, OtherBody(marks=RowMarks(more=(("deep", [1, None]),)))),
)  # fmt: skip
"""Rows that say less, as stories hold them."""

JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda it: st.lists(it, max_size=3) | st.dictionaries(st.text(max_size=3), it, max_size=3),
    max_leaves=6,
)


def test_every_kind_of_row_has_a_body() -> None:
    """A new kind of row is stored and never read."""
    assert list(WHOLE) == [*ChronicleKind, *MemoryKind, FACT]
    assert all(type(read_row(kind, {})) is type(body) for kind, (body, _) in WHOLE.items())
    assert len({type(body) for body, _ in WHOLE.values()}) == len(ChronicleKind) + 2, "each is of one kind, or a memory"


@pytest.mark.parametrize("kind", WHOLE)
def test_all_that_a_row_says_is_stored(kind: str) -> None:
    """What was added to a row is not stored, or a chronicle of an earlier version reads otherwise."""
    body, stored = WHOLE[kind]
    for thing in (body, body.marks, *([body.origin] if isinstance(body, bodies.PageBody) else [])):
        for field in fields(thing):
            usual = field.default if field.default is not MISSING else None
            assert field.name == "more" or getattr(thing, field.name) not in (usual, {}, ()), f"{field.name} not tried"
    written = written_row(kind, body)
    assert written == {**stored, **MARKED}
    assert read_row(kind, json.loads(json.dumps(written))) == body


@pytest.mark.parametrize(("kind", "stored", "body"), LESS)
def test_rows_that_say_less_go_back_as_they_came(kind: str, stored: Mapping[str, Any], body: RowBody) -> None:
    """A story is branched off, and what is told of it there says more than it did, or less."""
    assert read_row(kind, stored) == body
    assert written_row(kind, body) == stored


@pytest.mark.parametrize("kind", WHOLE)
def test_what_a_newer_version_says_of_a_row_goes_back(kind: str) -> None:
    """A story that comes from a newer version loses what this one does not know when a page of it is rewritten."""
    newer = {**WHOLE[kind][1], **MARKED, "v": 9, "later": {"deep": [1, None, 2.5]}}
    assert written_row(kind, read_row(kind, newer)) == newer
    alone = {**WHOLE[kind][1], "messages": "none of a file", "later": 1}
    assert written_row(kind, read_row(kind, alone)) == alone


@given(st.data(), st.sampled_from([*WHOLE, "later"]))
def test_any_row_is_read(data: st.DataObject, kind: str) -> None:
    """A story that was edited by hand cannot be played."""
    known = [*WHOLE[kind][1]] if kind in WHOLE else []
    raw = data.draw(st.dictionaries(st.sampled_from([*known, *MARKED, "v", "x"]), JSON))
    again = written_row(kind, read_row(kind, raw))
    assert read_row(kind, again) == read_row(kind, raw)


@pytest.mark.parametrize("kind", WHOLE)
def test_what_stood_there_before_is_kept_beside(kind: str) -> None:
    """What somebody has corrected is told again, for what it had been counts as told."""
    body, stored = WHOLE[kind]
    over = written_over(body, "Snow.")
    assert written_row(kind, over) == {**stored, **MARKED, "was": "Snow."}
    assert {*texts_in(kind, over)} == {it for it in stored.values() if isinstance(it, str)}


def test_a_row_says_what_its_kind_says() -> None:
    """A page is stored as a line of the timeline, and is never read again."""
    with pytest.raises(AssertionError):
        written_row(ChronicleKind.TIMELINE, bodies.PageBody())
    assert written_row(ChronicleKind.TIMELINE, NOTHING_SAID) == {}


def _named(raw: Stored) -> Stored:
    return {("name" if name == "called" else name): it for name, it in raw.items()}


def _listed(raw: Stored) -> Stored:
    return {**raw, "aliases": [raw["alias"]]} if "alias" in raw else raw


@pytest.mark.parametrize(
    "stored",
    [
        {"called": "Tom", "alias": "Captain"},
        {"name": "Tom", "alias": "Captain", "v": 2},
        {"name": "Tom", "aliases": ["Captain"], "v": 3},
    ],
)
def test_a_row_of_any_version_is_brought_up_to_the_newest(stored: Mapping[str, Any]) -> None:
    """After an update of the shape nobody knows what somebody is called."""
    upgrades: RowUpgrades = {ChronicleKind.DOSSIER: (_named, _listed)}
    body = read_row(ChronicleKind.DOSSIER, stored, upgrades)
    assert isinstance(body, bodies.DossierBody)
    assert body.names == ("Tom", "Captain")
    written = written_row(ChronicleKind.DOSSIER, body, upgrades)
    assert read_row(ChronicleKind.DOSSIER, written, upgrades) == body
    assert written["v"] == 3

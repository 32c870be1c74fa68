"""What entries say, as the log stores it: the bodies of today, of earlier versions, of later ones, and broken ones."""

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, Final, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.bodies.fields import Stored
from engine.rules.bodies.stored import read_body, written_body
from engine.values.characters.casts import SceneCards, SceneStrategy, Ways
from engine.values.characters.lore_timers import LoreTimers, Timer
from engine.values.chats import bodies
from engine.values.chats.bodies import (
    CardWords,
    EntryBody,
    ForwardOrigin,
    InjectedText,
    MessageBody,
    ReplyQuote,
    RevisionBody,
    VariableChange,
)
from engine.values.chats.entries import BODIES, EntryKind, kind_of
from engine.values.chats.occasions import OccasionKind
from engine.values.models.pictures import SentFile
from engine.values.story.director import Plot, PointStatus

ORIGIN: Final = {"from": [1, 9]}
MARKS: Final = {"said": [3, 4, 500], "emotions": ["calm"], "gestures": ["nod"], "impersonated": True, "behind": 12}
FILE: Final = {"sha256": "ab", "name": "a.md", "media_type": "text/md", "size": 9, "text": "Bees.", "left_out": 4}
VOICE: Final = SentFile("v.ogg", "cd", "audio/ogg", size=5, speech="voice", seconds=4, heard=True)
VOICE_FILE: Final = {
    "sha256": "cd",
    "name": "v.ogg",
    "media_type": "audio/ogg",
    "size": 5,
    "speech": "voice",
    "seconds": 4,
    "heard": True,
}
TIMER: Final = {"book": "book:1", "uid": "2", "digest": "d", "start": 3, "end": 5, "kept": True}
INJECT: Final = {"id": "i", "text": "Rain.", "position": 0, "depth": 2, "role": "user", "scan": True}
WAYS: Final = {"strategy": "list", "cards": "join", "prefix": "<", "suffix": ">", "muted_too": True}
NOTE: Final = {"text": "Be brief.", "position": 2, "depth": 0, "role": "user", "interval": 3}
PLOT: Final = {"point": 2, "status": "in_progress", "silent": 1, "replies": 7, "told": True}

WHOLE: Final[tuple[tuple[EntryBody, Mapping[str, Any]], ...]] = (
    (
        MessageBody(
            said=(3, 4, 500),
            emotions=("calm",),
            gestures=("nod",),
            impersonated=True,
            behind=12,
            files=(SentFile("a.md", "ab", "text/md", "Bees.", 4, 9), VOICE),
            quote=ReplyQuote("Ann", "Hello.", 7),
            forward=ForwardOrigin("Bob", "#news"),
            card=CardWords(2, "Mo", 1, 3, joined=True),
            narrator=True,
            swipe=1,
            raw={"mes": "Hello."},
            origin=(1, 9),
        ),
        {
            **MARKS,
            "files": [FILE, VOICE_FILE],
            "reply_to": {"speaker": "Ann", "text": "Hello.", "character": 7},
            "forward": {"author": "Bob", "chat": "#news"},
            "version": 2,
            "user": "Mo",
            "greeting": 1,
            "greetings": 3,
            "joined": True,
            "narrator": True,
            "swipe": 1,
            "raw": {"mes": "Hello."},
        },
    ),
    (
        RevisionBody(
            said=(3, 4, 500), emotions=("calm",), gestures=("nod",), impersonated=True, behind=12, origin=(1, 9)
        ),
        MARKS,
    ),
    (
        bodies.MemberBody(here=False, version=3, muted=True, talk=40, origin=(1, 9)),
        {"in": False, "version": 3, "muted": True, "talk": 40},
    ),
    (bodies.CardBody(origin=(1, 9)), {}),
    (bodies.PresetBody(preset=2, version=5, origin=(1, 9)), {"preset": 2, "version": 5}),
    (bodies.BackgroundBody(background=2, version=5, origin=(1, 9)), {"background": 2, "version": 5}),
    (bodies.NoteBody(text="Be brief.", position=2, depth=0, role="user", interval=3, origin=(1, 9)), NOTE),
    (bodies.PersonaBody(act="edit", to=2, field="goals", origin=(1, 9)), {"act": "edit", "to": 2, "field": "goals"}),
    (
        bodies.PlotBody(plot=Plot(2, PointStatus.IN_PROGRESS, 1, replies=7, told=True), origin=(1, 9)),
        PLOT,
    ),
    (
        bodies.GardenBody(act="delete", id=3, ids=(4, 5), store="fact", on=True, origin=(1, 9)),
        {"act": "delete", "id": 3, "ids": [4, 5], "store": "fact", "on": True},
    ),
    (
        bodies.VariablesBody(
            local={"hp": "3"},
            shared={"day": "1"},
            changed={"hp": VariableChange("1", adds=True), "mood": VariableChange(None)},
            changed_shared={"day": VariableChange("1")},
            origin=(1, 9),
        ),
        {
            "local": {"hp": "3"},
            "shared": {"day": "1"},
            "changed": {"hp": {"value": "1", "adds": True}, "mood": {"value": None}},
            "changed_shared": {"day": {"value": "1"}},
        },
    ),
    (
        bodies.TimersBody(timers=LoreTimers((Timer("book:1", "2", "d", 3, 5, kept=True),)), origin=(1, 9)),
        {"sticky": [TIMER], "cooldown": []},
    ),
    (
        bodies.InjectsBody(
            placed={"a": InjectedText("a", "Rain.", 0, 2, "user", scan=True, once=True, filled=True), "i": None},
            changed={"i": None},
            origin=(1, 9),
        ),
        {"placed": {"a": {**INJECT, "id": "a", "once": True, "filled": True}, "i": None}, "changed": {"i": None}},
    ),
    (bodies.BooksBody(books=(3, 1), origin=(1, 9)), {"books": [3, 1]}),
    (bodies.HideBody(hidden=True, upto=8, gone=True, origin=(1, 9)), {"hidden": True, "upto": 8, "gone": True}),
    (
        bodies.ImportBody(
            group=Ways(SceneStrategy.LIST, SceneCards.JOIN, "<", ">", muted_too=True),
            injects=(InjectedText("i", "Rain.", 0, 2, "user", scan=True),),
            scenario="An island.",
            raw={"header": {}},
            origin=(1, 9),
        ),
        {"group": WAYS, "injects": [INJECT], "scenario": "An island.", "raw": {"header": {}}},
    ),
    (
        bodies.ChronicleBody(act="chapter", id=3, number=2, title="Storm", upto=8, total=6, origin=(1, 9)),
        {"act": "chapter", "id": 3, "number": 2, "title": "Storm", "upto": 8, "total": 6},
    ),
    (bodies.ReactionBody(emojis=("❤", ":wave:"), origin=(1, 9)), {"emojis": ["❤", ":wave:"]}),
    (
        bodies.OccasionBody(
            why=OccasionKind.POST, about="Tea", behind=7, target=5, subject="likes:tea", memories=(3, 4), origin=(1, 9)
        ),
        {"why": "post", "about": "Tea", "behind": 7, "target": 5, "subject": "likes:tea", "memories": [3, 4]},
    ),
    (
        bodies.BackstageBody(
            circle=3,
            text="Rain again.",
            replies=(bodies.BackstageReply(4), bodies.BackstageReply(5, "Tea?")),
            origin=(1, 9),
        ),
        {"circle": 3, "text": "Rain again.", "replies": [{"character": 4}, {"character": 5, "text": "Tea?"}]},
    ),
)
"""Of each kind a body that says all that it may, and how it is stored."""

OCCASION_OF_A_NEWER_VERSION: Final = bodies.OccasionBody(about="It is full", more=(("why", "moon"),))
OLDER: Final[tuple[tuple[EntryKind, Mapping[str, Any], EntryBody], ...]] = (
    (EntryKind.MESSAGE, {}, MessageBody()),
    (EntryKind.OCCASION, {"why": "moon", "about": "It is full"}, OCCASION_OF_A_NEWER_VERSION),
    (EntryKind.MESSAGE, {"said": [1, 2, 30]}, MessageBody(said=(1, 2, 30))),
    (EntryKind.MESSAGE, {"greeting": 0, "version": 1, "user": "Mo"}, MessageBody(card=CardWords(1, "Mo", 0))),
    (
        EntryKind.MESSAGE,
        {"joined": True, "version": 1, "user": "Mo"},
        MessageBody(card=CardWords(1, "Mo", joined=True)),
    ),
    (EntryKind.MESSAGE, {"swipe": 0}, MessageBody(swipe=0)),
    (EntryKind.MESSAGE, {"reply_to": {"speaker": "Ann", "text": "Hi."}}, MessageBody(quote=ReplyQuote("Ann", "Hi."))),
    (EntryKind.REVISION, {}, RevisionBody()),
    (EntryKind.MEMBER, {"in": True}, bodies.MemberBody()),
    (EntryKind.MEMBER, {"in": True, "version": 2}, bodies.MemberBody(version=2)),
    (EntryKind.PRESET, {}, bodies.PresetBody()),
    (EntryKind.BACKGROUND, {}, bodies.BackgroundBody()),
    (EntryKind.NOTE, {}, bodies.NoteBody()),
    (EntryKind.PERSONA, {"act": "grow"}, bodies.PersonaBody(act="grow")),
    (EntryKind.GARDEN, {"act": "add"}, bodies.GardenBody(act="add")),
    (EntryKind.GARDEN, {"act": "pinned", "on": False, "id": 4}, bodies.GardenBody(act="pinned", on=False, id=4)),
    (EntryKind.HIDE, {"hidden": False}, bodies.HideBody()),
    (EntryKind.IMPORT, {"raw": {"user": "Mo"}}, bodies.ImportBody(raw={"user": "Mo"})),
    (
        EntryKind.CHRONICLE,
        {"act": "chapter", "number": 1, "title": ""},
        bodies.ChronicleBody(act="chapter", number=1, title=""),
    ),
    (EntryKind.CHRONICLE, {"act": "init", "upto": 9, "total": 8}, bodies.ChronicleBody(act="init", upto=9, total=8)),
)
"""What stories have been told with that hold less, and what it means."""

JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda it: st.lists(it, max_size=3) | st.dictionaries(st.text(max_size=3), it, max_size=3),
    max_leaves=6,
)


def test_every_kind_has_a_body() -> None:
    """A new kind of act is stored and never read."""
    assert list(BODIES) == list(EntryKind)
    assert sorted(map(str, BODIES.values())) == sorted(map(str, get_args(EntryBody))), "each is of one kind"
    assert [kind_of(it) for it, _ in WHOLE] == list(EntryKind)


@pytest.mark.parametrize(("body", "stored"), WHOLE, ids=lambda it: type(it).__name__)
def test_all_that_a_body_says_is_stored(body: EntryBody, stored: Mapping[str, Any]) -> None:
    """What was added to a body is not stored, or a story of an earlier version reads otherwise."""
    for field in fields(body):
        usual = field.default if field.default is not MISSING else None
        assert field.name == "more" or getattr(body, field.name) not in (usual, {}, ()), f"{field.name} is not tried"
    written = written_body(body)
    assert written == {**stored, **ORIGIN}
    assert read_body(kind_of(body), json.loads(json.dumps(written))) == body


@pytest.mark.parametrize(("kind", "stored", "body"), OLDER)
def test_older_bodies_are_read_and_go_back_as_they_came(
    kind: EntryKind, stored: Mapping[str, Any], body: EntryBody
) -> None:
    """A story of an earlier version reads otherwise, or turning to another reply changes its acts."""
    assert read_body(kind, stored) == body
    assert written_body(body) == stored


@pytest.mark.parametrize(("body", "stored"), WHOLE, ids=lambda it: type(it).__name__)
def test_what_a_newer_version_says_goes_back_as_it_came(body: EntryBody, stored: Mapping[str, Any]) -> None:
    """A story that comes from a newer version loses on its way what this one does not know."""
    newer = {**stored, **ORIGIN, "v": 9, "later": {"deep": [1, None, 2.5]}}
    assert written_body(read_body(kind_of(body), newer)) == newer


@given(st.data(), st.sampled_from(WHOLE))
def test_any_body_is_read(data: st.DataObject, case: tuple[EntryBody, Mapping[str, Any]]) -> None:
    """A chat that was edited by hand cannot be played."""
    kind = kind_of(case[0])
    raw = data.draw(st.dictionaries(st.sampled_from([*case[1], "from", "v", "x"]), JSON))
    written_body(read_body(kind, raw))


def _renamed(raw: Stored) -> Stored:
    return {("hidden" if name == "kept_from_model" else name): it for name, it in raw.items()}


def _ended(raw: Stored) -> Stored:
    return {("upto" if name == "last" else name): it for name, it in raw.items()}


@pytest.mark.parametrize(
    "stored",
    [
        {"kept_from_model": True, "last": 8},
        {"hidden": True, "last": 8, "v": 2},
        {"hidden": True, "upto": 8, "v": 3},
    ],
)
def test_a_body_of_any_version_is_brought_up_to_the_newest(stored: Mapping[str, Any]) -> None:
    """After an update of the shape what people have hidden is told to the model."""
    upgrades = {EntryKind.HIDE: (_renamed, _ended)}
    body = read_body(EntryKind.HIDE, stored, upgrades)
    assert body == bodies.HideBody(hidden=True, upto=8)
    assert written_body(body, upgrades) == {"hidden": True, "upto": 8, "v": 3}
    newer = {"hidden": True, "upto": 8, "v": 4}
    assert written_body(read_body(EntryKind.HIDE, newer, upgrades), upgrades) == newer, "it is no older one now"

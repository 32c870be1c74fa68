"""A character of NodeST must come with all it is: its card, its world, its preset, its note."""

import base64
from typing import Any

import pytest

from engine.errors import FieldTooLong, InputError, NodestWithoutCard, NotACard
from engine.rules.asked_scripts import asked_scripts, with_allowed
from engine.rules.file_facts import contents_of
from engine.rules.formats.books.books import card_book
from engine.rules.formats.cards.card_files import read_card, read_card_file, write_charx, write_json, write_png
from engine.rules.formats.cards.cards import edit_card
from engine.rules.formats.cards.nodest import card_note, card_preset
from engine.rules.formats.kinds import kind_of
from engine.values.characters.characters import Card
from engine.values.characters.worlds import Position
from engine.values.models.prompts import Role
from engine.values.transfers.transfers import FileKind, Offer
from tests.rules.formats.card_samples import NODEST, V2, dump, png

SCRIPT = {"scriptName": "Rain", "findRegex": "/rain/g", "replaceString": "雨", "placement": [2]}


def read(**changes: Any) -> Card:
    return read_card(dump(NODEST | changes))


def messages(**changes: Any) -> dict[str, Any]:
    return {it.message: it.data for it in contents_of(dump(NODEST | changes), "小满.json").facts}


def test_the_card_in_it() -> None:
    """Only a name came of it, and everything that its author had written was gone."""
    card = read()
    assert (card.name, card.description, card.personality) == ("小满", "小满在渡口摆茶摊。", "爽快。")
    assert card.greetings == ("你来啦，{{user}}。", "今天不开张。")
    assert kind_of(dump(NODEST)) is FileKind.CHARACTER


def test_its_world() -> None:
    """An entry would come without its key, at another place, or never, where NodeST always sends it."""
    book = card_book(read())
    assert book is not None
    one, two, three = book.entries
    assert (one.keys, one.constant, one.vectorized, one.order) == (("船", "渡口"), False, True, 3)
    assert (one.position, one.depth, one.role) == (Position.AT_DEPTH, 2, Role.USER)
    assert (two.comment, two.constant, two.position, two.order) == ("规矩", True, Position.AFTER_CHARACTER, 0)
    assert (three.enabled, three.depth, three.order) == (False, 0, 0)
    assert book.name == "小满"


def test_its_preset() -> None:
    """A prompt would stand four messages up instead of where NodeST puts it."""
    preset = card_preset(read())
    assert preset is not None
    assert preset.name == "小满"
    assert {it.identifier: it.depth for it in preset.prompts if not it.marker} == {
        "characterSystem": None,
        "characterConfirmation": None,
        "deep": 1,
        "near": 0,
        "off": None,
    }
    assert {it.identifier for it in preset.order if it.enabled} == {
        *("characterSystem", "characterConfirmation", "charDescription", "chatHistory", "deep", "near")
    }


def test_its_note() -> None:
    """The note would be lost, or speak as somebody else."""
    note = card_note(read())
    assert note is not None
    assert (note.text, note.depth, note.role) == ("今天是端午。", 1, Role.USER)
    other = card_note(read(authorNote={"content": "x", "role": "system"}))
    assert other is not None
    assert (other.depth, other.role) == (0, Role.SYSTEM)
    assert card_note(read(authorNote={"content": " ", "injection_depth": 3})) is None
    assert card_note(read_card(dump(V2))) is None
    assert card_preset(read_card(dump(V2))) is None


def test_it_goes_out_as_it_came() -> None:
    """A character would not find its way back to the program that it came from."""
    assert write_json(read()) == write_json(read_card(write_json(read())))
    assert read().raw == NODEST


@pytest.mark.parametrize("form", ["png", "charx"])
def test_it_goes_out_as_a_card(form: str) -> None:
    """Programs that know cards would find none in the picture, or one without its world."""
    card = read()
    written = write_png(card, png()) if form == "png" else write_charx(card)
    again = read_card(written)
    assert again.version == 3.0
    assert (again.name, again.description, again.greetings) == (card.name, card.description, card.greetings)
    mine, theirs = card_book(card), card_book(again)
    assert mine is not None
    assert theirs is not None
    assert [(it.keys, it.content, it.position, it.depth, it.role) for it in theirs.entries] == [
        (it.keys, it.content, it.position, it.depth, it.role) for it in mine.entries
    ]
    assert card_preset(again) == card_preset(card)
    assert card_note(again) == card_note(card)
    data: Any = again.raw["data"]
    assert data["extensions"]["nodest"]["x_unknown"] == NODEST["x_unknown"]
    assert again.raw["x_unknown"] == {"kept": [True]}
    assert data["character_book"]["extensions"] == {"x_unknown": "kept"}
    assert data["character_book"]["entries"][0]["extensions"]["x_unknown"] == "kept"


def test_programs_that_know_v2_find_it_in_a_picture() -> None:
    """An older program would find a file of NodeST where it looks for a card."""
    old = read_card(write_png(read(), png()).replace(b"ccv3\0", b"ccvX\0"))
    assert (old.version, old.name, old.description) == (2.0, "小满", "小满在渡口摆茶摊。")


def test_it_is_edited_where_it_stands() -> None:
    """What somebody changed would not be in the file that goes back to NodeST."""
    card = edit_card(read(), {"name": "大满", "description": "她搬走了。", "first_greeting": "走吧。"})
    raw: Any = card.raw
    assert (card.name, card.description, card.greetings) == ("大满", "她搬走了。", ("走吧。", "今天不开张。"))
    assert (raw["name"], raw["roleCard"]["name"], raw["roleCard"]["description"]) == ("大满", "大满", "她搬走了。")
    assert raw["alternateGreetings"] == ["走吧。", "今天不开张。"]
    assert raw["worldBook"] == NODEST["worldBook"]
    fewer = edit_card(card, {"alternate_greetings": ()})
    assert fewer.greetings == ("走吧。",)
    assert read_card(write_json(fewer)) == fewer


def test_greetings_beside_the_card() -> None:
    """CradleAI lists them in two places, with the first one among them."""
    listed = {"data": {"alternate_greetings": ["一", "你来啦，{{user}}。"]}, "alternateGreetings": None}
    card = read(**listed)
    assert card.greetings == ("你来啦，{{user}}。", "一")
    raw: Any = edit_card(card, {"first_greeting": "零"}).raw
    assert raw["data"]["alternate_greetings"] == ["零", "一"]


def test_its_picture() -> None:
    """Its face would be missing though it is in the file."""
    inside = png()
    picture = "data:image/png;base64," + base64.b64encode(inside).decode()
    assert read_card_file(dump(NODEST | {"backgroundImage": picture})).picture == inside
    assert "file-card-no-picture" in messages(backgroundImage="file:///data/x.png")
    assert "backgroundImage" in messages(backgroundImage="file:///data/x.png")["file-card-unused"]["names"]


def test_what_is_told_of_it() -> None:
    """Who imports it would not know that a preset and a note come along, or what is not used."""
    told = messages()
    assert told["file-card-book"]["entries"] == 3
    assert told["file-preset"]["prompts"] >= 5
    assert {"file-card-preset", "file-card-note", "file-card-depths"} <= told.keys()
    assert told["file-card-unused"]["names"] == "chatHistory, x_unknown, roleCard.background"
    assert "file-card-broken" not in told
    assert not {"file-card-preset", "file-card-note", "file-card-depths"} & {
        it.message for it in contents_of(dump(V2), "a.json").facts
    }


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("worldBook", ["x"]),
        ("worldBook", {"entries": "x"}),
        ("preset", "x"),
        ("preset", {"prompts": {"a": 1}}),
        ("preset", {"prompts": [{"identifier": f"p{number}"} for number in range(5_001)]}),
        ("authorNote", "x"),
        ("authorNote", {"content": "x" * 1_000_001}),
    ],
)
def test_a_broken_part_is_named(part: str, value: Any) -> None:
    """Half of a character would be gone, and nobody would have been told."""
    told = messages(**{part: value})
    assert told["file-card-broken"] == {"count": 1, "names": part}
    assert read(**{part: value}).name == "小满"
    assert read(**{part: value}).raw[part] == value


@pytest.mark.parametrize("part", ["worldBook", "preset", "authorNote"])
@pytest.mark.parametrize("value", [None, {}, [], ""])
def test_a_missing_part_is_no_fault(part: str, value: Any) -> None:
    """A character without a preset would be called damaged."""
    assert "file-card-broken" not in messages(**{part: value})


@pytest.mark.parametrize("card", [None, {}, [], "x", {"name": "", "description": ""}])
def test_without_its_card(card: Any) -> None:
    """The reason would be a file that nobody can tell, when what is missing is known."""
    with pytest.raises(NodestWithoutCard):
        contents_of(dump(NODEST | {"roleCard": card}), "小满.json")
    with pytest.raises(NodestWithoutCard):
        contents_of(dump({"worldBook": NODEST["worldBook"], "preset": NODEST["preset"]}), "x.json")


def test_without_a_name() -> None:
    """A name that stands beside the card is its name; without any it is no character."""
    nameless = {"description": "x"}
    assert read(roleCard=nameless).name == "小满"
    with pytest.raises(NotACard):
        read(roleCard=nameless, name=None)
    with pytest.raises(FieldTooLong):
        read(roleCard={"name": "x", "description": "x" * 1_000_001})


def test_scripts_are_asked_about_wherever_they_stand() -> None:
    """A script of the card or its preset would run unseen."""
    inner = NODEST["roleCard"] | {"data": {"extensions": {"regex_scripts": [SCRIPT]}}}  # type: ignore[operator] - a dict of dicts
    preset = NODEST["preset"] | {"extensions": {"regex_scripts": [SCRIPT | {"findRegex": "/wind/g"}]}}  # type: ignore[operator] - a dict of dicts
    data = dump(NODEST | {"roleCard": inner, "preset": preset})
    assert [it.script.find for it in asked_scripts(data, "x.json")] == ["/rain/g", "/wind/g"]
    assert contents_of(data, "x.json").offers == (Offer.BRING, Offer.CALM)
    off: Any = with_allowed(read_card(data).raw, frozenset())
    assert off["roleCard"]["data"]["extensions"]["regex_scripts"][0]["disabled"] is True


def test_any_part_may_be_anything() -> None:
    """A careless editor would stop the import with a fault of ours."""
    for part in NODEST:
        for value in (None, 1, "x", [], [None], {}, {"entries": [1, {"content": 2}]}, {"prompts": [1]}, {"data": 3}):
            try:
                card = read(**{part: value})
            except InputError:
                continue
            assert read_card(write_json(card)) == card
            contents_of(dump(card.raw), "x.json")
            write_png(card, png())

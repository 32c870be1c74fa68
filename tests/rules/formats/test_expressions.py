"""Pictures of a card by emotion: which there are, which of them a tag means, and that they go out again."""

import base64

import pytest

from engine.rules.formats.cards.card_files import read_card, read_card_file, write_charx, write_json
from engine.rules.formats.cards.cards import new_card
from engine.rules.formats.cards.expressions import (
    MOST,
    emotion_name,
    emotion_picture,
    emotions_in,
    meant,
    with_emotions,
    without_emotion,
)
from tests.turns.files import as_json, as_zip, picture


def pictures(data: bytes) -> dict[str, bytes | None]:
    """What a card's file has, by emotion."""
    return {name: emotion_picture(data, where) for name, where in emotions_in(read_card_file(data)).items()}


@pytest.mark.parametrize(
    ("tag", "known", "found"),
    [
        ("Joy", ("joy", "anger"), "joy"),
        ("happy", ("anger", "joy"), "joy"),
        ("开心", ("happy", "sad"), "happy"),
        ("生气", ("angry",), "angry"),
        ("joy", ("开心",), "开心"),
        ("a little smug", ("smug", "joy"), "smug"),
        ("bored", ("joy", "anger"), None),
        ("", ("joy",), None),
        ("x" * 5_000, ("joy",), None),
    ],
)
def test_a_tag_means_the_picture_of_the_same_emotion(tag: str, known: tuple[str, ...], found: str | None) -> None:
    """A model writes "happy", the card's picture is called "joy", and the face never changes."""
    assert meant(tag, known) == found


@pytest.mark.parametrize(
    ("name", "emotion"),
    [
        ("Joy-2.png", "joy"),
        ("joy.2.webp", "joy"),
        ("assets/emotion/开心.PNG", "开心"),
        ("neutral", "neutral"),
        ("7", "7"),
    ],
)
def test_a_name_is_read_as_sillytavern_and_risu_write_it(name: str, emotion: str) -> None:
    """The second sprite of an emotion is an emotion that no tag names."""
    assert emotion_name(name) == emotion


def test_pictures_are_read_from_every_place_of_a_card() -> None:
    """Pictures that are written out in a JSON card are lost."""
    link = "data:image/png;base64," + base64.b64encode(picture("green")).decode()
    assets = [
        {"type": "emotion", "uri": "embeded://a/joy.png", "name": "joy", "ext": "png"},
        {"type": "emotion", "uri": link, "name": "anger", "ext": "png"},
        {"type": "emotion", "uri": "data:image/png;base64,###", "name": "fear", "ext": "png"},
        {"type": "background", "uri": "embeded://a/sea.png", "name": "sea", "ext": "png"},
    ]
    card = {"spec": "chara_card_v3", "spec_version": "3.0", "data": {"name": "Lan", "assets": assets}}
    data = as_zip({"card.json": as_json(card), "a/joy.png": picture("red"), "a/sea.png": picture("blue")})
    assert pictures(data) == {"joy": picture("red"), "anger": picture("green"), "fear": None}


def test_pictures_go_out_with_the_card_and_come_back() -> None:
    """What an author drew is gone after an export."""
    card = new_card("Lan", {"description": "A keeper."})
    drawn = [("joy.png", picture("red")), ("Anger-1.png", picture("green")), ("no.png", b"no picture")]
    made = with_emotions(card, write_json(card), drawn, picture("blue"))
    assert made == with_emotions(card, write_json(card), drawn, picture("blue")), "the same files are the same version"
    out = write_charx(read_card(made), made)
    assert pictures(out) == {"joy": picture("red"), "anger": picture("green")}
    again = read_card_file(out)
    assert (again.card.description, again.picture) == ("A keeper.", picture("blue"))
    changed = with_emotions(again.card, out, [("joy.png", picture("yellow"))], None)
    assert pictures(changed) == {"anger": picture("green"), "joy": picture("yellow")}


def test_pictures_are_set_and_deleted_one_by_one() -> None:
    """The second picture takes the place of the first, or one that was deleted comes back with an export."""
    card = new_card("Lan", {"description": "A keeper."})
    one = with_emotions(card, b"", [("joy", picture("red"))], picture("blue"))
    two = with_emotions(read_card(one), one, [("anger", picture("red"))], picture("blue"))
    assert pictures(two) == {"joy": picture("red"), "anger": picture("red")}
    other = with_emotions(read_card(two), two, [("joy", picture("green"))], picture("blue"))
    assert pictures(other) == {"anger": picture("red"), "joy": picture("green")}
    left = without_emotion(read_card(other), other, "joy", picture("blue"))
    assert pictures(write_charx(read_card(left), left)) == {"anger": picture("red")}
    assert len(read_card_file(left).assets) == 2, "what nothing links to is not kept"
    assert read_card_file(left).picture == picture("blue")
    link = "data:image/png;base64," + base64.b64encode(picture("green")).decode()
    assets = [{"type": "Emotion", "uri": link, "name": "Joy.png", "ext": "png"}]
    written = as_json({"spec": "chara_card_v3", "spec_version": "3.0", "data": {"name": "Lan", "assets": assets}})
    assert pictures(without_emotion(read_card(written), written, "joy", None)) == {}


def test_a_card_has_no_end_of_pictures() -> None:
    """A card with ten thousand emotions fills the memory."""
    card = new_card("Lan", {})
    made = with_emotions(
        card, write_json(card), [(f"e{chr(97 + n % 26)}{chr(97 + n // 26)}", picture()) for n in range(200)], None
    )
    assert len(emotions_in(read_card_file(made))) == MOST

"""Cards in CHARX, in JPEG, WebP and APNG, in BYAF and YAML: what is read from them and what goes out again."""

import base64
import io
import json
import zipfile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import (
    ArchiveDamaged,
    ArchiveWithoutCard,
    CardDamaged,
    FileTooBig,
    FileUnknown,
    InputError,
    JsonBroken,
    NotACard,
    PictureWithoutCard,
)
from engine.rules.formats.cards.byaf import MAX_BYTES as MAX_BYAF_BYTES
from engine.rules.formats.cards.card_files import (
    read_asset,
    read_card,
    read_card_file,
    write_charx,
    write_json,
    write_png,
)
from engine.values.characters.characters import Asset
from tests.rules.formats.card_samples import (
    BYAF,
    CHARX,
    JPEG,
    V1,
    V2,
    V3,
    YAML,
    chunk,
    dump,
    png,
    text_chunk,
    webp,
    zipped,
)
from tests.rules.formats.test_cards import raw_cards

FACE = CHARX["assets/icon/images/Face.PNG"]


def members(data: bytes) -> dict[str, bytes]:
    """The files of an archive, as another program reads them."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def test_charx():
    """A character from a CHARX must come with its face and its pictures."""
    file = read_card_file(zipped(CHARX))
    assert (file.container, file.card.name, file.card.raw) == ("charx", "Ada", json.loads(CHARX["card.json"]))
    assert file.picture == FACE
    assert file.assets == (
        Asset("emotion", "joy", "webp", "assets/emotion/images/joy.webp", len(webp(b"x"))),
        Asset("icon", "other", "png", "assets/icon/images/other.png", len(png())),
        Asset("icon", "main", "png", "assets/icon/images/Face.PNG", len(FACE)),
        Asset("audio", "hello", "ogg", "assets/audio/audio/hello.ogg", 4),
    )
    assert read_asset(zipped(CHARX), "assets/audio/audio/hello.ogg") == b"OggS"


def test_charx_behind_a_jpeg():
    """A picture with an archive behind it shows the character and is the character."""
    file = read_card_file(JPEG + zipped(CHARX))
    assert (file.container, file.card.name, file.picture) == ("charx-jpeg", "Ada", JPEG)
    assert read_asset(JPEG + zipped(CHARX), "assets/icon/images/Face.PNG") == FACE


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (JPEG, PictureWithoutCard),
        (JPEG + zipped({"other.txt": b"x"}), PictureWithoutCard),
        (JPEG[:9] + b"PK\3\4" + JPEG, PictureWithoutCard),
        (JPEG + zipped(CHARX)[:-40], ArchiveDamaged),
        (zipped(CHARX)[:-40], ArchiveDamaged),
        (zipped({"other.txt": b"x"}), ArchiveWithoutCard),
        (zipped({"card.json": b"{"}), JsonBroken),
        (zipped({"card.json": b"{}"}), NotACard),
        (zipped({"manifest.json": b"[]"}), ArchiveWithoutCard),
        (zipped({"manifest.json": b'{"characters": [["a"]]}'}), ArchiveWithoutCard),
        (zipped({"manifest.json": b'{"characters": ["a.json"]}', "a.json": b"{}"}), NotACard),
        (zipped(BYAF | {"scenarios/one.json": b'"' + b"x" * MAX_BYAF_BYTES + b'"'}, zipfile.ZIP_STORED), FileTooBig),
        (webp(b"ASCII\0\0\0hello!"), CardDamaged),
        (webp(b"123, 999"), CardDamaged),
        (webp(dump(V2))[:-60], CardDamaged),
        (webp(b"x").replace(b"II*\0", b"????"), CardDamaged),
        (webp(b"x").replace(b"\x86\x92", b"\0\0"), PictureWithoutCard),
        (b"name: Ada\n", NotACard),
        (b"on: push\nname: a workflow\njobs: {}\n", NotACard),
        (b"greeting: hi\n", NotACard),
        (b"a: b\n", FileUnknown),
    ],
)
def test_what_is_no_card_says_why(data, error):
    """A person must learn what is wrong with the file they sent."""
    with pytest.raises(error):
        read_card_file(data)


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize(
    "comment",
    [
        dump(V2),
        b"ASCII\0\0\0" + dump(V2),
        b"\0" * 8 + dump(V2) + b"\0",
        b"UNICODE\0" + json.dumps(V2).encode("utf-16-le"),
        b"UNICODE\0" + json.dumps(V2).encode("utf-16-be"),
        base64.b64encode(dump(V2)),
        ",".join(str(byte) for byte in dump(V2)).encode(),
    ],
)
def test_webp(comment, order):
    """Old cards in WebP exist in every one of these spellings."""
    data = webp(comment, order)
    file = read_card_file(data)
    assert (file.container, file.card.raw, file.picture) == ("webp", V2, data)


def test_byaf():
    """Someone who moves from Backyard AI must find their character whole."""
    data = zipped(BYAF)
    file = read_card_file(data)
    card = file.card
    assert (file.container, file.picture) == ("byaf", png())
    assert [it.path for it in file.assets] == ["characters/ada/images/face.png"]
    assert card.description == "{{char}} mends clocks for {{user}}; {{char}} and {other} stay."
    assert card.greetings == ("{{char}}: Come in, {{user}}.", "Good evening.")
    assert card.scenario == "A shop. {{user}} comes in."
    assert card.mes_example == "<START>\n{{user}}: Hi\n{{char}}: Hello.\n<START>\nMore."
    assert (card.system_prompt, card.creator, card.creator_notes) == (
        "Be {{char}}.",
        "someone",
        "https://example.org/someone",
    )
    book: Any = card.character_book
    entries = book["entries"]
    assert entries[0] == {
        "keys": ["clock", "watch"],
        "content": "{{char}} knows it.",
        "extensions": {},
        "enabled": True,
        "insertion_order": 0,
    }
    assert (entries[1]["keys"], entries[1]["content"]) == (["7"], "")
    kept: Any = card.extensions["backyard"]
    assert (kept["character"]["displayName"], kept["scenarios"][0]["temperature"]) == ("Ada the clockmaker", 1.2)
    assert b"private" not in write_json(card)
    assert read_card(write_json(card)) == card


def test_byaf_in_pieces():
    """An archive without scenarios, or with a display name alone, is a character still."""
    manifest = dump({"characters": ["./a.json"], "scenarios": "none"})
    card = read_card(zipped({"manifest.json": manifest, "a.json": dump({"displayName": "Ada", "loreItems": {}})}))
    assert (card.name, card.greetings, card.character_book) == ("Ada", (), None)


def test_yaml():
    """A character of text-generation-webui must be one that other programs understand when it goes out again."""
    file = read_card_file(YAML.encode())
    assert (file.container, file.picture, file.card.version) == ("yaml", None, 1.0)
    assert file.card.raw == {
        "name": "Ada",
        "description": "Ada mends clocks.\n{{char}} is dry: very dry.",
        "personality": "",
        "scenario": "",
        "first_mes": "Come in,\nplease.",
        "mes_example": "",
        "your_name": "no",
        "temper": {"calm": True, "since": 2019},
    }
    assert read_card(b"spec: chara_card_v3\ndata:\n  name: Ada\n").raw == {
        "spec": "chara_card_v3",
        "data": {"name": "Ada"},
    }


def test_png_with_assets():
    """Pictures that an older program kept inside the PNG must be found under the names the card gives them."""
    links = [{"type": "emotion", "uri": "__asset:0", "name": "joy", "ext": "png"}]
    raw = V3 | {"data": V3["data"] | {"assets": links}}  # type: ignore[operator] - a dict of dicts
    packed = base64.b64encode(b"the picture")
    kept = [chunk(b"tEXt", f"{name}\0".encode() + packed) for name in ("Chara-Ext-Asset_:0", "chara-ext-asset_b/C.bin")]
    data = png(text_chunk("ccv3", raw), *kept, chunk(b"tEXt", b"chara-ext-asset_../x\0" + packed))
    file = read_card_file(data)
    assert [(it.type, it.name, it.path) for it in file.assets] == [
        ("emotion", "joy", "0"),
        ("other", "C", "b/C.bin"),
        ("other", "x", "../x"),
    ]
    assert read_asset(data, "b/C.bin") == b"the picture"
    assert all(part in write_png(file.card, data) for part in kept)
    written = write_charx(file.card, data)
    assert members(written).keys() == {"card.json", "0", "b/C.bin", "assets/icon/images/main.png"}
    assert read_asset(written, "0") == b"the picture"


def test_animated_png_is_told_apart():
    """A platform that cannot show moving faces needs to know."""
    assert read_card_file(png(chunk(b"acTL", b"\0" * 8), text_chunk("ccv3", V3))).container == "apng"
    assert read_card_file(png(text_chunk("ccv3", V3))).container == "png"


def test_picture_written_out_in_the_card():
    """A face that a JSON card carries as text must be shown."""
    face = "data:image/png;base64," + base64.b64encode(png()).decode()
    links = [{"type": "icon", "uri": "data:image/png;base64,???", "name": "main"}, {"type": "icon", "uri": face}]
    raw = V3 | {"data": V3["data"] | {"assets": links}}  # type: ignore[operator] - a dict of dicts
    assert read_card_file(dump(raw)).picture == png()
    assert read_card_file(dump(V3)).picture is None


def test_export_keeps_the_rest_of_the_archive():
    """Regexes and triggers that another program keeps in the archive must not be lost by passing through here."""
    card = read_card(zipped(CHARX))
    written = write_charx(card, zipped(CHARX))
    assert {name: data for name, data in members(written).items() if name != "card.json"} == {
        name: data for name, data in CHARX.items() if name != "card.json"
    }
    assert read_card_file(written) == read_card_file(zipped(CHARX))
    assert written == write_charx(card, written)


@pytest.mark.parametrize("original", [png(), JPEG + zipped({"card.json": dump(V3)}), webp(dump(V2))])
def test_export_makes_the_picture_the_icon(original):
    """A character that was a picture must keep its face in an archive."""
    original = write_png(read_card(dump(V3)), original) if original.startswith(b"\x89") else original
    picture = read_card_file(original).picture
    assert picture
    written = write_charx(read_card(dump(V3)), original)
    file = read_card_file(written)
    assert file.picture == picture
    assert file.card.assets[0].uri.startswith("embeded://assets/icon/images/main.")


@pytest.mark.parametrize("raw", [V1, V2, V1 | {"char_persona": "P", "description": ""}])
def test_older_cards_become_v3_in_an_archive(raw):
    """Programs refuse an archive whose card is not V3."""
    card = read_card(dump(raw))
    written = read_card(write_charx(card))
    assert written.version == 3.0
    assert (written.name, written.description, written.greetings) == (card.name, card.description, card.greetings)
    assert written.talkativeness == card.talkativeness
    data: Any = written.raw["data"]
    assert data["group_only_greetings"] == []
    assert read_card(write_charx(written)) == written


def test_old_copy_of_a_v3_card_has_no_decorators():
    """A program that knows V2 would send them to its model."""
    entries = [{"keys": ["a"], "content": "@@depth 2\n@@@x\nIt ticks."}, {"content": "Plain @@ text"}, 7]
    raw = V3 | {"data": V3["data"] | {"character_book": {"entries": entries, "name": "B"}}}  # type: ignore[operator] - a dict of dicts
    written = write_png(read_card(dump(raw)), png())
    old = read_card(written.replace(b"ccv3\0", b"ccvX\0")).character_book
    assert old == {"entries": [{"keys": ["a"], "content": "It ticks."}, *entries[1:]], "name": "B"}
    assert read_card(written).raw == raw


def test_what_v3_adds():
    """Dates, sources and notes by language must be read whatever their types are."""
    data = {
        "name": "Ada",
        "assets": [{"type": "icon", "uri": "ccdefault:", "name": "main", "ext": "png"}, {"uri": 1}, "odd"],
        "source": ["https://example.org/1", 2, None],
        "creator_notes_multilingual": {"zh": "说明", "en": 3, "de": ""},
        "creation_date": 1_700_000_000,
        "modification_date": "1700000000123",
        "extensions": {"talkativeness": "0.8", "world": " Clocks "},
    }
    card = read_card(dump({"spec": "chara_card_v3", "spec_version": "3.0", "data": data}))
    assert [(it.type, it.uri) for it in card.assets] == [("icon", "ccdefault:")]
    assert card.source == ("https://example.org/1", "2")
    assert card.creator_notes_multilingual == {"zh": "说明", "en": "3"}
    assert (card.creation_date, card.modification_date) == (1_700_000_000, 1_700_000_000)
    assert (card.talkativeness, card.world) == (0.8, "Clocks")


@pytest.mark.parametrize(
    ("value", "read"),
    [("0.3", 0.3), (0, 0.0), (7, 1.0), (-1, 0.0), (None, 0.5), ("often", 0.5), ([], 0.5), (True, 0.5)],
)
def test_talkativeness(value, read):
    """An odd number must not make a character speak always or never."""
    assert read_card(dump({"name": "A", "extensions": {"talkativeness": value}})).talkativeness == read
    assert read_card(dump({"name": "A", "talkativeness": value})).talkativeness == read


@given(raw_cards(), st.dictionaries(st.sampled_from(["a.txt", "assets/x/y.png", "x/文.bin"]), st.binary(max_size=99)))
def test_round_trip_through_an_archive_is_exact(raw, more):
    """Otherwise exporting a card and importing it elsewhere loses what its author wrote."""
    card = read_card(dump(raw))
    written = write_charx(card, zipped({"card.json": dump(V3), **more}))
    read = read_card(written)
    assert members(written).items() >= more.items()
    if card.version >= 3:
        assert read.raw == card.raw
    assert (read.name, read.description, read.alternate_greetings) == (
        card.name,
        card.description,
        card.alternate_greetings,
    )
    assert read_card(write_charx(read)).raw == read.raw


def test_errors_carry_no_text_of_the_card():
    """What a person wrote must not end up in a log through an error."""
    for data in (b"name: secret\ncontext: [secret", zipped({"secret.txt": b"secret"}), webp(b"secret!")):
        with pytest.raises(InputError) as caught:
            read_card(data)
        assert "secret" not in str(caught.value)

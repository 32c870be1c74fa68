"""Any archive, WebP or YAML gives a card that survives an export, or an error in our words."""

import base64
import contextlib
import zipfile
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.rules.formats.archives.archives import open_archive
from engine.rules.formats.cards.card_files import (
    read_asset,
    read_card,
    read_card_file,
    write_charx,
    write_json,
    write_png,
)
from engine.rules.formats.yaml_text import read_yaml
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
from tests.rules.formats.test_cards import JSON_VALUES

from .budget import FUZZ
from .test_card_bytes import EDITS, NASTY, mutate

SEEDS = [
    zipped(CHARX),
    zipped(CHARX, zipfile.ZIP_STORED),
    JPEG + zipped(CHARX),
    zipped(BYAF, zipfile.ZIP_STORED),
    webp(dump(V2)),
    webp(b"UNICODE\0" + base64.b64encode(dump(V1)), ">"),
    png(text_chunk("ccv3", V3), chunk(b"tEXt", b"chara-ext-asset_:a/b.png\0" + base64.b64encode(png()))),
    YAML.encode(),
]
PIECES = st.binary(max_size=8) | NASTY | st.sampled_from([b"PK\1\2", b"PK\5\6", b"\xff\xff\xff\xff"])
LONG_EDITS = st.lists(st.tuples(st.integers(0, 1 << 20), st.integers(0, 40), PIECES), max_size=8)
PATHS = st.sampled_from(
    [*CHARX, *BYAF, "../card.json", "/card.json", "card.json/", "", "a\\..\\b", "assets/icon/images/" + "x" * 1_100]
)
YAML_PIECES = st.sampled_from(
    [
        *(
            "name: A\n",
            "context: ",
            "greeting: |\n  ",
            "- ",
            "? ",
            ": ",
            "&a ",
            "*a",
            "[",
            "]",
            "{",
            "}",
            ", ",
            "!!str ",
        ),
        *(
            "!x",
            "'",
            '"',
            "\\u12",
            "#",
            "%YAML 1.1\n",
            "---\n",
            "...\n",
            "\n",
            "  ",
            "\t",
            "<<",
            ">",
            "@",
            "`",
            "\ufffe",
        ),
    ]
)
FIELDS = st.sampled_from(
    [
        *("extensions", "assets", "character_book", "depth_prompt", "talkativeness", "creation_date", "source", "uri"),
        *("creator_notes_multilingual", "tags", "alternate_greetings", "first_mes", "nickname", "spec_version"),
    ]
)
STRANGE = st.recursive(
    st.just({}),
    lambda inner: st.dictionaries(FIELDS, JSON_VALUES | inner | st.lists(inner, max_size=2), max_size=4),
    max_leaves=6,
).filter(lambda value: isinstance(value, dict))


def check(data: bytes) -> None:
    """A card comes in whole, and its exports are the same card."""
    try:
        file = read_card_file(data)
        for asset in file.assets:
            read_asset(data, asset.path)
        exported = write_charx(file.card, data)
    except InputError:
        return
    assert file.card.name
    assert read_card(write_json(file.card)) == file.card
    assert read_card(write_png(file.card, png())) == file.card
    again = read_card(exported)
    assert again.name == file.card.name
    assert again.version < 3 or read_card(write_charx(again, exported)) == again


@FUZZ
@given(st.sampled_from(SEEDS), LONG_EDITS)
def test_damaged_containers(seed, edits):
    """A card damaged on its way must be read or refused, never crash or come in half."""
    check(mutate(seed, edits))


@FUZZ
@given(
    st.sampled_from([CHARX, BYAF]),
    st.dictionaries(
        PATHS, st.one_of(JSON_VALUES.map(dump), st.sampled_from([*CHARX.values(), *BYAF.values()]), NASTY), max_size=4
    ),
    st.sets(PATHS, max_size=2),
    st.booleans(),
)
def test_strange_members(files, changed, gone, stored):
    """A sound archive with strange things inside must be read or refused."""
    members = {name: data for name, data in (files | changed).items() if name not in gone}
    check(zipped(members, zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED))


@FUZZ
@given(st.sampled_from(["card.json", "characters/ada/character.json", "scenarios/one.json", "manifest.json"]), EDITS)
def test_damaged_json_in_a_sound_archive(name, edits):
    """Checksums must not be all that stands between a strange card and the bot."""
    files = CHARX if name in CHARX else BYAF
    check(zipped(files | {name: mutate(files[name], edits)}))


@FUZZ
@given(st.sampled_from([V1, V2, V3]), STRANGE)
def test_any_type_in_any_field(raw: dict[str, Any], strange: dict[str, Any]):
    """Wrong types must never stop an import that has a name."""
    data = dict(raw.get("data") or raw) | strange | {"name": "Ada"}
    whole = raw | strange | ({"data": data} if "data" in raw else {"name": "Ada"})
    check(dump(whole))
    assert read_card(dump(whole)).name == "Ada"


@FUZZ
@given(st.lists(YAML_PIECES | st.text(max_size=4), max_size=30).map("".join))
def test_any_yaml(text):
    """A file that somebody wrote by hand must be read or its fault be shown."""
    data = text.encode("utf-8", "surrogatepass")
    with contextlib.suppress(InputError):
        read_yaml(data)
    check(data)
    check(b"name: A\ngreeting: hi\n" + data)


@FUZZ
@given(st.binary(max_size=200), st.binary(max_size=40))
def test_noise_around_an_archives_end(before, after):
    """An archive of noise must be refused."""
    with contextlib.suppress(InputError):
        open_archive(before + b"PK\5\6" + after)
    check(b"PK\3\4" + before + b"PK\5\6" + after)
    check(b"RIFF\0\0\0\0WEBPEXIF" + before)

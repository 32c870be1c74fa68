"""Any bytes give a card that survives an export, or an error in our words."""

import base64
import zlib

from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.rules.formats.cards.card_files import read_card, write_json, write_png
from tests.rules.formats.card_samples import END, HEADER, SIGNATURE, V1, V2, V3, chunk, dump, png, text_chunk

from .budget import FUZZ

SEEDS = [
    dump(V1),
    dump(V3),
    png(text_chunk("chara", V2), text_chunk("ccv3", V3)),
    png(chunk(b"zTXt", b"chara\0\0" + zlib.compress(base64.b64encode(dump(V2))))),
    png(chunk(b"iTXt", b"ccv3\0\1\0en\0\0" + zlib.compress(base64.b64encode(dump(V3))))),
]
NASTY = st.sampled_from(
    [
        *[b"\0", b"\xff", b'"', b"\\", b"\\u0000", b"\\ud800", b"\xed\xa0\x80", b"{", b"]", b",", b":", b"\n", b"NaN"],
        *[
            b"-Infinity",
            b"1e999",
            b"9" * 401,
            b"9" * 400,
            b"[" * 101,
            b'{"a":' * 100,
            b"null",
            b"true",
            b"\xf0\x9f\x98\x80",
        ],
        *[b'"name":', b'"data":', b'"entries":[],', b'"spec_version":"9",', b"IEND", b"\x89PNG", b"\xff\xfe"],
    ]
)
EDITS = st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 12), st.binary(max_size=6) | NASTY), max_size=6)


def mutate(seed: bytes, edits: list[tuple[int, int, bytes]]) -> bytes:
    """Replace pieces of ``seed``, each given as (place, length, new bytes)."""
    for place, length, new in edits:
        at = place % (len(seed) + 1)
        seed = seed[:at] + new + seed[at + length :]
    return seed


def check(data: bytes) -> None:
    try:
        card = read_card(data)
    except InputError:
        return
    assert card.name
    assert read_card(write_json(card)) == card
    assert read_card(write_png(card, png())) == card


@FUZZ
@given(st.binary(max_size=400))
def test_arbitrary_bytes(data):
    """A file of noise must never stop the bot."""
    check(data)


@FUZZ
@given(st.binary(max_size=200), st.sampled_from([b"{", b"[", b"\xff\xfe{\0", SIGNATURE, SIGNATURE + HEADER]))
def test_noise_behind_a_good_start(data, start):
    """A file that begins well must never stop the bot."""
    check(start + data)


@FUZZ
@given(st.sampled_from(SEEDS), EDITS)
def test_damaged_cards(seed, edits):
    """A card damaged on its way must be read or refused, never crash or come in half."""
    check(mutate(seed, edits))


@FUZZ
@given(st.sampled_from([V1, V2, V3]), EDITS, st.booleans())
def test_damaged_json_in_a_sound_picture(raw, edits, compressed):
    """Checksums must not be all that stands between a strange card and the bot."""
    data = base64.b64encode(mutate(dump(raw), edits))
    body = chunk(b"zTXt", b"chara\0\0" + zlib.compress(data)) if compressed else chunk(b"tEXt", b"chara\0" + data)
    check(SIGNATURE + HEADER + body + END)


@FUZZ
@given(st.lists(st.tuples(st.sampled_from([b"tEXt", b"zTXt", b"iTXt", b"IDAT"]), st.binary(max_size=60)), max_size=5))
def test_odd_text_chunks(chunks):
    """A picture with odd texts must be read or refused."""
    check(png(*(chunk(kind, b"chara\0" + body) for kind, body in chunks)))

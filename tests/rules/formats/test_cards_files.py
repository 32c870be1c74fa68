"""Card files: every container, every way to be broken, every bomb."""

import base64
import itertools
import json
import zlib

import pytest

from engine.errors import (
    ArchiveDamaged,
    CardDamaged,
    FileNotUtf8,
    FileTooBig,
    FileUnknown,
    InputError,
    JsonBroken,
    JsonNumberTooLong,
    JsonTooDeep,
    JsonTooMany,
    PictureNotPng,
    PictureTooManyParts,
    PictureTruncated,
    PictureWithoutCard,
)
from engine.rules.formats.bounded_json import MAX_BYTES, MAX_DEPTH, read_json
from engine.rules.formats.cards.card_files import MAX_FILE_BYTES, read_card, write_json, write_png
from engine.rules.formats.cards.png_chunks import MAX_CHUNKS, read_chunks
from tests.rules.formats.card_samples import END, HEADER, PIXELS, SIGNATURE, V1, V2, V3, chunk, dump, png, text_chunk
from tests.rules.memory import at_most

EXTRA_MEMORY = 64 << 20


@pytest.mark.parametrize("keyword", ["chara", "Chara", "CCV3"])
def test_keyword_in_any_case(keyword):
    """Cards whose program spelled the keyword its own way must be found."""
    assert read_card(png(text_chunk(keyword, V2))).name == "Ada"


@pytest.mark.parametrize("order", [("chara", "ccv3"), ("ccv3", "chara")])
def test_v3_beats_v2(order):
    """Otherwise a V3 card comes in as the reduced copy made for old programs."""
    chunks = {"chara": text_chunk("chara", V1 | {"name": "Old"}), "ccv3": text_chunk("ccv3", V3)}
    assert read_card(png(*(chunks[keyword] for keyword in order))).name == "Ada"


def test_compressed_and_international_text():
    """Cards saved again by a picture editor may have moved into other text chunks."""
    packed = base64.b64encode(dump(V2))
    for body in (
        chunk(b"zTXt", b"chara\0\0" + zlib.compress(packed)),
        chunk(b"iTXt", b"chara\0\0\0en\0Karte\0" + packed),
        chunk(b"iTXt", b"chara\0\1\0\0\0" + zlib.compress(packed)),
        chunk(b"tEXt", b"chara\0" + dump(V2)),
        chunk(b"tEXt", b"chara\0" + packed.rstrip(b"=") + b"\n"),
    ):
        assert read_card(png(body)).name == "Ada"


def test_animated_png():
    """An animated card is a card."""
    frames = chunk(b"acTL", b"\0\0\0\1\0\0\0\0") + chunk(b"fcTL", b"\0" * 26) + chunk(b"fdAT", b"\0" * 9)
    assert read_card(png(frames, text_chunk("ccv3", V3))).version == 3.0


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_json_encodings(encoding):
    """A card saved by a plain editor on Windows must come in."""
    assert read_card(json.dumps(V1 | {"name": "思い出"}, ensure_ascii=False).encode(encoding)).name == "思い出"


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (png(), "PNG"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "JPEG"),
        (b"GIF89a", "GIF"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "WebP"),
        (png(chunk(b"tEXt", b"Comment\0chara")), "PNG"),
    ],
)
def test_a_picture_without_a_card_is_told_apart(data, kind):
    """Someone who sent the card as a photo must be told to send it as a file."""
    with pytest.raises(PictureWithoutCard) as caught:
        read_card(data)
    assert caught.value.data == {"kind": kind}


GOOD = png(text_chunk("chara", V2))
BAD_SUM = GOOD.replace(base64.b64encode(dump(V2))[:40], base64.b64encode(dump(V2))[:39] + b"!")


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", FileUnknown),
        (b"hello", FileUnknown),
        (b"PK\3\4", ArchiveDamaged),
        (b"\0" * 100, FileUnknown),
        (b"{", JsonBroken),
        (b'{"name": "Ada",}', JsonBroken),
        (b'{"name": "A\nda"}', JsonBroken),
        (b'{"name": "\xb0\xa1"}', FileNotUtf8),
        (b"\xff\xfe{\0\xff", FileNotUtf8),
        (b"\x89PNG", PictureTruncated),
        (GOOD[:-1], PictureTruncated),
        (GOOD[:-12], PictureTruncated),
        (GOOD[:60], PictureTruncated),
        (SIGNATURE + b"\xff\xff\xff\xffIHDR", PictureTruncated),
        (BAD_SUM, CardDamaged),
        (png(chunk(b"tEXt", b"chara\0!!!")), CardDamaged),
        (png(chunk(b"tEXt", b"chara\0abcde")), CardDamaged),
        (png(chunk(b"zTXt", b"chara\0\0junk")), CardDamaged),
        (png(chunk(b"zTXt", b"chara\0\0" + zlib.compress(b"abcd" * 99)[:-5])), CardDamaged),
        (png(chunk(b"zTXt", b"chara\0")), CardDamaged),
        (png(chunk(b"iTXt", b"chara\0\1\0en")), CardDamaged),
        (png(chunk(b"tEXt", b"chara\0" + base64.b64encode(b'{"name"'))), JsonBroken),
    ],
)
def test_broken_files_say_what_is_wrong(data, error):
    """A person must learn what is wrong with a file, whatever it is."""
    with pytest.raises(error):
        read_card(data)


def repeated_zeros(megabytes: int) -> bytes:
    """A zlib stream of many megabytes from one compressed block, repeated."""
    packer = zlib.compressobj()
    head = packer.compress(b"") + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(b"\0" * (1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    return head + block * megabytes


BOMBS = [
    pytest.param(lambda: png(chunk(b"zTXt", b"chara\0\0" + repeated_zeros(200))), FileTooBig, id="zTXt of 200 MB"),
    pytest.param(lambda: png(chunk(b"iTXt", b"ccv3\0\1\0\0\0" + repeated_zeros(200))), FileTooBig, id="iTXt of 200 MB"),
    pytest.param(lambda: png(chunk(b"zzZz", b"") * 10**6), PictureTooManyParts, id="a million chunks"),
    pytest.param(lambda: png(chunk(b"tEXt", b"a\0b") * 10**6), PictureTooManyParts, id="a million texts"),
    pytest.param(lambda: png(chunk(b"tEXt", b"chara\0" + b"A" * 14_500_000)), FileTooBig, id="base64 too long"),
    pytest.param(lambda: b"\x89PNG" + b"\0" * MAX_FILE_BYTES, FileTooBig, id="file too big"),
    pytest.param(lambda: b" " * 9 + b"{" + b" " * MAX_BYTES, FileTooBig, id="JSON too big"),
    pytest.param(lambda: b"[" * 100_000 + b"]" * 100_000, JsonTooDeep, id="100,000 levels"),
    pytest.param(lambda: b'{"name":"a","x":' + b'{"a":' * 500 + b"1" + b"}" * 501, JsonTooDeep, id="500 levels"),
    pytest.param(lambda: b"[" + b"[]," * 3_000_000 + b"1]", JsonTooMany, id="millions of lists"),
    pytest.param(lambda: b"[" + b'"",' * 3_000_000 + b"1]", JsonTooMany, id="millions of texts"),
    pytest.param(lambda: b"[" + b'"\\"",' * 1_900_000 + b"1]", JsonTooMany, id="millions of escaped quotes"),
    pytest.param(lambda: b'{"name":"a","x":' + b"1" * 100_000 + b"}", JsonNumberTooLong, id="100,000 digits"),
    pytest.param(lambda: b'{"name":"a","x":1.' + b"1" * 100_000 + b"}", JsonNumberTooLong, id="100,000 decimals"),
    pytest.param(lambda: b'{"' + b'\\"' * 5_000_000, JsonBroken, id="a text that never ends"),
]


@pytest.mark.share(2)
@pytest.mark.parametrize(("make", "error"), BOMBS)
def test_bombs_are_refused_within_bounds(make, error):
    """One hostile file must not stop the house for everyone."""
    data = make()
    with at_most(EXTRA_MEMORY), pytest.raises(error):
        read_card(data)


def test_chunks_after_the_limit_are_not_looked_at():
    """The time for a hostile picture must have an end."""
    chunks = read_chunks(png(chunk(b"tEXt", b"") * 100_000))
    assert len(list(itertools.islice(chunks, MAX_CHUNKS))) == MAX_CHUNKS
    with pytest.raises(PictureTooManyParts):
        next(chunks)


def test_brackets_inside_texts_do_not_count():
    """A character who writes code must not be taken for an attack."""
    text = '[{"\\' * 40_000
    assert read_card(dump(V1 | {"description": text})).description == text


def test_depth_limit_is_exact():
    """Real cards nest a little; the limit must let them in."""
    assert read_json(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH)
    with pytest.raises(JsonTooDeep):
        read_json(b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1))


def test_numbers_json_cannot_hold_become_null():
    """A NaN from a careless program must not make the card impossible to export."""
    card = read_card(b'{"name":"a","w":1e999,"x":NaN,"y":[-Infinity,1e300],"name":"b"}')
    assert card.name == "b"
    assert card.raw == {"name": "b", "w": None, "x": None, "y": [None, 1e300]}
    assert read_card(write_json(card)) == card


def test_png_has_both_cards_right_before_its_end():
    """Other programs must find the card where they look, once, and the picture must stay what it was."""
    old = png(text_chunk("Chara", V1), chunk(b"tEXt", b"Software\0x"), text_chunk("ccv3", V1))
    written = write_png(read_card(dump(V3)), old)
    kinds = [written[part.body : part.body + 5] for part in read_chunks(written) if part.kind == b"tEXt"]
    assert kinds == [b"Softw", b"chara", b"ccv3\0"]
    assert written.startswith(SIGNATURE + HEADER + PIXELS)
    assert written.endswith(END)
    card = read_card(written)
    assert card.raw == V3
    assert written == write_png(card, written)
    assert read_card(written.replace(b"ccv3\0", b"ccvX\0")).version == 2.0


@pytest.mark.parametrize("raw", [V1, V2])
def test_an_older_card_is_written_as_what_it_is_alone(raw):
    """A chunk for V3 with a card that says it is older would be read as V3 by others, and lack what V3 must have."""
    written = write_png(read_card(dump(raw)), png(text_chunk("ccv3", raw)))
    kinds = [written[part.body : part.body + 5] for part in read_chunks(written) if part.kind == b"tEXt"]
    assert kinds == [b"chara"]
    assert read_card(written).raw == raw


@pytest.mark.parametrize("image", [b"", b"\xff\xd8\xff", b"{}"])
def test_a_card_goes_only_into_a_png(image):
    """Otherwise an export would be a file that nobody can open."""
    with pytest.raises(PictureNotPng):
        write_png(read_card(dump(V2)), image)


def test_a_picture_too_big_to_read_again_is_not_written():
    """An export must never be a file that we refuse to import."""
    with pytest.raises(FileTooBig):
        write_png(read_card(dump(V2)), png(chunk(b"IDAT", b"\0" * (MAX_FILE_BYTES - 200))))


def test_errors_carry_no_text_of_the_card():
    """What a person wrote must not end up in a log through an error."""
    with pytest.raises(InputError) as caught:
        read_card(b'{"name": "secret words",}')
    assert "secret" not in str(caught.value)

"""Card files: bytes to a card and back.

A PNG holds its card as base64 in a text chunk: ``ccv3`` for V3, ``chara`` for V1 and V2. Reading is bounded and total:
any bytes give a Card or an InputError that says what is wrong.
"""

import base64
import binascii

from engine.errors import CardDamaged, FileTooBig, FileUnknown, PictureWithoutCard
from engine.rules.formats.bounded_json import MAX_BYTES, MAX_MEGABYTES, read_json, write_json_value
from engine.rules.formats.cards import NEWEST_VERSION, as_v2, card_from_json
from engine.rules.formats.png_chunks import SIGNATURE, find_texts, read_text, replace_texts
from engine.values.characters import Card
from engine.values.documents import JsonObject

MAX_FILE_MEGABYTES = 20
MAX_FILE_BYTES = MAX_FILE_MEGABYTES << 20
V3_KEYWORD = "ccv3"
V2_KEYWORD = "chara"
_KEYWORDS = frozenset({V3_KEYWORD, V2_KEYWORD})
_SPACE = b" \t\r\n\0"
_TEXT_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


def read_card(data: bytes) -> Card:
    """Return the card in a JSON or PNG file, whichever the bytes are. Raises InputError, and nothing else."""
    _check_file_size(len(data))
    if data.startswith(SIGNATURE[:4]):
        return card_from_json(read_json(_json_in_png(data)))
    kind = _picture_kind(data)
    if kind:
        raise PictureWithoutCard(kind=kind)
    if data.startswith(_TEXT_MARKS) or data[:4096].lstrip().startswith((b"{", b"[")):
        return card_from_json(read_json(data))
    raise FileUnknown


def write_json(card: Card) -> bytes:
    """Return the card as a JSON file, with every field it came with."""
    return write_json_value(card.raw)


def write_png(card: Card, image_png: bytes) -> bytes:
    """Return ``image_png`` with the card inside; a card already in it is replaced.

    A V3 card is also written for programs that know V2; a V1 card only under the keyword of its time.
    Raises PictureNotPng, PictureTruncated, PictureTooManyParts, FileTooBig.
    """
    texts = [(V2_KEYWORD, _packed(as_v2(card.raw) if card.version >= NEWEST_VERSION else card.raw))]
    if card.version > 1:
        texts.append((V3_KEYWORD, _packed(card.raw)))
    png = replace_texts(image_png, _KEYWORDS, texts)
    _check_file_size(len(png))
    return png


def _check_file_size(size: int) -> None:
    if size > MAX_FILE_BYTES:
        raise FileTooBig(size=size, limit=MAX_FILE_BYTES, megabytes=MAX_FILE_MEGABYTES)


def _picture_kind(data: bytes) -> str:
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"GIF8"):
        return "GIF"
    return "WebP" if data.startswith(b"RIFF") and data[8:12] == b"WEBP" else ""


def _json_in_png(png: bytes) -> bytes:
    texts = find_texts(png, _KEYWORDS)
    chunk = texts.get(V3_KEYWORD) or texts.get(V2_KEYWORD)
    if chunk is None:
        raise PictureWithoutCard(kind="PNG")
    return _unpacked(read_text(png, chunk))


def _unpacked(text: bytes) -> bytes:
    if text.lstrip().startswith(b"{"):
        return text  # some programs leave the base64 out
    packed = text.translate(None, _SPACE).rstrip(b"=")
    if len(packed) > MAX_BYTES * 4 // 3 + 4:
        raise FileTooBig(size=len(packed) * 3 // 4, limit=MAX_BYTES, megabytes=MAX_MEGABYTES)
    try:
        return base64.b64decode(packed + b"=" * (-len(packed) % 4), validate=True)
    except binascii.Error:
        raise CardDamaged(part="base64") from None


def _packed(raw: JsonObject) -> bytes:
    return base64.b64encode(write_json_value(raw))

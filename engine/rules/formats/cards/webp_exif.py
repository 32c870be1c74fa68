"""The card in a WebP: the user's comment in its EXIF data, as an early card editor wrote it."""

import re
import struct

from engine.errors import CardDamaged, PictureWithoutCard

_HEAD = 12
_MAX_CHUNKS = 1_000
_MAX_TAGS = 1_000
_EXIF_FOLDER, _COMMENT = 0x8769, 0x9286
_ENCODING = 8  # bytes that name the comment's encoding
_ORDER = {b"II*\0": "<", b"MM\0*": ">"}
_MAX_NUMBERS = 300_000
_NUMBERS = re.compile(rb"\s*\d{1,3}(?:\s*,\s*\d{1,3})*\s*")


def webp_comment(webp: bytes) -> bytes:
    """The comment's text: JSON or base64. Raises PictureWithoutCard, CardDamaged."""
    exif = _exif(webp)
    if exif is None:
        raise PictureWithoutCard(kind="WebP")
    try:
        comment = _comment(exif.removeprefix(b"Exif\0\0"))
    except struct.error:
        raise CardDamaged(part="exif") from None
    if comment is None:
        raise PictureWithoutCard(kind="WebP")
    return _text(comment)


def _exif(webp: bytes) -> bytes | None:
    place = _HEAD
    for _ in range(_MAX_CHUNKS):
        if place + 8 > len(webp):
            return None
        kind, size = struct.unpack_from("<4sI", webp, place)
        if kind == b"EXIF":
            if place + 8 + size > len(webp):
                raise CardDamaged(part="exif")
            return webp[place + 8 : place + 8 + size]
        place += 8 + size + size % 2
    return None


def _comment(exif: bytes) -> bytes | None:
    order = _ORDER.get(exif[:4])
    if order is None:
        raise CardDamaged(part="exif")
    (first,) = struct.unpack_from(f"{order}I", exif, 4)
    found = _tags(exif, order, first)
    if _COMMENT not in found and _EXIF_FOLDER in found:
        (place,) = struct.unpack_from(f"{order}I", exif, found[_EXIF_FOLDER] + 8)
        found = _tags(exif, order, place)
    if _COMMENT not in found:
        return None
    entry = found[_COMMENT]
    (count,) = struct.unpack_from(f"{order}I", exif, entry + 4)
    (place,) = struct.unpack_from(f"{order}I", exif, entry + 8) if count > 4 else (entry + 8,)
    if place + count > len(exif):
        raise CardDamaged(part="exif")
    return exif[place : place + count]


def _tags(exif: bytes, order: str, place: int) -> dict[int, int]:
    """Where the entry of each tag begins, in the folder at ``place``."""
    (count,) = struct.unpack_from(f"{order}H", exif, place)
    places = [place + 2 + 12 * number for number in range(min(count, _MAX_TAGS))]
    return {struct.unpack_from(f"{order}H", exif, entry)[0]: entry for entry in reversed(places)}


def _text(comment: bytes) -> bytes:
    if comment.startswith(b"UNICODE\0"):
        text = comment[_ENCODING:].rstrip(b"\0")
        wide = text.startswith((b"{\0", b"\0{")) or b"\0" in text[:4]
        order = "utf-16-be" if text.startswith(b"\0") else "utf-16-le"
        text = (text + b"\0" * (len(text) % 2)).decode(order, "replace").encode() if wide else text
    else:
        text = comment.removeprefix(b"ASCII\0\0\0").removeprefix(b"\0" * _ENCODING).rstrip(b"\0")
    if text.count(b",") > _MAX_NUMBERS or not _NUMBERS.fullmatch(text):
        return text
    numbers = [int(number) for number in text.split(b",")]  # each byte written as a number
    if max(numbers) > 255:
        raise CardDamaged(part="exif")
    return bytes(numbers)

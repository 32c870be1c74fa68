"""The chunks of a PNG or APNG: texts read and replaced. Pixels are never decoded."""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from engine.errors import CardDamaged, FileTooBig, PictureNotPng, PictureTooManyParts, PictureTruncated

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MAX_CHUNKS = 20_000
MAX_TEXT_MEGABYTES = 14  # base64 of the largest JSON we read, with line breaks
MAX_TEXT_BYTES = MAX_TEXT_MEGABYTES << 20
_TEXT_KINDS = frozenset({b"tEXt", b"zTXt", b"iTXt"})
_SLICE = 65_536
_MAX_KEYWORD = 300  # the specification says 79; paths of assets are longer


@dataclass(frozen=True, slots=True)
class PngChunk:
    """One chunk: its four-letter kind, where it lies in the file, and where its body does."""

    kind: bytes
    start: int
    body: int
    end: int


def read_chunks(png: bytes) -> Iterator[PngChunk]:
    """Yield the chunks up to and with IEND. Raises PictureNotPng, PictureTruncated, PictureTooManyParts."""
    if not png.startswith(SIGNATURE):
        raise PictureTruncated if png.startswith(SIGNATURE[:4]) else PictureNotPng
    start = len(SIGNATURE)
    for _ in range(MAX_CHUNKS):
        end = start + 12 + int.from_bytes(png[start : start + 4], "big")
        if end > len(png):
            raise PictureTruncated
        chunk = PngChunk(kind=png[start + 4 : start + 8], start=start, body=start + 8, end=end)
        yield chunk
        if chunk.kind == b"IEND":
            return
        start = end
    raise PictureTooManyParts(limit=MAX_CHUNKS)


def find_texts(png: bytes, keywords: frozenset[str]) -> dict[str, PngChunk]:
    """Return the first text chunk of each keyword (lower case in ``keywords``, any case in the file)."""
    found: dict[str, PngChunk] = {}
    for chunk in read_chunks(png):
        keyword = _keyword(png, chunk).lower()
        if keyword in keywords:
            found.setdefault(keyword, chunk)
    return found


def scan(png: bytes) -> tuple[dict[str, PngChunk], bool]:
    """Return the first text chunk of each keyword, as it is spelled, and whether the picture is animated."""
    found: dict[str, PngChunk] = {}
    animated = False
    for chunk in read_chunks(png):
        animated = animated or chunk.kind == b"acTL"
        if keyword := _keyword(png, chunk):
            found.setdefault(keyword, chunk)
    return found, animated


def read_text(png: bytes, chunk: PngChunk) -> bytes:
    """Return the text of a tEXt, zTXt or iTXt chunk. Raises CardDamaged, FileTooBig."""
    checksum = int.from_bytes(png[chunk.end - 4 : chunk.end], "big")
    with memoryview(png) as view:
        if zlib.crc32(view[chunk.start + 4 : chunk.end - 4]) != checksum:
            raise CardDamaged(part="checksum")
        head = png.index(b"\0", chunk.body) + 1
        if chunk.kind == b"tEXt":
            return _bounded(view[head : chunk.end - 4])
        if chunk.kind == b"zTXt":
            return _inflate(view[head + 1 : chunk.end - 4])
        return _international(png, view, head, chunk.end - 4)


def replace_texts(png: bytes, keywords: frozenset[str], texts: list[tuple[str, bytes]]) -> bytes:
    """Return ``png`` without the texts named in ``keywords`` and with ``texts`` as tEXt right before IEND."""
    out = bytearray(SIGNATURE)
    for chunk in read_chunks(png):
        if chunk.kind == b"IEND":
            for keyword, text in texts:
                out += _text_chunk(keyword, text)
        if _keyword(png, chunk).lower() not in keywords:
            out += png[chunk.start : chunk.end]
    return bytes(out)


def _keyword(png: bytes, chunk: PngChunk) -> str:
    if chunk.kind not in _TEXT_KINDS:
        return ""
    end = png.find(b"\0", chunk.body, min(chunk.end - 4, chunk.body + _MAX_KEYWORD))
    return png[chunk.body : end].decode("latin-1") if end > 0 else ""


def _international(png: bytes, view: memoryview, head: int, end: int) -> bytes:
    # flag, method, language NUL, translated keyword NUL, text
    match = re.compile(rb"(.).[^\0]*+\0[^\0]*+\0", re.DOTALL).match(png, head, end)
    if match is None:
        raise CardDamaged(part="compression")
    text = view[match.end() : end]
    return _inflate(text) if match[1] != b"\0" else _bounded(text)


def _bounded(text: memoryview) -> bytes:
    _check_size(len(text))
    return bytes(text)


def _check_size(size: int) -> None:
    if size > MAX_TEXT_BYTES:
        raise FileTooBig(size=size, limit=MAX_TEXT_BYTES, megabytes=MAX_TEXT_MEGABYTES)


def _inflate(packed: memoryview) -> bytes:
    """Decompress slice by slice, so that neither a bomb nor its unread rest takes memory."""
    unpacker = zlib.decompressobj()
    out = bytearray()
    try:
        for start in range(0, len(packed), _SLICE):
            out += unpacker.decompress(packed[start : start + _SLICE], MAX_TEXT_BYTES + 1 - len(out))
            _check_size(len(out))
            if unpacker.eof:
                return bytes(out)
    except zlib.error:
        pass
    raise CardDamaged(part="compression")


def text_length(png: bytes, chunk: PngChunk) -> int:
    """Return how long the text is as it lies in the picture."""
    return chunk.end - 5 - png.index(b"\0", chunk.body)


def _text_chunk(keyword: str, text: bytes) -> bytes:
    named = b"tEXt" + keyword.encode("latin-1") + b"\0" + text
    return (len(named) - 4).to_bytes(4, "big") + named + zlib.crc32(named).to_bytes(4, "big")

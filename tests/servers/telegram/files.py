"""Files that people and the bot have sent, kept as Telegram keeps them."""

import struct
import zlib
from dataclasses import dataclass, field
from typing import Any

DOWNLOAD_LIMIT = 20 * 1024 * 1024
KEPT_CHUNKS = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class StoredFile:
    """``size`` may be said larger than what is there, to play a file nobody wants to make."""

    id: str
    unique: str
    path: str
    size: int
    data: bytes = field(repr=False)
    mime: str = ""
    name: str = ""

    def as_json(self) -> dict[str, Any]:
        """The fields that every kind of file has."""
        return {"file_id": self.id, "file_unique_id": self.unique, "file_size": self.size}


@dataclass(slots=True)
class Files:
    """The store, by file id and by path."""

    stored: dict[str, StoredFile] = field(default_factory=dict)
    paths: dict[str, StoredFile] = field(default_factory=dict)

    def add(self, kind: str, data: bytes, name: str = "", mime: str = "", size: int = 0) -> StoredFile:
        """Keep a file; photos lose what is no picture."""
        number = len(self.stored) + 1
        if kind == "photo":
            data, name = without_metadata(data), f"file_{number}.jpg"
        path = f"{kind}s/{name if kind == 'photo' else f'file_{number}{_ending(name)}'}"
        marks = f"{kind[:2].upper()}{number:06d}{zlib.crc32(data):08x}"
        stored = StoredFile(f"AgAD{marks}AAQ", f"AQAD{marks}", path, size or len(data), data, mime, name)
        self.stored[stored.id] = self.paths[path] = stored
        return stored

    def photo(self, data: bytes) -> dict[str, Any]:
        """A photo in its two sizes."""
        large = self.add("photo", data)
        width, height = _measure(data)
        small = {**large.as_json(), "file_id": f"{large.id}s", "file_unique_id": f"{large.unique}s"}
        self.stored[f"{large.id}s"] = large
        sizes = [{**small, "width": min(90, width), "height": min(90, height)}]
        return {"photo": [*sizes, {**large.as_json(), "width": width, "height": height}]}

    def document(self, data: bytes, name: str, mime: str, size: int = 0) -> dict[str, Any]:
        """A file as it is."""
        stored = self.add("document", data, name, mime, size)
        return {"document": {**stored.as_json(), "file_name": name, "mime_type": mime}}


def without_metadata(data: bytes) -> bytes:
    """A PNG without its text chunks; anything else as it is."""
    if not data.startswith(PNG):
        return data
    kept, place = [PNG], len(PNG)
    while place + 12 <= len(data):
        size = struct.unpack_from(">I", data, place)[0]
        if data[place + 4 : place + 8] in KEPT_CHUNKS:
            kept.append(data[place : place + 12 + size])
        place += 12 + size
    return b"".join(kept)


def _measure(data: bytes) -> tuple[int, int]:
    if data.startswith(PNG) and len(data) >= 24:
        width, height = struct.unpack_from(">II", data, 16)
        return width, height
    return 1280, 960


def _ending(name: str) -> str:
    return f".{name.rpartition('.')[2]}" if "." in name else ""

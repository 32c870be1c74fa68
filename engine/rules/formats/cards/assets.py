"""What lies beside a card in its container: found by the links in the card, and by its place there."""

import base64
import binascii
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from engine.values.characters.characters import Asset, AssetLink

ICON = "icon"
MAIN = "main"
_EMBEDDED = ("embeded://", "embedded://", "__asset:")  # the first spelling is the specified one
_DATA = "data:"
_SIGNATURES = {b"\x89PNG": "png", b"\xff\xd8\xff": "jpg", b"RIFF": "webp"}


def linked_path(uri: str) -> str:
    """The path inside the container that ``uri`` means, empty when it means something else."""
    prefix = next((prefix for prefix in _EMBEDDED if uri.lower().startswith(prefix)), None)
    return uri[len(prefix) :] if prefix else ""


def stored_assets(links: Iterable[AssetLink], sizes: Mapping[str, int]) -> tuple[Asset, ...]:
    """Everything of ``sizes`` (path → bytes): what the card links, in its order and by its names, then the rest."""
    found: dict[str, Asset] = {}
    for link in links:
        path = linked_path(link.uri)
        if path in sizes and path not in found:
            found[path] = Asset(link.type, link.name, link.ext.lower().lstrip("."), path, sizes[path])
    rest = (_by_place(path, size) for path, size in sizes.items() if path not in found)
    return (*found.values(), *rest)


def faces(assets: Iterable[Asset]) -> list[Asset]:
    """The icons, the main one first."""
    return sorted((it for it in assets if it.type == ICON), key=lambda it: it.name.lower() != MAIN)


def picture_kind(data: bytes) -> str:
    """The extension of a PNG, JPEG or WebP picture, empty for anything else."""
    kind = next((kind for mark, kind in _SIGNATURES.items() if data.startswith(mark)), "")
    return "" if kind == "webp" and data[8:12] != b"WEBP" else kind


def picture_in_links(links: Iterable[AssetLink]) -> bytes | None:
    """The picture of an icon that is written out in the card as a data URL."""
    icons = [link for link in links if link.type == ICON and link.uri[: len(_DATA)].lower() == _DATA]
    for link in sorted(icons, key=lambda it: it.name.lower() != MAIN):
        head, _, body = link.uri.partition(",")
        try:
            data = base64.b64decode(body, validate=True) if head.lower().endswith(";base64") else b""
        except (binascii.Error, ValueError):
            continue
        if picture_kind(data):
            return data
    return None


def _by_place(path: str, size: int) -> Asset:
    place = PurePosixPath(path)
    kind = place.parts[1] if place.parts[0:1] == ("assets",) and len(place.parts) > 2 else "other"
    return Asset(kind, place.stem, place.suffix.lower().lstrip("."), path, size)

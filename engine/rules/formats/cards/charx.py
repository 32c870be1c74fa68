"""CHARX: a zip with ``card.json`` at its root and the card's assets beside it. A JPEG may stand before the zip."""

from collections.abc import Mapping

from engine.errors import ArchiveWithoutCard
from engine.rules.formats.archives.archives import Archive, write_archive
from engine.rules.formats.bounded_json import MAX_BYTES as MAX_JSON_BYTES
from engine.rules.formats.bounded_json import read_json, write_json_value
from engine.rules.formats.cards.assets import ICON, MAIN, faces, linked_path, picture_kind, stored_assets
from engine.rules.formats.cards.cards import as_v3, card_from_json
from engine.values.characters.characters import Asset, Card
from engine.values.documents import Json, JsonObject

CARD = "card.json"
MAX_PICTURE_BYTES = 20 << 20
_DEFAULT = "ccdefault:"
_NO_ASSETS = ("x_meta/",)  # what programs keep for themselves


def charx_card(archive: Archive) -> Card:
    """The card of a CHARX. Raises ArchiveWithoutCard and other InputErrors."""
    if CARD not in archive.members:
        raise ArchiveWithoutCard
    return card_from_json(read_json(archive.read(CARD, MAX_JSON_BYTES)))


def charx_assets(archive: Archive, card: Card) -> tuple[Asset, ...]:
    """What is linked in the card or lies in a folder of the archive; files of programs at its root are none."""
    linked = {linked_path(link.uri) for link in card.assets}
    sizes = {
        name: size
        for name, size in archive.sizes.items()
        if name in linked or ("/" in name and not name.startswith(_NO_ASSETS))
    }
    return stored_assets(card.assets, sizes)


def charx_picture(archive: Archive, assets: tuple[Asset, ...]) -> bytes | None:
    """The first icon that is a PNG, JPEG or WebP, the main one before others. Raises InputError."""
    for asset in faces(assets):
        data = archive.read(asset.path, MAX_PICTURE_BYTES)
        if picture_kind(data):
            return data
    return None


def pack_charx(card: Card, original: Archive | None, more: Mapping[str, bytes], picture: bytes | None) -> bytes:
    """A CHARX with the card, all of ``original`` but its card, ``more`` files, and ``picture`` as the icon, if any.

    A card older than V3 is written as V3, the only version that a CHARX may hold. Raises FileTooBig.
    """
    raw = as_v3(card.raw)
    files = {CARD: b"", **more}
    if picture:
        kind = picture_kind(picture)
        path = f"assets/icon/images/main.{kind}"
        files[path] = picture
        raw = _with_icon(raw, {"type": ICON, "uri": f"embeded://{path}", "name": MAIN, "ext": kind})
    return write_archive(files | {CARD: write_json_value(raw)}, original)


def _with_icon(raw: JsonObject, icon: JsonObject) -> JsonObject:
    """The picture that a card took for granted has an address now."""
    data = raw["data"] if isinstance(raw.get("data"), dict) else raw
    if not isinstance(data, dict):
        return raw
    before = data.get("assets")
    others = [it for it in before if not _is_face(it)] if isinstance(before, list) else []
    assets: Json = [icon, *others]
    data = data | dict[str, Json](assets=assets)
    return raw | dict[str, Json](data=data) if "data" in raw else data


def _is_face(asset: Json) -> bool:
    """The icon that an asset is, or that a program is to take for it."""
    named = isinstance(asset, dict) and (asset.get("name") == MAIN or asset.get("uri") == _DEFAULT)
    return isinstance(asset, dict) and asset.get("type") == ICON and named

"""Card files: bytes to a card and back, whatever container it comes in.

A PNG holds its card as base64 in a text chunk: ``ccv3`` for V3, ``chara`` for V1 and V2. Reading is bounded and total:
any bytes give a card or an InputError that says what is wrong.
"""

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from engine.errors import ArchiveDamaged, CardDamaged, FileEmpty, FileTooBig, FileUnknown, NotACard, PictureWithoutCard
from engine.rules.formats.archives.archives import MARK, Archive, is_inside, open_archive
from engine.rules.formats.bounded_json import MAX_BYTES, MAX_MEGABYTES, read_json, write_json_value
from engine.rules.formats.cards.assets import picture_in_links, picture_kind, stored_assets
from engine.rules.formats.cards.byaf import MANIFEST, byaf_assets, byaf_json, byaf_left, byaf_picture
from engine.rules.formats.cards.cards import NEWEST_VERSION, as_v2, as_v3, card_from_json
from engine.rules.formats.cards.charx import CARD, charx_assets, charx_card, charx_picture, pack_charx
from engine.rules.formats.cards.moechat import from_moechat, is_moechat
from engine.rules.formats.cards.nodest import is_nodest
from engine.rules.formats.cards.png_chunks import SIGNATURE, PngChunk, read_text, replace_texts, scan, text_length
from engine.rules.formats.cards.webp_exif import webp_comment
from engine.rules.formats.yaml_text import read_yaml
from engine.values.characters.characters import Asset, Card
from engine.values.documents import Json, JsonObject

MAX_FILE_MEGABYTES = 20
MAX_FILE_BYTES = MAX_FILE_MEGABYTES << 20
V3_KEYWORD = "ccv3"
V2_KEYWORD = "chara"
ASSET_KEYWORD = "chara-ext-asset_"
_KEYWORDS = frozenset({V3_KEYWORD, V2_KEYWORD})
_SPACE = b" \t\r\n\0"
_TEXT_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
_JPEG, _JPEG_END, _GIF = b"\xff\xd8\xff", b"\xff\xd9", b"GIF8"
_V1_FIELDS = ("name", "description", "personality", "scenario", "first_mes", "mes_example")
_YAML_NAMES = {
    "context": "description",
    "greeting": "first_mes",
    "example_dialogue": "mes_example",
    "char_name": "name",
    "char_persona": "description",
    "char_greeting": "first_mes",
    "world_scenario": "scenario",
}
_YAML_ENOUGH = frozenset({*_YAML_NAMES, *_V1_FIELDS, "data"}) - {"name", "char_name"}
_YAML_FIELDS = re.compile(
    rb"^(?:\xef\xbb\xbf)?[\"']?(?:name|char_name|context|greeting|spec|data)[\"']?[ \t]*:", re.MULTILINE
)
_YAML_START = 65_536  # a YAML character shows what it is within so many bytes

CardContainer = Literal["png", "apng", "json", "charx", "charx-jpeg", "webp", "byaf", "yaml"]
_WITH_ASSETS: Final[tuple[CardContainer, ...]] = ("png", "apng", "byaf")


@dataclass(frozen=True, slots=True)
class CardFile:
    """A card, the ``picture`` that shows the character (PNG, JPEG or WebP), and what lies beside it in its container.

    Bytes of assets are read by ``read_asset``. ``left`` are Fluent ids of what is in it and does not come in.
    """

    card: Card
    container: CardContainer
    picture: bytes | None = field(default=None, repr=False)
    assets: tuple[Asset, ...] = ()
    left: tuple[str, ...] = ()


def read_card(data: bytes) -> Card:
    """Return the card in a file, whatever its container. Raises InputError, and nothing else."""
    return read_card_file(data).card


def read_card_file(data: bytes) -> CardFile:
    """Return the card in a file and what belongs to it. Raises InputError, and nothing else."""
    if not data:
        raise FileEmpty
    if data.startswith(MARK):
        return _read_archive(data)
    if data.startswith(_JPEG):
        return _read_jpeg(data)
    _check_file_size(len(data))
    if data.startswith(SIGNATURE[:4]):
        return _read_png(data)
    if data.startswith(_GIF):
        raise PictureWithoutCard(kind="GIF")
    if picture_kind(data):
        card = card_from_json(read_json(_unpacked(webp_comment(data))))
        return CardFile(card, "webp", picture=data)
    if data.startswith(_TEXT_MARKS) or data[:4096].lstrip().startswith((b"{", b"[")):
        card = card_from_json(read_json(data))
        return CardFile(card, "json", picture=picture_in_links(card.assets))
    if _YAML_FIELDS.search(data, 0, _YAML_START):
        return CardFile(card_from_json(_from_yaml(read_yaml(data))), "yaml")
    raise FileUnknown


def read_asset(data: bytes, path: str) -> bytes:
    """Return what lies at ``path``, of an ``Asset``, in a card's file. Raises KeyError, InputError."""
    if data.startswith(SIGNATURE):
        return _from_base64(read_text(data, _asset_chunks(scan(data)[0])[path]))
    return open_archive(data).read(path, MAX_FILE_BYTES)


def write_json(card: Card) -> bytes:
    """Return the card as a JSON file, with every field it came with."""
    return write_json_value(card.raw)


def write_png(card: Card, image_png: bytes) -> bytes:
    """Return ``image_png`` with the card inside; a card already in it is replaced.

    A V3 card is also written for programs that know V2; an older one only as what it is, under the keyword of its time.
    A file of NodeST becomes V3, since what programs look for in pictures are cards.
    Raises PictureNotPng, PictureTruncated, PictureTooManyParts, FileTooBig, TooManyEntries.
    """
    nodest = is_nodest(card.raw)
    raw, newest = as_v3(card.raw) if nodest else card.raw, nodest or card.version >= NEWEST_VERSION
    texts = [(V2_KEYWORD, _packed(as_v2(raw) if newest else raw))]
    if newest:
        texts.append((V3_KEYWORD, _packed(raw)))
    png = replace_texts(image_png, _KEYWORDS, texts)
    _check_file_size(len(png))
    return png


def write_charx(card: Card, original: bytes | None = None, face: bytes | None = None) -> bytes:
    """Return the card as CHARX, with what lies beside it in the file it came in: assets, files of other programs.

    An original without an icon of its own, a PNG for example, becomes the icon; ``face`` takes the place of any that
    looks otherwise. A card older than V3 becomes V3.
    Raises InputError when the original cannot be read, FileTooBig.
    """
    if not original:
        return pack_charx(card, None, {}, face)
    file = read_card_file(original)
    shown = face or file.picture
    if file.container in ("charx", "charx-jpeg"):
        archive = open_archive(original)
        own = charx_picture(archive, charx_assets(archive, card))
        return pack_charx(card, archive, {}, None if own and shown == file.picture else shown)
    kept = [it.path for it in file.assets if file.container in _WITH_ASSETS and is_inside(it.path)]
    return pack_charx(card, None, {path: read_asset(original, path) for path in kept}, shown)


def _check_file_size(size: int) -> None:
    if size > MAX_FILE_BYTES:
        raise FileTooBig(size=size, limit=MAX_FILE_BYTES, megabytes=MAX_FILE_MEGABYTES)


def _read_archive(data: bytes) -> CardFile:
    archive = open_archive(data)
    if CARD not in archive.members and MANIFEST in archive.members:
        card = card_from_json(byaf_json(archive))
        return CardFile(card, "byaf", byaf_picture(archive), byaf_assets(archive), byaf_left(archive))
    return _read_charx(archive, "charx", None)


def _read_charx(archive: Archive, container: CardContainer, picture: bytes | None) -> CardFile:
    card = charx_card(archive)
    assets = charx_assets(archive, card)
    shown = picture or charx_picture(archive, assets) or picture_in_links(card.assets)
    return CardFile(card, container, shown, assets)


def _read_jpeg(data: bytes) -> CardFile:
    """A JPEG has a card when a CHARX stands behind it."""
    try:
        archive = open_archive(data) if MARK in data else None
    except ArchiveDamaged:
        if _JPEG_END + MARK in data:
            raise
        archive = None
    if archive is None or CARD not in archive.members:
        raise PictureWithoutCard(kind="JPEG")
    return _read_charx(archive, "charx-jpeg", data[: archive.begin])


def _read_png(data: bytes) -> CardFile:
    texts, animated = scan(data)
    any_case = {keyword.lower(): chunk for keyword, chunk in reversed(texts.items())}
    chunk = any_case.get(V3_KEYWORD) or any_case.get(V2_KEYWORD)
    if chunk is None:
        raise PictureWithoutCard(kind="PNG")
    card = card_from_json(read_json(_unpacked(read_text(data, chunk))))
    sizes = {path: text_length(data, chunk) * 3 // 4 for path, chunk in _asset_chunks(texts).items()}
    return CardFile(card, "apng" if animated else "png", data, stored_assets(card.assets, sizes))


def _asset_chunks(texts: Mapping[str, PngChunk]) -> dict[str, PngChunk]:
    """The chunks of assets by path; the colon before it is often left out."""
    length = len(ASSET_KEYWORD)
    named = {keyword[length:]: chunk for keyword, chunk in texts.items() if keyword[:length].lower() == ASSET_KEYWORD}
    return {path.removeprefix(":"): chunk for path, chunk in named.items()}


def _unpacked(text: bytes) -> bytes:
    return text if text.lstrip().startswith(b"{") else _from_base64(text)  # some programs leave the base64 out


def _from_base64(text: bytes) -> bytes:
    packed = text.translate(None, _SPACE).rstrip(b"=")
    if len(packed) > MAX_BYTES * 4 // 3 + 4:
        raise FileTooBig(size=len(packed) * 3 // 4, limit=MAX_BYTES, megabytes=MAX_MEGABYTES)
    try:
        return base64.b64decode(packed + b"=" * (-len(packed) % 4), validate=True)
    except binascii.Error:
        raise CardDamaged(part="base64") from None


def _packed(raw: JsonObject) -> bytes:
    return base64.b64encode(write_json_value(raw))


def _from_yaml(raw: Json) -> JsonObject:
    """A character of text-generation-webui or MoeChat as a V1 card; a card that is only written as YAML stays so."""
    if isinstance(raw, dict) and is_moechat(raw):
        return from_moechat(raw)
    if not isinstance(raw, dict) or raw.keys().isdisjoint(_YAML_ENOUGH):
        raise NotACard
    if "data" in raw:
        return raw
    named = {old: new if new not in raw else old for old, new in _YAML_NAMES.items()}
    return dict.fromkeys(_V1_FIELDS, "") | {named.get(name, name): value for name, value in raw.items()}

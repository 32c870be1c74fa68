"""Pictures of a character by emotion: which of a card's files are such, and which of them a reply's tag means.

They are V3 assets of type ``emotion``; SillyTavern's sprites, files called after an emotion, become such.
"""

import base64
import binascii
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Final

from engine.rules.formats.archives.archives import open_archive
from engine.rules.formats.cards.assets import linked_path, picture_kind
from engine.rules.formats.cards.card_files import CardFile, read_asset, read_card_file, write_charx
from engine.rules.formats.cards.cards import card_from_json
from engine.rules.formats.cards.charx import pack_charx
from engine.rules.formats.json_fields import as_list, as_object, one_line
from engine.rules.recall.word_lists import word_lists
from engine.values.characters.characters import Card
from engine.values.documents import Json, JsonObject

EMOTION: Final = "emotion"
MOST: Final = 128
LARGEST: Final = 8 << 20
_DATA: Final = "data:"
_NUMBERED: Final = re.compile(r"(?<=.)[-_. ]?\d{1,3}$")
_WORDS: Final[Mapping[str, list[str]]] = word_lists(__file__, "expressions.json")["words"]
_LABELS: Final = {word: label for label, words in _WORDS.items() for word in (label, *words)}


def emotions_in(file: CardFile) -> dict[str, str]:
    """The emotions of which a card has a picture, in its order: each with the path or the data of its picture."""
    found: dict[str, str] = {}
    stored = [(it.type, it.name, it.path) for it in file.assets]
    written = [(it.type, it.name, it.uri) for it in file.card.assets if it.uri[: len(_DATA)].lower() == _DATA]
    for kind, name, where in (*stored, *written):
        if kind.lower() == EMOTION and len(found) < MOST and (called := emotion_name(name)):
            found.setdefault(called, where)
    return found


def emotion_picture(data: bytes, where: str) -> bytes | None:
    """The picture at a place that ``emotions_in`` gave, in a card's file; None for what is no picture.

    Raises InputError, KeyError.
    """
    if where[: len(_DATA)].lower() == _DATA:
        try:
            picture = base64.b64decode(where.partition(",")[2], validate=True)
        except binascii.Error:
            return None
    else:
        picture = read_asset(data, where)
    return picture if picture_kind(picture) and len(picture) <= LARGEST else None


def emotion_name(name: str) -> str:
    """An emotion as it is looked up, of a file or an asset called so: "Joy-2.png" is "joy"."""
    stem = name.rpartition("/")[2]
    head, dot, ending = stem.rpartition(".")
    stem = head if dot and ending.lower() in {"png", "webp", "jpg", "jpeg", "gif"} else stem
    return _NUMBERED.sub("", one_line(stem).casefold()).strip()


def meant(tag: str, known: Collection[str]) -> str | None:
    """Which of the emotions that a character has a picture of a tag means; None for none of them.

    The word itself, else one of the same emotion, else one that the tag says among others.
    """
    said = emotion_name(tag)
    if said in known:
        return said
    label = _LABELS.get(said)
    if label is not None:
        return next((it for it in known if _LABELS.get(it) == label), None)
    return next((it for it in known if len(it) > 1 and it in said), None)


def with_emotions(card: Card, original: bytes, pictures: Iterable[tuple[str, bytes]], face: bytes | None) -> bytes:
    """Return a CHARX of a card with what lies beside it in its file, and these pictures by the names of their emotions.

    Those that the card has already are replaced. Raises InputError.
    """
    files: dict[str, bytes] = {}
    links: list[JsonObject] = []
    for name, picture in pictures:
        kind = picture_kind(picture)
        if kind and len(picture) <= LARGEST and len(links) < MOST and (called := emotion_name(name)):
            path = f"assets/{EMOTION}/images/own-{sha256(called.encode() + picture).hexdigest()[:16]}.{kind}"
            files[path] = picture
            links.append({"type": EMOTION, "uri": f"embeded://{path}", "name": called, "ext": kind})
    return _instead(write_charx(card, original, face), {str(it["name"]) for it in links}, links, files)


def without_emotion(card: Card, original: bytes, name: str, face: bytes | None) -> bytes:
    """Return a CHARX of a card with what lies beside it in its file, but for its pictures of an emotion.

    Raises InputError.
    """
    return _instead(write_charx(card, original, face), {name}, [], {})


def _instead(charx: bytes, named: set[str], links: list[JsonObject], files: Mapping[str, bytes]) -> bytes:
    """A CHARX with these links and files in the place of its pictures of the emotions ``named``."""
    file, archive = read_card_file(charx), open_archive(charx)
    data = as_object(file.card.raw.get("data"))
    kept = [it for it in as_list(data.get("assets")) if not _replaced(it, named)]
    used = {linked_path(str(as_object(it).get("uri", ""))) for it in kept}
    gone = {it.path for it in file.assets if it.type.lower() == EMOTION and emotion_name(it.name) in named} - used
    both: JsonObject = {**file.card.raw, "data": {**data, "assets": [*kept, *links]}}
    left = replace(archive, members={name: it for name, it in archive.members.items() if name not in gone})
    return pack_charx(card_from_json(both), left, files, None)


def _replaced(asset: Json, named: set[str]) -> bool:
    fields = as_object(asset)
    return str(fields.get("type", "")).lower() == EMOTION and emotion_name(str(fields.get("name", ""))) in named

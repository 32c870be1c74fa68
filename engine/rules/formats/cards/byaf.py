"""BYAF, the archive of Backyard AI: a manifest that names a character and the scenarios it is met in.

It becomes a V2 card: the first scenario is the card's, the first messages of the others are its other greetings, lore
items are its book. What V2 has no field for is kept in the extensions; chats and other characters are left, and named.
"""

import re
from collections.abc import Iterator
from posixpath import dirname, normpath

from engine.errors import ArchiveWithoutCard, FileTooBig
from engine.rules.formats.archives.archives import Archive
from engine.rules.formats.bounded_json import read_json
from engine.rules.formats.cards.assets import picture_kind, stored_assets
from engine.rules.formats.json_fields import as_list, as_object, as_text
from engine.values.characters.characters import Asset
from engine.values.documents import Json, JsonObject

MANIFEST = "manifest.json"
EXTENSION = "backyard"
MAX_MEGABYTES = 4
MAX_BYTES = MAX_MEGABYTES << 20  # of all JSON together
MAX_SCENARIOS = 100
MAX_PICTURE_BYTES = 20 << 20

_NAMED = re.compile(r"#\{(user|character)\}:", re.IGNORECASE)
_MACRO = re.compile(r"(?<!\{)\{(user|character)\}(?!\})", re.IGNORECASE)
_MACROS = {"user": "{{user}}", "character": "{{char}}"}
_CHARACTER_FIELDS = frozenset({"name", "persona", "loreItems"})
_ENTRY_FIELDS = frozenset({"key", "value"})
CHATS_LEFT = "card-chats-left"
CHARACTERS_LEFT = "card-characters-left"


def byaf_json(archive: Archive) -> JsonObject:
    """The first character of a BYAF as the object of a V2 card. Raises ArchiveWithoutCard and other InputErrors."""
    _check_size(archive)
    manifest = _object_at(archive, MANIFEST)
    character = _object_at(archive, _character_path(manifest))
    scenarios = list(_scenarios(archive, manifest)) or [{}]
    first = scenarios[0]
    author = as_object(manifest.get("author"))
    greetings = [_messages(it.get("firstMessages")) for it in scenarios]
    opening = greetings[0][:1]
    alternates: list[Json] = [text for texts in [greetings[0][1:], *greetings[1:]] for text in texts]
    data: JsonObject = {
        "name": as_text(character.get("name")).strip() or as_text(character.get("displayName")),
        "description": _macros(character.get("persona")),
        "personality": "",
        "scenario": _macros(first.get("narrative")),
        "first_mes": opening[0] if opening else "",
        "mes_example": "\n".join(f"<START>\n{text}" for text in _messages(first.get("exampleMessages"))),
        "creator_notes": as_text(author.get("backyardURL")),
        "system_prompt": _macros(first.get("formattingInstructions")),
        "post_history_instructions": "",
        "alternate_greetings": alternates,
        "tags": [],
        "creator": as_text(author.get("name")),
        "character_version": "",
        "extensions": {EXTENSION: _kept(manifest, character, scenarios)},
    }
    entries = [_entry(item, place) for place, item in enumerate(_objects(character.get("loreItems")))]
    if entries:
        data["character_book"] = {"entries": [*entries], "extensions": {}}
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": data}


def byaf_left(archive: Archive) -> tuple[str, ...]:
    """Fluent ids of what is in the archive and not in the card. Raises InputError."""
    manifest = _object_at(archive, MANIFEST)
    listed = as_list(manifest.get("scenarios"))
    paths = [path for path in (normpath(as_text(it)) for it in listed) if path in archive.members][:MAX_SCENARIOS]
    chats = any(_object_at(archive, path).get("messages") for path in paths)
    several = len(as_list(manifest.get("characters"))) > 1
    return (*([CHATS_LEFT] if chats else []), *([CHARACTERS_LEFT] if several else []))


def byaf_assets(archive: Archive) -> tuple[Asset, ...]:
    """The archive's files that are no JSON."""
    return stored_assets((), {name: size for name, size in archive.sizes.items() if not name.endswith(".json")})


def byaf_picture(archive: Archive) -> bytes | None:
    """The character's first picture that is a PNG, JPEG or WebP. Raises InputError."""
    path = _character_path(_object_at(archive, MANIFEST))
    for image in _objects(_object_at(archive, path).get("images")):
        place = normpath(f"{dirname(path)}/{as_text(image.get('path'))}").lstrip("/")
        data = archive.read(place, MAX_PICTURE_BYTES) if place in archive.members else b""
        if picture_kind(data):
            return data
    return None


def _check_size(archive: Archive) -> None:
    size = sum(size for name, size in archive.sizes.items() if name.endswith(".json"))
    if size > MAX_BYTES:
        raise FileTooBig(size=size, limit=MAX_BYTES, megabytes=MAX_MEGABYTES)


def _object_at(archive: Archive, path: str) -> JsonObject:
    if path not in archive.members:
        raise ArchiveWithoutCard
    return as_object(read_json(archive.read(path, MAX_BYTES)))


def _character_path(manifest: JsonObject) -> str:
    paths = manifest.get("characters")
    return normpath(as_text(paths[0])) if isinstance(paths, list) and paths else ""


def _scenarios(archive: Archive, manifest: JsonObject) -> Iterator[JsonObject]:
    """One after another, and without the chats, which may be long."""
    listed = manifest.get("scenarios")
    paths = dict.fromkeys(normpath(as_text(path)) for path in listed) if isinstance(listed, list) else ()
    for path in [path for path in paths if path in archive.members][:MAX_SCENARIOS]:
        scenario = _object_at(archive, path)
        yield _without(scenario, frozenset({"messages"}))


def _kept(manifest: JsonObject, character: JsonObject, scenarios: list[JsonObject]) -> JsonObject:
    odd: list[Json] = [it for it in as_list(character.get("loreItems")) if not isinstance(it, dict)]
    kept = _without(character, _CHARACTER_FIELDS)
    if odd:
        kept["loreItems"] = odd
    return {"manifest": manifest, "character": kept, "scenarios": [*scenarios]}


def _without(fields: JsonObject, names: frozenset[str]) -> JsonObject:
    return {name: value for name, value in fields.items() if name not in names}


def _entry(item: JsonObject, place: int) -> JsonObject:
    rest = _without(item, _ENTRY_FIELDS)
    keys: list[Json] = [key.strip() for key in _macros(item.get("key")).split(",") if key.strip()]
    return {
        "keys": keys,
        "content": _macros(item.get("value")),
        "extensions": {EXTENSION: rest} if rest else {},
        "enabled": True,
        "insertion_order": place,
    }


def _messages(value: Json) -> list[str]:
    texts = (_macros(it.get("text")) for it in _objects(value))
    return [text for text in texts if text.strip()]


def _objects(value: Json) -> list[JsonObject]:
    return [it for it in value if isinstance(it, dict)] if isinstance(value, list) else []


def _macros(value: Json) -> str:
    text = _NAMED.sub(lambda it: _MACROS[it[1].lower()] + ":", as_text(value))
    return _MACRO.sub(lambda it: _MACROS[it[1].lower()], text)

"""A card's JSON object read as a character: V1 and its dialects, V2, V3 and what comes after, and NodeST's files.

Wrong types never stop an import: a number becomes text, what cannot be text becomes empty. Only a missing name does.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from engine.errors import NotACard
from engine.rules.formats.books.books import as_character_book, card_book
from engine.rules.formats.books.decorators import card_decorators
from engine.rules.formats.cards.card_fields import (
    asset_links,
    depth_prompt,
    notes_by_language,
    tags,
    talkativeness,
    unix_seconds,
)
from engine.rules.formats.cards.nodest import (
    BESIDE,
    is_nodest,
    picture_link,
    role_card,
    taken_along,
    with_role_card,
    world_of,
)
from engine.rules.formats.json_fields import as_object, as_text, cleaned, cleaned_each
from engine.values.characters.characters import Card
from engine.values.documents import Json, JsonObject

NEWEST_VERSION = 3.0
NEWER_SPEC = "card-newer-spec"

# Our field: the names files use for it, the specified one first.
_TEXTS = {
    "name": ("name", "char_name"),
    "nickname": ("nickname",),
    "description": ("description", "char_persona", "context"),
    "personality": ("personality",),
    "scenario": ("scenario", "world_scenario"),
    "first_greeting": ("first_mes", "char_greeting", "greeting"),
    "mes_example": ("mes_example", "example_dialogue"),
    "system_prompt": ("system_prompt",),
    "post_history_instructions": ("post_history_instructions",),
    "creator": ("creator",),
    "creator_notes": ("creator_notes", "creatorcomment"),
    "character_version": ("character_version",),
}
_LISTS = {
    "alternate_greetings": ("alternate_greetings",),
    "group_only_greetings": ("group_only_greetings",),
    "tags": ("tags",),
}
EDITABLE = (*_TEXTS, *_LISTS)
"""Our names of the fields that people may edit: texts, then lists of texts."""
_SPEC = re.compile(r"chara_card_v(\d{1,3})", re.ASCII)
_VERSION = re.compile(r"\d{1,3}(?:\.\d{1,3})?", re.ASCII)


def card_from_json(raw: Json) -> Card:
    """Return the card that ``raw``, storable JSON, describes.

    Raises NotACard when it has no name, NodestWithoutCard, FieldTooLong.
    """
    if not isinstance(raw, dict):
        raise NotACard
    if is_nodest(raw):
        return _from_nodest(raw)
    data = _data(raw)
    if "entries" in data and not _spec(raw):
        raise NotACard  # a world book
    texts = {field: cleaned(_first(data, names), field) for field, names in _TEXTS.items()}
    texts["name"] = " ".join(texts["name"].split())
    if not texts["name"]:
        raise NotACard
    version = _version(raw, data)
    extensions = as_object(data.get("extensions"))
    return Card(
        version=version,
        depth_prompt=depth_prompt(extensions.get("depth_prompt")),
        alternate_greetings=cleaned_each(data.get("alternate_greetings"), "alternate_greetings"),
        group_only_greetings=cleaned_each(data.get("group_only_greetings"), "group_only_greetings"),
        tags=tags(data.get("tags")),
        character_book=as_object(data.get("character_book")) or None,
        extensions=extensions,
        assets=asset_links(data.get("assets")),
        source=cleaned_each(data.get("source"), "source"),
        creator_notes_multilingual=notes_by_language(data.get("creator_notes_multilingual")),
        creation_date=unix_seconds(data.get("creation_date")),
        modification_date=unix_seconds(data.get("modification_date")),
        talkativeness=talkativeness(_anywhere("talkativeness", extensions, data, raw)),
        world=cleaned(extensions.get("world"), "world").strip(),
        warnings=(NEWER_SPEC,) if version > NEWEST_VERSION else (),
        raw=raw,
        **texts,
    )


def edit_card(card: Card, changes: Mapping[str, str | tuple[str, ...]]) -> Card:
    """Return ``card`` with text or list fields changed, by our field names, in ``raw`` too: an export shows them.

    Raises NotACard when the name becomes empty, FieldTooLong, KeyError for a field that is no text or list of texts.
    """
    if is_nodest(card.raw):
        inner = edit_card(card_from_json(role_card(card.raw)), changes)
        return card_from_json(with_role_card(card.raw, inner.raw, inner.greetings))
    raw = dict(card.raw)
    nested = bool(as_object(raw.get("data")))
    data = dict(as_object(raw["data"])) if nested else raw
    for field, value in changes.items():
        names = (_TEXTS | _LISTS)[field]
        written: Json = cleaned(value, field) if isinstance(value, str) else [*cleaned_each([*value], field)]
        data |= dict.fromkeys([name for name in names if name in data] or names[:1], written)
        raw |= dict.fromkeys([name for name in names if name in raw], written)
    if nested:
        raw["data"] = data
    return card_from_json(raw)


def new_card(name: str, texts: Mapping[str, str]) -> Card:
    """Return a card of the newest version that has a name and these texts, by our field names.

    Raises NotACard when the name is empty, FieldTooLong, KeyError for a field that is no text.
    """
    empty: JsonObject = {names[0]: "" for names in _TEXTS.values()}
    empty |= {"alternate_greetings": [], "group_only_greetings": [], "tags": [], "extensions": {}}
    data = empty | _object_of(name=name)
    return edit_card(card_from_json(_object_of(spec="chara_card_v3", spec_version="3.0", data=data)), texts)


def as_v2(raw: JsonObject) -> JsonObject:
    """Return a V3 object as the V2 object older programs look for; V3's own fields stay in it.

    Decorators go: those programs would send them to the model.
    """
    older: JsonObject = {"spec": "chara_card_v2", "spec_version": "2.0"}
    data = as_object(raw.get("data"))
    book = as_object(data.get("character_book"))
    entries = book.get("entries")
    if isinstance(entries, list):
        plain: Json = [_undecorated(entry) for entry in entries]
        older["data"] = data | _object_of(character_book=book | _object_of(entries=plain))
    return raw | older


def as_v3(raw: JsonObject) -> JsonObject:
    """Return a card's object as V3: an older one gets V3's shape, and keeps its fields.

    What stands beside a card in a file of NodeST becomes an extension, but its world book becomes the card's.
    Raises TooManyEntries, FieldTooLong for such a book.
    """
    if is_nodest(raw):
        return _nodest_as_v3(raw)
    card = card_from_json(raw)
    if card.version >= NEWEST_VERSION:
        return raw
    data: JsonObject = {names[0]: getattr(card, field) for field, names in _TEXTS.items() if field != "nickname"}
    data |= {"alternate_greetings": [], "group_only_greetings": [], "tags": [], "extensions": {}}
    nested = as_object(raw.get("data"))
    data |= nested or raw
    top: JsonObject = raw if nested else {}
    return top | _object_of(spec="chara_card_v3", spec_version="3.0", data=data)


def _from_nodest(raw: JsonObject) -> Card:
    card = card_from_json(role_card(raw))
    book = world_of(raw) or card.character_book
    return replace(card, character_book=book, assets=(*card.assets, *picture_link(raw)), raw=raw)


def _nodest_as_v3(raw: JsonObject) -> JsonObject:
    written = as_v3(role_card(raw))
    data = as_object(written["data"])
    along: JsonObject = {BESIDE: taken_along(raw)}
    book = card_book(card_from_json(raw))
    own = _object_of(character_book=as_character_book(book)) if book else {}
    return written | _object_of(data=data | own | _object_of(extensions=as_object(data.get("extensions")) | along))


def _data(raw: JsonObject) -> JsonObject:
    """The object that holds the fields. Files often repeat V1's fields at the top; ``data`` wins where it has them."""
    data = as_object(raw.get("data"))
    if not data:
        return raw
    top = {name: raw[name] for names in _TEXTS.values() for name in names if name in raw}
    return top | data


def _version(raw: JsonObject, data: JsonObject) -> float:
    stated = _VERSION.fullmatch(as_text(raw.get("spec_version")))
    named = _spec(raw)
    if named:
        same = stated and float(stated[0]) >= float(named[1])
        return float(stated[0]) if stated and same else float(named[1])
    if data is raw:
        return 1.0
    return float(stated[0]) if stated else 2.0


def _spec(raw: JsonObject) -> re.Match[str] | None:
    return _SPEC.fullmatch(as_text(raw.get("spec")).strip().lower())


def _object_of(**fields: Json) -> JsonObject:
    return fields


def _anywhere(name: str, *places: JsonObject) -> Json:
    return next((place[name] for place in places if name in place), None)


def _first(data: JsonObject, names: tuple[str, ...]) -> Json:
    return next((data[name] for name in names if data.get(name) not in (None, "")), "")


def _undecorated(entry: Json) -> Json:
    content = as_object(entry).get("content")
    if not isinstance(entry, dict) or not isinstance(content, str) or not content.lstrip().startswith("@@"):
        return entry
    return entry | {"content": card_decorators(content).content}

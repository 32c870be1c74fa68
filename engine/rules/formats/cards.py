"""A card's JSON object read as a character: V1 and its dialects, V2, V3 and what comes after.

Wrong types never stop an import: a number becomes text, what cannot be text becomes empty. Only a missing name does.
"""

import math
import re
from collections.abc import Mapping

from engine.errors import FieldTooLong, NotACard, TextTooLong
from engine.rules.text.clean import clean_text
from engine.values.characters import Card, DepthPrompt
from engine.values.documents import Json, JsonObject
from engine.values.prompts import Role

NEWEST_VERSION = 3.0
NEWER_SPEC = "card-newer-spec"
MAX_FIELD = 1_000_000
MAX_PROMPT_DEPTH = 10_000
DEFAULT_PROMPT_DEPTH = 4

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
_SPEC = re.compile(r"chara_card_v(\d{1,3})", re.ASCII)
_VERSION = re.compile(r"\d{1,3}(?:\.\d{1,3})?", re.ASCII)


def card_from_json(raw: Json) -> Card:
    """Return the card that ``raw``, storable JSON, describes. Raises NotACard when it has no name, FieldTooLong."""
    if not isinstance(raw, dict):
        raise NotACard
    data = _data(raw)
    if "entries" in data and not _spec(raw):
        raise NotACard  # a world book
    texts = {field: _cleaned(_first(data, names), field) for field, names in _TEXTS.items()}
    texts["name"] = " ".join(texts["name"].split())
    if not texts["name"]:
        raise NotACard
    version = _version(raw, data)
    extensions = _object(data.get("extensions"))
    return Card(
        version=version,
        depth_prompt=_depth_prompt(extensions.get("depth_prompt")),
        alternate_greetings=_texts(data.get("alternate_greetings"), "alternate_greetings"),
        group_only_greetings=_texts(data.get("group_only_greetings"), "group_only_greetings"),
        tags=_tags(data.get("tags")),
        character_book=_object(data.get("character_book")) or None,
        extensions=extensions,
        warnings=(NEWER_SPEC,) if version > NEWEST_VERSION else (),
        raw=raw,
        **texts,
    )


def edit_card(card: Card, changes: Mapping[str, str | tuple[str, ...]]) -> Card:
    """Return ``card`` with text or list fields changed, by our field names, in ``raw`` too: an export shows them.

    Raises NotACard when the name becomes empty, FieldTooLong, KeyError for a field that is no text or list of texts.
    """
    raw = dict(card.raw)
    nested = bool(_object(raw.get("data")))
    data = dict(_object(raw["data"])) if nested else raw
    for field, value in changes.items():
        names = (_TEXTS | _LISTS)[field]
        written: Json = _cleaned(value, field) if isinstance(value, str) else [*_texts([*value], field)]
        data |= dict.fromkeys([name for name in names if name in data] or names[:1], written)
        raw |= dict.fromkeys([name for name in names if name in raw], written)
    if nested:
        raw["data"] = data
    return card_from_json(raw)


def as_v2(raw: JsonObject) -> JsonObject:
    """Return a V3 object as the V2 object older programs look for; V3's own fields stay in it."""
    return raw | {"spec": "chara_card_v2", "spec_version": "2.0"}


def _data(raw: JsonObject) -> JsonObject:
    """The object that holds the fields. Files often repeat V1's fields at the top; ``data`` wins where it has them."""
    data = _object(raw.get("data"))
    if not data:
        return raw
    top = {name: raw[name] for names in _TEXTS.values() for name in names if name in raw}
    return top | data


def _version(raw: JsonObject, data: JsonObject) -> float:
    stated = _VERSION.fullmatch(_text(raw.get("spec_version")))
    named = _spec(raw)
    if named:
        same = stated and float(stated[0]) >= float(named[1])
        return float(stated[0]) if stated and same else float(named[1])
    if data is raw:
        return 1.0
    return float(stated[0]) if stated else 2.0


def _spec(raw: JsonObject) -> re.Match[str] | None:
    return _SPEC.fullmatch(_text(raw.get("spec")).strip().lower())


def _first(data: JsonObject, names: tuple[str, ...]) -> Json:
    return next((data[name] for name in names if data.get(name) not in (None, "")), "")


def _text(value: Json) -> str:
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def _cleaned(value: Json, field: str) -> str:
    try:
        return clean_text(_text(value), MAX_FIELD)
    except TextTooLong as error:
        raise FieldTooLong(field=field, **error.data) from None


def _texts(value: Json, field: str) -> tuple[str, ...]:
    items = value if isinstance(value, list) else [value]
    return tuple(text for text in (_cleaned(item, field) for item in items) if text)


def _tags(value: Json) -> tuple[str, ...]:
    items: Json = [*value.split(",")] if isinstance(value, str) else value
    return tuple(dict.fromkeys(text.strip() for text in _texts(items, "tags") if text.strip()))


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _depth_prompt(value: Json) -> DepthPrompt | None:
    fields = _object(value)
    text = _cleaned(fields.get("prompt"), "depth_prompt")
    if not text.strip():
        return None
    role = _text(fields.get("role")).strip().lower()
    return DepthPrompt(
        text=text,
        depth=_depth(fields.get("depth")),
        role=Role(role) if role in {*Role} else Role.SYSTEM,
    )


def _depth(value: Json) -> int:
    try:
        number = float(_text(value))
    except ValueError:
        return DEFAULT_PROMPT_DEPTH
    return int(min(max(number, 0), MAX_PROMPT_DEPTH)) if math.isfinite(number) else DEFAULT_PROMPT_DEPTH

"""Characters of NodeST and CradleAI: one JSON object that holds a card, its world book, a preset and an author's note.

Their shapes were read from CradleAI's own files. ``roleCard`` is a card of V1, at times with V2's ``data`` in it. The
entries of ``worldBook`` have the fields of world-info files and other defaults. In a card of V3 that was made of such
a file, what stood beside the card is an extension.
"""

from collections.abc import Iterator, Sequence

from engine.errors import NodestWithoutCard
from engine.rules.formats.json_fields import as_list, as_object, as_objects, as_text, cleaned, role, whole
from engine.rules.formats.presets.presets import preset_from_json
from engine.rules.formats.unread import holds_something
from engine.values.characters.characters import AssetLink, Card
from engine.values.characters.presets import Preset
from engine.values.characters.worlds import MAX_DEPTH
from engine.values.documents import Json, JsonObject
from engine.values.models.prompts import Role
from engine.values.story.notes import AuthorsNote

ROLE_CARD, WORLD, PRESET, NOTE = "roleCard", "worldBook", "preset", "authorNote"
BESIDE = "nodest"
"""The name under ``extensions`` of what stood beside a card in its file."""
_PICTURE, _GREETINGS = "backgroundImage", "alternateGreetings"
_READ = frozenset({ROLE_CARD, WORLD, PRESET, NOTE, _PICTURE, _GREETINGS, "id", "name", "data"})
_INLINE = "data:image/"
# What an entry has that does not say: it always holds, and speaks as the person right behind their newest message.
_ENTRY: JsonObject = {"constant": True, "disable": False, "position": 0, "depth": 0, "order": 0, "role": 1}


def is_nodest(raw: JsonObject) -> bool:
    """Whether ``raw`` is such a file, be it whole or not."""
    return ROLE_CARD in raw or (WORLD in raw and (PRESET in raw or NOTE in raw))


def role_card(raw: JsonObject) -> JsonObject:
    """The card in such a file, with its greetings. Raises NodestWithoutCard."""
    inner = raw.get(ROLE_CARD)
    if not isinstance(inner, dict) or not any(inner.values()):
        raise NodestWithoutCard
    card = inner if inner.get("name") or not raw.get("name") else inner | _object_of(name=raw["name"])
    listed = next(_listed_greetings(raw), None)
    if listed is None:
        return card
    others: Json = [text for text in listed if text != card.get("first_mes")]
    data = as_object(card.get("data"))
    return (
        card
        | (_object_of(data=data | _object_of(alternate_greetings=others)) if data else {})
        | _object_of(alternate_greetings=others)
    )


def with_role_card(raw: JsonObject, card: JsonObject, greetings: Sequence[str]) -> JsonObject:
    """The file with another card in it, and its greetings wherever it lists them."""
    listed: Json = [*greetings]
    changed: JsonObject = {ROLE_CARD: card}
    if "name" in raw:
        changed["name"] = card.get("name")
    if isinstance(raw.get(_GREETINGS), list):
        changed[_GREETINGS] = listed
    data = as_object(raw.get("data"))
    if isinstance(data.get("alternate_greetings"), list):
        changed["data"] = data | _object_of(alternate_greetings=listed)
    return raw | changed


def world_of(raw: JsonObject) -> JsonObject | None:
    """The world book in such a file as world-info, with NodeST's defaults written out. None where it has none."""
    world = as_object(raw.get(WORLD))
    entries = world.get("entries")
    named = entries.items() if isinstance(entries, dict) else ((str(at), it) for at, it in enumerate(as_list(entries)))
    read: JsonObject = {key: _entry(key, entry) for key, entry in named if isinstance(entry, dict)}
    return world | _object_of(entries=read) if read else None


def picture_link(raw: JsonObject) -> tuple[AssetLink, ...]:
    """The picture that such a file holds as a data URL, as the icon of its card."""
    uri = as_text(raw.get(_PICTURE))
    return (AssetLink("icon", uri, "main", ""),) if uri.startswith(_INLINE) else ()


def beside(card: Card) -> JsonObject:
    """What stands, or stood, beside a card in such a file; nothing for other cards."""
    return card.raw if is_nodest(card.raw) else as_object(card.extensions.get(BESIDE))


def taken_along(raw: JsonObject) -> JsonObject:
    """What stands beside the card and its book, to be kept in a card of V3; its picture goes out as a picture."""
    gone = {ROLE_CARD, WORLD, _GREETINGS, *([_PICTURE] if picture_link(raw) else [])}
    kept: JsonObject = {name: value for name, value in raw.items() if name not in gone}
    entries = as_object(as_object(raw.get(WORLD)).get("entries"))
    odd: JsonObject = {name: value for name, value in entries.items() if value and not isinstance(value, dict)}
    return kept | _object_of(worldBook={"entries": odd}) if odd else kept


def card_preset(card: Card) -> Preset | None:
    """The preset that came with a card; None where it has no prompts. Raises TooManyEntries, FieldTooLong."""
    raw = as_object(beside(card).get(PRESET))
    return preset_from_json(raw, card.name) if as_objects(raw.get("prompts")) else None


def card_note(card: Card) -> AuthorsNote | None:
    """The author's note that came with a card, in the person's role unless it says otherwise. Raises FieldTooLong."""
    fields = as_object(beside(card).get(NOTE))
    text = cleaned(fields.get("content"), NOTE)
    if not text.strip():
        return None
    depth = whole(fields.get("injection_depth"), 0, 0, MAX_DEPTH)
    return AuthorsNote(text, depth=depth, role=role(fields.get("role"), Role.USER))


def unused_fields(card: Card) -> tuple[str, ...]:
    """The names of what stands beside a card, holds something, and is kept without being used."""
    raw = beside(card)
    names = [name for name, value in raw.items() if name not in _READ and holds_something(value)]
    if raw.get(_PICTURE) and not picture_link(raw):
        names.append(_PICTURE)
    inner = as_object(raw.get(ROLE_CARD))
    unread = ["background", *(["character_book"] if world_of(raw) else [])]
    return (*names, *(f"{ROLE_CARD}.{name}" for name in unread if inner.get(name)))


def broken_parts(card: Card) -> tuple[str, ...]:
    """The names of the parts in a card, or beside it, that hold something and are not what they should be."""
    raw = beside(card)
    fields = as_object(card.raw.get("data")) or card.raw
    book = fields.get("character_book")
    if holds_something(book) and not isinstance(as_object(book).get("entries"), dict | list):
        return ("character_book",)
    shaped = {
        WORLD: isinstance(as_object(raw.get(WORLD)).get("entries"), dict | list),
        PRESET: isinstance(as_object(raw.get(PRESET)).get("prompts"), list),
        NOTE: isinstance(raw.get(NOTE), dict),
    }
    return tuple(name for name, fine in shaped.items() if raw.get(name) and not fine)


def _listed_greetings(raw: JsonObject) -> Iterator[Sequence[Json]]:
    """Every list of greetings beside the card, which holds the first one too."""
    for value in (raw.get(_GREETINGS), as_object(raw.get("data")).get("alternate_greetings")):
        if isinstance(value, list):
            yield value


def _entry(key: str, entry: JsonObject) -> JsonObject:
    said: JsonObject = {name: value for name, value in entry.items() if value is not None}
    return _ENTRY | _object_of(comment=key) | said


def _object_of(**fields: Json) -> JsonObject:
    return fields

"""Entries of the books inside cards, and world-info entries: the same things under other names."""

from engine.rules.formats.books.book_entries import OURS
from engine.rules.formats.books.decorators import (
    OWN_FIELDS,
    PLAIN,
    Decorated,
    card_decorators,
    decorated_fields,
    split_keys,
)
from engine.rules.formats.json_fields import as_list, as_object, as_text, cleaned, flag
from engine.values.documents import Json, JsonObject

# World-info fields and their names under ``extensions`` in a card's book.
_IN_EXTENSIONS = {
    "position": "position",
    "excludeRecursion": "exclude_recursion",
    "preventRecursion": "prevent_recursion",
    "delayUntilRecursion": "delay_until_recursion",
    "displayIndex": "display_index",
    "probability": "probability",
    "useProbability": "useProbability",
    "depth": "depth",
    "selectiveLogic": "selectiveLogic",
    "outletName": "outlet_name",
    "group": "group",
    "groupOverride": "group_override",
    "groupWeight": "group_weight",
    "scanDepth": "scan_depth",
    "caseSensitive": "case_sensitive",
    "matchWholeWords": "match_whole_words",
    "useGroupScoring": "use_group_scoring",
    "automationId": "automation_id",
    "role": "role",
    "vectorized": "vectorized",
    "sticky": "sticky",
    "cooldown": "cooldown",
    "delay": "delay",
    "matchPersonaDescription": "match_persona_description",
    "matchCharacterDescription": "match_character_description",
    "matchCharacterPersonality": "match_character_personality",
    "matchCharacterDepthPrompt": "match_character_depth_prompt",
    "matchScenario": "match_scenario",
    "matchCreatorNotes": "match_creator_notes",
    "triggers": "triggers",
    "ignoreBudget": "ignore_budget",
    "characterFilter": "character_filter",
}
_DIRECT = {
    "key": "keys",
    "keysecondary": "secondary_keys",
    "comment": "comment",
    "content": "content",
    "constant": "constant",
    "selective": "selective",
    "order": "insertion_order",
}
_WRITTEN = frozenset({*_IN_EXTENSIONS, *_DIRECT, "uid", "disable", "extensions"})
_OF_WORLD_INFO = frozenset({"key", "keysecondary", "disable", "selectiveLogic"})
_OF_CARDS = frozenset({"keys", "secondary_keys", "insertion_order", "use_regex", "enabled"})
_IN_EXTENSIONS_NAMES = frozenset(_IN_EXTENSIONS.values())


def is_card_entry(entry: JsonObject) -> bool:
    """Whether an entry is written as in a card's book, not as in a world-info file."""
    return not _OF_WORLD_INFO & entry.keys() and bool(_OF_CARDS & entry.keys())


def from_card_entry(raw: JsonObject, key: str) -> JsonObject:
    """Return an entry of a card's book as a world-info entry.

    ``keys`` are regexes without slashes only where ``use_regex`` says so and nothing says that SillyTavern wrote the
    entry: it puts ``use_regex`` on every entry, and means that keys with slashes are honoured.
    """
    extensions = as_object(raw.get("extensions"))
    from_tavern = bool(extensions.keys() & _IN_EXTENSIONS_NAMES)
    decorated = card_decorators(cleaned(raw.get("content"), "content"))
    entry: JsonObject = {ours: raw[theirs] for ours, theirs in _DIRECT.items() if theirs in raw}
    entry |= {ours: extensions[theirs] for ours, theirs in _IN_EXTENSIONS.items() if theirs in extensions}
    own: JsonObject = {"regex": flag(raw.get("use_regex"), False) and not from_tavern}
    entry["uid"] = raw.get("id", key)
    entry["comment"] = as_text(raw.get("comment")) or as_text(raw.get("name"))
    entry["selective"] = flag(raw.get("selective"), False)
    entry["disable"] = not flag(raw.get("enabled"), True)
    if extensions.get("position") is None:
        place = raw.get("position")
        entry["position"] = place if isinstance(place, int) else 0 if place == "before_char" else 1
    if extensions.get("case_sensitive") is None:
        entry["caseSensitive"] = raw.get("case_sensitive")
    if "priority" in raw:
        own["priority"] = raw["priority"]
    decorate(entry, own, decorated)
    if own["regex"]:  # the specification: these two do not count then
        entry |= {"constant": False, "keysecondary": []}
    return with_ours(entry, own, extensions)


def to_card_entry(entry: JsonObject, uid: Json) -> JsonObject:
    """Return a world-info entry as an entry of a card's book, with every field SillyTavern writes.

    Fields that neither knows are extensions of the entry.
    """
    raw: JsonObject = {theirs: entry[ours] for ours, theirs in _DIRECT.items() if ours in entry}
    extensions = as_object(entry.get("extensions"))
    extensions = extensions | {theirs: entry[ours] for ours, theirs in _IN_EXTENSIONS.items() if ours in entry}
    unknown: JsonObject = {name: value for name, value in entry.items() if name not in _WRITTEN and value is not None}
    position = entry.get("position", 0)
    return {
        "keys": [],
        "secondary_keys": [],
        "comment": "",
        "content": "",
        "constant": False,
        "selective": True,
        "insertion_order": 100,
        **raw,
        "id": uid,
        "enabled": not flag(entry.get("disable"), False),
        "position": "before_char" if position == 0 else "after_char",
        "use_regex": True,
        "extensions": unknown | {"position": position, **extensions},
    }


def decorate(fields: JsonObject, own: JsonObject, decorated: Decorated) -> None:
    """Write what decorators say into a world-info entry; the two that such entries know stay in the content."""
    said = decorated_fields(decorated)
    fields |= {name: value for name, value in said.items() if name not in OWN_FIELDS}
    own |= {name: value for name, value in said.items() if name in OWN_FIELDS}
    known = [f"@@{name}\n" for name, _ in decorated.found if name in PLAIN]
    fields["content"] = "".join(known) + decorated.content
    own["exclude_keys"] = [key for value in decorated.values("exclude_keys") for key in split_keys(value)]
    own["ignored_decorators"] = [*decorated.ignored]
    additional = [key for value in decorated.values("additional_keys") for key in split_keys(value)]
    if additional and not _need(fields, additional, regex=bool(own.get("regex"))):
        own["ignored_decorators"] = [*decorated.ignored, "additional_keys"]


def _need(fields: JsonObject, additional: list[str], *, regex: bool) -> bool:
    """Ask for one of ``additional`` besides a key; among regexes they are more keys instead.

    False where secondary keys are asked for already: an entry has one list of them.
    """
    if regex:
        fields["key"] = [*as_list(fields.get("key")), *additional]
        return True
    if flag(fields.get("selective"), True) and fields.get("keysecondary"):
        return False
    fields |= {"keysecondary": [*additional], "selective": True, "selectiveLogic": 0}
    return True


def with_ours(entry: JsonObject, own: JsonObject, extensions: JsonObject) -> JsonObject:
    """Return ``entry`` with its extensions, ours among them where we know something."""
    kept: JsonObject = {name: value for name, value in own.items() if value or (value == 0 and value is not False)}
    written: JsonObject = dict(extensions)
    if kept:
        written[OURS] = kept
    return {**entry, "extensions": written}

"""World books of other programs written as world-info files.

Every dialect is turned into the same JSON first, so that one reader knows what fields mean, and what is exported is
what is used.
"""

from collections.abc import Callable, Iterator

from engine.rules.formats.book_entries import OURS
from engine.rules.formats.decorators import OWN_FIELDS, Decorated, card_decorators, decorated_fields, split_keys
from engine.rules.formats.json_fields import as_list, as_object, as_objects, as_text
from engine.rules.formats.typed_fields import cleaned, flag
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
_OF_WORLD_INFO = frozenset({"key", "keysecondary", "disable", "selectiveLogic"})
_OF_CARDS = frozenset({"keys", "secondary_keys", "insertion_order", "use_regex", "enabled"})
_OF_BOOKS = ("scan_depth", "token_budget", "recursive_scanning")


def dialect_of(raw: Json) -> str:
    """Return the dialect of a book, or nothing when ``raw`` is no book."""
    if not isinstance(raw, dict):
        return ""
    if _is_lorebook_v3(raw):
        return "lorebook_v3"
    if raw.get("type") in {"risu", "moechat"} and isinstance(raw.get("data"), list | dict):
        return as_text(raw["type"])
    entries = raw.get("entries")
    if not isinstance(entries, list | dict):
        return ""
    if "lorebookVersion" in raw:
        return "novelai"
    if raw.get("kind") == "memory":
        return "agnai"
    first = as_objects(_values(entries))[:1]
    return "character_book" if first and is_card_entry(first[0]) else "sillytavern"


def is_card_entry(entry: JsonObject) -> bool:
    """Whether an entry is written as in a card's book, not as in a world-info file."""
    return not _OF_WORLD_INFO & entry.keys() and bool(_OF_CARDS & entry.keys())


def world_entries(raw: JsonObject, dialect: str) -> Iterator[tuple[str, JsonObject]]:
    """Yield the entries of a book as world-info entries, each with its key in the file."""
    if dialect == "sillytavern":
        entries = raw["entries"]
        named = entries.items() if isinstance(entries, dict) else enumerate(as_list(entries))
        for key, entry in named:
            if isinstance(entry, dict):
                yield str(key), from_card_entry(entry, str(key)) if is_card_entry(entry) else entry
        return
    for index, entry in enumerate(_DIALECTS[dialect](raw)):
        yield str(index), entry


def book_fields(raw: JsonObject, dialect: str) -> JsonObject:
    """Return what a book of a card says of all its entries; other dialects say nothing."""
    if dialect == "sillytavern":
        return as_object(as_object(raw.get("extensions")).get(OURS))
    book = _card_book(raw)
    return {field: book[field] for field in _OF_BOOKS if field in book} if dialect in _CARD_DIALECTS else {}


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
    _decorate(entry, own, decorated)
    if own["regex"]:  # the specification: these two do not count then
        entry |= {"constant": False, "keysecondary": []}
    return _with_ours(entry, own, extensions)


def to_card_entry(entry: JsonObject, uid: Json) -> JsonObject:
    """Return a world-info entry as an entry of a card's book, with every field SillyTavern writes."""
    raw: JsonObject = {theirs: entry[ours] for ours, theirs in _DIRECT.items() if ours in entry}
    extensions = as_object(entry.get("extensions"))
    extensions = extensions | {theirs: entry[ours] for ours, theirs in _IN_EXTENSIONS.items() if ours in entry}
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
        "extensions": {"position": position, **extensions},
    }


def _card_book(raw: JsonObject) -> JsonObject:
    return as_object(raw["data"]) if _is_lorebook_v3(raw) else raw


def _from_card_book(raw: JsonObject) -> Iterator[JsonObject]:
    for index, entry in enumerate(as_objects(_values(_card_book(raw).get("entries")))):
        yield from_card_entry(entry, str(index))


def _from_novelai(raw: JsonObject) -> Iterator[JsonObject]:
    for entry in as_objects(_values(raw.get("entries"))):
        yield {
            "key": entry.get("keys"),
            "comment": entry.get("displayName"),
            "content": entry.get("text"),
            "constant": entry.get("forceActivation"),
            "order": as_object(entry.get("contextConfig")).get("budgetPriority", 0),
            "disable": not flag(entry.get("enabled"), True),
            "selective": False,
        }


def _from_agnai(raw: JsonObject) -> Iterator[JsonObject]:
    for entry in as_objects(_values(raw.get("entries"))):
        own: JsonObject = {"priority": entry["priority"]} if "priority" in entry else {}
        fields: JsonObject = {
            "key": entry.get("keywords"),
            "comment": entry.get("name"),
            "content": entry.get("entry"),
            "order": entry.get("weight"),
            "disable": not flag(entry.get("enabled"), True),
            "selective": False,
        }
        yield _with_ours(fields, own, {})


def _from_risu(raw: JsonObject) -> Iterator[JsonObject]:
    for entry in as_objects(_values(raw.get("data"))):
        fields: JsonObject = {
            "key": entry.get("key"),
            "keysecondary": entry.get("secondkey"),
            "comment": entry.get("comment"),
            "constant": entry.get("alwaysActive"),
            "selective": entry.get("selective"),
            "order": entry.get("insertorder"),
            "probability": entry.get("activationPercent"),
        }
        own: JsonObject = {}
        _decorate(fields, own, card_decorators(cleaned(entry.get("content"), "content")))
        yield _with_ours(fields, own, {})


def _from_moechat(raw: JsonObject) -> Iterator[JsonObject]:
    """Yield an entry for each ``keyword: description``; a list of keywords may stand for one, and tables in tables."""
    waiting: list[tuple[str, Json]] = [("", raw.get("data"))]
    while waiting:
        keyword, value = waiting.pop()
        if isinstance(value, dict):
            waiting += reversed([(key, inner) for key, inner in value.items()])
        elif any(isinstance(item, dict) for item in as_list(value)):
            waiting += reversed([(keyword, item) for item in as_list(value)])
        elif keyword:
            text = "\n".join(map(as_text, value)) if isinstance(value, list) else as_text(value)
            # Keywords are looked for by meaning there; as words they are found too.
            yield {"key": _keywords(keyword), "content": text, "comment": keyword, "vectorized": True}


def _keywords(text: str) -> list[Json]:
    return [*split_keys(text.translate(_COMMAS).strip("[]()（）【】"))]


def _decorate(fields: JsonObject, own: JsonObject, decorated: Decorated) -> None:
    """Write what decorators say into a world-info entry; the two that such entries know stay in the content."""
    said = decorated_fields(decorated)
    fields |= {name: value for name, value in said.items() if name not in OWN_FIELDS}
    own |= {name: value for name, value in said.items() if name in OWN_FIELDS}
    known = [f"@@{name}\n" for name, _ in decorated.found if name in {"activate", "dont_activate"}]
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


def _with_ours(entry: JsonObject, own: JsonObject, extensions: JsonObject) -> JsonObject:
    kept: JsonObject = {name: value for name, value in own.items() if value or (value == 0 and value is not False)}
    written: JsonObject = dict(extensions)
    if kept:
        written[OURS] = kept
    return {**entry, "extensions": written}


def _values(entries: Json) -> list[Json]:
    return [*entries.values()] if isinstance(entries, dict) else [*as_list(entries)]


def _is_lorebook_v3(raw: JsonObject) -> bool:
    return as_text(raw.get("spec")).strip().lower() == "lorebook_v3" and isinstance(raw.get("data"), dict)


_COMMAS = str.maketrans("，、；;|", ",,,,,")
_IN_EXTENSIONS_NAMES = frozenset(_IN_EXTENSIONS.values())
_CARD_DIALECTS = frozenset({"character_book", "lorebook_v3"})
_DIALECTS: dict[str, Callable[[JsonObject], Iterator[JsonObject]]] = {
    "character_book": _from_card_book,
    "lorebook_v3": _from_card_book,
    "novelai": _from_novelai,
    "agnai": _from_agnai,
    "risu": _from_risu,
    "moechat": _from_moechat,
}

"""World books changed by hand: entries added, changed, copied and taken away, in the JSON that is kept and exported.

What nobody changed stays as it came, fields that we do not know too. A book of another program becomes a world-info
file with the first change, as it would be exported.
"""

from collections.abc import Callable, Mapping, Sequence

from engine.rules.formats.books.book_dialects import world_entries
from engine.rules.formats.books.book_entries import OURS, SOURCES
from engine.rules.formats.books.books import book_from_json, read_entries, world_info
from engine.rules.formats.books.decorators import plain_decorators
from engine.rules.formats.books.entry_values import EntryValue
from engine.rules.formats.cards.card_entries import from_card_entry, is_card_entry
from engine.rules.formats.json_fields import as_list, as_object, cleaned, one_line
from engine.values.characters.entry_fields import ENTRY_FIELDS
from engine.values.characters.worlds import WorldBook, WorldEntry
from engine.values.documents import Json, JsonObject

EntryValues = Mapping[str, EntryValue]
"""What fields of an entry are to hold, by the names in ENTRY_FIELDS."""

_JSON: Mapping[str, str] = {
    "comment": "comment",
    "keys": "key",
    "logic": "selectiveLogic",
    "constant": "constant",
    "position": "position",
    "depth": "depth",
    "role": "role",
    "outlet": "outletName",
    "order": "order",
    "case_sensitive": "caseSensitive",
    "whole_words": "matchWholeWords",
    "scan_depth": "scanDepth",
    "exclude_recursion": "excludeRecursion",
    "prevent_recursion": "preventRecursion",
    "delay_until_recursion": "delayUntilRecursion",
    "sticky": "sticky",
    "cooldown": "cooldown",
    "delay": "delay",
    "group_scoring": "useGroupScoring",
    "group_weight": "groupWeight",
    "group_override": "groupOverride",
    "ignore_budget": "ignoreBudget",
    "triggers": "triggers",
}
BOOK_JSON: Mapping[str, str] = {
    "scan-depth": "scan_depth",
    "budget": "token_budget",
    "recursion": "recursive_scanning",
}
"""What the fields of BOOK_FIELDS are called in a file."""
_NEW_ENTRY: JsonObject = {
    "key": [],
    "keysecondary": [],
    "comment": "",
    "content": "",
    "constant": False,
    "vectorized": False,
    "selective": True,
    "selectiveLogic": 0,
    "addMemo": True,
    "order": 100,
    "position": 0,
    "disable": False,
    "ignoreBudget": False,
    "excludeRecursion": False,
    "preventRecursion": False,
    "delayUntilRecursion": 0,
    "probability": 100,
    "useProbability": True,
    "depth": 4,
    "outletName": "",
    "group": "",
    "groupOverride": False,
    "groupWeight": 100,
    "scanDepth": None,
    "caseSensitive": None,
    "matchWholeWords": None,
    "useGroupScoring": None,
    "automationId": "",
    "role": 0,
    "sticky": None,
    "cooldown": None,
    "delay": None,
    "triggers": [],
}
"""A new entry as SillyTavern writes it."""


def new_book(name: str) -> WorldBook:
    """Return a book without entries. Raises NotABook when nothing is left of its name."""
    return book_from_json({"entries": {}, "name": one_line(name)})


def renamed(book: WorldBook, name: str) -> WorldBook:
    """Return the book under another name; what is no name changes nothing."""
    return book_from_json(world_info(book) | {"name": one_line(name, book.name)})


def with_field(book: WorldBook, name: str, value: EntryValue) -> WorldBook:
    """Return the book with another value for a field of BOOK_FIELDS; None leaves it to the chat's setting."""
    raw = world_info(book)
    return book_from_json(raw | _with_ours(raw, BOOK_JSON[name], value.json), book.name)


def entry_of(book: WorldBook, uid: str) -> WorldEntry | None:
    """Return the entry of that uid."""
    return next((it for it in book.entries if it.uid == uid), None)


def new_entry(values: EntryValues) -> JsonObject:
    """Return a new entry as world-info files hold it, without a uid."""
    return _written(_NEW_ENTRY, values)


def add_entry(book: WorldBook, values: EntryValues) -> tuple[WorldBook, str]:
    """Return the book with a new entry at its end, and that entry's uid. Raises TooManyEntries, FieldTooLong."""
    return _added(book, new_entry(values))


def copy_entry(book: WorldBook, uid: str, other: WorldBook) -> tuple[WorldBook, str]:
    """Return ``other`` with a copy of an entry of ``book``, and the copy's uid. Raises KeyError, TooManyEntries."""
    return _added(other, dict(read_entries(world_info(book), "sillytavern"))[uid])


def edit_entry(book: WorldBook, uid: str, values: EntryValues) -> WorldBook:
    """Return the book with fields of an entry changed. Raises KeyError for a uid that is not there, FieldTooLong."""
    return _replaced(book, uid, lambda entry: _written(entry, values))


def switch_entry(book: WorldBook, uid: str, *, on: bool) -> WorldBook:
    """Return the book with an entry switched on or off. Raises KeyError for a uid that is not there."""
    return _replaced(book, uid, lambda entry: {**entry, "disable": not on})


def delete_entry(book: WorldBook, uid: str) -> WorldBook:
    """Return the book without an entry. Raises KeyError for a uid that is not there."""
    raw = _plain(book)
    entries, key = raw["entries"], _places(raw)[uid]
    if isinstance(entries, dict):
        return _read(book, raw, {name: it for name, it in entries.items() if name != key})
    # An entry of a list that has no uid is called by its place, which is not to change.
    names = {int(place): name for name, place in _places(raw).items()}
    kept: list[Json] = [
        {"uid": names[at], **it} if isinstance(it, dict) else it
        for at, it in enumerate(as_list(entries))
        if at != int(key)
    ]
    return _read(book, raw, kept)


def _added(book: WorldBook, entry: JsonObject) -> tuple[WorldBook, str]:
    raw = _plain(book)
    entries = raw["entries"]
    known = {it.uid for it in book.entries} | {str(it) for it in (entries if isinstance(entries, dict) else ())}
    number = 1 + max((int(it) for it in known if it.isascii() and it.isdecimal() and len(it) < _DIGITS), default=-1)
    new: JsonObject = {**entry, "uid": number, "displayIndex": len(book.entries)}
    made: Json = {**entries, str(number): new} if isinstance(entries, dict) else [*as_list(entries), new]
    return _read(book, raw, made), str(number)


def _replaced(book: WorldBook, uid: str, change: Callable[[JsonObject], JsonObject]) -> WorldBook:
    raw = _plain(book)
    entries, key = raw["entries"], _places(raw)[uid]
    if isinstance(entries, dict):
        return _read(book, raw, {**entries, key: change(as_object(entries[key]))})
    listed = [*as_list(entries)]
    listed[int(key)] = change(as_object(listed[int(key)]))
    return _read(book, raw, listed)


def _read(book: WorldBook, raw: JsonObject, entries: Json) -> WorldBook:
    return book_from_json({**raw, "entries": entries}, book.name)


def _plain(book: WorldBook) -> JsonObject:
    """The book's JSON as a world-info file whose entries are all written as in one."""
    raw = world_info(book)
    entries = raw["entries"]
    if isinstance(entries, dict):
        return {**raw, "entries": {key: _as_plain(it, key) for key, it in entries.items()}}
    return {**raw, "entries": [_as_plain(it, str(at)) for at, it in enumerate(as_list(entries))]}


def _as_plain(entry: Json, key: str) -> Json:
    return {**entry, **from_card_entry(entry, key)} if isinstance(entry, dict) and is_card_entry(entry) else entry


def _places(raw: JsonObject) -> dict[str, str]:
    """Where in the file each entry stands, by its uid."""
    keys = (key for key, _ in world_entries(raw, "sillytavern"))
    return dict(zip(read_entries(raw, "sillytavern"), keys, strict=True))


def _written(entry: JsonObject, values: EntryValues) -> JsonObject:
    changed = dict(entry)
    for name, value in values.items():
        attribute = ENTRY_FIELDS[name].attribute
        changed |= _WRITERS[attribute](changed, value) if attribute in _WRITERS else {_JSON[attribute]: value.json}
    return changed


def _content(entry: JsonObject, value: EntryValue) -> JsonObject:
    """The decorators at the top of an entry's content are no words of it, and stay."""
    before = cleaned(entry.get("content"), "content")
    head = before.removesuffix(plain_decorators(before).content)
    return {"content": (head if not head or head.endswith("\n") else f"{head}\n") + str(value.json)}


def _secondary_keys(entry: JsonObject, value: EntryValue) -> JsonObject:
    """Where they do not count, those that somebody writes are to."""
    return {"keysecondary": value.json, "selective": bool(value.json) or entry.get("selective", True)}


def _with_ours(raw: JsonObject, name: str, value: Json) -> JsonObject:
    """The extensions of an entry or a book with one of our own fields; None takes it away."""
    extensions = as_object(raw.get("extensions"))
    ours = {key: it for key, it in as_object(extensions.get(OURS)).items() if key != name}
    return {"extensions": {**extensions, OURS: ours if value is None else {**ours, name: value}}}


def _ours(name: str) -> Callable[[JsonObject, EntryValue], JsonObject]:
    return lambda entry, value: _with_ours(entry, name, value.json)


def _probability(_entry: JsonObject, value: EntryValue) -> JsonObject:
    return {"probability": value.json, "useProbability": True}


def _sources(_entry: JsonObject, value: EntryValue) -> JsonObject:
    wanted = _texts(value)
    return {name: source.value.replace("_", "-") in wanted for name, source in SOURCES.items()}


def _groups(_entry: JsonObject, value: EntryValue) -> JsonObject:
    return {"group": ", ".join(_texts(value))}


def _filter(name: str) -> Callable[[JsonObject, EntryValue], JsonObject]:
    def write(entry: JsonObject, value: EntryValue) -> JsonObject:
        wanted: JsonObject = {
            "isExclude": entry.get("characterFilterExclude", False),
            "names": entry.get("characterFilterNames", []),
            "tags": entry.get("characterFilterTags", []),
        }
        return {"characterFilter": {**wanted, **as_object(entry.get("characterFilter")), name: value.json}}

    return write


def _texts(value: EntryValue) -> Sequence[str]:
    return [str(it) for it in as_list(value.json)]


_DIGITS = 10
_WRITERS: Mapping[str, Callable[[JsonObject, EntryValue], JsonObject]] = {
    "content": _content,
    "secondary_keys": _secondary_keys,
    "exclude_keys": _ours("exclude_keys"),
    "regex": _ours("regex"),
    "priority": _ours("priority"),
    "reverse_depth": _ours("reverse_depth"),
    "after": _ours("after"),
    "every": _ours("every"),
    "greeting": _ours("greeting"),
    "probability": _probability,
    "sources": _sources,
    "groups": _groups,
    "filter_names": _filter("names"),
    "filter_tags": _filter("tags"),
    "filter_exclude": _filter("isExclude"),
}

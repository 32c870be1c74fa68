"""World books of other programs written as world-info files.

Every dialect is turned into the same JSON first, so that one reader knows what fields mean, and what is exported is
what is used.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from engine.rules.formats.books.book_entries import OURS
from engine.rules.formats.books.decorators import card_decorators, split_keys
from engine.rules.formats.cards.card_entries import decorate, from_card_entry, is_card_entry, with_ours
from engine.rules.formats.json_fields import as_list, as_object, as_objects, as_text, cleaned, flag
from engine.values.documents import Json, JsonObject

_T = TypeVar("_T")
_INDEX_DIGITS = 10
_NO_INDEX = 10**_INDEX_DIGITS
_OF_BOOKS = ("scan_depth", "token_budget", "recursive_scanning")


def dialect_of(raw: Json) -> str:
    """Return the dialect of a book, or nothing when ``raw`` is no book."""
    if not isinstance(raw, dict):
        return ""
    if _is_lorebook_v3(raw):
        return "lorebook_v3"
    kind = as_text(raw.get("type"))
    if kind in {"risu", "moechat"} and isinstance(raw.get("data"), list | dict):
        return kind
    entries = raw.get("entries")
    if not isinstance(entries, list | dict):
        return ""
    if "lorebookVersion" in raw:
        return "novelai"
    if raw.get("kind") == "memory":
        return "agnai"
    first = as_objects(_values(entries))[:1]
    return "character_book" if first and is_card_entry(first[0]) else "sillytavern"


def world_entries(raw: JsonObject, dialect: str) -> Iterator[tuple[str, JsonObject]]:
    """Yield the entries of a book as world-info entries, each with its key in the file."""
    if dialect == "sillytavern":
        entries = raw["entries"]
        named = in_order(entries) if isinstance(entries, dict) else enumerate(as_list(entries))
        for key, entry in named:
            if isinstance(entry, dict):
                yield str(key), from_card_entry(entry, str(key)) if is_card_entry(entry) else entry
        return
    for index, entry in enumerate(_DIALECTS[dialect](raw)):
        yield str(index), entry


def in_order(entries: Mapping[str, _T]) -> list[tuple[str, _T]]:
    """Return the members in the order in which JavaScript reads them, whatever the file's: first the numbers."""

    def rank(member: tuple[str, _T]) -> int:
        key = member[0]
        number = int(key) if key.isascii() and key.isdecimal() and len(key) <= _INDEX_DIGITS else _NO_INDEX
        return number if str(number) == key else _NO_INDEX

    return sorted(entries.items(), key=rank)


def book_fields(raw: JsonObject, dialect: str) -> JsonObject:
    """Return what a book of a card says of all its entries; other dialects say nothing."""
    if dialect == "sillytavern":
        return as_object(as_object(raw.get("extensions")).get(OURS))
    book = _card_book(raw)
    return {field: book[field] for field in _OF_BOOKS if field in book} if dialect in _CARD_DIALECTS else {}


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
        yield with_ours(fields, own, {})


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
        decorate(fields, own, card_decorators(cleaned(entry.get("content"), "content")))
        yield with_ours(fields, own, {})


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


def _values(entries: Json) -> list[Json]:
    return [*entries.values()] if isinstance(entries, dict) else [*as_list(entries)]


def _is_lorebook_v3(raw: JsonObject) -> bool:
    inside = as_object(raw.get("data")).get("entries")
    return as_text(raw.get("spec")).strip().lower() == "lorebook_v3" and isinstance(inside, list | dict)


_COMMAS = str.maketrans("，、；;|", ",,,,,")
_CARD_DIALECTS = frozenset({"character_book", "lorebook_v3"})
_DIALECTS: dict[str, Callable[[JsonObject], Iterator[JsonObject]]] = {
    "character_book": _from_card_book,
    "lorebook_v3": _from_card_book,
    "novelai": _from_novelai,
    "agnai": _from_agnai,
    "risu": _from_risu,
    "moechat": _from_moechat,
}
BOOK_DIALECTS = ("sillytavern", *_DIALECTS)
"""Every dialect, by its name."""

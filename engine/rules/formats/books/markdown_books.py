"""World books as Markdown: a heading for each entry, lines with its keys and fields, then what it says.

    # The coast
    What the book is about.

    ## The lighthouse
    keys: lighthouse, lamp
    order: 50

    Built in 1887 …

The fields are those of ``ENTRY_FIELDS`` by the names that people type, and three more: ``switch``, ``by-meaning``, and
``more`` for what no other line can hold. What is written is read again as the same entries.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.errors import EntryLineUnreadable, EntryWithoutKeys, FileNotUtf8, FileTooBig, InputError, TooManyEntries
from engine.rules.formats.books.book_editing import BOOK_JSON, new_entry
from engine.rules.formats.books.book_entries import OURS, read_entry
from engine.rules.formats.books.books import MAX_ENTRIES, book_from_json, read_entries, world_info
from engine.rules.formats.books.entry_values import OF_CHAT, OFF, ON, EntryValue, read_value, shown_value
from engine.rules.formats.bounded_json import read_json
from engine.rules.formats.json_fields import as_object, cleaned, one_line
from engine.rules.text.clean import clean_text
from engine.values.characters.entry_fields import BOOK_FIELDS, ENTRY_FIELDS, EntryField, EntryFieldKind
from engine.values.characters.worlds import WorldBook, WorldEntry
from engine.values.documents import JsonObject

MAX_MEGABYTES: Final = 2
_ESCAPED: Final = re.compile(r"^\\(?=\\*##(?:[ \t]|$))", re.MULTILINE)
_TO_ESCAPE: Final = re.compile(r"^(?=\\*##(?:[ \t]|$))", re.MULTILINE)
_FIELD: Final = re.compile(r"[ \t]*([^\W\d_][\w-]{0,30})[ \t]*[:：](.*)")
_SWITCH: Final = EntryField("enabled", EntryFieldKind.SWITCH)
_MEANING: Final = EntryField("vectorized", EntryFieldKind.SWITCH)
_MORE: Final = "more"
_BLANK: Final = " \t"
_DEEPEST: Final = 2
_NOT_LINES: Final = frozenset({"title", "text"})
_FIELDS: Final[Mapping[str, EntryField]] = {
    **{name: field for name, field in ENTRY_FIELDS.items() if name not in _NOT_LINES},
    "switch": _SWITCH,
    "by-meaning": _MEANING,
}
_CHINESE: Final = {
    "关键词": "keys",
    "关键字": "keys",
    "触发词": "keys",
    "次要关键词": "also",
    "排除词": "never",
    "始终启用": "always",
    "常驻": "always",
    "位置": "position",
    "深度": "depth",
    "顺序": "order",
    "概率": "chance",
    "key": "keys",
}
_CHINESE_SWITCHES: Final = {"是": ON, "开": ON, "启用": ON, "否": OFF, "关": OFF, "停用": OFF}
_PRISTINE: Final = WorldEntry("")
_CALLS: Final = frozenset({"keys", "always", "by-meaning", _MORE})


@dataclass(frozen=True, slots=True)
class _Part:
    """What stands below one heading: where the heading is, what it says, and its lines."""

    line: int
    title: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Fields:
    """The lines of fields at the head of a part: where each is and what it says; and the text below them."""

    given: Mapping[str, tuple[int, str]]
    text: str


def is_markdown_book(text: str) -> bool:
    """Whether a text has entries of a book in it: a heading with a line of keys, or one that says always."""
    parts = _parts(text.split("\n"))[1]
    return any(_CALLS & _fields_of(part, _FIELDS).given.keys() for part in parts)


def read_markdown_book(data: bytes, name: str = "") -> WorldBook:
    """Return the book in a text. ``name`` is used where the text gives it none.

    Raises FileTooBig, FileNotUtf8, EntryWithoutKeys, EntryLineUnreadable, TooManyEntries, FieldTooLong.
    """
    head, parts = _parts(markdown_text(data).split("\n"))
    if len(parts) > MAX_ENTRIES:
        raise TooManyEntries(limit=MAX_ENTRIES)
    entries: JsonObject = {str(uid): {**_entry(part), "uid": uid} for uid, part in enumerate(parts)}
    own = _fields_of(head, BOOK_FIELDS)
    raw: JsonObject = {"entries": entries, "name": one_line(head.title, name)}
    if own.text:
        raw["description"] = own.text
    settings: JsonObject = {
        BOOK_JSON[it]: _read(BOOK_FIELDS[it], it, *told).json for it, told in own.given.items() if it in BOOK_FIELDS
    }
    if settings:
        raw["extensions"] = {OURS: settings}
    return book_from_json(raw, name)


def write_markdown_book(book: WorldBook) -> bytes:
    """Return the book as Markdown, which is read again as the same entries in the same order."""
    raw = world_info(book)
    head = [f"# {one_line(book.name)}".rstrip(), *_own_lines(book), _escaped(book.description.strip())]
    entries = read_entries(raw, "sillytavern")
    texts = ["\n".join(head).rstrip(), *(_written_entry(entry, uid) for uid, entry in entries.items())]
    return ("\n\n".join(texts) + "\n").encode()


def markdown_text(data: bytes) -> str:
    """Return the text of a Markdown file, with plain line ends. Raises FileTooBig, FileNotUtf8."""
    if len(data) > MAX_MEGABYTES << 20:
        raise FileTooBig(size=len(data), limit=MAX_MEGABYTES << 20, megabytes=MAX_MEGABYTES)
    try:
        return clean_text(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise FileNotUtf8 from None


def _parts(lines: Sequence[str]) -> tuple[_Part, list[_Part]]:
    """What stands above the entries, and each entry: below headings of two marks, or of one where there are none.

    A text in which no heading of one mark has a line of fields below it has no entries: its first one is the title.
    """
    found_in = ((at, _heading(line)) for at, line in enumerate(lines))
    headings = [(at, *found) for at, found in found_in if found]
    deepest = max((marks for _, marks, _ in headings), default=1)
    found = _below(lines, [(at, title) for at, marks, title in headings if marks == deepest])
    if deepest == 1 and not any(_CALLS & _fields_of(part, _FIELDS).given.keys() for part in found):
        found = []
    first = found[0].line - 1 if found else len(lines)
    title_at, title = next(((at, said) for at, marks, said in headings if marks == 1 and at < first), (-1, ""))
    return _Part(title_at + 1, title, lines[title_at + 1 : first]), found


def _below(lines: Sequence[str], starts: Sequence[tuple[int, str]]) -> list[_Part]:
    ends = [*(at for at, _ in starts[1:]), len(lines)]
    return [_Part(at + 1, title, lines[at + 1 : end]) for (at, title), end in zip(starts, ends, strict=False)]


def _heading(line: str) -> tuple[int, str] | None:
    """How many marks a heading of one or two has, and what it says."""
    rest = line.lstrip("#")
    marks = len(line) - len(rest)
    if marks not in (1, _DEEPEST) or (rest and rest[0] not in _BLANK):
        return None
    title = rest.strip()
    shorn = title.rstrip("#")
    closed = shorn != title and (not shorn or shorn[-1] in _BLANK)
    return marks, shorn.rstrip() if closed else title


def _fields_of(part: _Part, fields: Mapping[str, EntryField]) -> _Fields:
    """Fields stand directly below the heading, blank lines before them aside; the first other line ends them."""
    given: dict[str, tuple[int, str]] = {}
    at, count = 0, len(part.lines)
    while at < count and (not part.lines[at].strip() and not given):
        at += 1
    while at < count and (found := _FIELD.fullmatch(part.lines[at])):
        name = found[1].casefold()
        name = _CHINESE.get(name, name)
        if (name not in fields and name != _MORE) or name in given:
            break
        given[name] = (part.line + 1 + at, found[2].strip())
        at += 1
    text = _ESCAPED.sub("", "\n".join(part.lines[at:]).strip("\n"))
    return _Fields(given, text if text.strip() else "")


def _entry(part: _Part) -> JsonObject:
    own = _fields_of(part, _FIELDS)
    values = {it: _read(_FIELDS[it], it, *told) for it, told in own.given.items() if it in ENTRY_FIELDS}
    entry = new_entry({"title": EntryValue(part.title), "text": EntryValue(own.text), **values})
    if "switch" in own.given:
        entry["disable"] = not _read(_SWITCH, "switch", *own.given["switch"]).json
    if "by-meaning" in own.given:
        entry["vectorized"] = _read(_MEANING, "by-meaning", *own.given["by-meaning"]).json
    if _MORE in own.given:
        entry |= _more(*own.given[_MORE])
    elif not (_CALLS & own.given.keys()) and own.given.get("switch") is None:
        raise EntryWithoutKeys(line=part.line, title=part.title)
    return entry


def _more(line: int, value: str) -> JsonObject:
    try:
        return as_object(read_json(value.encode()))
    except InputError:
        raise EntryLineUnreadable(line=line, field=_MORE, value=value[:64]) from None


def _read(field: EntryField, name: str, line: int, value: str) -> EntryValue:
    if field.kind is EntryFieldKind.SWITCH:
        value = _CHINESE_SWITCHES.get(value, value)
    found = read_value(field, value) if value or name in _FIELDS else EntryValue(None)
    if found is None:
        raise EntryLineUnreadable(line=line, field=name, value=value[:64])
    return found


def _own_lines(book: WorldBook) -> Iterator[str]:
    for name, field in BOOK_FIELDS.items():
        if (shown := shown_value(field, book)) != OF_CHAT:
            yield f"{name}: {shown}"
    yield ""


def _written_entry(raw: JsonObject, uid: str) -> str:
    """One entry. What would be read otherwise than it is stands in ``more``, as the JSON of world-info files."""
    entry, _ = read_entry(raw, uid)
    lines = [f"## {one_line(entry.comment)}".rstrip(), *_field_lines(entry)]
    body = _escaped(cleaned(raw.get("content"), "content").strip("\n"))
    written = _joined(lines, body)
    [part] = _parts(written.split("\n"))[1]
    again = _entry(part)
    if read_entry(again, uid)[0] == entry:
        return written
    more = {name: value for name, value in raw.items() if name != "uid" and again.get(name) != value}
    lines.append(f"{_MORE}: {json.dumps(more, ensure_ascii=False, separators=(',', ':'))}")
    return _joined(lines, "" if "content" in more else body)


def _escaped(text: str) -> str:
    return _TO_ESCAPE.sub(r"\\", text)


def _joined(lines: Sequence[str], body: str) -> str:
    return "\n".join([*lines, "", body] if body.strip() else lines)


def _field_lines(entry: WorldEntry) -> Iterator[str]:
    """The keys, and the fields that differ from those of a new entry. One of several lines is no line."""
    for name, field in _FIELDS.items():
        shown = shown_value(field, entry)
        shown = "" if "\n" in shown else shown
        if name == "keys":
            yield f"keys: {shown}".rstrip()
        elif shown and shown != shown_value(field, _PRISTINE):
            yield f"{name}: {shown}"

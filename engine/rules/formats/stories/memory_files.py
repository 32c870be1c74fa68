"""What is remembered of a story as a file: our own form, and those of Memory Manager, which it is read from too.

Its first form keeps ``storyBible`` with ``timeline``, ``items`` and ``characters`` beside ``memories``, its second one
``timeline``, ``items``, ``characters`` and ``pages``. Both were written by models, so names of fields are guessed at.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from engine.errors import MemoryFileEmpty, MemoryFileNewer
from engine.rules.chronicle.evolution import FIELDS, tidy
from engine.rules.formats.bounded_json import read_json
from engine.rules.formats.chats.chat_dates import read_date
from engine.rules.formats.json_fields import as_list, as_object, as_text, flag, whole
from engine.rules.formats.stories.memory_fields import (
    days_apart,
    listed,
    memory_tag,
    names_in,
    number_in,
    paragraphs,
    rest_of,
    span_of,
    spoken,
    text_in,
)
from engine.rules.formats.unread import unread_fields
from engine.values.documents import Json, JsonObject
from engine.values.memory.memories import MemoryKind, Tag
from engine.values.transfers.memory_files import FileLine, FileMemory, FileNamed, FilePage, FileSummary, MemoryFile

FORMAT: Final = "omoide-memory"
VERSION: Final = 1
LONGEST_LINE: Final = 160
LONGEST_PAGE: Final = 600
LONGEST_BRIEF: Final = 100
LONGEST_NAME: Final = 40
LONGEST_WHEN: Final = 20
LONGEST_ITEM: Final = 1_000
LONGEST_DOSSIER: Final = 4_000
LONGEST_SUMMARY: Final = 4_000
LONGEST_TITLE: Final = 100
LONGEST_MEMORY: Final = 2_000
MOST: Final = 500
MOST_MEMORIES: Final = 2_000
MOST_ALIASES: Final = 8
_LAST: Final = 1_000_000_000
_WRAPPERS: Final = ("data", "memory", "memoryManager", "memory_manager")
_PARTS: Final = frozenset({"timeline", "pages", "memories", "items", "characters", "dossiers"})
_TEXTS: Final = ("text", "content", "event", "summary", "description", "detail", "memory", "内容", "事件")
_DAYS: Final = ("when", "day", "days", "date", "storyDay", "dayRange", "日期")
_NAMES: Final = ("name", "item", "character", "title", "名称", "姓名")
_KNOWN: Final = ("text", "state", "status", "known", "dossier", "profile", "description", "desc", "content", "描述")

_T = TypeVar("_T")


def is_memory_file(raw: JsonObject) -> bool:
    """Whether a JSON object has what only files of memories have."""
    if raw.get("format") == FORMAT or isinstance(raw.get("storyBible"), dict):
        return True
    found = _inner(raw)
    if isinstance(found.get("storyBible"), dict):
        return True
    parts = _PARTS & {name for name in found if isinstance(found[name], list | dict)}
    return len(parts) > 1 and bool({"timeline", "pages"} & parts)


def read_memory_file(data: bytes) -> MemoryFile:
    """A file of memories, whatever wrote it; what has no text is left aside and counted.

    Raises InputError: what is wrong with the JSON, MemoryFileNewer, MemoryFileEmpty.
    """
    return _read(read_json(data))


def unread_in_memories(data: bytes) -> tuple[str, ...]:
    """The names of what such a file holds and nobody reads. Raises what ``read_memory_file`` raises."""
    return unread_fields(read_json(data), _read)


def _read(value: Json) -> MemoryFile:
    raw = as_object(value)
    if raw.get("format") == FORMAT:
        version = whole(raw.get("version"), 1, 0, _LAST)
        if version > VERSION:
            raise MemoryFileNewer(version=version, known=VERSION)
    else:
        raw = _in_our_form(_inner(raw))
    file = _file(raw)
    if not any((file.timeline, file.items, file.pages, file.dossiers, file.summaries, file.memories, file.persona)):
        raise MemoryFileEmpty
    return file


def write_memory_file(file: MemoryFile) -> bytes:
    """The file in our own form, which ``read_memory_file`` reads to the same."""
    raw = {
        "format": FORMAT,
        "version": VERSION,
        "name": file.name,
        "timeline": [_line_json(it) for it in file.timeline],
        "items": [_with(it.messages, name=it.name, text=it.text) for it in file.items],
        "pages": [_page_json(it) for it in file.pages],
        "dossiers": [_with(it.messages, name=it.name, text=it.text, aliases=list(it.aliases)) for it in file.dossiers],
        "summaries": [_with(it.messages, text=it.text) for it in file.summaries if not it.chapter],
        "chapters": [
            _with(summary.messages, number=summary.chapter, title=summary.title, text=summary.text)
            for summary in file.summaries
            if summary.chapter
        ],
        "memories": [_memory_json(it) for it in file.memories],
        "persona": dict(file.persona),
    }
    return json.dumps(raw, ensure_ascii=False, indent=2).encode()


def _inner(raw: JsonObject) -> JsonObject:
    """What is wrapped, if it looks as if it were."""
    if _PARTS & raw.keys() or "storyBible" in raw:
        return raw
    return next((inner for name in _WRAPPERS if (inner := as_object(raw.get(name)))), raw)


def _in_our_form(raw: JsonObject) -> JsonObject:
    """The parts of a foreign file where ours have them; memories of its first form that nobody said are pages."""
    bible = as_object(raw.get("storyBible"))
    parts: dict[str, Any] = {
        name: raw.get(name) or bible.get(name) for name in ("timeline", "items", "pages", "memories")
    }
    figures = (it.get(name) for it in (raw, bible) for name in ("characters", "dossiers", "npcs"))
    parts["dossiers"] = next((it for it in figures if it), None)
    memories = as_list(parts["memories"])
    told = [it for it in memories if memory_tag(as_object(it)) is None]
    parts["memories"] = [it for it in memories if memory_tag(as_object(it)) is not None]
    parts["pages"] = [*listed(parts["pages"]), *told]
    parts["name"] = raw.get("name", "")
    return parts


def _file(raw: JsonObject) -> MemoryFile:
    aside = _Aside()
    persona = as_object(raw.get("persona"))
    return MemoryFile(
        name=spoken(as_text(raw.get("name")), LONGEST_TITLE),
        timeline=aside.read(_lines(raw.get("timeline")), _line, MOST),
        items=aside.read(listed(raw.get("items")), _item, MOST),
        pages=tuple(_numbered(aside.read(listed(raw.get("pages")), _page, MOST))),
        dossiers=aside.read(listed(raw.get("dossiers")), _dossier, MOST),
        summaries=(
            *aside.read(as_list(raw.get("summaries")), _summary, MOST),
            *aside.read(as_list(raw.get("chapters")), _chapter, MOST),
        ),
        memories=aside.read(as_list(raw.get("memories")), _memory, MOST_MEMORIES),
        persona=tuple(tidy({it: as_text(persona.get(it)) for it in FIELDS}).items()),
        left_aside=aside.count,
    )


class _Aside:
    """Reads lists, and counts what of them could not be read or was too much."""

    def __init__(self) -> None:
        self.count = 0

    def read(self, values: Sequence[Json], read: Callable[[Json], _T | None], most: int) -> tuple[_T, ...]:
        found = [it for value in values[:most] if (it := read(value)) is not None]
        self.count += len(values) - len(found)
        return tuple(dict.fromkeys(found))


def _lines(value: Json) -> Sequence[Json]:
    return value.splitlines() if isinstance(value, str) else listed(value)


def _line(value: Json) -> FileLine | None:
    raw = as_object(value)
    if not raw:
        when, text = days_apart(as_text(value))
        return FileLine(spoken(text, LONGEST_LINE), spoken(when, LONGEST_WHEN)) if spoken(text, 1) else None
    text = text_in(raw, _TEXTS, LONGEST_LINE)
    when = text_in(raw, _DAYS, LONGEST_WHEN)
    return FileLine(text, when, bool(flag(raw.get("merged"), False)), span_of(raw)) if text else None


def _item(value: Json) -> FileNamed | None:
    raw = as_object(value)
    name = text_in(raw, _NAMES, LONGEST_NAME) or spoken(as_text(value), LONGEST_NAME)
    text = text_in(raw, _KNOWN, LONGEST_ITEM) or rest_of(raw, _NAMES, LONGEST_ITEM)
    return FileNamed(name, text or name, (), span_of(raw)) if name else None


def _dossier(value: Json) -> FileNamed | None:
    raw = as_object(value)
    name = text_in(raw, _NAMES, LONGEST_NAME)
    others = names_in(raw, LONGEST_NAME)
    text = text_in(raw, _KNOWN, LONGEST_DOSSIER) or rest_of(raw, _NAMES, LONGEST_DOSSIER)
    aliases = tuple(it for it in others if it != name)[:MOST_ALIASES]
    return FileNamed(name, text, aliases, span_of(raw)) if name and text else None


def _page(value: Json) -> FilePage | None:
    raw = as_object(value)
    text = text_in(raw, _TEXTS, LONGEST_PAGE)
    level = number_in(raw, ("level", "compressionLevel", "compression"), 0, _LAST) or 0
    if not text or level > 1:  # what has left the catalogue lives on in the timeline
        return None
    return FilePage(
        text=text,
        number=number_in(raw, ("number", "page", "index", "id"), 0, _LAST) or 0,
        level=level or int(bool(flag(raw.get("compressed"), False))),
        title=text_in(raw, ("title", "name", "标题"), LONGEST_NAME),
        when=text_in(raw, _DAYS, LONGEST_WHEN),
        brief=text_in(raw, ("brief", "gist", "short"), LONGEST_BRIEF),
        messages=span_of(raw),
    )


def _numbered(pages: Iterable[FilePage]) -> Iterator[FilePage]:
    """Pages by numbers that none of them shares, in their order."""
    last = 0
    for it in sorted(pages, key=lambda page: page.number or _LAST):
        last = max(last + 1, min(it.number, last + MOST)) if it.number else last + 1
        yield FilePage(it.text, last, it.level, it.title, it.when, it.brief, it.messages)


def _summary(value: Json) -> FileSummary | None:
    raw = as_object(value)
    text = paragraphs(as_text(raw.get("text")), LONGEST_SUMMARY)
    return FileSummary(text, 0, "", span_of(raw)) if text else None


def _chapter(value: Json) -> FileSummary | None:
    raw, found = as_object(value), _summary(value)
    if found is None:
        return None
    number = number_in(raw, ("number",), 1, _LAST) or 1
    return FileSummary(found.text, number, text_in(raw, ("title",), LONGEST_TITLE), found.messages)


def _memory(value: Json) -> FileMemory | None:
    raw = as_object(value)
    text, tag = text_in(raw, _TEXTS, LONGEST_MEMORY), memory_tag(raw)
    if not text or tag is None:
        return None
    at = next((it for name in ("at", "timestamp", "time", "createdAt") if (it := read_date(raw.get(name)))), None)
    kind = MemoryKind.CORE if tag is Tag.CORE else MemoryKind.MANUAL
    return FileMemory(text, kind, tag, at, span_of(raw))


def _line_json(line: FileLine) -> JsonObject:
    return _with(line.messages, text=line.text, when=line.when, **({"merged": True} if line.merged else {}))


def _page_json(page: FilePage) -> JsonObject:
    told = {"number": page.number, "level": page.level, "title": page.title, "when": page.when}
    return _with(page.messages, **told, text=page.text, brief=page.brief)


def _memory_json(memory: FileMemory) -> JsonObject:
    return _with(
        memory.messages, text=memory.text, tag=memory.tag.value, at=memory.at.isoformat() if memory.at else None
    )


def _with(span: tuple[int, int] | None, **fields: Json) -> JsonObject:
    return {**fields, **({"messages": list(span)} if span else {})}

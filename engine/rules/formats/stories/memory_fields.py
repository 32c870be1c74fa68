"""Fields of foreign memory files, by the names that they may have."""

import re
from collections.abc import Sequence
from typing import Final

from engine.rules.chronicle.wording import fitted, one_line
from engine.rules.formats.json_fields import as_list, as_object, as_text, whole
from engine.rules.text.clean import clean_text
from engine.values.documents import Json, JsonObject
from engine.values.memory.memories import Tag

_SAID_BY: Final = {
    "user": Tag.USER_INPUT,
    "ai": Tag.AI_OUTPUT,
    "assistant": Tag.AI_OUTPUT,
}
_KEPT: Final = frozenset({Tag.USER_INPUT, Tag.AI_OUTPUT, Tag.MANUAL, Tag.CORE})
_ALIASES: Final = ("aliases", "alias", "nicknames", "别名")
_BETWEEN_NAMES: Final = re.compile(r"[,，、;；/]+")
_DAYS: Final = re.compile(
    r"\s*+(?:[-*•]\s*+)?((?:D|Day ?|第)\s*+\d++(?:\s*+天)?"
    r"(?:\s*+[-–—~至到]\s*+(?:D|Day ?|第)?\s*+\d++(?:\s*+天)?)?)\s*+[:：]\s*+(.+)",
    re.I,
)
_DIGITS: Final = re.compile(r"\d{1,9}")
_LONGEST_READ: Final = 20_000
_LAST: Final = 1_000_000_000


def spoken(text: str, longest: int) -> str:
    """A text as it is kept: on one line, in at most ``longest`` characters."""
    return fitted(one_line(clean_text(text[:_LONGEST_READ])), longest).strip()


def paragraphs(text: str, longest: int) -> str:
    """A text of several paragraphs."""
    lines = (one_line(it) for it in clean_text(text[:_LONGEST_READ]).splitlines())
    return fitted("\n".join(lines).strip(), longest).strip()


def text_in(raw: JsonObject, names: Sequence[str], longest: int) -> str:
    """The first field of these that has text."""
    return next((found for name in names if (found := spoken(as_text(raw.get(name)), longest))), "")


def number_in(raw: JsonObject, names: Sequence[str], low: int, high: int) -> int | None:
    """The first field of these that is a number, or a name with one in it (``page_12``)."""
    for name in names:
        value = raw.get(name)
        if isinstance(value, str) and (digits := _DIGITS.search(value)):
            value = digits[0]
        found = whole(value, None, low, high)
        if found is not None:
            return found
    return None


def names_in(raw: JsonObject, longest: int) -> tuple[str, ...]:
    """Other names of a figure, from a list or a text."""
    found: list[str] = []
    for field in _ALIASES:
        value = raw.get(field)
        several = [as_text(it) for it in as_list(value)] or _BETWEEN_NAMES.split(as_text(value)[:_LONGEST_READ])
        found += [spoken(it, longest) for it in several]
    return tuple(dict.fromkeys(it for it in found if it))


def rest_of(raw: JsonObject, besides: Sequence[str], longest: int) -> str:
    """What other texts an object has, each behind its name."""
    others = [
        f"{spoken(name, 30)}: {text}"
        for name, value in raw.items()
        if name not in (*besides, *_ALIASES, "id", "messages") and (text := spoken(_together(value), longest))
    ]
    return spoken("; ".join(others), longest)


def _together(value: Json) -> str:
    """A text, a yes or no, or those of a list."""
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(filter(None, map(as_text, value))) if isinstance(value, list) else as_text(value)


def listed(value: Json) -> Sequence[Json]:
    """A list; of an object its values, each of which is called as its key."""
    if isinstance(value, dict):
        return [_called(name, it) for name, it in value.items()]
    return as_list(value)


def days_apart(text: str) -> tuple[str, str]:
    """``D1-D3: they met`` as day and text; a text without a day as it is."""
    found = _DAYS.match(text[:_LONGEST_READ])
    return (found[1].strip(), found[2]) if found else ("", text)


def memory_tag(raw: JsonObject) -> Tag | None:
    """Where a memory comes from; old files say in ``emotion`` who said it. None for one that tells of the story."""
    stated = as_text(raw.get("tag")).strip().lower()
    if stated in _KEPT:
        return Tag(stated)
    if stated:
        return None
    return _SAID_BY.get(as_text(raw.get("emotion")).strip().lower())


def span_of(raw: JsonObject) -> tuple[int, int] | None:
    """The messages that something tells of, where the file says so."""
    span = [whole(it, None, 1, _LAST) for it in as_list(raw.get("messages"))[:2]]
    if len(span) != 2 or span[0] is None or span[1] is None:
        return None
    return min(span[0], span[1]), max(span[0], span[1])


def _called(name: str, value: Json) -> JsonObject:
    found = as_object(value) or dict[str, Json](text=value)
    return found if "name" in found else found | dict[str, Json](name=name)

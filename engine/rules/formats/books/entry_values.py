"""Values of an entry's fields as people type them, and as they are shown: what is shown, typed again, is the same.

Keys stand one behind the other with commas. One that has a comma in it stands in double quotes, unless it is a regex.
"""

import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine.values.characters.entry_fields import EntryField, EntryFieldKind
from engine.values.characters.worlds import WorldBook, WorldEntry
from engine.values.documents import Json

ON: Final = "on"
OFF: Final = "off"
OF_CHAT: Final = "chat"
"""Stands for what the chat's setting says."""
_SWITCHES: Final = {
    **dict.fromkeys((ON, "yes", "true", "1"), True),
    **dict.fromkeys((OFF, "no", "false", "0"), False),
}
_KEY: Final = re.compile(
    r"""(?:
        "(?P<quoted>(?:[^"]|"")*)"
      | (?P<regex>/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[])+/[a-z]{0,8})
    )\s*(?:[,，、\n]|\Z)""",
    re.DOTALL | re.VERBOSE,
)
_BLANK: Final = re.compile(r"\s*+")
_PLAIN: Final = re.compile(r"([^,，、\n]*)(?:[,，、\n]|\Z)")
_PRISTINE: Final = WorldEntry("")


@dataclass(frozen=True, slots=True)
class EntryValue:
    """A value as world-info files hold it; None leaves it to the chat's setting."""

    json: Json


def read_value(field: EntryField, typed: str) -> EntryValue | None:
    """Return what a person typed for a field; nothing gives it back what a new entry has. None: it makes no sense."""
    text = typed.strip() if field.kind is not EntryFieldKind.TEXT else typed
    if not text:
        return _value(field, getattr(_PRISTINE, field.attribute))
    folded = unicodedata.normalize("NFKC", text).casefold()
    if field.chat and folded == OF_CHAT:
        return EntryValue(None)
    match field.kind:
        case EntryFieldKind.TEXT:
            return EntryValue(text)
        case EntryFieldKind.KEYS | EntryFieldKind.WORDS:
            return EntryValue([*read_keys(text)])
        case EntryFieldKind.SWITCH:
            return EntryValue(_SWITCHES[folded]) if folded in _SWITCHES else None
        case EntryFieldKind.CHOICE:
            return EntryValue(field.choices.index(folded)) if folded in field.choices else None
        case EntryFieldKind.CHOICES:
            words = [*dict.fromkeys(it.casefold() for it in read_keys(text))]
            return EntryValue([*words]) if all(it in field.choices for it in words) else None
        case EntryFieldKind.WHOLE | EntryFieldKind.NUMBER:
            return _number(field, folded.removesuffix("%").strip())


def shown_value(field: EntryField, entry: WorldEntry | WorldBook) -> str:
    """Return what a field of an entry holds, or one of a book, as it would be typed."""
    value = getattr(entry, field.attribute)
    if value is None:
        return OF_CHAT
    match field.kind:
        case EntryFieldKind.TEXT:
            return value
        case EntryFieldKind.KEYS | EntryFieldKind.WORDS:
            return written_keys(value)
        case EntryFieldKind.SWITCH:
            return ON if value else OFF
        case EntryFieldKind.CHOICE:
            return field.choices[_place(value)]
        case EntryFieldKind.CHOICES:
            return written_keys([it for it in field.choices if it in {_word(one) for one in value}])
        case EntryFieldKind.WHOLE | EntryFieldKind.NUMBER:
            return str(int(value) if float(value).is_integer() else value)


def read_keys(text: str) -> tuple[str, ...]:
    """Return the keys in a text, trimmed; blank ones are left out."""
    return tuple(key for key in map(str.strip, _pieces(text)) if key)


def written_keys(keys: Sequence[str]) -> str:
    """Return keys as one text, from which they are read again."""
    return ", ".join(key if _stands_plain(key) else '"' + key.replace('"', '""') + '"' for key in keys)


def _pieces(text: str) -> Iterator[str]:
    at = 0
    while (at := _behind_blanks(text, at)) < len(text):
        if found := _KEY.match(text, at):
            quoted = found["quoted"]
            yield found["regex"] if quoted is None else quoted.replace('""', '"')
        else:
            found = _PLAIN.match(text, at)
            if found is None:
                return
            yield found[1]
        at = found.end()


def _behind_blanks(text: str, at: int) -> int:
    """The first place from ``at`` on that is no blank: a text may be nothing else, and each is looked at once."""
    blanks = _BLANK.match(text, at)
    return blanks.end() if blanks else at


def _stands_plain(key: str) -> bool:
    """Whether a key is read as itself wherever it stands: what begins like a regex or a quote may go on in the next."""
    found = _KEY.fullmatch(key)
    return (found is not None and found["regex"] == key) or (key[:1] not in ("/", '"') and read_keys(key) == (key,))


def _number(field: EntryField, text: str) -> EntryValue | None:
    try:
        found = float(text)
    except ValueError:
        return None
    whole = math.isfinite(found) and found.is_integer()
    if not field.low <= found <= field.high or (field.kind is EntryFieldKind.WHOLE and not whole):
        return None
    return EntryValue(int(found) if whole else found)


def _value(field: EntryField, held: object) -> EntryValue | None:
    """What a new entry has, as a file holds it."""
    if held is None:
        return EntryValue(None)
    return read_value(field, shown_value(field, _PRISTINE)) if shown_value(field, _PRISTINE) else _EMPTY[field.kind]


def _place(value: Enum) -> int:
    return [*type(value)].index(value)


def _word(value: str) -> str:
    return str(value).replace("_", "-")


_EMPTY: Final = {
    EntryFieldKind.TEXT: EntryValue(""),
    EntryFieldKind.KEYS: EntryValue([]),
    EntryFieldKind.WORDS: EntryValue([]),
    EntryFieldKind.CHOICES: EntryValue([]),
}

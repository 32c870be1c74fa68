"""What a JSON value is for us, by the fields that only one kind of file has."""

from engine.rules.formats.books.book_dialects import dialect_of
from engine.rules.formats.cards.nodest import is_nodest
from engine.rules.formats.chats.chat_lines import is_message
from engine.rules.formats.chats.chat_metadata import is_header
from engine.rules.formats.chats.foreign_chats import program_of
from engine.rules.formats.json_fields import as_object, as_text
from engine.rules.formats.likeness import likeness
from engine.rules.formats.stories.backgrounds import is_background
from engine.rules.formats.stories.memory_files import is_memory_file
from engine.values.documents import Json, JsonObject
from engine.values.transfers.transfers import FileKind

_NAMES = ("name", "char_name")
_OF_A_CARD = frozenset(
    {
        *("description", "personality", "scenario", "first_mes", "mes_example", "char_persona", "world_scenario"),
        *("char_greeting", "example_dialogue", "context", "greeting", "system_prompt", "alternate_greetings"),
    }
)
_LOOKS = {"scripts": FileKind.SCRIPTS, "quick": FileKind.QUICK, "preset": FileKind.PRESET, "card": FileKind.CHARACTER}


def json_kind(raw: Json) -> FileKind | None:
    """Return what ``raw`` is, or None. A list is what its first item is: messages, or scripts."""
    if isinstance(raw, list):
        first = raw[0] if raw else None
        kind = json_kind(first) if isinstance(first, dict) else None
        return kind if kind in (FileKind.CHAT, FileKind.SCRIPTS) else None
    if not isinstance(raw, dict):
        return None
    if as_text(raw.get("spec")).startswith("chara_card") or is_nodest(raw):
        return FileKind.CHARACTER
    if is_header(raw) or is_message(raw) or program_of(raw):
        return FileKind.CHAT
    if dialect_of(raw):
        return FileKind.WORLD
    if is_background(raw):
        return FileKind.BACKGROUND
    if is_memory_file(raw):
        return FileKind.MEMORIES
    return _LOOKS.get(likeness(raw)) or (FileKind.CHARACTER if is_card_like(raw) else None)


def is_card_like(raw: JsonObject) -> bool:
    """Whether there is a name, and something that only characters have, at the top or under ``data``."""
    data = as_object(raw.get("data")) or raw
    return any(data.get(name) for name in _NAMES) and bool(_OF_A_CARD & data.keys())

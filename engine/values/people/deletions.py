"""What people delete, as the record of changes names it."""

from enum import StrEnum


class Deleted(StrEnum):
    """Kinds of things that can be deleted."""

    CHAT = "chat"
    SAVE = "save"
    CHARACTER = "character"
    BOOK = "book"
    PRESET = "preset"
    BACKGROUND = "background"
    QUICK = "quick"
    MEMORIES = "memories"

"""The fields of a world entry that people may give another value: what each holds, and between which bounds."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.values.characters.worlds import (
    FOREVER,
    MAX_BUDGET,
    MAX_DEPTH,
    MAX_LEVEL,
    MAX_ORDER,
    MAX_WEIGHT,
    Logic,
    Position,
    ScanSource,
)
from engine.values.models.prompts import Generation, Role


class EntryFieldKind(StrEnum):
    """How a field's value is written: words, keys, a list of words, yes or no, a number, one or some of some words."""

    TEXT = "text"
    KEYS = "keys"
    WORDS = "words"
    SWITCH = "switch"
    WHOLE = "whole"
    NUMBER = "number"
    CHOICE = "choice"
    CHOICES = "choices"


@dataclass(frozen=True, slots=True)
class EntryField:
    """A field of an entry. ``attribute`` is its name in a WorldEntry.

    ``choices`` are the words for the values of a choice, in order. ``chat``: it may be left unset, where the chat's
    setting or another field holds instead.
    """

    attribute: str
    kind: EntryFieldKind
    low: float = 0
    high: float = 0
    choices: tuple[str, ...] = ()
    chat: bool = False


def _words(choices: type[StrEnum]) -> tuple[str, ...]:
    return tuple(it.value.replace("_", "-") for it in choices)


POSITIONS: Final = tuple(it.name.lower().replace("_", "-") for it in Position)
LOGICS: Final = tuple(it.name.lower().replace("_", "-") for it in Logic)
ENTRY_FIELDS: Final[Mapping[str, EntryField]] = {
    "title": EntryField("comment", EntryFieldKind.TEXT),
    "keys": EntryField("keys", EntryFieldKind.KEYS),
    "also": EntryField("secondary_keys", EntryFieldKind.KEYS),
    "text": EntryField("content", EntryFieldKind.TEXT),
    "never": EntryField("exclude_keys", EntryFieldKind.KEYS),
    "logic": EntryField("logic", EntryFieldKind.CHOICE, choices=LOGICS),
    "always": EntryField("constant", EntryFieldKind.SWITCH),
    "position": EntryField("position", EntryFieldKind.CHOICE, choices=POSITIONS),
    "depth": EntryField("depth", EntryFieldKind.WHOLE, high=MAX_DEPTH),
    "role": EntryField("role", EntryFieldKind.CHOICE, choices=_words(Role)),
    "outlet": EntryField("outlet", EntryFieldKind.TEXT),
    "order": EntryField("order", EntryFieldKind.NUMBER, low=-MAX_ORDER, high=MAX_ORDER),
    "chance": EntryField("probability", EntryFieldKind.NUMBER, high=100),
    "case": EntryField("case_sensitive", EntryFieldKind.SWITCH, chat=True),
    "whole-words": EntryField("whole_words", EntryFieldKind.SWITCH, chat=True),
    "scan-depth": EntryField("scan_depth", EntryFieldKind.WHOLE, high=MAX_DEPTH, chat=True),
    "look-in": EntryField("sources", EntryFieldKind.CHOICES, choices=_words(ScanSource)),
    "not-called": EntryField("exclude_recursion", EntryFieldKind.SWITCH),
    "calls-none": EntryField("prevent_recursion", EntryFieldKind.SWITCH),
    "recursion-level": EntryField("delay_until_recursion", EntryFieldKind.WHOLE, high=MAX_LEVEL),
    "sticky": EntryField("sticky", EntryFieldKind.WHOLE, high=FOREVER),
    "cooldown": EntryField("cooldown", EntryFieldKind.WHOLE, high=FOREVER),
    "delay": EntryField("delay", EntryFieldKind.WHOLE, high=FOREVER),
    "group": EntryField("groups", EntryFieldKind.WORDS),
    "group-weight": EntryField("group_weight", EntryFieldKind.NUMBER, high=MAX_WEIGHT),
    "group-scoring": EntryField("group_scoring", EntryFieldKind.SWITCH, chat=True),
    "group-first": EntryField("group_override", EntryFieldKind.SWITCH),
    "no-budget": EntryField("ignore_budget", EntryFieldKind.SWITCH),
    "characters": EntryField("filter_names", EntryFieldKind.WORDS),
    "tags": EntryField("filter_tags", EntryFieldKind.WORDS),
    "but-those": EntryField("filter_exclude", EntryFieldKind.SWITCH),
    "greeting": EntryField("greeting", EntryFieldKind.WHOLE, high=FOREVER, chat=True),
    "after": EntryField("after", EntryFieldKind.WHOLE, high=FOREVER),
    "every": EntryField("every", EntryFieldKind.WHOLE, high=FOREVER),
    "regex": EntryField("regex", EntryFieldKind.SWITCH),
    "priority": EntryField("priority", EntryFieldKind.NUMBER, low=-MAX_ORDER, high=MAX_ORDER, chat=True),
    "from-start": EntryField("reverse_depth", EntryFieldKind.SWITCH),
    "triggers": EntryField("triggers", EntryFieldKind.CHOICES, choices=_words(Generation)),
}
"""By the names that people type."""
BOOK_FIELDS: Final[Mapping[str, EntryField]] = {
    "scan-depth": EntryField("scan_depth", EntryFieldKind.WHOLE, high=MAX_DEPTH, chat=True),
    "budget": EntryField("token_budget", EntryFieldKind.WHOLE, high=MAX_BUDGET, chat=True),
    "recursion": EntryField("recursive", EntryFieldKind.SWITCH, chat=True),
}
"""What a book may say of all its entries, by the names that people type; unset, the chat's settings hold."""

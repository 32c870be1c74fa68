"""Rows of a chronicle that came with a file: no messages of this chat are told by them."""

from typing import Any, Final

from engine.values.chats.entries import Derived
from engine.values.transfers.memory_files import Span

IMPORT: Final = "import"
"""What the act is called by which memories are imported."""
FIRST_NUMBER: Final = 1_000_000_000
"""Numbers of imported rows begin here: those that are made from the talk are counted by seqs."""
_IMPORTED: Final = "imported"
_MESSAGES: Final = "messages"
_COMPRESSED: Final = 1_000_000


def is_imported(row: Derived) -> bool:
    """Whether a row came with a file."""
    return bool(row.body.get(_IMPORTED))


def imported_body(messages: Span | None) -> dict[str, Any]:
    """What such a row keeps besides what is told: which messages of the other chat it tells of."""
    return {_IMPORTED: True, _MESSAGES: list(messages) if messages else None}


def imported_span(body: Any) -> Span | None:
    """Those messages again."""
    kept = body.get(_MESSAGES)
    return (kept[0], kept[1]) if kept else None


def compressed_number(row: Derived) -> int:
    """Tells an imported page that is told in brief from the others that are made of the same act."""
    return row.n + _COMPRESSED

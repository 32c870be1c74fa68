"""Rows of a chronicle that came with a file: no messages of this chat are told by them."""

from typing import Final

from engine.values.chats.entries import Derived

IMPORT: Final = "import"
"""What the act is called by which memories are imported."""
FIRST_NUMBER: Final = 1_000_000_000
"""Numbers of imported rows begin here: those that are made from the talk are counted by seqs."""
_COMPRESSED: Final = 1_000_000


def is_imported(row: Derived) -> bool:
    """Whether a row came with a file."""
    return row.body.marks.imported


def compressed_number(row: Derived) -> int:
    """Tells an imported page that is told in brief from the others that are made of the same act."""
    return row.n + _COMPRESSED

"""What of a world entry is embedded: the line of its keys, and what it tells."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from engine.rules.world.meaning import has_meaning
from engine.values.characters.worlds import WorldBook, WorldEntry

LONGEST: Final = 600
"""Characters of a text that count: what an entry is about stands near its front, and a 10,000-entry book takes long."""
_MACRO: Final = re.compile(r"\{\{[^{}]*\}\}")
_REGEX: Final = re.compile(r"/.+/[a-z]*\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class LoreText:
    """A text of the entry ``uid``. ``digest`` is what its vector is kept by: the same text is embedded once."""

    uid: str
    text: str
    digest: str


def lore_texts(book: WorldBook) -> list[LoreText]:
    """All that is embedded of a book; first the entries that are marked to be found by meaning."""
    entries = sorted((it for it in book.entries if has_meaning(it)), key=lambda it: not it.vectorized)
    return [LoreText(it.uid, text, sha256(text.encode()).hexdigest()) for it in entries for text in _texts(it)]


def _texts(entry: WorldEntry) -> Iterator[str]:
    words = () if entry.regex else (it.strip() for it in entry.keys if not _REGEX.match(it.strip()))
    for text in (", ".join(filter(None, words)) or entry.comment, entry.content):
        plain = " ".join(_MACRO.sub(" ", text[: 2 * LONGEST]).split())[:LONGEST]
        if plain:
            yield plain

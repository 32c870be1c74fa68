"""What of a memory's text is searched, by words and by meaning: what it says, without marks and addresses."""

import re
from typing import Final

from engine.rules.text.spoken import unmarked

LONGEST: Final = 8_000
"""Characters that count."""

_MARKS: Final = (
    (re.compile(r"!\[([^\]\n]{0,200})\]\([^)\s]{0,500}\)"), r"\1"),  # a picture
    (re.compile(r"\[([^\]\n]{1,200})\]\([^)\s]{0,500}\)"), r"\1"),  # a link; bounds, for text made to take long
    (re.compile(r"<[^<>]{0,500}>"), " "),
    (re.compile(r"https?://\S+"), " "),
    (re.compile(r"[*_~`#|>]+"), " "),
    (re.compile(r"\s+"), " "),
)


def embedded_text(text: str) -> str:
    """The part of a memory's text that is embedded, and whose words are counted."""
    plain = unmarked(text[:LONGEST])
    for mark, instead in _MARKS:
        plain = mark.sub(instead, plain)
    return plain.strip() or text[:LONGEST]

"""What models write for the chronicle, made fit to be kept: one paragraph of a length, without macros."""

import re
import unicodedata
from typing import Final

from engine.rules.text.stops import ends_sentence

_MACRO: Final = re.compile(r"\{\{+|\}\}+")
_ENDS: Final = "。！？…!?"
_LEAST: Final = 0.5
"""A text is cut at the end of a sentence where that leaves so much of it."""


def one_line(text: str) -> str:
    """``text`` as one paragraph without macros, marks of control and white space around it."""
    plain = "".join(" " if unicodedata.category(it) in ("Cc", "Zl", "Zp") else it for it in text)
    return _MACRO.sub(lambda found: found[0][0], " ".join(plain.split()))


def fitted(text: str, longest: int) -> str:
    """``text`` in at most ``longest`` characters: its whole sentences, or its beginning."""
    if len(text) <= longest:
        return text
    whole = max((at for at in range(longest) if _ends(text, at)), default=-1) + 1
    if whole >= longest * _LEAST:
        return text[:whole].rstrip()
    return f"{text[: longest - 1].rstrip()}…"


def _ends(text: str, at: int) -> bool:
    """Whether a sentence ends with the character at ``at``; a full stop inside a number or a name does not end one."""
    stops = text[at] == "." and text[at + 1 : at + 2].isspace()
    return text[at] in _ENDS or (stops and ends_sentence(text, at, at + 1))

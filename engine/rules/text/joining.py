"""How what is written further stands behind what was there: a word apart, a paragraph apart, or close to it."""

import re
from typing import Final

_GAP: Final = re.compile(r"\s*")
_WIDE: Final = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
"""Chinese, Japanese and Korean, with their punctuation: nothing stands between these."""
_CLOSING: Final = re.compile(r"[,.;:!?…)\]}”’»%]|'\w")
_OPENING: Final = re.compile(r"[(\[{“‘«]$")


def joined(before: str, more: str, raw: str = "") -> str:
    """``more`` behind ``before``. ``raw`` is how it was written: the gap that it begins with is kept.

    Where it begins with none, a space comes between two words; none does in Chinese or before a comma.
    """
    first, second = before.rstrip(), more.strip()
    if not first or not second:
        return first or second
    found = _GAP.match(raw)
    return first + _gap(first, second, found.group() if found else "") + second


def _gap(before: str, more: str, written: str) -> str:
    if lines := written.count("\n"):
        return "\n\n" if lines > 1 else "\n"
    close = _WIDE.match(before[-1]) or _WIDE.match(more) or _OPENING.search(before) or _CLOSING.match(more)
    return "" if close else " "

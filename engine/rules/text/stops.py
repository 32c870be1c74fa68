"""Which full stops end a sentence: none in a number, an address or a version, none behind a short form. Pure."""

import re
from collections.abc import Iterator
from typing import Final

CLOSING: Final = r"[\"'”’»」』）)\]*~～]"
"""What may stand between the end of a sentence and the next."""
_BEHIND: Final = re.compile(rf"{CLOSING}*+(?:\s|[㐀-鿿]|$)")
_SHORT_FOR: Final = re.compile(
    r"\b(?:(?i:mrs?|ms|dr|st|prof|jr|sr|vs|etc)|[A-HJ-Z]|(?i:e\.g|i\.e|[ap]\.m))$"  # "I" ends sentences
)
_NUMBERS: Final = re.compile(r"\b(?:no|vol|pp?)$", re.IGNORECASE)
_NUMBER: Final = re.compile(r" ?\d")
_LONGEST: Final = 6
_STOPS: Final = re.compile(r"\.++")
_ADDRESS: Final = re.compile(r"(?:https?://|www\.)[!-;=?-~]*[\w/=&%#+~-]", re.ASCII)


def cut_behind(text: str, ends: re.Pattern[str]) -> Iterator[str]:
    """``text`` in pieces, cut behind each match of ``ends`` that ends a sentence: not in an address. Linear.

    What ``ends`` matches of full stops begins with all of them.
    """
    addresses = _ADDRESS.finditer(text)
    address = next(addresses, None)
    start = 0
    for end in ends.finditer(text):
        while address and address.end() <= end.start():
            address = next(addresses, None)
        if address and address.start() < end.start():
            continue
        stops = _STOPS.match(text, *end.span())
        if stops is None or ends_sentence(text, *stops.span(), start):
            yield text[start : end.end()]
            start = end.end()
    yield text[start:]


def ends_sentence(text: str, start: int, end: int, since: int = 0) -> bool:
    """Whether the full stops from ``start`` to ``end`` end a sentence, which began at ``since`` or before."""
    if _BEHIND.match(text, end) is None:
        return False
    if end - start > 1:
        return not text[start - 1 : start].isspace()
    near = max(since, start - _LONGEST)
    numbered = _NUMBER.match(text, end) is not None and _NUMBERS.search(text, near, start) is not None
    return not numbered and _SHORT_FOR.search(text, near, start) is None

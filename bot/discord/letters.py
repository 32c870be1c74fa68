"""Texts that Discord is to show to the letter, or without what misleads. Pure.

The library's own way leaves a second link of a line alone, and escapes spaces, which shows.
"""

import re
from typing import Final

_ADDRESS: Final = r"https?://[^\s<>\[*|`]+"
_AT_THE_FRONT: Final = r"^[ \t]*(?=(?:-?#{1,3}|>(?:>>)?|[-+])\s)"
_ANYWHERE: Final = r"(?=[\\*_~|`\[])"
_MARK: Final = re.compile(f"(?P<address>{_ADDRESS})|{_AT_THE_FRONT}|{_ANYWHERE}", re.MULTILINE)

_LINK: Final = re.compile(rf"(?P<kept>{_ADDRESS}|\\.)|(?=\[)", re.DOTALL)


def plain(text: str) -> str:
    """``text`` escaped: no link hides behind words, no name makes others bold. Addresses can still be opened."""
    return _MARK.sub(lambda it: it[0] if it["address"] else f"{it[0]}\\", text)


def without_links(text: str) -> str:
    """``text`` with its emphasis, but no link hides behind words. Addresses can still be opened."""
    return _LINK.sub(lambda it: it["kept"] or "\\", text)

"""Text of others, as a terminal may print it."""

import re
from typing import Final

_CONTROLS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """``text`` without what would command the terminal, or turn the rest of the line around."""
    return _CONTROLS.sub("", text)

"""Data longer than Fluent takes: its middle waits aside while the message is put together. Pure."""

import re
from typing import Final

LONGEST: Final = 2_000
"""Characters that are given to Fluent; it says "{???}" instead of more than 2,500."""
_HELD: Final = "\ue00f"
_MIDDLE: Final = re.compile(f"{_HELD}([0-9]+){_HELD}")


def shortened(value: str, aside: list[str]) -> str:
    """``value`` without its middle if it is long: that goes to ``aside``, and its number there stands in its place."""
    value = value.replace(_HELD, "")
    if len(value) <= LONGEST:
        return value
    aside.append(value[1:-1])
    return f"{value[0]}{_HELD}{len(aside) - 1}{_HELD}{value[-1]}"


def whole(text: str, aside: list[str]) -> str:
    """``text`` with all that waited aside."""
    return _MIDDLE.sub(lambda found: aside[int(found[1])], text) if aside else text

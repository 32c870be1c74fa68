"""Names as they stand in a prompt. People choose them, so they are short and on one line."""

from typing import Final

_LONGEST: Final = 64


def on_one_line(name: str) -> str:
    """``name`` without line ends and control characters, at most 64 characters; it may be empty."""
    printable = "".join(char if char.isprintable() else " " for char in name[: 4 * _LONGEST])
    return " ".join(printable.split())[:_LONGEST].rstrip()

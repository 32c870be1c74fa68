"""What people search for, as patterns of the database."""

from typing import Final

_SPECIAL: Final = str.maketrans({"\\": "\\\\", "%": "\\%", "_": "\\_"})


def holding(words: str) -> str:
    """A pattern of ILIKE for texts that hold ``words``; for every text when there are none."""
    return f"%{words.strip().translate(_SPECIAL)}%"

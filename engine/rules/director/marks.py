"""The mark by which a reply says how far the story has come: ``[PROGRESS:3:completed]``.

Letters match in either case, brackets and colons in either width, and a blank more or less does no harm. What has the
shape of a mark but says nothing (``[PROGRESS:X:status]``) is none, yet it is not for people's eyes either.
"""

import re
from typing import Final

from engine.values.story.director import Mark, PointStatus

_BLANKS: Final = r"[ \u3000]{0,2}"
_POINT: Final = r"(?:[0-9\uff10-\uff19]{1,4}|X)"
_STATUS: Final = r"[^\[\]\uff3b\uff3d\u3010\u3011:\uff1a\n]{1,24}"
_OPENED: Final = (r"[\[\uff3b\u3010]", _BLANKS, *"PROGRESS", _BLANKS, "[:\uff1a]", _BLANKS)
_BETWEEN: Final = (_BLANKS, "[:\uff1a]", _BLANKS)
_CLOSED: Final = r"[\]\uff3d\u3011]"
_FLAGS: Final = re.IGNORECASE | re.ASCII

MARK: Final = re.compile(
    "".join((*_OPENED, f"(?P<point>{_POINT})", *_BETWEEN, f"(?P<status>{_STATUS})", _CLOSED)), _FLAGS
)
"""A mark."""


def _begun(atoms: tuple[str, ...]) -> str:
    """An expression for all of ``atoms`` in a row, or as many as the text has before it ends."""
    expression = ""
    for atom in reversed(atoms):
        expression = atom + (rf"(?:{expression}|\Z)" if expression else "")
    return expression


BEGUN: Final = re.compile(_begun((*_OPENED, _POINT, *_BETWEEN, _STATUS, _CLOSED)), _FLAGS)
"""A mark, or the beginning of one at the end of a text."""


def mark_in(raw: str, points: int) -> Mark | None:
    """What the first mark of a reply says; None without one, and for a point that an outline of ``points`` lacks."""
    for found in MARK.finditer(raw):
        status = _status(found["status"])
        if status is not None and found["point"].isdigit():
            point = int(found["point"])
            return Mark(point, status) if 1 <= point <= points else None
    return None


def _status(word: str) -> PointStatus | None:
    name = "_".join(word.lower().replace("_", " ").replace("-", " ").split())
    return next((it for it in PointStatus if it == name), None)

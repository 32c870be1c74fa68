"""A text without the marks of gestures, of weight and of code, for lists, titles and pictures. Pure."""

import re
from typing import Final

_MARKED: Final = re.compile(r"(\*{1,3}|_{2,3}|~~|\|\||`{1,3})(?=\S)(.+?)(?<=\S)\1", re.DOTALL)
_HALF_MARKED: Final = re.compile(r"(?<!\S)(?:\*{1,3}|`{1,3})(?=\S)|(?<=\S)(?:\*{1,3}|`{1,3})(?!\S)")
"""What a mark leaves whose other half was cut away."""


def bare(text: str) -> str:
    """``text`` without its marks; a star between numbers is none."""
    return _HALF_MARKED.sub("", _MARKED.sub(r"\2", text))

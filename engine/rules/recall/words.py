"""Words of a text as numbers: stems of latin words, single characters and pairs of Chinese ones, hashed."""

import re
import zlib
from collections import Counter
from typing import Final

_WORD: Final = re.compile(r"[a-z0-9]+(?:['’][a-z]+)?|[\u3400-\u9fff]+")


def terms(text: str) -> dict[int, int]:
    """Each word of ``text`` as a 32-bit number, with how often it stands there."""
    return dict(Counter(hashed(word) for word in _words(text)))


def hashed(word: str) -> int:
    """A word as a signed 32-bit number; never 0."""
    number = zlib.crc32(word.encode())
    return (number - 2**32 if number >= 2**31 else number) or 1


def _words(text: str) -> list[str]:
    found: list[str] = []
    for run in _WORD.findall(text.lower()):
        if run[0] < "\u3400":
            found.append(run)
        else:
            found += [*run, *(run[at : at + 2] for at in range(len(run) - 1))]
    return found

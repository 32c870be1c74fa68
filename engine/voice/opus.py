"""Opus in Ogg, the sound that voice messages are made of: how long it is, and how loud, without decoding it. Pure.

Sources: RFC 3533 (pages of Ogg), RFC 7845 (Opus in Ogg).
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

_PAGE: Final = b"OggS"
_HEAD: Final = b"OpusHead"
_HEADER: Final = 27
_RATE: Final = 48_000
_MOST_POINTS: Final = 256
_A_SECOND: Final = 10
_LOUDEST: Final = 255
_HEADERS: Final = 2
_WHOLE: Final = 255
_NO_PLACE: Final = (1 << 64) - 1
"""The position of a page on which no packet ends."""


def measured(data: bytes) -> tuple[float, bytes] | None:
    """Seconds, and how loud each stretch of them is, at most 256; None for what is no Opus in Ogg.

    The encoder spends more bytes on what is louder, so the sizes of its packets have to do for loudness.
    """
    if not data.startswith(_PAGE) or _HEAD not in data[: _HEADER + _WHOLE]:
        return None
    sizes: list[int] = []
    end, skipped, rest = 0, 0, 0
    for place, laces, content in _pages(data):
        if not sizes and not rest and len(content) >= len(_HEAD) + 4 and content.startswith(_HEAD):
            skipped = int.from_bytes(content[10:12], "little")
        end = max(end, place)
        for lace in laces:
            rest += lace
            if lace < _WHOLE:
                sizes.append(rest)
                rest = 0
    said = sizes[_HEADERS:]
    seconds = max(0, end - skipped) / _RATE
    return (seconds, _points(said, seconds)) if said and seconds else None


def _pages(data: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Of each page the position, the lengths of its segments, and its content; until something is no page."""
    at = 0
    while data[at : at + 4] == _PAGE and len(data) >= at + _HEADER:
        laces = data[at + _HEADER : at + _HEADER + data[at + 26]]
        begin = at + _HEADER + len(laces)
        place = int.from_bytes(data[at + 6 : at + 14], "little")
        at = begin + sum(laces)
        yield (0 if place == _NO_PLACE else place), laces, data[begin:at]


def _points(sizes: Sequence[int], seconds: float) -> bytes:
    count = max(1, min(_MOST_POINTS, len(sizes), round(seconds * _A_SECOND)))
    bounds = [len(sizes) * n // count for n in range(count + 1)]
    means = [sum(sizes[a:b]) / (b - a) for a, b in pairwise(bounds)]
    most = max(means) or 1
    return bytes(round(_LOUDEST * it / most) for it in means)

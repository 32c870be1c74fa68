"""The stars around what a character does, as Telegram draws emphasis: by entities, without the stars. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_FOUND: Final = re.compile(
    r"```.*?```|`[^`\n]+`|(?<!\*)(?P<stars>\*{1,3})(?=[^\s*])(?P<words>[^*\n]*[^\s*])(?P=stars)(?!\*)", re.DOTALL
)
"""What stays as it is (code), or words between as many stars on both sides, on one line."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """``text`` without its stars; ``bold`` and ``slanted`` are stretches of it (start, end in code points)."""

    text: str
    bold: tuple[tuple[int, int], ...]
    slanted: tuple[tuple[int, int], ...]


def drawn(text: str) -> Drawn:
    """``*words*`` slanted, ``**words**`` bold, three stars both. Stars without a partner stay."""
    pieces: list[str] = []
    bold: list[tuple[int, int]] = []
    slanted: list[tuple[int, int]] = []
    place = length = 0
    for found in _FOUND.finditer(text):
        if not found["stars"]:
            continue
        before, words, stars = text[place : found.start()], found["words"], len(found["stars"])
        start = length + len(before)
        place, length = found.end(), start + len(words)
        pieces += (before, words)
        if stars > 1:
            bold.append((start, length))
        if stars != 2:
            slanted.append((start, length))
    return Drawn("".join((*pieces, text[place:])), tuple(bold), tuple(slanted))


def drawn_within(text: str, quoted: Sequence[tuple[int, int]], bold: Sequence[tuple[int, int]]) -> Drawn:
    """The same in the stretches ``quoted`` alone, with the stretches ``bold``, which lie outside, moved along."""
    pieces: list[str] = []
    heavy: list[tuple[int, int]] = []
    slanted: list[tuple[int, int]] = []
    place = length = 0

    def put(piece: str) -> int:
        nonlocal length
        pieces.append(piece)
        length += len(piece)
        return length - len(piece)

    for start, end, said in sorted([*((*it, True) for it in quoted), *((*it, False) for it in bold)]):
        put(text[place:start])
        place = end
        found = drawn(text[start:end]) if said else Drawn(text[start:end], ((0, end - start),), ())
        at = put(found.text)
        heavy += ((at + begins, at + ends) for begins, ends in found.bold)
        slanted += ((at + begins, at + ends) for begins, ends in found.slanted)
    put(text[place:])
    return Drawn("".join(pieces), tuple(heavy), tuple(slanted))

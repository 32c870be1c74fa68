"""The stars around what a character does, as Telegram draws emphasis: by entities, without the stars. Pure."""

import re
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

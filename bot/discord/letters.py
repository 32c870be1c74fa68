"""Texts that Discord is to show to the letter, or without what misleads. Pure.

The library's own way leaves a second link of a line alone, and escapes spaces, which shows.
"""

import re
from collections.abc import Iterator
from typing import Final

_ADDRESS: Final = r"https?://[^\s<>\[*|`]+"
_AT_THE_FRONT: Final = r"^[ \t]*(?=(?:-?#{1,3}|>(?:>>)?|[-+])\s)"
_ANYWHERE: Final = r"(?=[\\*_~|`\[])"
_MARK: Final = re.compile(f"(?P<address>{_ADDRESS})|{_AT_THE_FRONT}|{_ANYWHERE}", re.MULTILINE)

_LINK: Final = re.compile(rf"(?P<kept>{_ADDRESS}|\\.)|(?=\[)", re.DOTALL)
_TICKS: Final = re.compile("`+")
_BLOCK: Final = 3
_AROUND: Final = (*((it, it) for it in "*_~|"), ("<", ">"))
"""What begins before a backtick and ends behind it makes of it a letter like others."""


def plain(text: str) -> str:
    """``text`` escaped: no link hides behind words, no name makes others bold. Addresses can still be opened."""
    return _MARK.sub(lambda it: it[0] if it["address"] else f"{it[0]}\\", text)


def without_links(text: str) -> str:
    """``text`` with its emphasis, but no link hides behind words. Addresses can still be opened, code can be copied."""
    made, place = list[str](), 0
    for start, end in _code(text):
        made += (_unlinked(text[place:start]), text[start:end])
        place = end
    return "".join((*made, _unlinked(text[place:])))


def _unlinked(text: str) -> str:
    return _LINK.sub(lambda it: it["kept"] or "\\", text)


def _code(text: str) -> Iterator[tuple[int, int]]:
    """Stretches that every app shows as code. It ends at the first that one of them may read in another way."""
    runs = list(_TICKS.finditer(text))
    number, place, seen = 0, 0, set[str]()
    while number < len(runs):
        first, size = runs[number].start(), len(runs[number][0])
        least = 1 if size == 1 else size
        number = next((n for n in range(number + 1, len(runs)) if len(runs[n][0]) >= least), len(runs))
        if number == len(runs) or len(runs[number][0]) != size:
            return
        last = runs[number].end()
        seen.update(text[place:first])
        taken = any(mark in seen and closes in text[first:last] for mark, closes in _AROUND)
        inside, alone = text[first + size : last - size], text[first - 1 : first] in ("", "\n")
        if taken or not _opens(text, first, size) or not _holds(inside, block=alone and size == _BLOCK):
            return
        yield first, last
        seen.update(text[first:last])
        number, place = number + 1, last


def _opens(text: str, at: int, size: int) -> bool:
    """Whether backticks can open code: no backslash and no address takes them."""
    word = text[max(text.rfind(" ", 0, at), text.rfind("\n", 0, at)) + 1 : at]
    return size <= _BLOCK and not word.endswith("\\") and "://" not in word


def _holds(inside: str, *, block: bool) -> bool:
    """Whether this can stand between backticks: on one line, or in a block behind its first line, and not nothing."""
    if "\n" not in inside:
        return bool(inside.strip())
    return block and bool(inside.split("\n", 1)[1].strip())

"""A message cut into its sentences, Chinese and English."""

import re
from collections.abc import Iterator
from typing import Final

from engine.rules.text.stops import CLOSING, cut_behind

MOST: Final = 8
LONGEST: Final = 160

_END: Final = re.compile(rf"(?:[。！？!?…；;]+|(?<=[^\s.])\.++){CLOSING}*|\n+")
_QUOTED: Final = re.compile(r"[“「『《][^“”「」『』《》\n]{1,60}[”」』》]|\"[^\"\n]{1,60}\"")
_PAUSE: Final = re.compile(r"[，、,：:—–\s]")
_WORD: Final = re.compile(r"[㐀-鿿]{2}|[^\W\d_㐀-鿿]{3}|[^\W\d_]+[\W\d_]+[^\W\d_]")


def sentences(text: str, most: int = MOST, longest: int = LONGEST) -> tuple[str, ...]:
    """The last ``most`` sentences of ``text``, each of at most ``longest`` characters: longer ones are cut at a pause.

    What holds hardly a word is left out. Linear in the length of the text.
    """
    found: list[str] = []
    for sentence in cut_behind(text, _END):
        found += (it for it in _cut(sentence.strip(), longest) if _WORD.search(it))
    return tuple(found[-most:])


def whole_sentences(text: str) -> list[str]:
    """The sentences of ``text`` in full; what stands in quotation marks is not cut. Linear in its length."""
    quotes = [it.span() for it in _QUOTED.finditer(text)]
    found = [""]
    end = at = 0
    for part in cut_behind(text, _END):
        end += len(part)
        while at < len(quotes) and quotes[at][1] <= end:
            at += 1
        found[-1] += part
        inside = at < len(quotes) and quotes[at][0] < end
        goes_on = at > 0 and quotes[at - 1][1] == end and not text[end : end + 1].isspace()
        if not inside and not goes_on:
            found.append("")
    return [it for one in found if (it := one.strip())]


def _cut(sentence: str, longest: int) -> Iterator[str]:
    start = 0
    while len(sentence) - start > longest:
        pauses = [it.end() for it in _PAUSE.finditer(sentence, start + longest // 2, start + longest)]
        end = pauses[-1] if pauses else start + longest
        yield sentence[start:end].strip()
        start = end
    yield sentence[start:].strip()

"""A message cut into its sentences, Chinese and English."""

import re
from collections.abc import Iterator
from typing import Final

MOST: Final = 8
LONGEST: Final = 160

_CLOSING: Final = r"[\"'”’»」』）)\]*~～]"
_END: Final = re.compile(rf"(?:[。！？!?…；;]+|(?<=[^\s.])\.+(?={_CLOSING}*(?:\s|$))){_CLOSING}*|\n+")
_SHORT_FOR: Final = re.compile(
    r"(?:\b(?:Mrs?|Ms|Dr|St|Prof|Jr|Sr|vs|etc|No|[A-Z])|\be\.g|\bi\.e|\b[ap]\.m)$", re.IGNORECASE
)
_PAUSE: Final = re.compile(r"[，、,：:—–\s]")
_WORD: Final = re.compile(r"[㐀-鿿]{2}|[^\W\d_㐀-鿿]{3}|[^\W\d_]+[\W\d_]+[^\W\d_]")


def sentences(text: str, most: int = MOST, longest: int = LONGEST) -> tuple[str, ...]:
    """The last ``most`` sentences of ``text``, each of at most ``longest`` characters: longer ones are cut at a pause.

    What holds hardly a word is left out. Linear in the length of the text.
    """
    found: list[str] = []
    for sentence in _split(text):
        found += (it for it in _cut(sentence.strip(), longest) if _WORD.search(it))
    return tuple(found[-most:])


def _split(text: str) -> list[str]:
    parts: list[str] = []
    start = 0
    for end in _END.finditer(text):
        if end[0].startswith(".") and _SHORT_FOR.search(text, max(start, end.start() - 6), end.start()):
            continue
        parts.append(text[start : end.end()])
        start = end.end()
    return [*parts, text[start:]]


def _cut(sentence: str, longest: int) -> Iterator[str]:
    start = 0
    while len(sentence) - start > longest:
        pauses = [it.end() for it in _PAUSE.finditer(sentence, start + longest // 2, start + longest)]
        end = pauses[-1] if pauses else start + longest
        yield sentence[start:end].strip()
        start = end
    yield sentence[start:].strip()

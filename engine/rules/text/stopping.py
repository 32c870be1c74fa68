"""Where a text ends that a person has stopped: behind a whole word, and never before what was seen of it. Pure."""

from typing import Final

_SCRIPT_WITHOUT_SPACES: Final = "\u2e80"
_LONGEST_WORD: Final = 40
"""What is longer is no word that anybody waits for the end of: a script without spaces, an address, code."""


def whole_words(text: str) -> str:
    """``text`` without the word at its end that may go on; all of it where that ends, or is all there is."""
    end = text[-1:]
    if not end.isalnum() or end >= _SCRIPT_WITHOUT_SPACES:
        return text
    start = len(text)
    while start and not text[start - 1].isspace() and text[start - 1] < _SCRIPT_WITHOUT_SPACES:
        start -= 1
    return text[:start] if text[:start].strip() and len(text) - start <= _LONGEST_WORD else text

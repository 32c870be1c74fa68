"""Short texts made of longer ones: titles, previews, quotes. Erasure finds them again by making them again."""

from typing import Final

TITLE_LENGTH: Final = 40
PREVIEW_LENGTH: Final = 80
QUOTE_LENGTH: Final = 200


_SCRIPT_WITHOUT_SPACES: Final = "\u2e80"
_STOPS: Final = " ,.;:，。；：、"


def at_word(line: str, most: int) -> str:
    """``line`` in at most ``most`` characters: one that is too long ends behind a whole word, and with "…".

    Words of scripts without spaces end anywhere; so does one that would leave less than half.
    """
    if len(line) <= most:
        return line
    kept = line[: most - 1]
    if _letters(kept[-1:]) and _letters(line[most - 1]):
        head = kept.rpartition(" ")[0]
        kept = head if len(head) >= most // 2 else kept
    return f"{kept.rstrip(_STOPS)}…"


def _letters(sign: str) -> bool:
    return sign.isalnum() and sign < _SCRIPT_WITHOUT_SPACES


def title_from(text: str) -> str:
    """A session's title from its first words."""
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return first if len(first) <= TITLE_LENGTH else first[: TITLE_LENGTH - 1].rstrip() + "…"


def preview_from(text: str) -> str:
    """A savepoint's preview from the last words before it."""
    return " ".join(text.split())[:PREVIEW_LENGTH]


def quote_from(text: str) -> str:
    """What a reply quotes of the message that it answers."""
    return text[:QUOTE_LENGTH]

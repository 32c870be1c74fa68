"""Short texts made of longer ones: titles, previews, quotes. Erasure finds them again by making them again."""

from typing import Final

TITLE_LENGTH: Final = 40
PREVIEW_LENGTH: Final = 80
QUOTE_LENGTH: Final = 200


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

"""A text as the messages of a platform: cut where the final parts of a reply are cut; and a line, cut at a word."""

from collections.abc import Sequence

from engine.rules.text import splitting
from engine.rules.text.further import further
from engine.rules.text.splitting import Counting
from engine.rules.text.titles import at_word
from engine.values.chats.outgoing import PartLimit


def split(text: str, limit: PartLimit) -> tuple[str, ...]:
    """The texts of the messages that show ``text``, each within ``limit``; none for an empty text."""
    return splitting.split(text, limit.size, _counting(limit))


def grown(text: str, shown_texts: Sequence[str], bubbles: int, limit: PartLimit) -> tuple[str, ...]:
    """The same of a reply that grows where ``shown_texts`` show it already; ``bubbles`` is as in Began."""
    return further(text, shown_texts, bubbles, limit.size, _counting(limit), whole=False)


def cut(line: str, most: int) -> str:
    """``line`` in at most ``most`` characters, cut behind a word."""
    return at_word(line, most)


def _counting(limit: PartLimit) -> Counting:
    return Counting.UTF16 if limit.utf16 else Counting.CODE_POINTS

"""A text as the messages of a platform: cut where the final parts of a reply are cut."""

from engine.rules.text import splitting
from engine.rules.text.splitting import Counting
from engine.values.outgoing import PartLimit


def split(text: str, limit: PartLimit) -> tuple[str, ...]:
    """The texts of the messages that show ``text``, each within ``limit``; none for an empty text."""
    return splitting.split(text, limit.size, Counting.UTF16 if limit.utf16 else Counting.CODE_POINTS)

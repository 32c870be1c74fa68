"""What a channel shows, as values, for what only draws it."""

from datetime import UTC, datetime

from engine.values.chats.entries import EntryStatus
from engine.values.chats.outgoing import ReadMessage, View

NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def spoken(text: str, *, character: int | None = 1, status: EntryStatus = EntryStatus.COMPLETE) -> ReadMessage:
    """A message of the character, or of the person."""
    return ReadMessage(1, "Aki" if character else "Mo", character, text, status, NOW)


def view(*messages: ReadMessage) -> View:
    """What the channel shows."""
    return View(7, "Harbour", "Aki", 4, messages)

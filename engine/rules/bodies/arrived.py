"""What rows of the inbox say besides messages, as JSON and back."""

from engine.rules.bodies.fields import Stored, texts, whole
from engine.values.chats.reactions import KeptReactions
from engine.values.documents import JsonObject


def kept_of(raw: Stored) -> KeptReactions:
    """What is kept of a person's reactions on a message."""
    return KeptReactions(texts(raw, "emojis"), texts(raw, "told"), whole(raw, "changes"))


def kept_json(kept: KeptReactions) -> JsonObject:
    """The body of what is kept of them."""
    return {"emojis": [*kept.emojis], "told": [*kept.told], "changes": kept.changes}

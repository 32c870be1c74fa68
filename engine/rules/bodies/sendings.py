"""What a planned part says that is no text of a reply, as JSON and back."""

from engine.rules.bodies.fields import Stored, filled, text
from engine.values.chats.notices import Notice
from engine.values.documents import JsonObject


def notice_of(raw: Stored) -> Notice | None:
    """The notice that a part tells; None for a part of a reply."""
    message, data = text(raw, "message"), raw.get("data")
    return Notice(message, data if isinstance(data, dict) else {}) if message else None


def notice_json(notice: Notice | None, of: str | None = None, about: str | None = None) -> JsonObject:
    """The body of a part that tells a notice; ``of``: it tells of the progress of something, and is changed with it.

    ``about``: the external name of the message that it is about.
    """
    return {"message": notice.message, "data": dict(notice.data), **filled(of=of, about=about)} if notice else {}

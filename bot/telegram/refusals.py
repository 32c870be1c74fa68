"""What a refusal of Telegram means for a surface, read from its description; the API has no codes for it."""

from typing import Final

from telegram.error import BadRequest, TelegramError

from bot.delivery.surface import Gone, NotAllowed

_SAME: Final = "message is not modified"
_MISSING: Final = (
    "message to edit not found",
    "message to delete not found",
    "message can't be edited",
    "message_id_invalid",
    "chat not found",
    "thread not found",
    "topic_deleted",
)
_FORBIDDEN: Final = (
    "bot was blocked by the user",
    "bot was kicked",
    "bot is not a member",
    "bot can't initiate conversation",
    "user is deactivated",
    "not enough rights",
    "have no rights",
    "need administrator rights",
    "chat_write_forbidden",
    "chat_restricted",
    "chat is not a forum",
    "topic_closed",
    "message is too long",
    "message text is empty",
    "file is too big",
    "button_data_invalid",
    "can't parse entities",
)
"""Of what Telegram says to a refusal only these words are told: its text may quote what was to be sent."""


def refused(error: BadRequest) -> None:
    """Raise Gone or NotAllowed, whichever a refusal means; return where nothing was to be changed."""
    said = error.message.lower()
    if _SAME in said:
        return
    if missing := next((it for it in _MISSING if it in said), ""):
        raise Gone(missing) from None
    raise NotAllowed(words_told(error)) from None


def words_told(error: TelegramError) -> str:
    """What may be told of a refusal: a known phrase, else the name of the error."""
    said = error.message.lower()
    return next((it for it in _FORBIDDEN if it in said), type(error).__name__)

"""What a failure of a model means for people, whatever it was."""

from dataclasses import replace
from typing import Final

from engine.errors import (
    ModelBroken,
    ModelBusy,
    ModelContextTooLong,
    ModelError,
    ModelPaused,
    ModelRateLimited,
    ModelSilent,
    ModelUnreachable,
)
from engine.values.chats.notices import TROUBLE, Notice, Trouble
from engine.values.chats.turns import ModelReply
from engine.values.models.models import Ending

BROKEN: Final = {
    Ending.CUT: "turn-broken-cut",
    Ending.ERROR: "turn-broken-error",
    Ending.SILENT: "turn-broken-silent",
    Ending.BAD_TOOL_ARGUMENTS: "turn-broken-error",
    Ending.CONTENT_FILTER: "turn-filtered",
}
"""How a reply ends that is not whole through no will of people, and what whoever looks after the house reads of it."""
_PASSING: Final = (ModelBroken, ModelBusy, ModelPaused, ModelRateLimited, ModelSilent, ModelUnreachable)


def passes(error: ModelError) -> bool:
    """Whether it may be over in a while; a wrong key or address stays wrong until somebody mends it."""
    return isinstance(error, _PASSING)


def of_failure(error: ModelError) -> Notice:
    """The notice of a model that gave no reply."""
    other = Trouble.LONG if isinstance(error, ModelContextTooLong) else Trouble.MENDING
    return Notice(error.message, {**error.data, TROUBLE: Trouble.AGAIN if passes(error) else other})


def of_end(ending: Ending, endpoint: str) -> Notice:
    """The notice of a reply that ended in one of the ways of ``BROKEN``."""
    trouble = Trouble.WITHHELD if ending is Ending.CONTENT_FILTER else Trouble.CUT
    return Notice(BROKEN[ending], {"endpoint": endpoint, TROUBLE: trouble})


def as_told(reply: ModelReply, *, comes: bool) -> ModelReply:
    """``reply`` with what its trouble means now that its text is known. ``comes``: it is tried again by itself."""
    notice = reply.notice
    if notice is None or TROUBLE not in notice.data:
        return reply
    trouble = Trouble(notice.data[TROUBLE])
    if reply.text and trouble in (Trouble.AGAIN, Trouble.MENDING):
        trouble = Trouble.CUT
    elif not reply.text and reply.later and trouble in (Trouble.AGAIN, Trouble.CUT):
        trouble = Trouble.LATER if comes else Trouble.AGAIN
    return replace(reply, notice=replace(notice, data={**notice.data, TROUBLE: trouble}))

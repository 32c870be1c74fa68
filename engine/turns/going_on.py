"""A reply that goes on. What it says further stands behind its own words: a revision of the same message.

So there is one message for people, for the model and for what is made of the log; undoing it is a fork before it.
"""

from dataclasses import replace
from typing import Final

from engine.db import log, swipes
from engine.db.pool import Statements
from engine.rules.text.joining import joined
from engine.values.entries import Entry, EntryKind, NewEntry, Place
from engine.values.swipes import Swipe, swipe_at
from engine.values.turns import Claimed, Reply, Turn, TurnKind

BEHIND: Final = "behind"
"""Where the entry says how many characters of its text had been said before it."""


async def continued(on: Statements, claimed: Claimed) -> Entry | None:
    """The reply that a turn goes on with: the last message of its line, if that is of the character that speaks.

    None for every other turn.
    """
    turn = claimed.turn
    if turn.kind is not TurnKind.CONTINUE:
        return None
    said = await log.messages(on, turn.session_key, claimed.line, 1)
    return next((it for it in said if it.person is None and it.character == turn.character), None)


def whole_text(before: Entry | None, reply: Reply) -> str:
    """All that people see of a reply that goes on with ``before``."""
    return reply.text if before is None else joined(before.text, reply.text, reply.raw)


def behind(before: Entry, message: NewEntry, reply: Reply) -> NewEntry:
    """``message``, which holds what was said further, as the revision that makes one text of both."""
    text = whole_text(before, reply)
    raw = joined(before.text if before.raw is None else before.raw, reply.raw, reply.raw)
    return replace(
        message,
        kind=EntryKind.REVISION,
        text=text,
        raw=raw if raw != text else None,
        target_seq=before.place.seq,
        body={**message.body, BEHIND: len(before.text.rstrip())},
    )


async def swipe_of(on: Statements, turn: Turn, before: Entry) -> Swipe | None:
    """Where the reply lies that went on: it is the one that it was."""
    slot = await swipes.slot(on, turn.session_key, Place(before.place.branch, before.place.seq - 1))
    return swipe_at(turn.key.session, slot, before.place)

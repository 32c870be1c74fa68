"""The steps of a turn, as far as their time is told."""

from enum import StrEnum


class TurnStep(StrEnum):
    """What takes time in a turn, in order.

    QUEUE: from the arrival of the oldest message to the claim, a burst's settling included. FIRST_WORD is counted from
    the request, LAST_WORD from there. SHOWN and DELIVERED, the first words and the last part where people read them,
    are counted from the claim. What no table keeps (COMMIT, SHOWN) is known while the process lives.
    """

    QUEUE = "queue"
    CLAIM = "claim"
    LOAD = "load"
    RETRIEVE = "retrieve"
    ASSEMBLE = "assemble"
    FIRST_WORD = "first-word"
    LAST_WORD = "last-word"
    COMMIT = "commit"
    SHOWN = "shown"
    DELIVERED = "delivered"

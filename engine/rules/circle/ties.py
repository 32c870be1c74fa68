"""How close a reader of a circle is to those whose messages it reads, as rows for a prompt. Pure."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Final

from engine.rules.recall.remembering.batches import BatchMessage
from engine.rules.recall.telling.quoting import harmless, shortened
from engine.values.chats.circles import Friend, Friendship

MOST_TIES: Final = 4
"""Ties of a reader that a model is told, the closest."""
LONGEST_WORD: Final = 24


def authors(said: Iterable[BatchMessage]) -> frozenset[Friend]:
    """Who wrote these messages."""
    people = (Friend(it.person, is_person=True) for it in said if it.person is not None)
    return frozenset([*people, *(Friend(it.character) for it in said if it.character is not None)])


def ties(
    found: Sequence[Friendship], reader: int, read: Collection[Friend], now: datetime, mark: str
) -> list[dict[str, object]]:
    """Rows on how close the character ``reader`` is to each of ``read``, the closest first.

    ``found`` is in that order. ``to`` is the id of who is meant, as messages have it (``p4``, ``c7``); ``close`` from 1
    to 100; ``days`` since either turned to the other; ``about``: words of that, where there are any.
    """
    me, rows = Friend(reader), list[dict[str, object]]()
    for it in found:
        other = it.other if it.one == me else it.one if it.other == me else None
        close = round(100 * it.closeness)
        if other is None or other not in read or not close or len(rows) == MOST_TIES:
            continue
        words = " ".join(shortened(harmless(word, mark), LONGEST_WORD) for word in it.about)
        row: dict[str, object] = {
            "to": f"{'p' if other.is_person else 'c'}{other.id}",
            "close": close,
            "days": max((now - it.last).days, 0),
        }
        rows.append({**row, "about": words} if words else row)
    return rows


def closeness(found: Sequence[Friendship], one: int, other: int) -> int:
    """How close two characters are, from 0 to 100."""
    both = {Friend(one), Friend(other)}
    return next((round(100 * it.closeness) for it in found if {it.one, it.other} == both), 0)

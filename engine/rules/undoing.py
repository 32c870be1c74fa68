"""What is taken back together: an exchange is what people wrote one after another, and what answered it. Pure.

What a character wrote by itself is taken back alone.
"""

from collections.abc import Sequence

from engine.values.chats.bodies import OccasionBody
from engine.values.chats.entries import Entry


def last_taken_back(said: Sequence[Entry], occasions: Sequence[Entry]) -> tuple[Entry, int] | None:
    """The first message that is taken back with the last of ``said``, and the seq that is the head then.

    ``occasions`` are the acts by which characters wrote by themselves, first to last. None where there is nothing to be
    taken back.
    """
    if said and (occasion := _occasion_of(said, occasions)) is not None:
        return said[-1], occasion.behind
    first = first_of_burst(said)
    return None if first is None else (first, first.place.seq - 1)


def _occasion_of(said: Sequence[Entry], occasions: Sequence[Entry]) -> OccasionBody | None:
    """Why the last of ``said`` was written, where nobody had asked for it."""
    last, before = said[-1], said[-2].place.seq if len(said) > 1 else 0
    found = next((it for it in reversed(occasions) if before < it.place.seq < last.place.seq), None)
    return found.body if found and last.person is None and isinstance(found.body, OccasionBody) else None


def first_of_burst(said: Sequence[Entry]) -> Entry | None:
    """The first of the messages that people wrote last, one after another."""
    last = next((n for n in reversed(range(len(said))) if said[n].person is not None), None)
    if last is None:
        return None
    while last > 0 and said[last - 1].person is not None:
        last -= 1
    return said[last]


def exchanges(said: Sequence[Entry]) -> list[set[int]]:
    """Who took part in each exchange of ``said``, which begins with one. What nobody asked for belongs to none."""
    found: list[set[int]] = []
    answered = True
    for entry in said:
        if entry.person is None:
            answered = True
            continue
        if answered:
            found.append(set())
        found[-1].add(entry.person)
        answered = False
    return found

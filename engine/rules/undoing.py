"""What is taken back together: an exchange is what people wrote one after another, and what answered it. Pure."""

from collections.abc import Sequence

from engine.values.chats.entries import Entry


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

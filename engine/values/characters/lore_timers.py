"""Timers of world entries: which hold, which rest."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timer:
    """An entry that holds, or rests, until the talk has ``end`` messages; it began at ``start``.

    ``digest`` is the entry's content hashed: an edited entry loses its timers. ``kept`` survives a talk that does not
    advance.
    """

    book: str
    uid: str
    digest: str
    start: int
    end: int
    kept: bool = False


@dataclass(frozen=True, slots=True)
class LoreTimers:
    """The timers of a talk: entries that hold (sticky), and entries that rest (cooldown)."""

    sticky: tuple[Timer, ...] = ()
    cooldown: tuple[Timer, ...] = ()


NO_TIMERS = LoreTimers()

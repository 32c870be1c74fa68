"""Entries that hold after they fired (sticky), rest (cooldown) or wait for the talk to be long enough (delay).

All are counted in messages of the talk. A timer belongs to a place of the log: the same place gives the same timers.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Final

from engine.values.characters.lore_timers import LoreTimers, Timer
from engine.values.characters.worlds import BoundBook, WorldEntry
from engine.values.documents import Json, JsonObject

_FOREIGN: Final = "st:"
"""Begins the digest of a timer that another program set: it hashes entries in a way of its own."""

Place = tuple[str, str]
"""The key of a book and the uid of an entry of it."""

Kind = Callable[[WorldEntry], int]


@dataclass(frozen=True, slots=True)
class Running:
    """The timers of this turn. ``sticky`` hold now, ``cooldown`` rest now; ``timers`` is what is left of the old."""

    timers: LoreTimers
    sticky: frozenset[Place]
    cooldown: frozenset[Place]


def digest(entry: WorldEntry) -> str:
    """What an entry says, hashed."""
    return blake2b(entry.content.encode(errors="surrogatepass"), digest_size=8).hexdigest()


def running(timers: LoreTimers, books: Iterable[BoundBook], messages: int) -> Running:
    """Which timers run in a talk of ``messages`` messages.

    Those that ended are gone, and so are those of edited entries and those that began here or later: the talk did not
    advance. An entry that stops holding begins to rest at once, and that rest is kept.
    """
    if not timers.sticky and not timers.cooldown:
        return Running(timers, frozenset(), frozenset())
    entries = _Entries(books)
    sticky, ended = _check(timers.sticky, entries, messages, lambda entry: entry.sticky)
    rests = tuple(
        Timer(timer.book, timer.uid, timer.digest, messages, messages + entry.cooldown, kept=True)
        for timer, entry in ended
        if entry.cooldown
    )
    fresh = {(it.book, it.uid) for it in rests}
    before = tuple(it for it in timers.cooldown if (it.book, it.uid) not in fresh)
    cooldown, _ = _check(before + rests, entries, messages, lambda entry: entry.cooldown)
    return Running(LoreTimers(sticky, cooldown), entries.known(sticky), entries.known(cooldown))


def started(timers: LoreTimers, active: Iterable[tuple[str, WorldEntry]], messages: int) -> LoreTimers:
    """The timers after a turn in which ``active`` entries (with their books' keys) were told.

    A timer that already runs is not set anew.
    """
    told = tuple(active)
    return LoreTimers(
        timers.sticky + _new(timers.sticky, told, messages, lambda entry: entry.sticky),
        timers.cooldown + _new(timers.cooldown, told, messages, lambda entry: entry.cooldown),
    )


def _new(
    have: tuple[Timer, ...], told: tuple[tuple[str, WorldEntry], ...], messages: int, length: Kind
) -> tuple[Timer, ...]:
    known = {(it.book, it.uid) for it in have}
    return tuple(
        Timer(book, entry.uid, digest(entry), messages, messages + length(entry))
        for book, entry in told
        if length(entry) > 0 and (book, entry.uid) not in known
    )


def _check(
    timers: tuple[Timer, ...], entries: "_Entries", messages: int, length: Kind
) -> tuple[tuple[Timer, ...], list[tuple[Timer, WorldEntry]]]:
    """The timers that go on, and those that ended with their entries. Timers of books not in use go on unseen."""
    left: list[Timer] = []
    ended: list[tuple[Timer, WorldEntry]] = []
    for kept_timer in timers:
        if messages <= kept_timer.start and not kept_timer.kept:
            continue
        timer, entry = entries.of(kept_timer)
        if entry is not None and (not length(entry) or not _same(timer, entry)):
            continue
        if messages < kept_timer.end:
            left.append(timer)
        elif entry is not None:
            ended.append((timer, entry))
    return tuple(left), ended


def _same(timer: Timer, entry: WorldEntry) -> bool:
    return timer.digest.startswith(_FOREIGN) or timer.digest == digest(entry)


class _Entries:
    """The entries in use by the key of their book, or by its name: that is how chat files call it."""

    def __init__(self, books: Iterable[BoundBook]) -> None:
        self._by_place: dict[Place, tuple[str, WorldEntry]] = {}
        for bound in reversed(tuple(books)):
            for name in (bound.book.name, bound.key):
                self._by_place.update(((name, it.uid), (bound.key, it)) for it in bound.book.entries)

    def of(self, timer: Timer) -> tuple[Timer, WorldEntry | None]:
        """The timer under its book's key, and its entry if it is in use."""
        key, entry = self._by_place.get((timer.book, timer.uid), (timer.book, None))
        return (timer if key == timer.book else replace(timer, book=key)), entry

    def known(self, timers: Iterable[Timer]) -> frozenset[Place]:
        return frozenset((it.book, it.uid) for it in timers if (it.book, it.uid) in self._by_place)


def timers_json(timers: LoreTimers) -> JsonObject:
    """Timers as the body of a log entry."""
    return {
        "sticky": [_timer_json(it) for it in timers.sticky],
        "cooldown": [_timer_json(it) for it in timers.cooldown],
    }


def timers_from_json(raw: Json) -> LoreTimers:
    """What ``timers_json`` wrote. What is none of it is left out."""
    if not isinstance(raw, dict):
        return LoreTimers()
    return LoreTimers(_timers(raw.get("sticky")), _timers(raw.get("cooldown")))


def timers_from_chat_metadata(raw: Json) -> LoreTimers:
    """The timers of a SillyTavern chat: ``chat_metadata`` of its first line, or its ``timedWorldInfo`` alone.

    Books go by their names there; ``running`` finds them by these too.
    """
    timed = raw.get("timedWorldInfo", raw) if isinstance(raw, dict) else None
    if not isinstance(timed, dict):
        return LoreTimers()
    return LoreTimers(_foreign(timed.get("sticky")), _foreign(timed.get("cooldown")))


def timers_chat_metadata(timers: LoreTimers, names: Mapping[str, str]) -> JsonObject:
    """Timers as SillyTavern's ``timedWorldInfo``; ``names`` are the books' names by their keys."""
    return {
        "sticky": {_place(it, names): _foreign_json(it) for it in timers.sticky},
        "cooldown": {_place(it, names): _foreign_json(it) for it in timers.cooldown},
    }


def _timer_json(timer: Timer) -> JsonObject:
    return {
        "book": timer.book,
        "uid": timer.uid,
        "digest": timer.digest,
        "start": timer.start,
        "end": timer.end,
        "kept": timer.kept,
    }


def _timers(raw: Json) -> tuple[Timer, ...]:
    found = (_timer(it) for it in raw) if isinstance(raw, list) else ()
    return tuple(it for it in found if it is not None)


def _timer(raw: Json) -> Timer | None:
    match raw:
        case {"book": str(book), "uid": str(uid), "digest": str(digest), "start": int(start), "end": int(end)}:
            return Timer(book, uid, digest, start, end, kept=raw.get("kept") is True)
        case _:
            return None


def _foreign(raw: Json) -> tuple[Timer, ...]:
    found = (_foreign_timer(place, it) for place, it in raw.items()) if isinstance(raw, dict) else ()
    return tuple(it for it in found if it is not None)


def _foreign_timer(place: str, raw: Json) -> Timer | None:
    book, dot, uid = place.rpartition(".")
    match raw:
        case {"start": int(start), "end": int(end)} if dot:
            digest = f"{_FOREIGN}{raw.get('hash', '')}"
            return Timer(book, uid, digest, start, end, kept=raw.get("protected") is True)
        case _:
            return None


def _place(timer: Timer, names: Mapping[str, str]) -> str:
    return f"{names.get(timer.book, timer.book)}.{timer.uid}"


def _foreign_json(timer: Timer) -> JsonObject:
    foreign = timer.digest.removeprefix(_FOREIGN)
    known: Json = int(foreign) if foreign.isdecimal() else foreign
    return {"hash": known, "start": timer.start, "end": timer.end, "protected": timer.kept}

"""Short ways to say what a test is about: entries, a talk, and which entries are told."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engine.rules.world.activate import Activation, Scan, ScanLine, UntoldReason, activate
from engine.values.characters.lore_timers import LoreTimers
from engine.values.characters.worlds import Binding, BoundBook, WorldBook, WorldEntry
from engine.values.models.stage import WorldRules

RECURSIVE = WorldRules(recursive=True)
ALONE = WorldRules(recursive=False)
"""Entries do not call entries."""


def entry(uid: str, *keys: str, content: str | None = None, **more: Any) -> WorldEntry:
    """An entry that says ``told <uid>`` if nothing else is given."""
    return WorldEntry(uid, f"told {uid}" if content is None else content, keys=keys, **more)


def bound(*entries: WorldEntry, key: str = "w", binding: Binding = Binding.CHARACTER, **more: Any) -> BoundBook:
    """A book in use, called by its key."""
    return BoundBook(key, WorldBook(key, entries, **more), binding)


def talk(*texts: str, **more: Any) -> Scan:
    """A talk of these messages, oldest first, by Alice and Bob in turn; seqs count from 1."""
    lines = tuple(ScanLine(seq, "Bob" if seq % 2 else "Alice", text) for seq, text in enumerate(texts, 1))
    return replace(Scan(lines, budget=10_000, messages=len(lines)), **more)


def look(
    books: BoundBook | Sequence[BoundBook] | Sequence[WorldEntry],
    scan: Scan,
    rules: WorldRules | None = None,
    timers: LoreTimers | None = None,
    expand: Callable[[str], str] = str,
) -> Activation:
    """What of ``books`` is told; entries alone make one book."""
    given = [books] if isinstance(books, BoundBook) else list(books)
    entries = [it for it in given if isinstance(it, WorldEntry)]
    in_use = [bound(*entries)] if entries else [it for it in given if isinstance(it, BoundBook)]
    return activate(in_use, scan, rules or WorldRules(), timers or LoreTimers(), expand)


def uids(outcome: Activation) -> list[str]:
    """The entries that are told, in the order in which they are sent."""
    return [it.entry.uid for it in outcome.active]


def left(outcome: Activation) -> dict[str, UntoldReason]:
    """Why the entries that fired otherwise are not told."""
    return {it.entry.uid: it.reason for it in outcome.left_out}

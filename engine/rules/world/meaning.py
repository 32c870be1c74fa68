"""Entries that the talk is about though none of their keys was said: the best of them, after what keys bring."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from engine.rules.text.tokens import estimate
from engine.rules.world.conditions import LoreTurn
from engine.rules.world.outcome import Activation, Active, LeftOut, UntoldReason, Why
from engine.values.characters.worlds import BoundBook, Force, Position, WorldEntry
from engine.values.models.prompts import Meant
from engine.values.models.stage import WorldRules

_UNSEEN: Final = frozenset({UntoldReason.KEY_REFUSED, UntoldReason.TOO_SLOW, UntoldReason.SECOND_KEYS})
"""Such an entry did not fire, or nobody knows whether it did."""

_Found = Mapping[tuple[str, str], tuple[BoundBook, WorldEntry]]


def has_meaning(entry: WorldEntry) -> bool:
    """Whether an entry may be told for what it means.

    Not those that are told anyway or never, that stand where a preset pulls them, or that come only when others call
    them, or never beside certain words.
    """
    if not entry.enabled or not entry.content.strip() or entry.constant or entry.force is not Force.NONE:
        return False
    return entry.position is not Position.OUTLET and not entry.delay_until_recursion and not entry.exclude_keys


def with_meant(
    activation: Activation, books: Sequence[BoundBook], turn: LoreTurn, rules: WorldRules, expand: Callable[[str], str]
) -> Activation:
    """``activation``, and what of ``turn.scan.meant`` (best first) is told besides, within the budget that is left.

    What fired and is not told stays away; chance, groups and stickiness have no say in what does not fire.
    """
    wanted = turn.scan.meant
    if not wanted:
        return activation
    settled = {(it.book, it.entry.uid) for it in activation.active}
    settled |= {(it.book, it.entry.uid) for it in activation.left_out if it.reason not in _UNSEEN}
    found = _entries(wanted, books)
    room = turn.scan.budget - sum(it.tokens for it in activation.active)
    told: list[Active] = []
    left: list[LeftOut] = []
    for meant in wanted:
        if (meant.book, meant.uid) in settled or (meant.book, meant.uid) not in found or len(told) == rules.by_meaning:
            continue
        settled.add((meant.book, meant.uid))
        bound, entry = found[meant.book, meant.uid]
        content = expand(entry.content)
        active = Active(meant.book, entry, content, estimate(content, turn.scan.factor), Why.MEANING, meant=meant)
        used = sum(one.tokens for one in (*activation.active, *told) if one.book == meant.book)
        reason = turn.obstacle(meant.book, entry) or _lack(active, room, bound.book.token_budget, used)
        if reason is None:
            told.append(active)
            room -= active.tokens
        else:
            left.append(LeftOut(meant.book, entry, reason))
    named = {(it.book, it.entry.uid) for it in told}
    stays = (
        it
        for it in activation.left_out
        if it.reason is not UntoldReason.SECOND_KEYS or (it.book, it.entry.uid) not in named
    )
    return replace(activation, meant=tuple(told), left_out=(*stays, *left))


def _entries(wanted: Sequence[Meant], books: Sequence[BoundBook]) -> _Found:
    keys = {it.book for it in wanted}
    uids = {it.uid for it in wanted}
    return {
        (bound.key, entry.uid): (bound, entry)
        for bound in books
        if bound.key in keys
        for entry in bound.book.entries
        if entry.uid in uids and has_meaning(entry)
    }


def _lack(active: Active, room: int, own: int | None, used: int) -> UntoldReason | None:
    if not active.content.strip():
        return UntoldReason.NO_TEXT
    if active.entry.ignore_budget:
        return None
    if active.tokens >= room:
        return UntoldReason.BUDGET
    return UntoldReason.BOOK_BUDGET if own is not None and used + active.tokens > own else None

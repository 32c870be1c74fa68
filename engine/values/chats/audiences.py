"""Who can read a place: the wall around what was said there."""

from collections.abc import Iterable
from typing import Final

Clause = tuple[str, ...]
"""Whoever can read holds one of these at least: a role, a thread's membership, an account. In order, each once."""

Audience = tuple[Clause, ...]
"""Each reader meets all of these; none is everybody in the space."""

EVERYBODY: Final[Audience] = ()


def clause(readers: Iterable[str]) -> Clause:
    """The clause that whoever holds one of ``readers`` meets."""
    return tuple(sorted(set(readers)))


def intersection(audiences: Iterable[Audience]) -> Audience:
    """Who belongs to all of ``audiences``: the audience of what is made from them."""
    return tuple(sorted({it for audience in audiences for it in audience}))

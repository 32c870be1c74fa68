"""Who can read a place: the wall around what was said there."""

from typing import Final

Clause = tuple[str, ...]
"""Whoever can read holds one of these at least: a role, a thread's membership, an account. In order, each once."""

Audience = tuple[Clause, ...]
"""Each reader meets all of these; none is everybody in the space."""

EVERYBODY: Final[Audience] = ()

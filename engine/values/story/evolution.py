"""Versions of who a character has become, as people see them."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PersonaVersion:
    """A version on the line that is played here. ``number`` counts them from 1; ``fields`` are told in order.

    ``current``: it is the one that holds. ``auto``: it grew by itself; ``by_hand``: somebody wrote it. ``kept`` are the
    fields that would have changed too much at once.
    """

    number: int
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    text: str = ""
    current: bool = False
    auto: bool = False
    by_hand: bool = False
    kept: tuple[str, ...] = ()

"""A line of the house's own for people, in whatever language they speak."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

SECONDS_AGO = "seconds_ago"
"""A value of a notice that is said as ``ago``: "3 days ago"."""


class Trouble(StrEnum):
    """What trouble with a model means for people; what it was is for whoever can mend it.

    LATER: the answer comes by itself. AGAIN: it may be over when they ask again. MENDING: somebody has to mend it.
    CUT: the reply ended too early. WITHHELD: the model refused to say it. LONG: it was asked to read too much.
    UNHEARD: a recording was not listened to. UNSPOKEN: a reply was not said aloud.
    """

    LATER = "later"
    AGAIN = "again"
    MENDING = "mending"
    CUT = "cut"
    WITHHELD = "withheld"
    LONG = "long"
    UNHEARD = "unheard"
    UNSPOKEN = "unspoken"


TROUBLE = "trouble"
"""A value of a notice that tells of trouble with a model: which Trouble it is."""
TONGUE = "tongue"
"""A value of a notice: the language it is told in, whatever is spoken where it stands; "" for what is."""
RINGS = "rings"
"""A value of a notice: "yes" where it must be noticed, since nothing else follows that is."""


@dataclass(frozen=True, slots=True)
class Notice:
    """One line for people: a Fluent id and its values."""

    message: str
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])

"""Work around a turn: what is due later, and what is to be sent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.values.ids import SessionKey


@dataclass(frozen=True, slots=True)
class Due:
    """A claimed mark. Session 0 is the space's, space 0 the house's.

    ``marks`` counts how often it was marked before the claim, ``tries`` the claims, this one included.
    """

    key: SessionKey
    kind: str
    fence: int
    marks: int
    tries: int
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NewSending:
    """A part before it is planned. ``kind`` is reply, notice, progress or post."""

    kind: str
    text: str = ""
    body: Mapping[str, Any] = field(default_factory=dict[str, Any])

"""Shares of the house's day: what characters may take of it for what nobody asked them for."""

from dataclasses import dataclass
from enum import StrEnum


class DayShare(StrEnum):
    """What a share is for, by the kind that its cost is counted as: writing first to people, or posting in circles."""

    FIRST = "unasked"
    CIRCLE = "circle"


@dataclass(frozen=True, slots=True)
class ShareUse:
    """How much of a share of ``percent`` of the house's day is used, 1 for all of it; None where nothing limits it."""

    used: float | None
    percent: float


@dataclass(frozen=True, slots=True)
class CircleFigures:
    """How many characters are in circles, all over the house, how many posts they wrote today, and their share."""

    characters: int
    written: int
    share: ShareUse

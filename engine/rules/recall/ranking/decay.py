"""Likeness that fades with age, for those who want memory to work so."""

from datetime import datetime, timedelta
from math import exp
from typing import Final

_DAY: Final = timedelta(days=1)


def decayed(similarity: float, at: datetime, now: datetime, half_life: int) -> float:
    """``similarity`` × exp(−age / ``half_life``), both in days; what lies ahead has no age."""
    age = max(now - at, timedelta()) / _DAY
    return similarity * exp(-age / half_life)

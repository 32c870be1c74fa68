"""What a service says of its prices in its list of models. Pure."""

import math
from collections.abc import Mapping
from typing import Any, Final, cast

from engine.values.house.allowances import Price

_MILLION: Final = 1_000_000
_MOST: Final = 100_000.0


def price_told(row: Mapping[str, Any]) -> Price | None:
    """The price in a row of the list, as OpenRouter writes it: dollars a token, as texts. None where it says none.

    A price below nothing stands for one that differs from request to request.
    """
    told: object = row.get("pricing")
    if not isinstance(told, dict):
        return None
    pricing = cast("dict[str, object]", told)
    read, written = _dollars(pricing.get("prompt")), _dollars(pricing.get("completion"))
    return None if read is None or written is None else Price(read, written, _dollars(pricing.get("input_cache_read")))


def _dollars(told: object) -> float | None:
    """Dollars for a million tokens."""
    if isinstance(told, bool) or not isinstance(told, str | int | float):
        return None
    try:
        dollars = float(told) * _MILLION
    except (ValueError, OverflowError):
        return None
    return round(dollars, 6) if math.isfinite(dollars) and 0 <= dollars <= _MOST else None

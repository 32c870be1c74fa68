"""Numbers as JavaScript reads and writes them: variables of macros are counted with them."""

import re
from decimal import Decimal
from math import isinf, isnan
from typing import Final

_DECIMAL: Final = re.compile(r"[+-]?(?:Infinity|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)")
_OTHER_BASE: Final = re.compile(r"0(?:[xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)")
_BASES: Final = {"x": 16, "o": 8, "b": 2}
_LONGEST: Final = 400


def number(text: str) -> float | None:
    """The number that ``text`` is, an empty one being 0; None when it is none."""
    bare = text.strip()
    if not bare:
        return 0.0
    if len(bare) > _LONGEST:
        return None
    if _OTHER_BASE.fullmatch(bare):
        return float(int(bare[2:], _BASES[bare[1].lower()])) if len(bare) < _LONGEST // 2 else None
    return float(bare) if _DECIMAL.fullmatch(bare) else None


def written(value: float) -> str:
    """``value`` as JavaScript turns it into text."""
    if isnan(value):
        return "NaN"
    if isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    if value == 0:
        return "0"
    if 1e-7 < abs(value) < 1e21:
        return _without_zeros(format(Decimal(repr(value)), "f"))
    mantissa, exponent = f"{Decimal(repr(value)):e}".split("e")
    return f"{_without_zeros(mantissa)}e{int(exponent):+d}"


def _without_zeros(digits: str) -> str:
    return digits.rstrip("0").rstrip(".") if "." in digits else digits

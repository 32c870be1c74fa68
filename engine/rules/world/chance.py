"""Chance that can be repeated: the same seed and names always fall the same way."""

from hashlib import blake2b
from typing import Final

_RANGE: Final = 1 << 64


def chance(seed: str, *names: str) -> float:
    """A number from 0 up to but not including 1, spread evenly over seeds and names."""
    digest = blake2b("\x00".join((seed, *names)).encode(errors="surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest) / _RANGE

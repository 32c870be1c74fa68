"""How much memory a piece of code takes besides what was there."""

import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def at_most(size: int) -> Iterator[None]:
    """Fail when what runs inside has ever held ``size`` bytes or more."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < size
    finally:
        tracemalloc.stop()

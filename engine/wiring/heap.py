"""The memory that the C library keeps for the process. It knows glibc; with another one nothing is done."""

import ctypes
from typing import Any, Final

_MOST_ARENAS: Final = -8
"""``M_ARENA_MAX`` of malloc.h."""

_libc: Any = ctypes.CDLL(None)


def keep_one_heap() -> None:
    """Have all threads take from one heap: one at a time runs Python, and what one has let go helps no other else.

    It holds for threads that begin later.
    """
    if hasattr(_libc, "mallopt"):
        _libc.mallopt(_MOST_ARENAS, 1)


async def give_back() -> None:
    """Let the system have what was freed: after a burst that is much, and it lies between what is kept."""
    if hasattr(_libc, "malloc_trim"):
        _libc.malloc_trim(0)

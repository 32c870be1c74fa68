"""The memory that the C library keeps for the process. It knows glibc; with another one nothing is done."""

import ctypes
import time
from collections.abc import Callable
from typing import Any, Final

_MOST_ARENAS: Final = -8
"""``M_ARENA_MAX`` of malloc.h."""
WORKED: Final = 2.0
"""Seconds of processor time."""

_libc: Any = ctypes.CDLL(None)


def keep_one_heap() -> None:
    """Have all threads take from one heap: one at a time runs Python, and what one has let go helps no other else.

    It holds for threads that begin later.
    """
    if hasattr(_libc, "mallopt"):
        _libc.mallopt(_MOST_ARENAS, 1)


class FreedMemory:
    """What was freed and lies between what is kept: much after a burst, next to nothing while nothing goes on."""

    def __init__(self, worked: Callable[[], float] = time.process_time) -> None:
        self._worked = worked
        self._looked_at = 0.0

    async def give_back(self) -> None:
        """Let the system have it if the process has worked since: to look for it takes a tenth of a second."""
        if hasattr(_libc, "malloc_trim") and self._worked() >= self._looked_at + WORKED:
            _libc.malloc_trim(0)
            self._looked_at = self._worked()

"""Something that several retrievers want and that is asked for once."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Once(Generic[T]):
    """Asks when the first wants it; all get the same answer. Whoever is out of patience leaves it to the others."""

    def __init__(self, ask: Callable[[], Coroutine[Any, Any, T]]) -> None:
        self._ask = ask
        self._answer: asyncio.Future[T] | None = None

    def begin(self) -> None:
        """Ask now: somebody is going to want it."""
        self._asked()

    async def __call__(self) -> T:
        """The answer."""
        return await asyncio.shield(self._asked())

    def close(self) -> None:
        """Nobody wants it any more."""
        if self._answer is None:
            return
        self._answer.cancel()
        if self._answer.done() and not self._answer.cancelled():
            self._answer.exception()  # where nobody came for it, it is nobody's

    def _asked(self) -> asyncio.Future[T]:
        if self._answer is None:
            self._answer = asyncio.ensure_future(self._ask())
        return self._answer

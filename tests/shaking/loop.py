"""An event loop in which everything may come late that may come late on a busy machine, by a seed.

Three things are moved, and each only as far as asyncio leaves it open:

- what the selector tells: in any order, and some of it later, up to some milliseconds;
- timers: never early, now and then some milliseconds late;
- tasks that wait: one that is woken goes on in this round of the loop, in the next, or some milliseconds later, so
  that two that were woken together go on in any order.

Plain callbacks (``call_soon``) stay in the order in which they were registered, which is documented and on which
asyncio's own transports are built; and tasks begin in the order in which they were made, on which libraries rely
(each event of Discord is a task). Who is woken first among those that wait is promised by nobody: an await more in
either of them changes it.
"""

import asyncio
import contextvars
import selectors
from collections.abc import Callable
from random import Random  # noqa: TID251 - seeded, for what comes late; nothing of the product
from typing import Any

SEED = "SHAKE_SEED"
"""The name in the environment that tells programs of the tests to be shaken too."""

WITHHELD = 0.15
HELD = 0.02
LATE_TIMER = 0.2
LATE_WAKING = 0.2
LONG_WAKING = 0.03
LONGEST = 0.012

chance = Random(0)


def _moment() -> float:
    """Mostly a millisecond or less, seldom up to ``LONGEST`` seconds."""
    return LONGEST * chance.random() ** 3


class ShakenSelector(selectors.DefaultSelector):
    """Tells what is ready in any order, and some of it later."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__()
        self._now = now
        self._held: dict[int, float] = {}

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What the loop is to see now. What is withheld stays ready and is told by a later call."""
        found = [it for it in super().select(timeout) if self._comes(it[0].fd)]
        chance.shuffle(found)
        return found

    def _comes(self, descriptor: int) -> bool:
        if descriptor in self._held:
            if self._now() < self._held[descriptor]:
                return False
            del self._held[descriptor]
            return True
        draw = chance.random()
        if draw < HELD:
            self._held[descriptor] = self._now() + _moment()
        return draw >= WITHHELD


class ShakenLoop(asyncio.SelectorEventLoop):
    """The loop of the tests, less regular. ``late`` steps of tasks are put off and would be due."""

    def __init__(self) -> None:
        super().__init__(ShakenSelector(self.time))
        self.late = 0

    def call_at(
        self, when: float, callback: Callable[..., Any], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.TimerHandle:
        """A timer, now and then late."""
        late = _moment() if chance.random() < LATE_TIMER else 0.0
        return super().call_at(when + late, callback, *args, context=context)

    def call_soon(
        self, callback: Callable[..., Any], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.Handle:
        """A callback in its turn; a task that was woken now and then later."""
        if isinstance(getattr(callback, "__self__", None), asyncio.Task) and args:  # by the future that woke it
            draw = chance.random()
            if draw < LATE_WAKING:
                later = _moment() if draw < LONG_WAKING else 0.0
                self.late += 1
                return super().call_at(self.time() + later, self._step, callback, *args, context=context)
        return super().call_soon(callback, *args, context=context)

    def _step(self, callback: Callable[..., Any], *args: Any) -> None:
        self.late -= 1
        callback(*args)


def shaken(seed: str) -> Callable[[], ShakenLoop]:
    """What makes loops in this process, whose moments follow from ``seed``."""
    chance.seed(seed)
    return ShakenLoop

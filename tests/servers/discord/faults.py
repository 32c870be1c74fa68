"""Faults of the REST API, by method and path: refuse, fail after accepting, delay, hold, cut."""

import asyncio
import re
from dataclasses import dataclass, field


@dataclass(eq=False)
class Fault:
    """What happens to the next ``times`` calls that match. ``accepted``: the call takes effect all the same;
    ``says`` is what a refusal tells.

    ``met`` counts the calls it has hit; ``gate`` is set by ``release``; ``waiting`` is set while a call is held.
    """

    method: str
    route: str
    times: int = 1
    status: int = 0
    retry_after: float = 0.0
    everywhere: bool = False
    accepted: bool = False
    delay: float = 0.0
    cut: bool = False
    held: bool = False
    skip: int = 0
    says: str = "injected"
    met: int = 0
    gate: asyncio.Event = field(default_factory=asyncio.Event, repr=False)
    waiting: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    def release(self) -> None:
        """Let held calls go on, and hold no more."""
        self.times = 0
        self.gate.set()

    async def pause(self) -> None:
        """Wait as long as this fault makes a call wait."""
        if self.delay:
            await asyncio.sleep(self.delay)
        if self.held:
            self.waiting.set()
            await self.gate.wait()


class Faults:
    """``route`` is a regular expression searched in the path; "" as the method means any."""

    def __init__(self) -> None:
        self._set: list[Fault] = []

    def fail(self, method: str, route: str, status: int = 500, times: int = 1, **more: object) -> Fault:
        """Answer with a status; more: ``retry_after`` and ``everywhere`` (global) of a 429, ``accepted``, ``skip``,
        ``says``."""
        return self._add(Fault(method, route, times, status, **more))  # pyright: ignore[reportArgumentType] - as Fault

    def delay(self, method: str, route: str, seconds: float, times: int = 1) -> Fault:
        """Answer later."""
        return self._add(Fault(method, route, times, delay=seconds))

    def hold(self, method: str, route: str, times: int = 1, accepted: bool = False) -> Fault:
        """Keep calls waiting until ``release()``; with ``accepted`` only their answers wait."""
        return self._add(Fault(method, route, times, held=True, accepted=accepted))

    def cut(self, method: str, route: str, times: int = 1, accepted: bool = True, skip: int = 0) -> Fault:
        """Break the connection instead of answering."""
        return self._add(Fault(method, route, times, cut=True, accepted=accepted, skip=skip))

    def clear(self) -> None:
        """Forget all faults; what is held goes on."""
        for fault in self._set:
            fault.release()
        self._set.clear()

    def take(self, method: str, path: str) -> Fault | None:
        """The fault for this call, counted."""
        for fault in self._set:
            if fault.times > 0 and fault.method in ("", method) and re.search(fault.route, path):
                if fault.skip > 0:
                    fault.skip -= 1
                    continue
                fault.times -= 1
                fault.met += 1
                return fault
        return None

    def _add(self, fault: Fault) -> Fault:
        self._set.append(fault)
        return fault

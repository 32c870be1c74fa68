"""What goes wrong on purpose, per method and per chat, and the error that Telegram's answers are made of."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from tests.servers.model_scripts import Gate

__all__ = ["ApiError", "Fault", "Faults", "Gate", "bad_request", "conflict", "forbidden", "too_many_requests"]

NAMES = {500: "Internal Server Error", 502: "Bad Gateway", 504: "Gateway Timeout"}


class ApiError(Exception):
    """An answer that is not ok: status, description, ``parameters``."""

    def __init__(self, status: int, description: str, **parameters: Any) -> None:
        super().__init__(description)
        self.status = status
        self.description = description
        self.parameters = parameters

    def as_json(self) -> dict[str, Any]:
        """The answer's real shape."""
        answer: dict[str, Any] = {"ok": False, "error_code": self.status, "description": self.description}
        return answer | ({"parameters": self.parameters} if self.parameters else {})


def bad_request(text: str, **parameters: Any) -> ApiError:
    """400."""
    return ApiError(400, f"Bad Request: {text}", **parameters)


def forbidden(text: str) -> ApiError:
    """403."""
    return ApiError(403, f"Forbidden: {text}")


def conflict(text: str) -> ApiError:
    """409."""
    return ApiError(409, f"Conflict: {text}")


def too_many_requests(seconds: int) -> ApiError:
    """429."""
    return ApiError(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)


@dataclass(slots=True)
class Fault:
    """One planned fault. ``times`` below 0 means always; ``chat`` 0 means every chat; ``accepted``: the call has its
    effect first. ``status`` 0 with ``cut`` closes the connection without an answer.
    """

    method: str
    times: int = 1
    chat: int = 0
    status: int = 0
    retry_after: int = 0
    accepted: bool = False
    cut: bool = False
    seconds: float = 0.0
    gate: Gate | None = None

    @property
    def answers(self) -> bool:
        """Whether it takes the place of the real answer."""
        return self.cut or self.status > 0

    def error(self) -> ApiError:
        """The answer in place of the real one."""
        if self.status == 429:
            return too_many_requests(self.retry_after or 1)
        return ApiError(self.status, NAMES.get(self.status, "Bad Request: planned by the test"))

    def matches(self, method: str, chat: int) -> bool:
        """Whether it is meant for this call; ``*`` is every method but getUpdates."""
        named = method != "getupdates" if self.method == "*" else self.method.lower() == method
        return named and self.times != 0 and self.chat in {0, chat}


@dataclass(slots=True)
class Faults:
    """The faults still to come, first planned first."""

    planned: list[Fault] = field(default_factory=list)

    def fail(
        self,
        method: str,
        status: int = 502,
        *,
        times: int = 1,
        retry_after: int = 0,
        accepted: bool = False,
        chat: int = 0,
    ) -> None:
        """Answer the next ``times`` calls with this status; ``accepted``: after the call has had its effect."""
        self.planned.append(Fault(method, times, chat, status, retry_after, accepted))

    def cut(self, method: str, *, times: int = 1, accepted: bool = True, chat: int = 0) -> None:
        """Close the connection of the next ``times`` calls without an answer."""
        self.planned.append(Fault(method, times, chat, accepted=accepted, cut=True))

    def delay(self, method: str, seconds: float, *, times: int = -1, chat: int = 0) -> None:
        """Wait in real time before each of the next ``times`` calls (always)."""
        self.planned.append(Fault(method, times, chat, seconds=seconds))

    def hold(self, method: str, *, times: int = 1, chat: int = 0) -> Gate:
        """Stop the next ``times`` calls before they have an effect, until the gate is opened."""
        gate = Gate()
        self.planned.append(Fault(method, times, chat, gate=gate))
        return gate

    def clear(self) -> None:
        """Forget what has not happened yet; what is held goes on."""
        for fault in self.planned:
            if fault.gate:
                fault.gate.open()
        self.planned.clear()

    async def meet(self, method: str, chat: int) -> Fault | None:
        """Wait as planned before this call; the fault that is to answer it."""
        mine = [fault for fault in self.planned if fault.matches(method, chat)]
        waits = [fault for fault in mine if not fault.answers]
        answer = next((fault for fault in mine if fault.answers), None)
        for fault in [*waits, *([answer] if answer else [])]:
            fault.times -= fault.times > 0
        self.planned = [fault for fault in self.planned if fault.times != 0]
        for fault in waits:
            if fault.gate:
                await fault.gate.stand()
            await asyncio.sleep(fault.seconds)
        return answer

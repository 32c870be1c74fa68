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
    """One planned fault. ``times`` below 0 means always; ``chat`` 0 means every chat; ``skip``: so many calls go by
    first; ``accepted``: the call has its effect all the same. ``cut`` closes the connection without an answer;
    ``says`` is what a refusal tells.
    """

    method: str
    times: int = 1
    chat: int = 0
    skip: int = 0
    accepted: bool = False
    status: int = 0
    retry_after: int = 0
    cut: bool = False
    seconds: float = 0.0
    gate: Gate | None = None
    says: str = "planned by the test"

    def error(self) -> ApiError | None:
        """The answer in place of the real one; None where only the time changes."""
        if self.status == 429:
            return too_many_requests(self.retry_after or 1)
        if self.status or self.cut:
            return ApiError(self.status, NAMES.get(self.status, f"Bad Request: {self.says}"))
        return None

    def meets(self, method: str, chat: int) -> bool:
        """Whether it hits this call, which is then counted; ``*`` is every method but getUpdates."""
        named = method != "getupdates" if self.method == "*" else self.method.lower() == method
        if not named or self.times == 0 or self.chat not in {0, chat}:
            return False
        if self.skip > 0:
            self.skip -= 1
            return False
        self.times -= self.times > 0
        return True

    async def wait(self) -> None:
        """Make the call (or its answer) wait."""
        if self.gate:
            await self.gate.stand()
        if self.seconds:
            await asyncio.sleep(self.seconds)


@dataclass(slots=True)
class Faults:
    """The faults still to come. ``more`` of each: ``times``, ``chat``, ``skip``, and others of ``Fault``."""

    planned: list[Fault] = field(default_factory=list)

    def fail(self, method: str, status: int = 502, **more: Any) -> None:
        """Answer the next call with this status; ``retry_after`` goes with 429."""
        self.planned.append(Fault(method, status=status, **more))

    def cut(self, method: str, *, accepted: bool = True, **more: Any) -> None:
        """Close the connection of the next call without an answer."""
        self.planned.append(Fault(method, cut=True, accepted=accepted, **more))

    def delay(self, method: str, seconds: float, **more: Any) -> None:
        """Make the next call wait in real time."""
        self.planned.append(Fault(method, seconds=seconds, **more))

    def hold(self, method: str, **more: Any) -> Gate:
        """Stop the next call before its effect (``accepted``: before its answer) until the gate is opened."""
        gate = Gate()
        self.planned.append(Fault(method, gate=gate, **more))
        return gate

    def clear(self) -> None:
        """Forget what has not happened yet; what is held goes on."""
        for fault in self.planned:
            if fault.gate:
                fault.gate.open()
        self.planned.clear()

    def take(self, method: str, chat: int) -> list[Fault]:
        """The faults of this call: all that make it wait, and the first that answers it."""
        waits = [fault for fault in self.planned if not fault.error() and fault.meets(method, chat)]
        answer = next((fault for fault in self.planned if fault.error() and fault.meets(method, chat)), None)
        return [*waits, answer] if answer else waits

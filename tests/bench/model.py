"""The scripted model as a process of its own, so that its work is not counted as ours.

``POST /plan`` says how it answers from now on; ``GET /times`` returns, and forgets, when it was asked and when the
first and the last token of each reply had been written, all in seconds of ``time.monotonic()``, which all processes
share.
"""

import asyncio
import string
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

from tests.servers.model import ModelServer, Seen
from tests.servers.model_scripts import Finish, Gate, Pause, Script, Step, Tokens

WORD = " word"
_DIGITS = string.digits + string.ascii_lowercase
_PLACES = 4


class Mark(Gate):
    """Writes down when the server came by; holds nobody."""

    def __init__(self, times: list[float]) -> None:
        super().__init__()
        self._times = times

    async def stand(self) -> None:
        self._times.append(time.monotonic())


def stamp(seconds: float) -> str:
    """Milliseconds in four letters, as long as a word."""
    number, letters = int(seconds * 1000), ""
    for _ in range(_PLACES):
        number, place = divmod(number, len(_DIGITS))
        letters = _DIGITS[place] + letters
    return letters


class StampedTokens(Sequence[Step]):
    """Tokens that say when they were sent, as ``told`` writes it; made while they are sent."""

    def __init__(self, chunks: int, pace: float, told: Callable[[], str]) -> None:
        self._chunks = chunks
        self._pace = pace
        self._told = told

    def __len__(self) -> int:
        return self._chunks

    @overload
    def __getitem__(self, place: int) -> Step: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Step]: ...
    def __getitem__(self, place: int | slice) -> Step | Sequence[Step]:
        raise NotImplementedError

    def __iter__(self) -> Iterator[Step]:
        for _ in range(self._chunks):
            yield f" {self._told()}"
            yield Pause(self._pace)
        yield Finish()
        yield Tokens(10, self._chunks)


class PlannedModel:
    """Answers everyone by the plan that holds: ``chunks`` tokens, ``pace`` seconds apart, perhaps ``stamped`` with the
    time, or with the time since the plan in the length of a word (``"short"``).
    """

    def __init__(self) -> None:
        self.server = ModelServer(self._answer)
        self.server.others |= {"/plan": self._take_plan, "/times": self._tell_times}
        self._plan: dict[str, Any] = {"chunks": 20, "pace": 0.0, "stamped": False}
        self._began: list[float] = []
        self._ended: list[float] = []
        self._since = 0.0

    def _answer(self, _seen: Seen) -> Script:
        chunks, pace = self._plan["chunks"], self._plan["pace"]
        if self._plan["stamped"] == "short":
            return Script(StampedTokens(chunks, pace, lambda: stamp(time.monotonic() - self._since)))
        if self._plan["stamped"]:
            return Script(StampedTokens(chunks, pace, lambda: f"{time.monotonic():.4f}"))
        words: list[Step] = [WORD, Mark(self._began)]
        for _ in range(chunks - 1):
            words += [Pause(pace), WORD] if pace else [WORD]
        return Script([*words, Mark(self._ended), Finish(), Tokens(10, chunks)])

    def _take_plan(self, seen: Seen) -> Any:
        self._plan |= seen.body
        self._forget()
        self._since = time.monotonic()
        return {"since": self._since}

    def _tell_times(self, _seen: Seen) -> Any:
        asked = [it.at for it in self.server.generations]
        times = {"asked": asked, "began": list(self._began), "ended": list(self._ended)}
        self._forget()
        return times

    def _forget(self) -> None:
        self.server.requests.clear()
        self._began.clear()
        self._ended.clear()


async def _serve() -> None:
    async with PlannedModel().server as server:
        print(server.port, flush=True)  # noqa: T201 — the one line its starter reads
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve())

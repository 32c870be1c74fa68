"""The scripted model as a process of its own, so that its work is not counted as ours.

``POST /plan`` says how it answers from now on; ``GET /times`` returns, and forgets, when it was asked and when the
last token of each reply had been written, both in seconds of ``time.monotonic()``, which all processes share.
"""

import asyncio
import time
from collections.abc import Iterator, Sequence
from typing import Any, overload

from tests.servers.model import ModelServer, Seen
from tests.servers.model_scripts import Finish, Gate, Pause, Script, Step, Tokens

WORD = " word"


class Mark(Gate):
    """Writes down when the server came by; holds nobody."""

    def __init__(self, times: list[float]) -> None:
        super().__init__()
        self._times = times

    async def stand(self) -> None:
        self._times.append(time.monotonic())


class StampedTokens(Sequence[Step]):
    """Tokens that say when they were sent; made while they are sent."""

    def __init__(self, chunks: int, pace: float) -> None:
        self._chunks = chunks
        self._pace = pace

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
            yield f" {time.monotonic():.4f}"
            yield Pause(self._pace)
        yield Finish()
        yield Tokens(10, self._chunks)


class PlannedModel:
    """Answers everyone by the plan that holds: ``chunks`` tokens, ``pace`` seconds apart, perhaps ``stamped``."""

    def __init__(self) -> None:
        self.server = ModelServer(self._answer)
        self.server.others |= {"/plan": self._take_plan, "/times": self._tell_times}
        self._plan: dict[str, Any] = {"chunks": 20, "pace": 0.0, "stamped": False}
        self._ended: list[float] = []

    def _answer(self, _seen: Seen) -> Script:
        chunks, pace = self._plan["chunks"], self._plan["pace"]
        if self._plan["stamped"]:
            return Script(StampedTokens(chunks, pace))
        words: list[Step] = [WORD]
        for _ in range(chunks - 1):
            words += [Pause(pace), WORD] if pace else [WORD]
        return Script([*words, Mark(self._ended), Finish(), Tokens(10, chunks)])

    def _take_plan(self, seen: Seen) -> Any:
        self._plan |= seen.body
        self._forget()
        return {}

    def _tell_times(self, _seen: Seen) -> Any:
        times = {"asked": [it.at for it in self.server.generations], "ended": list(self._ended)}
        self._forget()
        return times

    def _forget(self) -> None:
        self.server.requests.clear()
        self._ended.clear()


async def _serve() -> None:
    async with PlannedModel().server as server:
        print(server.port, flush=True)  # noqa: T201 — the one line its starter reads
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve())

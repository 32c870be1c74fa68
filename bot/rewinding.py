"""Going one question back: the questions are asked from the beginning, and what was answered is answered from a tape.

What was tried meanwhile, such as a model, is not tried again: its outcome lies on the tape too.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

from engine.errors import OmoideError

T = TypeVar("T")

BACK: Final = frozenset({"back", "返回", "上一步"})
"""What people type to see the question before again, whatever language they speak."""


class Back(Exception):
    """The person wants to answer the question before once more."""


@dataclass(frozen=True, slots=True)
class _Answer:
    text: str


@dataclass(frozen=True, slots=True)
class _Outcome:
    value: Any = None
    error: OmoideError | None = None


class Tape:
    """Answers and outcomes in their order. While it is ``playing``, nobody is asked and nothing is to be shown."""

    def __init__(self) -> None:
        self._events: list[_Answer | _Outcome] = []
        self._at = 0

    @property
    def playing(self) -> bool:
        """Whether what comes next is on the tape already."""
        return self._at < len(self._events)

    async def answer(self, ask: Callable[[], Awaitable[str]]) -> str:
        """The next answer. Raises Back, and what ``ask`` raises."""
        if self.playing:
            return cast("_Answer", self._next()).text
        text = (await ask()).strip()
        if text.casefold() in BACK:
            raise Back
        self._record(_Answer(text))
        return text

    async def outcome(self, call: Callable[[], Awaitable[T]]) -> T:
        """What comes of ``call``. Raises the OmoideError that it raises."""
        if not self.playing:
            try:
                self._record(_Outcome(await call()))
            except OmoideError as error:
                self._record(_Outcome(error=error))
            self._at -= 1
        found = cast("_Outcome", self._next())
        if found.error is not None:
            raise found.error
        return found.value

    def refuse(self) -> None:
        """The last answer was none to the question, which is asked again: it is no question of its own."""
        if not self.playing and self._events and isinstance(self._events[-1], _Answer):
            self._events.pop()
            self._at -= 1

    def rewind(self) -> None:
        """Forget the last answer and all that followed from it, and begin anew."""
        while self._events and not isinstance(self._events.pop(), _Answer):
            pass
        self._at = 0

    def muted(self, write: Callable[[str], None]) -> Callable[[str], None]:
        """``write`` while nothing is played."""

        def shown(text: str) -> None:
            if not self.playing:
                write(text)

        return shown

    def _record(self, event: _Answer | _Outcome) -> None:
        self._events.append(event)
        self._at += 1

    def _next(self) -> _Answer | _Outcome:
        self._at += 1
        return self._events[self._at - 1]

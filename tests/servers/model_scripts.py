"""What a scripted model says, step by step."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self


class Gate:
    """A place in a script where the server stops until the test lets it go on."""

    def __init__(self) -> None:
        self._reached = asyncio.Event()
        self._open = asyncio.Event()

    async def reached(self) -> None:
        """Wait until the server stands here; everything before it has been written."""
        await self._reached.wait()

    def open(self) -> None:
        """Let the server go on, now and whenever it comes here again."""
        self._open.set()

    async def stand(self) -> None:
        self._reached.set()
        await self._open.wait()


@dataclass(frozen=True, slots=True)
class Pause:
    """Wait in real time; for benchmarks only."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Think:
    """A piece of reasoning."""

    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call; ``arguments`` is sent as it is, so it can be garbage."""

    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Tokens:
    """The usage chunk. ``cached`` of the prompt is told to come out of a cache; None: nothing is said of that."""

    prompt: int
    completion: int
    cached: int | None = None


@dataclass(frozen=True, slots=True)
class Finish:
    """The finish reason, in OpenAI's words; Gemini's are derived."""

    reason: str = "stop"


@dataclass(frozen=True, slots=True)
class Cut:
    """End here. ``close``: close the connection inside the body; ``eof``: end the body cleanly; ``rst``: reset the
    connection, which takes with it what the client has not read yet: a Gate before it holds until it has.
    """

    how: str = "close"


Step = str | bytes | Gate | Pause | Think | Call | Tokens | Finish | Cut | Mapping[str, Any]
"""A string is a piece of visible text, bytes go out raw, a mapping is a chunk (or error object) of its own."""

COMMENT = b": OPENROUTER PROCESSING\n\n"


@dataclass(frozen=True, slots=True)
class Script:
    """What is done with one request. With a ``status`` other than 200, or a ``body``, that is the whole answer.

    ``before`` holds back even the response's headers; ``done``: end with ``[DONE]`` where the format has it.
    """

    steps: Sequence[Step] = ()
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    before: Gate | None = None
    done: bool = True

    @classmethod
    def read(cls, value: Mapping[str, Any]) -> Self:
        """A script from JSON: ``{"steps": [{"text": "Hi"}, {"pause": 0.02}, {"finish": "stop"}], "status": 200}``."""
        kinds: dict[str, Callable[[Any], Step]] = {
            "text": str,
            "raw": lambda text: str(text).encode(),
            "pause": Pause,
            "think": Think,
            "finish": Finish,
            "cut": Cut,
            "chunk": lambda chunk: chunk,
        }
        steps = [kinds[kind](content) for step in value.get("steps", ()) for kind, content in step.items()]
        fields = {name: value[name] for name in ("status", "headers", "body", "done") if name in value}
        return cls(steps=steps, **fields)


def say(*texts: str, finish: str = "stop", usage: tuple[int, int] | None = (10, 5)) -> Script:
    """A reply that ends well."""
    return Script([*texts, Finish(finish), *([Tokens(*usage)] if usage else [])])


def cut(*texts: str, how: str = "close") -> Script:
    """A reply that breaks off after ``texts``."""
    return Script([*texts, Cut(how)])


def fail(status: int, message: str = "scripted failure", code: str = "", retry_after: float | None = None) -> Script:
    """An answer with an error status."""
    headers = {} if retry_after is None else {"Retry-After": f"{retry_after:g}"}
    return Script(status=status, headers=headers, body={"error": {"message": message, "type": code, "code": code}})


def stream(chunks: int, pace: float = 0.0, text: str = " word") -> Script:
    """A reply of so many chunks, ``pace`` seconds apart."""
    pieces: list[Step] = []
    for _ in range(chunks):
        pieces += [text, Pause(pace)] if pace else [text]
    return Script([*pieces, Finish(), Tokens(10, chunks)])

"""Models: where they are, what is asked of them, what comes back."""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from pydantic import SecretStr

from engine.values.house.allowances import Price

DEMONSTRATION: Final = "smollm2-135m-demo"
"""The model that comes for a first look. It talks, and can do nothing else."""


class RoleName(StrEnum):
    """What a model is for."""

    CHAT = "chat"
    UTILITY = "utility"
    EMBEDDING = "embedding"


class Format(StrEnum):
    """Which wire format an endpoint speaks."""

    OPENAI = "openai"
    GEMINI = "gemini"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One model at one address. ``context`` is its size in tokens, None while unknown; ``name`` is what people read.

    ``sees``: whether it takes pictures, None where nobody has said.

    The URL is kept out of the repr: operators put keys into URLs.
    """

    name: str
    format: Format
    url: str = field(repr=False)
    model: str
    key: SecretStr | None = None
    context: int | None = None
    price: Price | None = None
    sees: bool | None = None

    @property
    def address(self) -> str:
        """The URL without user, password and query: safe to show."""
        parts = _parts(self.url)
        scheme = f"{parts.scheme}://" if parts.scheme else ""
        return scheme + parts.netloc.rpartition("@")[2] + parts.path

    @property
    def local(self) -> bool:
        """Whether the host is this machine or one in the same house; such models load slowly and may be slow."""
        return is_near(self.url)


def is_near(url: str) -> bool:
    """Whether the host of ``url`` is this machine or one in the same house, which no proxy leads to."""
    host = _parts(url).hostname or ""
    if host == "localhost" or host.endswith((".localhost", ".local", ".internal", ".lan")):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return "." not in host
    return address.is_loopback or address.is_private


def _parts(url: str) -> SplitResult:
    try:
        return urlsplit(url if "://" in url else f"//{url}")
    except ValueError:  # no URL at all; the request will say so
        return urlsplit("")


@dataclass(frozen=True, slots=True)
class Tool:
    """A function the model may call. ``parameters`` is a JSON schema."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sampling:
    """How to generate. None leaves a choice to the endpoint. ``json_schema`` binds the reply to a shape.

    Whether one of ``tools`` is called is the model's choice, if it ``may_call`` at all; with ``tools_if_able`` a model
    that is known to call nothing is asked without them.
    """

    temperature: float | None = None
    top_p: float | None = None
    top_k: int | None = None
    min_p: float | None = None
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    repetition_penalty: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    stop: tuple[str, ...] = ()
    json_schema: Mapping[str, Any] | None = None
    tools: tuple[Tool, ...] = ()
    may_call: bool = True
    tools_if_able: bool = False


@dataclass(frozen=True, slots=True)
class Deadlines:
    """Seconds of silence that are borne; there is no limit while text flows.

    ``tail`` is how long an ended reply waits for its last words (usage, end mark).
    """

    connect: float = 5.0
    first_remote: float = 30.0
    first_local: float = 300.0
    gap: float = 20.0
    thinking: float = 10.0
    tail: float = 2.0


class Finish(StrEnum):
    """Why a model says it ended."""

    STOP = "stop"
    LENGTH = "length"
    CONTENT_FILTER = "content_filter"
    TOOLS = "tools"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Delta:
    """More of the visible text."""

    text: str


@dataclass(frozen=True, slots=True)
class Reasoning:
    """More of the text a model thinks in; a sign of life that is never shown as the reply."""

    text: str


@dataclass(frozen=True, slots=True)
class Life:
    """A sign of life without any text: a first empty chunk, progress."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A whole call. ``arguments`` is None when what the model wrote is not a JSON object.

    ``id`` and ``signature`` are the service's own, and go back to it with the answer.
    """

    name: str
    arguments: Mapping[str, Any] | None
    id: str = field(default="", compare=False)
    signature: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the endpoint counts them.

    ``cached_tokens`` of the prompt came out of the service's cache; None where it does not say.
    """

    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int | None = None

    def __add__(self, other: "Usage") -> "Usage":
        """Both together."""
        told = [it for it in (self.cached_tokens, other.cached_tokens) if it is not None]
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            sum(told) if told else None,
        )


@dataclass(frozen=True, slots=True)
class Finished:
    """The model says it is done."""

    reason: Finish


@dataclass(frozen=True, slots=True)
class EndMark:
    """The server says nothing more will come (``[DONE]``)."""


@dataclass(frozen=True, slots=True)
class WireError:
    """The stream carries an error, or cannot be read. ``status`` is an HTTP status where one is known, else 0.

    ``code`` and ``message`` may quote the prompt: they are read, and told to nobody.
    """

    status: int
    code: str = field(repr=False)
    message: str = field(repr=False)


WireEvent = Delta | Reasoning | Life | ToolCall | Usage | Finished | EndMark | WireError


@dataclass(frozen=True, slots=True)
class StillThinking:
    """No visible text yet after ``seconds``; comes once a call."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Writing:
    """The first text is about to come, and this model writes it."""

    endpoint: str
    model: str


@dataclass(frozen=True, slots=True)
class Restarted:
    """What was shown so far is void: another model begins the reply anew."""

    endpoint: str
    model: str


class Ending(StrEnum):
    """How a generation ended. Only ``complete`` is a whole reply; ``stopped`` is set by whoever stopped it."""

    COMPLETE = "complete"
    LENGTH = "length"
    CONTENT_FILTER = "content_filter"
    EMPTY = "empty"
    REASONING_ONLY = "reasoning_only"
    CUT = "cut"
    ERROR = "error"
    SILENT = "silent"
    BAD_TOOL_ARGUMENTS = "bad_tool_arguments"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The last event of a generation: how it ended, who wrote the text that stands, what it cost."""

    ending: Ending
    endpoint: str
    model: str
    usage: Usage | None = None


ChatEvent = Delta | Reasoning | ToolCall | StillThinking | Writing | Restarted | Outcome

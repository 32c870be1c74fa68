"""Why a model gave no whole reply."""

from dataclasses import dataclass
from enum import StrEnum


class FailureKind(StrEnum):
    """What went wrong, as far as it matters for what to do next."""

    KEY = "key"
    CREDIT = "credit"
    MODEL = "model"
    URL = "url"
    UNREACHABLE = "unreachable"
    RATE = "rate"
    BUSY = "busy"
    SILENT = "silent"
    BROKEN = "broken"
    CONTEXT = "context"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed attempt. ``status`` is 0 where there was none; ``retry_after`` is in seconds, as the server asked;
    ``reason`` is the server's own word as it came: clean it before it is shown; ``seconds`` of silence that were borne.
    """

    kind: FailureKind
    status: int = 0
    reason: str = ""
    retry_after: float | None = None
    seconds: float = 0.0

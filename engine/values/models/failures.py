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
    ``code`` is the server's own for it, one word of letters and underscores or ""; ``seconds`` of silence that were
    borne; ``context`` is how many tokens the server said that it takes in, 0 where it did not. Its words are not here.
    """

    kind: FailureKind
    status: int = 0
    code: str = ""
    retry_after: float | None = None
    seconds: float = 0.0
    context: int = 0

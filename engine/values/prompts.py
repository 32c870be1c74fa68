"""What goes to a model, part by part, and the record of why each part is there."""

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum


class Role(StrEnum):
    """Who speaks in a message to a model."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt. ``name`` tells several people apart; it is a stable id, not a display name."""

    role: Role
    text: str
    name: str | None = None


class Slot(IntEnum):
    """Where a part stands, first to last. The front of a prompt is what changes least."""

    PERSONA = 10
    EVOLVED_PERSONA = 20
    WORLD_SETTING = 30
    OUTLINE = 40
    INSTRUCTION = 50
    STABLE_MEMORY = 60
    HISTORY = 70
    RECALLED = 80
    SEARCH = 90
    REMINDER = 100
    TIME = 110
    CURRENT = 120


@dataclass(frozen=True, slots=True)
class Part:
    """A piece proposed for the prompt. ``origin`` names who proposed it (``card``, ``history:17``, ``time``)."""

    slot: Slot
    origin: str
    messages: tuple[Message, ...]
    required: bool = False


class Verdict(StrEnum):
    """What became of a part."""

    IN = "in"
    TRIMMED = "trimmed"
    EMPTY = "empty"
    LATE = "late"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One part's fate: where it came from, what it cost in tokens, whether it is in, and why."""

    slot: Slot
    origin: str
    tokens: int
    verdict: Verdict
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is sent: the messages in order, their estimated size in tokens, and the ledger."""

    messages: tuple[Message, ...]
    tokens: int
    ledger: tuple[LedgerLine, ...] = field(default=())

"""What the house says about itself: local model servers it found, and the findings of ``doctor``."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class DoctorPart(StrEnum):
    """What a finding is about; ``doctor-part-{part}`` is its name for people."""

    PROGRAM = "program"
    DATA = "data"
    DATABASE = "database"
    CHAT = "chat"
    UTILITY = "utility"
    EMBEDDING = "embedding"
    SEARCH = "search"
    HEARING = "hearing"
    SPEAKING = "speaking"
    DEMO = "demo"
    TERMINAL = "terminal"
    PLATFORM = "platform"
    CLOCK = "clock"
    BACKUP = "backup"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of ``doctor``: ``message`` is a Fluent id filled with ``data``; what is not ``ok`` says what to do."""

    part: DoctorPart
    ok: bool
    message: str
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A model server on this machine that answers, with at least one model to chat with.

    ``kind`` is its name for people. ``url`` is its OpenAI base. ``context`` is in tokens, None when it does not say.
    """

    kind: str
    url: str
    models: tuple[str, ...]
    context: int | None = None

"""Reading a story in: what it will cost, and how far it has come."""

from dataclasses import dataclass
from enum import StrEnum


class InitiationState(StrEnum):
    """How it stands with reading a story in. DONE: everything up to where it was asked for is read."""

    NONE = "none"
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class InitiationCost:
    """What reading in takes. ``messages`` are those that nobody has read yet or could tell of, of ``total``.

    ``setting``: whether world books and card are read too. Tokens are estimates: of the prompts, of the answers.
    """

    messages: int
    total: int
    setting: bool
    calls: int
    prompt_tokens: int
    answer_tokens: int


@dataclass(frozen=True, slots=True)
class InitiationProgress:
    """How far it has come: ``read`` of ``total`` messages; ``setting``: world books and card are read.

    ``lost``: of so many that count as read no model had anything to tell.
    """

    state: InitiationState
    read: int = 0
    total: int = 0
    setting: bool = False
    lost: int = 0

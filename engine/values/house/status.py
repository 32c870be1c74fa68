"""How things stand in a channel."""

from dataclasses import dataclass

from engine.values.chats.outgoing import View
from engine.values.chats.turns import LastTurn
from engine.values.house.shares import CircleFigures
from engine.values.house.work import WaitingWork
from engine.values.models.models import Endpoint, RoleName
from engine.values.people.writing_first import FirstFigures


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """An endpoint of a role. ``rests`` are the seconds it is left alone for after failures; 0 when it is asked."""

    role: RoleName
    endpoint: Endpoint
    rests: float


@dataclass(frozen=True, slots=True)
class PromptsCost:
    """What the prompts of so many ``replies`` have cost: tokens, and US dollars where a price is known.

    ``counted`` of the tokens are of replies whose service says what came out of its cache: ``cached`` of them.
    """

    replies: int = 0
    tokens: int = 0
    dollars: float | None = None
    counted: int = 0
    cached: int = 0

    def __add__(self, other: "PromptsCost") -> "PromptsCost":
        """Both together."""
        priced = [it for it in (self.dollars, other.dollars) if it is not None]
        return PromptsCost(
            self.replies + other.replies,
            self.tokens + other.tokens,
            sum(priced) if priced else None,
            self.counted + other.counted,
            self.cached + other.cached,
        )

    @property
    def served(self) -> float | None:
        """Which part came out of the cache; None where no service has said."""
        return self.cached / self.counted if self.counted else None


@dataclass(frozen=True, slots=True)
class ChannelStatus:
    """The session that is played here (None before the first), its length in messages, its last turn, the models.

    ``warnings`` are the kinds that hold since the last turn: middle, total, conversation. ``due`` is the work that
    waits here behind the turns, ``failing`` what ends in errors anywhere, ``first`` and ``circle`` how much characters
    write by themselves in the house; only owners are told these three. ``prompts`` is what prompts cost here lately.
    """

    view: View | None
    messages: int
    last: LastTurn | None
    models: tuple[ModelStatus, ...]
    warnings: tuple[str, ...] = ()
    due: tuple[WaitingWork, ...] = ()
    failing: tuple[WaitingWork, ...] = ()
    first: FirstFigures | None = None
    circle: CircleFigures | None = None
    prompts: PromptsCost | None = None

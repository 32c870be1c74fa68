"""What a prompt is put together from: pieces, which are kept or dropped as a whole, and the messages they make."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from engine.rules.text.tokens import estimate, per_message
from engine.values.models.prompts import PromptMessage, PromptSlot, Reason, Role
from engine.values.models.tokens import TokenFactor

GAP: Final = "{0}"
"""Where the text of a frame goes."""
TOLD: Final = "{told}"
"""Where the number of the lines goes that a frame's quotes are."""


@dataclass(frozen=True, slots=True, eq=False)
class PromptPiece:
    """One line of the ledger. Of the optional pieces of a slot, the one with the lowest ``rank`` is dropped first."""

    slot: PromptSlot
    origin: str
    required: bool = True
    rank: float = 0
    reason: str = Reason.NONE
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Scrap:
    """A piece's text inside a message. Neighbours with one ``frame`` are framed together.

    ``counts``: for how many lines it counts in a frame that says how many it holds; None in all other frames.
    """

    piece: PromptPiece
    text: str
    frame: str = GAP
    counts: int | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """One message to be: its scraps, a line each. ``alone``: squashing leaves it as it is.

    ``joined``: squashing made it go on in the message before it.
    """

    role: Role
    scraps: tuple[Scrap, ...]
    name: str | None = None
    spoken_as: str = ""
    alone: bool = False
    joined: bool = False

    @property
    def text(self) -> str:
        """The scraps joined by line ends, inside their frames."""
        return "\n".join(_framed(frame, tuple(run)) for frame, run in groupby(self.scraps, key=lambda it: it.frame))

    @property
    def message(self) -> PromptMessage:
        """The message that is sent."""
        return PromptMessage(self.role, self.text, self.name, self.spoken_as)

    def sizes(self, factor: TokenFactor) -> list[tuple[PromptPiece, int]]:
        """What each piece costs here, in tokens; the first one also carries what the message itself costs."""
        sizes = [(scrap.piece, estimate(scrap.text, factor)) for scrap in self.scraps]
        if sizes:
            around = sum(estimate(frame, factor) for frame in {scrap.frame for scrap in self.scraps} if frame != GAP)
            piece, tokens = sizes[0]
            own = 0 if self.joined else per_message(factor) + (1 if self.name else 0)
            sizes[0] = (piece, tokens + own + around)
        return sizes


def _framed(frame: str, scraps: Sequence[Scrap]) -> str:
    counts = [it.counts for it in scraps if it.counts is not None]
    around = frame.replace(TOLD, str(sum(counts))) if counts else frame
    return around.replace(GAP, "\n".join(it.text for it in scraps))


def block(piece: PromptPiece, text: str, role: Role = Role.SYSTEM, *, alone: bool = False) -> tuple[Block, ...]:
    """A message of one piece; none when there is no text."""
    return (Block(role, (Scrap(piece, text),), alone=alone),) if text.strip() else ()


def trimmed(scraps: Sequence[Scrap]) -> tuple[Scrap, ...]:
    """The scraps without blanks in front of the first and behind the last, which are never all there is of one."""
    if not scraps:
        return ()
    first, *rest = scraps
    *before, last = (replace(first, text=first.text.lstrip()), *rest)
    return (*before, replace(last, text=last.text.rstrip()))


def keep(
    sent: Iterable[Block | PromptMessage], kept: Callable[[PromptPiece], bool]
) -> tuple[Block | PromptMessage, ...]:
    """The messages with what is kept of them; those of which nothing is kept are gone, what was said stays."""
    rests = (
        replace(one_sent, scraps=tuple(scrap for scrap in one_sent.scraps if kept(scrap.piece)))
        if isinstance(one_sent, Block)
        else one_sent
        for one_sent in sent
    )
    return tuple(it for it in rests if isinstance(it, PromptMessage) or it.scraps)

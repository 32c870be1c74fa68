"""How a turn becomes visible: its events become calls of one platform's stage."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.app import Engine
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Began, Ended, Grew, Noticed, Sending, ShownAgain, Spoken, Thinking, TurnEvent
from engine.values.chats.turns import TurnState


class ReplyStage(Protocol):
    """Where the replies of one channel are shown. A call returns the platform's ids of what it showed, if any."""

    async def begin(self, character: str) -> None:
        """``character`` begins to write."""
        ...

    async def think(self) -> None:
        """The model is silent, but at work."""
        ...

    async def grow(self, text: str) -> None:
        """``text`` is the whole reply so far."""
        ...

    async def finish(self, text: str, state: TurnState, notice: Notice | None) -> None:
        """The reply is whole, or ended early: ``state`` says which, ``notice`` what to tell."""
        ...

    async def tell(self, notice: Notice) -> None:
        """Something that is no reply."""
        ...


async def deliver(event: TurnEvent, stage: ReplyStage, engine: Engine) -> None:
    """Show one event, then tell the engine what arrived."""
    match event:
        case Began(character=character):
            await stage.begin(character)
        case Thinking():
            await stage.think()
        case Grew(text=text):
            await stage.grow(text)
        case Ended(text=text, state=state, notice=notice, sendings=sendings):
            await stage.finish(text, state, notice)
            _delivered(engine, sendings)
        case ShownAgain() | Spoken():
            pass  # where there are stages nobody delivers, and what is to be seen again is an answer
        case Noticed(notice=notice, sending=sending):
            await stage.tell(notice)
            _delivered(engine, (sending,) if sending else ())


def _delivered(engine: Engine, sendings: Sequence[Sending]) -> None:
    if sendings:
        engine.turns.delivered(sendings)


@dataclass(frozen=True, slots=True)
class Growth:
    """What is new in a growing text. ``replaced``: what was shown is void, and ``suffix`` is the whole text."""

    suffix: str
    replaced: bool = False


def grown(shown: str, text: str) -> Growth:
    """What to show after ``shown`` so that people have read ``text``."""
    if shown.rstrip() == text.rstrip():
        return Growth("")
    if text.startswith(shown):
        return Growth(text[len(shown) :])
    return Growth(text, replaced=True)

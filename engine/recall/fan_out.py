"""The pass that runs every retriever at once. What fails or is late is absent, and the ledger says so."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo

import structlog

from engine.ports import Embedder
from engine.recall.choosing import NOTHING, Choosing
from engine.recall.once import Once
from engine.recall.question import Asking, Question, question_of
from engine.recall.scope import Presence, RecallReach
from engine.recall.web.looking_up import LookUp
from engine.rules.macros.context import MacroContext
from engine.values.characters.worlds import BoundBook
from engine.values.chats.entries import Line
from engine.values.house.settings import Settings
from engine.values.ids import SessionKey
from engine.values.memory.recall import TimeRange
from engine.values.models.prompts import LedgerLine, PartVerdict, PromptPart, PromptSlot, PromptTexts
from engine.values.search import LookedUp
from engine.values.story.director import Point

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Ask:
    """What retrievers may look at: the session as it lies on ``line``, who asks whom, and the newest words.

    ``question`` is what the newest words ask of memory, ``reach`` where the answer may be looked for (None: nowhere).
    ``books`` are the world books in use. ``due_point`` is the point of the outline that the director reminds of.
    ``choosing`` is what pages and dossiers are chosen from; ``look_up`` is None where the web is not searched.
    ``zone_of`` is by whose clock another person's days are counted; None: everybody's by that of whoever asks.
    """

    session: SessionKey
    line: Line
    character: int
    person: int | None
    text: str
    now: datetime
    last_spoken: datetime | None
    settings: Settings
    scene: MacroContext
    texts: PromptTexts
    question: Question
    present: Presence
    reach: Once[RecallReach | None]
    books: Sequence[BoundBook] = ()
    due_point: Point | None = None
    choosing: Choosing = NOTHING
    look_up: LookUp | None = None
    zone_of: Callable[[int], Awaitable[tzinfo]] | None = None

    def begin(self) -> None:
        """Ask for what nearly every retriever is going to want; of a model only one that is at hand."""
        if self.settings.recall:
            self.reach.begin()
            if self.question.embedder.at_hand:
                self.question.vectors.begin()

    def close(self) -> None:
        """The turn wants nothing more."""
        self.reach.close()
        self.question.close()


@dataclass(frozen=True, slots=True)
class HeldBack:
    """What would have been told of these people, had they been asked whether it may be."""

    told: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Retriever:
    """Something that proposes parts. ``seconds`` is its deadline, waiting for a connection included."""

    name: str
    slot: PromptSlot
    seconds: float
    propose: Callable[[Ask], Awaitable[Sequence[PromptPart | HeldBack | LookedUp]]]


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What was proposed in time, in the order of the retrievers, and a line for each that gave nothing.

    ``unasked``: people who have not been asked yet, each with what was held back about them. ``looked_up``: what was
    done about the web; None where it is not searched.
    """

    parts: tuple[PromptPart, ...]
    ledger: tuple[LedgerLine, ...]
    unasked: Mapping[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    looked_up: LookedUp | None = None


async def asked(asking: Asking, embedder: Embedder, leftover: Callable[[], Awaitable[TimeRange | None]]) -> Question:
    """The question of a turn; one without words where reading them fails. Never raises for the words of a message."""
    try:
        return question_of(replace(asking, when=await leftover()), embedder)
    except Exception as error:  # noqa: BLE001 — the edge of the retrievers: the reply goes on without them
        _log.warning("question not read", error=type(error).__name__, exc_info=error, action="nothing is recalled")
        return question_of(replace(asking, texts=()), embedder)


async def retrieve(retrievers: Sequence[Retriever], ask: Ask) -> Retrieved:
    """Ask every retriever at once. Never raises for one of them."""
    answers = await asyncio.gather(*(_within_deadline(one, ask) for one in retrievers))
    proposed = [it for answer in answers if not isinstance(answer, LedgerLine) for it in answer]
    return Retrieved(
        parts=tuple(it for it in proposed if isinstance(it, PromptPart)),
        ledger=tuple(answer for answer in answers if isinstance(answer, LedgerLine)),
        unasked={person: texts for it in proposed if isinstance(it, HeldBack) for person, texts in it.told.items()},
        looked_up=next((it for it in proposed if isinstance(it, LookedUp)), None),
    )


async def _within_deadline(one: Retriever, ask: Ask) -> Sequence[PromptPart | HeldBack | LookedUp] | LedgerLine:
    try:
        async with asyncio.timeout(one.seconds):
            return await one.propose(ask)
    except TimeoutError:
        return LedgerLine(one.slot, one.name, 0, PartVerdict.LATE)
    except Exception as error:  # noqa: BLE001 — the edge of a retriever: the reply goes on without it
        _log.warning("retriever failed", retriever=one.name, error=type(error).__name__, exc_info=error)
        return LedgerLine(one.slot, one.name, 0, PartVerdict.FAILED)

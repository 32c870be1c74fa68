"""Sixth step: the model streams its reply into a draft. However it ends, that is an outcome and no exception."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from enum import StrEnum

import structlog

from engine.context import EngineContext
from engine.db.chats import turns
from engine.errors import (
    DatabaseError,
    ModelError,
)
from engine.rules.text.joining import Seam
from engine.rules.text.stopping import whole_words
from engine.rules.wire.speakers import SpeakerCut
from engine.rules.wire.tags import TagHider, TagPatterns, parse_tags
from engine.turns.inputs.calling_search import Looking
from engine.turns.troubles import BROKEN, of_end, of_failure, passes
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Thinking, TurnEvent
from engine.values.chats.steps import TurnStep
from engine.values.chats.turns import Claimed, ModelReply, TurnKind, TurnState
from engine.values.models.models import (
    ChatEvent,
    Delta,
    Ending,
    Endpoint,
    Outcome,
    Restarted,
    RoleName,
    Sampling,
    StillThinking,
    ToolCall,
    Usage,
    Writing,
)
from engine.values.models.prompts import PromptMessage
from engine.work.crashpoints import maybe_crash
from engine.work.saver import GrowingDraft, Interruption

_log = structlog.get_logger(__name__)

_OF_ITS_OWN = frozenset({TurnKind.CONTINUE, TurnKind.IMPERSONATE, TurnKind.NEXT, TurnKind.UNASKED})
"""What answers no message, so that no message joins it."""

MOST_JOINED = 3
"""So often a turn's request begins anew for what arrives before anybody has seen any of the reply."""


class Broken(StrEnum):
    """Why a generation has come to nothing.

    TAKEN: the turn is no longer ours, or is left to the next process. ANEW: something has arrived that belongs to it.
    """

    TAKEN = "taken"
    ANEW = "anew"


@dataclass(slots=True)
class _Take:
    """What has come of one generation so far.

    ``base`` is what of it is older than the request that is answered now, ``calls`` what that one calls; ``usage`` is
    of all requests.
    """

    hider: TagHider
    cutter: SpeakerCut | None = None
    raw: list[str] = field(default_factory=list[str])
    seam: Seam | None = None
    writer: Writing | Restarted | None = None
    outcome: Outcome | None = None
    failure: ModelError | None = None
    usage: Usage | None = None
    calls: list[ToolCall] = field(default_factory=list[ToolCall])
    base: str = ""
    asked: float = 0.0
    first: float | None = None
    last: float = 0.0

    def told(self, piece: str) -> str:
        """What of the model's words, and of what was held back, is told now."""
        kept = self.cutter.feed(piece) if self.cutter else piece
        return self.seam.feed(kept) if self.seam else kept

    def rest(self) -> str:
        """What is still held back when the reply ends."""
        kept = self.cutter.flush() if self.cutter else ""
        return self.seam.feed(kept) + self.seam.flush() if self.seam else kept

    def grew(self, now: float) -> None:
        """Note that a piece of text came, at this moment of the monotonic clock."""
        self.first = now if self.first is None else self.first
        self.last = now

    def ended(self, outcome: Outcome) -> None:
        """A request is answered."""
        self.outcome = outcome
        if (now := outcome.usage) is not None:
            self.usage = self.usage + now if self.usage else now

    @property
    def ms(self) -> dict[TurnStep, float]:
        """How long the first piece took from the request, and the last one from there."""
        if self.first is None:
            return {}
        first, last = self.first - self.asked, self.last - self.first
        return {TurnStep.FIRST_WORD: round(1_000 * first, 2), TurnStep.LAST_WORD: round(1_000 * last, 2)}


@dataclass(frozen=True, slots=True)
class TurnSpeakers:
    """Who speaks where several play, by all its names, and whom it must not speak for."""

    own: tuple[str, ...]
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GenerationRequest:
    """What is asked of the model, and how its words are shown: ``display`` makes of the text what people see.

    ``growth`` does so while the text grows, None where that changes nothing. ``speakers``: None where one plays alone.
    ``begun``: what of the reply is there already. It goes on behind ``behind``, which ends with that; None where it
    begins. ``exact`` is as in Seam. ``looking``: what the model may look up meanwhile; None: nothing.
    ``late``: once the reply is shown, the scripts that took too long for it.
    """

    messages: Sequence[PromptMessage]
    sampling: Sampling
    tags: TagPatterns
    display: Callable[[str], str]
    growth: Callable[[str], str] | None = None
    speakers: TurnSpeakers | None = None
    begun: str = ""
    behind: str | None = None
    exact: bool = False
    looking: Looking | None = None
    late: Mapping[str, None] = field(default_factory=dict[str, None])


async def generate(
    ctx: EngineContext,
    claimed: Claimed,
    request: GenerationRequest,
    growing: GrowingDraft,
    tell: Callable[[TurnEvent], None],
) -> ModelReply | Broken:
    """Stream the reply into ``growing``.

    A person's stop, and every way in which a model can fail, is a ModelReply of its own; nothing is raised for them.
    """
    if await _stirred(ctx, claimed, growing):
        return Broken.ANEW
    take = _Take(
        TagHider(request.tags), _cutter(request), seam=_seam(request), base=request.begun, asked=ctx.clock.monotonic()
    )
    growing.view = request.growth
    _begin(ctx, take, growing)
    thinking = Thinking(claimed.turn.key.turn)
    pump = asyncio.ensure_future(_pump(ctx, take, request, growing, lambda: tell(thinking)))
    anew = False
    try:
        while not anew and not pump.done() and not growing.interrupted.done():
            await asyncio.wait({pump, growing.interrupted, growing.stirred}, return_when=asyncio.FIRST_COMPLETED)
            anew = await _stirred(ctx, claimed, growing) and not pump.done()
    finally:
        if not pump.done():
            pump.cancel()
            await asyncio.wait({pump})
    if growing.interrupted.done() and growing.interrupted.result() is not Interruption.STOPPED:
        return Broken.TAKEN
    if anew and not growing.interrupted.done():
        ctx.saver.restart(growing)
        return Broken.ANEW
    if not pump.cancelled() and (error := pump.exception()) is not None:
        raise error
    if growing.interrupted.done() and take.outcome is None:
        take.raw[:] = [_as_stopped("".join(take.raw), request, growing.told)]
    return _reply(take, request, stopped=growing.interrupted.done())


async def _stirred(ctx: EngineContext, claimed: Claimed, growing: GrowingDraft) -> bool:
    """Whether something has arrived that belongs to this turn: nobody has seen any of the reply yet."""
    if not growing.stirred.done() or growing.interrupted.done():
        return False
    growing.calm()
    if growing.seen or claimed.read or claimed.joined >= MOST_JOINED or claimed.turn.kind in _OF_ITS_OWN:
        return False
    try:  # what woke us may have been there already when the turn was claimed
        waits = await turns.waits(ctx.db, claimed.turn.channel_head)
    except DatabaseError:
        return False  # it is answered when the turn has ended
    return waits and not growing.seen


async def _pump(
    ctx: EngineContext, take: _Take, request: GenerationRequest, growing: GrowingDraft, thinking: Callable[[], None]
) -> None:
    """Read the answer, and look up what it calls for, until it calls for nothing more or may not."""
    looking, messages, sampling = request.looking, request.messages, request.sampling
    if looking is not None:
        sampling = replace(sampling, tools=(looking.tool,), tools_if_able=True)
    try:
        while True:
            await _read(ctx, ctx.roles.chat(messages, sampling), take, request, growing, thinking)
            if looking is None or looking.over or not _calls(take):
                break
            thinking()
            said = "".join(take.raw)[len(take.base) :]
            messages = (*messages, *await looking.answered(said, take.calls))
            sampling = replace(sampling, may_call=not looking.over)
            _go_on(take, request)
    except ModelError as error:
        take.failure = error
    if looking is not None and take.failure is None:
        looking.learn(ctx.gauges.skills, _writer(ctx, take))


async def _read(
    ctx: EngineContext,
    events: AsyncGenerator[ChatEvent, None],
    take: _Take,
    request: GenerationRequest,
    growing: GrowingDraft,
    thinking: Callable[[], None],
) -> None:
    """Read the answer to one request. Raises a ModelError."""
    async with aclosing(events):
        async for event in events:
            maybe_crash("after_request")
            if isinstance(event, Delta):
                take.grew(ctx.clock.monotonic())
                _grow(ctx, take, growing, take.told(event.text))
                if take.cutter and take.cutter.over and take.writer:
                    take.outcome = Outcome(Ending.COMPLETE, take.writer.endpoint, take.writer.model)
                    take.calls.clear()
                    break
                maybe_crash("while_growing")
            elif isinstance(event, ToolCall):
                take.calls.append(event)
            elif isinstance(event, Outcome):
                take.ended(event)
            elif isinstance(event, Writing):
                take.writer = event
            elif isinstance(event, Restarted):
                take.writer = event
                take.first = None
                take.calls.clear()
                take.hider, take.cutter, take.seam = TagHider(request.tags), _cutter(request), _seam(request, take.base)
                ctx.saver.restart(growing)
                _begin(ctx, take, growing)
            elif isinstance(event, StillThinking):
                thinking()
        _grow(ctx, take, growing, take.rest())


def _calls(take: _Take) -> bool:
    """Whether an answer that is whole calls for something."""
    whole = take.outcome is not None and take.outcome.ending in (Ending.COMPLETE, Ending.BAD_TOOL_ARGUMENTS)
    return whole and bool(take.calls)


def _go_on(take: _Take, request: GenerationRequest) -> None:
    """Another request is answered now: its words stand behind those that are there."""
    take.base = "".join(take.raw)
    take.raw[:] = [take.base] if take.base else []
    take.calls = []
    take.outcome = None
    take.cutter, take.seam = _cutter(request), _seam(request, take.base)


def _writer(ctx: EngineContext, take: _Take) -> Endpoint | None:
    """Who has answered."""
    said = take.outcome
    chat = ctx.roles.endpoints(RoleName.CHAT)
    return next((it for it in chat if said and (it.name, it.model) == (said.endpoint, said.model)), None)


def _begin(ctx: EngineContext, take: _Take, growing: GrowingDraft) -> None:
    """The reply begins with what there is of it already."""
    take.raw[:] = [take.base] if take.base else []
    if take.base:
        ctx.saver.go_on(growing, take.base, take.hider.feed(take.base).lstrip())


def _grow(ctx: EngineContext, take: _Take, growing: GrowingDraft, piece: str) -> None:
    if piece:
        take.raw.append(piece)
        visible = take.hider.feed(piece).lstrip()
        growing.emotion = take.hider.emotion
        ctx.saver.put(growing, piece, visible)


def _as_stopped(raw: str, request: GenerationRequest, told: str) -> str:
    """What is kept of a reply that a person stops: nobody has seen the beginning of a word that may be cut off it."""
    kept = whole_words(raw)
    return kept if TagHider(request.tags).feed(kept).lstrip().startswith(told.rstrip()) else raw


def _seam(request: GenerationRequest, base: str = "") -> Seam | None:
    """What joins the words to those before them. ``base``: what the model itself said before it looked something up."""
    if base.strip() and base != request.begun:
        return Seam(base)
    return None if request.behind is None else Seam(request.behind, exact=request.exact)


def _cutter(request: GenerationRequest) -> SpeakerCut | None:
    return SpeakerCut(request.speakers.own, request.speakers.others) if request.speakers else None


def _reply(take: _Take, request: GenerationRequest, *, stopped: bool) -> ModelReply:
    raw = "".join(take.raw)
    raw = raw.rstrip() if take.cutter and take.cutter.over else raw
    tagged = parse_tags(raw, request.tags)
    clean = tagged.clean.strip()
    state, outcome, notice = _ending(take, has_text=bool(clean), stopped=stopped)
    usage = take.usage
    said = take.outcome or take.writer
    return ModelReply(
        state=state,
        outcome=outcome,
        raw=raw,
        text=(request.display(clean).strip() or clean) if clean else "",
        emotions=tagged.emotions,
        gestures=tagged.gestures,
        thoughts=tuple((it.kind.value, it.text) for it in tagged.sections),
        notice=notice,
        later=state is TurnState.ERROR and (take.failure is None or passes(take.failure)),
        endpoint=said.endpoint if said else None,
        model=said.model if said else None,
        prompt_tokens=usage.prompt_tokens if usage else None,
        reply_tokens=usage.completion_tokens if usage else None,
        cached_tokens=usage.cached_tokens if usage else None,
        ms=take.ms,
        looked_up=request.looking.looked if request.looking is not None and request.looking.looked.rounds else None,
    )


def _ending(take: _Take, *, has_text: bool, stopped: bool) -> tuple[TurnState, str, Notice | None]:
    """How the turn ends, in one word for counters, and what people are told."""
    if take.failure is not None:
        return TurnState.ERROR, take.failure.message, of_failure(take.failure)
    if stopped or take.outcome is None:
        return TurnState.INTERRUPTED, Ending.STOPPED, Notice("turn-stopped")
    ending = take.outcome.ending
    if ending in BROKEN:
        state = TurnState.EMPTY if ending is Ending.CONTENT_FILTER and not has_text else TurnState.ERROR
        return state, ending, of_end(ending, take.outcome.endpoint)
    if not has_text:
        thought = ending is Ending.REASONING_ONLY
        return TurnState.EMPTY, ending, Notice("turn-only-thought" if thought else "turn-empty")
    return TurnState.COMPLETE, ending, Notice("turn-length") if ending is Ending.LENGTH else None

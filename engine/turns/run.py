"""A turn from end to end: accept → claim → load → retrieve → assemble → generate → commit."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

import structlog

from engine.context import EngineContext
from engine.db.house import moderation
from engine.db.house.spending import Account, on_behalf_of
from engine.errors import AdultElsewhere, DatabaseError, InputError, LeaseLost, ModelContextTooLong, StateError
from engine.llm.eyes import has_pictures
from engine.rules.text.joining import attached
from engine.rules.wire.tags import TagPatterns
from engine.turns.claim import claim
from engine.turns.commit import Committed, Traces, commit, parts_of
from engine.turns.generate import Broken, generate
from engine.turns.going_on import covered, read_of, standing_texts, with_begun
from engine.turns.inputs.adult import tells
from engine.turns.inputs.calling_search import callers
from engine.turns.inputs.cast import upcoming
from engine.turns.inputs.directing import directed
from engine.turns.inputs.searching import facts_of, known_now, thoughts_told, told_of, words_left
from engine.turns.intake.consenting import ask_consent, ask_of_persona
from engine.turns.intake.join import join
from engine.turns.load import TurnScene
from engine.turns.prepare import PreparedPrompt, prepare
from engine.turns.troubles import as_told
from engine.utility.affording import expect, held_back, refused, spender_of, taken, warn_of_shortness
from engine.utility.aloud import speak_beside
from engine.values.chats.entries import Entry
from engine.values.chats.outgoing import Began, Ended, Grew, Noticed, PartLimit, TurnEvent
from engine.values.chats.speech import VoiceMode
from engine.values.chats.steps import TurnStep
from engine.values.chats.turns import WITHDRAWN, Claimed, ModelReply, Notice, TurnKind, TurnState
from engine.values.house.allowances import Spent
from engine.values.ids import ChannelKey, StandKey
from engine.values.models.models import RoleName
from engine.values.models.prompts import Prompt
from engine.work.saver import GrowingDraft

_log = structlog.get_logger(__name__)

MOST_SHORTER = 4
"""So often a turn's request is made anew, shorter, for a model that refuses its length."""

Settle = Callable[[], Awaitable[bool]]
"""Waits until a burst of messages is all there; False when nothing may be taken up now."""


@dataclass(frozen=True, slots=True)
class ServedHead:
    """The channel head that is served, and where it is shown."""

    stand: StandKey
    channel: ChannelKey
    platform: str


@dataclass(slots=True)
class _Run:
    """One turn on its way. ``claimed`` changes when something joins it before anything of it is seen.

    ``standing`` are the texts of the messages that show it already; so many as ``unmoved`` stay as they are.
    """

    ctx: EngineContext
    place: ServedHead
    claimed: Claimed
    settle: Settle
    account: Account
    prepared: PreparedPrompt | None = None
    wasted: int = 0
    shorter: int = 0
    standing: tuple[str, ...] = ()
    unmoved: int = 0

    def traces(self, reply: ModelReply) -> tuple[ModelReply, Traces]:
        """The reply as it is told, and what the turn leaves besides it."""
        it = self.prepared
        if it is None:
            return reply, Traces()
        used, dollars = taken(self.ctx.roles, reply, it.prompt.tokens, self.wasted)
        scene = it.scene
        said = (scene.said.from_people, scene.said.from_characters, scene.said.tokens)
        acts = scene.loaded.around.acts
        facts = {**it.facts, **facts_of(reply.looked_up), "ms": self.times(reply)}
        after = directed(scene.settings, scene.background, acts, scene.plot, self.claimed, reply)
        shown = (scene.settings.bubbles, self.standing)
        return after.reply, Traces(facts, it.acts, said, after.act, used, dollars, *shown)

    def times(self, reply: ModelReply) -> dict[TurnStep, float]:
        """How long each step took, as far as is known now."""
        turn = self.claimed.turn.key.turn
        prepared: Mapping[TurnStep, float] = self.prepared.facts["ms"] if self.prepared else {}
        known: Mapping[TurnStep, float] = {**self.ctx.afterwards.of(turn), **prepared, **reply.ms}
        return {step: known[step] for step in TurnStep if step in known}

    def settled(self, traces: Traces) -> None:
        """What the turn has taken is stored."""
        if any(traces.used):
            took = Spent(sum(traces.used), 100 * (traces.cost or 0.0), 1)
            self.ctx.spending.settle(self.account, took)

    def tell(self, show: TurnEvent) -> None:
        self.ctx.shows.tell(self.place.channel, show)
        # Where nobody delivers it, this is when it is seen.
        if self.limit is None and isinstance(show, Grew | Ended) and show.text:
            self.ctx.afterwards.shown(show.turn, self.ctx.clock.monotonic())

    def grew(self, growing: GrowingDraft, text: str) -> None:
        """The reply has grown to ``text``. What goes on with another one is shown behind it, where it is delivered."""
        before = self.going_on
        whole = attached(before.text, text, growing.raw()) if before and text.strip() else text
        self.tell(Grew(self.claimed.turn.key.turn, whole))

    @property
    def going_on(self) -> Entry | None:
        """The reply that this one goes on with, where people see both in one message."""
        if self.claimed.turn.kind is not TurnKind.CONTINUE or self.prepared is None or not self.limit:
            return None
        return next(reversed(self.prepared.scene.loaded.history), None)

    @property
    def limit(self) -> PartLimit | None:
        return self.ctx.limits.get(self.place.platform)


async def at_once() -> bool:
    """A burst that is all there."""
    return True


async def serve(ctx: EngineContext, place: ServedHead, begun: Claimed | None, settle: Settle) -> None:
    """Run ``begun`` if it is given, then turns for what waits on the channel head, till nothing does or nothing may."""
    fence = None
    while True:
        if begun is None:
            began = ctx.clock.monotonic()
            if not await settle():
                return
            asked = ctx.clock.monotonic()
            taken = await claim(ctx, place.stand, fence)
            if taken.claimed is not None:
                turn = taken.claimed.turn.key.turn
                ctx.afterwards.began(turn, asked)
                ctx.afterwards.took(turn, TurnStep.QUEUE, _ms(asked - began))
                ctx.afterwards.took(turn, TurnStep.CLAIM, _ms(ctx.clock.monotonic() - asked))
            if taken.closed is not None:
                ctx.shows.tell(place.channel, taken.closed)
            begun, fence = taken.claimed, taken.fence
        if begun is not None:
            committed = await run(ctx, place, begun, settle)
            fence = begun.turn.fence if committed is not None and committed.held else None
            begun = committed.following if committed is not None else None
        if fence is None and begun is None:
            return


async def run(ctx: EngineContext, place: ServedHead, claimed: Claimed, settle: Settle = at_once) -> Committed | None:
    """Run one claimed turn to its end and show it; None when it was taken from us, which is no fault."""
    spender = spender_of(ctx, claimed.turn)
    with on_behalf_of(spender), ctx.spending.account(spender) as account:
        one = _Run(ctx, place, claimed, settle, account)
        committed = await _run(one)
    if committed is not None and one.prepared is not None:
        with suppress(DatabaseError):  # the reply is there; another turn asks
            await ask_consent(ctx, claimed.turn, one.prepared.unasked)
            asker = one.prepared.scene.loaded.around.asker
            if asker is not None and asker.withheld is not None:
                await ask_of_persona(ctx, claimed.turn, asker.withheld)
    if committed is not None and account.settled is not None:
        with suppress(DatabaseError):  # the reply is there; another turn says it
            await warn_of_shortness(ctx, claimed.turn, spender)
    return committed


async def _run(one: _Run) -> Committed | None:
    ctx, place, claimed = one.ctx, one.place, one.claimed
    started = ctx.clock.monotonic()
    ctx.afterwards.began(claimed.turn.key.turn, started)
    try:
        reply = await _reply(one)
        if reply is None:
            return None
        if not reply.text:
            reply = with_begun(one.claimed, reply, one.prepared.order.tags if one.prepared else TagPatterns())
        reply = await _covered(one, reply)
        reply = as_told(reply, comes=_comes_back(one))
        if claimed.quiet and reply.later and not reply.text:
            reply = replace(reply, notice=None)
        reply, traces = one.traces(reply)
        nxt = upcoming(one.prepared.scene, one.claimed, reply) if one.prepared else None
        committing = ctx.clock.monotonic()
        committed = await commit(ctx, one.claimed, reply, traces, place.platform, nxt)
        ctx.afterwards.took(claimed.turn.key.turn, TurnStep.COMMIT, _ms(ctx.clock.monotonic() - committing))
        one.settled(traces)
        ctx.due_bell.set()
    except LeaseLost:
        return None
    if one.prepared is not None and reply.text:
        known_now(ctx, one.claimed, one.prepared.looked_up)
        words_left(ctx, one.claimed, reply.looked_up or one.prepared.looked_up)
    one.tell(committed.ended)
    _say_aloud(one, reply)
    thoughts = thoughts_told(one.prepared.scene.settings, reply) if one.prepared else ()
    sources = told_of(reply.looked_up, one.prepared.scene.loaded.words) if one.prepared else ()
    for warning in (*thoughts, *sources, *(one.prepared.warnings if one.prepared else ())):
        one.tell(Noticed(warning, person=claimed.turn.person or 0))
    _log_turn(one, reply, ctx.clock.monotonic() - started)
    return committed


def _say_aloud(one: _Run, reply: ModelReply) -> None:
    """Have a reply said aloud beside its text, where that is wanted and shown."""
    speech = one.ctx.speech
    wanted = one.prepared is not None and one.prepared.scene.settings.voice is VoiceMode.ALWAYS
    if speech is not None and wanted and one.limit is not None and reply.state is TurnState.COMPLETE and reply.text:
        speech.beside(speak_beside(one.ctx, one.place.channel, one.account.spender, reply.text))


async def _reply(one: _Run) -> ModelReply | None:
    """Everything between the claim and the commit. What people can mend becomes their notice, not an exception."""
    ctx, turn = one.ctx, one.claimed.turn
    ctx.outbox.learn(turn)
    growing: GrowingDraft = ctx.saver.begin(
        turn,
        lambda text: one.grew(growing, text),
        watched=ctx.shows.watched(one.place.channel),
        resumable=one.limit is not None,
    )
    try:
        if (refusal := await held_back(ctx, one.claimed, one.account.spender)) is not None:
            return refusal
        while True:
            reply = await _attempt(one, growing)
            if reply is Broken.TAKEN:
                return None
            if reply is not Broken.ANEW:
                return reply
            withdrawn = await _join(one, growing)
            if withdrawn is not None:
                return withdrawn
    except LeaseLost:
        return None
    except (InputError, StateError) as error:
        said = not isinstance(error, AdultElsewhere) or await tells(ctx, turn)
        notice = Notice(error.message, error.data) if said else None
        return ModelReply(TurnState.ERROR, error.message, notice=notice)
    finally:
        _finish(ctx, growing)


async def _attempt(one: _Run, growing: GrowingDraft) -> ModelReply | Broken:
    """One request to the model and what came of it."""
    prepared = await prepare(one.ctx, one.claimed, one.place.platform)
    longest = prepared.order.sampling.max_tokens
    if over := expect(one.ctx, one.account, one.wasted + prepared.prompt.tokens, longest):
        return await refused(one.ctx, one.claimed, over)
    one.prepared = prepared
    await _look_what_stands(one, prepared)
    if not (one.claimed.joined or one.shorter) or one.limit:
        one.tell(_began(one, prepared.scene))
    reply = await generate(one.ctx, one.claimed, prepared.order, growing, one.tell)
    if reply is Broken.ANEW:
        one.wasted += prepared.prompt.tokens
    if isinstance(reply, ModelReply):
        if not reply.text and prepared.order.looking is not None and not callers(one.ctx):
            return await _attempt(one, growing)  # it has turned out to call nothing: the rule looks things up for it
        _learn(one.ctx, prepared.prompt, reply)
        if one.shorter < MOST_SHORTER and _too_much(one.ctx, prepared, reply):
            one.shorter += 1
            return await _attempt(one, growing)
    return reply


async def _look_what_stands(one: _Run, prepared: PreparedPrompt) -> None:
    """What people see of the reply already stays in its messages: what it goes on with, and what a crash left of it."""
    limit, bubbles, before = one.limit, prepared.scene.settings.bubbles, one.going_on
    one.standing, one.unmoved = (), 0
    if limit is None:
        return
    if before is not None:
        texts = await standing_texts(one.ctx.db, one.claimed.turn, before)
        one.standing = texts or parts_of(before.text, limit, bubbles)
        one.unmoved = max(0, len(one.standing) - 1)
    order = prepared.order
    if read := read_of(order.begun, order.tags, order.growth):
        whole = attached(before.text, read, order.begun) if before else read
        one.standing = parts_of(whole, limit, bubbles, one.standing, whole=False)


async def _covered(one: _Run, reply: ModelReply) -> ModelReply:
    """The reply with what is refused there covered, also in what the model is shown of it later."""
    if not reply.text:
        return reply
    if one.prepared is not None:
        words = one.prepared.scene.loaded.words
    else:
        words = await moderation.words(one.ctx.db, one.claimed.turn.key.space)
    return covered(reply, words)


def _comes_back(one: _Run) -> bool:
    """Whether what a failure leaves unanswered is answered by itself."""
    waits = one.prepared is not None and one.prepared.scene.settings.answer_unanswered > 0
    return waits and one.claimed.turn.kind is not TurnKind.NEXT


def _too_much(ctx: EngineContext, prepared: PreparedPrompt, reply: ModelReply) -> bool:
    """Whether the model that the prompt was made for refused its length, so that it is asked again for less."""
    if reply.text or reply.outcome != ModelContextTooLong.message or reply.notice is None:
        return False
    first = next(iter(ctx.roles.endpoints(RoleName.CHAT)), None)
    told = reply.notice.data
    if first is None or (first.name, first.model) != (told["endpoint"], told["model"]):
        return False
    ctx.gauges.too_much(first, prepared.prompt.tokens + (prepared.order.sampling.max_tokens or 0), told["context"])
    return True


async def _join(one: _Run, growing: GrowingDraft) -> ModelReply | None:
    """Let the burst settle and take in what has arrived. A reply when the turn ends with that.

    Raises LeaseLost when the turn is no longer ours.
    """
    settling = asyncio.ensure_future(one.settle())
    try:
        await asyncio.wait({settling, growing.interrupted}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        settling.cancel()
    if growing.interrupted.done() or not settling.result():
        return None  # the next attempt sees the reason
    growing.calm()
    joined = await join(one.ctx, one.claimed, several=bool(one.prepared and one.prepared.scene.others))
    if joined is None:
        return ModelReply(TurnState.INTERRUPTED, WITHDRAWN)
    one.claimed = joined
    return None


def _began(one: _Run, scene: TurnScene) -> Began:
    claimed = one.claimed
    asker = scene.loaded.around.asker if claimed.turn.kind is TurnKind.IMPERSONATE else None
    return Began(
        turn=claimed.turn.key.turn,
        character=asker.called if asker else scene.card.called,
        number=0 if asker else claimed.turn.character,
        shown=claimed.shown,
        attempted=claimed.attempted,
        answers=claimed.answers,
        behind=claimed.turn.kind is TurnKind.NEXT,
        named=bool(scene.others) and asker is None,
        standing=one.standing,
        settled=one.unmoved,
        bubbles=scene.settings.bubbles,
        instead=claimed.instead,
        person=claimed.turn.person or 0,
    )


def _learn(ctx: EngineContext, prompt: Prompt, reply: ModelReply) -> None:
    """What the model that the prompt was measured for says of its size; a fallback counts in its own way."""
    first = next(iter(ctx.roles.endpoints(RoleName.CHAT)), None)
    # What a picture takes is nobody's words, and who looks things up is asked several times.
    told_by_words = not has_pictures(prompt.messages) and reply.looked_up is None
    if first is not None and reply.model == first.model and reply.prompt_tokens and told_by_words:
        ctx.gauges.counted(first.model, prompt.messages, reply.prompt_tokens)


def _finish(ctx: EngineContext, growing: GrowingDraft) -> None:
    ctx.saver.end(growing)
    for waited_for in (growing.interrupted, growing.stirred):
        if not waited_for.done():
            waited_for.cancel()


def _log_turn(one: _Run, reply: ModelReply, seconds: float) -> None:
    turn = one.claimed.turn
    _log.info(
        "turn",
        action="none" if reply.state is not TurnState.ERROR else "see outcome",
        space=turn.key.space,
        session=turn.key.session,
        branch=turn.branch,
        turn=turn.key.turn,
        kind=turn.kind,
        state=reply.state,
        outcome=reply.outcome,
        model=reply.model,
        prompt_tokens=reply.prompt_tokens,
        reply_tokens=reply.reply_tokens,
        joined=one.claimed.joined,
        ms={**{step.value: took for step, took in one.times(reply).items()}, "all": _ms(seconds)},
        lag=_ms(one.ctx.lag.lately),
    )


def _ms(seconds: float) -> float:
    return round(seconds * 1_000, 2)

"""A turn from end to end: accept → claim → load → retrieve → assemble → generate → commit."""

from contextlib import suppress
from dataclasses import replace

import structlog

from engine.context import EngineContext
from engine.db.house import moderation
from engine.db.house.spending import on_behalf_of
from engine.errors import DatabaseError, LeaseLost
from engine.rules.wire.tags import TagPatterns
from engine.turns.attempts import reply_of
from engine.turns.claim import claim
from engine.turns.commit import Committed, commit
from engine.turns.going_on import covered, with_begun
from engine.turns.inputs.cast import upcoming
from engine.turns.inputs.searching import known_now, thoughts_told, told_of, words_left
from engine.turns.intake.consenting import ask_consent, ask_of_persona
from engine.turns.troubles import as_told
from engine.turns.turn_run import ServedHead, Settle, TurnRun, milliseconds
from engine.utility.affording import spender_of, warn_of_shortness
from engine.utility.aloud import speak_beside
from engine.values.chats.outgoing import Noticed
from engine.values.chats.speech import VoiceMode
from engine.values.chats.steps import TurnStep
from engine.values.chats.turns import Claimed, ModelReply, TurnKind, TurnState

_log = structlog.get_logger(__name__)


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
            taken = await claim(ctx, place.channel_head, fence)
            if taken.claimed is not None:
                turn = taken.claimed.turn.key.turn
                ctx.afterwards.began(turn, asked)
                ctx.afterwards.took(turn, TurnStep.QUEUE, milliseconds(asked - began))
                ctx.afterwards.took(turn, TurnStep.CLAIM, milliseconds(ctx.clock.monotonic() - asked))
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
        running = TurnRun(ctx, place, claimed, settle, account)
        committed = await _run(running)
    if committed is not None and running.prepared is not None:
        with suppress(DatabaseError):  # the reply is there; another turn asks
            await ask_consent(ctx, claimed.turn, running.prepared.unasked)
            asker = running.prepared.scene.loaded.around.asker
            if asker is not None and asker.withheld is not None:
                await ask_of_persona(ctx, claimed.turn, asker.withheld)
    if committed is not None and account.settled is not None:
        with suppress(DatabaseError):  # the reply is there; another turn says it
            await warn_of_shortness(ctx, claimed.turn, spender)
    return committed


async def _run(running: TurnRun) -> Committed | None:
    ctx, place, claimed = running.ctx, running.place, running.claimed
    started = ctx.clock.monotonic()
    ctx.afterwards.began(claimed.turn.key.turn, started)
    try:
        reply = await reply_of(running)
        if reply is None:
            return None
        if not reply.text:
            tags = running.prepared.request.tags if running.prepared else TagPatterns()
            reply = with_begun(running.claimed, reply, tags)
        reply = await _covered(running, reply)
        reply = as_told(reply, comes=_comes_back(running))
        if not reply.text and (claimed.turn.kind is TurnKind.UNASKED or (claimed.quiet and reply.later)):
            reply = replace(reply, notice=None)
        reply, traces = running.traces(reply)
        nxt = upcoming(running.prepared.scene, running.claimed, reply) if running.prepared else None
        committing = ctx.clock.monotonic()
        committed = await commit(ctx, running.claimed, reply, traces, place.platform, nxt)
        ctx.afterwards.took(claimed.turn.key.turn, TurnStep.COMMIT, milliseconds(ctx.clock.monotonic() - committing))
        running.settled(reply, traces)
        ctx.due_bell.set()
    except LeaseLost:
        return None
    if running.prepared is not None and reply.text:
        known_now(ctx, running.claimed, running.prepared.looked_up)
        words_left(ctx, running.claimed, reply.looked_up or running.prepared.looked_up)
    running.tell(committed.ended)
    _say_aloud(running, reply)
    thoughts = thoughts_told(running.prepared.scene.settings, reply) if running.prepared else ()
    sources = told_of(reply.looked_up, running.prepared.scene.loaded.words) if running.prepared else ()
    for warning in (*thoughts, *sources, *(running.prepared.warnings if running.prepared else ())):
        running.tell(Noticed(warning, person=claimed.turn.person or 0))
    _log_turn(running, reply, ctx.clock.monotonic() - started)
    return committed


def _say_aloud(running: TurnRun, reply: ModelReply) -> None:
    """Have a reply said aloud beside its text, where that is wanted and shown."""
    speech = running.ctx.speech
    wanted = running.prepared is not None and running.prepared.scene.settings.voice is VoiceMode.ALWAYS
    if speech is not None and wanted and running.limit is not None and reply.state is TurnState.COMPLETE and reply.text:
        speech.beside(speak_beside(running.ctx, running.place.channel, running.account.spender, reply.text))


async def _covered(running: TurnRun, reply: ModelReply) -> ModelReply:
    """The reply with what is refused there covered, also in what the model is shown of it later."""
    if not reply.text:
        return reply
    if running.prepared is not None:
        words = running.prepared.scene.loaded.words
    else:
        words = await moderation.words(running.ctx.db, running.claimed.turn.key.space)
    return covered(reply, words)


def _comes_back(running: TurnRun) -> bool:
    """Whether what a failure leaves unanswered is answered by itself."""
    waits = running.prepared is not None and running.prepared.scene.settings.answer_unanswered > 0
    return waits and running.claimed.turn.kind is not TurnKind.NEXT


def _log_turn(running: TurnRun, reply: ModelReply, seconds: float) -> None:
    turn = running.claimed.turn
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
        joined=running.claimed.joined,
        ms={**{step.value: took for step, took in running.times(reply).items()}, "all": milliseconds(seconds)},
        lag=milliseconds(running.ctx.lag.lately),
    )

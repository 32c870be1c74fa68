"""The reply of a turn: request after request to the model, until one comes to an end."""

import asyncio
from dataclasses import replace

from engine.context import EngineContext
from engine.errors import AdultElsewhere, InputError, LeaseLost, ModelContextTooLong, StateError
from engine.llm.eyes import has_pictures
from engine.rules.text.joining import attached
from engine.turns.commit import parts_of
from engine.turns.generate import Broken, generate
from engine.turns.going_on import read_of, shown_texts_of
from engine.turns.inputs.adult import tells
from engine.turns.inputs.calling_search import callers
from engine.turns.intake.join import join
from engine.turns.load import TurnScene
from engine.turns.novelty import said_before
from engine.turns.prepare import PreparedPrompt, prepare
from engine.turns.turn_run import TurnRun
from engine.utility.affording import expect, held_back, refused, taken
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Began
from engine.values.chats.turns import SAID_BEFORE, WITHDRAWN, ModelReply, TurnKind, TurnState
from engine.values.models.models import RoleName
from engine.values.models.prompts import Prompt
from engine.work.saver import GrowingDraft

MOST_SHORTER = 4
"""So often a turn's request is made anew, shorter, for a model that refuses its length."""


async def reply_of(running: TurnRun) -> ModelReply | None:
    """Everything between the claim and the commit. What people can mend becomes their notice, not an exception."""
    ctx, turn = running.ctx, running.claimed.turn
    ctx.outbox.learn(turn)
    growing: GrowingDraft = ctx.saver.begin(
        turn,
        lambda text: running.grew(growing, text),
        watched=ctx.shows.watched(running.place.channel),
        resumable=running.limit is not None,
    )
    try:
        if (refusal := await held_back(ctx, running.claimed, running.account.spender)) is not None:
            return refusal
        while True:
            reply = await _attempt(running, growing)
            if isinstance(reply, ModelReply):
                reply = await _said_anew(running, growing, reply)
            if reply is Broken.TAKEN:
                return None
            if reply is not Broken.ANEW:
                return reply
            withdrawn = await _join(running, growing)
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


async def _attempt(running: TurnRun, growing: GrowingDraft) -> ModelReply | Broken:
    """One request to the model and what came of it."""
    prepared = await prepare(running.ctx, running.claimed, running.place.platform, running.unlike)
    longest = prepared.request.sampling.max_tokens
    if over := expect(running.ctx, running.account, running.wasted + prepared.prompt.tokens, longest):
        return await refused(running.ctx, running.claimed, over)
    running.prepared = prepared
    await _note_what_is_shown(running, prepared)
    if not (running.claimed.joined or running.shorter or running.unlike) or running.limit:
        running.tell(_began(running, prepared.scene))
    reply = await generate(running.ctx, running.claimed, prepared.request, growing, running.tell)
    if reply is Broken.ANEW:
        running.wasted += prepared.prompt.tokens
    if isinstance(reply, ModelReply):
        if not reply.text and prepared.request.looking is not None and not callers(running.ctx):
            # It has turned out to call nothing: the rule looks things up for it.
            return await _attempt(running, growing)
        _learn(running.ctx, prepared.prompt, reply)
        if running.shorter < MOST_SHORTER and _too_much(running.ctx, prepared, reply):
            running.shorter += 1
            return await _attempt(running, growing)
    return reply


async def _said_anew(running: TurnRun, growing: GrowingDraft, reply: ModelReply) -> ModelReply | Broken:
    """A post that says what an earlier one has said is written once more; when that does so too, there is none."""
    ctx, prepared = running.ctx, running.prepared
    if prepared is None:
        return reply
    running.unlike = await said_before(ctx, prepared.scene, running.claimed, reply.text)
    if not running.unlike:
        return reply
    running.wasted += sum(taken(ctx.roles, reply, prepared.prompt.tokens, 0)[0])
    running.claimed = replace(running.claimed, begun="")
    ctx.saver.restart(growing)
    again = await _attempt(running, growing)
    if not isinstance(again, ModelReply) or not await said_before(ctx, prepared.scene, running.claimed, again.text):
        return again
    return replace(again, state=TurnState.INTERRUPTED, outcome=SAID_BEFORE, raw="", text="", thoughts=(), notice=None)


async def _note_what_is_shown(running: TurnRun, prepared: PreparedPrompt) -> None:
    """What people see of the reply already stays in its messages: what it goes on with, and what a crash left of it."""
    limit, bubbles, before = running.limit, prepared.scene.settings.bubbles, running.going_on
    running.shown_texts, running.unmoved = (), 0
    if limit is None:
        return
    if before is not None:
        texts = await shown_texts_of(running.ctx.db, running.claimed.turn, before)
        running.shown_texts = texts or parts_of(before.text, limit, bubbles)
        running.unmoved = max(0, len(running.shown_texts) - 1)
    request = prepared.request
    if read := read_of(request.begun, request.tags, request.growth):
        whole = attached(before.text, read, request.begun) if before else read
        running.shown_texts = parts_of(whole, limit, bubbles, running.shown_texts, whole=False)


async def _join(running: TurnRun, growing: GrowingDraft) -> ModelReply | None:
    """Let the burst settle and take in what has arrived. A reply when the turn ends with that.

    Raises LeaseLost when the turn is no longer ours.
    """
    settling = asyncio.ensure_future(running.settle())
    try:
        await asyncio.wait({settling, growing.interrupted}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        settling.cancel()
    if growing.interrupted.done() or not settling.result():
        return None  # the next attempt sees the reason
    growing.calm()
    joined = await join(running.ctx, running.claimed, several=bool(running.prepared and running.prepared.scene.others))
    if joined is None:
        return ModelReply(TurnState.INTERRUPTED, WITHDRAWN)
    running.claimed = joined
    return None


def _began(running: TurnRun, scene: TurnScene) -> Began:
    claimed = running.claimed
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
        shown_texts=running.shown_texts,
        settled=running.unmoved,
        bubbles=scene.settings.bubbles,
        instead=claimed.instead,
        person=claimed.turn.person or 0,
    )


def _too_much(ctx: EngineContext, prepared: PreparedPrompt, reply: ModelReply) -> bool:
    """Whether the model that the prompt was made for refused its length, so that it is asked again for less."""
    if reply.text or reply.outcome != ModelContextTooLong.message or reply.notice is None:
        return False
    first = next(iter(ctx.roles.endpoints(RoleName.CHAT)), None)
    told = reply.notice.data
    if first is None or (first.name, first.model) != (told["endpoint"], told["model"]):
        return False
    ctx.gauges.too_much(first, prepared.prompt.tokens + (prepared.request.sampling.max_tokens or 0), told["context"])
    return True


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

"""What becomes of a turn that a crash, another process or a head move left running."""

from dataclasses import replace
from enum import StrEnum

from engine.context import EngineContext
from engine.db.chats import log, turns
from engine.db.house import moderation
from engine.db.postgres.pool import Transaction
from engine.rules.acts import plot_in
from engine.rules.wire.tags import parse_tags
from engine.turns.commit import Traces, write_end
from engine.turns.going_on import covered
from engine.turns.inputs.cast import absent, cast_of
from engine.turns.inputs.directing import Directed, directed
from engine.turns.inputs.tags import patterns
from engine.turns.load import background_in, settings_here
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Began, Ended
from engine.values.chats.turns import Claimed, HeadState, Leftover, ModelReply, TurnKind, TurnState
from engine.values.house.settings import Settings

MOST_TRIES = 3


class Remedy(StrEnum):
    """What to do with a turn that was left running."""

    CLOSE = "close"
    RESUME = "resume"
    PARK = "park"


def remedy(left: Leftover, *, resumable: bool) -> Remedy:
    """What was not shown is written anew, but not for ever; what was shown goes on where its messages can grow.

    Else what was shown stays, marked as cut. ``resumable``: messages can grow. Nobody is answered late.
    """
    if left.stale:
        return Remedy.CLOSE
    if left.tries < MOST_TRIES and (resumable or not left.text.strip()):
        return Remedy.RESUME
    return Remedy.CLOSE if left.text.strip() else Remedy.PARK


async def close(ctx: EngineContext, on: Transaction, found: HeadState, why: str) -> tuple[int, Ended | None]:
    """End the turn left running on a channel head, with what it had written: the new head, and what to show.

    ``why``: crash, moved or left; whoever has left is told nothing.
    """
    left = found.leftover
    if left is None:
        return found.head, None
    at = found.address
    here = Here(left.turn.key.space, left.turn.channel, left.turn.person or 0, at.platform, at.private)
    settings = await settings_here(on, ctx.defaults, here, left.turn.character)
    tagged = parse_tags(left.text, patterns(settings))
    parked = why == "crash" and remedy(left, resumable=True) is Remedy.PARK
    notice = Notice("turn-parked" if parked else f"turn-cut-{why}")
    reply = ModelReply(
        state=TurnState.ERROR if parked else TurnState.INTERRUPTED,
        outcome="parked" if parked else why,
        raw=left.text,
        text=tagged.clean.strip(),
        emotions=tagged.emotions,
        gestures=tagged.gestures,
        notice=None if why == "left" else notice,
    )
    reply = covered(reply, await moderation.words(on, left.turn.key.space))
    ctx.outbox.learn(left.turn)
    turn = left.turn
    line = await ctx.lines.line(on, turn.session_key, turn.branch, found.head)
    claimed = Claimed(turn, line, found.head)
    began = None if ctx.shows.told(turn.key.turn) else await began_of(ctx, on, claimed)
    after = await _directed(ctx, on, claimed, settings, reply) if settings.director else Directed(reply)
    traces = Traces(plot=after.act, bubbles=settings.bubbles, read=True)
    head, ended = await write_end(ctx, on, claimed, after.reply, at.platform, traces)
    return head, replace(ended, began=began) if ended else None


async def began_of(ctx: EngineContext, on: Transaction, claimed: Claimed) -> Began:
    """How a turn began that a process that is gone had told of: who speaks in it, and what is shown of it."""
    turn = claimed.turn
    seen = await turns.seen(on, turn)
    cards, lost = await absent(ctx, on, await cast_of(on, turn.session_key, claimed.line))
    card, by_a_person = cards.get(turn.character), turn.kind is TurnKind.IMPERSONATE
    called = card.called if card else lost.get(turn.character, ("",))[0]
    return Began(
        turn.key.turn,
        "" if by_a_person else called,
        0 if by_a_person else turn.character,
        seen.shown,
        seen.attempted,
        seen.answers,
        behind=turn.kind is TurnKind.NEXT,
        named=len(cards) > 1 and not by_a_person,
        person=turn.person or 0,
    )


async def _directed(
    ctx: EngineContext, on: Transaction, claimed: Claimed, settings: Settings, reply: ModelReply
) -> Directed:
    turn = claimed.turn
    acts = await log.newest_acts(on, turn.session_key, claimed.line)
    background = await background_in(ctx, on, acts)
    return directed(settings, background, acts, plot_in(acts), claimed, reply)

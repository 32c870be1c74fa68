"""Last step: the reply becomes an entry of the log, in one transaction with everything that follows from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from engine.context import EngineContext
from engine.db.chats import log, swipes, turns
from engine.db.house import work
from engine.db.postgres.pool import Statements, Transaction
from engine.db.postgres.repeat import repeat
from engine.errors import LeaseLost
from engine.rules.bodies.due import unanswered_json
from engine.rules.lines import grown
from engine.rules.text.further import further
from engine.rules.text.splitting import Counting
from engine.rules.text.tokens import estimate
from engine.turns.beginning import begin_next
from engine.turns.going_on import behind, continued, shown_texts_of, swipe_of, whole_text
from engine.turns.inputs.cast import still_able
from engine.turns.revise import write_anew
from engine.values.characters.casts import Upcoming
from engine.values.chats.bodies import EntryBody, MessageBody, PlotBody, TalkCounts
from engine.values.chats.entries import Entry, EntryKind, EntryStatus, NewEntry, Place
from engine.values.chats.outgoing import Ended, PartLimit
from engine.values.chats.swipes import Swipe, swipe_at
from engine.values.chats.turns import SAID_BEFORE, WITHDRAWN, Claimed, ModelReply, Result, Turn, TurnKind, TurnState
from engine.values.house.due_bodies import UnansweredMark
from engine.values.house.work import NewSending
from engine.values.ids import ChannelHeadKey, ChannelKey
from engine.values.story.director import Plot
from engine.work.crashpoints import maybe_crash

UNANSWERED_PAUSE = timedelta(seconds=15)

_STATUS = {
    TurnState.COMPLETE: EntryStatus.COMPLETE,
    TurnState.INTERRUPTED: EntryStatus.INTERRUPTED,
    TurnState.ERROR: EntryStatus.INTERRUPTED,
    TurnState.EMPTY: EntryStatus.EMPTY,
}
_FIRST = frozenset({TurnKind.REPLY, TurnKind.IMPERSONATE, TurnKind.PRESSED})


@dataclass(frozen=True, slots=True)
class Traces:
    """What a turn leaves besides its reply: facts for its row, the acts that its prompt brought about, in order.

    ``said`` is how much had been said before it on the whole line: people, characters, tokens. ``plot`` is how far the
    story has come behind a reply of any kind, also one without a word; None while nobody directs. ``used`` and
    ``cost`` are as in Result. ``bubbles``: the most messages that the reply is shown in; 0: as few as it fits in.
    ``shown_texts`` are the texts of the messages that show the beginning of it already; ``read``: all of it was read
    while it grew.
    """

    facts: Mapping[str, Any] = field(default_factory=dict[str, Any])
    acts: tuple[EntryBody, ...] = ()
    said: TalkCounts | None = None
    plot: Plot | None = None
    used: tuple[int, int] = (0, 0)
    cost: float | None = None
    bubbles: int = 0
    shown_texts: tuple[str, ...] = ()
    read: bool = False


NO_TRACES = Traces()


@dataclass(frozen=True, slots=True)
class Committed:
    """What a turn came to. ``held``: the lease was kept, since something waits on the channel, or ``following`` runs,
    the turn of the character that speaks behind this one.
    """

    ended: Ended
    head: int
    held: bool
    following: Claimed | None = None


def unanswered(platform: str, channel_head: ChannelHeadKey | None = None) -> str:
    """The mark of a turn on ``channel_head`` that a model's failure left unanswered.

    Who serves the platform answers it later. Without a channel head: the family of these marks.
    """
    return f"answer.{platform}" if channel_head is None else f"answer.{platform}/{channel_head.channel_head}"


async def commit(
    ctx: EngineContext, claimed: Claimed, reply: ModelReply, traces: Traces, platform: str, nxt: Upcoming | None = None
) -> Committed:
    """Write down how the turn ended and give the lease back, unless something waits, or ``nxt`` speaks at once.

    If people have written meanwhile, they are answered instead of ``nxt`` speaking.
    Raises LeaseLost when a head move or another process has ended the turn meanwhile; nothing is written then.
    """
    turn = claimed.turn
    tried: Committed | None = None

    async def once() -> Committed:
        nonlocal tried
        async with ctx.db.transaction() as on:
            if tried is not None and await turns.ended_as(on, turn.key) == (reply.state, reply.outcome):
                return tried  # the COMMIT whose answer was lost has taken effect
            if not await work.hold(on, turn.channel_head, turn.fence):
                raise LeaseLost
            head, ended = await write_end(ctx, on, claimed, reply, platform, traces, answers=True)
            maybe_crash("in_commit")
            if ended is None:
                raise LeaseLost
            if reply.later and not reply.text and turn.kind is not TurnKind.NEXT:
                await _mark_unanswered(on, turn, platform)
            following = await _follow(ctx, on, claimed, head, nxt, platform) if nxt else None
            given = following is None and await work.give_back(on, turn.channel_head, turn.fence)
            tried = Committed(ended, head, held=not given, following=following)
        return tried

    maybe_crash("before_commit")
    committed = await repeat(once, key=f"turn:{turn.key.turn}:{turn.fence}", clock=ctx.clock)
    maybe_crash("after_commit")
    return committed


async def _follow(
    ctx: EngineContext, on: Transaction, claimed: Claimed, head: int, nxt: Upcoming, platform: str
) -> Claimed | None:
    if await turns.said_meanwhile(on, claimed.turn.channel_head):
        return None
    line = grown(claimed.line, head)
    able = await still_able(ctx, on, claimed.turn, line, nxt)
    return await begin_next(ctx, on, claimed, line, able, platform) if able else None


async def write_end(
    ctx: EngineContext,
    on: Transaction,
    claimed: Claimed,
    reply: ModelReply,
    platform: str,
    traces: Traces = NO_TRACES,
    *,
    answers: bool = False,
) -> tuple[int, Ended | None]:
    """End a turn behind the head of its branch: the new head, and what to show; None when it had ended before.

    ``answers``: with any text, what a failure had left unanswered there is answered.
    """
    turn, head = claimed.turn, claimed.head
    result = Result(
        reply.state,
        reply.outcome,
        reply.endpoint,
        reply.model,
        reply.prompt_tokens,
        reply.reply_tokens,
        traces.facts,
        traces.used,
        traces.cost,
    )
    mark = unanswered(platform, turn.channel_head) if answers and reply.text else None
    if not await turns.end(on, turn.key, turn.fence, result, turn.channel, answers=mark):
        return head, None
    limit = ctx.limits.get(platform)
    before = await continued(on, claimed)
    entries = _entries(turn, reply, traces, ctx.clock.now(), before)
    end = Place(turn.branch, head)
    head = await _append(on, claimed, entries, before)
    channel = ChannelKey(turn.key.space, turn.channel)
    text = whole_text(before, reply) if limit else reply.text
    place = before.place if before else None
    texts = await _texts(on, claimed, text, before, traces, limit)
    sendings = await work.plan_reply(on, channel, turn.key, texts, _notice(reply), place)
    withdrawn = reply.outcome in (WITHDRAWN, SAID_BEFORE)
    swipe = await (swipe_of(on, turn, before) if before else _swipe(on, turn, end, said=bool(reply.text)))
    further, emotion = before is not None, next(reversed(reply.emotions), "")
    told = (reply.state, reply.notice, sendings, withdrawn, swipe)
    return head, Ended(turn.key.turn, text, *told, further=further, emotion=emotion)


async def _texts(
    on: Statements, claimed: Claimed, text: str, before: Entry | None, traces: Traces, limit: PartLimit | None
) -> tuple[str, ...]:
    """The texts of the messages that show the reply: those that stand already keep theirs."""
    shown_texts = traces.shown_texts
    if not shown_texts and before is not None and limit is not None:
        shown_texts = await shown_texts_of(on, claimed.turn, before)
    if traces.read:
        shown_texts = parts_of(text, limit, traces.bubbles, shown_texts, whole=False)
    return parts_of(text, limit, traces.bubbles, shown_texts)


async def _append(on: Transaction, claimed: Claimed, entries: Sequence[NewEntry], before: Entry | None) -> int:
    """The new head, with ``entries`` behind the old one. The first of them may be more of the reply ``before``."""
    turn, head = claimed.turn, claimed.head
    if before is not None and entries and entries[0].kind is EntryKind.REVISION:
        first, *entries = entries
        head = (await write_anew(on, turn.session_key, claimed.line, before.place.seq, first)).head
    return await log.append(on, turn.session_key, turn.branch, head, entries)


async def _swipe(on: Statements, turn: Turn, end: Place, *, said: bool) -> Swipe | None:
    """Where the reply behind an entry lies. What answers something new is the only one there."""
    shown = Place(end.branch, end.seq + 1) if said and turn.kind is not TurnKind.IMPERSONATE else None
    if turn.kind in _FIRST:
        return Swipe(turn.key.session, shown) if shown else None
    return swipe_at(turn.key.session, await swipes.slot(on, turn.session_key, end), shown)


def _entries(turn: Turn, reply: ModelReply, traces: Traces, now: datetime, before: Entry | None) -> list[NewEntry]:
    """What enters the log: the reply with the acts that its prompt brought about, or that there was none; the plot.

    A failure before the first word is no message, nor is a person's message that the model had no words for, nor
    nothing more of the reply ``before``.
    """
    plot = [NewEntry(PlotBody(plot=traces.plot), now, turn=turn.key.turn)] if traces.plot is not None else []
    as_person = turn.kind is TurnKind.IMPERSONATE
    if not reply.text and (as_person or before is not None or reply.state is not TurnState.EMPTY):
        return plot
    people, characters = int(as_person), int(not as_person and before is None)
    message = NewEntry(
        MessageBody(
            said=_said(traces.said, reply, people, characters) if traces.said and reply.text else None,
            emotions=tuple(reply.emotions),
            gestures=tuple(reply.gestures),
            impersonated=as_person,
        ),
        said_at=now,
        text=reply.text,
        raw=reply.raw if reply.raw != reply.text else None,
        person=turn.person if as_person else None,
        character=None if as_person else turn.character,
        turn=turn.key.turn,
        status=_STATUS[reply.state],
    )
    message = message if before is None else behind(before, message, reply)
    acts = traces.acts if reply.text else ()
    return [message, *(NewEntry(it, now, turn=turn.key.turn) for it in acts), *plot]


def _said(before: TalkCounts, reply: ModelReply, people: int, characters: int) -> TalkCounts:
    return before[0] + people, before[1] + characters, before[2] + estimate(reply.raw or reply.text)


def parts_of(
    text: str, limit: PartLimit | None, bubbles: int, shown_texts: Sequence[str] = (), *, whole: bool = True
) -> tuple[str, ...]:
    """The texts of the messages that show a reply; ``shown_texts`` and ``whole`` are as in ``further``."""
    if limit is None:
        return (text,) if text else ()
    counting = Counting.UTF16 if limit.utf16 else Counting.CODE_POINTS
    return further(text, shown_texts, bubbles, limit.size, counting, whole=whole)


def _notice(reply: ModelReply) -> NewSending | None:
    if reply.notice is None:
        return None
    return NewSending("notice", notice=reply.notice)


async def _mark_unanswered(on: Statements, turn: Turn, platform: str) -> None:
    body = unanswered_json(UnansweredMark(turn.channel_head.channel_head, turn.branch, turn.after_seq))
    await work.mark_due(
        on, turn.session_key, unanswered(platform, turn.channel_head), after=UNANSWERED_PAUSE, body=body
    )

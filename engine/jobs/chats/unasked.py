"""A character writes by itself: the act that says why, and the turn behind it, in one transaction."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine.context import EngineContext
from engine.db.chats import log
from engine.db.postgres.pool import Transaction
from engine.jobs.chats.taking import begin_due
from engine.rules.lines import grown
from engine.turns.beginning import Beginning, begin
from engine.turns.intake.arrivals import take_in
from engine.turns.load import settings_here
from engine.turns.runner import Runner
from engine.values.chats.bodies import OccasionBody
from engine.values.chats.entries import Entry, NewEntry
from engine.values.chats.incoming import Here
from engine.values.chats.occasions import Occasion, OccasionKind
from engine.values.chats.turns import Claimed, HeadState, TurnKind
from engine.values.house.work import Due
from engine.values.ids import ChannelHeadKey


@dataclass(frozen=True, slots=True)
class Unasked:
    """Which character writes, to whom, and why. ``person`` None: to nobody in particular, at nobody's cost.

    ``answers`` is the external name of the message that it answers; "" for none.
    """

    character: int
    occasion: Occasion
    person: int | None = None
    answers: str = ""


Choose = Callable[[Transaction, HeadState], Awaitable[Unasked | None]]
"""Proves once more that something is to be written now, and writes down that it is; None where nothing is."""
StillWanted = Callable[[Transaction, HeadState, Entry], Awaitable[bool]]
"""Whether what a character was to write on the occasion of an act, and has not, may be written now.

It proves all that was proved before, and that it is not too late; it may write down why not.
"""
Proofs = Mapping[OccasionKind, StillWanted]
"""By what it is proved again, for each kind of occasion; of a kind that is not named nothing is written anew."""


async def write_unasked(
    ctx: EngineContext, runner: Runner, platform: str, due: Due, channel_head: ChannelHeadKey, choose: Choose
) -> Claimed | None:
    """Have a character write on a channel head what ``choose`` says; the mark ends with it. Raises LeaseLost.

    Nothing is written over what people have said there and nobody has answered, nor where characters were made silent.
    """

    async def beginning(on: Transaction, found: HeadState, fence: int) -> Claimed | None:
        if found.paused or any(it.asks for it in found.waiting):
            return None
        found = replace(found, head=(await take_in(ctx, on, found, only_changes=True)).head)
        chosen = await choose(on, found)
        return None if chosen is None else await begin_unasked(ctx, on, found, fence, chosen)

    return await begin_due(ctx, runner, platform, due, channel_head, beginning)


async def is_waited_for(
    ctx: EngineContext, on: Transaction, found: HeadState, person: int | None, since: datetime
) -> bool:
    """Whether what a failure left to be written since then is still to be written: for ``answer_unanswered`` it is."""
    at, channel_head = found.address, found.channel_head
    here = Here(channel_head.key.space, channel_head.channel, person or 0, at.platform, at.private)
    patience = timedelta(minutes=(await settings_here(on, ctx.defaults, here)).answer_unanswered)
    return ctx.clock.now() - since <= patience


async def begin_unasked(ctx: EngineContext, on: Transaction, found: HeadState, fence: int, chosen: Unasked) -> Claimed:
    """The act that says why, and a turn behind it, under the fence."""
    channel_head, why = found.channel_head, chosen.occasion
    body = OccasionBody(
        why=why.why, about=why.about, behind=found.head, target=why.target, subject=why.subject, memories=why.memories
    )
    act = NewEntry(body, ctx.clock.now(), person=chosen.person, character=chosen.character)
    line = await ctx.lines.line(on, channel_head.session_key, channel_head.branch, found.head)
    line = grown(line, await log.append(on, channel_head.session_key, channel_head.branch, found.head, [act]))
    found = replace(found, head=line.head)
    who, answers = chosen.character, chosen.answers
    asked = Beginning(TurnKind.UNASKED, chosen.person, fence, speaker=who, answers=answers)
    return Claimed(await begin(ctx, on, found, line, asked), line, line.head, quiet=True, answers=answers)

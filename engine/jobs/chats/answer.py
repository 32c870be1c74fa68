"""Answering, when the model is back, what its failure left unanswered."""

from dataclasses import replace
from functools import partial

from engine.context import EngineContext
from engine.db.chats import log, turns
from engine.db.postgres.pool import Transaction
from engine.jobs.chats.taking import begin_due
from engine.jobs.chats.unasked import Proofs, is_waited_for
from engine.rules.bodies.due import unanswered_of
from engine.rules.recall.ranking.presence import cast_at
from engine.turns.beginning import Beginning, begin
from engine.turns.intake.arrivals import take_in
from engine.turns.runner import Runner
from engine.values.chats.bodies import OccasionBody
from engine.values.chats.entries import Entry, EntryKind, Line
from engine.values.chats.turns import Claimed, HeadState, TurnKind
from engine.values.house.work import Due
from engine.values.ids import ChannelHeadKey


async def answer(ctx: EngineContext, runner: Runner, proofs: Proofs, platform: str, due: Due) -> None:
    """Begin the turn anew if the story still stands where it was left, not long ago; else forget the mark.

    What a character wrote by itself is proved again by ``proofs``.
    """
    channel_head = ChannelHeadKey(due.key.space, unanswered_of(due.body).channel_head)
    await begin_due(ctx, runner, platform, due, channel_head, partial(_begin, ctx, proofs, due))


async def _begin(
    ctx: EngineContext, proofs: Proofs, due: Due, on: Transaction, found: HeadState, fence: int
) -> Claimed | None:
    """The turn again, unless something else was said there since. An edit is none of that."""
    left = unanswered_of(due.body)
    if found.channel_head.branch != left.branch or any(it.asks for it in found.waiting):
        return None
    found = replace(found, head=(await take_in(ctx, on, found, only_changes=True)).head)
    channel_head = found.channel_head
    line = await ctx.lines.line(on, channel_head.session_key, channel_head.branch, found.head)
    said = await log.messages(on, channel_head.session_key, line, 1)
    occasion = await _occasion(on, found, line, said[-1].place.seq if said else 0)
    if occasion is not None:
        asked = Beginning(TurnKind.UNASKED, occasion.person, fence, speaker=occasion.character)
        if not await _still_wanted(proofs, on, found, line, occasion):
            return None
        return Claimed(await begin(ctx, on, found, line, asked), line, found.head, quiet=True)
    person = said[-1].person if said else None
    if person is None or said[-1].place.seq > left.head:
        return None
    if not await is_waited_for(ctx, on, found, person, said[-1].said_at):
        return None
    place = said[-1].place
    shown = await turns.telling_of_failure(on, channel_head, place.seq)
    turn = await begin(ctx, on, found, line, Beginning(TurnKind.RETRY, person, fence, shown=shown))
    answers = await turns.external_of(on, channel_head, place)
    return Claimed(turn, line, found.head, quiet=True, shown=shown, answers=answers)


async def _occasion(on: Transaction, found: HeadState, line: Line, said: int) -> Entry | None:
    """The act by which a character was to write by itself, where nothing was said since; None for none."""
    acts = await log.acts(on, found.channel_head.session_key, line, [EntryKind.OCCASION])
    return acts[-1] if acts and acts[-1].place.seq > said else None


async def _still_wanted(proofs: Proofs, on: Transaction, found: HeadState, line: Line, occasion: Entry) -> bool:
    """Whether what a character was to write by itself may be written now, whatever was allowed when it began."""
    said = occasion.body.why if isinstance(occasion.body, OccasionBody) else None
    proof = proofs.get(said) if said else None
    if proof is None or found.paused or not await proof(on, found, occasion):
        return False
    acts = await log.acts(on, found.channel_head.session_key, line, [EntryKind.MEMBER])
    return occasion.character in cast_at(acts, line.head)

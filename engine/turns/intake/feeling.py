"""Reactions that wait become acts of the log, on the line that is played. Only for who holds its lease."""

from collections.abc import Mapping, Sequence

from engine.context import EngineContext
from engine.db.chats import log, reactions, swipes
from engine.db.postgres.pool import Transaction
from engine.rules.bodies.arrived import kept_of
from engine.rules.lines import lies_where, place_at
from engine.values.chats.bodies import ReactionBody
from engine.values.chats.entries import NewEntry, Place
from engine.values.chats.incoming import IncomingKind
from engine.values.chats.turns import HeadState, InboxItem


async def feel(
    ctx: EngineContext, on: Transaction, found: HeadState, head: int, felt: Sequence[InboxItem], new: Mapping[str, int]
) -> int:
    """Append an act for each of ``felt`` that is about a message of the line, up to ``head``; the new head.

    ``new`` are the seqs of messages that have become entries just now. What is about a reply that grows still, or a
    message that waits, is left for later.
    """
    channel_head = found.channel_head
    line = await ctx.lines.line(on, channel_head.session_key, channel_head.branch, head)
    waits = {it.external for it in found.waiting if it.kind is IncomingKind.MESSAGE}
    acts: list[NewEntry] = []
    done: list[int] = []
    for reaction in felt:
        seq = new.get(reaction.target)
        place = await _place(on, found, reaction.target) if seq is None else Place(channel_head.branch, seq)
        if place is None and (found.leftover is not None or reaction.target in waits):
            continue
        done.append(reaction.id)
        kept = kept_of(reaction.body)
        is_news = kept.emojis != kept.told  # what was taken back at once is none
        if is_news and place is not None and place_at(line, place.seq) == place:
            acts.append(
                NewEntry(
                    ReactionBody(emojis=kept.emojis), reaction.sent_at, person=reaction.person, target_seq=place.seq
                )
            )
    await reactions.finish(on, channel_head.key.space, done)
    return await log.append(on, channel_head.session_key, channel_head.branch, head, acts)


async def _place(on: Transaction, found: HeadState, target: str) -> Place | None:
    """Where the message lies that was reacted to; None where it is in no log yet, or in another session's."""
    if (named := lies_where(target)) is not None:
        session, place = named
        return place if session == found.channel_head.session else None
    shown = await swipes.subject(on, found.channel_head.channel_key, target)
    return shown.place if shown is not None and shown.session == found.channel_head.session else None

"""What waits in the inbox of a channel head becomes entries, revisions and erasures. Only for who holds its lease."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.context import EngineContext
from engine.db.chats import arrivals, log
from engine.db.chats.arrivals import Target
from engine.db.house import work
from engine.db.postgres.pool import Transaction
from engine.erase import erase
from engine.rules.bodies.messages import message_of
from engine.rules.lines import place_at
from engine.turns.intake.feeling import feel
from engine.turns.revise import revise
from engine.values.chats.entries import NewEntry
from engine.values.chats.incoming import IncomingKind
from engine.values.chats.turns import HeadState, InboxItem

MOST_AT_ONCE = 100
_CHANGES: Final = frozenset({IncomingKind.EDIT, IncomingKind.DELETE})


@dataclass(frozen=True, slots=True)
class Arrived:
    """What became of what waited. ``head`` is the new last seq of the branch that the channel head is on.

    ``messages`` are entries now, and for a turn to consume: each with its entry's seq.
    """

    head: int
    messages: tuple[tuple[InboxItem, int], ...] = ()

    @property
    def consumed(self) -> tuple[tuple[int, int], ...]:
        """Rows of the inbox, and the seqs of the entries that they became."""
        return tuple((waiting.id, seq) for waiting, seq in self.messages)

    @property
    def newest(self) -> InboxItem | None:
        """The newest message that asks for an answer."""
        return next((waiting for waiting, _ in reversed(self.messages) if waiting.asks), None)


async def take_in(
    ctx: EngineContext, on: Transaction, found: HeadState, *, only_changes: bool = False, leaving: bool = False
) -> Arrived:
    """Apply the edits and deletions that wait on a channel head; the messages become entries if one asks for an answer.

    What people feel about entries becomes acts behind them.

    ``only_changes`` leaves every message waiting. The caller consumes the messages by a turn in the same transaction.
    ``leaving``: nobody will look at the inbox for this head again, so that every message enters the log without one.
    """
    of_kind = {kind: [it for it in found.waiting if it.kind is kind] for kind in IncomingKind}
    messages, felt = of_kind[IncomingKind.MESSAGE], of_kind[IncomingKind.REACTION]
    changes = [it for it in found.waiting if it.kind in _CHANGES]
    head = await _change(ctx, on, found, changes) if changes else found.head
    arrived = await _take_messages(on, found, head, messages, only_changes=only_changes, leaving=leaving)
    if not felt:
        return arrived
    new = {it.external: seq for it, seq in arrived.messages}
    return replace(arrived, head=await feel(ctx, on, found, arrived.head, felt, new))


async def _take_messages(
    on: Transaction,
    found: HeadState,
    head: int,
    messages: Sequence[InboxItem],
    *,
    only_changes: bool,
    leaving: bool,
) -> Arrived:
    asked = any(it.asks for it in messages)
    too_many = len(found.waiting) >= MOST_AT_ONCE
    if only_changes or not messages or not (asked or too_many or leaving):
        return Arrived(head)
    last = await log.append(
        on, found.channel_head.session_key, found.channel_head.branch, head, [_entry(it) for it in messages]
    )
    arrived = Arrived(last, tuple(zip(messages, range(head + 1, last + 1), strict=True)))
    if asked and not leaving:
        return arrived
    # So much was overheard that what asks for an answer may lie behind it: it enters the log without a turn.
    await arrivals.consume(on, found.channel_head, arrived.consumed)
    await work.mark_said(on, found.channel_head.session_key)
    return Arrived(last)


async def _change(ctx: EngineContext, on: Transaction, found: HeadState, changes: Sequence[InboxItem]) -> int:
    """Apply edits and deletions of messages that are in the log; the new head."""
    channel_head, head = found.channel_head, found.head
    targets = await arrivals.targets(on, channel_head.channel_key, [it.target for it in changes])
    for change in changes:
        target = targets.get(change.target)
        if target is None:
            continue
        if change.kind is IncomingKind.DELETE:
            del targets[change.target]
            await arrivals.forget(on, channel_head.channel_key, target)
            await erase(on, channel_head.channel_key, target)
        else:
            head = await _edit(ctx, on, found, head, change, target)
    await arrivals.finish(on, channel_head.key.space, [it.id for it in changes])
    return head


async def _edit(
    ctx: EngineContext, on: Transaction, found: HeadState, head: int, change: InboxItem, target: Target
) -> int:
    """Revise what a message became, if that lies on the line that is played; the new head."""
    channel_head = found.channel_head
    line = await ctx.lines.line(on, channel_head.session_key, channel_head.branch, head)
    if target.session != channel_head.session or place_at(line, target.place.seq) != target.place:
        return head
    text = "\n".join(it for it in (change.text, target.spoken) if it.strip())
    return (await revise(ctx, on, channel_head, line, target.place.seq, text, change.person)).head


def _entry(waiting: InboxItem) -> NewEntry:
    return NewEntry(
        message_of(waiting.body),
        said_at=waiting.sent_at,
        text=waiting.text,
        person=waiting.person,
    )

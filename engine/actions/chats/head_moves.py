"""What moves a channel head: one mechanism for undo, again, restore, switch, branch and every other act.

A head move takes the next fence, whoever holds the channel head. A reply that grows there ends, interrupted, on its own
branch with what had been saved of it. Then the move is made, in the same transaction.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from engine.actions.chats import carry_over
from engine.context import EngineContext
from engine.db.chats import log, sessions, swipes, turns
from engine.db.house import work
from engine.db.postgres.pool import Transaction
from engine.db.postgres.repeat import take_effect
from engine.errors import BranchTaken, DatabaseConstraint, SessionMissing
from engine.rules.acts import done_again
from engine.rules.lines import fork_point, forked, grown
from engine.turns.beginning import Beginning, begin
from engine.turns.claim import look, take_over
from engine.turns.recover import Remedy, close, remedy
from engine.turns.revise import revise
from engine.turns.runner import Runner
from engine.utility.affording import may_ask
from engine.values.chats.bodies import HideBody
from engine.values.chats.entries import Entry, EntryKind, EntryStatus, Line, NewEntry, Place
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import Ended, TurnEvent
from engine.values.chats.sessions import ChannelHead, ForkReason
from engine.values.chats.swipes import Swipe
from engine.values.chats.turns import Claimed, HeadState, TurnKind
from engine.values.ids import SessionKey
from engine.work.crashpoints import maybe_crash
from engine.work.saver import Interruption

T = TypeVar("T")


@dataclass(slots=True)
class HeadMove:
    """A channel head that is ours for this transaction: where it stands, and what lies on its line.

    ``shows`` is told to its channel once the move is committed.
    """

    ctx: EngineContext
    on: Transaction
    found: HeadState
    line: Line
    fence: int
    begun: Claimed | None = None
    shows: list[TurnEvent] = field(default_factory=list[TurnEvent])

    @property
    def key(self) -> SessionKey:
        return self.found.channel_head.session_key

    @property
    def head(self) -> int:
        return self.line.head

    async def fork(self, seq: int, reason: ForkReason) -> None:
        """Stand on a new branch that begins after entry ``seq`` of this line.

        A message that was revised further on keeps its newest text, and one that was hidden or deleted stays so: people
        go on from what they see. So does what they did to memories and to the chronicle; and beside another reply all
        that they did since then.
        """
        later = await log.acts_behind(self.on, self.key, self.line, seq)
        goes_along = carry_over.is_of_people if reason is ForkReason.AGAIN else carry_over.holds_behind
        await self.fork_at(self.line, seq, reason)
        await self._revise_alike(newest_texts(later, seq), {})
        await self._carry([it for it in later if goes_along(it)], seq)

    async def turn(self, line: Line, cut_at: int | None, upto: int) -> None:
        """Stand on ``line``, which is this one up to seq ``upto``, with all that people did here since then.

        ``cut_at``: on a fork of it behind that seq, since more was said there or others play there.
        """
        left = await log.acts_behind(self.on, self.key, self.line, upto)
        if cut_at is None:
            await self._go_to(line.segments[-1].branch, line)
        else:
            await self.fork_at(line, cut_at, ForkReason.AGAIN)
        there = await log.acts_behind(self.on, self.key, self.line, upto)
        done = [it for it in there if carry_over.is_of_people(it)]
        acts = [it for it in left if carry_over.is_of_people(it)]
        await self._revise_alike(newest_texts(left, upto), newest_texts(there, upto))
        already = await carry_over.known(self.on, self.key, carry_over.twins(acts, done))
        await self._carry(carry_over.missing(acts, done), upto, already)

    async def _carry(
        self, acts: Sequence[Entry], upto: int, already: carry_over.CarriedActs = carry_over.NOTHING
    ) -> None:
        """Do here what was done on another line that is the same up to seq ``upto``."""
        wanted = [it for act in acts if (it := carry_over.within(act, upto)) is not None]
        done: list[tuple[carry_over.ActWithMemories, Place]] = []
        for deed in await carry_over.deeds(self.on, self.key, wanted):
            await self.append(await self._again(deed.entry))
            done.append((deed, Place(self.found.channel_head.branch, self.head)))
        if done:
            await carry_over.redo(self.on, self.key, done, upto, already)
        for deed, place in done:  # here may be live what was ended there by something else, or is told only here
            body, first = deed.entry.body, deed.entry.target_seq
            if isinstance(body, HideBody) and first is not None:
                seqs = range(first, (first if body.upto is None else body.upto) + 1)
                await carry_over.end_made(self.on, self.key, self.line, place, seqs, carry_over.TOLD)

    async def _again(self, act: Entry) -> NewEntry:
        """An act as it is done once more at the head."""
        if act.kind not in carry_over.CHANGES:
            return carry_over.again(act)
        acts = await log.newest_acts(self.on, self.key, self.line, self.found.channel_head.channel)
        return carry_over.again(replace(act, body=done_again(acts, act.body)))

    async def _revise_alike(self, wanted: Mapping[int, Entry], known: Mapping[int, Entry]) -> None:
        """Give messages the texts that they were given on another line."""
        for target, revision in wanted.items():
            if target not in known or known[target].text != revision.text:
                await self.revise(target, revision.text, revision.person)

    async def fork_at(self, line: Line, seq: int, reason: ForkReason) -> None:
        """Stand on a new branch that begins after entry ``seq`` of ``line``, exactly as it was there."""
        parent, forked_at = fork_point(line, seq)
        branch = await log.fork(self.on, self.key, parent, forked_at, reason)
        await self._go_to(branch, forked(line, seq, branch))

    async def go_to(self, branch: int, head: int) -> None:
        """Stand at ``head`` of ``branch``, which was there before this move."""
        await self._go_to(branch, await self.ctx.lines.line(self.on, self.key, branch, head))

    async def _go_to(self, branch: int, line: Line) -> None:
        found = self.found
        try:
            await sessions.move(self.on, found.channel_head.key, branch)
        except DatabaseConstraint as error:  # people in another channel came to stand on it in this very moment
            raise BranchTaken(number=branch) from error
        channel_head = ChannelHead(
            found.channel_head.key, found.channel_head.session, found.channel_head.channel, branch
        )
        self.found = replace(found, channel_head=channel_head, head=line.head, leftover=None)
        self.line = line

    async def append(self, *entries: NewEntry) -> None:
        """Add entries at the head."""
        branch = self.found.channel_head.branch
        self.line = grown(self.line, await log.append(self.on, self.key, branch, self.head, entries))

    async def revise(self, seq: int, text: str, person: int | None) -> None:
        """Give entry ``seq`` another text for readers. What was made from the old one ends here, and is due again."""
        self.line = await revise(self.ctx, self.on, self.found.channel_head, self.line, seq, text, person)

    async def answer(
        self,
        kind: TurnKind,
        person: int,
        *,
        instead: Entry | None = None,
        unanswered: Entry | None = None,
        speaker: int | None = None,
        rounds: int = 0,
    ) -> None:
        """Begin a turn that answers what lies at the head; it runs once the move is committed.

        ``instead`` is the reply whose place it takes, or that it goes on with: it is shown in the messages of that one.
        ``unanswered`` is the message that it replies to, shown in the messages that told why it had no reply.
        ``speaker`` is as in Beginning, ``rounds`` its ``round``.
        Raises Paused, AllowanceSpent.
        """
        await may_ask(self.ctx, self.found.channel_head, person, paused=self.found.paused)
        shown, lies, answers = (), None, ""
        if unanswered is not None:
            answers = await turns.external_of(self.on, self.found.channel_head, unanswered.place)
            shown = await turns.telling_of_failure(self.on, self.found.channel_head, unanswered.place.seq)
        if instead is not None:
            shown = tuple(await swipes.showing(self.on, self.found.channel_head, (instead.place, instead.turn)))
            lies = Swipe(self.found.channel_head.session, instead.place)
        asked = Beginning(kind, person, self.fence, shown=shown, speaker=speaker, round=rounds)
        turn = await begin(self.ctx, self.on, self.found, self.line, asked)
        self.begun = Claimed(turn, self.line, self.head, shown=shown, answers=answers, instead=lies)

    async def go_on(self) -> None:
        """Let the reply that grew when the move began, if one did, begin anew with what the line says now."""
        left = self.found.leftover
        if left is None:
            return
        anew = await take_over(self.on, left, self.line, self.fence, anew=True)
        turn = replace(anew.turn, after_seq=self.head)
        self.begun = replace(anew, turn=turn, joined=await turns.join(self.on, turn, ()))


def newest_texts(entries: Sequence[Entry], upto: int) -> dict[int, Entry]:
    """The newest text that people gave each message up to seq ``upto``, among ``entries``.

    What a character said further is not put right: it is no more where the story stands before it.
    """
    return {
        entry.target_seq: entry
        for entry in entries
        if entry.kind is EntryKind.REVISION
        and entry.turn is None
        and entry.status is not EntryStatus.ERASED
        and entry.target_seq is not None
        and entry.target_seq <= upto
    }


async def current_head(ctx: EngineContext, here: Here) -> ChannelHead:
    """Where people play in this channel. Raises SessionMissing."""
    channel_head = await sessions.current(ctx.db, here.key)
    if channel_head is None:
        raise SessionMissing
    return channel_head


async def move_head(
    ctx: EngineContext,
    runner: Runner,
    here: Here,
    channel_head: ChannelHead,
    act: Callable[[HeadMove], Awaitable[T]],
    *,
    stays: bool = False,
) -> T:
    """Do ``act`` on ``channel_head`` under the next fence: all of it, or nothing when it raises.

    Then run the turn it began.

    It is tried again when its commit failed, and takes effect once: undoing twice is not undoing. ``stays``: it leaves
    the head on its branch, so that a reply that grows there is not ended, but begins anew behind ``act``.
    """

    async def once(on: Transaction) -> tuple[T, HeadMove, Ended | None]:
        move, ended = await _seized(ctx, on, channel_head, stays=stays)
        result = await act(move)
        await move.go_on()
        maybe_crash("in_head_move")
        if move.begun is None:
            await work.give_back(on, channel_head.key, move.fence)
        # Before the commit: after it, a reply that another task has begun under a newer fence may grow here.
        ctx.saver.interrupt(channel_head.key, Interruption.LOST)
        return result, move, ended

    result, move, ended = await take_effect(ctx.db, once, key=f"move:{channel_head.key.channel_head}", clock=ctx.clock)
    ctx.due_bell.set()
    maybe_crash("after_head_move")
    if ended is not None:
        ctx.shows.tell(here.key, ended)
    for show in move.shows:
        ctx.shows.tell(here.key, show)
    if move.begun is not None or move.found.waiting:
        runner.wake(move.found.channel_head, here.platform, move.begun)
    return result


async def _seized(
    ctx: EngineContext, on: Transaction, channel_head: ChannelHead, *, stays: bool
) -> tuple[HeadMove, Ended | None]:
    fence = await ctx.leases.seize(on, channel_head.key)
    found = await look(ctx, on, channel_head.key, 1)
    left, ended = found.leftover, None
    if not stays or (left is not None and remedy(left, resumable=True) is not Remedy.RESUME):
        head, ended = await close(ctx, on, found, "moved")
        found = replace(found, head=head, leftover=None)
    line = await ctx.lines.line(on, found.channel_head.session_key, found.channel_head.branch, found.head)
    return HeadMove(ctx, on, found, line, fence), ended

"""What a round of a circle came to: likes are stored at once, comments as marks of their own.

The model was asked for it, so it waits where something is being written just now; what was changed or taken back
meanwhile is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.context import EngineContext
from engine.db.chats import log, turns
from engine.db.house import work
from engine.db.postgres.pool import Transaction
from engine.jobs.characters.circle_comments import mark_comments, members_seen, read_in
from engine.jobs.characters.circle_marks import channel_of, circle_of
from engine.jobs.chats.taking import begin_due
from engine.jobs.context import JobContext
from engine.jobs.put_off import finish
from engine.rules.bodies.due import answer_mark_of
from engine.rules.circle.planning import LATE, is_waking
from engine.rules.circle.rounds import valid
from engine.rules.recall.remembering.batches import BatchMessage
from engine.turns.intake.arrivals import take_in
from engine.turns.runner import Runner
from engine.values.chats.bodies import ReactionBody
from engine.values.chats.entries import EntryKind, NewEntry, Place, said_by
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Noticed, TurnEvent
from engine.values.chats.turns import HeadState
from engine.values.house.due_bodies import AnswerMark, HeldAct
from engine.values.house.work import Due
from engine.work.crashpoints import maybe_crash

LIKE: Final = "❤"


async def store_answer(ctx: EngineContext, runner: Runner, platform: str, due: Due) -> None:
    """Store what a round came to, as far as it still may be done."""
    mark, job = answer_mark_of(due.body), await circle_of(ctx, due)
    if mark is None or job is None:
        await finish(ctx, due)
        return
    storing = _Storing(ctx, job, mark)
    await begin_due(ctx, runner, platform, due, job.played.channel_head.key, storing.store)
    storing.tell()


@dataclass(slots=True)
class _Storing:
    """Written under the lease of the channel head."""

    ctx: EngineContext
    job: JobContext
    mark: AnswerMark
    shows: tuple[TurnEvent, ...] = ()

    async def store(self, on: Transaction, found: HeadState, _: int) -> None:
        """Likes are acts of the log, told in one message for each post; no turn begins.

        Nothing of it is done on another branch, at night, where characters were made silent, or when it is too late.
        """
        ctx, head, mark, now = self.ctx, found.channel_head, self.mark, self.ctx.clock.now()
        if found.paused or head.branch != mark.branch or now - mark.at > LATE or not is_waking(now, self.job.zone):
            return
        found = replace(found, head=(await take_in(ctx, on, found, only_changes=True)).head)
        job = replace(self.job, line=await ctx.lines.line(on, head.session_key, head.branch, found.head))
        there = await read_in(on, job, mark.first, mark.last)
        acts = valid(mark.acts, there, mark.many)
        await self._like(on, job, found, acts, there)
        await mark_comments(ctx, on, job, [it for it in acts if it.text], mark)
        maybe_crash("in_circle_answer")

    async def _like(
        self, on: Transaction, job: JobContext, found: HeadState, acts: Sequence[HeldAct], read: Sequence[BatchMessage]
    ) -> None:
        head, now = found.channel_head, self.ctx.clock.now()
        before = await log.acts(on, job.key, job.line, [EntryKind.MEMBER, EntryKind.REACTION])
        names = {it.character: it.name for it, _ in await members_seen(self.ctx, on, job, before)}
        liked = {(act.character, act.target_seq) for act, _ in said_by(before, ReactionBody)}
        new = [it for it in acts if not it.text and it.character in names and (it.character, it.target) not in liked]
        if not new:
            return
        body = ReactionBody(emojis=(LIKE,))
        entries = [NewEntry(body, now, character=it.character, target_seq=it.target) for it in new]
        await log.append(on, head.session_key, head.branch, found.head, entries)
        for target in sorted({it.target for it in new}):
            who = {who for who, seq in liked if seq == target} | {it.character for it in new if it.target == target}
            post = next(it for it in read if it.seq == target)
            await self._tell(on, post, [name for number, name in names.items() if number in who])

    async def _tell(self, on: Transaction, post: BatchMessage, names: Sequence[str]) -> None:
        data = {"names": list(names), "at": f"{post.at.astimezone(self.job.zone):%H:%M}"}  # nobody's words
        notice = Notice("circle-likes", data)
        about = await turns.external_of(on, self.job.played.channel_head, Place(post.branch, post.seq))
        here, session = channel_of(self.job), self.job.key.session
        sending = await work.plan_progress(on, here, session, f"like:{post.seq}", notice, about)
        self.shows = (*self.shows, Noticed(notice, sending, about=about))

    def tell(self) -> None:
        """Show it, once it is stored."""
        for it in self.shows:
            self.ctx.shows.tell(channel_of(self.job), it)

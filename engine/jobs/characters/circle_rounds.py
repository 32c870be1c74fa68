"""Rounds of a circle: its characters read what is new, like it, and comment on it some minutes later.

One call of the utility model decides for all of them; rules keep what may be done. A comment waits as a mark of due
work until its time has come, and becomes a turn that has ended as it begins: so it is shown, remembered and taken back
as any reply is.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import sha256
from typing import Final

import structlog

from engine.context import EngineContext
from engine.db.characters import circles
from engine.db.chats import log, turns
from engine.db.house import work
from engine.db.memory import progress
from engine.db.postgres.pool import Transaction
from engine.errors import InputError
from engine.jobs.characters.circle_posts import circle_of, round_kind
from engine.jobs.chats.taking import begin_due
from engine.jobs.context import JobContext
from engine.jobs.memory.reading import said_in
from engine.jobs.put_off import finish, put_off
from engine.rules.attention import draw_of
from engine.rules.bodies.due import comment_mark_json, comment_mark_of
from engine.rules.casting import version_at
from engine.rules.circle.planning import LATE, is_waking
from engine.rules.circle.rounds import KeptAct, RoundAnswer, addressed, kept, schema
from engine.rules.recall.remembering.batches import (
    BatchMessage,
    as_lines,
    as_records,
    between,
    first_unread,
    read_upto,
)
from engine.rules.recall.telling.quoting import harmless, shortened
from engine.turns.beginning import Beginning, begin
from engine.turns.commit import write_end
from engine.turns.intake.arrivals import MOST_AT_ONCE, take_in
from engine.turns.recover import began_of
from engine.turns.runner import Runner
from engine.utility.asking import MOST_TRIES, UNANSWERABLE, ask, data_prompt, words_for
from engine.values.characters.circle_members import CircleMember
from engine.values.chats.bodies import ReactionBody
from engine.values.chats.entries import EntryKind, NewEntry, said_by
from engine.values.chats.outgoing import Ended, Noticed, TurnEvent
from engine.values.chats.turns import Claimed, HeadState, ModelReply, Notice, TurnKind, TurnState
from engine.values.house.due_bodies import CommentMark
from engine.values.house.work import Due
from engine.values.ids import ChannelHeadKey, ChannelKey
from engine.values.models.prompts import PromptMessage
from engine.work.crashpoints import maybe_crash

ROUND: Final = "circle"
"""By what it is known how far a circle's characters have read."""
MOST_SHOWN: Final = 30
MOST_READERS: Final = 12
READ_WITHIN: Final = timedelta(days=2)
"""What is older nobody comments on: a circle that slept for a week does not wake all at once."""
QUIET: Final = timedelta(seconds=90)
"""So long people are given to write more before they are read."""
BETWEEN: Final = timedelta(minutes=3)
"""About so much lies between comments."""
LONGEST_ANSWER: Final = 1_200
LONGEST_BLURB: Final = 240
LIKE: Final = "❤"

_log = structlog.get_logger(__name__)


def digest(text: str) -> str:
    """By what it is known whether a message still says what was read."""
    return sha256(text.encode()).hexdigest()


def comment_kind(platform: str) -> str:
    """The family of marks of comments on a platform."""
    return f"circle_comment.{platform}"


async def due_rounds(ctx: EngineContext, platforms: Collection[str]) -> None:
    """Mark the circles where somebody has written something that no character has seen."""
    for platform in platforms:
        for key in await circles.waiting(ctx.db, [platform], ctx.clock.now().date()):
            await work.mark_due(ctx.db, key, round_kind(platform), after=QUIET)


async def hold_round(ctx: EngineContext, runner: Runner, platform: str, due: Due) -> None:
    """Take in what people have written, ask what the characters do about what is new, and store it."""
    job = await circle_of(ctx, due.key)
    if job is None:
        await finish(ctx, due)
        return
    found = await _taken_in(ctx, runner, job.played.channel_head.key)
    if found is None:
        await work.postpone_due(ctx.db, due, QUIET)
        return
    job = None if found.paused else await circle_of(ctx, due.key)
    round_ = await _round(ctx, job) if job else None
    if round_ is None:
        await finish(ctx, due)
        return
    async with put_off(ctx, due):
        acts = await _asked(ctx, due, round_)
        storing = _Storing(ctx, round_, platform, acts)
        await begin_due(ctx, runner, platform, due, round_.job.played.channel_head.key, storing.store)
        storing.tell()


@dataclass(frozen=True, slots=True)
class _Round:
    """What is read now: the newest messages, of which those from seq ``unread`` on are new, and by whom."""

    job: JobContext
    said: tuple[BatchMessage, ...]
    readers: tuple[CircleMember, ...]
    blurbs: tuple[str, ...]
    liked: frozenset[tuple[int, int]]
    unread: int


async def _taken_in(ctx: EngineContext, runner: Runner, head: ChannelHeadKey) -> HeadState | None:
    """Let what waits become entries, without a turn; what was found there, None while a turn runs or nothing is."""
    if runner.serves(head):
        return None
    async with ctx.db.transaction() as on:
        fence = await ctx.leases.take(on, head)
        found = await turns.look(on, head, MOST_AT_ONCE)
        if fence is None or found is None or found.leftover is not None:
            return None
        await take_in(ctx, on, found, leaving=True)
        await work.give_back(on, head, fence)
    return found


async def _round(ctx: EngineContext, job: JobContext) -> _Round | None:
    line, channel = job.line, job.played.channel_head.channel_key
    first = first_unread(line, await progress.progress(ctx.db, job.key, ROUND))
    if first > line.head or not is_waking(ctx.clock.now(), job.zone):
        return None
    said = (await said_in(ctx.db, job, ((max(1, line.head - 4 * MOST_SHOWN), line.head),)))[-MOST_SHOWN:]
    since = ctx.clock.now() - READ_WITHIN
    readers = [it for it in await circles.members(ctx.db, channel) if it.character in job.cast][:MOST_READERS]
    if not readers or not any(it.seq >= first and it.at >= since for it in said):
        return None
    acts = await log.acts(ctx.db, job.key, line, [EntryKind.MEMBER, EntryKind.REACTION])
    liked = {(act.character, act.target_seq) for act, _ in said_by(acts, ReactionBody)}
    known = frozenset((who, seq) for who, seq in liked if who is not None and seq is not None)
    blurbs = [await _blurb(ctx, job, it, version_at(acts, it.character)) for it in readers]
    return _Round(job, tuple(said), tuple(readers), tuple(blurbs), known, first)


async def _blurb(ctx: EngineContext, job: JobContext, member: CircleMember, version: int | None) -> str:
    """Who a reader is, in short."""
    try:
        card = await ctx.cards.card(ctx.db, member.character, version) if version else None
    except InputError:  # it reads all the same
        card = None
    about = (card.personality.strip() or card.description.strip()) if card else ""
    text = about.replace("{{char}}", member.name)
    return shortened(harmless(f"{text} {member.tone}".strip(), job.mark), LONGEST_BLURB)


async def _asked(ctx: EngineContext, due: Due, round_: _Round) -> list[KeptAct]:
    """What the characters do; nothing where the model has no answer, time and again."""
    shape = schema(len(round_.readers), len(round_.said))
    try:
        told = await ask(ctx, round_.job.errand.to(ROUND), _prompt(ctx, round_), RoundAnswer, LONGEST_ANSWER, shape)
    except UNANSWERABLE as error:
        if due.tries < MOST_TRIES:
            raise
        _log.warning("round passed over", error=str(error), action="choose a model that can answer in a shape")
        return []
    return kept(told, [it.character for it in round_.readers], round_.said, round_.liked, round_.unread)


def _prompt(ctx: EngineContext, round_: _Round) -> tuple[PromptMessage, ...]:
    job = round_.job
    language, mark = job.settings.language, job.mark
    rows = [
        {"n": number, "name": harmless(it.name, mark), "about": about}
        for number, (it, about) in enumerate(zip(round_.readers, round_.blurbs, strict=True), 1)
    ]
    new = next(number for number, it in enumerate(round_.said, 1) if it.seq >= round_.unread)
    messages = words_for(language, f"The messages, new from {new} on", f"消息，从第 {new} 条起是新的")
    blocks = [
        between(mark, words_for(language, "The characters", "角色"), as_records(rows)),
        between(mark, messages, as_lines(round_.said, mark, job.zone, 400)),
    ]
    return data_prompt(ctx.texts[language].circle.replace("{mark}", mark), blocks)


@dataclass(slots=True)
class _Storing:
    """What a round came to, written under the lease of the channel head: likes at once, comments as marks."""

    ctx: EngineContext
    round: _Round
    platform: str
    acts: Sequence[KeptAct]
    shows: tuple[TurnEvent, ...] = ()

    async def store(self, on: Transaction, found: HeadState, _: int) -> None:
        """Likes are acts of the log, told in one message for each post; no turn begins."""
        job, ctx, now = self.round.job, self.ctx, self.ctx.clock.now()
        head, line = (
            found.channel_head,
            await ctx.lines.line(on, found.channel_head.session_key, found.channel_head.branch, found.head),
        )
        span = (self.round.said[0].seq, line.head)
        there = {it.seq: it.text for it in await said_in(on, replace(job, line=line), (span,))}
        same = {it.seq: digest(it.text) for it in self.round.said if there.get(it.seq) == it.text}
        here = head.branch == job.played.channel_head.branch and not found.paused
        acts = [it for it in self.acts if it.target in same] if here else []
        likes = [it for it in acts if not it.text]
        entries = [
            NewEntry(ReactionBody(emojis=(LIKE,)), now, character=it.character, target_seq=it.target) for it in likes
        ]
        if entries:
            await log.append(on, head.session_key, head.branch, found.head, entries)
        for target in sorted({it.target for it in likes}):
            await self._tell(on, head.channel_key, target, likes)
        for number, it in enumerate(it for it in acts if it.text):
            draw = draw_of(job.key.session, found.head, number)
            after = BETWEEN * (number + 0.5 + draw)
            mark = CommentMark(it.character, it.target, it.text, now + after, same[it.target])
            kind = f"{comment_kind(self.platform)}/{found.head}.{number}"
            await work.mark_due(on, job.key, kind, after=after, body=comment_mark_json(mark))
        for branch, seq in read_upto(job.line, job.line.head).items():
            await progress.advance(on, job.key, ROUND, branch, seq)
        maybe_crash("in_circle_round")

    async def _tell(self, on: Transaction, channel: ChannelKey, target: int, likes: Sequence[KeptAct]) -> None:
        names = {it.character: it.name for it in self.round.readers}
        who = {who for who, seq in self.round.liked if seq == target}
        who |= {it.character for it in likes if it.target == target}
        post = next(it for it in self.round.said if it.seq == target)
        told = [name for number, name in names.items() if number in who]
        data = {"names": told, "at": f"{post.at.astimezone(self.round.job.zone):%H:%M}"}  # nobody's words
        notice = Notice("circle-likes", data)
        session = self.round.job.key.session
        sending = await work.plan_progress(on, channel, session, f"like:{target}", notice)
        self.shows = (*self.shows, Noticed(notice, sending))

    def tell(self) -> None:
        """Show it, once it is stored."""
        for it in self.shows:
            self.ctx.shows.tell(self.round.job.played.channel_head.channel_key, it)


async def write_comment(ctx: EngineContext, runner: Runner, platform: str, due: Due) -> None:
    """Write a comment whose time has come, unless what it is about has gone or changed, or its time has passed."""
    mark, job = comment_mark_of(due.body), await circle_of(ctx, due.key)
    if mark is None or job is None:
        await finish(ctx, due)
        return
    ended: list[Ended] = []

    async def written(on: Transaction, found: HeadState, fence: int) -> None:
        done = await _comment(ctx, on, job, mark, found, fence)
        if done is not None:
            ended.append(done)
            await work.mark_due(on, job.key, round_kind(platform), after=BETWEEN)

    await begin_due(ctx, runner, platform, due, job.played.channel_head.key, written)
    for it in ended:
        ctx.shows.tell(job.played.channel_head.channel_key, it)


async def _comment(
    ctx: EngineContext, on: Transaction, job: JobContext, mark: CommentMark, found: HeadState, fence: int
) -> Ended | None:
    head, now = found.channel_head, ctx.clock.now()
    found = replace(found, head=(await take_in(ctx, on, found, only_changes=True)).head)
    line = await ctx.lines.line(on, head.session_key, head.branch, found.head)
    said = await said_in(on, replace(job, line=line), ((mark.target, mark.target),))
    cast = {it.character for it in await circles.members(on, head.channel_key)} & set(job.cast)
    late = now - mark.at > LATE or not is_waking(now, job.zone)
    if not said or digest(said[0].text) != mark.of or late or found.paused or mark.character not in cast:
        return None
    asked = Beginning(TurnKind.UNASKED, None, fence, speaker=mark.character)
    claimed = Claimed(await begin(ctx, on, found, line, asked), line, line.head, quiet=True)
    began = await began_of(ctx, on, claimed)
    text = addressed(said[0].name, mark.text)
    reply = ModelReply(TurnState.COMPLETE, "complete", raw=text, text=text)
    _, ended = await write_end(ctx, on, claimed, reply, found.address.platform)
    maybe_crash("in_circle_comment")
    return replace(ended, began=began) if ended else None

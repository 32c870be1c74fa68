"""Rounds of a circle: its characters read what is new; what they do about it is a mark for ``circle_answers``.

One call of the utility model decides for all of them; rules keep what may be done.
"""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import structlog

from engine.context import EngineContext
from engine.db.chats import log, turns
from engine.db.house import work
from engine.db.memory import progress
from engine.errors import LeaseLost
from engine.jobs.characters.circle_comments import UNTIL_SHOWN, blurb_of, members_seen, not_shown, read_in
from engine.jobs.characters.circle_marks import answer_kind, channel_of, circle_of, circles_here, mark_in, round_kind
from engine.jobs.context import JobContext
from engine.jobs.put_off import finish, put_off
from engine.rules.bodies.due import answer_mark_json
from engine.rules.circle.friends import friendships
from engine.rules.circle.planning import around, is_waking, until_waking
from engine.rules.circle.rounds import KeptAct, RoundAnswer, answers, held, kept, schema, with_news
from engine.rules.circle.ties import authors, ties
from engine.rules.recall.remembering.batches import (
    BatchMessage,
    as_lines,
    as_records,
    between,
    first_unread,
    read_upto,
)
from engine.rules.recall.telling.quoting import harmless
from engine.turns.inputs.contacts import contacts
from engine.turns.intake.arrivals import MOST_AT_ONCE, take_in
from engine.turns.runner import Runner
from engine.utility.asking import MOST_TRIES, UNANSWERABLE, ask, data_prompt, words_for
from engine.utility.day_share import is_left
from engine.values.characters.characters import Card
from engine.values.characters.circle_members import CircleMember
from engine.values.chats.bodies import ReactionBody
from engine.values.chats.circles import Friend
from engine.values.chats.entries import EntryKind, Place, said_by
from engine.values.chats.turns import HeadState
from engine.values.house.due_bodies import AnswerMark
from engine.values.house.shares import DayShare
from engine.values.house.work import Due
from engine.values.ids import ChannelHeadKey
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
MORNING: Final = timedelta(minutes=12)
"""About so long after the night has ended it is read what was written then."""
LONGEST_ANSWER: Final = 1_200

_log = structlog.get_logger(__name__)


async def due_rounds(ctx: EngineContext, platforms: Collection[str]) -> None:
    """Mark the circles where somebody has written something that no character has seen."""
    async for it, _ in circles_here(ctx, platforms, waiting=True):
        kind = mark_in(round_kind(it.here.platform), it.here.key)
        await work.mark_due(ctx.db, it.session, kind, after=QUIET)


async def hold_round(ctx: EngineContext, runner: Runner, platform: str, due: Due) -> None:
    """Take in what people have written, ask what the characters do about what is new, and store it.

    What is written at night is taken in then, and read in the morning.
    """
    job = await circle_of(ctx, due)
    if job is None:
        await finish(ctx, due)
        return
    found = await _taken_in(ctx, runner, job.played.channel_head.key)
    if found is None:
        await work.postpone_due(ctx.db, due, QUIET)
        return
    now = ctx.clock.now()
    if not is_waking(now, job.zone) and not found.paused:
        later = around(MORNING, "morning", job.key.session, job.line.head)
        await work.postpone_due(ctx.db, due, until_waking(now, job.zone) + later)
        return
    job = None if found.paused else await circle_of(ctx, due)
    round_ = await _round(ctx, job) if job else None
    if round_ is None or not await _may_ask(ctx, round_):
        await finish(ctx, due)
        return
    if await _comes_still(ctx, round_):
        await work.postpone_due(ctx.db, due, UNTIL_SHOWN)
        return
    async with put_off(ctx, due):
        await _keep(ctx, platform, due, round_, await _asked(ctx, due, round_))


@dataclass(frozen=True, slots=True)
class _Round:
    """What is read now, and by whom: the threads in which something is new, that is from seq ``unread`` on.

    ``read`` is all that stands there from the first of them on. ``ties``: how close each reader is to whom, as rows.
    """

    job: JobContext
    said: tuple[BatchMessage, ...]
    readers: tuple[CircleMember, ...]
    blurbs: tuple[str, ...]
    liked: frozenset[tuple[int, int]]
    unread: int
    read: tuple[BatchMessage, ...]
    ties: Mapping[int, Sequence[Mapping[str, object]]]

    @property
    def for_people(self) -> bool:
        """Whether somebody has written something that is read now: they are answered as anywhere else."""
        return any(it.person is not None and it.seq >= self.unread for it in self.said)


async def _keep(ctx: EngineContext, platform: str, due: Due, round_: _Round, acts: Sequence[KeptAct]) -> None:
    """What was read is read, and what it came to is kept until it can be done: nobody pays for it twice."""
    job, read = round_.job, round_.read
    mark = AnswerMark(
        ctx.clock.now(), job.line.segments[-1].branch, read[0].seq, read[-1].seq, len(read), held(acts, read)
    )
    async with ctx.db.transaction() as on:
        if not await work.finish_due(on, due):
            raise LeaseLost
        for branch, seq in read_upto(job.line, job.line.head).items():
            await progress.advance(on, job.key, ROUND, branch, seq)
        if acts:
            kind = mark_in(answer_kind(platform), channel_of(job), job.line.head)
            await work.mark_due(on, job.key, kind, body=answer_mark_json(mark))
        maybe_crash("in_circle_round")
    ctx.due_bell.set()


async def _may_ask(ctx: EngineContext, round_: _Round) -> bool:
    """Whether characters may go on among themselves: as long as anything is left of what circles may take today."""
    at = channel_of(round_.job)
    async with ctx.db.transaction() as on:
        spender = ctx.spending.spender(at.space, at.channel, None)
        return round_.for_people or await is_left(ctx, on, DayShare.CIRCLE, spender, at.channel)


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
    line = job.line
    first = first_unread(line, await progress.progress(ctx.db, job.key, ROUND))
    if first > line.head:
        return None
    newest = (await read_in(ctx.db, job, max(1, line.head - 4 * MOST_SHOWN), line.head))[-MOST_SHOWN:]
    said = with_news(newest, first)
    since = ctx.clock.now() - READ_WITHIN
    acts = await log.acts(ctx.db, job.key, line, [EntryKind.MEMBER, EntryKind.REACTION])
    members = (await members_seen(ctx, ctx.db, job, acts))[:MOST_READERS]
    if not members or not any(it.seq >= first and it.at >= since for it in said):
        return None
    liked = {(act.character, act.target_seq) for act, _ in said_by(acts, ReactionBody)}
    known = frozenset((who, seq) for who, seq in liked if who is not None and seq is not None)
    blurbs = tuple(blurb_of(job, it, card) for it, card in members)
    read = tuple(it for it in newest if it.seq >= said[0].seq)
    close = await _ties(ctx, job, members, said)
    return _Round(job, tuple(said), tuple(it for it, _ in members), blurbs, known, first, read, close)


async def _ties(
    ctx: EngineContext, job: JobContext, members: Sequence[tuple[CircleMember, Card]], said: Sequence[BatchMessage]
) -> Mapping[int, Sequence[Mapping[str, object]]]:
    """By character: how close it is to those whose messages are read."""
    told, now = await contacts(ctx.db, job.key, job.line, job.played.covered), ctx.clock.now()
    names = {Friend(it.character): card.called for it, card in members}
    found, read = await asyncio.to_thread(friendships, told, names, now), authors(said)
    return {it.character: ties(found, it.character, read, now, job.mark) for it, _ in members}


async def _comes_still(ctx: EngineContext, round_: _Round) -> bool:
    """Whether something that is new there is still on its way to its platform: nobody reads what nobody can see."""
    fresh = [Place(it.branch, it.seq) for it in round_.said if it.seq >= round_.unread]
    return any((await not_shown(ctx, ctx.db, round_.job, fresh)).values())


async def _asked(ctx: EngineContext, due: Due, round_: _Round) -> list[KeptAct]:
    """What the characters do; nothing where the model has no answer, time and again."""
    shape = schema(len(round_.readers), len(round_.said))
    errand = round_.job.errand.to("" if round_.for_people else DayShare.CIRCLE)
    try:
        told = await ask(ctx, errand, _prompt(ctx, round_), RoundAnswer, LONGEST_ANSWER, shape)
    except UNANSWERABLE as error:
        if due.tries < MOST_TRIES:
            raise
        _log.warning("round passed over", error=str(error), action="choose a model that can answer in a shape")
        return []
    return kept(told, [it.character for it in round_.readers], round_.said, round_.liked, round_.unread)


def _prompt(ctx: EngineContext, round_: _Round) -> tuple[PromptMessage, ...]:
    job = round_.job
    language, mark = job.settings.language, job.mark
    rows: list[dict[str, object]] = []
    for number, (it, about) in enumerate(zip(round_.readers, round_.blurbs, strict=True), 1):
        close = round_.ties[it.character]
        row: dict[str, object] = {
            "n": number,
            "id": f"c{it.character}",
            "name": harmless(it.name, mark),
            "about": about,
        }
        rows.append({**row, "ties": close} if close else row)
    new = next(number for number, it in enumerate(round_.said, 1) if it.seq >= round_.unread)
    messages = words_for(language, f"The messages, new from {new} on", f"消息，从第 {new} 条起是新的")
    blocks = [
        between(mark, words_for(language, "The characters", "角色"), as_records(rows)),
        between(mark, messages, as_lines(round_.said, mark, job.zone, 400, answers=answers(round_.said))),
    ]
    return data_prompt(ctx.texts[language].circle.replace("{mark}", mark), blocks)

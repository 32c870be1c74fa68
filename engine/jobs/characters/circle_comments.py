"""Comments of a circle: each waits as a mark of due work until its time has come, and is then written, or never.

A comment becomes a turn that has ended as it begins: so it is shown, remembered and taken back as any reply is.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from engine.context import EngineContext
from engine.db.characters import circles
from engine.db.chats import log, turns
from engine.db.house import work
from engine.db.postgres.pool import Statements, Transaction
from engine.errors import InputError
from engine.jobs.characters.circle_marks import channel_of, circle_of, comment_kind, mark_in, round_kind
from engine.jobs.chats.taking import begin_due
from engine.jobs.chats.unasked import Unasked, begin_unasked
from engine.jobs.context import JobContext
from engine.jobs.memory.reading import said_in
from engine.jobs.put_off import finish
from engine.rules.attention import draw_of
from engine.rules.bodies.due import comment_mark_json, comment_mark_of
from engine.rules.casting import version_at
from engine.rules.circle.planning import LATE, around, is_waking
from engine.rules.circle.rounds import addressed, valid
from engine.rules.recall.remembering.batches import BatchMessage
from engine.rules.recall.telling.quoting import harmless, shortened
from engine.turns.commit import write_end
from engine.turns.inputs.adult import unseen
from engine.turns.intake.arrivals import take_in
from engine.turns.recover import began_of
from engine.turns.runner import Runner
from engine.values.characters.characters import Card
from engine.values.characters.circle_members import CircleMember
from engine.values.chats.entries import Entry, EntryKind, Place
from engine.values.chats.occasions import Occasion, OccasionKind
from engine.values.chats.outgoing import Ended
from engine.values.chats.turns import HeadState, ModelReply, TurnState
from engine.values.house.due_bodies import AnswerMark, CommentMark, HeldAct
from engine.values.house.work import Due
from engine.work.crashpoints import maybe_crash

UNTIL_SHOWN: Final = timedelta(minutes=1)
"""So often it is looked whether what a comment answers can be seen by now."""
BETWEEN: Final = timedelta(minutes=3)
"""About so much lies between comments."""
LONGEST_BLURB: Final = 240
READ_AFTER: Final = timedelta(minutes=15)
"""About so long after a comment others read it, with those that came meanwhile: each round costs a call."""


async def read_in(on: Statements, job: JobContext, first: int, last: int) -> list[BatchMessage]:
    """What everybody who reads the circle could read, from one seq to another."""
    said = await said_in(on, job, ((first, last),))
    return [it for it in said if job.played.covered.issuperset(it.audience)]


async def not_shown(ctx: EngineContext, on: Statements, job: JobContext, places: Sequence[Place]) -> dict[Place, bool]:
    """Which entries cannot be seen where the circle is; True for those that may still come.

    Nobody knows that of a platform that does not say what has arrived.
    """
    if ctx.limits.get(job.played.platform) is None:
        return {}
    return await turns.not_shown(on, job.played.channel_head, places)


async def members_seen(
    ctx: EngineContext, on: Statements, job: JobContext, acts: Sequence[Entry]
) -> list[tuple[CircleMember, Card]]:
    """The characters that play in a circle and may be seen there, with their cards. ``acts``: as they came and went."""
    found: list[tuple[CircleMember, Card]] = []
    for it in await circles.members(on, channel_of(job)):
        version = version_at(acts, it.character)
        if it.character in job.cast and version:
            try:
                card = await ctx.cards.card(on, it.character, version)
            except InputError:  # without a card nobody plays
                continue
            if card is not None:
                found.append((it, card))
    hidden = await unseen(on, channel_of(job), {it.character: card for it, card in found})
    return [(it, card) for it, card in found if it.character not in hidden]


def blurb_of(job: JobContext, member: CircleMember, card: Card) -> str:
    """Who a reader is, in short."""
    told = card.personality.strip() or card.description.strip()
    text = told.replace("{{char}}", member.name)
    return shortened(harmless(f"{text} {member.tone}".strip(), job.mark), LONGEST_BLURB)


async def mark_comments(
    ctx: EngineContext, on: Transaction, job: JobContext, comments: Sequence[HeldAct], answer: AnswerMark
) -> None:
    """Have comments written minutes apart, each if what was read for it still says the same then."""
    family = comment_kind(job.played.platform)
    for number, it in enumerate(comments):
        after = BETWEEN * (number + 0.5 + draw_of(job.key.session, job.line.head, number))
        at = ctx.clock.now() + after
        mark = CommentMark(it.character, it.target, it.text, at, answer.first, answer.last, it.of, answer.many)
        kind = mark_in(family, channel_of(job), job.line.head, number)
        await work.mark_due(on, job.key, kind, after=after, body=comment_mark_json(mark))


async def write_comment(ctx: EngineContext, runner: Runner, platform: str, due: Due) -> None:
    """Write a comment whose time has come, unless what was read for it has gone or changed, or its time has passed."""
    mark, job = comment_mark_of(due.body), await circle_of(ctx, due)
    if mark is None or job is None:
        await finish(ctx, due)
        return
    ended: list[Ended] = []

    async def written(on: Transaction, found: HeadState, fence: int) -> None:
        try:
            done = await _comment(ctx, on, job, mark, found, fence)
        except _NotYetShown:
            await work.mark_due(on, job.key, due.kind, after=UNTIL_SHOWN, body=due.body)
            return
        if done is not None:
            ended.append(done)
            after = around(READ_AFTER, "comment", job.key.session, job.line.head)
            await work.mark_due(on, job.key, mark_in(round_kind(platform), channel_of(job)), after=after)

    await begin_due(ctx, runner, platform, due, job.played.channel_head.key, written)
    for it in ended:
        ctx.shows.tell(channel_of(job), it)


class _NotYetShown(Exception):
    """What is to be commented on has not arrived on its platform."""


async def _comment(
    ctx: EngineContext, on: Transaction, job: JobContext, mark: CommentMark, found: HeadState, fence: int
) -> Ended | None:
    """The comment as a turn that has ended; None where it is not to be written any more. Raises _NotYetShown."""
    head, now = found.channel_head, ctx.clock.now()
    found = replace(found, head=(await take_in(ctx, on, found, only_changes=True)).head)
    job = replace(job, line=await ctx.lines.line(on, head.session_key, head.branch, found.head))
    read = await read_in(on, job, mark.first, mark.last)
    target = next((it for it in read if it.seq == mark.target), None)
    asked = HeldAct(mark.character, mark.target, mark.text, mark.of)
    if target is None or not valid([asked], read, mark.many) or found.paused:
        return None
    if now - mark.at > LATE or not is_waking(now, job.zone):
        return None
    acts = await log.acts(on, job.key, job.line, [EntryKind.MEMBER])
    if mark.character not in {it.character for it, _ in await members_seen(ctx, on, job, acts)}:
        return None
    place = Place(target.branch, target.seq)
    missing = await not_shown(ctx, on, job, [place])
    if missing.get(place):
        raise _NotYetShown
    if missing:  # nobody can tell whether it is there
        return None
    why = Occasion(OccasionKind.COMMENT, target=mark.target)
    answers = await turns.external_of(on, head, place)
    claimed = await begin_unasked(ctx, on, found, fence, Unasked(mark.character, why, answers=answers))
    began = await began_of(ctx, on, claimed)
    text = addressed(target.name, mark.text)
    reply = ModelReply(TurnState.COMPLETE, "complete", raw=text, text=text)
    ctx.outbox.learn(claimed.turn)  # so that it is written down before it goes out
    _, ended = await write_end(ctx, on, claimed, reply, found.address.platform)
    maybe_crash("in_circle_comment")
    return replace(ended, began=began) if ended else None

"""Posts that the characters of a circle alone see: one call of the utility model writes one with what the others say.

It becomes an act of the log, so that it goes back with the story, and is no message: nobody is shown it in the channel,
no reply is made from it, nothing of it is remembered. Its prompt holds no message of anybody.
"""

import asyncio
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import structlog

from engine.context import EngineContext
from engine.db.chats import audiences, log, turns
from engine.db.house import work
from engine.db.postgres.pool import Statements, Transaction
from engine.jobs.characters.circle_comments import blurb_of, members_seen
from engine.jobs.characters.circle_marks import channel_of, is_left_in, may_post, member_of
from engine.jobs.chats.taking import WHILE_BUSY, begin_due
from engine.jobs.context import JobContext
from engine.jobs.put_off import finish, put_off
from engine.rules.circle.backstage import BackstageAnswer, kept_post, posts_among, schema
from engine.rules.circle.friends import friendships
from engine.rules.circle.subjects import usual_about
from engine.rules.circle.ties import closeness
from engine.rules.recall.remembering.batches import as_records, between
from engine.rules.recall.telling.quoting import harmless, shortened
from engine.turns.inputs.contacts import contacts
from engine.turns.intake.arrivals import take_in
from engine.turns.runner import Runner
from engine.utility.asking import MOST_TRIES, UNANSWERABLE, ask, data_prompt, words_for
from engine.values.characters.circle_members import CircleMember, SeenBy
from engine.values.chats.bodies import BackstageBody
from engine.values.chats.circles import Friend
from engine.values.chats.entries import Entry, EntryKind, NewEntry
from engine.values.chats.turns import HeadState
from engine.values.house.due_bodies import PostMark
from engine.values.house.shares import DayShare
from engine.values.house.work import Due
from engine.values.models.prompts import PromptMessage

CAST: Final = ("circle:cast",)
"""Readers of such posts, as a clause that nobody meets: what reads the log by its audiences never tells of them."""
MOST_OTHERS: Final = 11
REMEMBERED: Final = 5
"""So many of the newest such posts are known to whoever posts next."""
LONGEST_SHOWN: Final = 300
LONGEST_ANSWER: Final = 1_200

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Scene:
    """Who posts, who of the others reads, and what each is like, the poster first.

    ``ties`` are how close the others are to it, from 0 to 100; ``lately`` what was posted so before, oldest first.
    """

    poster: CircleMember
    others: tuple[CircleMember, ...]
    blurbs: tuple[str, ...]
    ties: tuple[int, ...]
    lately: tuple[tuple[Entry, BackstageBody], ...]


async def write_backstage(
    ctx: EngineContext, runner: Runner, platform: str, due: Due, job: JobContext, mark: PostMark
) -> None:
    """Write a post for the cast whose time has come, where anybody reads it. Raises LeaseLost, ModelErrors."""
    head = job.played.channel_head.key
    found = await turns.look(ctx.db, head, 1)
    if runner.serves(head) or (found is not None and found.leftover is not None):
        await work.postpone_due(ctx.db, due, WHILE_BUSY)
        return
    scene = await _scene(ctx, job, mark) if found is not None and not found.paused else None
    async with ctx.db.transaction() as on:
        left = scene is not None and await is_left_in(ctx, on, channel_of(job))
    if scene is None or not left:
        await finish(ctx, due)
        return
    async with put_off(ctx, due):
        body = await _asked(ctx, due, job, scene, mark)
        await begin_due(ctx, runner, platform, due, head, partial(_store, ctx, job, mark, body))


async def _scene(ctx: EngineContext, job: JobContext, mark: PostMark) -> _Scene | None:
    """What a post is written from; None where it is not to be written."""
    if not await _is_wanted(ctx, ctx.db, job, mark):
        return None
    acts = await log.acts(ctx.db, job.key, job.line, [EntryKind.MEMBER, EntryKind.BACKSTAGE])
    seen = await members_seen(ctx, ctx.db, job, acts)
    posters = [it for it in seen if it[0].character == mark.character]
    others = [it for it in seen if it[0].character != mark.character][:MOST_OTHERS]
    if not posters or not others:
        return None
    told = await contacts(ctx.db, job.key, job.line, job.played.covered)
    names = {Friend(it.character): card.called for it, card in seen}
    found = await asyncio.to_thread(friendships, told, names, ctx.clock.now())
    return _Scene(
        posters[0][0],
        tuple(it for it, _ in others),
        tuple(blurb_of(job, it, card) for it, card in (*posters, *others)),
        tuple(closeness(found, mark.character, it.character) for it, _ in others),
        tuple(posts_among(acts, channel_of(job))[-REMEMBERED:]),
    )


async def _is_wanted(ctx: EngineContext, on: Statements, job: JobContext, mark: PostMark) -> bool:
    member = await member_of(on, job, mark.character)
    return member is not None and member.seen_by is SeenBy.CAST and may_post(member, mark.at, ctx.clock.now(), job)


async def _asked(ctx: EngineContext, due: Due, job: JobContext, scene: _Scene, mark: PostMark) -> BackstageBody | None:
    """The post with what the others do; None where the model has no answer, time and again, or none that is fit."""
    shape = schema(len(scene.others))
    prompt, errand = _prompt(ctx, job, scene, mark), job.errand.to(DayShare.CIRCLE)
    try:
        told = await ask(ctx, errand, prompt, BackstageAnswer, LONGEST_ANSWER, shape)
    except UNANSWERABLE as error:
        if due.tries < MOST_TRIES:
            raise
        _log.warning("post passed over", error=str(error), action="choose a model that can answer in a shape")
        return None
    return kept_post(told, channel_of(job), scene.poster.name, [it.character for it in scene.others])


async def _store(
    ctx: EngineContext,
    job: JobContext,
    mark: PostMark,
    body: BackstageBody | None,
    on: Transaction,
    found: HeadState,
    _: int,
) -> None:
    """The post as an act of the log, if it is still wanted; no turn begins, and nobody is told."""
    if body is None or found.paused or not await _is_wanted(ctx, on, job, mark):
        return
    head = found.channel_head
    found = replace(found, head=(await take_in(ctx, on, found, only_changes=True)).head)
    clause = await audiences.clause_of(on, head.key.space, CAST)
    act = NewEntry(body, ctx.clock.now(), character=mark.character, audience=(clause,))
    await log.append(on, head.session_key, head.branch, found.head, [act])


def _prompt(ctx: EngineContext, job: JobContext, scene: _Scene, mark: PostMark) -> tuple[PromptMessage, ...]:
    language, quote = job.settings.language, job.mark
    subject = usual_about(scene.poster, ctx.clock.now().astimezone(job.zone), language, mark.number)
    poster: dict[str, object] = {
        "name": harmless(scene.poster.name, quote),
        "about": scene.blurbs[0],
        "subject": harmless(subject, quote),
    }
    others: list[dict[str, object]] = [
        {"n": number, "name": harmless(it.name, quote), "about": about, "ties": tie}
        for number, (it, about, tie) in enumerate(zip(scene.others, scene.blurbs[1:], scene.ties, strict=True), 1)
    ]
    called = {it.character: harmless(it.name, quote) for it in (scene.poster, *scene.others)}
    lately: list[dict[str, object]] = [
        {
            "name": called[act.character],
            "text": shortened(harmless(post.text, quote), LONGEST_SHOWN),
            "comments": [
                f"{called[it.character]}: {harmless(it.text, quote)}"
                for it in post.replies
                if it.text and it.character in called
            ],
        }
        for act, post in scene.lately
        if act.character in called
    ]
    blocks = [
        between(quote, words_for(language, "Who posts", "发动态的角色"), as_records([poster])),
        between(quote, words_for(language, "The others", "其他角色"), as_records(others)),
    ]
    if lately:
        name = words_for(language, "What was posted lately", "最近发过的动态")
        blocks.append(between(quote, name, as_records(lately)))
    return data_prompt(ctx.texts[language].backstage.replace("{mark}", quote), blocks)

"""What runs beside the turns of a process: jobs by the kind of mark, and the timers that wake loops."""

from functools import partial

from engine.actions.characters import characters
from engine.actions.chats.sessions import empty_trash
from engine.actions.memory.days import DAYS_SECONDS, save_days
from engine.actions.people.linking import LINK
from engine.actions.people.linking import settle as settle_link
from engine.actions.transfers.uploads import sweep as sweep_uploads
from engine.context import EngineContext
from engine.db.characters import circles
from engine.db.characters.cradles import READING
from engine.db.characters.world_vectors import WORLD
from engine.db.house.spending import REFRESH_SECONDS
from engine.forgetting.forget_marks import FORGET
from engine.jobs.characters.circle_answers import store_answer
from engine.jobs.characters.circle_comments import write_comment
from engine.jobs.characters.circle_marks import answer_kind, comment_kind, post_kind, round_kind
from engine.jobs.characters.circle_posts import due_plans, may_still_post, plan_posts, write_post
from engine.jobs.characters.circle_rounds import due_rounds, hold_round
from engine.jobs.characters.cradles import raise_up
from engine.jobs.characters.worlds import embed_world
from engine.jobs.chats.answer import answer
from engine.jobs.chats.let_in import let_in
from engine.jobs.chats.unasked import Proofs
from engine.jobs.house.backup import BACKUP, back_up, due_backup
from engine.jobs.house.backup import EVERY_SECONDS as BACKUP_SECONDS
from engine.jobs.house.retention import EVERY_SECONDS as RETENTION_SECONDS
from engine.jobs.house.retention import RETENTION, due_retention, retain
from engine.jobs.house.sweep import AFTER_START, SWEEP, mark_sweep, sweep
from engine.jobs.memory.diary import due_pages, write_page
from engine.jobs.memory.embed import Embedding
from engine.jobs.memory.extract import extract
from engine.jobs.memory.remember import remember
from engine.jobs.people.forget import forget_person
from engine.jobs.people.writing_first import EVERY_SECONDS as FIRST_SECONDS
from engine.jobs.people.writing_first import due_first_plans, may_still_write, plan_first, write_first
from engine.jobs.story.keeper import keep
from engine.rules.recall.remembering.sources import CHRONICLE, EMBED, FACTS, PAGES, REMEMBER
from engine.turns.commit import unanswered
from engine.turns.inputs.telling_first import PLANNING, first_mark
from engine.turns.intake.holding import let_in_mark
from engine.turns.runner import Runner
from engine.values.chats.occasions import OccasionKind
from engine.values.chats.sessions import DELETED_KEPT
from engine.work.due import Alone, DueWork, Job
from engine.work.tasks import Tasks
from engine.work.timers import WakeTimers
from engine.work.vault import Vault

SWEEP_SECONDS = 5.0
DUE_SECONDS = 5.0
UPLOADS_SECONDS = 600.0
PAGES_SECONDS = 3_600.0
ROUNDS_SECONDS = 60.0
PLANS_SECONDS = 900.0
CLEANING_HOUR = 3
SWEEPING_HOUR = 4


def proofs_of(ctx: EngineContext) -> Proofs:
    """By what it is proved that a character may still write by itself what it could not write at once."""
    first = partial(may_still_write, ctx)
    return {
        OccasionKind.DUE: first,
        OccasionKind.PROMISE: first,
        OccasionKind.THREAD: first,
        OccasionKind.SILENCE: first,
        OccasionKind.MOMENT: first,
        OccasionKind.POST: partial(may_still_post, ctx),
    }


def jobs_of(ctx: EngineContext, runner: Runner) -> dict[str, Job | Alone]:
    """What this process does behind the turns, by the kind of mark."""
    proofs = proofs_of(ctx)
    return {
        **{unanswered(it): partial(answer, ctx, runner, proofs, it) for it in ctx.limits},
        **{let_in_mark(it): partial(let_in, ctx, runner) for it in ctx.limits},
        **{first_mark(it): partial(write_first, ctx, runner, it) for it in ctx.limits},
        PLANNING: partial(plan_first, ctx),
        **{post_kind(it): partial(write_post, ctx, runner, it) for it in ctx.limits},
        **{round_kind(it): partial(hold_round, ctx, runner, it) for it in ctx.limits},
        **{answer_kind(it): partial(store_answer, ctx, runner, it) for it in ctx.limits},
        **{comment_kind(it): partial(write_comment, ctx, runner, it) for it in ctx.limits},
        circles.PLAN: partial(plan_posts, ctx),
        REMEMBER: partial(remember, ctx),
        EMBED: Alone(Embedding(ctx)),
        FACTS: partial(extract, ctx),
        PAGES: partial(write_page, ctx),
        CHRONICLE: partial(keep, ctx),
        WORLD: Alone(partial(embed_world, ctx)),
        READING: partial(raise_up, ctx),
        SWEEP: Alone(partial(sweep, ctx)),
        RETENTION: partial(retain, ctx),
        FORGET: Alone(partial(forget_person, ctx, runner)),
        LINK: partial(settle_link, ctx),
    }


def house_timers(ctx: EngineContext, runner: Runner, tasks: Tasks) -> WakeTimers:
    """What every process wakes, not yet started."""
    timers = WakeTimers(tasks)
    timers.every(SWEEP_SECONDS, "sweep", runner.sweep)
    timers.every(REFRESH_SECONDS, "allowances", partial(ctx.spending.refresh, ctx.db))
    timers.every(UPLOADS_SECONDS, "uploads", partial(sweep_uploads, ctx.db))
    timers.every(DAYS_SECONDS, "days", partial(save_days, ctx))
    timers.daily(CLEANING_HOUR, "trash", partial(empty_trash, ctx.db, DELETED_KEPT))
    timers.daily(CLEANING_HOUR, "characters", partial(characters.empty_trash, ctx.db, DELETED_KEPT))
    return timers


async def begin_jobs(
    ctx: EngineContext, runner: Runner, timers: WakeTimers, tasks: Tasks, vault: Vault, dsn: str
) -> DueWork:
    """Begin the work behind the turns, which runs until it is stopped; ``timers`` wake it. ``dsn`` is backed up."""
    jobs = {**jobs_of(ctx, runner), BACKUP: Alone(partial(back_up, ctx, vault, dsn))}
    due = DueWork(ctx.db, ctx.leases.holder.owner, jobs, ctx.clock, tasks, ctx.due_bell)
    await due.recover()
    tasks.keep(due.run, "due")
    timers.every(DUE_SECONDS, "due", due.look)
    timers.daily(SWEEPING_HOUR, "memory", partial(mark_sweep, ctx.db))
    timers.every(RETENTION_SECONDS, "retention", partial(due_retention, ctx))
    timers.every(ROUNDS_SECONDS, "circle rounds", partial(due_rounds, ctx, ctx.limits))
    timers.every(PLANS_SECONDS, "circle plans", partial(due_plans, ctx, ctx.limits))
    timers.every(PAGES_SECONDS, "pages", partial(due_pages, ctx))
    timers.every(FIRST_SECONDS, "first", partial(due_first_plans, ctx))
    timers.every(BACKUP_SECONDS, "backup", partial(due_backup, ctx, vault))
    await mark_sweep(ctx.db, after=AFTER_START)
    return due

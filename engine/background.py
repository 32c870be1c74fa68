"""What runs beside the turns of a process: jobs by the kind of mark, and the timers that wake loops."""

from datetime import timedelta
from functools import partial

from engine.actions import characters
from engine.actions.days import DAYS_SECONDS, save_days
from engine.actions.sessions import empty_trash
from engine.actions.transfers.uploads import sweep as sweep_uploads
from engine.db.spending import REFRESH_SECONDS
from engine.db.world_vectors import WORLD
from engine.jobs.answer import answer
from engine.jobs.backup import BACKUP, back_up, due_backup
from engine.jobs.backup import EVERY_SECONDS as BACKUP_SECONDS
from engine.jobs.chronicle.keeper import keep
from engine.jobs.diary import due_pages, write_page
from engine.jobs.embed import Embedding
from engine.jobs.extract import extract
from engine.jobs.forget import forget_person
from engine.jobs.let_in import let_in
from engine.jobs.remember import remember
from engine.jobs.retention import EVERY_SECONDS as RETENTION_SECONDS
from engine.jobs.retention import RETENTION, due_retention, retain
from engine.jobs.sweep import AFTER_START, SWEEP, mark_sweep, sweep
from engine.jobs.worlds import embed_world
from engine.rules.recall.sources import CHRONICLE, EMBED, FACTS, PAGES, REMEMBER
from engine.turns.commit import unanswered
from engine.turns.forget_marks import FORGET
from engine.turns.holding import let_in_mark
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.work.due import Alone, DueWork, Job
from engine.work.tasks import Tasks
from engine.work.timers import Timers
from engine.work.vault import Vault

SWEEP_SECONDS = 5.0
DUE_SECONDS = 5.0
UPLOADS_SECONDS = 600.0
PAGES_SECONDS = 3_600.0
CLEANING_HOUR = 3
SWEEPING_HOUR = 4
IN_TRASH = timedelta(days=30)


def jobs_of(needs: Needs, runner: Runner) -> dict[str, Job | Alone]:
    """What this process does behind the turns, by the kind of mark."""
    return {
        **{unanswered(it): partial(answer, needs, runner, it) for it in needs.limits},
        **{let_in_mark(it): partial(let_in, needs, runner) for it in needs.limits},
        REMEMBER: partial(remember, needs),
        EMBED: Alone(Embedding(needs)),
        FACTS: partial(extract, needs),
        PAGES: partial(write_page, needs),
        CHRONICLE: partial(keep, needs),
        WORLD: Alone(partial(embed_world, needs)),
        SWEEP: Alone(partial(sweep, needs)),
        RETENTION: partial(retain, needs),
        FORGET: Alone(partial(forget_person, needs, runner)),
    }


def house_timers(needs: Needs, runner: Runner, tasks: Tasks) -> Timers:
    """What every process wakes, not yet started."""
    timers = Timers(tasks)
    timers.every(SWEEP_SECONDS, "sweep", runner.sweep)
    timers.every(REFRESH_SECONDS, "allowances", partial(needs.spending.refresh, needs.db))
    timers.every(UPLOADS_SECONDS, "uploads", partial(sweep_uploads, needs.db))
    timers.every(DAYS_SECONDS, "days", partial(save_days, needs))
    timers.daily(CLEANING_HOUR, "trash", partial(empty_trash, needs.db, IN_TRASH))
    timers.daily(CLEANING_HOUR, "characters", partial(characters.empty_trash, needs.db, IN_TRASH))
    return timers


async def begin_jobs(needs: Needs, runner: Runner, timers: Timers, tasks: Tasks, vault: Vault, dsn: str) -> DueWork:
    """Begin the work behind the turns, which runs until it is stopped; ``timers`` wake it. ``dsn`` is backed up."""
    jobs = {**jobs_of(needs, runner), BACKUP: Alone(partial(back_up, needs, vault, dsn))}
    due = DueWork(needs.db, needs.leases.holder.owner, jobs, needs.clock, tasks, needs.due_bell)
    await due.recover()
    tasks.keep(due.run, "due")
    timers.every(DUE_SECONDS, "due", due.look)
    timers.daily(SWEEPING_HOUR, "memory", partial(mark_sweep, needs.db))
    timers.every(RETENTION_SECONDS, "retention", partial(due_retention, needs))
    timers.every(PAGES_SECONDS, "pages", partial(due_pages, needs))
    timers.every(BACKUP_SECONDS, "backup", partial(due_backup, needs, vault))
    await mark_sweep(needs.db, after=AFTER_START)
    return due

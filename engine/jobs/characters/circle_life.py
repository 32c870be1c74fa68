"""What a character may post about, read when it posts: what was said in the circle, what it lived, what was told."""

from dataclasses import replace
from typing import Final

from engine.context import EngineContext
from engine.db.characters import circles
from engine.db.postgres.pool import Statements
from engine.jobs.characters.circle_comments import read_in
from engine.jobs.context import JobContext
from engine.recall.scope import LATELY, Presence, reach_of
from engine.rules.circle.subjects import MOST_TOLD, PICTURES_LATELY, CircleLife
from engine.rules.recall.remembering.batches import BatchMessage
from engine.values.characters.circle_members import CircleMember
from engine.values.characters.circle_subjects import LivedMemory
from engine.values.memory.recall import TimeRange

LOOKED_BACK: Final = 200
"""Entries of the circle in which is looked for what to take up, and who was there lately."""
TAKEN: Final = 100
"""So many of the newest posts are known by what they were about."""
TAKEN_IN: Final = 4_000
"""Entries of the circle in which these lie."""


async def life_of(ctx: EngineContext, on: Statements, job: JobContext, member: CircleMember) -> CircleLife:
    """The life of a member as it may be told in its circle, on the line of ``job`` as it is now."""
    line = job.line
    said = await read_in(on, job, max(1, line.head - LOOKED_BACK), line.head)
    taken = await circles.subjects_taken(on, job.key, line, max(0, line.head - TAKEN_IN), TAKEN)
    return CircleLife(said, await _lived(ctx, on, job, member.character, said), taken)


async def _lived(
    ctx: EngineContext, on: Statements, job: JobContext, character: int, said: list[BatchMessage]
) -> list[LivedMemory]:
    """What the character remembers of the last days that may be told there; nothing where nothing is recalled."""
    if not job.settings.recall:
        return []
    now = ctx.clock.now()
    people = {it.person: it.name for it in said if it.person is not None and now - it.at <= LATELY}
    present = Presence(people, private=job.played.private, covered=job.played.covered)
    reach = await reach_of(on, job.key, job.line, (character, None), present, job.settings)
    if reach is None or reach.scope is None:
        return []
    scope = replace(reach.scope, when=TimeRange(now - PICTURES_LATELY, None))
    return await circles.lived_lately(on, scope, MOST_TOLD)

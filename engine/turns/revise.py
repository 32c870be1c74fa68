"""Giving an older entry another text where it stands, and what follows from that."""

from datetime import timedelta
from typing import Final

from engine.context import EngineContext
from engine.db.chats import log
from engine.db.house import work
from engine.db.memory import derivations, facts
from engine.db.postgres.pool import Transaction
from engine.erase import forget_behind
from engine.rules.lines import grown, place_at
from engine.rules.recall.remembering.sources import FACTS, jobs_for
from engine.values.chats.bodies import RevisionBody
from engine.values.chats.entries import Line, NewEntry, Place, Retirement
from engine.values.chats.sessions import ChannelHead
from engine.values.ids import SessionKey
from engine.values.memory.memory_bodies import FactBody

QUIET: Final = timedelta(seconds=30)
"""How long nobody mends a text before what is remembered of it is made again."""


async def revise(
    ctx: EngineContext, on: Transaction, channel_head: ChannelHead, line: Line, seq: int, text: str, person: int | None
) -> Line:
    """Give entry ``seq`` of ``line`` another text for readers: the line with the revision at its head.

    What was made from the old one ends here, and is due again.
    """
    revision = NewEntry(RevisionBody(), ctx.clock.now(), text, person=person, target_seq=seq)
    return await write_anew(on, channel_head.session_key, line, seq, revision)


async def write_anew(on: Transaction, key: SessionKey, line: Line, seq: int, revision: NewEntry) -> Line:
    """The same with a revision that is made already."""
    branch = line.segments[-1].branch
    stale = await derivations.made_from(on, key, line, seq)
    line = grown(line, await log.append(on, key, branch, line.head, [revision]))
    place = Place(branch, line.head)
    for row in stale:
        await derivations.retire(on, key, Retirement(row.id, place, "revised"))
        if isinstance(row.body, FactBody):
            await facts.end(on, row.body.person, row.body.fact, "revised")
    origin = place_at(line, seq)
    if origin is not None:
        await forget_behind(on, key, [origin])
    await work.mark_revised(on, key, QUIET)
    for kind in jobs_for(row.kind for row in stale):
        if kind != FACTS:  # marked above, after the quiet: people mend a text more than once
            await work.mark_due(on, key, kind)
    return line

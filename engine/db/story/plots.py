"""How far stories have come, in Postgres: what was judged of that."""

from engine.db.chats.log import arrays
from engine.db.memory.derivations import as_derived
from engine.db.postgres.pool import Statements
from engine.rules.director.plot import judgement_in
from engine.values.chats.entries import Line
from engine.values.ids import SessionKey
from engine.values.story.chronicle import ChronicleKind
from engine.values.story.director import Judged


async def newest_judged(on: Statements, key: SessionKey, line: Line, upto: int | None = None) -> Judged | None:
    """The newest judgement on ``line`` that says something of the plot, made at seq ``upto`` at the latest."""
    last = line.head if upto is None else upto
    row = await on.fetchrow("newest_judged", key.space, key.session, *arrays(line), ChronicleKind.JUDGED, last)
    return judgement_in(as_derived(row)) if row is not None else None

"""Automatic summaries: one in place of the middle of a talk, the next of which takes it in."""

from collections.abc import Sequence
from functools import partial

from engine.db import background, log
from engine.jobs.chronicle.steps import Ends, Made, Step
from engine.jobs.chronicle.summing import Telling, context_of, stretch_of, summed_up
from engine.jobs.chronicle.telling import right_of
from engine.jobs.ground import Ground
from engine.jobs.reading import Reading, hidden_at, said_in
from engine.rules.chronicle.chapters import closed_chapters
from engine.rules.chronicle.imported import is_imported
from engine.rules.chronicle.summaries import FOLDED, SUM_UP, Plan, Sized, Standing, asked_for, plan, rule_of, standing
from engine.rules.lines import place_at
from engine.rules.recall.batches import Spoken
from engine.turns.needs import Needs
from engine.turns.utility import utility_role
from engine.values.chronicle import ChronicleKind, Recorded
from engine.values.entries import EntryKind, NewDerived
from engine.values.models import RoleName


async def next_summary(needs: Needs, ground: Ground, rows: Sequence[Recorded]) -> Step | None:
    """The summary that is lacking first on a line; those that ended to be made again are among them."""
    rule = rule_of(ground.settings, context_of(needs, RoleName.CHAT))
    if rule is None or utility_role(needs.roles) is None:
        return None
    acts = await log.acts(needs.db, ground.key, ground.line, [EntryKind.CHRONICLE])
    chapters = closed_chapters(acts)
    start = chapters[-1].at if chapters else 0
    written = [it for it in rows if it.row.kind == ChronicleKind.SUMMARY and not is_imported(it.row)]
    at = await _standing(needs, ground, written, start)
    said = await said_in(needs.db, ground, ((at.after + 1, ground.line.head),))
    asked = asked_for((it.place.seq for it in acts if it.body.get("act") == SUM_UP), written, start)
    sized = [Sized(it.seq, rule.size(it.text)) for it in said]
    found = plan(sized, rule, beginning=at.after == start, floor=at.floor, asked=asked)
    return await _step(needs, ground, at, said, found) if found else None


async def _step(needs: Needs, ground: Ground, at: Standing, said: Sequence[Spoken], found: Plan) -> Step:
    batch = tuple(it for it in said if found.first <= it.seq <= found.last)
    hidden = await hidden_at(needs.db, ground, (at.after + 1, found.at))
    place = place_at(ground.line, max(found.at, hidden, *(it.place.seq for it in batch)))
    assert place is not None  # seqs of the line
    first = min((found.first, *(it.from_seq for it in at.base)))
    row = NewDerived(
        ChronicleKind.SUMMARY,
        place,
        ground.character,
        stretch_of(ground, first, found.last),
        body={"until": batch[-1].at.isoformat()},
        n=place.seq,  # what is made again lies further on
    )
    return Step(
        kind=ChronicleKind.SUMMARY,
        place=place,
        reading=Reading(ground, batch, ((found.first, found.last),)),
        make=partial(_make, needs, ground, at, batch, row),
        passed=Made((row,)),
        rows=tuple(it.id for it in at.base),
    )


async def _make(needs: Needs, ground: Ground, at: Standing, batch: Sequence[Spoken], row: NewDerived) -> Made:
    """The summary, which ends those that it has taken in."""
    errand, right = ground.errand.to(ChronicleKind.SUMMARY), await right_of(needs.db, ground)
    telling = Telling(needs, ground, errand, ground.settings.summary_length, right)
    earlier = [it.text for it in at.base if it.text]
    text = await summed_up(telling, earlier, batch)
    if not text:  # the model has nothing to say of it
        return Made((row,))
    return Made((_with(row, text),), ends=tuple(Ends(it, FOLDED, by=0) for it in at.ends))


def _with(row: NewDerived, text: str) -> NewDerived:
    return NewDerived(row.kind, row.place, row.holder, row.sources, text, row.body, row.n)


async def _standing(needs: Needs, ground: Ground, written: Sequence[Recorded], start: int) -> Standing:
    """What the next summary goes on from; not from one that had been taken in and in which a message was changed."""
    stale: set[int] = set()
    while True:
        found = standing(written, start, stale)
        doubtful = [it for it in found.base if it.id not in found.ends]
        for it in doubtful:
            changed = await background.revised_behind(needs.db, ground.key, ground.line, it.place.seq + 1)
            if any(it.from_seq <= seq <= it.to_seq for seq in changed):
                stale.add(it.id)
        if stale.isdisjoint(it.id for it in doubtful):
            return found

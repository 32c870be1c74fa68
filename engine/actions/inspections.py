"""What the last prompt was made of."""

from collections.abc import Sequence
from typing import Any, Final

from engine.actions.subjects import subject_of
from engine.db import chronicle as store
from engine.db import facts, log, memories, sessions, turns
from engine.db.sights import platforms
from engine.recall.about import STORE
from engine.recall.scope import Presence, Reach, presence_of, reach_of
from engine.rules.chronicle.choosing import choice, chosen_by
from engine.turns.load import MOST_MESSAGES, settings_here
from engine.turns.needs import Needs
from engine.values.choosing import Choice
from engine.values.chronicle import ChronicleKind
from engine.values.incoming import Here
from engine.values.inspection import Inspection
from engine.values.memories import PersonFact, Recalled
from engine.values.prompts import LedgerLine, Slot, Verdict
from engine.values.sessions import Stand
from engine.values.steps import Step
from engine.values.turns import LastTurn

STORY: Final = (ChronicleKind.PAGE, ChronicleKind.DOSSIER)


async def last(needs: Needs, here: Here, replied: str = "") -> Inspection | None:
    """The prompt of the newest turn that ended here; None before the first.

    ``replied`` is the message whose prompt it is instead; None where no turn made it. Raises NotOnTheLine.
    """
    stand = await sessions.current(needs.db, here.key)
    found = await _turn(needs, here, stand, replied) if stand else None
    if stand is None or found is None:
        return None
    told = found.facts
    recalled, known = await _recalled(needs, here, stand, found)
    chosen = await _chosen(needs, stand, found)
    elsewhere = {it.memory.session.space for it in recalled} - {here.space}
    return Inspection(
        turn=found.number,
        model=found.model,
        estimated=told.get("estimated", 0),
        reported=found.prompt_tokens,
        lines=tuple(_line(it) for it in told.get("prompt", ())),
        ms=_times(needs, found),
        warnings=tuple(told.get("warnings", ())),
        path=told.get("path", {}),
        recalled=recalled,
        facts=known,
        pages=chosen.pages if chosen else (),
        dossiers=chosen.dossiers if chosen else (),
        chosen_by=chosen.by if chosen else None,
        places=await platforms(needs.db, elsewhere),
    )


def _times(needs: Needs, found: LastTurn) -> dict[Step, float]:
    """How long each step took, in order; what nobody knows any more is left out."""
    known: dict[str, float] = {**found.facts.get("ms", {}), **needs.afterwards.of(found.number)}
    for step, seconds in ((Step.QUEUE, found.queued), (Step.DELIVERED, found.delivered)):
        if seconds is not None:
            known[step] = max(0.0, seconds) * 1_000
    return {step: known[step] for step in Step if step in known}


async def _turn(needs: Needs, here: Here, stand: Stand, replied: str) -> LastTurn | None:
    key = stand.session_key
    if not replied:
        return await turns.last(needs.db, key)
    line = await needs.lines.current(needs.db, key, stand.branch)
    meant = await subject_of(needs.db, here, key, line, replied)
    return await turns.one(needs.db, key, meant.turn) if meant.turn is not None else None


def _line(row: Sequence[Any]) -> LedgerLine:
    """A line as ``turns.prepare`` wrote it; older turns have no slot and no detail."""
    origin, tokens, verdict, reason, *more = row
    slot, detail = more if more else (Slot.CURRENT, "")
    return LedgerLine(Slot(slot), origin, tokens, Verdict(verdict), reason, detail)


async def _recalled(
    needs: Needs, here: Here, stand: Stand, found: LastTurn
) -> tuple[tuple[Recalled, ...], tuple[PersonFact, ...]]:
    """What was recalled for a turn, as far as whoever asks now may read it."""
    rows: Sequence[tuple[str, int, *tuple[float | None, ...]]] = found.facts.get("recalled", ())
    character: int | None = found.facts.get("character")
    if not rows or character is None:
        return (), ()
    reach = await _reach(needs, here, stand, character)
    if reach is None:
        return (), ()
    scores = {it[1]: it[2:] for it in rows if it[0] not in (STORE, *STORY)}
    read = await memories.read(needs.db, reach.scope, list(scores)) if reach.scope else []
    recalled = [Recalled(it, *_scores(scores[it.id])) for it in read]
    wanted = [it[1] for it in rows if it[0] == STORE]
    return tuple(recalled), await _facts(needs, here, reach, character, wanted)


async def _chosen(needs: Needs, stand: Stand, found: LastTurn) -> Choice | None:
    """The pages and dossiers that a turn was told, as they stand now; the best first."""
    rows: Sequence[tuple[str, int, *tuple[float | None, ...]]] = found.facts.get("recalled", ())
    told = [it[1] for it in rows if it[0] in STORY]
    by = chosen_by(it[0] for it in found.facts.get("prompt", ()))
    if not told or by is None:
        return None
    line = await needs.lines.current(needs.db, stand.session_key, stand.branch)
    live = await store.chronicle(needs.db, stand.session_key, line, STORY)
    known = {it.id: it for it in (*live.pages, *live.dossiers)}
    return choice(by, (known[it] for it in told if it in known))


async def _reach(needs: Needs, here: Here, stand: Stand, character: int) -> Reach | None:
    key = stand.session_key
    line = await needs.lines.current(needs.db, key, stand.branch)
    settings = await settings_here(needs.db, needs.defaults, here, character)
    history = await log.messages(needs.db, key, line, MOST_MESSAGES)
    people, speaking = presence_of(history, here.person, needs.clock.now())
    present = Presence(people, speaking, here.private)
    return await reach_of(needs.db, key, line, (character, here.person), present, settings)


async def _facts(
    needs: Needs, here: Here, reach: Reach, character: int, wanted: Sequence[int]
) -> tuple[PersonFact, ...]:
    """Facts about people by number; private ones to their owner, and where nobody else reads along."""
    known: dict[int, PersonFact] = {}
    for person in sorted(reach.told) if wanted else ():
        private = here.private or person == here.person or person in reach.elsewhere
        for it in await facts.facts_of(needs.db, person, character, private_too=private):
            known[it.id] = it
    return tuple(known[it] for it in wanted if it in known)


def _scores(row: Sequence[float | None]) -> tuple[float, float | None, float]:
    score, likeness, bm25 = (*row, None, None, None)[:3]
    return score or 0.0, likeness, bm25 or 0.0

"""What is known already where facts are looked for, and what a new fact does to it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from zoneinfo import ZoneInfo

from engine.context import EngineContext
from engine.db.memory import facts, memories
from engine.db.people import consents, dates
from engine.db.postgres.pool import Statements
from engine.jobs.memory.reading import ReadingBatch
from engine.rules.dates.telling import dated_text
from engine.rules.recall.remembering.batches import BatchMessage
from engine.rules.recall.remembering.extraction import Frame, KeptFact, still_allowed
from engine.rules.recall.remembering.merging import Decision, MergeCandidate, MergeVerdict, decide, states
from engine.rules.recall.words.words import terms
from engine.turns.load import settings_here
from engine.utility.embedding import likeness
from engine.values.chats.incoming import Here
from engine.values.memory.memories import Consent, Memory, MemoryKind, PersonFact, Tag, TellingPlace
from engine.values.people.dates import FactDate

MOST = 100
NEAREST = 40
COMPARED = 8
SUPERSEDED, UPDATED = "superseded", "updated"


@dataclass(frozen=True, slots=True)
class Notes:
    """What a character knows of a line and of the people on it, by the labels that the model gets."""

    core: dict[str, Memory] = field(default_factory=dict[str, Memory])
    people: dict[str, PersonFact] = field(default_factory=dict[str, PersonFact])
    days: dict[str, FactDate] = field(default_factory=dict[str, FactDate])
    frame: Frame = field(kw_only=True)

    @property
    def texts(self) -> dict[str, str]:
        """Every known fact by its label, with its day."""
        return {label: self.told(label, it) for label, it in (*self.people.items(), *self.core.items())}

    def told(self, label: str, fact: PersonFact | Memory) -> str:
        """What a known fact says, with its day."""
        return dated_text(fact.text, self.days.get(label))


@dataclass(frozen=True, slots=True)
class Noted:
    """A fact that is to be stored, and the known one that it ends."""

    fact: KeptFact
    core: Memory | None = None
    of_person: PersonFact | None = None
    reason: str = ""


async def notes(ctx: EngineContext, reading: ReadingBatch) -> Notes:
    """What is known: at most a hundred facts, the nearest to the batch and the newest; and who wants none kept."""
    job = reading.job
    people: dict[str, PersonFact] = {}
    days: dict[str, FactDate] = {}
    allowed = await _consents(ctx.db, reading.batch)
    for person, consent in allowed.items():
        if not consent.facts:
            continue
        told = job.played.private or consent.elsewhere  # what was said in private is not woven into a group's notes
        place = TellingPlace(job.key.space, job.played.covered)
        known = await facts.facts_of(ctx.db, person, job.character, at=place, private_too=told)
        people |= {f"f{it.id}": it for it in known[-MOST:]}
        dated = await dates.dates_of(ctx.db, person, job.character, at=place, private_too=told)
        days |= {f"f{it.fact.id}": it.date for it in dated}
    core = {f"m{it.id}": it for it in await _core(ctx, reading)}
    frame = replace(_frame(reading, allowed), zones=await _zones(ctx, reading, allowed))
    return Notes(core, people, days, frame=frame)


async def still_noted(on: Statements, reading: ReadingBatch, found: Sequence[Noted]) -> list[Noted]:
    """What is to be stored of ``found`` by those who have not said no meanwhile."""
    frame = _frame(reading, await _consents(on, reading.batch))
    kept = still_allowed([it.fact for it in found], frame)
    return [it for it in found if it.fact in kept]


async def _consents(on: Statements, batch: Sequence[BatchMessage]) -> dict[int, Consent]:
    people = sorted({it.person for it in batch if it.person is not None})
    return {person: await consents.get(on, person) for person in people}


async def _zones(ctx: EngineContext, reading: ReadingBatch, people: Iterable[int]) -> dict[int, tzinfo]:
    """By whose clock each of them speaks."""
    job = reading.job
    here = Here(job.key.space, job.played.channel_head.channel, 0, job.played.platform, job.played.private)
    zones: dict[int, tzinfo] = {}
    for person in people:
        settings = await settings_here(ctx.db, ctx.defaults, replace(here, person=person), job.character)
        zones[person] = ZoneInfo(settings.timezone)
    return zones


def _frame(reading: ReadingBatch, allowed: Mapping[int, Consent]) -> Frame:
    refusing = frozenset(person for person, it in allowed.items() if not it.facts)
    return Frame(reading.job.settings.mode, refusing)


async def noted(ctx: EngineContext, notes: Notes, kept: Sequence[KeptFact]) -> list[Noted]:
    """What is to be stored of the facts that passed: no duplicates, and what ends what."""
    found: list[Noted] = []
    for fact in kept:
        if any(_told_already(fact, it.fact) for it in found) or _wrong_before(notes, fact):
            continue
        mine = {label: notes.told(label, it) for label, it in notes.people.items() if fact.person == it.person}
        if fact.person is None:
            mine = {label: it.text for label, it in notes.core.items()}
        decision = decide(fact.dated, fact.asked, fact.old, await _compared(ctx, fact.dated, mine))
        if decision.verdict is not MergeVerdict.IGNORE:
            found.append(_noted(notes, fact, decision))
    return found


def _noted(notes: Notes, fact: KeptFact, decision: Decision) -> Noted:
    old = decision.old or ""
    reason = SUPERSEDED if decision.verdict is MergeVerdict.SUPERSEDE else UPDATED
    core = notes.core.get(old)
    if core is not None and (core.kind is MemoryKind.MANUAL or core.pinned):
        core = None  # what a person wrote or put right only a person changes
    before = notes.days.get(old)
    if fact.day is not None and before is not None:
        fact = replace(fact, day=replace(fact.day, wish=before.wish))
    return Noted(fact, core if fact.person is None else None, notes.people.get(old), reason)


def _told_already(fact: KeptFact, other: KeptFact) -> bool:
    known = [MergeCandidate("other", other.dated)]
    return (
        fact.person == other.person and decide(fact.dated, MergeVerdict.ADD, None, known).verdict is MergeVerdict.IGNORE
    )


def _wrong_before(notes: Notes, fact: KeptFact) -> bool:
    """Whether the talk states what a person has put right since then."""
    said = max(it.seq for it in fact.sources)
    later = [(it.body.marks.was, it.text) for it in notes.core.values() if it.place.seq > said]
    return any(states(fact.text, was, now) for was, now in later if was is not None)


async def _core(ctx: EngineContext, reading: ReadingBatch) -> list[Memory]:
    scope, kinds = reading.job.scope(Tag.CORE, Tag.MANUAL), (MemoryKind.CORE, MemoryKind.MANUAL)
    newest, total = await memories.listing(ctx.db, scope, offset=0, limit=MOST, kinds=kinds)
    if total <= MOST:
        return newest
    asked = terms("\n".join(it.text for it in reading.batch))
    near = await memories.worded(ctx.db, scope, dict.fromkeys(asked, 1.0), NEAREST)
    found = await memories.read(ctx.db, scope, [it.id for it in near])
    return list({it.id: it for it in (*found, *newest)}.values())[:MOST]


async def _compared(ctx: EngineContext, text: str, texts: dict[str, str]) -> list[MergeCandidate]:
    """Known facts with their likeness to ``text``; of those that share words with it the nearest have a vector's."""
    words = set(terms(text))
    shared = {label: len(words & set(terms(it))) for label, it in texts.items()}
    nearest = sorted((it for it in texts if shared[it]), key=lambda it: -shared[it])[:COMPARED]
    alike = await likeness(ctx.embedder, text, [texts[it] for it in nearest]) or [0.0] * len(nearest)
    near = dict(zip(nearest, alike, strict=True))
    return [MergeCandidate(label, it, near.get(label, 0.0)) for label, it in texts.items()]

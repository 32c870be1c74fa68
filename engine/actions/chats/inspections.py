"""What the last prompt was made of."""

from collections.abc import Sequence
from typing import Any, Final

from engine.actions.chats.subjects import subject_of
from engine.context import EngineContext
from engine.db.chats import audiences, log, sessions, turns
from engine.db.memory import facts, memories
from engine.db.memory.sights import platforms
from engine.db.story import chronicle as store
from engine.recall.about import STORE
from engine.recall.scope import Presence, RecallReach, presence_of, reach_of
from engine.rules.chronicle.choosing import choice, chosen_by
from engine.turns.load import MOST_MESSAGES, settings_here
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import ChannelHead
from engine.values.chats.steps import TurnStep
from engine.values.chats.turns import LastTurn
from engine.values.memory.memories import NOWHERE, PersonFact, Recalled
from engine.values.models.inspection import Inspection
from engine.values.models.prompts import LedgerLine, PartVerdict, PromptSlot
from engine.values.story.choosing import ChosenPages
from engine.values.story.chronicle import ChronicleKind

STORY: Final = (ChronicleKind.PAGE, ChronicleKind.DOSSIER)


async def last(ctx: EngineContext, here: Here, replied: str = "") -> Inspection | None:
    """The prompt of the newest turn that ended here; None before the first.

    ``replied`` is the message whose prompt it is instead; None where no turn made it. Raises NotOnTheLine.
    """
    channel_head = await sessions.current(ctx.db, here.key)
    found = await _turn(ctx, here, channel_head, replied) if channel_head else None
    if channel_head is None or found is None:
        return None
    told = found.facts
    recalled, known = await _recalled(ctx, here, channel_head, found)
    chosen = await _chosen(ctx, channel_head, found)
    elsewhere = {it.memory.session.space for it in recalled} - {here.space}
    return Inspection(
        turn=found.number,
        model=found.model,
        estimated=told.get("estimated", 0),
        reported=found.prompt_tokens,
        lines=tuple(_line(it) for it in told.get("prompt", ())),
        ms=_times(ctx, found),
        warnings=tuple(told.get("warnings", ())),
        path=told.get("path", {}),
        recalled=recalled,
        facts=known,
        pages=chosen.pages if chosen else (),
        dossiers=chosen.dossiers if chosen else (),
        chosen_by=chosen.by if chosen else None,
        places=await platforms(ctx.db, elsewhere),
        web=told.get("web"),
        searched=ctx.found_lately.words_of(here.key, here.person, found.number),
    )


def _times(ctx: EngineContext, found: LastTurn) -> dict[TurnStep, float]:
    """How long each step took, in order; what nobody knows any more is left out."""
    known: dict[str, float] = {**found.facts.get("ms", {}), **ctx.afterwards.of(found.number)}
    for step, seconds in ((TurnStep.QUEUE, found.queued), (TurnStep.DELIVERED, found.delivered)):
        if seconds is not None:
            known[step] = max(0.0, seconds) * 1_000
    return {step: known[step] for step in TurnStep if step in known}


async def _turn(ctx: EngineContext, here: Here, channel_head: ChannelHead, replied: str) -> LastTurn | None:
    key = channel_head.session_key
    if not replied:
        return await turns.last(ctx.db, key)
    line = await ctx.lines.current(ctx.db, key, channel_head.branch)
    meant = await subject_of(ctx.db, here, key, line, replied)
    return await turns.one(ctx.db, key, meant.turn) if meant.turn is not None else None


def _line(row: Sequence[Any]) -> LedgerLine:
    """A line as ``turns.prepare`` wrote it; older turns have no slot and no detail."""
    origin, tokens, verdict, reason, *more = row
    slot, detail = more if more else (PromptSlot.CURRENT, "")
    return LedgerLine(PromptSlot(slot), origin, tokens, PartVerdict(verdict), reason, detail)


async def _recalled(
    ctx: EngineContext, here: Here, channel_head: ChannelHead, found: LastTurn
) -> tuple[tuple[Recalled, ...], tuple[PersonFact, ...]]:
    """What was recalled for a turn, as far as whoever asks now may read it."""
    rows: Sequence[tuple[str, int, *tuple[float | None, ...]]] = found.facts.get("recalled", ())
    character: int | None = found.facts.get("character")
    if not rows or character is None:
        return (), ()
    reach = await _reach(ctx, here, channel_head, character)
    if reach is None:
        return (), ()
    scores = {it[1]: it[2:] for it in rows if it[0] not in (STORE, *STORY)}
    read = await memories.read(ctx.db, reach.scope, list(scores)) if reach.scope else []
    recalled = [Recalled(it, *_scores(scores[it.id])) for it in read]
    wanted = [it[1] for it in rows if it[0] == STORE]
    return tuple(recalled), await _facts(ctx, here, reach, character, wanted)


async def _chosen(ctx: EngineContext, channel_head: ChannelHead, found: LastTurn) -> ChosenPages | None:
    """The pages and dossiers that a turn was told, as they stand now; the best first."""
    rows: Sequence[tuple[str, int, *tuple[float | None, ...]]] = found.facts.get("recalled", ())
    told = [it[1] for it in rows if it[0] in STORY]
    by = chosen_by(it[0] for it in found.facts.get("prompt", ()))
    if not told or by is None:
        return None
    line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    who = await store.readers_of(ctx.db, channel_head.channel_key)
    live = await store.chronicle(ctx.db, channel_head.session_key, line, STORY, who)
    known = {it.id: it for it in (*live.pages, *live.dossiers)}
    return choice(by, (known[it] for it in told if it in known))


async def _reach(ctx: EngineContext, here: Here, channel_head: ChannelHead, character: int) -> RecallReach | None:
    key = channel_head.session_key
    line = await ctx.lines.current(ctx.db, key, channel_head.branch)
    settings = await settings_here(ctx.db, ctx.defaults, here, character)
    history = await log.messages(ctx.db, key, line, MOST_MESSAGES)
    people, speaking = presence_of(history, here.person, ctx.clock.now())
    covered = await audiences.covered(ctx.db, here.key)
    present = Presence(people, speaking, here.private, covered)
    return await reach_of(ctx.db, key, line, (character, here.person), present, settings)


async def _facts(
    ctx: EngineContext, here: Here, reach: RecallReach, character: int, wanted: Sequence[int]
) -> tuple[PersonFact, ...]:
    """Facts about people by number; private ones to their owner, and where nobody else reads along."""
    known: dict[int, PersonFact] = {}
    place = await audiences.telling_place(ctx.db, here.key) if wanted else NOWHERE
    for person in sorted(reach.told) if wanted else ():
        private = here.private or person == here.person or person in reach.elsewhere
        for it in await facts.facts_of(ctx.db, person, character, at=place, private_too=private):
            known[it.id] = it
    return tuple(known[it] for it in wanted if it in known)


def _scores(row: Sequence[float | None]) -> tuple[float, float | None, float]:
    score, likeness, bm25 = (*row, None, None, None)[:3]
    return score or 0.0, likeness, bm25 or 0.0

"""What of its chronicle a turn reads: the kinds that its settings ask for, and the messages that stand before it."""

from collections.abc import Iterator, Sequence

from engine.db import chronicle as store
from engine.db.chronicle import Reader
from engine.rules.framework.windows import opening, spare_for
from engine.turns.needs import Needs
from engine.values.chronicle import Chronicle, ChronicleKind
from engine.values.entries import Entry
from engine.values.settings import Settings, SummaryMode
from engine.values.stage import StoryRules
from engine.values.turns import Claimed, Loaded

_UNSAID = 12
"""Messages among the first ones that the model may not read: errors, and what is hidden from it."""


def story_rules(settings: Settings) -> StoryRules:
    """How a long story is told."""
    return StoryRules(
        summary=settings.summary,
        first=settings.summary_first,
        last=settings.summary_last,
        chapter_turns=settings.chapter_turns,
        chapter_order=settings.chapter_order,
        hide_processed=settings.hide_processed,
        visible=settings.visible_messages,
        spare=spare_for(settings.budget_tokens),
        index_tokens=settings.index_tokens,
    )


async def chronicle_here(
    needs: Needs, claimed: Claimed, settings: Settings, missed: Sequence[tuple[int, int]] = ()
) -> Chronicle:
    """What is live on the line of a turn, of what its settings ask for, but for what its character has ``missed``."""
    turn = claimed.turn
    who = Reader(turn.character, tuple(missed))
    return await store.chronicle(needs.db, turn.session_key, claimed.line, tuple(_kinds(settings)), who)


async def first_messages(
    needs: Needs, claimed: Claimed, loaded: Loaded, settings: Settings, chronicle: Chronicle
) -> tuple[Entry, ...]:
    """The messages that stay before the first summary, if they lie before those that were loaded."""
    rules = story_rules(settings)
    between = opening(chronicle, rules)
    if between is None or not loaded.history:
        return ()
    after, before = between[0], min(between[1], loaded.history[0].place.seq)
    if before <= after + 1 or settings.history_load_all:
        return ()
    most = rules.first + _UNSAID
    return tuple(await store.messages(needs.db, claimed.turn.session_key, claimed.line, (after, before), most))


def _kinds(settings: Settings) -> Iterator[ChronicleKind]:
    yield from (ChronicleKind.CHAPTER, ChronicleKind.EVOLUTION)
    if settings.summary is not SummaryMode.OFF:
        yield ChronicleKind.SUMMARY
    if settings.story_pages:
        yield from (ChronicleKind.PAGE, ChronicleKind.TIMELINE, ChronicleKind.ITEM, ChronicleKind.DOSSIER)

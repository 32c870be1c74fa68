"""What of its chronicle a turn reads: the kinds that its settings ask for, and the messages that stand before it."""

from collections.abc import Iterator

from engine.context import EngineContext
from engine.db.story import chronicle as store
from engine.db.story.chronicle import ChronicleReader, LiveRows
from engine.rules.framework.history.windows import opening, spare_for
from engine.values.chats.entries import Entry
from engine.values.chats.turns import Claimed, Loaded
from engine.values.house.setting_choices import SummaryMode
from engine.values.house.settings import Settings
from engine.values.models.stage import StoryRules
from engine.values.story.chronicle import Chronicle, ChronicleKind

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


def chronicle_here(rows: LiveRows, claimed: Claimed, settings: Settings, loaded: Loaded) -> Chronicle:
    """What is live on the line of a turn, of what its settings ask for, but for what its character has missed.

    Nor is anything told that not everybody could read who can read now.
    """
    who = ChronicleReader(claimed.turn.character, tuple(loaded.missed), loaded.covered)
    return rows.told(tuple(_kinds(settings)), who)


async def first_messages(
    ctx: EngineContext, claimed: Claimed, loaded: Loaded, settings: Settings, chronicle: Chronicle
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
    found = await store.messages(ctx.db, claimed.turn.session_key, claimed.line, (after, before), most)
    return tuple(it for it in found if loaded.covered.issuperset(it.audience))


def _kinds(settings: Settings) -> Iterator[ChronicleKind]:
    yield from (ChronicleKind.CHAPTER, ChronicleKind.EVOLUTION)
    if settings.summary is not SummaryMode.OFF:
        yield ChronicleKind.SUMMARY
    if settings.story_pages:
        yield from (ChronicleKind.PAGE, ChronicleKind.TIMELINE, ChronicleKind.ITEM, ChronicleKind.DOSSIER)

"""Looking something up on the web for a person, and bringing what was found to the next reply."""

from zoneinfo import ZoneInfo

from engine.context import EngineContext
from engine.db.chats import sessions
from engine.db.house import allowances
from engine.errors import NothingFoundLately, NothingToSearch, SearchMissing, SearchOff, SearchSpent
from engine.recall.web.retriever import SECONDS
from engine.rules.recall.remembering.day_limits import day_began
from engine.rules.search.queries import redacted
from engine.turns.load import settings_here
from engine.values.chats.incoming import Here
from engine.values.ids import SessionKey
from engine.values.search import Searched, SearchHit, SearchMode

NO_CHARACTER = 0


async def look_up(ctx: EngineContext, here: Here, typed: str) -> Searched:
    """What the web says about some words, or else about what the person was asked about last.

    Raises SearchMissing, SearchOff, NothingToSearch, SearchSpent.
    """
    if ctx.web is None:
        raise SearchMissing
    settings = await settings_here(ctx.db, ctx.defaults, here)
    if settings.search is SearchMode.OFF:
        raise SearchOff
    queries = (redacted(typed, ()),) if typed.strip() else ctx.found_lately.offered(here.key, here.person)
    if not any(queries):
        raise NothingToSearch
    channel_head = await sessions.current(ctx.db, here.key)
    key = channel_head.session_key if channel_head else SessionKey(here.space, NO_CHARACTER)
    since = day_began(ctx.clock.now(), ZoneInfo(settings.timezone))
    count, language = settings.search_results, settings.language
    known = ctx.web.knows(queries, count=count, language=language)
    if not known and not await allowances.note_search(
        ctx.db, key, NO_CHARACTER, here.person, since, settings.search_daily
    ):
        raise SearchSpent(limit=settings.search_daily)
    found = await ctx.web.look_up(queries, count=count, language=language, seconds=SECONDS)
    ctx.found_lately.found(here.key, here.person, found.hits)
    return found


def page(ctx: EngineContext, here: Here, number: int) -> SearchHit:
    """One of the pages that were found last, by its number from 1. Raises NothingFoundLately."""
    found = ctx.found_lately.last(here.key, here.person)
    if not 1 <= number <= len(found):
        raise NothingFoundLately
    return found[number - 1]


def bring(ctx: EngineContext, here: Here) -> None:
    """Let the next reply here know what was found last. Raises NothingFoundLately."""
    if not ctx.found_lately.bring(here.key, here.person):
        raise NothingFoundLately

"""Looking something up on the web: the pages, what one of them says, and bringing them to the next reply."""

from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Listing, ListItem, Paragraph, QuotedText, Reply, ReplyChoice, told
from bot.words.localise import Speaker
from engine.actions.memory import web_search
from engine.values.search import Searched, SearchHit

SHOWN: Final = 600
"""Characters of a page that an answer shows."""
_EXCERPT: Final = 160


async def search(call: CommandCall) -> Reply:
    """What is found for some words, or for what the person was asked about."""
    found = await web_search.look_up(call.ctx, call.here, call.text("query"))
    if not found.hits:
        return told(call.speak.say("search-nothing", failed="yes" if found.failures else "no"))
    items = tuple(_item(call, number, it) for number, it in enumerate(found.hits, 1))
    use = ReplyChoice(controls.control(controls.RUN, "/search use"), call.speak.say("search-use"))
    title = call.speak.say("search-title", count=len(items), provider=found.provider, words=_words(found))
    return Reply((Listing(title, items, call.speak.say("search-hint")),), choices=(use,))


async def more(call: CommandCall) -> Reply:
    """What one page says."""
    found = web_search.page(call.ctx, call.here, call.number("result", 1))
    text = found.text or found.excerpt
    shown = text if len(text) <= SHOWN else f"{text[:SHOWN].rstrip()}…"
    head = " · ".join(filter(None, (found.title, found.site, f"{found.published:%Y-%m-%d}" if found.published else "")))
    body = (QuotedText(shown),) if shown else (Paragraph(call.speak.say("search-unread")),)
    return Reply((Paragraph(head), *body, Paragraph(found.url)))


async def use(call: CommandCall) -> Reply:
    """Let the next reply know what was found."""
    web_search.bring(call.ctx, call.here)
    return told(call.speak.say("search-brought"))


def search_choice(speak: Speaker) -> ReplyChoice:
    """Yes, look up what was offered."""
    return ReplyChoice(controls.control(controls.RUN, "/search"), speak.say("search-look"))


def _item(call: CommandCall, number: int, hit: SearchHit) -> ListItem:
    excerpt = " ".join((hit.excerpt or hit.text).split())
    short = excerpt if len(excerpt) <= _EXCERPT else f"{excerpt[:_EXCERPT].rstrip()}…"
    day = f"{hit.published:%Y-%m-%d}" if hit.published else ""
    further = ReplyChoice(controls.control(controls.RUN, f"/search more {number}"), call.speak.say("search-more"))
    detail = " · ".join(filter(None, (hit.site, day, short)))
    return ListItem(" ".join(hit.title.split()), detail, str(number), choices=(further,))


def _words(found: Searched) -> str:
    return " / ".join(found.queries)

"""What the web says about the newest words, where the chat lets it be asked."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.recall.fan_out import Ask, Retriever
from engine.recall.web.looking_up import LookUp
from engine.rules.search.intent import search_intent
from engine.rules.search.queries import queries_by_rule, redacted
from engine.rules.search.telling import ToldHits, told
from engine.values.models.prompts import PromptMessage, PromptPart, PromptSlot, Role
from engine.values.search import LookedUp, Searched, SearchMode

SECONDS: Final = 6.0
WORDS_SECONDS: Final = 2.0
"""So long a model may take to choose the words; then the rule does, at once."""
_SPARE: Final = 0.2
"""Seconds that are left for telling what was found."""

WEB: Final = "web"
PERSON: Final = "person"


def web_retriever() -> Retriever:
    """What is looked up for a reply."""
    return Retriever(WEB, PromptSlot.SEARCH, SECONDS, _web)


async def _web(ask: Ask) -> Sequence[PromptPart | LookedUp]:
    way = ask.look_up
    if way is None:
        return ()
    if way.brought:
        found = Searched((), "", way.brought)
        return _told(ask, LookedUp(1.0, ("brought",), wanted=True, by=PERSON, found=found))
    intent = search_intent(way.text, way.names)
    looked = LookedUp(intent.score, intent.reasons, intent.wanted)
    if not looked.wanted or way.by_call:
        return (looked,)
    if ask.settings.search is SearchMode.ASK:
        return (replace(looked, queries=queries_by_rule(way.text, way.names), by="rule"),)
    return _told(ask, await _looked_up(ask, way, looked))


def _told(ask: Ask, looked: LookedUp) -> Sequence[PromptPart | LookedUp]:
    """What was found, as the prompt tells it."""
    if looked.found is None or not looked.found.hits:
        return (looked,)
    mark = web_mark(ask.present.mark)
    shown = told(looked.found.hits, ask.settings.search_tokens, mark)
    return (replace(looked, hits=shown.hits), *_part(ask, shown, mark))


def marked(words: str, text: str, mark: str) -> str:
    """What was found as a message of its own: data between marks that no page can forge."""
    return "\n".join((words.strip(), f"<{mark}>", text, f"</{mark}>"))


def web_mark(mark: str) -> str:
    """The mark of what was found, of the chat's own."""
    return mark.replace("memory", "websearch", 1)


async def _looked_up(ask: Ask, way: LookUp, looked: LookedUp) -> LookedUp:
    begun = way.monotonic()
    proposed = await way.words(WORDS_SECONDS)
    chosen = tuple(dict.fromkeys(it for query in proposed if (it := redacted(query, way.names))))
    queries = chosen or queries_by_rule(way.text, way.names)
    looked = replace(looked, queries=queries, by="model" if chosen else "rule")
    if not queries:
        return looked
    count, language = ask.settings.search_results, ask.settings.language
    if not way.web.knows(queries, count=count, language=language) and not await way.room():
        return replace(looked, spent=True)
    left = SECONDS - _SPARE - (way.monotonic() - begun)
    found = await way.web.look_up(queries, count=count, language=language, seconds=left)
    return replace(looked, found=found, ms=round(1_000 * (way.monotonic() - begun), 2))


def _part(ask: Ask, shown: ToldHits, mark: str) -> Sequence[PromptPart]:
    if not shown.hits:
        return ()
    text = marked(ask.texts.web, shown.text, mark)
    return (PromptPart(PromptSlot.SEARCH, WEB, (PromptMessage(Role.SYSTEM, text),)),)

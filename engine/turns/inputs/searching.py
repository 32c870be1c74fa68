"""Looking something up on the web for a turn: whose words, which names, who chooses the queries, what is told of it."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any, Final
from zoneinfo import ZoneInfo

from engine.context import EngineContext
from engine.db.house import allowances
from engine.errors import OmoideError
from engine.recall.scope import Presence
from engine.recall.web.looking_up import LookUp
from engine.recall.web.retriever import PERSON, WEB, web_mark
from engine.rules.recall.remembering.batches import as_statements, between
from engine.rules.recall.remembering.day_limits import day_began
from engine.rules.recall.telling.quoting import mark_of
from engine.rules.search.queries import LONGEST, MOST, ProposedQueries
from engine.rules.search.sources import sources
from engine.rules.speaking import names_of
from engine.rules.text.screening import screen
from engine.rules.text.spoken import unmarked
from engine.turns.inputs.calling_search import ROUNDS, Looking, callers
from engine.turns.load import TurnScene
from engine.utility.asking import Errand, ask, data_prompt, words_for
from engine.values.chats.entries import Entry
from engine.values.chats.notices import Notice
from engine.values.chats.turns import Claimed, ModelReply, TurnKind
from engine.values.house.settings import Settings
from engine.values.ids import ChannelKey
from engine.values.models.prompts import (
    PartVerdict,
    Prompt,
    PromptMessage,
    PromptPart,
    PromptSlot,
    PromptTexts,
    Role,
)
from engine.values.search import LookedUp, SearchMode, SearchSections

KIND: Final = "search"
LONGEST_ANSWER: Final = 300
"""Tokens."""
LONGEST_READ: Final = 1_000
"""Characters of a message that a model chooses words from."""
SOURCES: Final = "search-sources"
FAILED: Final = "search-failed"
OFFER: Final = "search-offer"
SPENT: Final = "search-spent"
CROWDED: Final = "search-crowded"
THOUGHT: Final = "search-thought"


def look_up_of(
    ctx: EngineContext, scene: TurnScene, claimed: Claimed, present: Presence, newest: Iterable[Entry]
) -> LookUp | None:
    """How this turn may look something up; None where the chat does not let it, or nobody searches.

    Only the words of whoever is answered are read for it: what others said goes nowhere.
    """
    if ctx.web is None or scene.settings.search is SearchMode.OFF:
        return None
    if claimed.turn.person is None or claimed.turn.kind is TurnKind.UNASKED:
        return None
    text = "\n".join(unmarked(it.text) for it in newest if it.person == claimed.turn.person)
    cards = (scene.card, *scene.others.values())
    names = frozenset((*present.people.values(), *(name for card in cards for name in (card.called, *names_of(card)))))
    errand = Errand(claimed.turn.session_key, claimed.turn.character, scene.settings, kind=KIND)
    return LookUp(
        text=text,
        names=names,
        words=partial(_words, ctx, errand, text, present.mark),
        room=partial(_room, ctx, scene, claimed.turn.person, errand),
        web=ctx.web,
        monotonic=ctx.clock.monotonic,
        brought=ctx.found_lately.brought(_where(claimed), claimed.turn.person),
        by_call=_by_call(ctx, scene, claimed),
    )


def _by_call(ctx: EngineContext, scene: TurnScene, claimed: Claimed) -> bool:
    """Whether the model that answers looks things up itself: where the chat wants that, and it knows how to."""
    wanted = scene.settings.search is SearchMode.TOOL and claimed.turn.kind is not TurnKind.IMPERSONATE
    return wanted and bool(callers(ctx))


def looking_of(way: LookUp | None, scene: TurnScene, looked: LookedUp | None, texts: PromptTexts) -> Looking | None:
    """How the model that answers may look things up; None where it may not, or is told pages anyway."""
    if way is None or not way.by_call or way.brought:
        return None
    mark = web_mark(mark_of(str(scene.loaded.seed)))
    return Looking(way, scene.settings, texts, mark, looked or LookedUp(0.0))


def offer(ctx: EngineContext, claimed: Claimed, looked: LookedUp | None) -> None:
    """Remember what somebody is asked about, so that a yes is enough."""
    if looked is not None and looked.wanted and looked.found is None and claimed.turn.person is not None:
        ctx.found_lately.offer(_where(claimed), claimed.turn.person, looked.queries)


def known_now(ctx: EngineContext, claimed: Claimed, looked: LookedUp | None) -> None:
    """A reply has used what was kept for it: the next one is not told of that again."""
    if looked is not None and looked.found is not None and looked.by == PERSON and claimed.turn.person is not None:
        ctx.found_lately.told(_where(claimed), claimed.turn.person, looked.found.hits)


def words_left(ctx: EngineContext, claimed: Claimed, looked: LookedUp | None) -> None:
    """Remember which words left the house for a reply, for whoever is answered."""
    if looked is not None and looked.found is not None and claimed.turn.person is not None:
        ctx.found_lately.sent(_where(claimed), claimed.turn.person, claimed.turn.key.turn, looked.queries)


def _where(claimed: Claimed) -> ChannelKey:
    return ChannelKey(claimed.turn.key.space, claimed.turn.channel)


async def _words(ctx: EngineContext, errand: Errand, text: str, mark: str, seconds: float) -> tuple[str, ...]:
    language = errand.settings.language
    asked = ctx.texts[language].web_words.replace("{mark}", mark).replace("{most}", str(MOST))
    asked = asked.replace("{longest}", str(LONGEST))
    data = between(mark, words_for(language, "The message", "消息"), as_statements([text[:LONGEST_READ]], mark))
    try:
        async with asyncio.timeout(seconds):
            answer = await ask(ctx, errand, data_prompt(asked, [data]), ProposedQueries, LONGEST_ANSWER)
    except (OmoideError, TimeoutError):
        return ()
    return tuple(answer.queries)


async def _room(ctx: EngineContext, scene: TurnScene, person: int, errand: Errand) -> bool:
    """Whether somebody may look something up today; it counts as done."""
    since = day_began(ctx.clock.now(), ZoneInfo(scene.settings.timezone))
    most = scene.settings.search_daily
    return await allowances.note_search(ctx.db, errand.key, errand.character, person, since, most)


def guidelines(
    settings: Settings, looked: LookedUp | None, texts: PromptTexts, *, recalled: bool, calls: bool = False
) -> tuple[PromptPart, ...]:
    """How to use what is told of memory and web, where the chat searches; nothing where neither is told.

    ``calls``: the model looks things up itself.
    """
    if settings.search is SearchMode.OFF:
        return ()
    found = looked is not None and bool(looked.hits)
    if not found and not recalled and not calls:
        return ()
    guide = (texts.guide_both if recalled else texts.guide_web) if found else texts.guide_memory
    guide = texts.web_tool.replace("{rounds}", str(ROUNDS)) if calls else guide
    parts = [guide.strip()]
    if settings.search_sections is not SearchSections.OFF:
        parts.append(texts.guide_sections.strip())
    message = PromptMessage(Role.SYSTEM, "\n".join(parts))
    return (PromptPart(PromptSlot.SEARCH, "guideline", (message,)),)


def as_built(looked: LookedUp | None, prompt: Prompt) -> LookedUp | None:
    """``looked`` as the prompt holds it: without hits, and ``crowded``, where there was no room for the pages."""
    if looked is None or not looked.hits:
        return looked
    there = any(it.origin == WEB and it.verdict is PartVerdict.IN for it in prompt.ledger)
    return looked if there else replace(looked, hits=(), crowded=True)


def told_of(looked: LookedUp | None, refused: tuple[str, ...]) -> tuple[Notice, ...]:
    """What people are told about a look into the web: the sources, that it failed, or that there might be one.

    Words that are ``refused`` there are covered.
    """
    if looked is None or not looked.wanted:
        return ()
    if looked.spent:
        return (Notice(SPENT),)
    if looked.found is None:
        return (Notice(OFFER),) if looked.queries else ()
    words = {"words": " / ".join(looked.queries), "named": "yes" if looked.queries else "no"}
    if looked.hits:
        return (Notice(SOURCES, {**words, "sources": screen(refused).covered(sources(looked.hits))}),)
    if looked.crowded:
        return (Notice(CROWDED, words),)
    return (Notice(FAILED, {**words, "failed": "yes" if looked.found.failures else "no"}),)


def thoughts_told(settings: Settings, reply: ModelReply) -> tuple[Notice, ...]:
    """What the character says of its memory and of the pages besides its reply, as far as that is shown."""
    if settings.search_sections is SearchSections.OFF or not reply.text:
        return ()
    shown = settings.search_sections.value
    return tuple(Notice(THOUGHT, {"kind": kind, "shown": shown, "said": text}) for kind, text in reply.thoughts)


def facts_of(looked: LookedUp | None) -> dict[str, Any]:
    """The same for whoever asks why, without a word of it."""
    if looked is None:
        return {}
    facts: dict[str, Any] = {"score": looked.score, "reasons": list(looked.reasons), "wanted": looked.wanted}
    if looked.found is not None:
        facts |= {
            "by": looked.by,
            "queries": len(looked.queries),
            "provider": looked.found.provider,
            "hits": len(looked.hits),
            "crowded": looked.crowded,
            "rounds": looked.rounds,
            "cached": looked.found.cached,
            "failures": [list(it) for it in looked.found.failures],
            "ms": looked.ms,
        }
    return {"web": facts}

"""Pages of the story, and dossiers of its figures, that the newest words need."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.recall.fan_out import Ask, Retriever
from engine.recall.quotes import part
from engine.rules.chronicle.choosing import DOSSIERS, PAGES, origin
from engine.rules.chronicle.common_words import by_words
from engine.rules.recall.remembering.junk import tells
from engine.rules.recall.telling.quoting import harmless, shortened
from engine.values.house.setting_choices import PageChoice
from engine.values.models.prompts import PromptPart, PromptSlot, Quote
from engine.values.story.choosing import ChosenPages
from engine.values.story.chronicle import Chronicle, ChronicleKind, Dossier, StoryPage

SECONDS: Final = 6.0
PATIENCE: Final = 5.0
"""Seconds that a model has for its choice; then words in common choose, at once."""
MOST_OFFERED: Final = 100
LONGEST: Final = 1_500
"""Characters of a page or a dossier that are told."""


def pages_retriever(patience: float = PATIENCE) -> Retriever:
    """What of the chronicle is told besides its index. ``patience``: how long a model may take to choose."""
    return Retriever("pages", PromptSlot.RECALLED, SECONDS, Pages(patience))


@dataclass(frozen=True, slots=True)
class Pages:
    """Proposes what a model chooses within ``patience`` seconds, or else what shares words with the talk."""

    patience: float

    async def __call__(self, ask: Ask) -> Sequence[PromptPart]:
        settings, newest = ask.settings, ask.question.text
        offered = _offered(ask)
        if not (offered.pages or offered.dossiers) or not tells(newest):
            return ()
        choice = by_words(offered, newest, "\n".join(it.text for it in ask.choosing.lately))
        if settings.page_choice is PageChoice.MODEL:
            chosen = await ask.choosing.choose(_fewer(offered, choice), self.patience)
            choice = choice if chosen is None else chosen
        found = choice.at_most(settings.page_items, settings.dossier_items)
        return [*_pages(ask, found), *_dossiers(ask, found)]


def _offered(ask: Ask) -> Chronicle:
    """The chronicle with what may be told here: no page of messages that are in sight, or kept from the model."""
    settings, chronicle = ask.settings, ask.choosing.chronicle
    if not settings.story_pages:
        return replace(chronicle, pages=(), dossiers=())
    pages = (it for it in chronicle.pages if _is_away(ask, it))
    return replace(
        chronicle,
        pages=tuple(pages) if settings.page_items else (),
        dossiers=chronicle.dossiers if settings.dossier_items else (),
    )


def _is_away(ask: Ask, page: StoryPage) -> bool:
    """Whether there is something in the page that the prompt does not show, and that may be told."""
    said, away = ask.choosing.said, ask.choosing.away
    if all(map(ask.present.hidden, range(page.first, page.last + 1))):
        return False
    older = not said or page.first < said[0]
    return older or bisect_left(away, page.first) < bisect_right(away, page.last)


def _fewer(offered: Chronicle, shared: ChosenPages) -> Chronicle:
    """As many pages and figures as a model looks over: those that share words with the talk, then the newest."""
    pages = dict.fromkeys([*shared.pages[: MOST_OFFERED // 2], *reversed(offered.pages)])
    figures = dict.fromkeys([*shared.dossiers[: MOST_OFFERED // 2], *reversed(offered.dossiers)])
    kept = {*list(pages)[:MOST_OFFERED], *list(figures)[:MOST_OFFERED]}
    return replace(
        offered,
        pages=tuple(it for it in offered.pages if it in kept),
        dossiers=tuple(it for it in offered.dossiers if it in kept),
    )


def _pages(ask: Ask, choice: ChosenPages) -> list[PromptPart]:
    quotes = [_page(ask, it) for it in choice.pages]
    found = part(ask, origin(PAGES, choice.by), ask.texts.story_pages, quotes)
    return [replace(it, depth=ask.settings.page_depth) for it in found]


def _page(ask: Ask, page: StoryPage) -> Quote:
    """A line of the page, not told where the prompt shows all that it was made of."""
    said = ask.choosing.said
    known = bool(said) and said[0] <= page.first
    seqs = frozenset(it for it in said if known and page.first <= it <= page.last)
    head = " · ".join(filter(None, [page.when, page.title]))
    line = f"[{head}] {page.text}" if head else page.text
    return Quote(_line(ask, line), seqs, ChronicleKind.PAGE, page.id, float(page.number))


def _dossiers(ask: Ask, choice: ChosenPages) -> list[PromptPart]:
    quotes = [_dossier(ask, it, rank) for rank, it in enumerate(choice.dossiers)]
    found = part(ask, origin(DOSSIERS, choice.by), ask.texts.dossiers, quotes)
    return [replace(it, depth=ask.settings.dossier_depth) for it in found]


def _dossier(ask: Ask, dossier: Dossier, rank: int) -> Quote:
    names = f"{dossier.name} ({', '.join(dossier.aliases)})" if dossier.aliases else dossier.name
    return Quote(_line(ask, f"[{names}] {dossier.text}"), store=ChronicleKind.DOSSIER, id=dossier.id, place=float(rank))


def _line(ask: Ask, text: str) -> str:
    return harmless(shortened(text, LONGEST), ask.present.mark)

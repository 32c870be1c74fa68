"""How a model chooses pages and dossiers: what it reads of the chronicle, the functions it may call, what its answer
means. It names pages as ``p12`` and figures by their names; whatever else it says is passed over.

The names were written by others. So they stand among the data alone: no function and no shape lists them.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, BeforeValidator

from engine.rules.recall.telling.quoting import harmless
from engine.rules.text.names import on_one_line
from engine.rules.text.tokens import estimate
from engine.rules.wire.answer_schema import answer_schema
from engine.values.models.models import Tool, ToolCall
from engine.values.story.choosing import ChosenBy, ChosenPages
from engine.values.story.chronicle import Chronicle, Dossier, Level, StoryPage

MOST_CALLS: Final = 5
PAGE_CALL: Final = "recall_story_page"
CHARACTER_CALL: Final = "recall_character"
PAGES: Final = "pages"
DOSSIERS: Final = "dossiers"
PARTS: Final = (PAGES, DOSSIERS)
FIRST_WORDS: Final = 60
"""Characters of a page that stand in the catalogue where it has no brief."""

_LEVELS: Final = {Level.DETAILED: "🟢", Level.BRIEF: "🟡"}
_NOTHING: Final = re.compile(r"\W*(?:none|nothing|无|没有|不需要)?\W*", re.IGNORECASE)
_PAGE: Final = re.compile(r"\s*p?\s*([0-9]{1,9})\s*", re.IGNORECASE)

T = TypeVar("T")


def _labelled(page: object) -> object:
    """``p12`` of 12 and of ``P 12``, as models write it."""
    found = _PAGE.fullmatch(str(page)) if isinstance(page, str | int) else None
    return f"p{int(found[1])}" if found else page


class NamedPages(BaseModel):
    """The answer of a model that does not call functions."""

    pages: list[Annotated[str, BeforeValidator(_labelled)]] = []
    characters: list[str] = []


def says_nothing(text: str) -> bool:
    """Whether a model says in a word that nothing is needed, or says no word at all."""
    return _NOTHING.fullmatch(text) is not None


def tools(offered: Chronicle) -> tuple[Tool, ...]:
    """The functions by which pages and figures of ``offered`` are chosen; none for what there is none of."""
    found: list[Tool] = []
    if offered.pages:
        labels = [_label(it) for it in offered.pages]
        found.append(_tool(PAGE_CALL, "Read a page of the story in full.", "page_id", labels))
    if offered.dossiers:
        found.append(_tool(CHARACTER_CALL, "Read what is known of a figure of the story, by its name.", "name"))
    return tuple(found)


def schema(offered: Chronicle) -> dict[str, Any]:
    """The shape of an answer that names pages and figures of ``offered``."""
    nobody: dict[str, Sequence[str]] = {} if offered.dossiers else {"characters": ()}
    return answer_schema(NamedPages, among={"pages": [_label(it) for it in offered.pages], **nobody})


def called(calls: Iterable[ToolCall], offered: Chronicle, mark: str) -> ChosenPages:
    """What the first ``MOST_CALLS`` usable calls choose; unknown pages and names, repetitions and garbage are none."""
    pages, figures = _finders(offered, mark)
    chosen: dict[int, StoryPage | Dossier] = {}
    for call in calls:
        arguments = call.arguments or {}
        found: StoryPage | Dossier | None = None
        if call.name == PAGE_CALL:
            found = pages(arguments.get("page_id"))
        elif call.name == CHARACTER_CALL:
            found = figures(arguments.get("name"))
        if found is not None and len(chosen) < MOST_CALLS:
            chosen.setdefault(found.id, found)
    return choice(ChosenBy.MODEL, chosen.values())


def named(answer: NamedPages, offered: Chronicle, mark: str) -> ChosenPages:
    """What an answer in the shape of ``schema`` chooses, as with calls."""
    pages, figures = _finders(offered, mark)
    found = [*map(pages, answer.pages), *map(figures, answer.characters)]
    chosen: dict[int, StoryPage | Dossier] = {it.id: it for it in found if it is not None}
    return choice(ChosenBy.SCHEMA, chosen.values())


def choice(by: ChosenBy, found: Iterable[StoryPage | Dossier]) -> ChosenPages:
    """Pages and dossiers as a choice, in their order."""
    chosen = list(found)
    return ChosenPages(by, _only(chosen, StoryPage), _only(chosen, Dossier))


def origin(part: str, by: ChosenBy) -> str:
    """Who proposed a part of a prompt and how it came about: ``pages:model``."""
    return f"{part}:{by}"


def chosen_by(origins: Iterable[str]) -> ChosenBy | None:
    """Who chose the pages or dossiers among the parts of a prompt; None where there are none."""
    known = {origin(part, by): by for part in PARTS for by in ChosenBy}
    return next((known[it] for it in origins if it in known), None)


def catalogue(pages: Iterable[StoryPage]) -> list[str]:
    """``p12 🟡 D3 The silver key: Mira finds it under the stairs.``, a line a page."""
    return [f"{_heading(it)}: {it.brief or _first_words(it)}" for it in pages]


def figures(offered: Chronicle, mark: str) -> list[str]:
    """``Mara (the captain, 玛拉)``, a line a figure."""
    return [f"{name} ({', '.join(it.aliases)})" if it.aliases else name for name, it in _names(offered, mark).items()]


def index(chronicle: Chronicle, tokens: int) -> list[str]:
    """What happened when, and the things that matter; of too much the oldest is left out."""
    events = [f"{it.when}: {it.text}" if it.when else it.text for it in chronicle.timeline]
    things = [f"{it.name}: {it.text}" for it in chronicle.items]
    left = tokens
    kept: list[str] = []
    for line in [*reversed(things), *reversed(events)]:
        left -= estimate(line)
        if left < 0:
            break
        kept.append(line)
    return kept[::-1]


def _tool(name: str, description: str, argument: str, values: Sequence[str] = ()) -> Tool:
    """The schema says no more than every server knows: Gemini refuses ``additionalProperties``."""
    properties = {argument: {"type": "string", **({"enum": list(values)} if values else {})}}
    return Tool(name, description, {"type": "object", "properties": properties, "required": [argument]})


def _label(page: StoryPage) -> str:
    return f"p{page.number}"


def _names(offered: Chronicle, mark: str) -> Mapping[str, Dossier]:
    """The figures by the names that a model reads: short, on one line, without marks."""
    named = {on_one_line(harmless(it.name, mark)): it for it in offered.dossiers}
    return {name: it for name, it in named.items() if name}


def _finders(
    offered: Chronicle, mark: str
) -> tuple[Callable[[object], StoryPage | None], Callable[[object], Dossier | None]]:
    """What finds a page by its label or number, and a figure by its name or another name of it."""
    numbered = {it.number: it for it in offered.pages}
    folded = {alias.casefold(): it for it in offered.dossiers for alias in it.aliases}
    folded |= {name.casefold(): it for name, it in _names(offered, mark).items()}

    def page(value: object) -> StoryPage | None:
        found = _PAGE.fullmatch(str(value)) if isinstance(value, str | int) else None
        return numbered.get(int(found[1])) if found else None

    def figure(value: object) -> Dossier | None:
        asked = value.strip().casefold() if isinstance(value, str) else ""
        return folded.get(asked) or folded.get(asked.partition(" (")[0])  # the whole line of the list

    return page, figure


def _only(found: Iterable[object], kind: type[T]) -> tuple[T, ...]:
    return tuple(it for it in found if isinstance(it, kind))


def _heading(page: StoryPage) -> str:
    return " ".join(filter(None, [_label(page), _LEVELS[page.level], page.when, page.title]))


def _first_words(page: StoryPage) -> str:
    text = " ".join(page.text.split())
    return text if len(text) <= FIRST_WORDS else f"{text[:FIRST_WORDS].rstrip()}…"

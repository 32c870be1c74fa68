"""A long story by the numbers: its index, its pages and dossiers, and what becomes of them."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.llm.roles import Roles
from engine.rules.text.tokens import estimate
from engine.values.models.models import DEMONSTRATION, RoleName
from engine.values.story.chronicle import Level
from tests.servers.model import Call, Finish, Script, Seen, say
from tests.turns.chronicled import PAGE, blocks, chronicled, keeps_record, kept, page_of, rows, told
from tests.turns.room import Room

pytestmark = pytest.mark.share(2)

FRESH, CATALOGUE, LINES = 15, 20, 20
A_PAGE = 5
"""Messages."""
VISIBLE, SPARE = 10, 64
"""Messages that stay at least, and so many more that go at once."""
INDEX = 600
FIGURES = ("Ansel", "Brida", "Corin")


def events(first: int, last: int) -> list[str]:
    """Messages of pages ``first`` to ``last``; the greeting is the first one of the first page."""
    numbers = range((first - 1) * A_PAGE + 1, last * A_PAGE + 1)
    return [f"Event {number} of page {(number - 1) // A_PAGE + 1}." for number in numbers if number > 1]


def tells_pages(seen: Seen) -> Script:
    """Each page tells a day, a thing that is somewhere else each time, and one of three figures."""
    if seen.errand != PAGE:
        return keeps_record(seen)
    said = [it["text"] for it in blocks(seen)["The talk"]]
    number = int(re.findall(r"page (\d+)", said[-1])[0])
    figure = FIGURES[number % len(FIGURES)]
    whole = page_of(
        said,
        brief=f"Gist of page {number}.",
        when=f"D{number}",
        timeline=[f"Line of page {number}."],
        items=[{"name": "the lantern", "state": f"in room {number}", "gone": False}],
        figures=[{"name": figure, "aliases": [], "known": f"{figure} as of page {number}."}],
    )
    return say(json.dumps(whole))


def chooses(pages: list[int], names: tuple[str, ...]) -> Script:
    """A model that calls for these pages and figures."""
    calls = [Call("recall_story_page", json.dumps({"page_id": f"p{it}"})) for it in pages]
    calls += [Call("recall_character", json.dumps({"name": it})) for it in names]
    return Script([*calls, Finish("tool_calls")])


@pytest.fixture
async def tale(room: Room) -> Room:
    """A story with the limits that everybody has unless they change them; nothing is recalled besides."""
    await chronicled(room, story_pages="on", recall="off")
    room.model.notes = tells_pages
    return room


def index_of(room: Room) -> str:
    """What the last prompt says of the timeline and of the things."""
    (found,) = [text for role, text in room.prompt() if role == "system" and "Line of page" in text]
    return found


async def test_page_sixteen_makes_the_first_one_brief(tale: Room) -> None:
    """Fresh pages pile up, or the newest ones lose their details."""
    await told(tale, *events(1, FRESH))
    assert {it.level for it in (await kept(tale)).pages} == {Level.DETAILED}
    await told(tale, *events(FRESH + 1, FRESH + 1))
    pages = (await kept(tale)).pages
    assert [(it.number, it.level) for it in pages[:2]] == [(1, Level.BRIEF), (2, Level.DETAILED)]
    assert pages[0].text == "Gist of page 1."
    assert len(pages) == FRESH + 1


async def test_page_twenty_one_takes_the_first_one_out(tale: Room) -> None:
    """The catalogue grows for ever, or what leaves it is told by nothing."""
    await told(tale, *events(1, CATALOGUE + 4))
    story = await kept(tale)
    assert [it.number for it in story.pages] == list(range(5, CATALOGUE + 5))
    assert [it.level for it in story.pages].count(Level.DETAILED) == FRESH
    archived = [it.row for it in await rows(tale) if it.reason == "archived"]
    assert [it.text for it in archived] == [f"Gist of page {number}." for number in (1, 2, 3, 4)]
    for gone in archived:
        assert any(it.first <= gone.from_seq and gone.to_seq <= it.last for it in story.timeline)


async def test_line_twenty_one_makes_spans_of_days(tale: Room) -> None:
    """The timeline fills the prompt, or its beginning is gone."""
    await told(tale, *events(1, LINES))
    assert [it.when for it in (await kept(tale)).timeline] == [f"D{number}" for number in range(1, LINES + 1)]
    await told(tale, *events(LINES + 1, LINES + 1))
    lines = (await kept(tale)).timeline
    assert len(lines) <= LINES
    assert [it.when for it in lines[:2]] == ["D1–D6", "D7"]
    assert "Line of page 1." in lines[0].text
    assert lines[-1].when == f"D{LINES + 1}"


async def test_the_prompt_of_a_long_story(tale: Room) -> None:
    """Everything that ever happened stands in every prompt, or nothing of it."""
    await told(tale, *events(1, 24))
    await kept(tale)
    await tale.say("And now?")
    index = index_of(tale)
    lines = [int(it) for it in re.findall(r"Line of page (\d+)", index)]
    said = [text for _, text in tale.prompt() if text.startswith("Event")]
    shown = [int(it) for text in said for it in re.findall(r"of page (\d+)", text)]
    assert lines[0] == 1
    assert lines[-1] + 1 >= shown[0], "what the talk does not show any more stands in the index"
    (room,) = re.findall(r"the lantern: in room (\d+)", index)
    assert lines[-1] - 1 <= int(room) <= 24
    assert estimate(index) <= INDEX
    for other in ("as of page", "Gist of page", "Event"):
        assert other not in index, "the index has lines and things alone"
    assert said[-1] == events(24, 24)[-1]
    assert VISIBLE <= len(said) + 1 <= VISIBLE + SPARE
    assert len(await tale.log()) == 24 * A_PAGE + 2, "only the prompt forgets"


async def test_three_pages_and_two_dossiers_at_depth_two(tale: Room) -> None:
    """A model that calls for everything fills the prompt, and old pages read as if they had just happened."""
    await told(tale, *events(1, 22))
    await kept(tale)
    tale.model.notes = lambda seen: chooses([4, 6, 8], FIGURES) if seen.tools else tells_pages(seen)
    await tale.say("And now?")
    assert _pages(tale) == [4, 6, 8]
    assert len(_dossiers(tale)) == 2
    texts = [text for _, text in tale.prompt()]
    last = [at for at, text in enumerate(texts) if "as of page" in text or "of page 6" in text]
    behind = [text for text in texts[max(last) :] if text.startswith("Event") or text == "And now?"]
    assert behind == [events(22, 22)[-1], "And now?"]


async def test_words_do_where_there_is_no_model_for_it(tale: Room) -> None:
    """Who has no model besides the one that talks loses the story behind the last ten messages."""
    await told(tale, *events(1, 22))
    await kept(tale)
    (chat,) = tale.ctx.roles.endpoints(RoleName.CHAT)
    demonstration: Mapping[Any, Any] = {RoleName.CHAT: (replace(chat, model=DEMONSTRATION),)}
    tale.change(roles=Roles(demonstration, tale.ctx.roles._resources))
    before = len(tale.model.errands)
    await tale.say("What was event 37, and where is Brida?")
    assert len(tale.model.errands) == before
    assert 8 in _pages(tale)
    assert _dossiers(tale) == ["Brida"]


def _pages(room: Room) -> list[int]:
    """The pages that the last prompt holds besides the index."""
    return sorted({int(it) for _, text in room.prompt() for it in re.findall(r"\[D(\d+) · T\]", text)})


def _dossiers(room: Room) -> list[str]:
    return [it for it in FIGURES if any(f"[{it}] {it} as of page" in text for _, text in room.prompt())]

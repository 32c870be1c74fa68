"""Orders in what a model reads as data: no prompt lets one out, none reaches others, what one changes is taken back."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

import pytest

from engine.actions.characters import characters, circles, cradles, feeding
from engine.actions.chats import sessions
from engine.actions.house import settings
from engine.actions.memory import corrections, garden
from engine.actions.story import background_drafts, backgrounds, evolution, initiation, recaps
from engine.actions.story.chapters import close_chapter
from engine.db.characters import circles as stored
from engine.db.house import work
from engine.jobs.characters.circle_marks import mark_in, post_kind
from engine.jobs.characters.circle_rounds import due_rounds
from engine.jobs.memory.diary import due_pages
from engine.rules.bodies.due import post_mark_json
from engine.rules.circle.planning import posts_of
from engine.turns.inputs.cast import who_plays
from engine.values.characters.circle_members import PostFrequency, SeenBy
from engine.values.chats.bodies import ForwardOrigin
from engine.values.chats.incoming import Attached, Forward, Incoming, Origin
from engine.values.house.due_bodies import PostMark
from engine.values.house.setting_scopes import SettingScope
from engine.values.story.director import Background
from engine.web.extracting import TextExtractor
from engine.web.outside import Outside
from engine.web.pages import PageFetcher
from engine.web.reader import PageReader
from engine.web.search import WebSearch
from engine.work.clock import SystemClock
from engine.work.tasks import Tasks
from tests import calendar
from tests.attacks.cases import CASES, WORDS, PoisonCase, words
from tests.attacks.obeying import ObeyingModel, errands
from tests.servers.model import ModelServer, Seen, nothing_to_note, say
from tests.turns.chronicled import chronicled, told
from tests.turns.circled import MovedClock
from tests.turns.directed import line_of
from tests.turns.files import WORLD, as_json, bring
from tests.turns.room import CARD, Room, config_for, enter, new_origin, opened

LANGUAGES: Final = ("en", "zh")
SETTINGS: Final = {
    "page_every": "2",
    "facts": "on",
    "summary": "classic",
    "summary_trigger": "3000",
    "summary_length": "500",
    "evolve": "on",
    "evolve_every": "10",
    "timeline_lines": "6",
    "catalogue_pages": "500",
    "director_checks": "on",
    "director": "on",
    "diary_turns": "1",
    "init_batch": "10",
    "person_imports": "1000",
    "person_memories": "1000",
}
HEADINGS: Final = re.compile("Between the marks|between the marks|标记之间|标记之内")


def of_carrier(*carriers: str) -> list[PoisonCase]:
    return [it for it in CASES if it.carrier in carriers]


def test_there_are_sixty_cases() -> None:
    """A case is taken out that does not hold, or two share a word and one hides the other."""
    assert [sum(it.language == one for it in CASES) for one in LANGUAGES] == [30, 30]
    assert len(WORDS) == len(CASES)
    assert all(words(it.text()) == {it.word} for it in CASES)


@pytest.fixture
async def room(database_url: str, tmp_path: Path) -> AsyncIterator[Room]:
    """A room of a character and a world book that both give orders, before anybody has said anything."""
    origin = new_origin()
    async with ModelServer() as model, opened(config_for(database_url, tmp_path, model), origin.platform) as engine:
        yield await enter(engine, model, origin, hostile_card())


def hostile_card() -> dict[str, Any]:
    texts = [it.text() for it in of_carrier("card")]
    data = {**CARD["data"], "description": "\n".join(texts[:2]), "personality": "\n".join(texts[2:])}
    return {**CARD, "data": data}


def hostile_world() -> bytes:
    first = next(iter(WORLD["entries"].values()))
    entries = {
        str(it.number): {**first, "uid": it.number, "key": [it.word], "comment": it.text(), "content": it.text()}
        for it in CASES
    }
    return as_json({**WORLD, "entries": entries})


async def mark_of_room(room: Room) -> str:
    """The mark around what others wrote, as somebody has found it out."""
    await room.say("Hello.")
    await room.drain()
    return re.findall(r"<(memory-[0-9a-f]+)>", room.model.errands[-1].prompt)[0]


async def begun(room: Room, language: str) -> ObeyingModel:
    """The room in which everything is kept of a story, in one language, before a model that obeys."""
    await chronicled(room, **SETTINGS, language=language)
    room.model.notes = nothing_to_note
    model = ObeyingModel(await mark_of_room(room))
    room.model.notes, room.model.answer = model, repeats
    return model


def repeats(seen: Seen) -> Any:
    """A reply that says what was said to it last."""
    last = str(seen.body["messages"][-1]["content"])
    return say(f"You say {' '.join(sorted(words(last))[:3]) or 'nothing'}.")


async def planted(room: Room, mark: str) -> None:
    """What people write besides messages: persona, note, memories, a background, a world book."""
    ctx, runner, here = room.engine.ctx, room.runner, room.here
    for it in of_carrier("memory"):
        await garden.add(ctx, runner, here, it.text(mark))
    outline = tuple(it.text(mark) for it in CASES[:5])
    number = await backgrounds.create(ctx, here, Background("Story", CASES[5].text(mark), outline, CASES[6].text(mark)))
    await backgrounds.use(ctx, runner, here, number)


def author(room: Room, case: PoisonCase, mark: str) -> Origin:
    """Who says a case, under a name that gives orders, too."""
    name = case.text(mark) if case.carrier == "name" else case.lure(mark)
    return replace(room.origin, person=f"p{case.number}", person_name=name)


async def arrives(room: Room, case: PoisonCase, mark: str, name: str = "") -> None:
    """The case as somebody of its own says it, under a name that gives orders, too, or another ``name``; answered."""
    there = author(room, case, mark)
    there = replace(there, person_name=name or there.person_name)
    name = there.person_name
    room.position += 1
    said = Incoming(there, f"m{room.position}", case.text(mark), calendar.now(), room.position)
    if case.carrier == "forward":
        said = replace(said, text="Look.", forward=Forward(said.text, ForwardOrigin(author=name, chat=name)))
    if case.carrier == "file":
        file = Attached(said.text, "text/plain", said.text.encode())
        said = replace(said, text=f"See {case.word}.", files=(file,))
    await room.engine.turns.accept(said)
    await room.idle()


@pytest.mark.share(4)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_prompt_lets_an_order_out_of_its_data(room: Room, language: str) -> None:
    """A message, a name, a card or a memory becomes an order to the model that keeps the story."""
    model = await begun(room, language)
    await planted(room, model.mark)
    for number, it in enumerate(CASES, 1):
        await arrives(room, it, model.mark)
        if number % 10 == 0:
            await room.drain()
            await recaps.recap(room.ctx, await stranger(room))
    await everything_else(room, model)
    await read_in(room, model)
    await looked_up(room, model)
    await fed(room, model)
    await gone_round(room, model)
    await among_themselves(room, model)
    assert {name: len(it) for name, it in model.obeyed.items()} == {}
    missing = {it: len(WORDS - model.read[it]) for it in errands() if WORDS - model.read[it]}
    assert missing == {}, "these never came before the model, so nothing is proved of them"


async def stranger(room: Room) -> Any:
    """Somebody who comes by for the first time."""
    return await room.engine.places.resolve(replace(room.origin, person="new", person_name="New"))


async def everything_else(room: Room, model: ObeyingModel) -> None:
    """What is asked of the model when a story is changed, looked at and gone on with."""
    ctx, runner, here = room.engine.ctx, room.runner, room.here
    for it in CASES[::2]:
        writer = replace(room, origin=author(room, it, model.mark))
        await writer.edit(f"m{it.number + 2}", CASES[it.number + 1].text(model.mark))
    await room.idle()
    await room.drain()
    await close_chapter(ctx, runner, here, CASES[0].text(model.mark)[:60])
    await evolution.grow(ctx, runner, here)
    await room.drain()
    await due_pages(ctx)
    await room.sql("UPDATE entry SET said_at = said_at - interval '3 days' WHERE space_id = $1", here.space)
    await room.drain()
    query = "SELECT id FROM derived WHERE space_id = $1 AND kind = 'said' ORDER BY id DESC"
    remembered = next(it["id"] for it in await room.sql(query, here.space))
    for it in CASES:
        await corrections.propose(ctx, here, it.text(model.mark), memory=("said", remembered))
        await background_drafts.draft(ctx, here, it.text(model.mark))
    await background_drafts.again(ctx, here, await background_drafts.newest(ctx, here), CASES[0].text(model.mark))


async def read_in(room: Room, model: ObeyingModel) -> None:
    """Another chat, which is read in with the world book: nobody has kept anything of it before."""
    await bring(room, hostile_world(), "world.json")
    here = await characters.listed(room.ctx, room.here)
    await sessions.new(room.engine.ctx, room.runner, room.here, "Ann", next(it.id for it in here if not it.builtin))
    await told(room, *(it.text(model.mark) for it in CASES))
    await initiation.start(room.engine.ctx, room.runner, room.here)
    await room.drain()


async def looked_up(room: Room, model: ObeyingModel) -> None:
    """What people ask to have looked up on the web, for whom nobody searches."""
    tasks, clock = Tasks(), SystemClock()
    room.change(web=WebSearch((), PageReader(PageFetcher(Outside()), TextExtractor(tasks, clock)), clock, tasks))
    for name, value in {"search": "auto", "background_tokens": "100000000"}.items():
        await settings.put(room.ctx, room.here, SettingScope.CHANNEL, name, value)
    for it in CASES:
        await room.say(f"Look it up on the web: what is the weather in Lisbon today? {it.text(model.mark)}")
    await tasks.stop()


async def gone_round(room: Room, model: ObeyingModel) -> None:
    """A circle, in which all of it is posted and read by its characters."""
    room.change(clock=MovedClock(calendar.now().replace(hour=12)))
    for name, value in {"mode": "circle", "timezone": "UTC"}.items():
        await settings.put(room.ctx, room.here, SettingScope.CHANNEL, name, value)
    key, line = await line_of(room)
    who = await who_plays(room.db, key, line)
    await circles.join(room.ctx, room.runner, room.here, who, "Ann", PostFrequency.OFF)
    for number, it in enumerate(CASES, 1):
        await arrives(room, it, model.mark)
        if number % 20 == 0:
            await due_rounds(room.ctx, [room.here.platform])
            await room.drain()


async def among_themselves(room: Room, model: ObeyingModel) -> None:
    """What the characters of the circle post among themselves, each time in a tone that gives orders."""
    ctx, here, clock = room.ctx, room.here, room.ctx.clock
    assert isinstance(clock, MovedClock)
    key, line = await line_of(room)
    who = await who_plays(room.db, key, line)
    other = next(it.id for it in await characters.listed(ctx, here) if it.builtin)
    await circles.join(ctx, room.runner, here, other, "Ann", PostFrequency.OFF)
    await circles.join(ctx, room.runner, here, who, "Ann", PostFrequency.OFTEN)
    await circles.show(ctx, here, who, SeenBy.CAST)
    for it in CASES:
        await stored.describe(room.db, here.key, who, tone=it.text(model.mark))
        [member] = [one for one in await stored.members(room.db, here.key) if one.character == who]
        post = posts_of(member, clock.at.date(), ZoneInfo("UTC"))[0]
        clock.at = post.at
        mark = mark_in(post_kind(here.platform), here.key, who)
        await work.mark_due(room.db, key, mark, body=post_mark_json(PostMark(who, post.number, post.at)))
        await room.drain()


async def fed(room: Room, model: ObeyingModel) -> None:
    """What people feed to a character that grows, and what is made up of it."""
    ctx, here = room.ctx, room.here
    made = await cradles.begin(ctx, here, "Foundling")
    for it in CASES:
        assert (await feeding.feed_words(ctx, here, made.id, it.text(model.mark))).added
    await cradles.dream(ctx, here, made.id)

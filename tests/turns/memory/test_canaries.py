"""A canary in every store of every place: no prompt anywhere else ever sings."""

import json
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copytree

import pytest

from engine.actions.characters import characters
from engine.actions.chats import savepoints, sessions
from engine.actions.house import settings
from engine.actions.memory import garden
from engine.actions.people import abouts, personas
from engine.actions.story import chapters, evolution, notes
from engine.db.postgres.queries import SQL_FOLDER, Queries
from engine.values.house.setting_scopes import SettingScope
from engine.values.story.chronicle import ChronicleKind
from engine.values.story.director import Background
from engine.values.story.notes import AuthorsNote, UserPersona
from engine.values.transfers.transfers import Offer
from tests.servers.model import ModelServer, Script, Seen, say
from tests.turns.chronicled import chronicled
from tests.turns.directed import directed
from tests.turns.files import WORLD, as_json, bring
from tests.turns.remembering import WordEmbedder, filled, past
from tests.turns.room import Room, config_for, enter, new_origin, opened
from tests.turns.story.test_story_privacy import repeating

MARCH = datetime(2026, 3, 2, 9, tzinfo=UTC)
LATER = datetime(2026, 3, 20, 9, tzinfo=UTC)
TURNS = int(os.environ.get("CANARY_TURNS", "8"))
"""In each place. ``CANARY_TURNS=100`` takes a few minutes."""
QUESTIONS = ("What does my parrot eat?", "When does my parrot sing?", "What scares my parrot?", "Is my parrot blue?")
RULE = "AND (line.sight = 1 OR ("
"""In the fragment that every read of memories goes through: who has to be there, or to allow it."""
NAMES = ("Quilla", "Rodomonte", "Svetozar", "Tancredi", "Ursuline")


@dataclass(frozen=True, slots=True)
class Cage:
    """A place and the word that may be heard there alone."""

    room: Room
    canary: str


@pytest.fixture
async def cages(database_url: str, tmp_path: Path) -> AsyncIterator[list[Cage]]:
    """Two channels of a server, another server, and two private places; Ann talks in a channel and in private."""
    base = new_origin()
    origins = (
        replace(base, channel="one", person="ann", person_name="Ann"),
        replace(base, channel="two", person="ben", person_name="Ben"),
        replace(base, space="other", channel="one", person="cleo", person_name="Cleo"),
        replace(base, space="dm-ann", channel="dm-ann", person="ann", person_name="Ann", private=True),
        replace(base, space="dm-dora", channel="dm-dora", person="dora", person_name="Dora", private=True),
    )
    async with ModelServer() as model, opened(config_for(database_url, tmp_path, model), base.platform) as engine:
        model.answer = lambda _: say("I see.")
        first = await enter(engine, model, origins[0])
        first.stand_still(LATER, embedder=WordEmbedder())
        mira = next(it for it in await characters.listed(engine.ctx, first.here) if it.name == "Mira")
        second = await enter(engine, model, origins[1], None)
        await sessions.new(engine.ctx, engine.runner, second.here, "Ben", mira.id)
        rooms = [first, second, *[await enter(engine, model, it) for it in origins[2:]]]
        yield [Cage(room, name) for room, name in zip(rooms, NAMES, strict=True)]


async def _hatch(cage: Cage) -> None:
    """The canary in every store of its place, behind what the window holds."""
    room, word, engine = cage.room, cage.canary, cage.room.engine
    for name, value in (("mode", "chat"), ("budget_tokens", "2000"), ("facts", "off"), ("debounce", "0")):
        await settings.put(engine.ctx, room.here, SettingScope.SPACE, name, value)
    await past(room, (f"My parrot {word} eats plums.", f"{word} has good taste."), since=MARCH)
    await past(room, (f"My parrot {word} sings at night.", "How lovely."), since=MARCH + timedelta(hours=1))
    await filled(room, 30, MARCH + timedelta(hours=2))
    await savepoints.save(engine.ctx, room.here, f"save {word}")
    await notes.set_note(engine.ctx, engine.runner, room.here, AuthorsNote(f"{word} is shy."))
    await garden.add(engine.ctx, engine.runner, room.here, f"The parrot {word} is afraid of cats.")
    world = {**WORLD, "name": word}
    world["entries"] = {"0": {**WORLD["entries"]["0"], "key": ["parrot"], "content": f"{word} is blue."}}
    await bring(room, as_json(world), f"{word}.json", Offer.CHAT)
    if room.here.private:
        await abouts.add(engine.ctx, room.here, f"Owns the parrot {word}.")
    else:
        await personas.put(engine.ctx, room.here, UserPersona(word, description=f"{word}'s owner."))
    await room.drain()


async def _foreign(cages: list[Cage], turns: int = TURNS) -> tuple[int, int, list[str]]:
    """How many prompts were made, how many of them told the place's own canary, and what was heard elsewhere."""
    own, heard = 0, []
    questions = (
        "What does my parrot eat?",
        "When does my parrot sing?",
        "What is my parrot afraid of?",
        "Is my parrot blue?",
    )
    for turn in range(turns):
        for cage in cages:
            await cage.room.say(f"{questions[turn % len(questions)]} {turn}")
            prompt = "\n".join(content for _, content in cage.room.prompt())
            own += cage.canary in prompt
            heard += [f"{it} in {cage.canary}" for it in _allowed(cage, cages, prompt)]
    return turns * len(cages), own, heard


def _allowed(cage: Cage, cages: list[Cage], prompt: str) -> list[str]:
    """Canaries of other places. Who somebody plays is their own in every place."""
    person = cage.room.here.person
    return [
        it.canary
        for it in cages
        if it is not cage
        and it.canary in prompt.replace(f"{it.canary}'s owner", "")
        and not (it.room.here.person == person and not it.room.here.private)
    ]


@pytest.mark.slow
async def test_no_canary_sings_elsewhere(cages: list[Cage]) -> None:
    """Something of one chat, server or private talk is told in another one."""
    for cage in cages:
        await _hatch(cage)
    prompts, own, heard = await _foreign(cages)
    assert heard == []
    assert own > prompts / 2, "nothing is recalled at all, so nothing is proved"


def _keeper(seen: Seen) -> Script:
    verdict = {"why": "", "point": 1, "status": "in_progress", "sure": True}
    return say(json.dumps(verdict)) if "sure" in seen.errand else repeating(seen)


async def _tell(cage: Cage) -> None:
    """The canary in all that a long story is told by, from its background to a grown persona."""
    room, word, engine = cage.room, cage.canary, cage.room.engine
    await chronicled(room, page_every="2", page_choice="keywords", evolve="on", director_after="1")
    room.model.notes = _keeper
    background = Background(word, f"{word} rules.", (f"{word} sings.",), f"{word} leaves.")
    await directed(room, background, director_checks="on")
    told = (f"My parrot {word} eats plums.", f"{word} is fine.", f"Whose is {word}?", "Mine, and a parrot.")
    await past(room, *[told[:2], told[2:]] * 3, since=MARCH)
    await room.say(f"Good night, {word}.")
    await evolution.grow(engine.ctx, engine.runner, room.here)
    await room.drain()
    await chapters.close_chapter(engine.ctx, engine.runner, room.here, f"{word}'s plums")
    await room.drain()
    rows = await room.sql("SELECT DISTINCT kind FROM derived WHERE space_id = $1", room.here.space)
    assert {it["kind"] for it in rows} >= {*ChronicleKind} - {"summary"} | {"event", "plot"}


@pytest.mark.slow
async def test_no_story_sings_elsewhere(cages: list[Cage]) -> None:
    """A page, a figure, the persona or the outline of one story is told in another, or to the model that keeps it."""
    model = cages[0].room.model
    for cage in cages:
        await _tell(cage)
    prompts, own, heard = await _foreign(cages, max(2, TURNS // 4))
    for cage in cages:
        await cage.room.drain()
    assert heard == []
    mixed = [[it for it in NAMES if it in seen.prompt] for seen in model.errands]
    assert [it for it in mixed if len(it) > 1] == []
    assert own == prompts


@pytest.mark.slow
async def test_without_the_rule_they_do(cages: list[Cage], tmp_path: Path) -> None:
    """The canaries above would be silent whatever the rule of recall said, and prove nothing."""
    folder = copytree(SQL_FOLDER, tmp_path / "sql")
    file = folder / "memory.sql"
    text = file.read_text("utf-8")
    assert RULE in text
    file.write_text(text.replace(RULE, "AND (true OR ("), "utf-8")
    for cage in cages:
        await _hatch(cage)
    cages[0].room.db._queries = Queries.load(folder)
    _, _, heard = await _foreign(cages)
    assert heard != []

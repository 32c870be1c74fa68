"""A wrong memory is put right in one gesture, and its old value is told no more."""

import json
from typing import Any

import pytest

from engine.actions.chats import savepoints
from engine.actions.house import settings
from engine.actions.memory import corrections
from engine.db.memory import facts
from engine.errors import CorrectionGone, NothingToCorrect
from engine.values.house.setting_scopes import SettingScope
from engine.values.memory.memories import Correction
from tests.servers.model import NEW_FACT, Script, Seen, fail, nothing_to_note, say
from tests.turns.remembering import WordEmbedder
from tests.turns.room import Room

TOLD = {
    "en": ("My brother Tom visits me from Oslo.", "Ann's brother Tom visits from Oslo.",
           "Ann's sister Tom visits from Oslo.", "it was my sister", "brother", "Who visits me from Oslo?"),
    "zh": ("我弟弟小汤从奥斯陆来看我。", "安的弟弟小汤从奥斯陆来看她。",
           "安的妹妹小汤从奥斯陆来看她。", "是我妹妹", "弟弟", "谁从奥斯陆来看我？"),
}  # fmt: skip


@pytest.fixture(params=["en", "zh"])
async def told(room: Room, request: pytest.FixtureRequest) -> tuple[Room, tuple[str, ...]]:
    """A chat in which something was said, noted wrongly, and remembered; the words of the test."""
    words = TOLD[request.param]
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "mode", "chat")
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "debounce", "0")
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "language", request.param)
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "history_limit", "1")
    room.change(embedder=WordEmbedder())
    room.model.answer = lambda _: say("I see.")
    me = f"p{room.here.person}"
    sides = [{"about": me, "scope": scope, "text": words[1], "sources": [2], **NEW_FACT}
             for scope in ("person", "story")]  # fmt: skip
    left = [{"topics": [], "facts": sides}]
    room.model.notes = lambda seen: say(json.dumps(left.pop())) if left else nothing_to_note(seen)
    await room.say(words[0])
    await room.drain()
    return room, words


def corrects(room: Room, text: str) -> None:
    """The model takes the memory that it is shown first, and says that it reads like this."""

    def notes(seen: Seen) -> Script:
        if seen.errand == {"id", "text"}:
            first = next(json.loads(it) for it in seen.prompt.splitlines() if it.startswith('{"id"'))
            return say(json.dumps({"id": first["id"], "text": text}))
        return say(json.dumps({"topics": [], "facts": [], "page": "A quiet day."}))

    room.model.notes = notes


async def recalls(room: Room, question: str, value: str) -> bool:
    """Whether anything that the prompt tells besides the talk itself names the value."""
    await room.say(question)
    return any(value in text for role, text in room.prompt() if role == "system")


async def stored(room: Room) -> list[Any]:
    return await room.sql(
        "SELECT id, kind, text FROM derived WHERE space_id = $1 AND kind <> 'fact' "
        "AND id NOT IN (SELECT derived_id FROM retired WHERE space_id = $1) ORDER BY id",
        room.here.space,
    )


async def test_the_old_value_never_comes_back(told: tuple[Room, tuple[str, ...]]) -> None:
    """The character goes on telling what its friend has put right."""
    room, (_, was, now, words, value, question) = told
    assert await recalls(room, question, value)
    corrects(room, now)
    proposed = await corrections.propose(room.ctx, room.here, words)
    assert (proposed.was, proposed.now) == (was, now)
    await corrections.accept(room.ctx, room.runner, room.here, proposed.token)
    await room.drain()
    assert [it.text for it in await facts.facts_of(room.db, room.here.person, private_too=True)] == [now]
    assert all(value not in it["text"] for it in await stored(room) if it["kind"] in ("core", "manual", "diary"))
    for _ in range(20):
        assert not await recalls(room, question, value)


async def test_a_correction_is_made_once(told: tuple[Room, tuple[str, ...]]) -> None:
    """Pressing the button twice, or after a restart, corrects the correction."""
    room, (_, _, now, words, *_) = told
    corrects(room, now)
    proposed = await corrections.propose(room.ctx, room.here, words)
    await corrections.accept(room.ctx, room.runner, room.here, proposed.token)
    before = await stored(room)
    with pytest.raises(CorrectionGone):
        await corrections.accept(room.ctx, room.runner, room.here, proposed.token)
    assert await stored(room) == before


async def test_without_a_model_the_persons_words_count(told: tuple[Room, tuple[str, ...]]) -> None:
    """Without a utility model nothing can be corrected."""
    room, (_, was, _, words, *_) = told
    room.model.notes = lambda _: fail(500)
    memory = next((it["kind"], it["id"]) for it in await stored(room) if it["text"] == was)
    proposed = await corrections.propose(room.ctx, room.here, words, memory=memory)
    assert (proposed.was, proposed.now, (proposed.store, proposed.id)) == (was, words, memory)
    worded = await corrections.reword(room.ctx, room.here, proposed.token, "Mia came.")
    await corrections.accept(room.ctx, room.runner, room.here, worded.token)
    assert "Mia came." in [it["text"] for it in await stored(room)]


async def test_forgetting_takes_all_that_tells_it(told: tuple[Room, tuple[str, ...]]) -> None:
    """What a person wants forgotten is known from another place."""
    room, (_, was, *_) = told
    memory = next((it["kind"], it["id"]) for it in await stored(room) if it["text"] == was)
    await corrections.forget(room.ctx, room.runner, room.here, memory=memory)
    assert was not in [it["text"] for it in await stored(room)]
    assert not await facts.facts_of(room.db, room.here.person, private_too=True)


async def test_undoing_undoes_the_correction(told: tuple[Room, tuple[str, ...]]) -> None:
    """After going back in the story a memory of it is another one than it was there."""
    room, (_, was, now, *_) = told
    corrects(room, now)
    await savepoints.save(room.engine.ctx, room.here, "")
    memory = next((it["kind"], it["id"]) for it in await stored(room) if it["text"] == was)
    proposed = await corrections.propose(room.ctx, room.here, "wrong", memory=memory)
    await corrections.accept(room.ctx, room.runner, room.here, proposed.token)
    (save,) = [it for it in await savepoints.newest(room.engine.ctx, room.here) if it.kind == "manual"]
    await savepoints.load(room.engine.ctx, room.engine.runner, room.here, save.id)
    again = await corrections.propose(room.ctx, room.here, "wrong", memory=memory)
    assert again.was == was


async def test_nothing_to_correct(room: Room) -> None:
    """A slip of the command invents a memory."""
    room.change(embedder=WordEmbedder())
    with pytest.raises(NothingToCorrect):
        await corrections.propose(room.ctx, room.here, "it was my sister")
    with pytest.raises(CorrectionGone):
        await corrections.accept(room.ctx, room.runner, room.here, "feed")
    assert Correction("a", "b", "core", 1).token == ""

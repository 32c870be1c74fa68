"""Whoever of a cast cannot play is chosen by nobody and nothing, in whatever way it came about; people hear of it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.words.localise import Speech
from engine.actions.characters import casts, characters
from engine.actions.chats import replies
from engine.actions.house import settings
from engine.errors import CardMissing, CharacterThrownAway, NobodyCanPlay, NotInCast
from engine.values.chats.outgoing import Noticed, PartLimit
from engine.values.chats.places import Address
from engine.values.house.setting_scopes import SettingScope
from tests.servers.model import Finish, Gate, ModelServer, Script
from tests.turns.room import Room, config_for, enter, new_origin, opened
from tests.turns.scenes import first, in_character, join, who_was_asked

BOB = "Bob Stone"
Act = Callable[[Room, int], Awaitable[object]]


@pytest.fixture
async def scene(database_url: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[Room]:
    """Mira, Bob and Cy on a platform that delivers; none of them speaks uncalled."""
    origin = new_origin()
    async with opened(config_for(database_url, tmp_path, model), origin.platform, limit=PartLimit(2_000)) as engine:
        room = await enter(engine, model, origin)
        room.model.answer = in_character
        await casts.talk(engine.ctx, engine.runner, room.here, await first(room), 0)
        await join(room, BOB)
        await join(room, "Cy")
        yield room


async def trashed(room: Room, number: int) -> None:
    await characters.throw_away(room.engine.ctx, room.here, number)


async def deleted(room: Room, number: int) -> None:
    """Its time in the trash is over."""
    await trashed(room, number)
    await without_card(room, number)


async def without_card(room: Room, number: int) -> None:
    await room.sql("DELETE FROM character_version WHERE character_id = $1", number)
    room.ctx.cards._known.clear()


async def with_unreadable_card(room: Room, number: int) -> None:
    await room.sql("UPDATE character_version SET card = '[]' WHERE character_id = $1", number)
    room.ctx.cards._known.clear()


async def left(room: Room, number: int) -> None:
    await casts.remove(room.engine.ctx, room.engine.runner, room.here, number)


WAYS: dict[str, Act] = {it.__name__: it for it in (trashed, deleted, without_card, with_unreadable_card, left)}
LOST = {name: it for name, it in WAYS.items() if name != "left"}


@dataclass(frozen=True)
class Choosing:
    """Something that would have Bob speak: what is said before he is lost, and what after it."""

    after: Act
    before: Act | None = None
    asked: int = 1


def saying(*texts: str) -> Act:
    return lambda room, bob: room.say(*texts)


def doing(act: Callable[[Room, int], Awaitable[object]]) -> Act:
    async def done(room: Room, bob: int) -> None:
        await act(room, bob)
        await room.idle()

    return done


async def _answered(room: Room, bob: int) -> None:
    at = Address(room.origin.platform, room.origin.space, room.origin.channel, room.origin.private)
    room.engine.turns.placed(at, room.ended[-1].turn, 0, "bobs")
    await room.ctx.saver.flush()
    await room.accept("Why?", replied="bobs")


def playing(strategy: str) -> Act:
    return lambda room, bob: settings.put(room.engine.ctx, room.here, SettingScope.CHANNEL, "scene_strategy", strategy)


async def _left_unanswered(room: Room, bob: int) -> None:
    await playing("manual")(room, bob)
    await room.say("Somebody?")
    await playing("natural")(room, bob)


CHOOSINGS: dict[str, Choosing] = {
    "named": Choosing(saying("Bob, are you there?")),
    "named by a word of the name": Choosing(saying("stone?")),
    "named with another": Choosing(saying("Bob and Cy, well?")),
    "talkative": Choosing(
        saying("Hello?"), lambda room, bob: casts.talk(room.engine.ctx, room.engine.runner, room.here, bob, 100)
    ),
    "replied to": Choosing(doing(_answered), saying("Bob?")),
    "one after another": Choosing(saying("A.", "B.", "C."), playing("list"), 6),
    "whose turn it is": Choosing(saying("A.", "B.", "C.", "D."), playing("pooled"), 4),
    "again": Choosing(
        doing(lambda room, bob: replies.again(room.engine.ctx, room.engine.runner, room.here)), saying("Bob?")
    ),
    "going on": Choosing(
        doing(lambda room, bob: replies.go_on(room.engine.ctx, room.engine.runner, room.here)), saying("Bob?")
    ),
    "left unanswered": Choosing(
        doing(lambda room, bob: replies.again(room.engine.ctx, room.engine.runner, room.here)), _left_unanswered
    ),
    "called by another": Choosing(
        saying("Cy?"),
        lambda room, bob: settings.put(room.engine.ctx, room.here, SettingScope.CHANNEL, "scene_rounds", "1"),
        1,
    ),
}


@pytest.mark.share(3)
@pytest.mark.parametrize("choosing", CHOOSINGS.values(), ids=CHOOSINGS)
@pytest.mark.parametrize("lose", WAYS.values(), ids=WAYS)
async def test_who_cannot_play_is_not_chosen(scene: Room, lose: Act, choosing: Choosing) -> None:
    """Nobody answers, because a character was chosen that lies in the trash."""
    bob = await _bob(scene)
    if choosing.before is not None:
        await choosing.before(scene, bob)
    asked, turns = len(scene.model.generations), len(await scene.turns())
    await lose(scene, bob)
    if choosing is CHOOSINGS["called by another"]:
        scene.model.script(Script(["Bob, say more!", Finish()]))
    await choosing.after(scene, bob)
    them = who_was_asked(scene)[asked:]
    assert len(them) == choosing.asked, them
    assert set(them) <= {"Mira", "Cy"}
    assert {it["state"] for it in (await scene.turns())[turns:]} == {"complete"}
    assert not [it for it in scene.ended if it.notice]


@pytest.mark.parametrize("lose", LOST.values(), ids=LOST)
async def test_who_is_lost_while_another_speaks_is_passed_over(scene: Room, lose: Act) -> None:
    """What was to come breaks off at somebody who was thrown away meanwhile."""
    gate = Gate()
    scene.model.script(Script(["Well, ", gate, "yes.", Finish()]))
    await scene.accept("Mira, Bob and Cy, well?")
    await scene.grew("Well")
    await lose(scene, await _bob(scene))
    gate.open()
    await scene.idle()
    assert who_was_asked(scene) == ["Mira", "Cy"]
    assert {it["state"] for it in await scene.turns()} == {"complete"}


@pytest.mark.parametrize("lose", LOST.values(), ids=LOST)
async def test_the_scene_says_so_once(scene: Room, lose: Act) -> None:
    """A character is silent, and nobody knows why; or everybody is told with every reply."""
    bob = await _bob(scene)
    await lose(scene, bob)
    await scene.say("Mira?", "Bob?", "Cy?")
    await replies.again(scene.engine.ctx, scene.engine.runner, scene.here)
    await scene.idle()
    why = "trash" if lose in (trashed, deleted) else "card"
    (told,) = [it.notice for it in scene.shown.of(Noticed) if it.notice.message == "cast-absent"]
    assert told.data == {"name": BOB, "why": why}
    listed = {it.name: it.absent for it in await casts.cast(scene.engine.ctx, scene.here)}
    assert listed == {"Mira": None, BOB: why, "Cy": None}
    for language, word in (("en", "/scene cast remove"), ("zh", "/场景 登场 离开")):
        assert f"{word} {BOB}" in Speech().speaker(language).say(told.message, **told.data)


@pytest.mark.parametrize("lose", LOST.values(), ids=LOST)
async def test_when_nobody_is_left_the_act_that_helps_is_named(scene: Room, lose: Act) -> None:
    """Everybody lies in the trash, and people are told about one of them, or nothing."""
    members = [it.character for it in await casts.cast(scene.engine.ctx, scene.here)]
    await scene.say("Bob?")
    before = await scene.spoken()
    for number in members:
        await lose(scene, number)
    with pytest.raises(NobodyCanPlay):
        await replies.again(scene.engine.ctx, scene.engine.runner, scene.here)
    with pytest.raises(NobodyCanPlay):
        await replies.go_on(scene.engine.ctx, scene.engine.runner, scene.here)
    assert await scene.spoken() == before, "the reply that was there is not lost for one that cannot come"
    asked = len(scene.model.generations)
    await scene.say("Hello?")
    assert len(scene.model.generations) == asked
    notice = scene.ended[-1].notice
    assert notice is not None
    assert notice.message == NobodyCanPlay.message
    for language, act in (("en", "/scene cast add"), ("zh", "/场景 登场 加入")):
        assert act in Speech().speaker(language).say(notice.message)
    await join(scene, "Dee")
    await scene.say("Hello?")
    assert who_was_asked(scene)[asked:] == ["Dee"]


async def test_who_comes_back_plays_again(scene: Room) -> None:
    """Somebody takes a character out of the trash, and it is silent for ever."""
    bob = await _bob(scene)
    await trashed(scene, bob)
    await scene.say("Bob?")
    await characters.restore(scene.engine.ctx, scene.here, bob)
    await scene.say("Bob?")
    await trashed(scene, bob)
    await scene.say("Bob?")
    assert BOB in who_was_asked(scene)[1]
    assert len([it for it in scene.shown.of(Noticed) if it.notice.message == "cast-absent"]) == 2


@pytest.mark.parametrize(
    ("lose", "error"),
    [(trashed, CharacterThrownAway), (deleted, CharacterThrownAway), (without_card, CardMissing), (left, NotInCast)],
)
async def test_whoever_is_picked_by_hand_is_said_to_be_lost(scene: Room, lose: Act, error: type[Exception]) -> None:
    """People pick a character, and another one answers, or nobody and without a word."""
    bob = await _bob(scene)
    await lose(scene, bob)
    with pytest.raises(error):
        await casts.speak(scene.engine.ctx, scene.engine.runner, scene.here, bob)
    assert not scene.model.generations


async def _bob(room: Room) -> int:
    return next(it.character for it in await casts.cast(room.engine.ctx, room.here) if it.name == BOB)

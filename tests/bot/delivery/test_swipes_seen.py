"""What people see of swipes, undo, saves and branches: the real engine, a scripted model, a platform in memory."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.delivery.waiting import LoopClock
from engine.actions.chats import branches, inspections, pointed, replies, savepoints, sessions, swipes, undoing
from engine.actions.house import settings
from engine.errors import NothingOfYours, NotOnTheLine
from engine.values.house.setting_scopes import SettingScope
from tests.bot.delivery.test_delivery_engine import LONG, Scene, at, begun, house, shown
from tests.platforms.recording import RecordingSurface
from tests.servers.model import Finish, Gate, ModelServer, Script, fail, say
from tests.turns.room import config_for, new_origin


class QuickClock(LoopClock):
    """A clock whose seconds are short."""

    def monotonic(self) -> float:
        return super().monotonic() * 50

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds / 50)


@pytest.fixture
async def scene(database_url: str, tmp_path: Path) -> AsyncIterator[Scene]:
    origin = replace(new_origin(), private=True)
    async with ModelServer() as model, house(config_for(database_url, tmp_path, model), origin) as engine:
        surface = RecordingSurface(LoopClock(), limit=200)
        room = await begun(engine, model, origin)
        async with shown(engine, origin, surface, QuickClock()):
            yield Scene(room, surface)


async def _turn(scene: Scene, step: int) -> None:
    await swipes.swipe(scene.room.engine.ctx, scene.room.engine.runner, scene.room.here, step)
    await scene.room.idle()


async def test_pages_are_turned_in_one_message(scene: Scene) -> None:
    """The old reply would stay in the channel, or a phone would ring for it."""
    room = scene.room
    room.model.script(say("One."), say(LONG), say("Three."))
    await room.say("Sing.")
    await scene.sees("One.")
    await scene.stands_under("right", "continue", "recalled", "more")
    for _ in range(2):
        await replies.again(room.engine.ctx, room.engine.runner, room.here)
        await room.idle()
    await scene.sees("Three.")
    sent = len(scene.surface.of("send"))
    await _turn(scene, -1)
    await scene.surface.until(lambda it: "".join(it.texts()).replace("\n", "") == LONG.replace("\n", ""))
    await scene.stands_under("left", "right", "continue", "recalled", "more")
    await _turn(scene, -1)
    await scene.sees("One.")
    await _turn(scene, 1)
    await _turn(scene, 1)
    await scene.sees("Three.")
    assert all(it.part.silent for it in scene.surface.of("send")[sent:] if it.part)


async def test_a_page_that_a_crash_caught_is_turned_at_the_next_start(database_url: str, tmp_path: Path) -> None:
    """The channel would show a reply that the character has not said there."""
    origin = replace(new_origin(), private=True)
    async with ModelServer() as model:
        config = config_for(database_url, tmp_path, model)
        async with house(config, origin) as engine:
            surface = RecordingSurface(LoopClock(), limit=200)
            room = await begun(engine, model, origin)
            async with shown(engine, origin, surface, QuickClock()):
                scene = Scene(room, surface)
                model.script(say("One."), say("Two."))
                await room.say("Sing.")
                await scene.sees("One.")
                await replies.again(room.engine.ctx, room.engine.runner, room.here)
                await scene.sees("Two.")
                await room.idle()  # what is seen may not be in the log yet, and a swipe would end it
                await scene.rows()
                surface.held.clear()
                await _turn(scene, -1)
            surface.held.set()
            assert surface.texts() == ["Two."]
            rows = await scene.rows()
            assert rows[-1][:3] == ("line", 0, "planned")
        async with house(config, origin) as engine, shown(engine, origin, surface, QuickClock()):
            await surface.until(lambda it: it.texts() == ["One."])
            await scene.stands_under("right", "continue", "recalled", "more")


async def test_buttons_stand_under_the_newest_reply_alone_after_a_restart(database_url: str, tmp_path: Path) -> None:
    """Whoever talks fast, and restarts the house, would have buttons under every reply for ever."""
    origin = replace(new_origin(), private=True)
    async with ModelServer(lambda it: say(f"Reply {len(it.body['messages'])}.")) as model:
        config = config_for(database_url, tmp_path, model)
        async with house(config, origin) as engine:
            surface = RecordingSurface(LoopClock(), limit=200)
            room = await begun(engine, model, origin)
            async with shown(engine, origin, surface):  # on a slow clock, so that nothing is tidied
                for n in range(4):
                    await room.say(f"Word {n}.")
                    await surface.until(lambda it, n=n: len(it.parts()) == n + 1 and bool(it.parts()[-1].buttons))
                await room.ctx.saver.flush()
        assert sum(bool(part.buttons) for part in surface.parts()) > 1
        async with house(config, origin) as engine, shown(engine, origin, surface, QuickClock()):
            await surface.until(lambda it: [bool(part.buttons) for part in it.parts()] == [*[False] * 3, True])
            await replies.again(engine.ctx, engine.runner, room.here)
            await engine.turns.idle(room.here)
            room = replace(room, engine=engine)
            await room.say("And then?")
            await surface.until(lambda it: [bool(part.buttons) for part in it.parts()] == [*[False] * 4, True])
            await room.ctx.saver.flush()
            assert len(await engine.turns.with_controls(at(room))) == 1


async def test_back_from_a_reply_that_came_to_nothing(scene: Scene) -> None:
    """Whose model fails at the next reply could never return to the one before."""
    room = scene.room
    room.model.script(say("One."))
    await room.say("Sing.")
    await scene.sees("One.")
    room.model.answer = lambda _: say("")
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    await scene.surface.until(lambda it: it.texts() != ["One."])
    await _turn(scene, -1)
    await scene.sees("One.")


async def test_a_reply_goes_on_in_its_own_message(scene: Scene) -> None:
    """What is said further would stand in a message of its own, with buttons of its own, and ring."""
    room, surface, engine = scene.room, scene.surface, scene.room.engine
    gate = Gate()
    room.model.script(say("Once there was"), Script(["a lamp", gate, " and a boat.", Finish()]), say(LONG), fail(401))
    await room.say("Tell me.")
    await scene.sees("Once there was")
    await scene.stands_under("right", "continue", "recalled", "more")
    sent = len(surface.of("send"))
    await replies.go_on(engine.ctx, engine.runner, room.here)
    await surface.until(lambda it: it.texts()[-1] == "Once there was a lamp")
    await scene.stands_under("stop")
    gate.open()
    await scene.sees("Once there was a lamp and a boat.")
    await scene.stands_under("right", "continue", "recalled", "more")
    assert len(surface.of("send")) == sent
    await replies.go_on(engine.ctx, engine.runner, room.here)
    await surface.until(lambda it: "".join(it.texts()) == f"Once there was a lamp and a boat. {LONG}")
    await scene.stands_under("right", "continue", "recalled", "more")
    assert [bool(part.buttons) for part in surface.parts()] == [False, False, False, True]
    await replies.go_on(
        engine.ctx, engine.runner, room.here
    )  # the model refuses: what was there stays, with its buttons, and a notice
    await room.idle()
    await surface.until(lambda it: len(it.texts()) == 5)
    assert "".join(surface.texts()[:4]) == f"Once there was a lamp and a boat. {LONG}"
    assert [bool(part.buttons) for part in surface.parts()] == [False, False, False, True, False]
    for text in ("Once there was a lamp and a boat.", "Once there was"):
        for message in (await undoing.undo(engine.ctx, engine.runner, room.here)).gone:
            surface.messages.pop(message, None)
        await surface.until(lambda it, text=text: it.texts()[0] == text and bool(it.parts()[0].buttons))
        await scene.stands_under("right", "continue", "recalled", "more")
        assert len(surface.texts()) == 1
    (gone,) = (await undoing.undo(engine.ctx, engine.runner, room.here)).gone
    assert gone in surface.messages


async def test_bubbles_stay_while_the_last_goes_on(scene: Scene) -> None:
    """What stands in other messages would be seen twice until the reply is whole."""
    room, surface, engine = scene.room, scene.surface, scene.room.engine
    await settings.put(engine.ctx, room.here, SettingScope.CHANNEL, "bubbles", "3")
    gate = Gate()
    room.model.script(say("One.\n\nTwo."), Script(["Three", gate, ".", Finish()]))
    await room.say("Count.")
    await surface.until(lambda it: [text.strip() for text in it.texts()] == ["One.", "Two."])
    await replies.go_on(engine.ctx, engine.runner, room.here)
    await surface.until(lambda it: [text.strip() for text in it.texts()] == ["One.", "Two. Three"])
    gate.open()
    await surface.until(lambda it: [text.strip() for text in it.texts()] == ["One.", "Two. Three."])
    await scene.stands_under("right", "continue", "recalled", "more")


def _having(surface: RecordingSurface) -> list[tuple[str, bool]]:
    """What stands there, and whether buttons stand under it."""
    return [(part.text.strip(), bool(part.buttons)) for part in surface.parts()]


async def test_the_last_bubble_has_the_buttons(database_url: str, tmp_path: Path) -> None:
    """Whoever reads to the end of a reply would have to scroll up to turn it, or find two that can be turned."""
    origin = replace(new_origin(), private=True)
    three = [("One.", False), ("Two.", False), ("Three.", True)]
    async with ModelServer() as model:
        config = config_for(database_url, tmp_path, model)
        async with house(config, origin) as engine:
            surface = RecordingSurface(LoopClock(), limit=200)
            room = await begun(engine, model, origin)
            await settings.put(engine.ctx, room.here, SettingScope.CHANNEL, "bubbles", "3")
            async with shown(engine, origin, surface, QuickClock()):
                scene = Scene(room, surface)
                model.script(say("One.\n\nTwo.\n\nThree."), say("Alone."))
                await room.say("Count.")
                await surface.until(lambda it: _having(it) == three)
                assert [it.part.silent for it in surface.of("send") if it.part] == [False, True, True]
                await replies.again(engine.ctx, engine.runner, room.here)
                await surface.until(lambda it: _having(it) == [("Alone.", True)])
                await _turn(scene, -1)
                await surface.until(lambda it: _having(it) == three)
                await room.ctx.saver.flush()
        async with house(config, origin) as engine, shown(engine, origin, surface, QuickClock()):
            room = replace(room, engine=engine)
            await _turn(Scene(room, surface), 1)
            await surface.until(lambda it: _having(it) == [("Alone.", True)])
            await _turn(Scene(room, surface), -1)
            await surface.until(lambda it: _having(it) == three)
            assert all(it.part.silent for it in surface.of("send")[3:] if it.part)
        async with house(config, origin) as engine, shown(engine, origin, surface, QuickClock()):
            model.script(say("Four."))
            await replace(room, engine=engine).say("And then?")
            await surface.until(lambda it: _having(it) == [*three[:2], ("Three.", False), ("Four.", True)])


async def test_a_whole_play_rings_once_a_turn(scene: Scene) -> None:
    """Every page, save and branch would ring every phone in the channel, and old buttons would stay everywhere."""
    room, surface, engine = scene.room, scene.surface, scene.room.engine
    room.model.answer = lambda _: say(f"Reply {len(room.model.generations)}.")
    await sessions.new(engine.ctx, engine.runner, room.here, "Ann")
    await surface.until(lambda it: len(it.texts()) == 2)
    assert surface.texts() == ["– a new chat with Mira –", "You made it, Ann. Sit down."]
    await scene.stands_under("right", "continue", "recalled", "more")
    await _turn(scene, 1)
    await surface.until(lambda it: it.texts()[-1] == "The lamp is out, Ann. Help me.")
    await room.say("Hello.")
    await surface.until(lambda it: it.texts()[-1] == "Reply 1.")
    await savepoints.save(room.engine.ctx, room.here, "harbour")
    for step in (1, 1, -1):
        await _turn(scene, step)
    await surface.until(lambda it: it.texts()[-1] == "Reply 2.")
    await scene.stands_under("left", "right", "continue", "recalled", "more")
    await room.say("And then?")
    await surface.until(lambda it: it.texts()[-1] == "Reply 4.")
    gone = (await undoing.undo(engine.ctx, engine.runner, room.here)).gone
    assert len(gone) == 1
    for message in gone:
        del surface.messages[message]
    await surface.until(lambda it: (it.texts()[-1], bool(it.parts()[-1].buttons)) == ("Reply 2.", True))
    [save] = [it for it in await savepoints.newest(engine.ctx, room.here) if it.kind == "manual"]
    await savepoints.load(engine.ctx, engine.runner, room.here, save.id)
    await surface.until(lambda it: it.texts()[-1] == "Reply 1.")
    assert surface.texts()[-2].startswith("– back to “harbour”, ")
    await scene.stands_under("right", "continue", "recalled", "more")
    await branches.branch_from(engine.ctx, engine.runner, room.here, 0)
    await surface.until(lambda it: it.texts()[-2:] == ["– from here, on a new branch –", "Reply 1."])
    await scene.stands_under("right", "continue", "recalled", "more")
    await replies.go_on(engine.ctx, engine.runner, room.here)
    await room.idle()
    await surface.until(lambda it: it.texts()[-2:] == ["– from here, on a new branch –", "Reply 1. Reply 5."])
    gate = Gate()
    room.model.script(Script(["Half a ", gate, Finish()]))
    await room.accept("Stop.")
    await surface.until(lambda it: it.texts()[-1] == "Half a")
    await replies.stop(engine.ctx, room.here)
    await room.idle()
    gate.open()
    await surface.until(lambda it: [part.text for part in it.parts() if part.buttons] == ["Half a"])
    sends = [it.part for it in surface.of("send") if it.part]
    turns = await room.turns()
    assert sum(not it.silent for it in sends) <= len(turns)
    assert [it.key for it in sends if not it.silent] == [
        it.key for it in sends if it.key.startswith("t") and it.key.endswith(".0") and not it.key.startswith("t-")
    ]


def _right(surface: RecordingSurface) -> str:
    """What stands on the button that turns to the next one, under the last message."""
    last = surface.parts()[-1:]
    return next((it.label for part in last for row in part.buttons for it in row if "right:" in it.control), "")


async def test_a_greeting_counts_all_that_its_card_has(scene: Scene) -> None:
    """Nobody would know that a story can begin in other ways before they have pressed a button that says nothing."""
    room, surface, engine = scene.room, scene.surface, scene.room.engine
    await sessions.new(engine.ctx, engine.runner, room.here, "Ann")
    for text, label in (("You made it, Ann. Sit down.", "▶ 1/2"), ("The lamp is out, Ann. Help me.", "▶ 2/2")):
        await surface.until(lambda it, text=text, label=label: (it.texts()[-1:], _right(it)) == ([text], label))
        await _turn(scene, 1)
    await surface.until(lambda it: (it.texts()[-1:], _right(it)) == (["You made it, Ann. Sit down."], "▶ 1/2"))


async def test_a_greeting_that_is_edited_changes_where_it_stands(scene: Scene) -> None:
    """People would read other words than those that the character goes on from."""
    room, surface, engine = scene.room, scene.surface, scene.room.engine
    await sessions.new(engine.ctx, engine.runner, room.here, "Ann")
    await surface.until(lambda it: it.texts()[-1:] == ["You made it, Ann. Sit down."])
    await room.ctx.saver.flush()
    greeting = [*surface.messages][-1]
    await pointed.edit(engine.ctx, engine.runner, room.here, greeting, "You made it, Ann. Come in.")
    await surface.until(lambda it: it.texts()[-1] == "You made it, Ann. Come in.")
    assert [*surface.messages][-1] == greeting


async def test_a_message_that_is_pointed_at(scene: Scene) -> None:
    """Why, edit, save and branch of an older reply would be about the newest one, or about nothing."""
    room, engine = scene.room, scene.room.engine
    room.model.script(say("One."), say("Two."))
    for name, text in (("p1", "First."), ("p2", "Second.")):
        await room.accept(text, name)
        await room.idle()
    await scene.sees("One.", "Two.")
    await scene.rows()
    old, new = scene.surface.messages
    first, second = (
        await inspections.last(engine.ctx, room.here, old),
        await inspections.last(engine.ctx, room.here, new),
    )
    assert first is not None
    assert second is not None
    assert first.turn < second.turn
    newest = await swipes.newest(engine.ctx, room.here)
    assert newest is not None
    at = f"@{newest.session}.{newest.place.branch}.{newest.place.seq}"
    assert (await inspections.last(engine.ctx, room.here, at)) == second
    assert await pointed.text_of(engine.ctx, room.here, "p1") == "First."
    with pytest.raises(NothingOfYours):
        await pointed.text_of(engine.ctx, replace(room.here, person=room.here.person + 1), "p1")
    await pointed.edit(engine.ctx, engine.runner, room.here, new, "Two, but better.")
    await scene.sees("One.", "Two, but better.")
    saved = await pointed.save(engine.ctx, room.here, old, "the first")
    assert saved.preview == "One."
    for missing in ("nobody", "@1.2", "@7.7.7"):
        with pytest.raises(NotOnTheLine):
            await pointed.text_of(engine.ctx, room.here, missing)
    await pointed.branch(engine.ctx, engine.runner, room.here, old)
    assert (await room.spoken())[-1][1] == "One."
    with pytest.raises(NotOnTheLine):
        await pointed.edit(engine.ctx, engine.runner, room.here, new, "Gone.")
    view = await pointed.undo(engine.ctx, engine.runner, room.here, old)
    assert view.spoken[-1].text == "You made it, Ann. Sit down."

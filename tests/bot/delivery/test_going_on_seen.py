"""What stands in the messages of a reply stays there, in whichever way it goes on."""

import itertools
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pytest

from bot.delivery.waiting import LoopClock
from bot.words.localise import Speech
from engine.actions.characters import presets
from engine.actions.chats import pointed, replies, swipes, undoing
from engine.actions.house import settings
from engine.actions.transfers import looking
from engine.actions.transfers.bringing import bring
from engine.values.house.setting_scopes import SettingScope
from tests.bot.delivery.test_delivery_engine import Scene, begun, house, shown
from tests.bot.delivery.test_swipes_seen import QuickClock
from tests.platforms.recording import RecordingSurface
from tests.rules.formats.preset_samples import PRESET
from tests.servers.model import Finish, Gate, ModelServer, Script, fail, say
from tests.turns.room import Room, config_for, enter, new_origin

SAID: Final = (
    "Noodles. They take ten minutes, and so does the broth, so sit down by the stove and tell me of the storm.",
    "Hi!\n\nHow was your day?",
    "It is all in the list:\n\n- a lamp\n- a rope",
    "他站在门口看了很久，没有说话。外面的雨还在下，灯塔的光一圈一圈地扫过海面。",
)
MORE: Final = (
    "and a boat.",
    "\n\nShe looks out.\n\nThe sea is calm now.",
    "The broth is hot. I put in two eggs, since you look as if you had not eaten for days, and a bit of ginger.",
    "\n- a boat\n\nThat is all.",
    "\n" + "The keeper tells of the winter in which the lamp went out. " * 5,
)
STOPPED: Final = Speech().speaker("en").say("delivery-stopped")
READ: Final = "\n\nShe climbs the stairs again, lamp in hand,"


@dataclass
class Life:
    """A chat over several processes. ``surface`` is what people see of it, whatever ends."""

    config: object
    origin: object
    model: ModelServer
    surface: RecordingSurface
    scene: Scene | None = None

    @property
    def room(self) -> Room:
        assert self.scene is not None
        return self.scene.room

    @asynccontextmanager
    async def alive(self, *, first: bool = False) -> AsyncIterator[None]:
        async with house(self.config, self.origin) as engine:  # type: ignore[arg-type]
            if first:
                room = await begun(engine, self.model, self.origin)  # type: ignore[arg-type]
            else:
                room = await enter(engine, self.model, self.origin, card=None)  # type: ignore[arg-type]
            self.scene = Scene(room, self.surface)
            async with shown(engine, self.origin, self.surface, QuickClock()):  # type: ignore[arg-type]
                yield

    async def text(self) -> str:
        return (await self.room.spoken())[-1][1]

    async def stands(self) -> list[str]:
        """The texts of its messages, once they show all of it, without marks of a reply that was stopped."""
        whole = "".join((await self.text()).split())

        await self.surface.until(lambda _: "".join("".join(self.seen()).split()) == whole)
        return self.seen()

    def seen(self) -> list[str]:
        """The texts of the messages of replies, without notices and without marks of a reply that was stopped."""
        return [it.text.removesuffix(STOPPED).rstrip() for it in self.surface.parts() if it.key.startswith("t")]

    async def goes_on(self) -> None:
        await replies.go_on(self.room.engine.ctx, self.room.engine.runner, self.room.here)
        await self.room.idle()


Way = Callable[[Life, str], Awaitable[None]]


async def _on(life: Life, more: str) -> None:
    life.model.script(say(*(more[at : at + 9] for at in range(0, len(more), 9))))
    await life.goes_on()


async def _on_as_a_story(life: Life, more: str) -> None:
    await settings.put(life.room.engine.ctx, life.room.here, SettingScope.CHANNEL, "bubbles", "0")
    await _on(life, more)


async def _on_as_a_chat(life: Life, more: str) -> None:
    await settings.put(life.room.engine.ctx, life.room.here, SettingScope.CHANNEL, "bubbles", "3")
    await _on(life, more)


async def _on_with_a_prefill(life: Life, more: str) -> None:
    engine, here = life.room.engine, life.room.here
    looked = await looking.look(engine.ctx, here, json.dumps({**PRESET, "continue_prefill": True}).encode(), "p.json")
    brought = await bring(engine.ctx, engine.runner, here, "Ann", looked.token)
    await presets.use(engine.ctx, engine.runner, here, brought.id)
    await _on(life, more)


async def _on_after_an_edit(life: Life, more: str) -> None:
    newest = await swipes.newest(life.room.engine.ctx, life.room.here)
    assert newest is not None
    at = f"@{newest.session}.{newest.place.branch}.{newest.place.seq}"
    await pointed.edit(life.room.engine.ctx, life.room.engine.runner, life.room.here, at, f"{await life.text()} Well")
    await life.stands()
    await _on(life, more)


async def _on_without_a_model(life: Life, _more: str) -> None:
    life.model.script(fail(401))
    await life.goes_on()


async def _on_and_stopped(life: Life, _more: str) -> None:
    gate = Gate()
    life.model.script(Script(["\n\nStay, says she.", gate, Finish()]))
    await replies.go_on(life.room.engine.ctx, life.room.engine.runner, life.room.here)
    await life.surface.until(lambda _: life.seen()[-1].endswith("Stay, says she."))
    await replies.stop(life.room.engine.ctx, life.room.here)
    gate.open()
    await life.room.idle()


async def _undone(life: Life, more: str) -> None:
    await _on(life, more)
    before = await life.stands()
    await undoing.undo(life.room.engine.ctx, life.room.engine.runner, life.room.here)
    after = await life.stands()
    assert all(old.startswith(new) for old, new in zip(before, after, strict=False))
    await _on(life, more)


async def _turned_away_and_back(life: Life, more: str) -> None:
    engine, here = life.room.engine, life.room.here
    life.model.script(say("Something else."))
    await replies.again(engine.ctx, engine.runner, here)
    await life.room.idle()
    await life.stands()
    await swipes.swipe(engine.ctx, engine.runner, here, -1)
    await life.room.idle()
    await life.stands()
    await _on(life, more)


WAYS: Final[dict[str, Way]] = {
    way.__name__: way
    for way in (
        _on,
        _on_as_a_story,
        _on_as_a_chat,
        _on_with_a_prefill,
        _on_after_an_edit,
        _on_without_a_model,
        _on_and_stopped,
        _undone,
        _turned_away_and_back,
    )
}


@pytest.fixture
async def life(database_url: str, tmp_path: Path) -> AsyncIterator[Life]:
    async with ModelServer() as model:
        config = config_for(database_url, tmp_path, model)
        yield Life(config, replace(new_origin(), private=True), model, RecordingSurface(LoopClock(), limit=200))


@pytest.mark.share(3)
@pytest.mark.parametrize("seed", range(len(WAYS)))
async def test_what_was_read_stays_in_its_message(life: Life, seed: int) -> None:
    """Who reads along sees sentences jump from one message to the next whenever the reply goes on."""
    ways = [*WAYS][seed:] + [*WAYS][:seed]
    async with life.alive(first=True):
        await settings.put(life.room.engine.ctx, life.room.here, SettingScope.CHANNEL, "bubbles", "038"[seed % 3])
        life.model.script(say(SAID[seed % len(SAID)]))
        await life.room.say("Tell me.")
        for number, way in enumerate(ways):
            before = await life.stands()
            await WAYS[way](life, MORE[(seed + number) % len(MORE)])
            after = await life.stands()
            kept = [*itertools.zip_longest(before, after[: len(before)])]
            assert all(new is not None and new.startswith(old) for old, new in kept), (way, before, after)


@pytest.mark.parametrize("bubbles", ["0", "3"])
@pytest.mark.parametrize("further", [False, True])
async def test_what_a_crash_cut_goes_on_where_it_stood(life: Life, bubbles: str, further: bool) -> None:
    """After a restart the half that people had read is cut up, and they look for the sentence that they were at."""
    gate = Gate()
    async with life.alive(first=True):
        await settings.put(life.room.engine.ctx, life.room.here, SettingScope.CHANNEL, "bubbles", bubbles)
        begin = Script([f"Here I am.{READ}", gate, Finish()])
        life.model.script(*([say(SAID[1]), begin] if further else [begin]))
        await life.room.accept("Tell me.")
        if further:
            await life.room.idle()
            await life.stands()
            await replies.go_on(life.room.engine.ctx, life.room.engine.runner, life.room.here)
        await life.surface.until(lambda it: any("lamp in hand," in text for text in it.texts()))
        before = life.surface.texts()
    gate.open()
    life.model.script(say(" and looks out over the sea.\n\nIt is calm.\n\nShe sighs."))
    async with life.alive():
        await life.room.idle()
        after = await life.stands()
        assert [new.startswith(old.rstrip()) for old, new in zip(before, after, strict=False)] == [True] * len(before)
        assert any(text.endswith("lamp in hand, and looks out over the sea.") for text in after) == (bubbles != "0")
        assert len(after) == len(before) + (2 if bubbles != "0" else 0)


async def test_what_grows_while_it_goes_on_stays(life: Life) -> None:
    """Words that were just read would move when the line behind them is written."""
    async with life.alive(first=True):
        await settings.put(life.room.engine.ctx, life.room.here, SettingScope.CHANNEL, "bubbles", "3")
        life.model.script(say(SAID[0]))
        await life.room.say("Tell me.")
        before = await life.stands()
        gate = Gate()
        life.model.script(Script(["\n\nShe looks out.", gate, " The sea is calm.", Finish()]))
        await replies.go_on(life.room.engine.ctx, life.room.engine.runner, life.room.here)
        await life.surface.until(lambda it: it.texts()[-1].strip() == "She looks out.")
        assert [it.strip() for it in life.surface.texts()] == [*before, "She looks out."]
        gate.open()
        await life.room.idle()
        assert await life.stands() == [*before, "She looks out. The sea is calm."]
        assert [bool(it.buttons) for it in life.surface.parts()] == [False] * len(before) + [True]

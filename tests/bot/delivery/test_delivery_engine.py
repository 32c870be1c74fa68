"""From a person's message to what stands in the channel: the real engine, a scripted model, a platform in memory."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bot.commands.framework.reply import Reply
from bot.delivery.delivery import Delivery
from bot.delivery.surface import SurfaceMessage
from bot.delivery.waiting import LoopClock
from bot.words.localise import Speech
from engine.actions.chats import replies
from engine.actions.house import settings
from engine.app import Engine
from engine.config.config import Config
from engine.values.chats.incoming import Origin
from engine.values.chats.outgoing import PartLimit
from engine.values.chats.places import Address
from engine.values.house.setting_scopes import SettingScope
from tests.connections import engine_at
from tests.platforms.recording import RecordingSurface
from tests.servers.model import Finish, Gate, ModelServer, Script, fail, say
from tests.turns.room import Room, config_for, enter, new_origin

LONG = "\n\n".join(f"Paragraph {n} tells of the sea and of the lamp." for n in range(12))


@dataclass
class Scene:
    """A channel of a running house and what people see of it."""

    room: Room
    surface: RecordingSurface

    async def sees(self, *texts: str) -> None:
        """Wait until these texts stand in the channel, and nothing else."""
        await self.surface.until(lambda it: it.texts() == list(texts))

    async def stands_under(self, *names: str) -> None:
        """Wait until these controls, and no others, stand under the last message of the channel."""

        def there(surface: RecordingSurface) -> bool:
            return bool(surface.parts()) and _controls_of(surface.parts()[-1]) == [*names]

        await self.surface.until(there)

    async def rows(self) -> list[tuple[str, int, str, str | None]]:
        """How far the delivery is, once it is written down."""
        await self.room.ctx.saver.flush()
        found = await self.room.sql(
            "SELECT kind, part, state, platform_id FROM outbox WHERE space_id = $1 ORDER BY id", self.room.here.space
        )
        return [tuple(row) for row in found]


def _controls_of(part: SurfaceMessage) -> list[str]:
    return [button.control.partition(":")[0] for row in part.buttons for button in row]


@asynccontextmanager
async def shown(
    engine: Engine, origin: Origin, surface: RecordingSurface, clock: LoopClock | None = None
) -> AsyncIterator[None]:
    """Deliver what ``engine`` shows on the platform of ``origin``."""

    async def tell_owners(reply: Reply) -> None:
        raise AssertionError(reply)

    running = asyncio.ensure_future(
        Delivery(engine, origin.platform, surface, Speech(), "en", tell_owners, clock).run()
    )
    try:
        yield
    finally:
        running.cancel()
        await asyncio.wait({running})


def house(config: Config, origin: Origin, limit: int = 200):
    return engine_at(config, name="test", platforms={origin.platform: PartLimit(limit)}, background=False)


@pytest.fixture
async def scene(database_url: str, tmp_path: Path) -> AsyncIterator[Scene]:
    origin = replace(new_origin(), private=True)
    async with ModelServer() as model, house(config_for(database_url, tmp_path, model), origin) as engine:
        surface = RecordingSurface(LoopClock(), limit=200)
        room = await begun(engine, model, origin)
        async with shown(engine, origin, surface):
            yield Scene(room, surface)


_BEGINNING = {
    True: ["– a new chat with Mira –", "You made it, Ann. Sit down."],
    False: ["– Ann starts a new chat with Mira –", "You made it, Ann. Sit down."],
}
"""By whether Ann is alone there."""


async def begun(engine: Engine, model: ModelServer, origin: Origin) -> Room:
    """A chat with controls whose replies are one text; how it began was seen elsewhere."""
    before = RecordingSurface(LoopClock(), limit=200)
    async with shown(engine, origin, before):
        room = await enter(engine, model, origin)
        await before.until(lambda it: len(it.texts()) == len(_BEGINNING[origin.private]))
        await room.ctx.saver.flush()
    assert before.texts() == _BEGINNING[origin.private]
    await settings.put(engine.ctx, room.here, SettingScope.CHANNEL, "controls", "on")
    await settings.put(engine.ctx, room.here, SettingScope.CHANNEL, "bubbles", "0")
    await room.sql("DELETE FROM outbox WHERE space_id = $1", room.here.space)
    return room


def at(room: Room) -> Address:
    return Address(room.origin.platform, room.origin.space, room.origin.channel, private=True)


async def test_a_reply_arrives_and_is_written_down(scene: Scene) -> None:
    """A reply would be delivered again after the next start, or nobody could find its message."""
    scene.room.model.script(say("All ", "is ", "well."))
    await scene.room.say("How is it?")
    await scene.sees("All is well.")
    await scene.stands_under("right", "continue", "recalled", "more")
    part: SurfaceMessage = scene.surface.parts()[0]
    assert (part.speaker, part.answers) == ("Mira", "m1")
    assert await scene.rows() == [("reply", 0, "sent", "m1")]


async def test_a_long_reply_is_cut_the_same_while_it_grows_and_at_its_end(scene: Scene) -> None:
    """Words would jump from one message to another at the end, or be missing between two."""
    gate = Gate()
    scene.room.model.script(Script([LONG[:297], gate, LONG[297:], Finish("stop")]))
    await scene.room.accept("Tell me.")
    await scene.surface.until(lambda it: "".join(it.texts()) == LONG[:297])
    before = scene.surface.texts()
    gate.open()
    await scene.room.idle()
    await scene.surface.until(lambda it: "".join(it.texts()) == LONG)
    assert scene.surface.texts()[: len(before) - 1] == before[:-1]
    rows = await scene.rows()
    assert [(part, state) for _, part, state, _ in rows] == [(n, "sent") for n in range(len(scene.surface.texts()))]
    assert [name for *_, name in rows] == list(scene.surface.messages)


async def test_another_reply_takes_the_place_of_the_last(scene: Scene) -> None:
    """Both replies would stand there, and nobody would know which one counts."""
    scene.room.model.script(say("First."), say("Second."))
    await scene.room.say("Well?")
    await scene.sees("First.")
    await scene.rows()
    await replies.again(scene.room.engine.ctx, scene.room.engine.runner, scene.room.here)
    await scene.room.idle()
    await scene.sees("Second.")


async def test_a_reply_that_failed_says_so_and_can_be_asked_for_again(scene: Scene) -> None:
    """The person would wait for a reply that never comes."""
    scene.room.model.script(fail(401))
    await scene.room.say("Well?")
    await scene.surface.until(lambda it: bool(it.texts()))
    [part] = scene.surface.parts()
    assert "key" in part.text
    assert [button.control.split(":")[0] for row in part.buttons for button in row] == ["again"]


async def test_what_was_committed_before_a_crash_is_delivered_after_it(database_url: str, tmp_path: Path) -> None:
    """A reply that was written would never be seen."""
    origin = replace(new_origin(), private=True)
    async with ModelServer() as model:
        config = config_for(database_url, tmp_path, model)
        async with house(config, origin) as engine:
            room = await enter(engine, model, origin)
            model.script(say("Unseen."))
            await room.say("Well?")
            assert await room.sql("SELECT 1 FROM outbox WHERE space_id = $1 AND state <> 'sent'", room.here.space)
        surface = RecordingSurface(LoopClock())
        async with house(config, origin) as engine, shown(engine, origin, surface):
            await surface.until(lambda it: it.texts()[-1:] == ["Unseen."])
            assert surface.texts() == [_BEGINNING[True][1], "Unseen."], "the line it begins with was not seen either"
            assert [it.speaker for it in surface.parts()] == ["Mira", "Mira"]
        async with house(config, origin) as engine, shown(engine, origin, RecordingSurface(LoopClock())):
            assert await engine.turns.open_sendings(origin.platform) == []

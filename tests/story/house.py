"""An engine's inside without its timers: one boot of it after another on one database, each may die at any time."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from engine.context import EngineContext
from engine.db.characters.characters import CardStore
from engine.db.characters.presets import PresetStore
from engine.db.characters.scripts import ScriptFiles
from engine.db.characters.worlds import Books
from engine.db.chats.lines import Lines
from engine.db.chats.places import PlaceStore
from engine.db.house import settings
from engine.db.house.access import Doors
from engine.db.house.spending import Spending
from engine.db.house.work import LeaseHolder
from engine.db.memory.vectors import Models
from engine.db.postgres.pool import Database
from engine.db.story.backgrounds import BackgroundStore
from engine.embed.builtin import BuiltinEmbedder
from engine.llm.attempt import CallResources
from engine.llm.gauges import Gauges
from engine.llm.http import Http
from engine.llm.roles import Roles
from engine.rules.scopes import SettingLayer
from engine.shipped import house_presets, prompt_texts
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.house.setting_scopes import SettingScope
from engine.values.models.models import Endpoint, Format, RoleName
from engine.work.clock import SystemClock
from engine.work.leases import Leases
from engine.work.outbox import Outbox
from engine.work.saver import Saver
from engine.work.tasks import Tasks
from engine.work.tombstones import Tombstones
from engine.work.turn_events import TurnEvents


@dataclass(frozen=True, slots=True)
class Boot:
    """One life of the process that serves ``platform``."""

    ctx: EngineContext
    runner: Runner
    tasks: Tasks

    async def die(self) -> None:
        """End as a killed process does: nothing is finished, nothing more is written."""
        await self.tasks.stop()


@dataclass(frozen=True, slots=True)
class House:
    """What outlives a boot. A platform of its own keeps a sweep away from what other tests left."""

    db: Database
    http: Http
    model_url: str
    platform: str
    owner: str

    def boot(self) -> Boot:
        """The next life: knows nothing but what stands in the database."""
        clock, tasks = SystemClock(), Tasks()
        endpoint = Endpoint("model", Format.OPENAI, self.model_url, "m", context=32_768)
        saver = Saver(self.db, clock)
        ctx = EngineContext(
            db=self.db,
            places=PlaceStore(),
            doors=Doors(SettingLayer(SettingScope.DEFAULT), clock),
            spending=Spending(None, "UTC", clock),
            lines=Lines(),
            cards=CardStore(),
            leases=Leases(LeaseHolder(self.owner, uuid4()), clock),
            saver=saver,
            shows=TurnEvents(),
            outbox=Outbox(self.db, saver, clock),
            roles=Roles({RoleName.CHAT: (endpoint,)}, CallResources(self.http, tasks, clock, jitter=lambda: 0.0)),
            books=Books(),
            presets=PresetStore(),
            backgrounds=BackgroundStore(),
            scripts=ScriptFiles(),
            house_presets=house_presets(),
            gauges=Gauges(),
            embedder=BuiltinEmbedder(),
            models=Models(),
            retrievers=(),
            clock=clock,
            texts=prompt_texts(),
            defaults=SettingLayer(SettingScope.DEFAULT),
            tombstones=Tombstones(Path("/nonexistent")),
            limits={self.platform: None},
        )
        tasks.start(ctx.saver.run(), "saver")
        return Boot(ctx, Runner(ctx, tasks, frozenset({self.platform})), tasks)


@asynccontextmanager
async def open_house(db: Database, model_url: str) -> AsyncGenerator[House]:
    """A house with a platform and an instance of its own."""
    name, http = uuid4().hex, Http()
    try:
        yield House(db, http, model_url, f"test-{name}", f"house/{name}")
    finally:
        await http.aclose()


async def answer_at_once(db: Database, here: Here) -> None:
    """No waiting for a burst to end in this space."""
    await settings.put(db, here.space, SettingScope.SPACE, here.space, "debounce", 0.0, here.person)

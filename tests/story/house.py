"""An engine's inside without its timers: one boot of it after another on one database, each may die at any time."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from engine.db import settings
from engine.db.access import Doors
from engine.db.backgrounds import Backgrounds
from engine.db.characters import Cards
from engine.db.lines import Lines
from engine.db.places import Places
from engine.db.pool import Database
from engine.db.presets import Presets
from engine.db.scripts import ScriptFiles
from engine.db.spending import Spending
from engine.db.vectors import Models
from engine.db.work import Holder
from engine.db.worlds import Books
from engine.embed.builtin import BuiltinEmbedder
from engine.llm.attempt import Means
from engine.llm.gauges import Gauges
from engine.llm.http import Http
from engine.llm.roles import Roles
from engine.rules.scopes import Layer
from engine.shipped import house_presets, prompt_texts
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.incoming import Here
from engine.values.models import Endpoint, Format, RoleName
from engine.values.settings import Scope
from engine.work.clock import SystemClock
from engine.work.leases import Leases
from engine.work.outbox import Outbox
from engine.work.saver import Saver
from engine.work.shows import Shows
from engine.work.tasks import Tasks
from engine.work.tombstones import Tombstones


@dataclass(frozen=True, slots=True)
class Boot:
    """One life of the process that serves ``platform``."""

    needs: Needs
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
        needs = Needs(
            db=self.db,
            places=Places(),
            doors=Doors(Layer(Scope.DEFAULT), clock),
            spending=Spending(None, "UTC", clock),
            lines=Lines(),
            cards=Cards(),
            leases=Leases(Holder(self.owner, uuid4()), clock),
            saver=saver,
            shows=Shows(),
            outbox=Outbox(self.db, saver, clock),
            roles=Roles({RoleName.CHAT: (endpoint,)}, Means(self.http, tasks, clock, jitter=lambda: 0.0)),
            books=Books(),
            presets=Presets(),
            backgrounds=Backgrounds(),
            scripts=ScriptFiles(),
            house_presets=house_presets(),
            gauges=Gauges(),
            embedder=BuiltinEmbedder(),
            models=Models(),
            retrievers=(),
            clock=clock,
            texts=prompt_texts(),
            defaults=Layer(Scope.DEFAULT),
            tombstones=Tombstones(Path("/nonexistent")),
            limits={self.platform: None},
        )
        tasks.start(needs.saver.run(), "saver")
        return Boot(needs, Runner(needs, tasks, frozenset({self.platform})), tasks)


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
    await settings.put(db, here.space, Scope.SPACE, here.space, "debounce", 0.0, here.person)

"""Makes the engine context: stores, clients and texts that every step is given."""

from collections.abc import Mapping

from engine.config.config import Config
from engine.context import EngineContext
from engine.db.characters.characters import CardStore
from engine.db.characters.presets import PresetStore
from engine.db.characters.scripts import ScriptFiles
from engine.db.characters.worlds import Books
from engine.db.chats.lines import Lines
from engine.db.chats.places import PlaceStore
from engine.db.house.access import Doors
from engine.db.house.spending import Spending
from engine.db.memory.vectors import Models
from engine.db.postgres.pool import Database
from engine.db.story.backgrounds import BackgroundStore
from engine.llm.attempt import CallResources
from engine.llm.gauges import Gauges
from engine.llm.roles import Roles
from engine.ports import Embedder
from engine.recall.fan_out import Retriever
from engine.recall.leftover_time import LeftoverTime
from engine.recall.memory import memory_retrievers
from engine.recall.pages import pages_retriever
from engine.recall.reminder import reminder_retriever
from engine.recall.time import CURRENT_TIME
from engine.recall.web.retriever import web_retriever
from engine.recall.world import world_retriever
from engine.rules.scopes import SettingLayer, merge
from engine.shipped import house_presets, prompt_texts
from engine.values.chats.outgoing import PartLimit
from engine.values.house.setting_scopes import SettingScope
from engine.values.house.shares import DayShare
from engine.wiring.models import cached_percent, counted_embedder, default_allowance, endpoints
from engine.wiring.services import page_reader, speech_of, transcriber_of, web_search
from engine.work.leases import Leases
from engine.work.outbox import Outbox
from engine.work.saver import Saver
from engine.work.tombstones import FILE, Tombstones
from engine.work.turn_events import TurnEvents


def engine_context(
    config: Config,
    db: Database,
    leases: Leases,
    resources: CallResources,
    embedder: Embedder,
    platforms: Mapping[str, PartLimit | None],
) -> EngineContext:
    """The context of one process. ``platforms``: those it serves, with how long one message may be there."""
    clock = resources.clock
    saver = Saver(db, clock)
    defaults = _defaults(config)
    models = Models()
    pages = page_reader(resources)
    shares = {DayShare.FIRST: config.allowance.first_percent, DayShare.CIRCLE: config.allowance.circle_percent}
    person_share = merge([defaults]).person_share
    spending = Spending(default_allowance(config), _timezone_of(defaults), clock, person_share, shares)
    return EngineContext(
        db=db,
        places=PlaceStore(),
        doors=Doors(defaults, clock),
        spending=spending,
        lines=Lines(),
        cards=CardStore(),
        books=Books(),
        presets=PresetStore(),
        backgrounds=BackgroundStore(),
        scripts=ScriptFiles(),
        leases=leases,
        saver=saver,
        shows=TurnEvents(it for it, limit in platforms.items() if limit is not None),
        outbox=Outbox(db, saver, clock),
        roles=Roles(endpoints(config), resources),
        gauges=Gauges(resources.skills),
        embedder=counted_embedder(config, embedder, spending, db),
        models=models,
        retrievers=_retrievers(db, models),
        clock=clock,
        texts=prompt_texts(),
        house_presets=house_presets(),
        defaults=defaults,
        tombstones=Tombstones(config.data_dir / FILE),
        limits=platforms,
        leftovers=LeftoverTime(resources.tasks, clock),
        web=web_search(config, resources, pages),
        pages=pages,
        transcriber=transcriber_of(config, resources.http),
        speech=speech_of(config, resources.http, resources.tasks),
        eyes=resources.eyes,
    )


def _retrievers(db: Database, models: Models) -> tuple[Retriever, ...]:
    """What proposes parts of a prompt, all at once."""
    return (
        CURRENT_TIME,
        reminder_retriever(db, models),  # first of those that remember: what it tells is told nowhere else
        world_retriever(db, models),
        *memory_retrievers(db, models),
        pages_retriever(),
        web_retriever(),
    )


def _timezone_of(defaults: SettingLayer) -> str:
    return str(defaults.values.get("timezone", "UTC"))


def _defaults(config: Config) -> SettingLayer:
    """What the operator gave; what they did not give in a section of its own is the machine's, or the model's."""
    own = {"language": config.language.value, "timezone": config.timezone, "cached_percent": cached_percent(config)}
    return SettingLayer(SettingScope.DEFAULT, own | config.defaults.given())

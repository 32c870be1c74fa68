"""The composition root of the engine: the only place that names concrete parts. Plain constructor calls."""

import asyncio
import os
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import SecretStr

from engine.actions.characters.characters import keep_builtin
from engine.actions.characters.faces import Faces
from engine.actions.characters.house_books import HouseBooks
from engine.actions.house.access import OwnerCode
from engine.actions.house.moderation import Rates
from engine.actions.house.tries import Tries
from engine.app import Engine
from engine.background_work import begin_jobs, house_timers
from engine.config.config import Config
from engine.config.endpoints import EndpointConfig, RoleConfig, WireFormat
from engine.config.searching import SearchConfig
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
from engine.db.postgres import embedded
from engine.db.postgres.migrate import migrate, pending
from engine.db.postgres.pool import Database, open_database
from engine.db.story.backgrounds import BackgroundStore
from engine.embed.builtin import BuiltinEmbedder
from engine.embed.local import LocalEmbedder
from engine.embed.remote import RemoteEmbedder
from engine.embed.warming import SECONDS as WARMING_SECONDS
from engine.embed.warming import warm
from engine.jobs.people.forget import keep_forgotten
from engine.llm.attempt import CallResources
from engine.llm.discovery import usual_places
from engine.llm.gauges import Gauges, ask_contexts
from engine.llm.http import Http
from engine.llm.roles import Roles
from engine.ports import Clock, Embedder
from engine.processes import BackgroundTasks
from engine.recall.fan_out import Retriever
from engine.recall.leftover_time import LeftoverTime
from engine.recall.memory import memory_retrievers
from engine.recall.pages import pages_retriever
from engine.recall.reminder import reminder_retriever
from engine.recall.time import CURRENT_TIME
from engine.recall.web.retriever import web_retriever
from engine.recall.world import world_retriever
from engine.rules.allowance import house_default
from engine.rules.scopes import SettingLayer, merge
from engine.rules.search.signals import compile_signals
from engine.service.house import HouseService
from engine.service.places import PlacesService
from engine.service.returned import forget_returned
from engine.service.rewriting import Rewriting
from engine.service.turns import TurnsService
from engine.shipped import builtin_characters, builtin_picture, house_presets, prompt_texts
from engine.turns.runner import Runner
from engine.utility.embedding import CountedEmbedder
from engine.utility.prices import is_local
from engine.values.chats.outgoing import PartLimit
from engine.values.house.allowances import Allowance, Price
from engine.values.house.backups import BackupKind
from engine.values.house.setting_scopes import SettingScope
from engine.values.models.models import DEMONSTRATION, Endpoint, Format, RoleName
from engine.voice.speaking import SpeechMaker
from engine.voice.transcribing import Transcriber
from engine.web.extracting import TextExtractor
from engine.web.mcp.provider import Mcp
from engine.web.outside import Outside, SystemResolver
from engine.web.pages import PageFetcher
from engine.web.providers import Brave, SearchProvider, SearXng
from engine.web.reader import PageReader
from engine.web.search import WebSearch
from engine.work.clock import SystemClock
from engine.work.instance import instance
from engine.work.leases import Leases
from engine.work.outbox import Outbox
from engine.work.restoring import Restoring, finish_restore
from engine.work.saver import Saver
from engine.work.tasks import Tasks
from engine.work.timers import Wake
from engine.work.tombstones import FILE, Tombstones
from engine.work.turn_events import TurnEvents
from engine.work.vault import Vault

HOUSE = Path(__file__).parent.parent
MIGRATIONS = HOUSE / "migrations"

KEEP_UP_SECONDS = 10.0
BOOKS_SECONDS = 30.0
CONNECTIONS = 16
_FEW = 4


@dataclass(frozen=True, slots=True)
class Store:
    """A database that is open and up to date, where it is, and what brings it up again when it stopped."""

    db: Database
    dsn: str
    keep_up: Wake | None = None


@asynccontextmanager
async def open_engine(
    config: Config,
    *,
    name: str,
    platforms: Mapping[str, PartLimit | None],
    background: bool = True,
    store: Store | None = None,
) -> AsyncGenerator[Engine]:
    """The engine, running: its database up and current, what was left unfinished taken up, its loops awake.

    ``name`` tells the processes of one data folder apart (``terminal``, ``daemon``); ``platforms`` are those whose
    channels this process serves, with how long one message may be there (None: replies are not cut). ``background``:
    whether it does the work behind the turns too, or leaves that to others. ``store``: one that somebody else closes;
    None: that of the configuration. On leaving, replies that grow are kept, or left to the next process.
    """
    async with AsyncExitStack() as stack:
        clock = SystemClock()
        tasks, early = Tasks(), Tasks()
        holder = stack.enter_context(instance(config.data_dir / "instances", name))
        vault = _vault(config, clock)
        http = Http()
        stack.push_async_callback(http.aclose)
        stack.push_async_callback(early.stop)
        embedder = _embedder(config, http)
        warming = _warming(config, early, embedder) if platforms else []  # while the database starts
        store = store or await stack.enter_async_context(_store(config, vault))
        stack.push_async_callback(tasks.stop)
        ctx = _ctx(config, store.db, Leases(holder, clock), CallResources(http, tasks, clock), embedder, platforms)
        runner = Runner(ctx, tasks, frozenset(platforms))
        await _read_up(ctx)
        _keep_going(ctx, tasks, http)
        if warming:
            await asyncio.wait(warming, timeout=WARMING_SECONDS)
        await runner.recover()  # from here on people are answered
        house_books = HouseBooks(config.data_dir / "worlds")
        await house_books.read(ctx.db)
        timers = house_timers(ctx, runner, tasks)
        timers.every(BOOKS_SECONDS, "worlds", partial(house_books.read, ctx.db))
        if background:
            due = await begin_jobs(ctx, runner, timers, tasks, vault, store.dsn)
            stack.push_async_callback(due.stop)
        if store.keep_up is not None:
            timers.every(KEEP_UP_SECONDS, "database", store.keep_up)
        timers.start()
        stack.push_async_callback(ctx.spending.store, ctx.db)
        stack.push_async_callback(ctx.saver.flush)
        stack.push_async_callback(runner.stop)
        stack.callback(timers.stop)
        yield _engine(config, ctx, runner, _rewriting(config, vault, store.dsn), store.dsn)


@asynccontextmanager
async def open_house(config: Config) -> AsyncGenerator[HouseService]:
    """What looks at the parts of the house one by one; opens no database."""
    async with AsyncExitStack() as stack:
        tasks = Tasks()
        http = Http()
        stack.push_async_callback(http.aclose)
        stack.push_async_callback(tasks.stop)
        places = usual_places(os.environ.get("OLLAMA_HOST", ""))
        resources = CallResources(http, tasks, SystemClock())
        folder = config.data_dir / "database"
        await asyncio.to_thread(finish_restore, folder)
        vault = _vault(config, resources.clock)
        safe = Restoring(vault, config.database_url, folder, config.data_dir / "instances", MIGRATIONS)
        yield HouseService(
            resources,
            places,
            endpoints(config),
            config.database_url,
            folder,
            MIGRATIONS,
            safe,
            searching=_searching(config.search, resources),
            listening=_transcriber(config, http),
            speaking=_speech(config, http),
        )


@asynccontextmanager
async def _store(config: Config, vault: Vault) -> AsyncGenerator[Store]:
    """The database of ``DATABASE_URL``, or our own server beside the data; migrated.

    What a migration would change is backed up first.
    """
    async with AsyncExitStack() as stack:
        keep_up: Wake | None = None
        if config.database_url is not None:
            dsn = config.database_url.get_secret_value()
        else:
            await asyncio.to_thread(finish_restore, config.data_dir / "database")
            server = await embedded.start(config.data_dir / "database")
            stack.push_async_callback(server.stop)
            dsn, keep_up = server.dsn, server.ensure
        if vault.nightly and await pending(dsn, MIGRATIONS):
            await vault.make_if_possible(dsn, BackupKind.MIGRATION)
        await migrate(dsn, MIGRATIONS)
        db = await open_database(dsn, max_size=CONNECTIONS)
        stack.push_async_callback(db.close)
        yield Store(db, dsn, keep_up)


async def _read_up(ctx: EngineContext) -> None:
    """What has to be known, and kept, before anybody is answered."""
    await ctx.spending.refresh(ctx.db)
    await keep_forgotten(ctx)
    await keep_builtin(ctx.db, builtin_characters(), builtin_picture())


def _warming(config: Config, tasks: Tasks, embedder: Embedder) -> list[asyncio.Task[None]]:
    """What would make the first message wait."""
    meaning = tasks.start(warm(embedder), "embedding")
    if config.search == SearchConfig():
        return [meaning]
    return [meaning, tasks.start(asyncio.to_thread(compile_signals), "words of web search")]


def _keep_going(ctx: EngineContext, tasks: Tasks, http: Http) -> None:
    """What runs beside the turns as long as the engine does."""
    tasks.keep(ctx.saver.run, "saver")
    tasks.keep(ctx.lag.run, "lag")
    tasks.start(ask_contexts(ctx.gauges, http, ctx.roles.endpoints(RoleName.CHAT)), "contexts")
    tasks.keep(partial(ctx.leases.keep_alive, ctx.db), "heartbeat")


def _ctx(
    config: Config,
    db: Database,
    leases: Leases,
    resources: CallResources,
    embedder: Embedder,
    platforms: Mapping[str, PartLimit | None],
) -> EngineContext:
    clock = resources.clock
    saver = Saver(db, clock)
    defaults = _defaults(config)
    models = Models()
    pages = _pages(resources)
    spending = Spending(_allowance(config), _zone(defaults), clock, merge([defaults]).person_share)
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
        embedder=_counted(config, embedder, spending, db),
        models=models,
        retrievers=_retrievers(db, models),
        clock=clock,
        texts=prompt_texts(),
        house_presets=house_presets(),
        defaults=defaults,
        tombstones=Tombstones(config.data_dir / FILE),
        limits=platforms,
        leftovers=LeftoverTime(resources.tasks, clock),
        web=_web(config, resources, pages),
        pages=pages,
        transcriber=_transcriber(config, resources.http),
        speech=_speech(config, resources.http, resources.tasks),
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


def _rewriting(config: Config, vault: Vault, dsn: str) -> Rewriting:
    outside = dsn if config.database_url is not None else None
    return Rewriting(vault, outside, config.data_dir, MIGRATIONS, partial(_forgotten_in, config))


async def _forgotten_in(config: Config, dsn: str) -> int:
    """Forget in the database at ``dsn``, which is not the house's own, whoever asked for it: how many people it was."""
    async with AsyncExitStack() as stack:
        clock, tasks, http = SystemClock(), Tasks(), Http()
        holder = stack.enter_context(instance(config.data_dir / "instances", "backups"))
        stack.push_async_callback(http.aclose)
        db = await open_database(dsn, max_size=_FEW)
        stack.push_async_callback(db.close)
        stack.push_async_callback(tasks.stop)
        ctx = _ctx(config, db, Leases(holder, clock), CallResources(http, tasks, clock), _embedder(config, http), {})
        runner = Runner(ctx, tasks, frozenset())
        stack.push_async_callback(runner.stop)
        await keep_forgotten(ctx)
        return await forget_returned(ctx, runner)


def _engine(config: Config, ctx: EngineContext, runner: Runner, rewriting: Rewriting, dsn: str) -> Engine:
    return Engine(
        ctx=ctx,
        runner=runner,
        turns=TurnsService(ctx, runner),
        places=PlacesService(ctx),
        owner_code=OwnerCode(_plain(config.owner_code), ctx.clock),
        rates=Rates(config.allowance.messages_a_minute, ctx.clock),
        vault=rewriting.vault,
        rewriting=rewriting,
        dsn=dsn,
        linking_tries=Tries(ctx.clock),
        moving_tries=Tries(ctx.clock),
        faces=Faces(),
    )


def _vault(config: Config, clock: Clock) -> Vault:
    return Vault(config.backup.folder or config.data_dir / "backups", clock, config.backup.nightly)


def _pages(resources: CallResources) -> PageReader:
    """Who reads pages of the web: from public addresses alone, in a process that begins with the first of them."""
    return PageReader(PageFetcher(Outside(SystemResolver())), TextExtractor(resources.tasks, resources.clock))


def _web(config: Config, resources: CallResources, reader: PageReader) -> WebSearch | None:
    """Who searches the web for chats that let it be asked; None where no provider is configured."""
    providers = _searching(config.search, resources)
    if not providers:
        return None
    return WebSearch(providers, reader, resources.clock, resources.tasks)


def _searching(config: SearchConfig, resources: CallResources) -> tuple[SearchProvider, ...]:
    """Who searches the web, in the order in which they are asked."""
    own = (SearXng(config.url, resources.http),) if config.url else ()
    keyed = (Brave(config.key, resources.http),) if config.key else ()
    served = (Mcp(server, resources.tasks, resources.clock),) if (server := config.mcp.server) else ()
    return (*own, *keyed, *served)


def _transcriber(config: Config, http: Http) -> Transcriber | None:
    """Who listens to recordings; None where nobody is configured."""
    asked = config.transcription
    return Transcriber(asked.url, asked.model, asked.key, http) if asked.url else None


def _speech(config: Config, http: Http, tasks: BackgroundTasks | None = None) -> SpeechMaker | None:
    """Who says replies aloud; None where nobody is configured."""
    asked = config.speech
    return SpeechMaker(asked.url, asked.model, asked.voice, asked.key, http, tasks) if asked.url else None


def endpoints(config: Config) -> dict[RoleName, tuple[Endpoint, ...]]:
    """Every role's endpoints, first choice first; a role that was not configured has none."""
    roles = {RoleName.CHAT: config.chat, RoleName.UTILITY: config.utility, RoleName.EMBEDDING: config.embedding}
    asked = {name: role for name, role in roles.items() if role is not None}
    return {name: _role(role) for name, role in asked.items() if role.format is not WireFormat.FASTEMBED}


def _embedder(config: Config, http: Http) -> Embedder:
    """The configured model for embeddings, or the built-in one."""
    if config.embedding is not None and config.embedding.format is WireFormat.FASTEMBED:
        return LocalEmbedder(config.embedding.model)
    configured = endpoints(config).get(RoleName.EMBEDDING)
    return RemoteEmbedder(configured[0], http) if configured else BuiltinEmbedder()


def _counted(config: Config, embedder: Embedder, spending: Spending, db: Database) -> Embedder:
    """What an endpoint takes is counted; a model of our own costs nothing."""
    configured = endpoints(config).get(RoleName.EMBEDDING)
    if not configured or not isinstance(embedder, RemoteEmbedder):
        return embedder
    return CountedEmbedder(embedder, configured[0], spending, db)


def _role(role: RoleConfig) -> tuple[Endpoint, ...]:
    return tuple(_endpoint(it) for it in (role, *role.fallbacks))


def _endpoint(one: EndpointConfig) -> Endpoint:
    name = urlsplit(one.url).hostname or one.url
    return Endpoint(name, Format(one.format), one.url, one.model, one.key, one.context, _price(one), one.sees)


def _price(one: EndpointConfig) -> Price | None:
    if one.price_in is None and one.price_out is None:
        return None
    return Price(one.price_in or 0.0, one.price_out or 0.0)


def _allowance(config: Config) -> Allowance | None:
    """What the house may use in a day while nobody has set it."""
    asked = [it for role in endpoints(config).values() for it in role]
    chat = [it for it in asked if it.model != DEMONSTRATION]
    given = config.allowance
    return house_default(
        given.tokens, given.cents, local=is_local(tuple(chat)), priced=any(it.price is not None for it in chat)
    )


def _zone(defaults: SettingLayer) -> str:
    return str(defaults.values.get("timezone", "UTC"))


def _defaults(config: Config) -> SettingLayer:
    """What the operator gave; what they did not give in a section of its own is the machine's."""
    own = {"language": config.language.value, "timezone": config.timezone}
    return SettingLayer(SettingScope.DEFAULT, own | config.defaults.given())


def _plain(secret: SecretStr | None) -> str:
    return secret.get_secret_value() if secret else ""

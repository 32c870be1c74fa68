"""Opens the engine, or the service that examines the parts of an installation; closes all of it on leaving."""

import asyncio
import os
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from pydantic import SecretStr

from engine.actions.characters.author_folders import AuthorFolders
from engine.actions.characters.characters import keep_builtin
from engine.actions.characters.faces import Faces
from engine.actions.house.access import OwnerCode
from engine.actions.house.moderation import Rates
from engine.actions.house.tries import Tries
from engine.app import Engine
from engine.background_work import begin_jobs, house_timers
from engine.config.config import Config
from engine.config.searching import SearchConfig
from engine.context import EngineContext
from engine.db.postgres.pool import open_database
from engine.embed.builtin import BuiltinEmbedder
from engine.embed.warming import SECONDS as WARMING_SECONDS
from engine.embed.warming import warm
from engine.jobs.people.forget import keep_forgotten
from engine.llm.attempt import CallResources
from engine.llm.discovery import usual_places
from engine.llm.gauges import ask_contexts
from engine.llm.http import Http
from engine.ports import Embedder
from engine.rules.search.signals import compile_signals
from engine.service.house import HouseService
from engine.service.places import PlacesService
from engine.service.returned import forget_returned
from engine.service.rewriting import Rewriting
from engine.service.turns import TurnsService
from engine.shipped import builtin_characters, builtin_picture
from engine.turns.runner import Runner
from engine.values.chats.outgoing import PartLimit
from engine.values.models.models import RoleName
from engine.wiring.context import engine_context
from engine.wiring.database import MIGRATIONS, Store, open_store, vault_of
from engine.wiring.heap import FreedMemory, keep_one_heap
from engine.wiring.models import embedder_of, endpoints
from engine.wiring.services import search_providers, speech_of, transcriber_of
from engine.work.clock import SystemClock
from engine.work.instance import instance
from engine.work.leases import Leases
from engine.work.restoring import Restoring, finish_restore
from engine.work.tasks import Tasks
from engine.work.timers import WakeTimers
from engine.work.vault import Vault

KEEP_UP_SECONDS = 10.0
AUTHOR_SECONDS = 10.0
REST_SECONDS = 30.0
_FEW = 4


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
    keep_one_heap()
    async with AsyncExitStack() as stack:
        clock = SystemClock()
        tasks, early = Tasks(), Tasks()
        holder = stack.enter_context(instance(config.data_dir / "instances", name))
        vault = vault_of(config, clock)
        http = Http()
        stack.push_async_callback(http.aclose)
        stack.push_async_callback(early.stop)
        embedder = embedder_of(config, http)
        warming = _warming(config, early, embedder) if platforms else []  # while the database starts
        store = store or await stack.enter_async_context(open_store(config, vault))
        stack.push_async_callback(tasks.stop)
        resources = CallResources(http, tasks, clock)
        ctx = engine_context(config, store.db, Leases(holder, clock), resources, embedder, platforms)
        runner = Runner(ctx, tasks, frozenset(platforms))
        await _read_up(ctx)
        _keep_going(ctx, tasks, http)
        if warming:
            await asyncio.wait(warming, timeout=WARMING_SECONDS)
        await runner.recover()  # from here on people are answered
        timers = house_timers(ctx, runner, tasks)
        await _now_and_then(timers, AuthorFolders(config.data_dir), ctx, embedder)
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
        vault = vault_of(config, resources.clock)
        safe = Restoring(vault, config.database_url, folder, config.data_dir / "instances", MIGRATIONS)
        yield HouseService(
            resources,
            places,
            endpoints(config),
            config.database_url,
            folder,
            MIGRATIONS,
            safe,
            searching=search_providers(config.search, resources),
            listening=transcriber_of(config, http),
            speaking=speech_of(config, http),
        )


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


async def _now_and_then(timers: WakeTimers, author: AuthorFolders, ctx: EngineContext, embedder: Embedder) -> None:
    """Look into the author's folders, now too, and give back to the system what was freed, or is not used."""
    await author.look(ctx)
    timers.every(AUTHOR_SECONDS, "author's files", partial(author.look, ctx))
    timers.every(REST_SECONDS, "heap", FreedMemory().give_back)
    if isinstance(embedder, BuiltinEmbedder):
        timers.every(REST_SECONDS, "model", embedder.rest)


def _keep_going(ctx: EngineContext, tasks: Tasks, http: Http) -> None:
    """What runs beside the turns as long as the engine does."""
    tasks.keep(ctx.saver.run, "saver")
    tasks.keep(ctx.lag.run, "lag")
    tasks.start(ask_contexts(ctx.gauges, http, ctx.roles.endpoints(RoleName.CHAT)), "contexts")
    tasks.keep(partial(ctx.leases.keep_alive, ctx.db), "heartbeat")


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
        resources = CallResources(http, tasks, clock)
        ctx = engine_context(config, db, Leases(holder, clock), resources, embedder_of(config, http), {})
        runner = Runner(ctx, tasks, frozenset())
        stack.push_async_callback(runner.stop)
        await keep_forgotten(ctx)
        return await forget_returned(ctx, runner)


def _plain(secret: SecretStr | None) -> str:
    return secret.get_secret_value() if secret else ""

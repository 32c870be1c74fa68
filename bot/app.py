"""The composition root of the bot: configuration, log, model, engine, and the platform that talks."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import BinaryIO

import structlog

from bot import daemon, doctor, platforms
from bot.commands.framework.table import table_for
from bot.commands.transfers.script_questions import texts_of
from bot.console import Console
from bot.guest import PlatformContext
from bot.handler import Handler
from bot.setup import demo, wizard
from bot.setup.local_models import FirstRun, choose_model
from bot.terminal.conversation import PLATFORM, Conversation, terminal_origin
from bot.terminal.editor import editor_of
from bot.terminal.files import DiskFiles
from bot.terminal.lines import read_lines
from bot.terminal.live import talk_live
from bot.terminal.plain import talk_plainly
from bot.words.localise import Speaker, Speech
from engine.actions.house import backups, numbers, settings
from engine.actions.transfers import looking, script_answers, uploads
from engine.actions.transfers.bringing import bring
from engine.app import Engine
from engine.config.config import Config
from engine.service.returned import forget_returned
from engine.values.chats.incoming import Origin
from engine.values.house.numbers import Thing
from engine.values.transfers.transfers import FileKind, Looked, Offer
from engine.wiring.opening import open_engine, open_house

_log = structlog.get_logger(__name__)
_NAMELESS = {"", "root", "user", "admin", "ubuntu", "debian"}


async def chat(config: Config, speech: Speech) -> int:
    """Talk in the terminal until the person leaves or the input ends."""
    async with (
        _with_model(config, speech) as ready,
        open_engine(ready, name=PLATFORM, platforms={PLATFORM: None}) as engine,
    ):
        model = ready.chat.model if ready.chat else ""
        conversation = _conversation(engine, config, speech)
        if _somebody_sits_there():
            await talk_live(conversation, config.data_dir / "terminal-history", model, editor_of(os.environ))
        else:
            await talk_plainly(conversation, read_lines(_standard_input()), sys.stdout, model)
    return 0


async def serve(config: Config, speech: Speech) -> int:
    """Run as a daemon until cancelled."""
    speak = speech.speaker(config.language)
    if not platforms.any_on(config):
        async with open_engine(config, name="daemon", platforms={}):
            _tell(speak.say("app-no-platforms"))
            _log.info("ready", platforms=[])
            await asyncio.Event().wait()
    async with (
        _with_model(config, speech) as ready,
        open_engine(ready, name="daemon", platforms=platforms.limits(config)) as engine,
    ):

        def house_of(platform: str) -> PlatformContext:
            table = table_for(platform)
            handler = Handler(engine, table, speech, engine.now, config.language)
            return PlatformContext(engine, handler, table, speech, config.language, engine.now)

        await daemon.serve(engine, dict(platforms.guests(config, house_of)), speak, _tell)
    return 0


async def bring_in(config: Config, speech: Speech, path: str, *, sure: bool) -> int:
    """Import a file of any kind that ``/import`` takes, for the terminal: its name is the yes.

    What is in it is told first. Regex scripts in it run only if the person is ``sure``, and are told whole then.
    """
    upload = await DiskFiles().read(path)
    async with open_engine(config, name="import", platforms={}) as engine:
        origin = _origin(speech.speaker(config.language))
        here = await engine.places.resolve(origin)
        speak = speech.speaker((await settings.current(engine.ctx, here)).language)
        looked = await looking.look(engine.ctx, here, upload.data, upload.filename)
        _tell(speak.say("import-found", kind=looked.kind.value, name=looked.name))
        for fact in looked.facts:
            _tell(f"  {speak.notice(fact)}")
        offer = _offer(looked, sure=sure)
        if offer is None:
            await uploads.drop(engine.ctx, here, looked.token)
            _tell(speak.say("app-import-unsure"))
            return 1
        if offer is not Offer.CALM:
            for text in texts_of(speak, await script_answers.asked(engine.ctx, here, looked.token)):
                _tell(text)
            await script_answers.answer(engine.ctx, here, looked.token, None, allow=True)
        made = await bring(engine.ctx, engine.runner, here, origin.person_name, looked.token, offer)
        thing = {FileKind.CHARACTER: Thing.CHARACTER, FileKind.PRESET: Thing.PRESET}.get(made.kind)
        number = str((await numbers.of(engine.ctx, here, thing, [made.id]))[made.id]) if thing else ""
    for fact in made.facts:
        _tell(speak.notice(fact))
    if offer is Offer.CALM:
        _tell(speak.say("app-imported-calm"))
    _tell(speak.say("app-imported", kind=made.kind.value, name=made.name, number=number))
    return 0


def _offer(looked: Looked, *, sure: bool) -> Offer | None:
    """What is done with a file that nobody is asked about; None for one that is nothing but scripts."""
    if sure and Offer.BRING in looked.offers:
        return looked.offers[0] if Offer.CALM not in looked.offers else Offer.BRING
    if Offer.CALM in looked.offers:
        return Offer.CALM
    return looked.offers[0] if sure or looked.kind is not FileKind.SCRIPTS else None


async def migrate(config: Config, speech: Speech) -> int:
    """Bring the database up to date, which opening the engine does."""
    async with open_engine(config, name="migrate", platforms={}):
        _tell(speech.speaker(config.language).say("app-migrated"))
    return 0


async def back_up(config: Config, speech: Speech) -> int:
    """Make a backup of the database now."""
    async with open_engine(config, name="backup", platforms={}, background=False) as engine:
        made = await backups.make_at_home(engine.vault, engine.dsn)
    _tell(speech.speaker(config.language).say("app-backed-up", name=made.name, megabytes=_megabytes(made.size)))
    return 0


async def restore(config: Config, speech: Speech, name: str) -> int:
    """Put a backup in place of the database, and forget again who asked for it since."""
    speak = speech.speaker(config.language)
    async with open_house(config) as house:
        back = await house.restore(name)
    async with open_engine(config, name="restore", platforms={}, background=False) as engine:
        forgotten = await forget_returned(engine.ctx, engine.runner)
    rows = {"stories": back.rows["session"], "entries": back.rows["entry"], "people": back.rows["person"]}
    _tell(speak.say("app-restored", name=back.name, **rows))
    if forgotten:
        _tell(speak.say("app-restored-forgotten", count=forgotten))
    _tell(speak.say("app-restored-aside", place=back.aside))
    return 0


def _megabytes(size: int) -> int:
    return max(1, size >> 20)


async def set_up(config: Config, speech: Speech) -> int:
    """Ask the few questions that setting up takes."""
    async with open_house(config) as house:
        return await wizard.run(Console.open(speech.speaker(config.language)), house, platforms.trials(config))


async def examine(config: Config, speech: Speech, *, quick: bool, quiet: bool) -> int:
    """Look at every part; ``quick`` asks nothing of models, ``quiet`` tells only what needs attention."""
    async with open_house(config) as house:
        console = Console.open(speech.speaker(config.language), sys.stdout)
        return await doctor.run(
            config, console, house, platforms.examinations(config), doctor.Manner(quick=quick, quiet=quiet)
        )


@asynccontextmanager
async def _with_model(config: Config, speech: Speech) -> AsyncGenerator[Config]:
    """The configuration with a chat model, chosen now when there is none. Raises UserLeft when the person goes."""
    if config.chat is not None:
        yield config
        return
    async with open_house(config) as house:
        chosen = await choose_model(FirstRun(config.data_dir), Console.open(speech.speaker(config.language)), house)
    if not isinstance(chosen, demo.DemoServer):
        yield config.model_copy(update={"chat": chosen})
        return
    try:
        yield config.model_copy(update={"chat": await chosen.ready()})
    finally:
        await chosen.stop()


def _conversation(engine: Engine, config: Config, speech: Speech) -> Conversation:
    table = table_for(PLATFORM)
    speak = speech.speaker(config.language)
    now = engine.now
    handler = Handler(engine, table, speech, now, config.language)
    return Conversation(engine, handler, table, _origin(speak), now, speak, config.data_dir / "files")


def _origin(speak: Speaker) -> Origin:
    name = os.environ.get("USER") or os.environ.get("LOGNAME") or ""
    return terminal_origin(speak.say("terminal-person") if name.lower() in _NAMELESS else name)


def _somebody_sits_there() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _standard_input() -> BinaryIO:
    """A reader of its own: the interpreter cannot end while a thread waits inside ``sys.stdin``."""
    return os.fdopen(os.dup(sys.stdin.fileno()), "rb")


def _tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()

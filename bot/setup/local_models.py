"""The first run without a model: a local server that answers, the wizard's questions, or the demonstration model."""

from dataclasses import dataclass, field
from pathlib import Path

from bot.console import Console
from bot.setup import env_file
from bot.setup.demo import MEGABYTES, Demonstration, DemoServer
from bot.setup.endpoint_questions import ask_endpoint, env_names
from engine.config.endpoints import RoleConfig
from engine.errors import DemoInstallFailed, DemoStartFailed, EnvFileUnwritable
from engine.service.house import HouseService
from engine.values.house.house import LocalServer
from engine.values.models.models import RoleName

_MODELS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class FirstRun:
    """``data_dir`` takes the demonstration model's log, ``env`` is where a choice is remembered."""

    data_dir: Path
    env: Path = Path(".env")
    demonstration: Demonstration = field(default_factory=Demonstration)


async def choose_model(run: FirstRun, console: Console, house: HouseService) -> RoleConfig | DemoServer:
    """The chat model to use when none is configured. A server that was launched is for the caller to stop.

    An installed demonstration model was chosen before and is not asked about again. Raises UserLeft, and without a
    terminal DemoInstallFailed and DemoStartFailed.
    """
    if console.ask is None or run.demonstration.installed():
        return await _demonstration(run, console)
    while True:
        try:
            return await _menu(run, console, house)
        except (DemoInstallFailed, DemoStartFailed) as error:
            console.say(error.message, **error.data)


async def _menu(run: FirstRun, console: Console, house: HouseService) -> RoleConfig | DemoServer:
    found = _offers(await house.local_servers())
    console.say("choose-model")
    for number, (server, model) in enumerate(found, 1):
        console.item(str(number), console.speaker.say("choose-local", server=server.kind, model=_short(model)))
    asked = len(found) + 1
    console.item(str(asked), console.speaker.say("choose-setup"))
    console.say("choose-demo", megabytes=MEGABYTES)
    answer = await console.choice("choose-number", ["", *map(str, range(1, asked + 1))])
    if not answer:
        return await _demonstration(run, console)
    if int(answer) == asked:
        chosen = await ask_endpoint(console, house, RoleName.CHAT)
        _remember(run, console, chosen)
        return chosen
    server, model = found[int(answer) - 1]
    chosen = RoleConfig(url=server.url, model=model, context=server.context)
    if not await console.choice("choose-remember", ("", "n"), file=str(run.env)):
        _remember(run, console, chosen)
    return chosen


def _offers(servers: tuple[LocalServer, ...]) -> list[tuple[LocalServer, str]]:
    return [(server, model) for server in servers for model in server.models[:_MODELS_SHOWN]]


def _short(model: str) -> str:
    """llama.cpp names a model by the path of its file."""
    return Path(model).name if model.endswith(".gguf") else model


def _remember(run: FirstRun, console: Console, chosen: RoleConfig) -> None:
    """A file that cannot be written costs the memory of the choice, not the conversation."""
    try:
        env_file.save(run.env, env_names(RoleName.CHAT, chosen))
    except EnvFileUnwritable as error:
        console.say(error.message, **error.data)


async def _demonstration(run: FirstRun, console: Console) -> DemoServer:
    console.say("demo-notice")
    if not run.demonstration.installed():
        await _install(run.demonstration, console)
    return await run.demonstration.launch(run.data_dir)


async def _install(demonstration: Demonstration, console: Console) -> None:
    if not console.lively:
        console.say("demo-installing", megabytes=0, total=MEGABYTES)

    def progress(megabytes: int) -> None:
        console.say_again("demo-installing", megabytes=min(megabytes, MEGABYTES), total=MEGABYTES)

    try:
        await demonstration.install(progress)
    finally:
        console.clear_line()

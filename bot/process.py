"""A sub-command as a process: its configuration, its log, its loop."""

import argparse
import asyncio
import gc
import importlib
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final

from bot.ending import INTERRUPTED, OK, ProcessEnd, complain
from bot.logs import Redactor, secrets_in, start_logging
from bot.private_files import close_to_others, make_house
from bot.words.localise import Speaker, Speech
from engine.config.config import Config, LogLevel
from engine.config.reading import UnknownName, read_config
from engine.errors import ConfigError

_TELLS_ITSELF: Final = ("setup", "doctor")
"""Their answers say what a warning would say again, in the middle of a question."""

Work = Coroutine[Any, Any, int]


def obey(chosen: argparse.Namespace, speech: Speech, ending: ProcessEnd) -> int:
    """Do what was asked for; the exit code. ``ending`` learns the language of the house and what must not be told."""
    command = chosen.command or "chat"
    if os.environ.get("OMOIDE_LOG", "").lower() == LogLevel.DEBUG:
        ending.redactor = Redactor()
    config, unknown = read_config()
    secrets = secrets_in(config)
    ending.redactor = Redactor(secrets) if config.log is LogLevel.DEBUG else None
    ending.speak = speech.speaker(config.language)
    _close_house(config, command)
    _start_log(config, secrets, command)
    _name_unknown(unknown, ending.speak)
    return _run(_work(command, chosen, config, speech), daemon=command == "run")


def _close_house(config: Config, command: str) -> None:
    """Whoever only asks or answers makes no folder yet; where one cannot be made, what needs it says so."""
    if command not in _TELLS_ITSELF:
        with suppress(OSError):
            make_house(config.data_dir)
    close_to_others(config.data_dir)


def _start_log(config: Config, secrets: Sequence[str], command: str) -> None:
    """While somebody chats the log goes to a file, so that the screen is theirs."""
    chats = command == "chat"
    level = config.log_level(daemon=command == "run")
    if command in _TELLS_ITSELF and config.log is None:
        level = LogLevel.ERROR
    try:
        start_logging(
            level,
            secrets,
            file=config.data_dir / "logs/omoide.log" if chats else None,
            as_json=command == "run" and not sys.stderr.isatty(),
        )
    except OSError as error:
        raise ConfigError(name="OMOIDE_DATA_DIR", reason=f"{config.data_dir}: {error.strerror}") from error


def _name_unknown(unknown: Sequence[UnknownName], speak: Speaker) -> None:
    for it in unknown:
        message = "config-unknown-name-near" if it.near else "config-unknown-name"
        complain(speak.say(message, name=it.name, near=it.near))


def _work(command: str, chosen: argparse.Namespace, config: Config, speech: Speech) -> Work:
    app = _app()
    plain: dict[str, Callable[[Config, Speech], Work]] = {
        "chat": app.chat,
        "run": app.serve,
        "setup": app.set_up,
        "migrate": app.migrate,
        "backup": app.back_up,
    }
    if command == "import":
        return app.bring_in(config, speech, chosen.file, sure=chosen.yes)
    if command == "restore":
        return app.restore(config, speech, chosen.file)
    if command == "doctor":
        return app.examine(config, speech, quick=chosen.quick, quiet=chosen.quiet)
    return plain[command](config, speech)


def _app() -> Any:
    """Large, and a preview needs nothing of it. What it consists of stays, so it is not looked through for garbage."""
    gc.disable()
    try:
        return importlib.import_module("bot.app")
    finally:
        gc.freeze()
        gc.enable()


def _run(work: Work, *, daemon: bool) -> int:
    """Run ``work`` until it ends or a signal ends it; SIGTERM, and for the daemon SIGINT, is a clean end."""
    told: list[signal.Signals] = []

    async def until_told() -> int:
        task = asyncio.current_task()
        assert task is not None

        def end(name: signal.Signals) -> None:
            told.append(name)
            task.cancel()

        loop = asyncio.get_running_loop()
        with suppress(NotImplementedError):  # Windows has no signal handlers in loops
            for name in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(name, end, name)
        return await work

    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            return runner.run(until_told())
    except asyncio.CancelledError:
        return OK if daemon or signal.SIGTERM in told else INTERRUPTED
    except KeyboardInterrupt:
        return INTERRUPTED


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        return importlib.import_module("uvloop").new_event_loop
    except ImportError:
        return None

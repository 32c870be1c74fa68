"""``python -m bot``: the sub-commands, and how the process ends."""

import argparse
import asyncio
import gc
import importlib
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final

import structlog

from bot import __version__
from bot.console import UserLeft
from bot.logs import Redactor, secrets_in, start_logging
from bot.private_files import close_to_others, keep_private, make_house
from bot.tracebacks import formatted
from bot.words.localise import Speaker, Speech
from engine.config.config import Config, LogLevel
from engine.config.reading import UnknownName, read_config
from engine.errors import ConfigError, OmoideError

OK: Final = 0
FAILED: Final = 1
INTERRUPTED: Final = 130
_PREVIEW: Final = "preview"
_TELLS_ITSELF: Final = ("setup", "doctor")
"""Their answers say what a warning would say again, in the middle of a question."""

_log = structlog.get_logger(__name__)

Work = Coroutine[Any, Any, int]


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 well, 1 an error that was told, 2 wrong usage, 130 interrupted."""
    start_logging("warning", ())
    speech = Speech()
    speak = speech.speaker(_machine_language())
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == [_PREVIEW]:
        return _previewed(given[1:], speak)
    keep_private()
    chosen = _parser(speak).parse_args(given)
    command = chosen.command or "chat"
    secrets: Sequence[str] = ()
    debug = os.environ.get("OMOIDE_LOG", "").lower() == LogLevel.DEBUG
    try:
        config, unknown = read_config()
        secrets, debug = secrets_in(config), config.log is LogLevel.DEBUG
        speak = speech.speaker(config.language)
        _close_house(config, command)
        _start_log(config, secrets, command)
        _name_unknown(unknown, speak)
        return _run(_work(command, chosen, config, speech), daemon=command == "run")
    except Exception as error:  # noqa: BLE001 — the process: one line and an exit code instead of a traceback
        return _ended(error, speak, Redactor(secrets) if debug else None)


def _previewed(arguments: Sequence[str], speak: Speaker) -> int:
    """Before any configuration: what it shows depends on its files alone."""
    try:
        return importlib.import_module("bot.preview").run(arguments, speak)  # large, and nothing else needs it
    except Exception as error:  # noqa: BLE001 — the process: one line and an exit code instead of a traceback
        return _ended(error, speak, None)


def _machine_language() -> str:
    """The language before the configuration is read."""
    names = ("OMOIDE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    spoken = next((os.environ[name] for name in names if os.environ.get(name)), "")
    return "zh" if spoken.lower().startswith("zh") else "en"


def _parser(speak: Speaker) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description=speak.say("app-about"))
    parser.add_argument("--version", action="version", version=f"Omoide {__version__}", help=speak.say("app-version"))
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name in ("chat", "run", "setup", "doctor", "import", _PREVIEW, "migrate", "backup", "restore"):
        commands.add_parser(name, help=speak.say(f"app-{name}"), description=speak.say(f"app-{name}"))
    doctor = commands.choices["doctor"]
    doctor.add_argument("--quiet", action="store_true", help=speak.say("app-doctor-quiet"))
    doctor.add_argument("--quick", action="store_true", help=speak.say("app-doctor-quick"))
    brings = commands.choices["import"]
    brings.add_argument("file", metavar="FILE", help=speak.say("app-import-file"))
    brings.add_argument("--yes", action="store_true", help=speak.say("app-import-yes"))
    commands.choices["restore"].add_argument("file", metavar="FILE", help=speak.say("app-restore-file"))
    return parser


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
        _complain(speak.say(message, name=it.name, near=it.near))


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


def _ended(error: BaseException, speak: Speaker, redactor: Redactor | None) -> int:
    """Tell ``error``; ``redactor`` is there when the traceback is wanted too."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if redactor is not None:
        _complain(redactor.clean(formatted(error)))
    if isinstance(error, UserLeft):
        return OK
    if isinstance(error, BrokenPipeError):
        # Whoever read our output is gone; the interpreter must not try to flush to them.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    if isinstance(error, OmoideError):
        _complain(speak.error(error))
        return FAILED
    _log.error("ended by a bug", exc_info=error, action="report this with the log")
    _complain(speak.say("app-failed"))
    return FAILED


def _complain(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def _unraised(unraised: "sys.UnraisableHookArgs") -> None:
    if unraised.exc_value is not None:
        _log.error("error in an end", exc_info=unraised.exc_value, action="report this with the log")


def _thread_ended(ended: threading.ExceptHookArgs) -> None:
    if ended.exc_value is not None:
        _log.error("thread died", exc_info=ended.exc_value, action="report this with the log")


if __name__ == "__main__":
    # Python would print these errors itself, with their words.
    sys.unraisablehook, threading.excepthook = _unraised, _thread_ended
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    sys.exit(main())

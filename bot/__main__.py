"""``python -m bot``: the sub-commands, and how they are written."""

import argparse
import importlib
import io
import os
import sys
import threading
from collections.abc import Sequence
from typing import Final

from bot import __version__
from bot.ending import ProcessEnd, thread_ended, unraised
from bot.logs import start_logging
from bot.private_files import keep_private
from bot.words.localise import Speaker, Speech

_PREVIEW: Final = "preview"


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 well, 1 an error that was told, 2 wrong usage, 130 interrupted."""
    start_logging("warning", ())
    speech = Speech()
    speak = speech.speaker(_machine_language())
    given = list(sys.argv[1:] if arguments is None else arguments)
    ending = ProcessEnd(speak)
    try:
        if given[:1] == [_PREVIEW]:  # before any configuration: what it shows depends on its files alone
            return importlib.import_module("bot.preview").run(given[1:], speak)
        keep_private()
        chosen = _parser(speak).parse_args(given)
        return importlib.import_module("bot.process").obey(chosen, speech, ending)  # large; usage needs none of it
    except Exception as error:  # noqa: BLE001 — the process: one line and an exit code instead of a traceback
        return ending.of(error)


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


if __name__ == "__main__":
    # Python would print these errors itself, with their words.
    sys.unraisablehook, threading.excepthook = unraised, thread_ended
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    sys.exit(main())

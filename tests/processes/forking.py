"""The process of the nursery: it has read every module, and forks for every program that is asked for.

``python -m tests.processes.forking N`` serves socket N: a JSON line ``{"arguments": …, "environment": …}`` with three
descriptors (standard input, output and error) begins a program and is answered by its ``pid``; its end is told as
``{"ended": status}``, the status of ``waitpid``. Each connection is one program; N is a listening socket that was
inherited. The arguments are what follows ``python -m``: ``bot run``, or a program of the tests as
``tests.faults.driver`` and its own.
"""

import asyncio
import contextlib
import gc
import json
import os
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Mapping, Sequence
from typing import Any

import uvloop  # noqa: F401 - as all that follows here and is not used: so that no fork has to read it

from bot import __main__ as bot
from bot import (
    app,  # noqa: F401
    process,
)
from bot.discord import entry as discord  # noqa: F401
from bot.telegram import entry as telegram  # noqa: F401
from bot.words.localise import LANGUAGES, Speech
from engine.db.postgres.queries import product_queries
from engine.work import crashpoints
from tests import calendar
from tests.faults import driver
from tests.life import claimer, served
from tests.life import driver as life
from tests.shaking.loop import SEED, shaken


def _read_all_words() -> None:
    """Parse every message, which takes each daemon half a second otherwise."""
    for language in LANGUAGES:
        words = Speech().speaker(language)._words
        for message in list(words._texts):
            words.pattern(message)


def _serve(listening: socket.socket) -> None:
    """Fork for every connection until standard input ends."""
    _read_all_words()
    product_queries()
    calendar.keep()
    gc.freeze()  # no fork looks through for garbage, and so copies, what it has from here
    threading.Thread(target=_end_with_the_starter, daemon=True).start()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        connection, _ = listening.accept()
        if os.fork() == 0:
            listening.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _attend(connection)
        connection.close()


def _end_with_the_starter() -> None:
    sys.stdin.read()
    os._exit(0)


def _attend(connection: socket.socket) -> None:
    """In a process of its own: begin one program, and tell of its end."""
    first, descriptors, _, _ = socket.recv_fds(connection, 1, 3)
    order = json.loads(first + connection.makefile("rb").readline())
    pid = os.fork()
    if pid == 0:
        connection.close()
        _become(order["arguments"], order["environment"], descriptors)
    for each in descriptors:
        os.close(each)
    connection.sendall(json.dumps({"pid": pid}).encode() + b"\n")
    _, status = os.waitpid(pid, 0)
    with contextlib.suppress(OSError):
        connection.sendall(json.dumps({"ended": status}).encode() + b"\n")
    os._exit(0)


def _become(arguments: Sequence[str], environment: Mapping[str, str], descriptors: Sequence[int]) -> None:
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
    os.environ.clear()
    os.environ.update(environment)
    armed = crashpoints._armed(environment["CRASHPOINT"]) if environment.get("CRASHPOINT") else crashpoints._unarmed
    modules: list[Any] = [it for it in sys.modules.values() if hasattr(it, "maybe_crash")]
    for module in modules:
        module.maybe_crash = armed
    code = 1
    try:
        code = _run(arguments)
    except BaseException:  # the end of the process, told as the interpreter tells it
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _run(arguments: Sequence[str]) -> int:
    new_loop = shaken(os.environ[SEED]) if SEED in os.environ else None
    if arguments[0] == "bot":
        if new_loop is not None:
            process._loop_factory = lambda: new_loop
        return bot.main(arguments[1:])
    with asyncio.Runner(loop_factory=new_loop) as runner:
        lives = {it.__name__: it.main for it in (life, served, claimer)}
        if (lived := lives.get(arguments[0])) is not None:
            runner.run(lived(json.loads(arguments[1])))
        else:
            runner.run(driver.main(arguments[1], list(arguments[2:])))
    return 0


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))

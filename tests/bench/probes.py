"""Stop watches on the steps of a turn and on the statements, put on from outside so that the product has none."""

import asyncio
import functools
import inspect
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from engine.db.postgres.pool import Transaction
from engine.turns import attempts, prepare, run
from engine.work.saver import GrowingDraft, Saver

_PREPARING = ("load", "retrieve", "assemble")
_AROUND = ("claim", "commit")
_BETWEEN = ("generate",)
STEPS = ("claim", *_PREPARING, "generate", "commit")
_NAP = 0.005
_VERBS = ("fetch", "fetchrow", "fetchval", "execute", "executemany")

Durations = defaultdict[str, list[float]]


@contextmanager
def step_times(found: Durations) -> Iterator[None]:
    """Add to ``found`` the seconds of each step of the turns that run meanwhile, by the step's name."""

    def wrap(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        return _timed(found[name], function)

    with _patched(run, _AROUND, wrap), _patched(attempts, _BETWEEN, wrap), _patched(prepare, _PREPARING, wrap):
        yield


@contextmanager
def statement_times(found: Durations) -> Iterator[None]:
    """Add to ``found`` the seconds of each statement that runs meanwhile, by its name."""
    with _patched(Transaction, _VERBS, lambda _, function: _timed_statement(found, function)):
        yield


@contextmanager
def token_lateness(found: list[float]) -> Iterator[None]:
    """Add to ``found`` how many seconds ago the oldest token of each piece that reaches a draft was stamped."""

    def wrap(_: str, put: Callable[..., None]) -> Callable[..., None]:
        def stamped(saver: Saver, growing: GrowingDraft, piece: str, visible: str) -> None:
            put(saver, growing, piece, visible)
            found.append(time.monotonic() - float(piece.split(maxsplit=1)[0]))

        return stamped

    with _patched(Saver, ("put",), wrap):
        yield


async def loop_lag(found: list[float]) -> None:
    """Add to ``found`` how many seconds too late a short sleep ends, again and again until cancelled."""
    while True:
        started = time.monotonic()
        await asyncio.sleep(_NAP)
        found.append(time.monotonic() - started - _NAP)


@contextmanager
def _patched(owner: Any, names: tuple[str, ...], wrap: Callable[[str, Any], Any]) -> Iterator[None]:
    before = {name: getattr(owner, name) for name in names}
    for name, function in before.items():
        setattr(owner, name, wrap(name, function))
    try:
        yield
    finally:
        for name, function in before.items():
            setattr(owner, name, function)


def _timed(durations: list[float], function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    async def wait(*args: Any, **named: Any) -> Any:
        started = time.perf_counter()
        try:
            return await function(*args, **named)
        finally:
            durations.append(time.perf_counter() - started)

    @functools.wraps(function)
    def call(*args: Any, **named: Any) -> Any:
        started = time.perf_counter()
        try:
            return function(*args, **named)
        finally:
            durations.append(time.perf_counter() - started)

    return wait if inspect.iscoroutinefunction(function) else call


def _timed_statement(found: Durations, function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    async def wait(transaction: Transaction, name: str, *args: Any) -> Any:
        started = time.perf_counter()
        try:
            return await function(transaction, name, *args)
        finally:
            found[name].append(time.perf_counter() - started)

    return wait

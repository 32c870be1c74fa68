"""Stop watches on the steps of a turn and on the statements, put on from outside so that the product has none."""

import functools
import inspect
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from engine.db.pool import Transaction
from engine.turns import run

STEPS = ("claim", "load", "retrieve", "assemble", "generate", "commit")
_VERBS = ("fetch", "fetchrow", "fetchval", "execute", "executemany")

Durations = defaultdict[str, list[float]]


@contextmanager
def step_times(found: Durations) -> Iterator[None]:
    """Add to ``found`` the seconds of each step of the turns that run meanwhile, by the step's name."""
    with _patched(run, STEPS, lambda name, function: _timed(found[name], function)):
        yield


@contextmanager
def statement_times(found: Durations) -> Iterator[None]:
    """Add to ``found`` the seconds of each statement that runs meanwhile, by its name."""
    with _patched(Transaction, _VERBS, lambda _, function: _timed_statement(found, function)):
        yield


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

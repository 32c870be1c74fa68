"""Roles over a scripted server, on a clock that the test moves."""

from collections.abc import AsyncIterator, Callable

import pytest

from engine.llm.attempt import CallResources
from engine.llm.http import Http
from engine.llm.roles import Roles
from engine.values.models.models import Endpoint, Format, RoleName
from engine.work.clock import HandClock
from engine.work.tasks import Tasks
from tests.calling import clock, http, tasks
from tests.servers.model import ModelServer

__all__ = ["clock", "http", "tasks"]

MakeRoles = Callable[..., Roles]


@pytest.fixture
async def server() -> AsyncIterator[ModelServer]:
    async with ModelServer() as running:
        yield running


@pytest.fixture
async def second() -> AsyncIterator[ModelServer]:
    async with ModelServer() as running:
        yield running


@pytest.fixture
def make_roles(http: Http, tasks: Tasks, clock: HandClock) -> MakeRoles:
    """Roles whose retries do not wait (jitter 0), so that only silence needs the clock."""

    def make(*endpoints: Endpoint, **options: int) -> Roles:
        several = {RoleName.CHAT: endpoints, RoleName.UTILITY: endpoints}
        return Roles(several, CallResources(http, tasks, clock, jitter=lambda: 0.0), **options)

    return make


def openai(server: ModelServer, name: str = "first", **fields: object) -> Endpoint:
    return Endpoint(name=name, format=Format.OPENAI, url=server.url, model="m", **fields)  # pyright: ignore[reportArgumentType] - options of a test


def gemini(server: ModelServer, name: str = "gemini", **fields: object) -> Endpoint:
    return Endpoint(name=name, format=Format.GEMINI, url=server.gemini_url, model="m", **fields)  # pyright: ignore[reportArgumentType] - options of a test

"""Silence, measured on a clock that the test moves; the network is real."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import replace

import pytest

from engine.errors import ModelSilent
from engine.values.models.models import ChatEvent, Delta, Ending, Endpoint, Outcome, Reasoning, Restarted, StillThinking
from engine.values.models.prompts import PromptMessage, Role
from engine.work.clock import HandClock
from tests.llm.conftest import MakeRoles, openai
from tests.servers.model import COMMENT, Finish, Gate, ModelServer, Script, Think, say

HELLO = [PromptMessage(Role.USER, "Hello")]


class Listener:
    """Collects events in the background; ``until`` waits for one of a kind."""

    def __init__(self, events: AsyncIterator[ChatEvent]) -> None:
        self.seen: list[ChatEvent] = []
        self._changed = asyncio.Condition()
        self.task = asyncio.ensure_future(self._listen(events))

    async def _listen(self, events: AsyncIterator[ChatEvent]) -> None:
        async for event in events:
            async with self._changed:
                self.seen.append(event)
                self._changed.notify_all()

    async def until(self, kind: type[ChatEvent]) -> ChatEvent:
        async with self._changed:
            await self._changed.wait_for(lambda: any(isinstance(event, kind) for event in self.seen))
        return next(event for event in self.seen if isinstance(event, kind))


@pytest.fixture
def remote(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> Endpoint:
    """The endpoint as if it stood far away."""
    monkeypatch.setattr(Endpoint, "local", property(lambda _: False))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    return openai(server)


async def test_still_thinking_then_silent(
    make_roles: MakeRoles, server: ModelServer, remote: Endpoint, clock: HandClock
) -> None:
    """If it fails, a person waits for ever on a model that never answers, and is not told meanwhile."""
    server.script(Script(before=Gate()))
    listener = Listener(make_roles(remote).chat(HELLO))
    seen = await server.arrived()
    clock.advance(9.9)
    clock.advance(0.1)
    assert await listener.until(StillThinking) == StillThinking(10.0)
    clock.advance(19.9)
    await asyncio.sleep(0)
    assert not listener.task.done()
    clock.advance(0.1)
    with pytest.raises(ModelSilent) as raised:
        await listener.task
    assert raised.value.data["seconds"] == 30
    await seen.closed.wait()
    assert seen.left


async def test_a_local_model_may_take_its_time(make_roles: MakeRoles, server: ModelServer, clock: HandClock) -> None:
    """If it fails, a large local model is given up while it loads."""
    gate = Gate()
    server.script(Script(["Hi", Finish()], before=gate))
    listener = Listener(make_roles(openai(server)).chat(HELLO))
    await server.arrived()
    clock.advance(10.0)
    await listener.until(StillThinking)
    clock.advance(280.0)
    gate.open()
    await listener.until(Outcome)
    assert Delta("Hi") in listener.seen


async def test_a_stall_in_the_middle(
    make_roles: MakeRoles, server: ModelServer, remote: Endpoint, clock: HandClock
) -> None:
    """If it fails, a reply that stalls never ends, or what was said of it is lost."""
    gate = Gate()
    server.script(Script(["Once", gate]))
    listener = Listener(make_roles(remote).chat(HELLO))
    await listener.until(Delta)
    clock.advance(20.0)
    outcome = await listener.until(Outcome)
    assert isinstance(outcome, Outcome)
    assert outcome.ending is Ending.SILENT


async def test_comments_are_not_life(
    make_roles: MakeRoles, server: ModelServer, remote: Endpoint, clock: HandClock
) -> None:
    """If it fails, a provider that only keeps the line open keeps a person waiting for ever."""
    gates = [Gate(), Gate()]
    server.script(Script([COMMENT, gates[0], COMMENT, gates[1]]))
    listener = Listener(make_roles(remote).chat(HELLO))
    await gates[0].reached()
    clock.advance(29.0)
    await listener.until(StillThinking)
    gates[0].open()
    await gates[1].reached()
    clock.advance(1.0)
    with pytest.raises(ModelSilent):
        await listener.task


async def test_slow_drips_and_long_thoughts_are_life(
    make_roles: MakeRoles, server: ModelServer, remote: Endpoint, clock: HandClock
) -> None:
    """If it fails, a slow model is cut off in the middle of a good reply."""
    thoughts, drips = [Gate() for _ in range(4)], [Gate() for _ in range(10)]
    steps = [step for gate in thoughts for step in (Think("hm"), gate)]
    steps += [step for gate in drips for step in ("word ", gate)]
    server.script(Script([*steps, Finish()]))
    told = 0
    async with aclosing(make_roles(remote).chat(HELLO)) as events:
        async for event in events:
            if isinstance(event, Reasoning | Delta):
                gate = [*thoughts, *drips][told]
                told += 1
                await gate.reached()
                clock.advance(15.0)
                gate.open()
            elif isinstance(event, Outcome):
                assert event.ending is Ending.COMPLETE
    assert told == 14


async def test_a_busy_consumer_is_not_silence(
    make_roles: MakeRoles, server: ModelServer, remote: Endpoint, clock: HandClock
) -> None:
    """If it fails, a slow database makes a good reply look like a stalled one."""
    gate = Gate()
    server.script(Script(["Once", gate, *["x" * 100_000] * 30, Finish()]))
    text = ""
    async with aclosing(make_roles(remote).chat(HELLO)) as events:
        async for event in events:
            if event == Delta("Once"):
                gate.open()
                for _ in range(10):
                    for _ in range(100):  # the reader fills its buffer meanwhile
                        await asyncio.sleep(0)
                    clock.advance(5.0)
            if isinstance(event, Delta):
                text += event.text
            elif isinstance(event, Outcome):
                assert event.ending is Ending.COMPLETE
    assert len(text) == 3_000_004


async def test_a_server_that_does_not_hang_up(
    make_roles: MakeRoles, server: ModelServer, remote: Endpoint, clock: HandClock
) -> None:
    """If it fails, a finished reply waits twenty seconds for nothing, or counts as stalled."""
    gate = Gate()
    server.script(Script(["Once", Finish(), gate]))
    listener = Listener(make_roles(remote).chat(HELLO))
    await gate.reached()
    await listener.until(Delta)
    clock.advance(2.0)
    outcome = await listener.until(Outcome)
    assert isinstance(outcome, Outcome)
    assert outcome.ending is Ending.COMPLETE


async def test_the_next_model_at_the_deadline(
    make_roles: MakeRoles, server: ModelServer, second: ModelServer, remote: Endpoint, clock: HandClock
) -> None:
    """If it fails, a silent model keeps a person from the one that would answer."""
    server.script(Script(before=Gate()))
    second.script(say("Here"))
    other = replace(remote, name="second", url=second.url)
    listener = Listener(make_roles(remote, other).chat(HELLO))
    await server.arrived()
    clock.advance(30.0)
    outcome = await listener.until(Outcome)
    assert isinstance(outcome, Outcome)
    assert outcome.endpoint == "second"
    assert not any(isinstance(event, Restarted) for event in listener.seen)

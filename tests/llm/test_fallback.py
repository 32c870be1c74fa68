"""Retries, the next model, breakers and slots."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from hashlib import sha256

import pytest

from engine.errors import ModelBusy, ModelError, ModelKeyRefused, ModelPaused
from engine.llm.slots import Slots
from engine.values.models.models import ChatEvent, Delta, Ending, Outcome, Restarted
from engine.values.models.prompts import PromptMessage, Role
from engine.work.clock import HandClock
from tests.llm.conftest import MakeRoles, gemini, openai
from tests.servers.model import Cut, Gate, ModelServer, Script, cut, fail, say

HELLO = [PromptMessage(Role.USER, "Hello")]


async def all_of(events: AsyncIterator[ChatEvent]) -> list[ChatEvent]:
    return [event async for event in events]


def shown(events: list[ChatEvent]) -> str:
    text = ""
    for event in events:
        if isinstance(event, Restarted):
            text = ""
        elif isinstance(event, Delta):
            text += event.text
    return text


async def test_a_wrong_key_falls_to_the_next_model(
    make_roles: MakeRoles, server: ModelServer, second: ModelServer
) -> None:
    """If it fails, one expired key silences a character that has a second model."""
    server.answer = lambda _: fail(401)
    second.script(say("Hello"))
    events = await all_of(make_roles(openai(server), gemini(second)).chat(HELLO))
    assert shown(events) == "Hello"
    second.answer = lambda _: fail(500)
    with pytest.raises(ModelKeyRefused):  # the first is what its operator must mend
        await all_of(make_roles(openai(server), gemini(second)).chat(HELLO))


@pytest.mark.parametrize("how", ["close", "eof"])
async def test_a_failure_in_the_middle_never_splices(
    make_roles: MakeRoles, server: ModelServer, second: ModelServer, how: str
) -> None:
    """If it fails, a reply is half one model's and half another's, or said twice."""
    for count in (1, 2, 50):
        server.script(Script([*[f"a{place} " for place in range(count)], Cut(how)]))
        second.script(say(*[f"b{place} " for place in range(60)]))
        events = await all_of(make_roles(openai(server), gemini(second)).chat(HELLO))
        assert shown(events) == "".join(f"b{place} " for place in range(60))
        outcome = events[-1]
        assert isinstance(outcome, Outcome)
        assert (outcome.ending, outcome.endpoint) == (Ending.COMPLETE, "gemini")


async def test_text_is_not_taken_back_for_nothing(
    make_roles: MakeRoles, server: ModelServer, second: ModelServer
) -> None:
    """If it fails, a person loses the half reply they read because a second model failed too."""
    for script in (fail(500), say(), say(" "), cut()):
        server.script(cut("Once upon"))
        second.script(script)
        events = await all_of(make_roles(openai(server), gemini(second)).chat(HELLO))
        assert events[-1] == Outcome(Ending.CUT, "first", "m")
        assert not any(isinstance(event, Restarted) for event in events)


async def test_two_unsteady_models_still_answer(
    make_roles: MakeRoles, server: ModelServer, second: ModelServer, clock: HandClock
) -> None:
    """If it fails, every few replies are lost while providers have a bad day, or retries make it worse."""
    asked = start = 1000

    def unsteady(_: object) -> Script:
        nonlocal asked
        asked += 1
        bad = sha256(str(asked).encode()).digest()[0] < 51  # one in five, mixed
        return (fail(503) if asked % 2 else cut()) if bad else say("Hello")

    server.answer = second.answer = unsteady
    roles = make_roles(openai(server), openai(second, "second"))
    turns = 200
    lost = 0
    for _ in range(turns):
        clock.advance(0.5)
        try:
            lost += shown(await all_of(roles.chat(HELLO))) != "Hello"
        except ModelError:
            lost += 1
    assert lost == 0
    fallbacks = len(second.generations)
    assert asked - start - turns - fallbacks <= turns * 0.1 + 5


async def test_the_breaker_opens_probes_and_closes(
    make_roles: MakeRoles, server: ModelServer, clock: HandClock
) -> None:
    """If it fails, a provider that is down is hammered, or a recovered one is left alone."""
    server.answer = lambda _: fail(503)
    roles = make_roles(openai(server))
    for _ in range(2):
        with pytest.raises(ModelBusy):
            await all_of(roles.chat(HELLO))
    assert len(server.generations) == 5
    for _ in range(40):  # ten minutes down
        with pytest.raises(ModelPaused):
            await all_of(roles.chat(HELLO, background=True))
        clock.advance(15.0)
        with pytest.raises(ModelBusy):
            await all_of(roles.chat(HELLO))
    assert len(server.generations) == 45
    server.answer = lambda _: say("Back")
    clock.advance(15.0)
    assert shown(await all_of(roles.chat(HELLO))) == "Back"
    assert shown(await all_of(roles.chat(HELLO))) == "Back"


async def test_only_one_call_probes(make_roles: MakeRoles, server: ModelServer, clock: HandClock) -> None:
    """If it fails, everyone waits on a provider that is still down."""
    server.answer = lambda _: fail(503)
    roles = make_roles(openai(server))
    for _ in range(2):
        with pytest.raises(ModelBusy):
            await all_of(roles.chat(HELLO))
    clock.advance(15.0)
    gate = Gate()
    server.answer = lambda _: Script(["Hi"], before=gate)
    probe = asyncio.ensure_future(all_of(roles.chat(HELLO)))
    await server.arrived(6)
    with pytest.raises(ModelPaused):
        await all_of(roles.chat(HELLO))
    probe.cancel()
    await asyncio.wait([probe])
    server.answer = lambda _: say("Hi")  # a probe that was given up leaves the place to the next
    assert shown(await all_of(roles.chat(HELLO))) == "Hi"


async def test_retry_after_is_waited_for(make_roles: MakeRoles, server: ModelServer, clock: HandClock) -> None:
    """If it fails, a provider that asked for a pause is asked again at once, and bans the key."""
    server.script(fail(429, retry_after=7), say("Hello"))
    call = asyncio.ensure_future(all_of(make_roles(openai(server)).chat(HELLO)))
    seen = await server.arrived()
    await seen.closed.wait()
    while not clock._sleepers or clock._sleepers[0][0] != 7.0:  # noqa: ASYNC110 - until the call sleeps
        await asyncio.sleep(0)
    assert len(server.generations) == 1
    clock.advance(7.0)
    assert shown(await call) == "Hello"


async def test_background_work_leaves_room_for_people() -> None:
    """If it fails, summaries keep people waiting for their replies."""
    slots = Slots(8)
    leave = asyncio.Event()
    inside: list[str] = []

    async def work(name: str, *, background: bool) -> None:
        async with slots.held(background=background):
            inside.append(name)
            await leave.wait()

    jobs = [asyncio.ensure_future(work("job", background=True)) for _ in range(5)]
    await asyncio.sleep(0)
    assert inside == ["job", "job"]
    people = [asyncio.ensure_future(work("person", background=False)) for _ in range(7)]
    await asyncio.sleep(0)
    assert inside.count("person") == 6
    jobs[4].cancel()
    people[6].cancel()
    leave.set()
    await asyncio.gather(*jobs, *people, return_exceptions=True)
    assert (inside.count("job"), inside.count("person")) == (4, 6)
    assert slots._used == slots._behind == 0


async def test_background_never_takes_the_last_slot() -> None:
    """If it fails, a person waits behind a job on a small machine."""
    slots = Slots(2)
    async with slots.held(background=False):
        job = asyncio.ensure_future(slots._take(background=True))
        await asyncio.sleep(0)
        assert not job.done()
        async with slots.held(background=False):
            pass
    await job
    slots._give(background=True)


async def test_a_slot_is_free_again_when_a_reply_is_left(make_roles: MakeRoles, server: ModelServer) -> None:
    """If it fails, every stopped reply makes the house a little smaller, until nobody is answered."""
    server.answer = lambda _: Script(["Hi", Gate()])
    roles = make_roles(openai(server), slots=2)
    for _ in range(5):
        async with aclosing(roles.chat(HELLO)) as events:
            async for _ in events:
                break
    assert roles._slots._used == 0

"""Keys stay where they belong."""

import logging
from dataclasses import replace

import pytest
import structlog
from pydantic import SecretStr

from engine.errors import ModelError
from engine.llm.attempt import CallResources
from engine.llm.context import check
from engine.llm.http import Http
from engine.llm.requests import chat_request
from engine.values.models.models import Endpoint, Sampling
from engine.values.models.prompts import PromptMessage, Role
from engine.work.clock import SystemClock
from engine.work.tasks import Tasks
from tests.llm.conftest import MakeRoles, gemini, openai
from tests.servers.model import ModelServer, Script, cut, fail, say

CANARY = "sk-canary-4f1e9a77"
WORDS = "the-persons-own-words"
HELLO = [PromptMessage(Role.USER, WORDS)]

SCRIPTS = [
    fail(401, f"Incorrect API key provided: {CANARY}"),
    fail(400, f"bad header Authorization: Bearer {CANARY}"),
    fail(429, f"{CANARY} is too fast", retry_after=99),
    fail(500, CANARY),
    Script(status=404, body=f"nothing at ?key={CANARY}"),
    Script([{"error": {"message": f"{CANARY} expired", "code": 400}}]),
    Script(["Hi", {"error": {"message": f"{CANARY} expired", "code": 500}}]),
    cut(),
    say("Hi"),
]


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("make", [openai, gemini])
async def test_no_key_in_logs_errors_or_outcomes(
    make_roles: MakeRoles,
    server: ModelServer,
    make: object,
    script: Script,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """If it fails, an operator's key is in the log file that they send to strangers."""
    caplog.set_level(logging.DEBUG)
    endpoint: Endpoint = make(server, key=SecretStr(CANARY))  # pyright: ignore[reportCallIssue] - one of two functions
    endpoint = replace(endpoint, url=endpoint.url.replace("//", f"//user:{CANARY}@") + f"?key={CANARY}")
    server.answer = lambda _: script
    told: list[object] = [endpoint, chat_request(endpoint, HELLO, Sampling())]
    with structlog.testing.capture_logs() as lines:
        try:
            async for event in make_roles(endpoint).chat(HELLO):
                told.append(event)  # noqa: PERF401 - what came before an error counts
        except ModelError as error:
            told += [error, error.data, error.args, error.__cause__, error.__context__]
    printed = capsys.readouterr()
    everything = "".join(map(repr, [*told, *lines])) + "".join(map(str, told)) + caplog.text + printed.out + printed.err
    assert CANARY not in everything
    assert WORDS not in everything
    assert server.generations, "the request must have been sent for this test to mean anything"
    sent = server.generations[0].headers
    if sent.get("x-goog-api-key"):
        assert sent["x-goog-api-key"] == CANARY
    else:
        assert CANARY in sent["Authorization"]


async def test_no_key_when_nothing_answers(http: Http, tasks: Tasks, caplog: pytest.LogCaptureFixture) -> None:
    """If it fails, doctor prints the key of the endpoint that it could not reach."""
    caplog.set_level(logging.DEBUG)
    url = f"http://user:{CANARY}@127.0.0.1:1/v1?key={CANARY}"
    endpoint = replace(openai(ModelServer()), url=url, key=SecretStr(CANARY))
    finding = await check(CallResources(http, tasks, SystemClock(), jitter=lambda: 0.0), endpoint)
    assert finding.problem is not None
    assert CANARY not in f"{finding!r} {finding.problem} {caplog.text}"
